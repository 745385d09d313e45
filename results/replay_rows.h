/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results of a replay by data set, method and kind of query, as files and tables have them. */
#ifndef TS_RESULTS_REPLAY_ROWS_H
#define TS_RESULTS_REPLAY_ROWS_H

#include "benches/replay.h"

/* A data set, a backend, and a kind of query or all of them. */
typedef struct ts_replay_row {
    const ts_replay_data_set *data_set;
    const ts_ccd_method *method;
    const char *kind;    /* "all", or a kind's name */
    ts_replay_cell cell; /* owned */
    double ratio;        /* mean time over the least of the methods that were timed on most queries of the same data set
                          * and kind; NaN: not timed */
    bool partial;        /* it was timed on fewer queries than these: its ratio compares other queries */
} ts_replay_row;

typedef struct ts_replay_rows {
    ts_replay_row *rows;
    size_t count;
    bool proofs; /* certificates were checked */
} ts_replay_rows;

/* per_kind: after the row of all kinds, a row for each kind that occurs. */
ts_status ts_replay_rows_init(const ts_replay_results *results, bool per_kind, ts_replay_rows *rows);
void ts_replay_rows_clear(ts_replay_rows *rows);

#endif
