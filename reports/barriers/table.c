/* SPDX-License-Identifier: GPL-2.0-or-later
 * Rows of scenes, a line for each barrier, and the files made of them. */
#include "reports/barriers/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "core/json_build.h"
#include "core/say.h"
#include <touchstone/version.h>

static const ts_table_column COLUMNS[] = {
    {"barrier", "barrier", true},
    {"outcome", "outcome", true},
    {"steps", "steps", false},
    {"iterations_per_step", "iter.\n/step", false},
    {"gap_least", "least gap\ndhat", false},
    {"gap_tenth", "10 %\ndhat", false},
    {"gap_median", "median\ndhat", false},
    {"force_error", "force\nerror", false},
    {"energy_change", "energy\nchange", false},
    {"jitter", "jitter\nm/s", false},
    {"condition", "condition", false},
    {"not_converged", "not con-\nverged", false},
    {"seconds_per_step", "s/step", false},
};

enum { COLUMN_COUNT = sizeof COLUMNS / sizeof *COLUMNS };

static char *real_text(const char *format, double value) {
    if (!isfinite(value)) return ts_text("%s", "-");
    char text[40];
    snprintf(text, sizeof text, strcmp(format, "3") == 0 ? "%.3f" : strcmp(format, "1") == 0 ? "%.1f" : "%.1e", value);
    return ts_text("%s", text);
}

static ts_status add_row(const ts_barrier_table *table, size_t scene, size_t barrier, ts_table *out) {
    const ts_barrier_cell *c = ts_barrier_table_cell(table, scene, barrier);
    char group[64], name[64];
    ts_barrier_table_name(table->scenes->items[scene], group);
    ts_barrier_table_name(table->barriers->items[barrier], name);
    char *cells[COLUMN_COUNT] = {
        ts_text("%s", name),
        ts_text("%s", !c->outcome[0]    ? "not run"
                      : c->offences > 0 ? "intersect"
                                        : c->outcome),
        ts_text("%" PRIu64, c->steps),
        real_text("1", c->iterations),
        real_text("3", c->gap_least),
        real_text("3", c->gap_tenth),
        real_text("3", c->gap_median),
        real_text("e", c->force_error),
        real_text("e", c->energy_change),
        real_text("e", c->jitter),
        real_text("e", c->condition),
        ts_text("%" PRIu64, c->not_converged),
        real_text("3", c->seconds),
    };
    return ts_table_add(out, group, cells);
}

ts_status ts_barrier_table_build(const ts_barrier_table *table, ts_table *out) {
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
    if (ts_barrier_table_build(table, &built) != TS_OK) return ts_fail_memory(error, "the table");
    ts_table_print_text(&built, out);
    ts_table_clear(&built);
    print_reasons(table, "  ", out);
    return TS_OK;
}

/* ---- Files ---- */

static void print_head(const ts_barrier_table *table, const ts_context *context, FILE *out) {
    fputs("# Barriers\n\n", out);
    fprintf(out, "Touchstone %s (%s), %s.\n%s, %d cores, %s; %s, `%s`.\n\n", TS_VERSION, context->commit, context->date,
            context->cpu, context->cores, context->system, context->compiler, context->flags);
    fprintf(out, "Scenes at `%s`, each run on one thread, every step verified exactly.\n\n", table->size);
}

typedef void table_printer(const ts_table *table, FILE *out);

static ts_status write_table(const ts_table *built, table_printer *print, const char *folder, const char *name,
                             ts_error *error) {
    char *path = ts_path_join(folder, name);
    ts_output output;
    ts_status status = path ? ts_output_open(&output, path, true, error) : ts_fail_memory(error, "a path");
    if (status == TS_OK) {
        print(built, output.stream);
        status = ts_output_close(&output, error);
    }
    free(path);
    return status;
}

