/* SPDX-License-Identifier: GPL-2.0-or-later
 * Timing one block of a replay: every query alone, then the queries of each kind in one call. By one thread. */
#ifndef TS_BENCHES_REPLAY_TIMES_H
#define TS_BENCHES_REPLAY_TIMES_H

#include "benches/replay_source.h"
#include "ccd/timing.h"

/* Room for one block; item (m * repetitions + r) * count + q is method m in repetition r on query q. */
typedef struct ts_replay_times {
    const ts_replay_options *options;
    double *samples;        /* ns alone */
    ts_ccd_result *answers; /* what it said meanwhile, to be settled */
    ts_ccd_result *batched; /* and when it was asked together with others; TS_CCD_UNSUPPORTED where it was not */
    double *batch_ns;       /* item m * count + q: the median over the repetitions; NaN: not so asked */
    double *sorted;         /* the samples of one answer */
    ts_ccd_query *queries;  /* those of one kind, where they are from, and what was said to them */
    size_t *from;
    ts_ccd_result *said;
    ts_stopwatch stopwatch;
    double seconds; /* spent */
} ts_replay_times;

/* Cleared by the caller, also after an error. */
ts_status ts_replay_times_init(ts_replay_times *times, const ts_replay_options *options, ts_error *error);
void ts_replay_times_clear(ts_replay_times *times);
/* One pass of a method over a block, each query alone; pass number `repetitions` is that in batches. A machine's speed
 * changes from one moment to the next: methods that are compared take turns. False when interrupted. */
bool ts_replay_time(ts_replay_times *times, const ts_replay_block *block, size_t method, int pass);
/* The median of an answer's samples over the repetitions; NaN when not timed, as what has failed is not: that is soon
 * said. Meanwhile the cell's sums of the repetitions grow. */
double ts_replay_enter_time(const ts_replay_times *times, ts_replay_cell *cell, const ts_replay_block *block,
                            size_t method, size_t q);

#endif
