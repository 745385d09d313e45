/* SPDX-License-Identifier: MIT */
#include "core/pages.h"

#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

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
