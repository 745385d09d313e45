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
    double *before;         /* item q: what the pass had, while it is asked again */
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
 * changes from one moment to the next: methods that are compared take turns. Asked again (round 1, 2, ... of the same
 * pass, but not of pass 0), the least time of a query stands, no time where one failed, and its first answer that is
 * not that of pass 0. False when interrupted. */
bool ts_replay_time(ts_replay_times *times, const ts_replay_block *block, size_t method, int pass, int round);
/* Whether a pass may be asked again: nothing has failed in it. A process that fails too often is not asked any more. */
bool ts_replay_may_repeat(const ts_replay_times *times, const ts_replay_block *block, int pass);
/* The median of an answer's samples over the repetitions; NaN when not timed, as what has failed is not: that is soon
 * said. Meanwhile the cell's sums of the repetitions grow. */
double ts_replay_enter_time(const ts_replay_times *times, ts_replay_cell *cell, const ts_replay_block *block,
                            size_t method, size_t q);

#endif
