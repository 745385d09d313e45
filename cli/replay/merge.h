/* SPDX-License-Identifier: GPL-2.0-or-later
 * Parts of a replay, from files or from other ranks, as the results of one run. */
#ifndef TS_CLI_REPLAY_MERGE_H
#define TS_CLI_REPLAY_MERGE_H

#include "cli/methods.h"
#include "cli/replay/ranks.h"
#include "results/replay_state.h"

typedef struct ts_merged {
    ts_method_list methods;
    ts_replay_results *results; /* those of the first part, with the others added */
} ts_merged;

/* Adds all parts to the first one. names: of the parts, for complaints. The methods must be registered. TS_ERROR_USAGE:
 * parts of different runs, a backend that is not there; TS_ERROR_DATA: a shard is missing, twice, or not complete. */
ts_status ts_merge_states(ts_replay_state *parts, const char *const *names, size_t count, ts_merged *merged,
                          ts_error *error);
void ts_merged_clear(ts_merged *merged);

/* On rank 0: adds what the other ranks did; on those: hands it over, or why there is nothing: a failure, else NULL. The
 * first failure of another rank is rank 0's error. */
ts_status ts_merge_ranks(const ts_ranks *ranks, ts_replay_results *results, const ts_error *failure, ts_error *error);

#endif
