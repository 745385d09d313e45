/* SPDX-License-Identifier: GPL-2.0-or-later
 * Tables of errors, projections, clamps and derivatives, and where the worst of what failed is. */
#include "reports/barrier/barrier.h"

#include <inttypes.h>
#include <math.h>

#include "core/error.h"
#include "reports/barrier/words.h"
#include "reports/table.h"
#include "results/barrier_json.h"

/* A table in the making. */
typedef struct section {
    const char *title;
    ts_table_column group;
    const ts_table_column *columns;
    size_t column_count;
    ts_status (*fill)(const ts_barrier_results *results, ts_table *table);
} section;

static char *text(const char *words) {
    return ts_text("%s", words);
}

static char *verdict(bool missed) {
    return text(missed ? "MISSED" : "ok");
}

/* ---- errors ---- */

static const ts_table_column ERROR_COLUMNS[] = {
    {"sweep", "sweep", true},
    {"quantity", "of", true},
    {"ulps_most", "ulps\nmost", false},
    {"ulps_median", "ulps\nmedian", false},
    {"norm_most", "of the norm\nmost", false},
    {"norm_median", "of the norm\nmedian", false},
    {"input_most", "of the inputs\nmost", false},
    {"worst_at", "worst at", true},
    {"bound", "bound", true},
    {"verdict", "", true},
};

static ts_status add_errors(const ts_barrier_row *row, int q, ts_table *table) {
    const ts_barrier_worst *error = row->error[q];
    char *const cells[] = {
        text(q == 0 ? row->sweep->name : ""),
        text(ts_quantity_name((ts_quantity)q)),
        ts_barrier_number(error[TS_MEASURE_ULPS].most),
        ts_barrier_number(error[TS_MEASURE_ULPS].median),
        ts_barrier_number(error[TS_MEASURE_NORM].most),
        ts_barrier_number(error[TS_MEASURE_NORM].median),
        ts_barrier_number(error[TS_MEASURE_INPUT].most),
        ts_barrier_place(row, q),
        row->bound ? ts_barrier_limit(&row->bound->of[q]) : text("none"),
        row->bound ? verdict(row->missed[q]) : text(""),
    };
    return ts_table_add(table, row->subject->term->name, cells);
}

static ts_status fill_errors(const ts_barrier_results *results, ts_table *table) {
    ts_status status = TS_OK;
    for (size_t r = 0; r < results->row_count; ++r) {
        const ts_barrier_row *row = &results->rows[r];
        if (row->count == 0 || !row->subject->term->reference) continue;
        for (int q = 0; status == TS_OK && q < TS_QUANTITIES; ++q) status = add_errors(row, q, table);
    }
    return status;
}

/* ---- projections ---- */

static const ts_table_column PROJECTION_COLUMNS[] = {
    {"sweep", "sweep", true},
    {"matrices", "matrices", false},
    {"least", "least eigenvalue\nprojected", false},
    {"exact", "of the exact\none there", false},
    {"distance", "off the exact\nprojection by", false},
    {"bound", "bound", false},
    {"verdict", "", true},
};

static ts_status fill_projections(const ts_barrier_results *results, ts_table *table) {
    ts_status status = TS_OK;
    for (size_t r = 0; status == TS_OK && r < results->row_count; ++r) {
        const ts_barrier_row *row = &results->rows[r];
        if (row->projections == 0) continue;
        char *const cells[] = {
            text(row->sweep->name),
            ts_text("%" PRIu64, row->projections),
            ts_barrier_number(row->projection.least),
            ts_barrier_number(row->projection.exact),
            ts_barrier_number(row->projection.distance),
            row->bound ? ts_barrier_number(row->bound->projection) : text("none"),
            row->bound ? verdict(row->missed_projection) : text(""),
        };
        status = ts_table_add(table, row->subject->term->name, cells);
    }
    return status;
}

/* ---- clamps ---- */

static const ts_table_column CLAMP_COLUMNS[] = {
    {"where", "at", true},       {"smooth", "by definition", true},    {"order", "of", true},
    {"jump", "jumps by", false}, {"exact", "the reference by", false}, {"off", "off the reference by", false},
    {"verdict", "", true},
};

