/* SPDX-License-Identifier: GPL-2.0-or-later
 * --plugin and --plugin-exec: methods that the user brings. */
#ifndef TS_CLI_PLUGINS_H
#define TS_CLI_PLUGINS_H

#include "cli/arguments.h"
#include <touchstone/limits.h>

/* What the command line says of them. Zero is the standard. */
typedef struct ts_plugin_list {
    ts_text_list objects, programs;
    double query_seconds;
    uint64_t memory_mib, restarts;
    bool in_process;
} ts_plugin_list;

/* What the process of a shared object may take: rows for every subcommand that loads one. `option`: the one without
 * which nothing is loaded, or NULL. */
#define TS_PLUGIN_LIMIT_ARGUMENTS(plugins, option)                                                                     \
    {"query-timeout",                                                                                                  \
     TS_ARGUMENT_REAL,                                                                                                 \
     "SECONDS",                                                                                                        \
     "that a --plugin may take for one query (default: 1)",                                                            \
     .to.real = {&(plugins)->query_seconds, 0.0, 86400.0, true},                                                       \
     .needs = (option)},                                                                                               \
        {"plugin-memory",                                                                                              \
         TS_ARGUMENT_INTEGER,                                                                                          \
         "MIB",                                                                                                        \
         "memory of the process that a --plugin runs in (default: 4096)",                                              \
         .to.integer = {&(plugins)->memory_mib, 64, UINT32_MAX},                                                       \
         .needs = (option)},                                                                                           \
        {"plugin-restarts",                                                                                            \
         TS_ARGUMENT_INTEGER,                                                                                          \
         "N",                                                                                                          \
         "failures of that process before a --plugin is given up (default: 100)",                                      \
         .to.integer = {&(plugins)->restarts, 1, UINT32_MAX},                                                          \
         .needs = (option)},                                                                                           \
    {                                                                                                                  \
        "in-process", TS_ARGUMENT_FLAG, NULL, "load a --plugin into this process, for debuggers (docs/threats.md)",    \
            .to.flag = &(plugins)->in_process, .needs = (option)                                                       \
    }

/* Their rows in a subcommand's table; the same where only another option makes use of methods. */
#define TS_PLUGIN_ARGUMENTS(plugins) TS_PLUGIN_ARGUMENTS_OF(plugins, NULL)
#define TS_PLUGIN_ARGUMENTS_OF(plugins, option)                                                                        \
    {"plugin",                                                                                                         \
     TS_ARGUMENT_TEXTS,                                                                                                \
     "FILE.so[:key=value,...]",                                                                                        \
     "a method in a shared object, with options for it; repeatable (docs/plugins.md)",                                 \
     .to.list = &(plugins)->objects,                                                                                   \
     .needs = (option)},                                                                                               \
        {"plugin-exec",                                                                                                \
         TS_ARGUMENT_TEXTS,                                                                                            \
         "[NAME: ]COMMAND",                                                                                            \
         "a program as a method, called exec-1, exec-2, ... unless named; repeatable",                                 \
         .to.list = &(plugins)->programs,                                                                              \
         .needs = (option)},                                                                                           \
        TS_PLUGIN_LIMIT_ARGUMENTS(plugins, option)

/* Registers every method of the library, the oracle as one, and then those of the list. The options of shared objects
 * are added to `settings` as NAME.key=value. */
ts_status ts_backends_register(const ts_plugin_list *list, ts_text_list *settings, ts_error *error);
/* The list as arguments, "--plugin", "FILE.so", ..., added to `arguments`: without options, which are among the
 * settings. */
ts_status ts_plugin_arguments(const ts_plugin_list *list, ts_text_list *arguments, ts_error *error);
ts_plugin_limits ts_plugin_list_limits(const ts_plugin_list *list);
/* What names the object to a command, with the limits that were asked for, a blank before each option, fit for a shell;
 * the caller frees it. NULL without memory. */
char *ts_plugin_list_origin(const ts_plugin_list *list, const char *path);
void ts_plugin_list_clear(ts_plugin_list *list);

#endif
