/* SPDX-License-Identifier: GPL-2.0-or-later
 * How long a method takes for one query: each query alone, warm, repeated until a sample is long against
 * the clock, by one thread and with no refereeing in between. */
#ifndef TS_BENCHES_TIMING_H
#define TS_BENCHES_TIMING_H

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

/* ns per call: `repetitions` passes over the queries, samples[r * count + q] for query q in pass r. A query
 * of a kind that the method lacks gets NaN. One slower than TS_SLOW_QUERY_NS is timed once, and that sample
 * stands for all passes. False when stopped: the samples are incomplete then. */
bool ts_time_queries(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_ccd_query *queries,
                     size_t count, int repetitions, double *samples);

#define TS_SLOW_QUERY_NS 50e6

/* The median of count >= 1 values; sorts them. The mean of the middle two when count is even. */
double ts_median(double *values, size_t count);

#endif
