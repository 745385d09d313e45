/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cli/place.h"

#include <errno.h>
#include <stdlib.h>

#include "core/error.h"

ts_status ts_parse_place(const ts_text_list *operands, ts_shown_place *place, ts_error *error) {
    const char *text = operands->items[1];
    char *end;
    errno = 0;
    place->path = operands->items[0];
    place->index = strtoull(text, &end, 10);
    if (text[0] >= '0' && text[0] <= '9' && !*end && !errno) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "INDEX is '%s'; expected a whole number, counting from 0", text);
}
