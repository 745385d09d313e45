/* SPDX-License-Identifier: GPL-2.0-or-later
 * The sweep over gaps and thicknesses: its queries, asked and timed. */
#include "benches/gap_sweep.h"

#include <math.h>
#include <stdlib.h>

#include "benches/micro/close_queries.h"
#include "ccd/timing.h"
#include "core/error.h"

enum { PASSES = 3 };

/* Two to a decade. */
static const double GAPS[TS_SWEEP_GAPS] = {1e-9,   3.2e-9, 1e-8,   3.2e-8, 1e-7,   3.2e-7, 1e-6,   3.2e-6, 1e-5,
                                           3.2e-5, 1e-4,   3.2e-4, 1e-3,   3.2e-3, 1e-2,   3.2e-2, 1e-1};
static const double THICKNESSES[TS_SWEEP_THICKNESSES] = {0.0, 1e-4, 1e-3, 1e-2};

double ts_sweep_gap(size_t gap) {
    return GAPS[gap];
}

double ts_sweep_thickness(size_t thickness) {
    return THICKNESSES[thickness];
}

/* Query `index` of the sweep; the motion depends on the index and the seed alone. Primitives are of 1e-2 m and move as
 * those of the family of near queries that methods are timed on (docs/benchmarks.md). */
static void set_query(uint64_t seed, uint64_t index, size_t gap, size_t thickness, ts_ccd_query *query) {
    const ts_ccd_kind kind = index % 2 == 0 ? TS_POINT_TRIANGLE : TS_EDGE_EDGE;
    ts_random random;
    ts_query_pose pose;
    ts_sample_begin(&random, "gap-sweep", seed, index, kind);
    *query = ts_blank_query(kind);
    query->min_distance = THICKNESSES[thickness];
    ts_sample_pose(&random, kind, TS_CLOSE_SIZE, query->min_distance + GAPS[gap], &pose);
    ts_close_motion(&random, &pose, query);
}

/* ---- One cell ---- */

typedef struct workspace {
    ts_ccd_query *queries, *asked; /* all; those that a method answers */
    double *iterations, *samples, *nanoseconds;
    ts_ccd_result *answers;
} workspace;

static void workspace_clear(workspace *space) {
    free(space->queries);
    free(space->asked);
    free(space->iterations);
    free(space->samples);
    free(space->answers);
    free(space->nanoseconds);
}

static bool workspace_init(workspace *space, size_t queries) {
    *space = (workspace){.queries = calloc(queries, sizeof *space->queries),
                         .asked = calloc(queries, sizeof *space->asked),
                         .iterations = calloc(queries, sizeof *space->iterations),
                         .samples = calloc(PASSES * queries, sizeof *space->samples),
                         .answers = calloc(PASSES * queries, sizeof *space->answers),
                         .nanoseconds = calloc(queries, sizeof *space->nanoseconds)};
    return space->queries && space->asked && space->iterations && space->samples && space->answers &&
           space->nanoseconds;
}

/* The nearest rank of 0.9, of values that ts_median has sorted. */
static double upper(const double *sorted, size_t count) {
    return sorted[(9 * count + 9) / 10 - 1];
}

/* What a method does not answer is neither counted nor timed: that is soon said. Returns how many are left. */
static size_t count_iterations(const ts_ccd_method *method, const workspace *space, size_t queries) {
    size_t answered = 0;
    for (size_t q = 0; q < queries; ++q) {
        ts_ccd_result result;
        ts_ccd_answer(method, &space->queries[q], &result);
        if (result.status == TS_CCD_UNSUPPORTED || result.status == TS_CCD_FAILED) continue;
        space->asked[answered] = space->queries[q];
        space->iterations[answered++] = result.iterations;
    }
    return answered;
}

