/* SPDX-License-Identifier: MIT
 * Memory for what is gone through again and again: long arrays lie in large pages where the system gives them, as a
 * pass over small ones waits for where each of them is. */
#ifndef TS_CORE_PAGES_H
#define TS_CORE_PAGES_H

#include <stddef.h>

/* What the C library of GNU reads as a program starts, so that all long arrays lie so, those of other libraries as
 * well: ndb-drape takes 0.94 of the time, drape-8k 0.97 (docs/benchmarks.md). Other libraries do not look at it. */
#define TS_LARGE_PAGES "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"

/* Memory that the C library hands to the system and asks for again is filled with zeros, page by page: from now on it
 * keeps it instead, arrays of up to 32 MiB as well. For the whole process; does nothing where the library is not GNU's.
 */
void ts_pages_keep(void);

/* Begins at a line of the cache; for free; NULL without memory. */
void *ts_pages_take(size_t bytes);

#endif