static ts_status fill_clamps(const ts_barrier_results *results, ts_table *table) {
    static const char *const ORDER[TS_CLAMP_ORDERS] = {"value", "first", "second"};
    ts_status status = TS_OK;
    for (size_t c = 0; c < results->clamp_count; ++c) {
        const ts_clamp_result *result = &results->clamps[c];
        for (int o = 0; status == TS_OK && o < TS_CLAMP_ORDERS; ++o) {
            char *const cells[] = {
                text(o == 0 ? result->clamp->where : ""),
                o == 0 ? ts_text("C%d", result->clamp->smooth) : text(""),
                text(ORDER[o]),
                ts_barrier_number(result->jump[o]),
                ts_barrier_number(result->exact[o]),
                ts_barrier_number(result->off[o]),
                verdict(!(result->off[o] <= TS_CLAMP_BOUND)),
            };
            status = ts_table_add(table, result->term->name, cells);
        }
    }
    return status;
}

/* ---- terms without a reference ---- */

static const ts_table_column OWN_COLUMNS[] = {
    {"sweep", "sweep", true},
    {"points", "points", false},
    {"gradients", "gradients that are\nno derivative", false},
    {"hessians", "Hessians that are\nno derivative", false},
    {"unresolved", "not\nresolved", false},
    {"outside", "outside the\ndomain", false},
    {"verdict", "", true},
};

static ts_status fill_own(const ts_barrier_results *results, ts_table *table) {
    ts_status status = TS_OK;
    for (size_t r = 0; status == TS_OK && r < results->row_count; ++r) {
        const ts_barrier_row *row = &results->rows[r];
        if (row->count == 0 || row->subject->term->reference) continue;
        char *const cells[] = {
            text(row->sweep->name),
            ts_text("%" PRIu64, row->count),
            ts_text("%" PRIu64, row->inconsistent[0]),
            ts_text("%" PRIu64, row->inconsistent[1]),
            ts_text("%" PRIu64, row->unresolved),
            ts_text("%" PRIu64, row->outside),
            verdict(ts_barrier_row_failed(row)),
        };
        status = ts_table_add(table, row->subject->term->name, cells);
    }
    return status;
}

/* ---- scans ---- */

static const ts_table_column SCAN_COLUMNS[] = {
    {"points", "points", false},
    {"again", "asked\nagain", false},
    {"suspects", "suspects", false},
    {"judged", "judged", false},
    {"most", "largest error\nover its bound", false},
    {"wrong", "wrong", false},
    {"changed", "changed", false},
    {"verdict", "", true},
};

static ts_status fill_scans(const ts_barrier_results *results, ts_table *table) {
    ts_status status = TS_OK;
    for (size_t s = 0; status == TS_OK && s < results->scan_count; ++s) {
        const ts_scan_result *scan = &results->scans[s];
        char *const cells[] = {
            ts_text("%" PRIu64, scan->points),
            ts_text("%" PRIu64, scan->again),
            ts_text("%" PRIu64, scan->suspects),
            ts_text("%" PRIu64, scan->judged),
            ts_barrier_number(scan->most),
            ts_text("%" PRIu64, scan->wrong),
            ts_text("%" PRIu64, scan->finding[TS_SCAN_CHANGED].count),
            verdict(ts_scan_failed(scan)),
        };
        status = ts_table_add(table, scan->term->name, cells);
    }
    return status;
}

/* ---- what failed ---- */

static const ts_table_column FAILURE_COLUMNS[] = {
    {"sweep", "sweep", true}, {"what", "what", true}, {"command", "to see it", true}};

static ts_status add_failure(const ts_barrier_results *results, const ts_barrier_row *row,
                             const ts_barrier_failure *failure, ts_table *table) {
    ts_term_point at;
    ts_term_sweep_point(row->sweep, results->options->seed, failure->index, &at);
    char *const cells[] = {text(row->sweep->name), text(failure->what), ts_barrier_command(row->subject, &at)};
    return ts_table_add(table, row->subject->term->name, cells);
}

/* What a scan found, each kind where it is worst. */
static ts_status add_scan_failures(const ts_barrier_results *results, size_t s, ts_table *table) {
    const ts_scan_result *scan = &results->scans[s];
    ts_status status = TS_OK;
    for (int kind = 0; status == TS_OK && kind < TS_SCAN_KINDS; ++kind) {
        const ts_scan_finding *finding = &scan->finding[kind];
        if (finding->count == 0) continue;
        char *const cells[] = {
            ts_text("scan of %s", finding->sweep->name),
            ts_barrier_finding_words(scan, kind),
            ts_barrier_command(&results->options->subjects[s], &finding->at),
        };
        status = ts_table_add(table, scan->term->name, cells);
    }
    if (status != TS_OK || !scan->unjudged) return status;
    char *const cells[] = {text("scan"), text("nothing is judged: no point has a finite value"), text("")};
    return ts_table_add(table, scan->term->name, cells);
}

