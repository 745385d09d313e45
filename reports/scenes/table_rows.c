/* SPDX-License-Identifier: GPL-2.0-or-later
 * Rows and columns of the comparison table and of what goes with it. */
#include "reports/scenes/table_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "benches/table/published.h"
#include "benches/table/published_statistics.h"
#include "core/files.h"

/* A place in the table. */
typedef struct place {
    const ts_scene_table *table;
    size_t scene, method;
} place;

static const char *scene_name(const place *at) {
    return at->table->scenes[at->scene].name;
}

static const char *method_name(const place *at) {
    return at->table->methods[at->method].backend->name;
}

static const ts_scene_cell *cell_at(const place *at) {
    return ts_scene_table_cell(at->table, at->scene, at->method);
}

/* "-" for what is no number. */
static char *fixed_text(double value, int decimals) {
    return isfinite(value) ? ts_text("%.*f", decimals, value) : ts_text("-");
}

static char *short_text(double value, int digits) {
    return isfinite(value) ? ts_text("%.*g", digits, value) : ts_text("-");
}

static char *count_text(uint64_t value) {
    return ts_text("%" PRIu64, value);
}

/* ---- The matrix ---- */

static ts_status add_matrix_row(const ts_scene_table *table, size_t scene, char **cells, ts_table *out) {
    char text[TS_CELL_TEXT];
    cells[0] = ts_text("%s", table->scenes[scene].name);
    for (size_t m = 0; m < table->method_count; ++m) {
        ts_scene_cell_text(ts_scene_table_cell(table, scene, m), text);
        cells[m + 1] = ts_text("%s", text);
    }
    return ts_table_add(out, table->size, cells);
}

/* The fastest of those that finished. */
static ts_status mark_fastest(const ts_scene_table *table, size_t scene, ts_table *out) {
    double least = INFINITY;
    size_t best = table->method_count;
    for (size_t m = 0; m < table->method_count; ++m) {
        const ts_scene_cell *cell = ts_scene_table_cell(table, scene, m);
        if (cell->outcome != TS_CELL_TIMED || !(cell->ccd_ms < least)) continue;
        least = cell->ccd_ms;
        best = m;
    }
    return best < table->method_count ? ts_table_mark(out, scene, best + 1) : TS_OK;
}

static ts_status fill_matrix(const ts_scene_table *table, ts_table_column *columns, char **cells, ts_table *out) {
    const ts_table_column group = {"size", "size", true};
    columns[0] = (ts_table_column){"scene", "scene", true};
    for (size_t m = 0; m < table->method_count; ++m) {
        const char *name = table->methods[m].backend->name;
        columns[m + 1] = (ts_table_column){name, name, false};
    }
    ts_table made;
    ts_status status = ts_table_init(&made, group, columns, table->method_count + 1);
    if (status != TS_OK) return status;
    made.caption =
        "CCD in the line search of the C-IPC solver: milliseconds of CCD queries per Newton iteration, without "
        "the broad phase, or how the run failed; bold: the fastest of a scene. * some steps did not converge; "
        "+ some queries were answered by ACCD; n/a: the method cannot do what the scene asks.";
    made.label = "tab:ccd-in-scenes";
    for (size_t s = 0; status == TS_OK && s < table->scene_count; ++s) {
        status = add_matrix_row(table, s, cells, &made);
        if (status == TS_OK) status = mark_fastest(table, s, &made);
    }
    if (status == TS_OK)
        *out = made;
    else
        ts_table_clear(&made);
    return status;
}

ts_status ts_scene_table_build_matrix(const ts_scene_table *table, ts_table *out) {
    ts_table_column *columns = calloc(table->method_count + 1, sizeof *columns);
    char **cells = calloc(table->method_count + 1, sizeof *cells);
    const ts_status status = columns && cells ? fill_matrix(table, columns, cells, out) : TS_ERROR_MEMORY;
    free(columns);
    free(cells);
    return status;
}

