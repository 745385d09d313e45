/* SPDX-License-Identifier: MIT
 * How long a method takes for one query: each query alone, warm, repeated until a sample is long against
 * the clock, by one thread and with no refereeing in between; and for each of many that are asked in one call. */
#ifndef TS_CCD_TIMING_H
#define TS_CCD_TIMING_H

#include <stdbool.h>
#include <stddef.h>

#include <touchstone/ccd.h>

/* Costs and limits of the clock on this machine, and who may stop it. */
typedef struct ts_stopwatch {
    double overhead;          /* ns between two readings with nothing in between; taken off every sample */
    double long_enough;       /* ns that a sample lasts at least */
    bool (*stop)(void *self); /* asked before every sample; NULL: nobody asks */
    void *self;
} ts_stopwatch;

/* A monotonic clock. */
double ts_nanoseconds_now(void);
/* Sets overhead and long_enough. */
void ts_stopwatch_calibrate(ts_stopwatch *stopwatch);

/* What is timed, and what comes of it. */
typedef struct ts_timed_block {
    const ts_ccd_query *queries;
    size_t count;
    int repetitions;
    double *samples;        /* samples[r * count + q]: of query q in pass r */
    ts_ccd_result *answers; /* as many: what the method said, to be settled (ccd/failure.h) */
} ts_timed_block;

/* ns per call: `repetitions` passes over the queries. One of a kind that the method lacks, or that it fails to answer,
 * gets NaN. One slower than TS_SLOW_QUERY_NS is timed once (once more if it had to wait for others), and that sample
 * stands for all passes. A method in a host is timed there. False when stopped: the samples are incomplete then. */
bool ts_time_queries(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_timed_block *block);
/* Its pass number `pass` alone, for those who time several methods in turn. */
bool ts_time_pass_where_it_runs(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_timed_block *block,
                                int pass);
/* Pass number `pass`, in this process. The answers are those of the first call in the first pass, and of the last call
 * in later ones. */
bool ts_time_pass(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_timed_block *block, int pass);

#define TS_SLOW_QUERY_NS 50e6

/* Queries that are timed together, as a solver asks them. */
typedef struct ts_timed_batch {
    const ts_ccd_query *queries; /* that the method can answer */
    size_t count;                /* at least 1 */
    int repetitions;
    double *samples;        /* of each pass: ns per query */
    ts_ccd_result *answers; /* answers[r * count + q]: what the method said in pass r, to be settled */
} ts_timed_batch;

/* Whether the method answers many queries in another way than one by one. */
bool ts_has_own_batch(const ts_ccd_method *method);
/* ns per query of the method's query_batch on all of them in one call, warm, repeated until it is long against the
 * clock: the calling thread's, or for a method from outside, whose process works while the thread waits, the wall's,
 * with all that it takes to ask it. A call longer than TS_SLOW_QUERY_NS is made once and stands for all passes. False
 * when stopped. */
bool ts_time_batch(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_timed_batch *batch);

/* The median of count >= 1 values; sorts them. The mean of the middle two when count is even. */
double ts_median(double *values, size_t count);

#endif
