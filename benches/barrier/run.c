/* SPDX-License-Identifier: GPL-2.0-or-later
 * Every subject through its sweeps, samples in parallel; then what they sum up to. */
#include <math.h>
#include <stdlib.h>

#include "benches/barrier/barrier.h"
#include "core/error.h"

/* Samples between two looks at the clock and at Ctrl-C. */
enum { BLOCK = 64 };

/* Of so many samples one is asked for its projection, one for the differences of its reference. */
enum { PROJECTION_EVERY = 4, DIFFERENCES_EVERY = 8 };

/* ---- samples ---- */

static bool is_interrupted(const ts_barrier_options *options) {
    return options->interrupted && options->interrupted(options->self);
}

static void take_block(const ts_barrier_options *options, ts_barrier_row *row, uint64_t end) {
    const int64_t first = (int64_t)row->count, last = (int64_t)end;
#pragma omp parallel for schedule(dynamic, 1)
    for (int64_t i = first; i < last; ++i) {
        ts_term_point at;
        ts_term_sweep_point(row->sweep, options->seed, (uint64_t)i, &at);
        const unsigned ask = (i % PROJECTION_EVERY == 0 ? TS_ASK_PROJECTION : 0u) |
                             (i % DIFFERENCES_EVERY == 0 ? TS_ASK_DIFFERENCES : 0u);
        ts_barrier_judge(row->subject, row->bound, &at, ask, &row->samples[i]);
    }
    row->count = end;
}

/* `before`: samples of the rows before it. */
static ts_status take_samples(const ts_barrier_options *options, ts_barrier_row *row, uint64_t before, uint64_t total,
                              ts_error *error) {
    row->samples = calloc(options->samples, sizeof *row->samples);
    if (!row->samples) return ts_fail_memory(error, "the samples of a sweep");
    while (row->count < options->samples && !is_interrupted(options)) {
        if (options->report) options->report(options->self, row->subject->term->name, before + row->count, total);
        const uint64_t left = options->samples - row->count;
        take_block(options, row, row->count + (left < BLOCK ? left : BLOCK));
    }
    return TS_OK;
}

/* ---- sums ---- */

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* scratch: as many numbers as there are samples. */
static ts_barrier_worst sum_errors(const ts_barrier_row *row, int quantity, int measure, double *scratch) {
    ts_barrier_worst worst = {NAN, NAN, 0};
    size_t count = 0;
    for (uint64_t i = 0; i < row->count; ++i) {
        const ts_barrier_sample *sample = &row->samples[i];
        const double error = sample->judgement.error[quantity][measure];
        if (sample->undecided || isnan(error)) continue;
        scratch[count++] = error;
        if (!(error <= worst.most)) worst = (ts_barrier_worst){error, NAN, i};
    }
    if (count == 0) return worst;
    qsort(scratch, count, sizeof *scratch, ascending);
    worst.median = scratch[(count - 1) / 2];
    return worst;
}

static void sum_sample(ts_barrier_row *row, const ts_barrier_sample *sample) {
    row->undecided += sample->undecided;
    row->outside += sample->outside;
    for (int f = 0; f < TS_FLAWS; ++f) row->flaws[f] += sample->judgement.flaw[f];
    if (sample->has_projection) {
        ts_projection_error *sum = &row->projection;
        const ts_projection_error *one = &sample->projection;
        if (row->projections == 0 || one->least < sum->least) sum->least = one->least, sum->exact = one->exact;
        sum->distance = fmax(sum->distance, one->distance);
        ++row->projections;
    }
    if (sample->has_differences) {
        ++row->differences;
        row->difference.first = fmax(row->difference.first, sample->differences.first);
        row->difference.second = fmax(row->difference.second, sample->differences.second);
    }
    row->inconsistent[0] += sample->own.gradient == TS_INCONSISTENT;
    row->inconsistent[1] += sample->own.hessian == TS_INCONSISTENT;
    row->unresolved += sample->own.gradient == TS_UNRESOLVED || sample->own.hessian == TS_UNRESOLVED;
    row->resolved += sample->own.gradient <= TS_INCONSISTENT || sample->own.hessian <= TS_INCONSISTENT;
}

static void hold_to_bounds(ts_barrier_row *row) {
    const ts_barrier_bound *bound = row->bound;
    row->missed_difference =
        row->difference.first > TS_REFERENCE_TOLERANCE || row->difference.second > TS_REFERENCE_TOLERANCE;
    for (int q = 0; bound && q < TS_QUANTITIES; ++q) {
        row->missed[q] = row->error[q][bound->of[q].measure].most > bound->of[q].most;
    }
    if (!bound || row->projections == 0) return;
    row->missed_projection = row->projection.distance > bound->projection || row->projection.least < -bound->projection;
}

static ts_status sum_up(ts_barrier_row *row, ts_error *error) {
    double *scratch = malloc((row->count + 1) * sizeof *scratch);
    if (!scratch) return ts_fail_memory(error, "the errors of a sweep");
    for (uint64_t i = 0; i < row->count; ++i) sum_sample(row, &row->samples[i]);
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        for (int m = 0; m < TS_MEASURES; ++m) {
            row->error[q][m] =
                row->subject->term->reference ? sum_errors(row, q, m, scratch) : (ts_barrier_worst){NAN, NAN, 0};
        }
    }
    hold_to_bounds(row);
    free(scratch);
    return TS_OK;
}