/* ---- Long tables: a row for every cell that has something to say ---- */

enum { MOST_COLUMNS = 24 };

typedef struct long_table {
    const ts_table_column *columns;
    size_t column_count;
    bool (*has_row)(const place *at);
    void (*fill)(const place *at, char **cells);
} long_table;

static ts_status add_long_rows(const ts_scene_table *table, const long_table *kind, ts_table *out) {
    char *cells[MOST_COLUMNS];
    ts_status status = TS_OK;
    for (size_t s = 0; status == TS_OK && s < table->scene_count; ++s) {
        for (size_t m = 0; status == TS_OK && m < table->method_count; ++m) {
            const place at = {table, s, m};
            if (!kind->has_row(&at)) continue;
            kind->fill(&at, cells);
            status = ts_table_add(out, scene_name(&at), cells);
        }
    }
    return status;
}

static ts_status build_long(const ts_scene_table *table, const long_table *kind, ts_table *out) {
    const ts_table_column group = {"scene", "scene", true};
    ts_table made;
    ts_status status = ts_table_init(&made, group, kind->columns, kind->column_count);
    if (status != TS_OK) return status;
    status = add_long_rows(table, kind, &made);
    if (status == TS_OK)
        *out = made;
    else
        ts_table_clear(&made);
    return status;
}

/* ---- Every cell ---- */

static const ts_table_column CELL_COLUMNS[] = {
    {"backend", "backend", true},
    {"cell", "cell", false},
    {"steps", "steps", false},
    {"verified", "veri-\nfied", false},
    {"not_converged", "not con-\nverged", false},
    {"iterations", "itera-\ntions", false},
    {"ccd_ms", "CCD ms/\niteration", false},
    {"set_up_ms", "set-up ms/\niteration", false},
    {"broad_ms", "broad ms/\niteration", false},
    {"queries_per_iteration", "queries/\niteration", false},
    {"by_accd", "by\nACCD", false},
    {"mean_contacts", "contacts\nmean", false},
    {"most_contacts", "contacts\nmost", false},
    {"least_gap", "least\ngap m", false},
    {"most_stretch", "most\nstretch", false},
    {"seconds", "seconds", false},
    {"most_mib", "most\nMiB", false},
    {"judged", "judged", false},
    {"missed", "missed", false},
    {"late", "late", false},
    {"false_positives", "false\npos.", false},
    {"stalls", "stalls", false},
};

static bool has_cell(const place *at) {
    return cell_at(at)->outcome != TS_CELL_EMPTY && cell_at(at)->outcome != TS_CELL_NOT_AVAILABLE;
}

static void fill_cell(const place *at, char **cells) {
    const ts_scene_cell *cell = cell_at(at);
    char text[TS_CELL_TEXT];
    ts_scene_cell_text(cell, text);
    const double per_iteration = (double)cell->ccd_queries / (double)cell->iterations;
    char *const made[] = {
        ts_text("%s", method_name(at)),
        ts_text("%s", text),
        count_text(cell->steps),
        count_text(cell->verified),
        count_text(cell->not_converged),
        count_text(cell->iterations),
        short_text(cell->ccd_ms, 4),
        short_text(cell->set_up_ms, 4),
        short_text(cell->broad_ms, 4),
        fixed_text(per_iteration, 0),
        count_text(cell->by_accd),
        fixed_text(cell->mean_contacts, 0),
        count_text(cell->most_contacts),
        short_text(cell->least_gap, 3),
        fixed_text(cell->most_stretch, 5),
        fixed_text(cell->seconds, 2),
        fixed_text((double)cell->most_bytes / 1048576.0, 0),
        count_text(cell->sample.queries),
        count_text(cell->sample.missed),
        count_text(cell->sample.late),
        count_text(cell->sample.false_positives),
        count_text(cell->sample.stalls),
    };
    for (size_t c = 0; c < sizeof made / sizeof *made; ++c) cells[c] = made[c];
}

