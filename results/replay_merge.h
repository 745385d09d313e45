/* SPDX-License-Identifier: GPL-2.0-or-later
 * Parts of a replay as the results of one run. */
#ifndef TS_RESULTS_REPLAY_MERGE_H
#define TS_RESULTS_REPLAY_MERGE_H

#include "results/replay_state.h"

typedef struct ts_merged {
    ts_ccd_method *methods; /* owned */
    size_t method_count;
    ts_replay_results *results; /* those of the first part, with the others added */
} ts_merged;

/* Adds all parts to the first one. names: of the parts, for complaints. merged: empty. The methods must be registered.
 * TS_ERROR_USAGE: parts of different runs, a backend that is not there; TS_ERROR_DATA: a shard is missing, twice, or
 * not complete. */
ts_status ts_merge_states(ts_replay_state *parts, const char *const *names, size_t count, ts_merged *merged,
                          ts_error *error);
/* Also after a failure. */
void ts_merged_clear(ts_merged *merged);

#endif