/* A term without a reference has not passed where nothing was judged: all points outside its domain, say. */
static void mark_unjudged(ts_barrier_results *results) {
    for (size_t r = 0; r < results->row_count; ++r) {
        ts_barrier_row *row = &results->rows[r];
        uint64_t resolved = 0;
        for (size_t k = 0; k < results->row_count; ++k) {
            if (results->rows[k].subject == row->subject) resolved += results->rows[k].resolved;
        }
        row->unjudged = !row->subject->term->reference && row->count > 0 && resolved == 0;
    }
}

/* ---- the run ---- */

/* A sweep that an interrupted run never reaches has no errors, which is not errors of zero. */
static void without_errors(ts_barrier_row *row) {
    for (int q = 0; q < TS_QUANTITIES; ++q) {
        for (int m = 0; m < TS_MEASURES; ++m) row->error[q][m] = (ts_barrier_worst){NAN, NAN, 0};
    }
}

static ts_status list_rows(const ts_barrier_options *options, ts_barrier_results *results, ts_error *error) {
    for (size_t s = 0; s < options->subject_count; ++s) {
        const ts_barrier_subject *subject = &options->subjects[s];
        size_t count;
        const ts_term_sweep *sweeps = ts_term_sweeps_of(subject->term, &count);
        ts_barrier_row *rows = realloc(results->rows, (results->row_count + count) * sizeof *rows);
        if (!rows) return ts_fail_memory(error, "the list of sweeps");
        results->rows = rows;
        for (size_t k = 0; k < count; ++k) {
            const ts_barrier_bound *bound = subject->term->reference ? ts_barrier_bound_of(&sweeps[k]) : NULL;
            rows[results->row_count] = (ts_barrier_row){.subject = subject, .sweep = &sweeps[k], .bound = bound};
            without_errors(&rows[results->row_count++]);
        }
    }
    return TS_OK;
}

static ts_status judge_clamps(const ts_barrier_options *options, ts_barrier_results *results, ts_error *error) {
    results->clamps = calloc(ts_clamp_count() * options->subject_count + 1, sizeof *results->clamps);
    if (!results->clamps) return ts_fail_memory(error, "the clamps");
    for (size_t s = 0; s < options->subject_count; ++s) {
        for (size_t c = 0; c < ts_clamp_count() && !is_interrupted(options); ++c) {
            ts_clamp_result *result = &results->clamps[results->clamp_count];
            results->clamp_count += ts_clamp_judge(ts_clamp_at(c), options->subjects[s].term, result);
        }
    }
    return TS_OK;
}

static ts_status scan_subjects(const ts_barrier_options *options, ts_barrier_results *results, ts_error *error) {
    if (options->scan == 0) return TS_OK;
    const ts_scan_options scan = {options->scan, options->seed, options->report, options->interrupted, options->self};
    results->scans = calloc(options->subject_count + 1, sizeof *results->scans);
    if (!results->scans) return ts_fail_memory(error, "the scans");
    for (size_t s = 0; s < options->subject_count && !is_interrupted(options); ++s) {
        const ts_status status = ts_scan_run(options->subjects[s].term, &scan, &results->scans[s], error);
        if (status != TS_OK) return status;
        ++results->scan_count;
    }
    return TS_OK;
}

ts_status ts_barrier_run(const ts_barrier_options *options, ts_barrier_results *results, ts_error *error) {
    ts_barrier_results made = {.options = options};
    ts_status status = list_rows(options, &made, error);
    if (status == TS_OK) status = scan_subjects(options, &made, error);
    if (status == TS_OK) status = judge_clamps(options, &made, error);
    for (size_t r = 0; status == TS_OK && r < made.row_count && !is_interrupted(options); ++r) {
        status = take_samples(options, &made.rows[r], r * options->samples, made.row_count * options->samples, error);
        if (status == TS_OK) status = sum_up(&made.rows[r], error);
    }
    if (status != TS_OK) {
        ts_barrier_results_clear(&made);
        return status;
    }
    made.interrupted = is_interrupted(options);
    if (!made.interrupted) mark_unjudged(&made);
    *results = made;
    return TS_OK;
}

void ts_barrier_results_clear(ts_barrier_results *results) {
    for (size_t r = 0; r < results->row_count; ++r) free(results->rows[r].samples);
    free(results->rows);
    free(results->clamps);
    free(results->scans);
    *results = (ts_barrier_results){0};
}

bool ts_barrier_row_failed(const ts_barrier_row *row) {
    bool failed = row->missed_projection || row->missed_difference || row->undecided > 0;
    for (int q = 0; q < TS_QUANTITIES; ++q) failed |= row->missed[q];
    for (int f = 0; f < TS_FLAWS; ++f) failed |= row->flaws[f] > 0;
    return failed || row->unjudged || row->inconsistent[0] > 0 || row->inconsistent[1] > 0;
}

bool ts_barrier_any_failure(const ts_barrier_results *results) {
    bool failed = false;
    for (size_t r = 0; r < results->row_count; ++r) failed |= ts_barrier_row_failed(&results->rows[r]);
    for (size_t c = 0; c < results->clamp_count; ++c) failed |= results->clamps[c].missed;
    for (size_t s = 0; s < results->scan_count; ++s) failed |= ts_scan_failed(&results->scans[s]);
    return failed;
}
