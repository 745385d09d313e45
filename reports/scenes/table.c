/* SPDX-License-Identifier: GPL-2.0-or-later
 * Putting the parts of the comparison table together, for people and for spreadsheets. */
#include "reports/scenes/table.h"

#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/files.h"
#include "reports/scenes/table_rows.h"
#include "results/scene_table_json.h"

typedef ts_status (*builder)(const ts_scene_table *table, ts_table *out);

/* A part that is not empty, under its title. */
typedef struct part {
    builder build;
    ts_table_printer *print;
    const char *title; /* NULL: none */
} part;

static ts_status print_part(const ts_scene_table *table, const part *what, FILE *out) {
    ts_table built;
    const ts_status status = what->build(table, &built);
    if (status != TS_OK) return status;
    if (built.row_count > 0) {
        if (what->title) fprintf(out, "%s\n\n", what->title);
        what->print(&built, out);
        putc('\n', out);
    }
    ts_table_clear(&built);
    return TS_OK;
}

/* At the start of a line Markdown would make a bullet of the star. */
static void print_legend(bool is_markdown, FILE *out) {
    fprintf(out,
            "ms of CCD queries per iteration, without the broad phase; or how the run failed.\n"
            "%s* some steps did not converge; + some queries by ACCD; n/a: the method cannot do what\n"
            "the scene asks.\n",
            is_markdown ? "\\" : "");
}

/* ---- Terminal ---- */

static ts_status print_text(const ts_scene_table *table, FILE *out) {
    const part matrix = {ts_scene_table_build_matrix, ts_table_print_text, NULL};
    const part comparison = {ts_scene_table_build_comparison, ts_table_print_text, "Beside the paper's"};
    const part shared = {ts_scene_table_build_shared, ts_table_print_text, "Each method on the same queries"};
    const part statistics = {ts_scene_table_build_statistics, ts_table_print_text, "Scenes beside the paper's Fig. 24"};
    print_legend(false, out);
    ts_scene_table_print_question(table, out);
    putc('\n', out);
    ts_status status = print_part(table, &matrix, out);
    ts_scene_table_print_footnotes(table, false, out);
    if (status == TS_OK) status = ts_scene_table_print_evidence(table, false, out);
    putc('\n', out);
    if (status == TS_OK) status = print_part(table, &comparison, out);
    if (status == TS_OK) ts_scene_table_print_agreement(table, out);
    if (status == TS_OK) ts_scene_table_print_differences(table, false, out);
    putc('\n', out);
    if (status == TS_OK) status = print_part(table, &statistics, out);
    if (status == TS_OK) status = print_part(table, &shared, out);
    return status;
}

ts_status ts_scene_table_print(const ts_scene_table *table, FILE *out, ts_error *error) {
    return print_text(table, out) == TS_OK ? TS_OK : ts_fail_memory(error, "the table");
}

/* ---- Markdown ---- */

static ts_status print_markdown(const ts_scene_table *table, const ts_context *context, FILE *out) {
    const part matrix = {ts_scene_table_build_matrix, ts_table_print_markdown, NULL};
    const part comparison = {ts_scene_table_build_comparison, ts_table_print_markdown, NULL};
    const part cells = {ts_scene_table_build_cells, ts_table_print_markdown, "## Every cell"};
    const part shared = {ts_scene_table_build_shared, ts_table_print_markdown, "## Each method on the same queries"};
    fputs("# CCD methods in the line search\n\n", out);
    ts_report_context(context, out);
    const part statistics = {ts_scene_table_build_statistics, ts_table_print_markdown,
                             "## Scenes beside the paper's Fig. 24"};
    print_legend(true, out);
    putc('\n', out);
    ts_scene_table_print_question(table, out);
    putc('\n', out);
    ts_status status = print_part(table, &matrix, out);
    ts_scene_table_print_footnotes(table, true, out);
    fputs("\n## Evidence\n\n", out);
    if (status == TS_OK) status = ts_scene_table_print_evidence(table, true, out);
    fputs("\n## Beside the paper's\n\n", out);
    if (status == TS_OK) status = print_part(table, &comparison, out);
    if (status == TS_OK) ts_scene_table_print_agreement(table, out);
    putc('\n', out);
    if (status == TS_OK) ts_scene_table_print_differences(table, true, out);
    putc('\n', out);
    if (status == TS_OK) status = print_part(table, &statistics, out);
    if (status == TS_OK) status = print_part(table, &cells, out);
    if (status == TS_OK) status = print_part(table, &shared, out);
    return status;
}

/* ---- Files ---- */

/* A file of one part; without a builder it is the Markdown report. */
typedef struct file_part {
    const char *name;
    builder build;
    ts_table_printer *print;
} file_part;

static const file_part FILES[] = {
    {"table.md", NULL, NULL},
    {"table.tex", ts_scene_table_build_matrix, ts_table_print_latex},
    {"table.csv", ts_scene_table_build_matrix, ts_table_print_csv},
    {"cells.csv", ts_scene_table_build_cells, ts_table_print_csv},
    {"comparison.csv", ts_scene_table_build_comparison, ts_table_print_csv},
    {"statistics.csv", ts_scene_table_build_statistics, ts_table_print_csv},
    {"same-queries.csv", ts_scene_table_build_shared, ts_table_print_csv},
};

const char *ts_scene_table_file(size_t at) {
    return at < sizeof FILES / sizeof *FILES ? FILES[at].name : NULL;
}

/* What a file is made of. */
typedef struct content {
    const ts_scene_table *table;
    const ts_context *context;
    const file_part *file;
} content;

static ts_status print_file(const void *self, FILE *out) {
    const content *of = self;
    if (!of->file->build) return print_markdown(of->table, of->context, out);
    ts_table built;
    const ts_status status = of->file->build(of->table, &built);
    if (status != TS_OK) return status;
    of->file->print(&built, out);
    ts_table_clear(&built);
    return TS_OK;
}

ts_status ts_scene_table_write(const ts_scene_table *table, const ts_context *context, const char *folder,
                               ts_error *error) {
    ts_status status = TS_OK;
    for (size_t f = 0; status == TS_OK && f < sizeof FILES / sizeof *FILES; ++f) {
        status = ts_report_file(folder, FILES[f].name, print_file, &(content){table, context, &FILES[f]}, error);
    }
    char *path = status == TS_OK ? ts_path_join(folder, "table.json") : NULL;
    if (status == TS_OK) {
        status = path ? ts_scene_table_write_json(table, context, path, error) : ts_fail_memory(error, "the table");
    }
    free(path);
    return status;
}
