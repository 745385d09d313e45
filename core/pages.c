/* SPDX-License-Identifier: MIT */
#include "core/pages.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

static void keep(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20); /* the most it takes */
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
#endif
}

void ts_pages_keep(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, keep);
}

void *ts_pages_take(size_t bytes) {
    enum { LINE = 64, PAGE = 1 << 21, LONG = PAGE / 2 };
    const size_t whole = bytes < LONG ? LINE : PAGE;
    const size_t size = (bytes / whole + 1) * whole;
    void *taken = aligned_alloc(whole, size);
#if defined(MADV_HUGEPAGE)
    if (taken && whole == PAGE) madvise(taken, size, MADV_HUGEPAGE); /* advice: without it all is as well */
#endif
    return taken;
}
