/* SPDX-License-Identifier: GPL-2.0-or-later
 * --plugin and --plugin-exec: methods that the user brings. */
#ifndef TS_CLI_PLUGINS_H
#define TS_CLI_PLUGINS_H

#include "cli/arguments.h"

/* What the command line says of them. */
typedef struct ts_plugin_list {
    ts_text_list objects, programs;
} ts_plugin_list;

/* Their rows in a subcommand's table. */
#define TS_PLUGIN_ARGUMENTS(plugins)                                                                                   \
    {"plugin", TS_ARGUMENT_TEXTS, "FILE.so[:key=value,...]",                                                           \
     "a method in a shared object, with options for it; repeatable (docs/plugins.md)",                                 \
     .to.list = &(plugins)->objects},                                                                                  \
    {                                                                                                                  \
        "plugin-exec", TS_ARGUMENT_TEXTS, "[NAME: ]COMMAND",                                                           \
            "a program as a method, called exec-1, exec-2, ... unless named; repeatable",                              \
            .to.list = &(plugins)->programs                                                                            \
    }

/* Registers every method of the library, the oracle as one, and then those of the list. The options of shared objects
 * are added to `settings` as NAME.key=value. */
ts_status ts_backends_register(const ts_plugin_list *list, ts_text_list *settings, ts_error *error);
/* The list as arguments, "--plugin", "FILE.so", ..., added to `arguments`: without options, which are among the
 * settings. */
ts_status ts_plugin_arguments(const ts_plugin_list *list, ts_text_list *arguments, ts_error *error);
void ts_plugin_list_clear(ts_plugin_list *list);

#endif