/* The median over the passes, of the queries that were answered in all of them. */
static size_t gather_times(const workspace *space, size_t asked) {
    size_t timed = 0;
    for (size_t q = 0; q < asked; ++q) {
        double passes[PASSES];
        bool all = true;
        for (size_t p = 0; p < PASSES; ++p) {
            passes[p] = space->samples[p * asked + q];
            all = all && !isnan(passes[p]) && (unsigned)space->answers[p * asked + q].status < TS_CCD_UNSUPPORTED;
        }
        if (all) space->nanoseconds[timed++] = ts_median(passes, PASSES);
    }
    return timed;
}

static bool are_too_few(size_t answered, size_t queries) {
    return answered == 0 || 2 * answered < queries;
}

/* False when stopped. */
static bool measure(const ts_stopwatch *stopwatch, const ts_ccd_method *method, const workspace *space, size_t queries,
                    ts_gap_sweep_cell *cell) {
    const size_t answered = count_iterations(method, space, queries);
    if (are_too_few(answered, queries)) return true;
    const ts_timed_block block = {space->asked, answered, PASSES, space->samples, space->answers};
    if (!ts_time_queries(stopwatch, method, &block)) return false;
    const size_t timed = gather_times(space, answered);
    if (are_too_few(timed, queries)) return true;
    cell->iterations = ts_median(space->iterations, answered);
    cell->many_iterations = upper(space->iterations, answered);
    cell->nanoseconds = ts_median(space->nanoseconds, timed);
    cell->most_of_ns = upper(space->nanoseconds, timed);
    return true;
}

/* ---- All of them ---- */

static size_t place(const ts_gap_sweep *sweep, size_t method, size_t gap, size_t thickness) {
    return (gap * TS_SWEEP_THICKNESSES + thickness) * sweep->method_count + method;
}

const ts_gap_sweep_cell *ts_gap_sweep_at(const ts_gap_sweep *sweep, size_t method, size_t gap, size_t thickness) {
    return &sweep->cells[place(sweep, method, gap, thickness)];
}

/* Methods take turns at each gap: what disturbs the machine for a while touches all. */
static void measure_all(const ts_gap_sweep_options *options, const workspace *space, ts_gap_sweep *sweep) {
    const size_t queries = (size_t)options->queries;
    ts_stopwatch stopwatch = {.stop = options->interrupted, .self = options->self};
    ts_stopwatch_calibrate(&stopwatch);
    for (size_t i = 0; !sweep->interrupted && i < TS_SWEEP_GAPS * TS_SWEEP_THICKNESSES; ++i) {
        const size_t gap = i / TS_SWEEP_THICKNESSES, thickness = i % TS_SWEEP_THICKNESSES;
        for (size_t q = 0; q < queries; ++q) set_query(options->seed, q, gap, thickness, &space->queries[q]);
        for (size_t m = 0; !sweep->interrupted && m < sweep->method_count; ++m) {
            ts_gap_sweep_cell *cell = &sweep->cells[place(sweep, m, gap, thickness)];
            sweep->interrupted = !measure(&stopwatch, &options->methods[m], space, queries, cell);
        }
    }
}

ts_status ts_gap_sweep_run(const ts_gap_sweep_options *options, ts_gap_sweep *sweep, ts_error *error) {
    const size_t cells = TS_SWEEP_GAPS * TS_SWEEP_THICKNESSES * options->method_count;
    ts_gap_sweep made = {.method_count = options->method_count, .cells = calloc(cells + 1, sizeof *made.cells)};
    workspace space;
    const bool memory = workspace_init(&space, (size_t)options->queries) && made.cells;
    if (memory) {
        for (size_t c = 0; c < cells; ++c) made.cells[c] = (ts_gap_sweep_cell){NAN, NAN, NAN, NAN};
        measure_all(options, &space, &made);
        *sweep = made;
    } else {
        free(made.cells);
    }
    workspace_clear(&space);
    return memory ? TS_OK : ts_fail_memory(error, "the sweep");
}

void ts_gap_sweep_clear(ts_gap_sweep *sweep) {
    free(sweep->cells);
    *sweep = (ts_gap_sweep){0};
}
