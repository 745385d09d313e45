/* SPDX-License-Identifier: MIT
 * The known name nearest to a mistyped one. */
#ifndef TS_CORE_SUGGEST_H
#define TS_CORE_SUGGEST_H

#include <stddef.h>

/* The candidate with the least edit distance to `name`, the first of equals; NULL without candidates. */
const char *ts_nearest_name(const char *name, const char *const *candidates, size_t count);

#endif