static ts_status write_markdown(const ts_barrier_table *table, const ts_table *built, const ts_context *context,
                                const char *folder, ts_error *error) {
    char *path = ts_path_join(folder, "table.md");
    ts_output output;
    ts_status status = path ? ts_output_open(&output, path, true, error) : ts_fail_memory(error, "a path");
    if (status == TS_OK) {
        print_head(table, context, output.stream);
        ts_table_print_markdown(built, output.stream);
        fputc('\n', output.stream);
        print_reasons(table, "- ", output.stream);
        status = ts_output_close(&output, error);
    }
    free(path);
    return status;
}

static void build_cell(ts_json_builder *builder, cJSON *cells, const ts_barrier_table *table, size_t s, size_t b) {
    const ts_barrier_cell *c = ts_barrier_table_cell(table, s, b);
    cJSON *made = ts_build_object(builder, cells, NULL);
    ts_build_text(builder, made, "scene", table->scenes->items[s]);
    ts_build_text(builder, made, "barrier", table->barriers->items[b]);
    ts_build_own_text(builder, made, "command", ts_barrier_table_command(table, s, b));
    ts_build_text(builder, made, "outcome", c->outcome[0] ? c->outcome : NULL);
    if (c->message[0]) ts_build_text(builder, made, "message", c->message);
    ts_build_count(builder, made, "steps", c->steps);
    ts_build_count(builder, made, "steps_asked", c->steps_asked);
    ts_build_count(builder, made, "steps_verified", c->verified);
    ts_build_count(builder, made, "offences", c->offences);
    ts_build_count(builder, made, "steps_not_converged", c->not_converged);
    ts_build_count(builder, made, "diagonal_shifts", c->shifts);
    ts_build_real(builder, made, "iterations_per_step", c->iterations);
    ts_build_real(builder, made, "gap_least", c->gap_least);
    ts_build_real(builder, made, "gap_tenth", c->gap_tenth);
    ts_build_real(builder, made, "gap_median", c->gap_median);
    ts_build_real(builder, made, "force_error", c->force_error);
    ts_build_real(builder, made, "energy_change", c->energy_change);
    ts_build_real(builder, made, "jitter", c->jitter);
    ts_build_real(builder, made, "condition", c->condition);
    ts_build_real(builder, made, "seconds_per_step", c->seconds);
}

static ts_status write_json(const ts_barrier_table *table, const ts_context *context, const char *folder,
                            ts_error *error) {
    ts_json_builder builder = {0};
    char *path = ts_path_join(folder, "table.json");
    cJSON *root = ts_build_root(&builder);
    ts_build_text(&builder, root, "version", TS_VERSION);
    ts_build_text(&builder, root, "commit", context->commit);
    ts_build_text(&builder, root, "date", context->date);
    ts_build_text(&builder, root, "cpu", context->cpu);
    ts_build_text(&builder, root, "size", table->size);
    cJSON *cells = ts_build_array(&builder, root, "cells");
    for (size_t s = 0; s < table->scenes->count; ++s) {
        for (size_t b = 0; b < table->barriers->count; ++b) build_cell(&builder, cells, table, s, b);
    }
    char *text = ts_build_print(&builder, root);
    const ts_status status = path && text ? ts_text_file_write(path, text, error) : ts_fail_memory(error, "the table");
    free(text);
    free(path);
    return status;
}

ts_status ts_barrier_table_write(const ts_barrier_table *table, const ts_context *context, const char *folder,
                                 ts_error *error) {
    ts_table built;
    if (ts_barrier_table_build(table, &built) != TS_OK) return ts_fail_memory(error, "the table");
    ts_status status = write_markdown(table, &built, context, folder, error);
    if (status == TS_OK) status = write_table(&built, ts_table_print_csv, folder, "table.csv", error);
    if (status == TS_OK) status = write_table(&built, ts_table_print_latex, folder, "table.tex", error);
    if (status == TS_OK) status = write_json(table, context, folder, error);
    ts_table_clear(&built);
    return status;
}