ts_status ts_scene_table_build_cells(const ts_scene_table *table, ts_table *out) {
    const long_table kind = {CELL_COLUMNS, sizeof CELL_COLUMNS / sizeof *CELL_COLUMNS, has_cell, fill_cell};
    return build_long(table, &kind, out);
}

/* ---- Beside the paper's ---- */

static const ts_table_column COMPARISON_COLUMNS[] = {
    {"backend", "backend", true},
    {"ours", "ours", false},
    {"published", "paper", false},
    {"ratio_to_reference", "queries /\nreference", false},
    {"ratio_with_set_up", "with\nset-up", false},
    {"published_ratio", "paper /\naccd", false},
    {"informative", "says\nsomething", false},
    {"comparison", "word", true},
    {"ratio_comparison", "ratio", true},
};

static bool is_compared(const place *at) {
    return ts_compare_table_cell(at->table, at->scene, at->method).word != TS_NOT_COMPARED;
}

static void fill_comparison(const place *at, char **cells) {
    const char *scene = scene_name(at), *backend = method_name(at);
    const ts_published_comparison comparison = ts_compare_table_cell(at->table, at->scene, at->method);
    char text[TS_CELL_TEXT];
    ts_scene_cell_text(cell_at(at), text);
    cells[0] = ts_text("%s", backend);
    cells[1] = ts_text("%s", text);
    cells[2] = ts_text("%s", ts_published_cell(scene, backend));
    cells[3] = fixed_text(ts_scene_table_ratio(at->table, at->scene, at->method), 2);
    cells[4] = fixed_text(ts_scene_table_ratio_with_set_up(at->table, at->scene, at->method), 2);
    cells[5] = fixed_text(ts_published_ratio(scene, backend), 2);
    cells[6] = ts_text("%s", comparison.is_informative ? "yes" : "no");
    cells[7] = ts_text("%s", ts_agreement_name(comparison.word));
    cells[8] = ts_text("%s", ts_agreement_name(comparison.ratio));
}

ts_status ts_scene_table_build_comparison(const ts_scene_table *table, ts_table *out) {
    const long_table kind = {COMPARISON_COLUMNS, sizeof COMPARISON_COLUMNS / sizeof *COMPARISON_COLUMNS, is_compared,
                             fill_comparison};
    return build_long(table, &kind, out);
}

/* ---- The same queries for all ---- */

static const ts_table_column SHARED_COLUMNS[] = {
    {"backend", "backend", true},
    {"queries", "queries", false},
    {"contacts", "contacts", false},
    {"ns_mean", "ns\nmean", false},
    {"ns_batch", "ns in a\nbatch", false},
    {"ratio_to_reference", "over\nreference", false},
    {"missed", "missed", false},
    {"late", "late", false},
    {"false_positives", "false\npos.", false},
    {"stalls", "stalls", false},
    {"limits", "limits", false},
    {"errors", "errors", false},
    {"inconsistent", "incon-\nsistent", false},
    {"unsupported", "unsup-\nported", false},
};

static bool has_shared(const place *at) {
    return cell_at(at)->shared.queries > 0;
}

static void fill_shared(const place *at, char **cells) {
    const ts_query_verdicts *v = &cell_at(at)->shared;
    const place reference = {at->table, at->scene, at->table->reference};
    char *const made[] = {
        ts_text("%s", method_name(at)),
        count_text(v->queries),
        count_text(v->contacts),
        fixed_text(v->nanoseconds, 0),
        fixed_text(v->batch_nanoseconds, 0),
        fixed_text(v->nanoseconds / cell_at(&reference)->shared.nanoseconds, 2),
        count_text(v->missed),
        count_text(v->late),
        count_text(v->false_positives),
        count_text(v->stalls),
        count_text(v->limits),
        count_text(v->errors),
        count_text(v->inconsistent),
        count_text(v->unsupported),
    };
    for (size_t c = 0; c < sizeof made / sizeof *made; ++c) cells[c] = made[c];
}

