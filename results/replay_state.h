/* SPDX-License-Identifier: GPL-2.0-or-later
 * Everything that a replay has counted so far as a file: what a stopped run goes on from, and what shards of a run are
 * merged from. */
#ifndef TS_RESULTS_REPLAY_STATE_H
#define TS_RESULTS_REPLAY_STATE_H

#include "benches/replay.h"

/* A state that was read. `results.options` is `options`; its methods are the caller's to make from `backends`. */
typedef struct ts_replay_state {
    ts_replay_options options;
    char **paths; /* owned */
    struct ts_state_backend {
        char *name, *options; /* as resolved when the run began; owned */
    } * backends;
    size_t backend_count;
    int schema;
    ts_replay_results results;
} ts_replay_state;

/* Complete or not at all; an earlier one is replaced. */
ts_status ts_replay_state_write(const ts_replay_results *results, const char *path, ts_error *error);
/* The same as text, which the caller frees; NULL without memory. */
char *ts_replay_state_print(const ts_replay_results *results);

/* TS_ERROR_DATA: no such file, or no state; one that is not as it was written, by its checksum or its counts. The
 * struct must stay where it is: it points into itself. */
ts_status ts_replay_state_read(const char *path, ts_replay_state *state, ts_error *error);
/* name: of where the text is from. */
ts_status ts_replay_state_parse(const char *text, const char *name, ts_replay_state *state, ts_error *error);
void ts_replay_state_clear(ts_replay_state *state);

/* Of a state that was read: TS_ERROR_DATA where its counts do not add up. */
ts_status ts_replay_state_check_counts(const ts_replay_state *state, const char *name, ts_error *error);

/* TS_ERROR_USAGE, naming the first difference, unless both ask the same of the same data with the same methods; shards
 * may differ when `any_shard`. */
ts_status ts_replay_state_check(const ts_replay_state *state, const ts_replay_options *options, bool any_shard,
                                ts_error *error);

#endif
