/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results of `touchstone barrier` as a results file. */
#include "results/barrier_json.h"

#include <math.h>

#include "core/files.h"
#include "results/results.h"

char *ts_barrier_limit(const ts_quantity_bound *bound) {
    return ts_text("%g %s", bound->most, ts_error_measure_name(bound->measure));
}

/* Infinite errors and missing ones are null; `flaws` tells which. */
static void add_point(ts_json_builder *builder, cJSON *parent, const ts_term *term, const ts_term_point *at) {
    cJSON *inputs = ts_build_array(builder, parent, "inputs");
    for (int i = 0; i < term->inputs; ++i) ts_build_real(builder, inputs, NULL, at->inputs[i]);
    cJSON *parameters = ts_build_array(builder, parent, "parameters");
    for (int i = 0; i < term->parameters; ++i) ts_build_real(builder, parameters, NULL, at->parameters[i]);
}

static void add_quantity(ts_json_builder *builder, cJSON *parent, const ts_barrier_results *results,
                         const ts_barrier_row *row, int q) {
    static const char *const KEY[TS_MEASURES] = {"ulps", "of_norm", "of_inputs"};
    cJSON *quantity = ts_build_object(builder, parent, ts_quantity_name((ts_quantity)q));
    for (int m = 0; m < TS_MEASURES; ++m) {
        const ts_barrier_worst *worst = &row->error[q][m];
        cJSON *measure = ts_build_object(builder, quantity, KEY[m]);
        ts_build_real(builder, measure, "most", worst->most);
        ts_build_real(builder, measure, "median", worst->median);
        if (isnan(worst->most)) continue;
        ts_term_point at;
        ts_term_sweep_point(row->sweep, results->options->seed, worst->index, &at);
        ts_build_count(builder, measure, "sample", worst->index);
        ts_build_real(builder, measure, "variable", row->samples[worst->index].variable);
        add_point(builder, measure, row->subject->term, &at);
    }
    if (!row->bound) return;
    ts_build_own_text(builder, quantity, "bound", ts_barrier_limit(&row->bound->of[q]));
    ts_build_flag(builder, quantity, "missed", row->missed[q]);
}

static void add_projection(ts_json_builder *builder, cJSON *parent, const ts_barrier_row *row) {
    cJSON *projection = ts_build_object(builder, parent, "projection");
    ts_build_count(builder, projection, "matrices", row->projections);
    ts_build_real(builder, projection, "least_eigenvalue", row->projection.least);
    ts_build_real(builder, projection, "exact_least_eigenvalue", row->projection.exact);
    ts_build_real(builder, projection, "distance", row->projection.distance);
    ts_build_real(builder, projection, "bound", row->bound ? row->bound->projection : (double)NAN);
    ts_build_flag(builder, projection, "missed", row->missed_projection);
}

static void add_by_reference(ts_json_builder *builder, cJSON *json, const ts_barrier_results *results,
                             const ts_barrier_row *row) {
    cJSON *errors = ts_build_object(builder, json, "errors");
    for (int q = 0; q < TS_QUANTITIES; ++q) add_quantity(builder, errors, results, row, q);
    if (row->projections > 0) add_projection(builder, json, row);
    cJSON *differences = ts_build_object(builder, json, "reference_against_differences");
    ts_build_count(builder, differences, "points", row->differences);
    ts_build_real(builder, differences, "first", row->difference.first);
    ts_build_real(builder, differences, "second", row->difference.second);
}

static void add_own(ts_json_builder *builder, cJSON *json, const ts_barrier_row *row) {
    cJSON *own = ts_build_object(builder, json, "own_differences");
    ts_build_count(builder, own, "wrong_gradients", row->inconsistent[0]);
    ts_build_count(builder, own, "wrong_hessians", row->inconsistent[1]);
    ts_build_count(builder, own, "unresolved", row->unresolved);
    ts_build_flag(builder, own, "unjudged", row->unjudged);
}

static void add_row(ts_json_builder *builder, cJSON *rows, const ts_barrier_results *results,
                    const ts_barrier_row *row) {
    const ts_term *term = row->subject->term;
    cJSON *json = ts_build_object(builder, rows, NULL);
    ts_build_text(builder, json, "term", term->name);
    ts_build_text(builder, json, "reference", term->reference ? term->reference : "");
    ts_build_text(builder, json, "sweep", row->sweep->name);
    ts_build_text(builder, json, "variable", row->sweep->variable);
    ts_build_count(builder, json, "samples", row->count);
    ts_build_count(builder, json, "outside", row->outside);
    ts_build_count(builder, json, "undecided", row->undecided);
    ts_build_flag(builder, json, "failed", ts_barrier_row_failed(row));
    cJSON *flaws = ts_build_object(builder, json, "flaws");
    for (int f = 0; f < TS_FLAWS; ++f) ts_build_count(builder, flaws, ts_flaw_name((ts_flaw)f), row->flaws[f]);
    if (term->reference)
        add_by_reference(builder, json, results, row);
    else
        add_own(builder, json, row);
}

