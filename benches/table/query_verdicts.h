/* SPDX-License-Identifier: GPL-2.0-or-later
 * Methods on recorded queries, the same for all: verdicts of the oracle and the mean time per query. */
#ifndef TS_BENCHES_TABLE_QUERY_VERDICTS_H
#define TS_BENCHES_TABLE_QUERY_VERDICTS_H

#include "benches/replay.h"
#include "benches/table/scene_cell.h"

typedef struct ts_query_trial {
    const char *path; /* of the queries */
    const ts_ccd_method *methods;
    size_t method_count;
    uint64_t most;   /* queries: a random sample of that many, always the same; 0: all */
    int repetitions; /* timed passes; 0: no timing */
    ts_replay_progress progress;
} ts_query_trial;

/* verdicts: one for each method. TS_ERROR_INTERRUPTED: stopped before the end. */
ts_status ts_query_trial_run(const ts_query_trial *trial, ts_query_verdicts *verdicts, ts_error *error);

#endif