static ts_status fill_failures(const ts_barrier_results *results, ts_table *table) {
    ts_status status = TS_OK;
    for (size_t s = 0; status == TS_OK && s < results->scan_count; ++s) {
        status = add_scan_failures(results, s, table);
    }
    for (size_t r = 0; r < results->row_count; ++r) {
        const ts_barrier_row *row = &results->rows[r];
        ts_barrier_failure failure[TS_BARRIER_MOST_FAILURES];
        const int count = ts_barrier_failures(row, failure);
        for (int f = 0; status == TS_OK && f < count; ++f) status = add_failure(results, row, &failure[f], table);
    }
    return status;
}

/* ---- all of it ---- */

#define SECTION(title, columns, fill)                                                                                  \
    { title, {"term", "term", true}, columns, sizeof(columns) / sizeof *(columns), fill }

static const section SECTIONS[] = {
    SECTION("Dense scans: points held against their neighbours, against the reference, against their own repetition",
            SCAN_COLUMNS, fill_scans),
    SECTION("Errors against the reference (docs/barrier-accuracy.md explains the columns)", ERROR_COLUMNS, fill_errors),
    SECTION("Projected Hessians; all over the norm of the exact one", PROJECTION_COLUMNS, fill_projections),
    SECTION("Clamps: the largest jump between neighbouring doubles, over the size amid the branches", CLAMP_COLUMNS,
            fill_clamps),
    SECTION("Terms without a reference: derivatives against differences of their own values", OWN_COLUMNS, fill_own),
    SECTION("What failed, and where it is worst", FAILURE_COLUMNS, fill_failures),
};

static ts_status print_section(const ts_barrier_results *results, const section *part, FILE *out) {
    ts_table table;
    ts_status status = ts_table_init(&table, part->group, part->columns, part->column_count);
    if (status != TS_OK) return status;
    status = part->fill(results, &table);
    if (status == TS_OK && table.row_count > 0) {
        fprintf(out, "%s\n\n", part->title);
        ts_table_print_text(&table, out);
        putc('\n', out);
    }
    ts_table_clear(&table);
    return status;
}

static void print_summary(const ts_barrier_results *results, FILE *out) {
    uint64_t points = 0, outside = 0, undecided = 0, differences = 0;
    size_t failed = 0, clamps = 0, scans = 0;
    double most = 0.0;
    for (size_t r = 0; r < results->row_count; ++r) {
        const ts_barrier_row *row = &results->rows[r];
        points += row->count;
        outside += row->outside;
        undecided += row->undecided;
        differences += row->differences;
        most = fmax(most, fmax(row->difference.first, row->difference.second));
        failed += ts_barrier_row_failed(row);
    }
    for (size_t c = 0; c < results->clamp_count; ++c) clamps += results->clamps[c].missed;
    if (differences > 0) {
        fprintf(out,
                "Derivatives of the references are those of their values: at %" PRIu64
                " points they are off differences in\nhigh precision by at most %.2g of their norm.\n",
                differences, most);
    }
    fprintf(out,
            "%zu sweeps of %zu terms, %" PRIu64 " points, of these %" PRIu64 " outside the domain, %" PRIu64
            " without a reference value; %zu clamps.\n",
            results->row_count, results->options->subject_count, points, outside, undecided, results->clamp_count);
    if (results->interrupted) fprintf(out, "Interrupted: sweeps are incomplete.\n");
    for (size_t s = 0; s < results->scan_count; ++s) scans += ts_scan_failed(&results->scans[s]);
    if (scans > 0) fprintf(out, "%zu dense scan%s failed.\n", scans, scans == 1 ? "" : "s");
    if (failed + clamps + scans == 0)
        fprintf(out,
                results->interrupted ? "No bound is missed by what was judged before.\n" : "Every bound is kept.\n");
    else if (failed + clamps > 0)
        fprintf(out, "%zu sweep%s and %zu clamp%s failed.\n", failed, failed == 1 ? "" : "s", clamps,
                clamps == 1 ? "" : "s");
}

ts_status ts_barrier_print(const ts_barrier_results *results, FILE *out, ts_error *error) {
    for (size_t s = 0; s < sizeof SECTIONS / sizeof *SECTIONS; ++s) {
        if (print_section(results, &SECTIONS[s], out) != TS_OK) return ts_fail_memory(error, "a table");
    }
    print_summary(results, out);
    return TS_OK;
}