static void add_three(ts_json_builder *builder, cJSON *parent, const char *name, const double three[TS_CLAMP_ORDERS]) {
    cJSON *array = ts_build_array(builder, parent, name);
    for (int o = 0; o < TS_CLAMP_ORDERS; ++o) ts_build_real(builder, array, NULL, three[o]);
}

static void add_clamp(ts_json_builder *builder, cJSON *clamps, const ts_clamp_result *result) {
    cJSON *json = ts_build_object(builder, clamps, NULL);
    ts_build_text(builder, json, "term", result->term->name);
    ts_build_text(builder, json, "where", result->clamp->where);
    ts_build_count(builder, json, "smooth", (uint64_t)result->clamp->smooth);
    add_three(builder, json, "jump", result->jump);
    add_three(builder, json, "reference_jump", result->exact);
    add_three(builder, json, "off", result->off);
    ts_build_flag(builder, json, "missed", result->missed);
}

static void add_finding(ts_json_builder *builder, cJSON *findings, const ts_scan_result *scan, int kind) {
    const ts_scan_finding *finding = &scan->finding[kind];
    if (finding->count == 0) return;
    cJSON *json = ts_build_object(builder, findings, NULL);
    ts_build_text(builder, json, "what", ts_scan_kind_name((ts_scan_kind)kind));
    ts_build_text(builder, json, "sweep", finding->sweep->name);
    ts_build_count(builder, json, "points", finding->count);
    if (kind < TS_SCAN_FLAW) ts_build_real(builder, json, "error", finding->error);
    add_point(builder, json, scan->term, &finding->at);
}

static void add_scan(ts_json_builder *builder, cJSON *scans, const ts_scan_result *scan) {
    cJSON *json = ts_build_object(builder, scans, NULL);
    ts_build_text(builder, json, "term", scan->term->name);
    ts_build_count(builder, json, "points", scan->points);
    ts_build_count(builder, json, "again", scan->again);
    ts_build_count(builder, json, "suspects", scan->suspects);
    ts_build_count(builder, json, "judged", scan->judged);
    ts_build_count(builder, json, "outside", scan->outside);
    ts_build_count(builder, json, "wrong", scan->wrong);
    ts_build_real(builder, json, "most_over_bound", scan->most);
    if (scan->sweep) {
        cJSON *worst = ts_build_object(builder, json, "worst");
        ts_build_text(builder, worst, "sweep", scan->sweep->name);
        add_point(builder, worst, scan->term, &scan->at);
    }
    cJSON *findings = ts_build_array(builder, json, "findings");
    for (int kind = 0; kind < TS_SCAN_KINDS; ++kind) add_finding(builder, findings, scan, kind);
    ts_build_flag(builder, json, "unjudged", scan->unjudged);
    ts_build_flag(builder, json, "failed", ts_scan_failed(scan));
}

ts_status ts_barrier_write_json(const ts_barrier_results *results, const ts_context *context, const char *path,
                                ts_error *error) {
    ts_json_builder builder = {false};
    cJSON *root = ts_results_begin(&builder, TS_RESULTS_BARRIER, context);
    ts_build_count(&builder, root, "samples", results->options->samples);
    ts_build_count(&builder, root, "scan", results->options->scan);
    ts_build_count(&builder, root, "seed", results->options->seed);
    ts_build_flag(&builder, root, "interrupted", results->interrupted);
    ts_build_flag(&builder, root, "failed", ts_barrier_any_failure(results));
    cJSON *scans = ts_build_array(&builder, root, "scans");
    for (size_t s = 0; s < results->scan_count; ++s) add_scan(&builder, scans, &results->scans[s]);
    cJSON *rows = ts_build_array(&builder, root, "sweeps");
    for (size_t r = 0; r < results->row_count; ++r) add_row(&builder, rows, results, &results->rows[r]);
    cJSON *clamps = ts_build_array(&builder, root, "clamps");
    for (size_t c = 0; c < results->clamp_count; ++c) add_clamp(&builder, clamps, &results->clamps[c]);
    return ts_results_write(&builder, root, path, error);
}
