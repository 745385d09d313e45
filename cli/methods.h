/* SPDX-License-Identifier: GPL-2.0-or-later
 * The methods that --backend and --backend-option ask for. */
#ifndef TS_CLI_METHODS_H
#define TS_CLI_METHODS_H

#include "cli/arguments.h"
#include <touchstone/ccd.h>

typedef struct ts_method_list {
    ts_ccd_method *items; /* owned */
    size_t count;
} ts_method_list;

/* names: none means every backend. settings: "NAME.key=value" each. TS_ERROR_USAGE names what is wrong. */
ts_status ts_method_list_init(ts_method_list *methods, const ts_text_list *names, const ts_text_list *settings,
                              ts_error *error);
/* settings: "key=value" each, as one object in JSON (owned). `option` names them in what is said of a wrong one. */
ts_status ts_settings_json(const ts_text_list *settings, const char *option, char **json, ts_error *error);
/* For commands that make no methods: are the settings such that their backends take them? */
ts_status ts_settings_check(const ts_text_list *settings, ts_error *error);
void ts_method_list_clear(ts_method_list *methods);

#endif
