/* SPDX-License-Identifier: MIT
 * Where and when the results of tests were made. */
#ifndef TS_TESTS_RESULTS_CONTEXT_H
#define TS_TESTS_RESULTS_CONTEXT_H

#include "benches/context.h"

/* The name of the processor has quotes, which each form of a report writes in its own way. */
static const ts_context CONTEXT = {.cpu = "a \"CPU\"",
                                   .cores = 2,
                                   .system = "a system",
                                   .date = "2026-01-01T00:00:00Z",
                                   .compiler = "a compiler",
                                   .flags = "-O2",
                                   .build_type = "Release",
                                   .commit = "0123456789ab"};

#endif
