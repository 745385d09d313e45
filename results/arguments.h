/* SPDX-License-Identifier: GPL-2.0-or-later
 * The arguments of a command, one after the other. */
#ifndef TS_RESULTS_ARGUMENTS_H
#define TS_RESULTS_ARGUMENTS_H

#include "core/text_list.h"

/* A list under construction: after a failure nothing more is added. */
typedef struct ts_arguments {
    ts_text_list *list; /* borrowed */
    ts_status status;
    ts_error *error;
} ts_arguments;

void ts_arguments_add(ts_arguments *to, const char *text);
/* An option and its value; neither when there is no value (NULL). */
void ts_arguments_add_option(ts_arguments *to, const char *name, const char *value);

#endif
