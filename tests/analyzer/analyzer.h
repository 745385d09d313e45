/* SPDX-License-Identifier: MIT
 * What clang's analyzer is told (scripts/check-long.sh), since it does not see from one file into another: a failure
 * never returns TS_OK. */
#ifndef TS_TESTS_ANALYZER_H
#define TS_TESTS_ANALYZER_H

#include "core/error.h"

#define ts_fail(error, status, ...) (ts_fail(error, status, __VA_ARGS__), (status))
#define ts_fail_memory(error, what) (ts_fail_memory(error, what), TS_ERROR_MEMORY)

#endif
