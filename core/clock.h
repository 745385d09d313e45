/* SPDX-License-Identifier: MIT
 * Seconds that only go forward, for measuring. */
#ifndef TS_CORE_CLOCK_H
#define TS_CORE_CLOCK_H

#include <time.h>

static inline double ts_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds that the calling thread has been given: what a busy machine takes from it does not count. */
static inline double ts_thread_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
