/* SPDX-License-Identifier: MIT */
#include "core/pages.h"

#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { PAGE = 2 << 20 };

void *ts_pages_take(size_t bytes) {
    void *taken = NULL;
    if (posix_memalign(&taken, PAGE, bytes) != 0) return NULL;
#ifdef MADV_HUGEPAGE
    (void)madvise(taken, bytes, MADV_HUGEPAGE); /* advice: where it is not taken pages are small */
#endif
    return taken;
}
