/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the writer and the reader of a replay's state must agree on. */
#ifndef TS_RESULTS_REPLAY_STATE_FORMAT_H
#define TS_RESULTS_REPLAY_STATE_FORMAT_H

#include <stddef.h>

#include "benches/replay.h"

#define TS_STATE_KIND "replay-part"
/* 4: has marks of files; 3: says how many queries are in a block; 2: has a checksum (core/json_document.h) */
#define TS_STATE_SCHEMA 4
/* The oldest that is read, and the number of queries in its blocks. */
#define TS_STATE_OLDEST 2
#define TS_STATE_OLDEST_BLOCK 256

typedef struct ts_state_member {
    const char *name;
    size_t offset;
} ts_state_member;

/* uint64_t members of a cell. */
static const ts_state_member TS_CELL_COUNT[] = {
    {"queries", offsetof(ts_replay_cell, queries)},
    {"contacts", offsetof(ts_replay_cell, contacts)},
    {"asked", offsetof(ts_replay_cell, asked)},
    {"stalls", offsetof(ts_replay_cell, stalls)},
    {"below_bound", offsetof(ts_replay_cell, below_bound)},
    {"certificates", offsetof(ts_replay_cell, certificates)},
    {"certificates_failed", offsetof(ts_replay_cell, certificates_failed)},
};

static const ts_state_member TS_CELL_HISTOGRAM[] = {
    {"toi_error", offsetof(ts_replay_cell, toi_error)},
    {"lateness", offsetof(ts_replay_cell, lateness)},
    {"kept_gap", offsetof(ts_replay_cell, kept_gap)},
    {"closest_gap", offsetof(ts_replay_cell, closest_gap)},
    {"step_lost", offsetof(ts_replay_cell, step_lost)},
    {"iterations", offsetof(ts_replay_cell, iterations)},
    {"nanoseconds", offsetof(ts_replay_cell, nanoseconds)},
    {"batch_nanoseconds", offsetof(ts_replay_cell, batch_nanoseconds)},
};

/* uint64_t members of a data set, beside its hash. */
static const ts_state_member TS_SET_COUNT[] = {
    {"blocks", offsetof(ts_replay_data_set, blocks)},
    {"queries", offsetof(ts_replay_data_set, queries)},
    {"contacts", offsetof(ts_replay_data_set, contacts)},
    {"labelled", offsetof(ts_replay_data_set, labelled)},
    {"rounded", offsetof(ts_replay_data_set, rounded)},
    {"conflict_count", offsetof(ts_replay_data_set, conflict_count)},
};

enum {
    TS_CELL_COUNTS = sizeof TS_CELL_COUNT / sizeof *TS_CELL_COUNT,
    TS_CELL_HISTOGRAMS = sizeof TS_CELL_HISTOGRAM / sizeof *TS_CELL_HISTOGRAM,
    TS_SET_COUNTS = sizeof TS_SET_COUNT / sizeof *TS_SET_COUNT
};

#endif
