/* SPDX-License-Identifier: GPL-2.0-or-later
 * Filling the cells of a replay: one answer at a time, in the order of the queries. */
#ifndef TS_BENCHES_REPLAY_CELL_H
#define TS_BENCHES_REPLAY_CELL_H

#include "benches/proof.h"
#include "benches/replay.h"

/* One answered, judged, timed query. */
typedef struct ts_replay_answer {
    const ts_ccd_query *query;
    size_t file;
    uint64_t index;
    const ts_known_truth *known;
    bool asked; /* the method says that it can answer such queries */
    const ts_ccd_result *result;
    const ts_ccd_result *other; /* what it said as well; NULL: one answer, however it was asked */
    const ts_judgement *judgement;
    ts_proof proof;
    double nanoseconds;       /* NaN: not timed */
    double batch_nanoseconds; /* in a batch; NaN: not timed, or the method has none of its own */
} ts_replay_answer;

ts_status ts_replay_cell_init(ts_replay_cell *cell, int repetitions, ts_error *error);
ts_status ts_replay_cell_add(ts_replay_cell *cell, const ts_replay_answer *answer, ts_error *error);

#endif
