/* SPDX-License-Identifier: GPL-2.0-or-later
 * Timing one block of a replay. */
#include "benches/replay_times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ccd/failure.h"
#include "ccd/registry.h"
#include "core/clock.h"
#include "core/error.h"

ts_status ts_replay_times_init(ts_replay_times *times, const ts_replay_options *options, ts_error *error) {
    const size_t block = ts_replay_block_of(options), repetitions = (size_t)options->repetitions;
    const size_t answers = repetitions > 0 ? (options->method_count + 1) * block : 0;
    *times = (ts_replay_times){.options = options,
                               .samples = calloc(answers + 1, (repetitions + 1) * sizeof *times->samples),
                               .answers = calloc(answers + 1, (repetitions + 1) * sizeof *times->answers),
                               .batched = calloc(answers + 1, (repetitions + 1) * sizeof *times->batched),
                               .batch_ns = calloc(answers + 1, sizeof *times->batch_ns),
                               .sorted = calloc(repetitions + 1, sizeof *times->sorted),
                               .before = calloc(block, sizeof *times->before),
                               .queries = calloc(block, sizeof *times->queries),
                               .from = calloc(block, sizeof *times->from),
                               .said = calloc(block, (repetitions + 1) * sizeof *times->said)};
    if (!times->samples || !times->answers || !times->batched || !times->batch_ns || !times->sorted || !times->before ||
        !times->queries || !times->from || !times->said) {
        return ts_fail_memory(error, "the times of a block");
    }
    if (repetitions > 0) ts_stopwatch_calibrate(&times->stopwatch);
    times->stopwatch.stop = options->progress.interrupted;
    times->stopwatch.self = options->progress.self;
    return TS_OK;
}

void ts_replay_times_clear(ts_replay_times *times) {
    free(times->samples);
    free(times->answers);
    free(times->batched);
    free(times->batch_ns);
    free(times->sorted);
    free(times->before);
    free(times->queries);
    free(times->from);
    free(times->said);
    *times = (ts_replay_times){0};
}

/* ---- In a batch ---- */

static bool has_failed(const ts_ccd_query *query, const ts_ccd_result *answer) {
    ts_ccd_result settled = *answer;
    return ts_ccd_settle(query, &settled) != TS_CCD_FAILURE_NONE || settled.status == TS_CCD_UNSUPPORTED;
}

/* Has the query a time of its own, from all repetitions? */
static bool is_timed(const ts_replay_times *times, const ts_replay_block *block, size_t method, size_t q) {
    const size_t repetitions = (size_t)times->options->repetitions;
    for (size_t r = 0; r < repetitions; ++r) {
        const size_t at = (method * repetitions + r) * block->count + q;
        if (isnan(times->samples[at]) || has_failed(&block->queries[q], &times->answers[at])) return false;
    }
    return true;
}

/* The queries of a kind that the method has answered alone: both times are of the same, and what brings a process down
 * is not asked once more. */
static size_t gather(ts_replay_times *times, const ts_replay_block *block, size_t method, ts_ccd_kind kind) {
    const ts_ccd_backend *backend = times->options->methods[method].backend;
    size_t count = 0;
    for (size_t q = 0; q < block->count; ++q) {
        if (block->queries[q].kind != kind || !ts_ccd_can_answer(backend, &block->queries[q])) continue;
        if (!is_timed(times, block, method, q)) continue;
        times->queries[count] = block->queries[q];
        times->from[count++] = q;
    }
    return count;
}

/* Did a query fail when `count` of them were asked together? Then their time is not that of answers. */
static bool has_batch_failed(const ts_replay_times *times, size_t count) {
    for (size_t i = 0; i < count * (size_t)times->options->repetitions; ++i) {
        if (has_failed(&times->queries[i % count], &times->said[i])) return true;
    }
    return false;
}

static bool time_kind(ts_replay_times *times, const ts_replay_block *block, size_t method, ts_ccd_kind kind) {
    const ts_replay_options *options = times->options;
    const size_t repetitions = (size_t)options->repetitions;
    const size_t count = gather(times, block, method, kind);
    if (count == 0) return true;
    const ts_timed_batch batch = {times->queries, count, options->repetitions, times->sorted, times->said};
    if (!ts_time_batch(&times->stopwatch, &options->methods[method], &batch)) return false;
    for (size_t r = 0; r < repetitions; ++r) {
        ts_ccd_result *batched = times->batched + (method * repetitions + r) * block->count;
        for (size_t i = 0; i < count; ++i) batched[times->from[i]] = times->said[r * count + i];
    }
    if (has_batch_failed(times, count)) return true;
    const double median = ts_median(times->sorted, repetitions);
    for (size_t i = 0; i < count; ++i) times->batch_ns[method * block->count + times->from[i]] = median;
    return true;
}

