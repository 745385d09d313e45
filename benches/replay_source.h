/* SPDX-License-Identifier: GPL-2.0-or-later
 * The queries of one data set that a run asks for, block by block: over its files, limited or sampled, with
 * the run's min_distance and t_max where a file says none. */
#ifndef TS_BENCHES_REPLAY_SOURCE_H
#define TS_BENCHES_REPLAY_SOURCE_H

#include "benches/replay.h"
#include "core/random.h"
#include "datasets/hdf5_trial.h"

/* Consecutive queries of one file (with gaps when sampled); borrowed from the source until its next block. */
typedef struct ts_replay_block {
    size_t file, count;
    uint64_t number;  /* of the block in the data set, from 0 */
    uint64_t ordinal; /* of the first query, among all that the run replays of the data set */
    ts_ccd_query *queries;
    ts_query_note *notes;
    uint64_t *index; /* within the file */
    /* The run asks for more than the file's labels speak of: a larger min_distance, a shorter time. */
    bool wider, shorter;
} ts_replay_block;

typedef struct ts_replay_source {
    const ts_replay_options *options;
    ts_replay_data_set *data_set; /* borrowed; gets failures and counts of rounded numbers */
    ts_query_reader *reader;      /* of the current file, or NULL */
    ts_hdf5_trial trial;          /* of all its files */
    size_t file;
    ts_query_chunk chunk;
    uint64_t *index; /* of the queries of a block within their file */
    bool counted;
    uint64_t *counts;           /* queries of each file, 0 where that is not known; when `counted` */
    uint64_t in_file, in_later; /* not yet read, by these counts */
    uint64_t limit_left, sample_left;
    uint64_t blocks, given; /* blocks so far, and the queries in them */
    ts_random random;
} ts_replay_source;

/* data_set: with its files found. The source is cleared by the caller, also after an error. */
ts_status ts_replay_source_init(ts_replay_source *source, const ts_replay_options *options,
                                ts_replay_data_set *data_set, ts_error *error);
void ts_replay_source_clear(ts_replay_source *source);
/* Queries to come in all, when known (else 0). */
uint64_t ts_replay_source_total(const ts_replay_source *source);
/* count 0: no more. A file that fails is recorded in the data set and left; fails only without memory. */
ts_status ts_replay_source_next(ts_replay_source *source, ts_replay_block *block, ts_error *error);

/* Adds a failure to the data set. */
ts_status ts_replay_record_failure(ts_replay_data_set *data_set, size_t file, const ts_error *failure, ts_error *error);

#endif
