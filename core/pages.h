/* SPDX-License-Identifier: MIT
 * Memory in large pages where the system has them: for arrays of many MiB that are gone through again and again. */
#ifndef TS_CORE_PAGES_H
#define TS_CORE_PAGES_H

#include <stddef.h>

/* For free; NULL: there is none. */
void *ts_pages_take(size_t bytes);

#endif
