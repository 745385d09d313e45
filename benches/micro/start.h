/* SPDX-License-Identifier: GPL-2.0-or-later
 * What libraries read as a program starts, for benches that time steps: `touchstone simulate` has it too
 * (cli/start.c). */
#ifndef TS_BENCHES_MICRO_START_H
#define TS_BENCHES_MICRO_START_H

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/pages.h"

/* Long arrays in large pages, and `waiting` for how threads wait ("NAME=VALUE"); each unless the environment says it
 * already. Starts the program again if there is anything to say. */
static inline void ts_bench_start_again(char **argv, char *waiting) {
    static char large[] = TS_LARGE_PAGES;
    const bool says_waiting = getenv("OMP_PROC_BIND") || getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT");
    if (getenv("GLIBC_TUNABLES") && says_waiting) return;
    const bool set = (getenv("GLIBC_TUNABLES") || putenv(large) == 0) && (says_waiting || putenv(waiting) == 0);
    if (set) execv("/proc/self/exe", argv);
}

#endif
