/* SPDX-License-Identifier: GPL-2.0-or-later
 * Rows of scenes, a line for each barrier, and the files made of them. */
#include "reports/barriers/table.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "core/say.h"
#include "reports/files.h"
#include "reports/table.h"

static const ts_table_column COLUMNS[] = {
    {"barrier", "barrier", true},
    {"outcome", "outcome", true},
    {"steps", "steps", false},
    {"iterations_per_step", "iter.\n/step", false},
    {"gap_least", "least gap\ndhat", false},
    {"gap_tenth", "10 %\ndhat", false},
    {"gap_median", "median\ndhat", false},
    {"gap_top", "90 %\ndhat", false},
    {"contact_force", "contact\nforce, N", false},
    {"force_error", "force\nerror", false},
    {"restitution_error", "restitution\nerror", false},
    {"energy_change", "energy\nchange", false},
    {"jitter", "jitter\nm/s", false},
    {"condition", "condition", false},
    {"not_converged", "not con-\nverged", false},
    {"stalls", "stalls", false},
    {"seconds_per_step", "s/step", false},
};

enum { COLUMN_COUNT = sizeof COLUMNS / sizeof *COLUMNS };

/* "-" of a run that left no results. */
static char *count(const ts_barrier_cell *cell, uint64_t value) {
    return cell->is_there ? ts_text("%" PRIu64, value) : ts_text("-");
}

static ts_status add_row(const ts_barrier_table *table, size_t scene, size_t barrier, ts_table *out) {
    const ts_barrier_cell *c = ts_barrier_table_cell(table, scene, barrier);
    char group[64], name[64];
    ts_barrier_table_name(table->scenes->items[scene], group);
    ts_barrier_table_name(table->barriers->items[barrier], name);
    char *cells[COLUMN_COUNT] = {
        ts_text("%s", name),
        ts_text("%s", ts_barrier_cell_word(c)),
        count(c, c->steps),
        ts_report_number("%.1f", ts_barrier_cell_iterations(c)),
        ts_report_number("%.3f", c->gap_least),
        ts_report_number("%.3f", c->gap_tenth),
        ts_report_number("%.3f", c->gap_median),
        ts_report_number("%.3f", c->gap_top),
        ts_report_number("%.5g", c->contact_force),
        ts_report_number("%.1e", c->force_error),
        ts_report_number("%.1e", c->restitution_error),
        ts_report_number("%.1e", c->energy_change),
        ts_report_number("%.1e", c->jitter),
        ts_report_number("%.1e", c->condition),
        count(c, c->not_converged),
        count(c, c->stalls),
        ts_report_number("%.3f", c->seconds),
    };
    return ts_table_add(out, group, cells);
}

static ts_status build(const ts_barrier_table *table, ts_table *out) {
    const ts_table_column group = {"scene", "scene", true};
    ts_status status = ts_table_init(out, group, COLUMNS, COLUMN_COUNT);
    if (status != TS_OK) return status;
    out->caption = "Barriers: iterations, gaps at the end, balance of forces";
    out->label = "tab:barriers";
    for (size_t s = 0; s < table->scenes->count && status == TS_OK; ++s) {
        for (size_t b = 0; b < table->barriers->count && status == TS_OK; ++b) status = add_row(table, s, b, out);
    }
    if (status != TS_OK) ts_table_clear(out);
    return status;
}

/* Why runs did not finish. */
static void print_reasons(const ts_barrier_table *table, const char *mark, FILE *out) {
    for (size_t s = 0; s < table->scenes->count; ++s) {
        for (size_t b = 0; b < table->barriers->count; ++b) {
            const ts_barrier_cell *c = ts_barrier_table_cell(table, s, b);
            char scene[64], barrier[64];
            if (!c->message[0]) continue;
            ts_barrier_table_name(table->scenes->items[s], scene);
            ts_barrier_table_name(table->barriers->items[b], barrier);
            ts_say(out, "%s%s, %s: %s\n", mark, scene, barrier, c->message);
        }
    }
}

ts_status ts_barrier_table_print(const ts_barrier_table *table, FILE *out, ts_error *error) {
    ts_table built;
    if (build(table, &built) != TS_OK) return ts_fail_memory(error, "the table");
    ts_table_print_text(&built, out);
    ts_table_clear(&built);
    print_reasons(table, "  ", out);
    return TS_OK;
}

/* ---- Files ---- */

/* What a file is made of. */
typedef struct content {
    const ts_barrier_table *table;
    const ts_table *built;
    const ts_context *context;
    ts_table_printer *print;
} content;

static ts_status write_rows(const void *self, FILE *out) {
    const content *of = self;
    of->print(of->built, out);
    return TS_OK;
}

static ts_status write_markdown(const void *self, FILE *out) {
    const content *of = self;
    fputs("# Barriers\n\n", out);
    ts_report_context(of->context, out);
    fprintf(out, "Scenes at `%s`, each run on one thread, every step verified exactly.\n\n", of->table->size);
    ts_table_print_markdown(of->built, out);
    fputc('\n', out);
    print_reasons(of->table, "- ", out);
    return TS_OK;
}

enum { MARKDOWN, CSV, LATEX, FILES };
static const char *const NAMES[FILES] = {"table.md", "table.csv", "table.tex"};

const char *ts_barrier_table_file(size_t at) {
    return at < FILES ? NAMES[at] : NULL;
}

ts_status ts_barrier_table_write(const ts_barrier_table *table, const ts_context *context, const char *folder,
                                 ts_error *error) {
    ts_table built;
    if (build(table, &built) != TS_OK) return ts_fail_memory(error, "the table");
    const content of = {table, &built, context, NULL}, csv = {table, &built, context, ts_table_print_csv},
                  latex = {table, &built, context, ts_table_print_latex};
    ts_status status = ts_report_file(folder, NAMES[MARKDOWN], write_markdown, &of, error);
    if (status == TS_OK) status = ts_report_file(folder, NAMES[CSV], write_rows, &csv, error);
    if (status == TS_OK) status = ts_report_file(folder, NAMES[LATEX], write_rows, &latex, error);
    char *json = ts_path_join(folder, "table.json");
    if (status == TS_OK) {
        status = json ? ts_barrier_table_write_json(table, context, json, error) : ts_fail_memory(error, "a path");
    }
    free(json);
    ts_table_clear(&built);
    return status;
}
