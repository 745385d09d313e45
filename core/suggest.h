/* SPDX-License-Identifier: MIT
 * Known names, for messages: the nearest to a mistyped one, all of them. */
#ifndef TS_CORE_SUGGEST_H
#define TS_CORE_SUGGEST_H

#include <stddef.h>

/* The shortest candidate that begins with `name`, or else the one with the least edit distance to it, the first of
 * equals; NULL without candidates. */
const char *ts_nearest_name(const char *name, const char *const *candidates, size_t count);

/* "a, b, c", with that separator; as much as fits, the text is terminated. */
void ts_join_names(const char *const *names, size_t count, const char *separator, char *text, size_t size);

#endif
