/* SPDX-License-Identifier: GPL-2.0-or-later
 * One block of queries through every method: timed by one thread, answered and refereed by all, entered
 * into the results in the order of the queries. */
#ifndef TS_BENCHES_REPLAY_BLOCK_H
#define TS_BENCHES_REPLAY_BLOCK_H

#include "benches/per_query.h"
#include "benches/replay_source.h"
#include "benches/replay_times.h"

/* Room for one block; item m * room + q is method m on query q. */
typedef struct ts_replay_work {
    const ts_replay_options *options;
    int jobs;
    size_t room;                  /* queries of a block at most */
    ts_known_truth *said, *known; /* per query: by the file; by what the run trusts */
    ts_ccd_result *results;
    ts_ccd_failure *failures; /* why a result is none */
    ts_ccd_result *others;    /* answers to the same queries that differ, where `differs` */
    bool *differs;
    ts_judgement *judgements;
    ts_proof *proofs;
    ts_replay_times times;
    FILE *per_query;   /* borrowed, or NULL */
    unsigned *notices; /* given of each method */
    double oracle_seconds;
    double saved; /* when the last checkpoint was, ns */
} ts_replay_work;

/* Cleared by the caller, also after an error. */
ts_status ts_replay_work_init(ts_replay_work *work, const ts_replay_options *options, ts_error *error);
void ts_replay_work_clear(ts_replay_work *work);
/* When the run is interrupted meanwhile, nothing of the block is entered. */
ts_status ts_replay_run_block(ts_replay_work *work, ts_replay_data_set *data_set, const ts_replay_block *block,
                              ts_error *error);

#endif