ts_status ts_scene_table_build_shared(const ts_scene_table *table, ts_table *out) {
    const long_table kind = {SHARED_COLUMNS, sizeof SHARED_COLUMNS / sizeof *SHARED_COLUMNS, has_shared, fill_shared};
    return build_long(table, &kind, out);
}

/* ---- Statistics ---- */

static const ts_table_column STATISTICS_COLUMNS[] = {
    {"source", "", true},
    {"nodes", "nodes", false},
    {"time_step", "h s", false},
    {"strain_limit", "strain\nlimit", false},
    {"dhat", "dhat m", false},
    {"offset", "xi m", false},
    {"mu", "mu", false},
    {"eps_v", "eps_v\nm/s", false},
    {"mean_contacts", "contacts\nmean", false},
    {"most_contacts", "contacts\nmost", false},
    {"cores", "cores", false},
    {"seconds_per_step", "seconds/\nstep", false},
    {"iterations_per_step", "iterations/\nstep", false},
};

static char *extent_text(const ts_extent *extent) {
    if (extent->least == extent->most || !isfinite(extent->least)) return short_text(extent->most, 5);
    return ts_text("%.5g to %.5g", extent->least, extent->most);
}

static void fill_ours(const ts_scene_table *table, size_t scene, char **cells) {
    const ts_scene_facts *facts = &table->scenes[scene].facts;
    const ts_scene_statistics run = ts_scene_table_statistics(table, scene);
    char *const made[] = {
        ts_text("ours"),
        count_text(facts->nodes),
        short_text(facts->h, 4),
        extent_text(&facts->strain_limit),
        short_text(facts->dhat, 4),
        extent_text(&facts->offset),
        extent_text(&facts->mu),
        short_text(facts->eps_v, 4),
        fixed_text(run.mean_contacts, 0),
        fixed_text(run.most_contacts, 0),
        fixed_text(run.cores, 0),
        short_text(run.seconds_per_step, 3),
        fixed_text(run.iterations_per_step, 1),
    };
    for (size_t c = 0; c < sizeof made / sizeof *made; ++c) cells[c] = made[c];
}

static void fill_published(const ts_published_statistics *paper, char **cells) {
    char *const made[] = {
        ts_text("paper"),
        fixed_text(paper->nodes, 0),
        short_text(paper->h, 4),
        short_text(paper->strain_limit, 5),
        short_text(paper->dhat, 4),
        short_text(paper->offset, 5),
        short_text(paper->mu, 5),
        short_text(paper->eps_v, 4),
        fixed_text(paper->mean_contacts, 0),
        fixed_text(paper->most_contacts, 0),
        fixed_text(paper->cores, 0),
        short_text(paper->seconds_per_step, 3),
        fixed_text(paper->iterations_per_step, 1),
    };
    for (size_t c = 0; c < sizeof made / sizeof *made; ++c) cells[c] = made[c];
}

static ts_status add_statistics(const ts_scene_table *table, size_t scene, ts_table *out) {
    const ts_published_statistics *paper = ts_published_statistics_of(table->scenes[scene].name);
    char *cells[MOST_COLUMNS];
    fill_ours(table, scene, cells);
    const ts_status status = ts_table_add(out, table->scenes[scene].name, cells);
    if (status != TS_OK || !paper) return status;
    fill_published(paper, cells);
    return ts_table_add(out, table->scenes[scene].name, cells);
}

ts_status ts_scene_table_build_statistics(const ts_scene_table *table, ts_table *out) {
    const ts_table_column group = {"scene", "scene", true};
    ts_table made;
    ts_status status =
        ts_table_init(&made, group, STATISTICS_COLUMNS, sizeof STATISTICS_COLUMNS / sizeof *STATISTICS_COLUMNS);
    if (status != TS_OK) return status;
    for (size_t s = 0; status == TS_OK && s < table->scene_count; ++s) status = add_statistics(table, s, &made);
    if (status == TS_OK)
        *out = made;
    else
        ts_table_clear(&made);
    return status;
}
