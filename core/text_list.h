/* SPDX-License-Identifier: MIT
 * A list of texts that grows. */
#ifndef TS_CORE_TEXT_LIST_H
#define TS_CORE_TEXT_LIST_H

#include <stddef.h>

#include <touchstone/status.h>

/* Strings owned by the list. */
typedef struct ts_text_list {
    char **items;
    size_t count;
} ts_text_list;

/* The first `length` characters of the text, copied. */
ts_status ts_text_list_add(ts_text_list *list, const char *text, size_t length, ts_error *error);
void ts_text_list_clear(ts_text_list *list);

#endif
