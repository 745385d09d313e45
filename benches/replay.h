/* SPDX-License-Identifier: GPL-2.0-or-later
 * Replaying query files through CCD methods: refereed by the oracle, timed apart. */
#ifndef TS_BENCHES_REPLAY_H
#define TS_BENCHES_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "benches/answer_digest.h"
#include "benches/fault.h"
#include "benches/histogram.h"
#include "benches/reading.h"
#include "benches/verdict.h"
#include <touchstone/ccd.h>
#include <touchstone/dataset.h>

typedef enum ts_oracle_mode {
    TS_ORACLE_MODE_EXACT = 0,
    TS_ORACLE_MODE_LABEL, /* what the file says */
    TS_ORACLE_MODE_NONE,
    TS_ORACLE_MODES
} ts_oracle_mode;

/* "exact", "label", "none". */
extern const char *const TS_ORACLE_MODE_NAMES[TS_ORACLE_MODES];

/* Each may be NULL. */
typedef struct ts_replay_progress {
    /* Called between blocks of queries; total 0: not known. */
    void (*report)(void *self, const char *what, uint64_t done, uint64_t total);
    /* Told of what a method from outside did: crashed, changed its answer; a sentence. A few times for each. */
    void (*notice)(void *self, const char *text);
    /* Asked often, also by several threads at once. The block under way is dropped, the rest is kept. */
    bool (*interrupted)(void *self);
    void *self;
} ts_replay_progress;

struct ts_replay_results;

/* A run that can go on where it was stopped. */
typedef struct ts_replay_checkpoint {
    /* Called between blocks at most every `seconds`, and at the end, also of an interrupted run; NULL: never. */
    ts_status (*save)(void *self, const struct ts_replay_results *results, ts_error *error);
    void *self;
    double seconds;
    /* What an earlier run of the same options had done; borrowed; NULL: begin anew. */
    const struct ts_replay_results *from;
} ts_replay_checkpoint;

/* Of ts_replay_options: what a file may claim is bounded, too. */
#define TS_MOST_REPETITIONS 1000
#define TS_MOST_REPLAY_BLOCK 65536

/* Queries per block: enough that threads share them in pieces like a solver's (ccd/pieces.h), few enough that an
 * interrupted one is no great loss. */
#define TS_REPLAY_BLOCK 4096

typedef struct ts_replay_options {
    const char *const *paths;
    size_t path_count;
    const ts_ccd_method *methods;
    size_t method_count;
    ts_oracle_mode oracle;
    double min_distance; /* for files that say none */
    double t_max;        /* for files that say none */
    ts_reading reading;
    int jobs;                /* threads for refereeing; 0: all */
    uint64_t limit;          /* the first so many queries of each data set; 0: all */
    uint64_t sample;         /* a random sample of this many of those, in their order; 0: all */
    uint64_t seed;           /* of the sample */
    int repetitions;         /* timed passes over each query, at most TS_MOST_REPETITIONS; 0: no timing */
    bool check_certificates; /* of methods that have them */
    const char *per_query;   /* CSV of every answer, or NULL */
    size_t block;            /* queries held at a time, at most TS_MOST_REPLAY_BLOCK; 0: TS_REPLAY_BLOCK */
    unsigned shard, shards;  /* only blocks whose number is `shard` modulo `shards`; shards 0: all */
    ts_replay_checkpoint checkpoint;
    ts_replay_progress progress;
} ts_replay_options;

/* Results do not depend on it, times aside; but shards and the state of a run count blocks. */
static inline size_t ts_replay_block_of(const ts_replay_options *options) {
    return options->block ? options->block : TS_REPLAY_BLOCK;
}

#define TS_NO_FILE SIZE_MAX

/* A query by name: how `touchstone show` finds it again. */
typedef struct ts_query_place {
    size_t file;    /* index into the data set's files; TS_NO_FILE: none */
    uint64_t index; /* within the file */
    double value;   /* what made it the worst */
} ts_query_place;

typedef enum ts_worst {
    TS_WORST_FALSE_NEGATIVE = 0, /* least t*; NaN when only a label tells of the contact */
    TS_WORST_LATE,               /* largest toi - t* */
    TS_WORST_CERTIFICATE,        /* failed: largest time claimed without a proof */
    TS_WORST_STALL,              /* largest t* lost (t_max without a contact) */
    TS_WORST_BELOW_BOUND,        /* largest bound - toi */
    TS_WORST_TOI_ERROR,          /* largest t* - toi of a safe answer */
    TS_WORST_FALSE_POSITIVE,     /* largest step lost */
    TS_WORST_LIMIT,              /* after most iterations */
    TS_WORST_ERROR,              /* the first of each reason, from TS_CCD_FAILURE_OWN on */
    TS_WORST_INCONSISTENT = TS_WORST_ERROR + TS_CCD_FAILURES - 1, /* the first */
    TS_WORST_SLOWEST,                                             /* most ns; only when timed */
    TS_WORST_KINDS
} ts_worst;

/* The reason of that kind of error; TS_CCD_FAILURE_NONE: it is none. */
static inline ts_ccd_failure ts_worst_failure(ts_worst kind) {
    const bool is_error = kind >= TS_WORST_ERROR && kind < TS_WORST_INCONSISTENT;
    return is_error ? (ts_ccd_failure)(kind - TS_WORST_ERROR + TS_CCD_FAILURE_OWN) : TS_CCD_FAILURE_NONE;
}

