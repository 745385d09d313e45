/* SPDX-License-Identifier: GPL-2.0-or-later
 * The arguments of a command, one after the other. */
#include "results/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"

void ts_arguments_add(ts_arguments *to, const char *text) {
    if (to->status == TS_OK) to->status = ts_text_list_add(to->list, text, strlen(text), to->error);
}

void ts_arguments_add_option(ts_arguments *to, const char *name, const char *value) {
    if (!value) return;
    if (strncmp(value, "--", 2) != 0) {
        ts_arguments_add(to, name);
        ts_arguments_add(to, value);
        return;
    }
    char *joined = ts_text("%s=%s", name, value); /* apart it would be read as an option */
    if (joined)
        ts_arguments_add(to, joined);
    else if (to->status == TS_OK)
        to->status = ts_fail_memory(to->error, "the arguments of a command");
    free(joined);
}
