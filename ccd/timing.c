/* SPDX-License-Identifier: MIT
 * Timing of single queries against a clock that is coarser than they are. */
#include "ccd/timing.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ccd/failure.h"
#include "ccd/hosted.h"
#include "core/clock.h"

enum { CALIBRATION_SAMPLES = 1001, MOST_CALLS = 4096 };

/* A sample this much longer than a reading of the clock is wrong by 2 % at most. */
static const double CLOCK_SHARE = 50.0;
/* A call this long has warmed the caches before it is half done. */
static const double WARM_BY_ITSELF_NS = 1e5;

double ts_nanoseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double ts_median(double *values, size_t count) {
    qsort(values, count, sizeof *values, compare_doubles);
    return 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

void ts_stopwatch_calibrate(ts_stopwatch *stopwatch) {
    double readings[CALIBRATION_SAMPLES], least_step = INFINITY;
    for (int i = 0; i < CALIBRATION_SAMPLES; ++i) {
        const double start = ts_nanoseconds_now();
        readings[i] = ts_nanoseconds_now() - start;
        if (readings[i] > 0.0) least_step = fmin(least_step, readings[i]);
    }
    stopwatch->overhead = ts_median(readings, CALIBRATION_SAMPLES);
    stopwatch->long_enough = CLOCK_SHARE * (isfinite(least_step) ? fmax(least_step, 20.0) : 1e4);
}

/* ns for that many calls, the clock's own cost taken off; the answer of the last. */
static double time_calls(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_ccd_query *query,
                         int calls, ts_ccd_result *answer) {
    ts_ccd_result result = {.status = TS_CCD_FAILED};
    const double start = ts_nanoseconds_now();
    for (int i = 0; i < calls; ++i) method->backend->query(method->self, query, &result);
    const double nanoseconds = fmax(ts_nanoseconds_now() - start - stopwatch->overhead, 0.0);
    *answer = result;
    return nanoseconds;
}

/* Calls per sample, from the time of one warm call. */
static int calls_needed(const ts_stopwatch *stopwatch, double one_call) {
    const double calls = ceil(stopwatch->long_enough / fmax(one_call, 1.0));
    return calls < 1.0 ? 1 : calls > (double)MOST_CALLS ? MOST_CALLS : (int)calls;
}

static double time_query(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_ccd_query *query,
                         ts_ccd_result *answer) {
    const double one_call = time_calls(stopwatch, method, query, 1, answer); /* warms the caches, too */
    if (one_call > WARM_BY_ITSELF_NS) return one_call;
    if (one_call > stopwatch->long_enough) return time_calls(stopwatch, method, query, 1, answer);
    const int calls = calls_needed(stopwatch, time_calls(stopwatch, method, query, 1, answer));
    return time_calls(stopwatch, method, query, calls, answer) / calls;
}

static double first_sample(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_ccd_query *query,
                           ts_ccd_result *answer) {
    ts_ccd_failure failure;
    ts_ccd_result last;
    const double start = ts_nanoseconds_now(), start_of_thread = ts_thread_seconds();
    ts_ccd_answer_why(method, query, answer, &failure);
    const double spent = 1e9 * (ts_thread_seconds() - start_of_thread);
    double cold = ts_nanoseconds_now() - start;
    /* Where it had to wait for others it is asked once more: the first sample of a slow query stands for all. */
    if (cold > TS_SLOW_QUERY_NS && spent <= TS_SLOW_QUERY_NS) {
        cold = fmin(cold, time_calls(stopwatch, method, query, 1, &last));
    }
    if (failure != TS_CCD_FAILURE_NONE) answer->status = ts_ccd_failed_because(failure);
    if (answer->status == TS_CCD_UNSUPPORTED) return NAN;
    return cold > TS_SLOW_QUERY_NS ? cold : time_query(stopwatch, method, query, &last);
}

bool ts_time_pass(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_timed_block *block, int pass) {
    double *samples = block->samples + (size_t)pass * block->count;
    ts_ccd_result *answers = block->answers + (size_t)pass * block->count;
    for (size_t q = 0; q < block->count; ++q) {
        const ts_ccd_query *query = &block->queries[q];
        if (stopwatch->stop && stopwatch->stop(stopwatch->self)) return false;
        if (pass == 0) {
            samples[q] = first_sample(stopwatch, method, query, &answers[q]);
        } else if (block->samples[q] <= TS_SLOW_QUERY_NS) { /* false for NaN */
            samples[q] = time_query(stopwatch, method, query, &answers[q]);
        } else {
            samples[q] = block->samples[q];
            answers[q] = block->answers[q];
        }
    }
    return true;
}

/* Passes over all queries rather than repetitions of each: what disturbs the machine for a moment then
 * touches one sample of many queries, which their medians ignore. */
bool ts_time_queries(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_timed_block *block) {
    for (int r = 0; r < block->repetitions; ++r) {
        if (!ts_time_pass_where_it_runs(stopwatch, method, block, r)) return false;
    }
    return true;
}

bool ts_time_pass_where_it_runs(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_timed_block *block,
                                int pass) {
    if (!ts_is_hosted(method->backend)) return ts_time_pass(stopwatch, method, block, pass);
    if (stopwatch->stop && stopwatch->stop(stopwatch->self)) return false;
    ts_hosted_set_timing(method, true);
    ts_hosted_time_pass(method, block, pass);
    ts_hosted_set_timing(method, false);
    return true;
}

/* ---- Many in one call ---- */

bool ts_has_own_batch(const ts_ccd_method *method) {
    if (ts_is_hosted(method->backend)) return ts_hosted_has_batch(method->backend);
    return method->backend->query_batch != NULL;
}

/* A sample of a batch: the thread's clock is a call of the system, half a microsecond. */
static const double BATCH_SAMPLE_NS = 5e4;

/* Its time is its own thread's; one from outside works elsewhere, while this thread waits. */
static double batch_clock(const ts_ccd_method *method) {
    return 1e9 * (ts_ccd_is_foreign(method->backend) ? ts_seconds() : ts_thread_seconds());
}

static double ns_per_call(const ts_ccd_method *method, const ts_timed_batch *batch, ts_ccd_result *answers, int calls) {
    for (size_t q = 0; q < batch->count; ++q) answers[q] = (ts_ccd_result){.status = TS_CCD_FAILED};
    const double start = batch_clock(method);
    for (int i = 0; i < calls; ++i) {
        method->backend->query_batch(method->self, batch->count, batch->queries, answers);
    }
    return (batch_clock(method) - start) / calls;
}

static int batch_calls(double one_call) {
    const double calls = ceil(BATCH_SAMPLE_NS / fmax(one_call, 1.0));
    return calls > (double)MOST_CALLS ? MOST_CALLS : (int)calls;
}

static bool time_batch(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_timed_batch *batch) {
    if (stopwatch->stop && stopwatch->stop(stopwatch->self)) return false;
    const double first = ns_per_call(method, batch, batch->answers, 1), per_query = 1.0 / (double)batch->count;
    for (int r = 0; r < batch->repetitions; ++r) {
        ts_ccd_result *answers = batch->answers + (size_t)r * batch->count;
        if (stopwatch->stop && stopwatch->stop(stopwatch->self)) return false;
        if (first <= TS_SLOW_QUERY_NS)
            batch->samples[r] = ns_per_call(method, batch, answers, batch_calls(first)) * per_query;
        else
            batch->samples[r] = first * per_query;
        if (first > TS_SLOW_QUERY_NS && r > 0) memcpy(answers, batch->answers, batch->count * sizeof *answers);
    }
    return true;
}

bool ts_time_batch(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const ts_timed_batch *batch) {
    ts_hosted_set_timing(method, true);
    const bool finished = time_batch(stopwatch, method, batch);
    ts_hosted_set_timing(method, false);
    return finished;
}
