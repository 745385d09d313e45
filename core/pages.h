/* SPDX-License-Identifier: MIT
 * Memory for what is gone through again and again: long arrays lie in large pages where the system gives them, as a
 * pass over small ones waits for where each of them is. */
#ifndef TS_CORE_PAGES_H
#define TS_CORE_PAGES_H

#include <stddef.h>

/* Begins at a line of the cache; for free; NULL without memory. */
void *ts_pages_take(size_t bytes);

#endif
