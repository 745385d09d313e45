/* SPDX-License-Identifier: GPL-2.0-or-later
 * --barrier, --stiffness and --kappa: what keeps contact apart, over what a scene says. */
#ifndef TS_CLI_SCENES_BARRIER_OPTION_H
#define TS_CLI_SCENES_BARRIER_OPTION_H

#include "cli/plugins.h"

/* Their rows in a subcommand's table; `asked` has members of these names. */
#define TS_BARRIER_ARGUMENTS(asked)                                                                                    \
    {"barrier", TS_ARGUMENT_STRING, "NAME|FILE.so",                                                                    \
     "barrier of contact, of `touchstone list models` or a term in a shared object, which is loaded into this "        \
     "process (docs/plugins.md); the scene's kappa is that of its own",                                                \
     .to.string = &(asked)->barrier},                                                                                  \
        {"stiffness", TS_ARGUMENT_STRING, "NAME", "rule for its kappa (default: what the barrier was published with)", \
         .to.string = &(asked)->stiffness},                                                                            \
    {                                                                                                                  \
        "kappa", TS_ARGUMENT_REAL, "X", "its stiffness, the step's h^2 included (default: by the rule)", .to.real = {  \
            &(asked)->kappa,                                                                                           \
            0.0,                                                                                                       \
            1e300,                                                                                                     \
            true                                                                                                       \
        }                                                                                                              \
    }

/* Is that option a shared object, and no name? */
bool ts_barrier_option_is_object(const char *text);

/* The name that a scene may say: text itself, or that of the term in the object FILE.so, which becomes a barrier. It is
 * first asked in a process of its own, as touchstone barrier does, within the limits of the list. text NULL: NULL. */
ts_status ts_barrier_option(const char *text, const ts_plugin_list *list, const char **name, ts_error *error);

/* Refuses an object that ts_barrier_option refuses, and loads nothing. */
ts_status ts_barrier_option_try(const char *path, const ts_plugin_limits *limits, ts_error *error);

#endif
