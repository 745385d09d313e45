/* SPDX-License-Identifier: MIT
 * Growing a list of texts. */
#include "core/text_list.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

ts_status ts_text_list_add(ts_text_list *list, const char *text, size_t length, ts_error *error) {
    char **items = realloc(list->items, (list->count + 1) * sizeof *items);
    if (items) list->items = items;
    char *copy = strndup(text, length);
    if (!items || !copy) {
        free(copy);
        return ts_fail_memory(error, "a list");
    }
    list->items[list->count++] = copy;
    return TS_OK;
}

void ts_text_list_clear(ts_text_list *list) {
    for (size_t i = 0; i < list->count; ++i) free(list->items[i]);
    free(list->items);
    *list = (ts_text_list){0};
}
