/* SPDX-License-Identifier: GPL-2.0-or-later
 * `dataset generate --against`: hunting for queries that defeat a method, and storing them. */
#ifndef TS_CLI_DATASET_HUNT_H
#define TS_CLI_DATASET_HUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/plugins.h"
#include <touchstone/dataset.h>

/* Queries that are tried where the command line bounds neither them nor the time. */
#define TS_HUNT_TRIES 20000

/* All borrowed but `settings`, to which the plug-ins' options are added. */
typedef struct ts_hunt_request {
    const char *against; /* a backend's name */
    ts_text_list settings;
    ts_plugin_list plugins;
    int goal;       /* ts_hunt_goal */
    uint64_t tries; /* 0: a bound is set by `seconds`, or TS_HUNT_TRIES */
    double seconds; /* 0: not bounded by time */
    uint64_t count, seed;
    int kind; /* 0: all; else the kind + 1 */
    const ts_family *const *families;
    size_t family_count;
    const char *out;
    bool replace;
} ts_hunt_request;

/* Writes the finds, with truth, each with a scene that says what it is; without finds nothing. After an interrupt
 * the finds so far are written and TS_ERROR_INTERRUPTED is returned. */
ts_status ts_dataset_hunt(ts_hunt_request *request, ts_error *error);

#endif