/* One method on the queries of one kind of one data set. */
typedef struct ts_replay_cell {
    uint64_t queries, contacts, stalls, below_bound;
    uint64_t asked; /* of the queries those that the method says it can answer */
    uint64_t verdicts[TS_VERDICTS];
    uint64_t failures[TS_CCD_FAILURES];         /* the reasons of the errors */
    uint64_t certificates, certificates_failed; /* checked; of these no proof of the answer */
    ts_histogram toi_error;                     /* of safe and touching answers */
    ts_histogram lateness;                      /* toi - t* of late answers */
    ts_histogram kept_gap;                      /* of safe answers */
    ts_histogram closest_gap;                   /* of false positives, >= 0 */
    ts_histogram step_lost;                     /* of false positives */
    ts_histogram iterations;                    /* of every answer but `unsupported` */
    ts_histogram nanoseconds;                   /* per query: the median over the repetitions */
    ts_histogram batch_nanoseconds;             /* of each query what it takes in a block asked in one call */
    double *repetition_sum; /* ns of all timed queries in each repetition, of each TS_SLOW_QUERY_NS at most; owned */
    ts_query_place worst[TS_WORST_KINDS];
    ts_fault_list faults[TS_FAULTS];
} ts_replay_cell;

/* The file says something else than the oracle: contact or not, or, both seeing a contact, its time. */
typedef struct ts_label_conflict {
    size_t file;
    uint64_t index;
    bool label, truth;
    double label_lo, label_hi; /* the file's bracket; NaN: none */
    double truth_lo, truth_hi; /* the oracle's; NaN without a contact */
} ts_label_conflict;

typedef struct ts_file_failure {
    size_t file; /* TS_NO_FILE: the path itself */
    ts_error error;
} ts_file_failure;

#define TS_MAX_CONFLICTS 1000

typedef struct ts_replay_data_set {
    char *path;
    ts_query_files files;
    uint64_t blocks;        /* of queries, entered */
    uint64_t *file_queries; /* replayed of each file */
    uint64_t *file_marks;   /* of the bytes of each file, by core/hash.h; 0: not known. Only of runs that are saved */
    uint64_t hash;          /* the sum, over the queries replayed, of hashes of each with its place among them */
    uint64_t queries, kinds[TS_CCD_KINDS];
    uint64_t contacts, labelled, rounded;
    uint64_t stages[3]; /* exact oracle: queries decided by float, mpfr, exact */
    uint64_t conflict_count;
    ts_label_conflict *conflicts; /* the first TS_MAX_CONFLICTS */
    ts_file_failure *failures;    /* files that could not be read to the end */
    size_t failure_count;
    ts_replay_cell *cells;     /* [method_count][TS_CCD_KINDS] */
    ts_answer_digest *digests; /* [method_count] */
} ts_replay_data_set;

typedef struct ts_replay_results {
    const ts_replay_options *options; /* borrowed */
    size_t data_set_count;
    ts_replay_data_set *data_sets;
    bool interrupted, complete;
    double oracle_seconds; /* answering and refereeing, wall clock */
    double timing_seconds;
} ts_replay_results;

/* A bad file ends neither the run nor its data set: it is in `failures`. Fails only for what concerns the
 * whole run: no memory, the per-query file, a path list in which nothing exists. An interrupted run returns
 * TS_OK with `interrupted` set and what was done. Everything but times and dates is the same, bit for bit,
 * for any number of jobs. */
ts_status ts_replay(const ts_replay_options *options, ts_replay_results *results, ts_error *error);
void ts_replay_results_clear(ts_replay_results *results);
/* Adds what another shard did, of the same options and data: of all shards together it is what one run gives, bit for
 * bit, times aside. TS_ERROR_DATA when the data sets or their files differ; `results` is then not to be used. */
ts_status ts_replay_merge(ts_replay_results *results, const ts_replay_results *part, ts_error *error);
/* Adds the counts and distributions of a data set, but not what could not be read of it. */
ts_status ts_replay_merge_data_set(ts_replay_data_set *data_set, const ts_replay_data_set *part,
                                   const ts_replay_options *options, ts_error *error);

/* The cell of one method and kind. */
const ts_replay_cell *ts_replay_cell_at(const ts_replay_data_set *data_set, size_t method, ts_ccd_kind kind);
/* The cells of one method summed over kinds; the caller clears it with ts_replay_cell_clear. */
ts_status ts_replay_sum_kinds(const ts_replay_results *results, size_t data_set, size_t method, ts_replay_cell *sum);
ts_status ts_replay_cell_copy(const ts_replay_cell *cell, int repetitions, ts_replay_cell *copy);
void ts_replay_cell_clear(ts_replay_cell *cell);
/* Adds the part. TS_ERROR_MEMORY. */
ts_status ts_replay_cell_merge(ts_replay_cell *cell, const ts_replay_cell *part, int repetitions);
/* Is the first place worse than the second (for the worst of that kind)? Among equals the earlier one is. */
bool ts_is_worse(ts_worst kind, const ts_query_place *a, const ts_query_place *b);
uint64_t ts_replay_unsafe(const ts_replay_cell *cell);
/* Those that say free, or hit at a time that makes sense, judged or not, and whether they change or not. */
uint64_t ts_replay_answers(const ts_replay_cell *cell);
/* Any data that could not be read. */
bool ts_replay_any_failure(const ts_replay_results *results);

/* "false_negative", "late", ..., "limit", "error_own", "error_nan", ... */
const char *ts_worst_name(ts_worst kind);

#endif
