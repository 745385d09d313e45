/* SPDX-License-Identifier: GPL-2.0-or-later
 * The arguments of a command, one after the other. */
#include "results/arguments.h"

#include <string.h>

void ts_arguments_add(ts_arguments *to, const char *text) {
    if (to->status == TS_OK) to->status = ts_text_list_add(to->list, text, strlen(text), to->error);
}

void ts_arguments_add_option(ts_arguments *to, const char *name, const char *value) {
    if (!value) return;
    ts_arguments_add(to, name);
    ts_arguments_add(to, value);
}