static bool time_batch(ts_replay_times *times, const ts_replay_block *block, size_t method) {
    const size_t repetitions = (size_t)times->options->repetitions;
    ts_ccd_result *batched = times->batched + method * repetitions * block->count;
    for (size_t i = 0; i < repetitions * block->count; ++i) batched[i].status = TS_CCD_UNSUPPORTED;
    for (size_t q = 0; q < block->count; ++q) times->batch_ns[method * block->count + q] = NAN;
    if (!ts_has_own_batch(&times->options->methods[method])) return true;
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        if (!time_kind(times, block, method, (ts_ccd_kind)kind)) return false;
    }
    return true;
}

/* ---- Alone ---- */

/* An answer unlike that of the first pass is kept for those who compare. */
static bool is_like(const ts_ccd_result *answer, const ts_ccd_result *first) {
    return answer->status == first->status && answer->toi == first->toi;
}

static bool time_again(ts_replay_times *times, const ts_ccd_method *method, const ts_timed_block *alone, int pass) {
    double *samples = alone->samples + (size_t)pass * alone->count;
    ts_ccd_result *answers = alone->answers + (size_t)pass * alone->count;
    memcpy(times->before, samples, alone->count * sizeof *samples);
    memcpy(times->said, answers, alone->count * sizeof *answers);
    const bool finished = ts_time_pass_where_it_runs(&times->stopwatch, method, alone, pass);
    for (size_t q = 0; q < alone->count; ++q) {
        const bool timed = !isnan(samples[q]) && !isnan(times->before[q]); /* fmin would pass over what was not */
        samples[q] = timed ? fmin(samples[q], times->before[q]) : NAN;
        if (!is_like(&times->said[q], &alone->answers[q])) answers[q] = times->said[q];
    }
    return finished;
}

bool ts_replay_time(ts_replay_times *times, const ts_replay_block *block, size_t method, int pass, int round) {
    const ts_replay_options *options = times->options;
    const ts_ccd_method *asked = &options->methods[method];
    const size_t at = method * (size_t)options->repetitions * block->count;
    const ts_timed_block alone = {block->queries, block->count, options->repetitions, times->samples + at,
                                  times->answers + at};
    const double start = ts_seconds();
    bool finished;
    if (pass == options->repetitions)
        finished = time_batch(times, block, method);
    else if (round > 0)
        finished = time_again(times, asked, &alone, pass);
    else
        finished = ts_time_pass_where_it_runs(&times->stopwatch, asked, &alone, pass);
    times->seconds += ts_seconds() - start;
    return finished;
}

bool ts_replay_may_repeat(const ts_replay_times *times, const ts_replay_block *block, int pass) {
    const size_t repetitions = (size_t)times->options->repetitions;
    for (size_t m = 0; m < times->options->method_count; ++m) {
        const ts_ccd_result *answers = times->answers + (m * repetitions + (size_t)pass) * block->count;
        for (size_t q = 0; q < block->count; ++q) {
            if ((unsigned)answers[q].status >= TS_CCD_FAILED) return false;
        }
    }
    return true;
}

/* ---- Entering ---- */

/* A sample this many times the query's median is one during which the machine did something else: a thread that has to
 * wait loses milliseconds, a thousand times what a query takes. */
static const double DISTURBED = 4.0;

/* A slow query is timed once, at one moment of the machine. Were that sample in the sums of all repetitions they would
 * agree about what nobody repeated: another run, made while the machine was slower, would be slower beyond doubt. So it
 * counts as just slow, here and in every other run. */
static double sure(double sample, double median) {
    return fmin(fmin(sample, DISTURBED * median), TS_SLOW_QUERY_NS);
}

double ts_replay_enter_time(const ts_replay_times *times, ts_replay_cell *cell, const ts_replay_block *block,
                            size_t method, size_t q) {
    const size_t repetitions = (size_t)times->options->repetitions;
    const double *samples = times->samples + method * repetitions * block->count + q;
    for (size_t r = 0; r < repetitions; ++r) {
        if (isnan(samples[r * block->count])) return NAN;
        times->sorted[r] = samples[r * block->count];
    }
    if (repetitions == 0) return NAN;
    const double median = ts_median(times->sorted, repetitions);
    for (size_t r = 0; r < repetitions; ++r) {
        cell->repetition_sum[r] += sure(samples[r * block->count], median);
    }
    return median;
}
