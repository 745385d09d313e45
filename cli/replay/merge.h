/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the ranks of mpirun did, as the results of one run. */
#ifndef TS_CLI_REPLAY_MERGE_H
#define TS_CLI_REPLAY_MERGE_H

#include "benches/replay.h"
#include "cli/replay/ranks.h"

/* On rank 0: adds what the other ranks did; on those: hands it over, or why there is nothing: a failure, else NULL. The
 * first failure of another rank is rank 0's error. */
ts_status ts_merge_ranks(const ts_ranks *ranks, ts_replay_results *results, const ts_error *failure, ts_error *error);

#endif
