/* SPDX-License-Identifier: GPL-2.0-or-later
 * Two runs side by side as a table, CSV and JSON. */
#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "core/json_build.h"
#include "core/say.h"
#include "reports/compare/runs.h"
#include "reports/table.h"

/* ---- Terminal ---- */

/* A row of the table: a number of either run. */
typedef struct measure {
    const char *group, *name;
    double of[2];
} measure;

static char *number(double value) {
    return isfinite(value) ? ts_text("%.6g", value) : ts_text("-");
}

static ts_status add(ts_table *table, const measure *row) {
    const double ratio = row->of[1] / row->of[0];
    char *const cells[] = {ts_text("%s", row->name), number(row->of[0]), number(row->of[1]),
                           isfinite(ratio) ? ts_text("%.3g", ratio) : ts_text("-")};
    return ts_table_add(table, row->group, cells);
}

static double energy_of(const ts_run_side *side) {
    return side->kinetic + side->elastic + side->gravity;
}

static ts_status fill(const ts_run_pair *pair, ts_table *table) {
    const ts_run_total *a = &pair->total[0], *b = &pair->total[1];
    const ts_run_side *end = pair->moment[pair->moments - 1].side;
    const double steps[2] = {(double)a->steps, (double)b->steps};
    const measure rows[] = {
        {"run", "steps", {steps[0], steps[1]}},
        {"run", "steps that were not done", {(double)a->not_done, (double)b->not_done}},
        {"run", "simulated time, s", {a->time, b->time}},
        {"cost", "iterations", {a->iterations, b->iterations}},
        {"cost", "iterations per step", {a->iterations / steps[0], b->iterations / steps[1]}},
        {"cost", "seconds", {a->seconds, b->seconds}},
        {"cost", "seconds per step", {a->seconds / steps[0], b->seconds / steps[1]}},
        {"cost", "seconds per simulated second", {a->seconds / a->time, b->seconds / b->time}},
        {"energy at the last common time, J", "kinetic", {end[0].kinetic, end[1].kinetic}},
        {"energy at the last common time, J", "elastic", {end[0].elastic, end[1].elastic}},
        {"energy at the last common time, J", "of gravity", {end[0].gravity, end[1].gravity}},
        {"energy at the last common time, J", "these three", {energy_of(&end[0]), energy_of(&end[1])}},
        {"contact", "least gap, m", {a->least_gap, b->least_gap}},
    };
    ts_status status = TS_OK;
    for (size_t r = 0; status == TS_OK && r < sizeof rows / sizeof *rows; ++r) status = add(table, &rows[r]);
    return status;
}

/* "1.2345 %"; "-" of no size. */
static const char *share(const ts_run_pair *pair, double length, char text[24]) {
    snprintf(text, 24, "%.4f %%", 100.0 * length / pair->size);
    return pair->size > 0.0 ? text : "-";
}

static void print_ends(const ts_run_pair *pair, FILE *out) {
    if (!ts_run_pair_is_whole(pair)) putc('\n', out);
    for (int k = 0; k < 2; ++k) {
        const ts_run_total *total = &pair->total[k];
        if (total->failed > 0)
            fprintf(out, "%c failed in step %zu, whose state is none of its time.\n", 'A' + k, total->failed);
        if (total->is_short)
            fprintf(out, "%c ended earlier: at %.6g s, %c at %.6g s.\n", 'A' + k, total->time, 'B' - k,
                    pair->total[1 - k].time);
    }
}

static void print_positions(const ts_run_pair *pair, FILE *out) {
    const ts_run_moment *last = &pair->moment[pair->moments - 1];
    char text[24];
    const ts_run_moment *largest = ts_run_pair_largest(pair), *furthest = ts_run_pair_furthest(pair);
    fprintf(out, "\nPositions at %zu common times; %zu of %zu nodes differ at one of them, of a size of %.4g m\n",
            pair->moments, pair->differing, pair->nodes, pair->size);
    fprintf(out, "  r.m.s. at the last, %.6g s   %.3e m   %s of the size\n", last->time, last->rms,
            share(pair, last->rms, text));
    fprintf(out, "  largest r.m.s., at %.6g s    %.3e m   %s\n", largest->time, largest->rms,
            share(pair, largest->rms, text));
    fprintf(out, "  greatest distance, at %.6g s %.3e m   %s   of node %zu\n", furthest->time, furthest->greatest,
            share(pair, furthest->greatest, text), furthest->node);
}

ts_status ts_run_pair_print(const ts_run_pair *pair, FILE *out, ts_error *error) {
    static const ts_table_column COLUMNS[] = {
        {"measure", "", true}, {"a", "A", false}, {"b", "B", false}, {"b_over_a", "B / A", false}};
    ts_table table;
    ts_status status =
        ts_table_init(&table, (ts_table_column){"of", "", true}, COLUMNS, sizeof COLUMNS / sizeof *COLUMNS);
    if (status == TS_OK) status = fill(pair, &table);
    if (status == TS_OK) {
        for (int k = 0; k < 2; ++k) ts_say(out, "%c: %s\n", 'A' + k, pair->total[k].folder);
        putc('\n', out);
        ts_table_print_text(&table, out);
        print_positions(pair, out);
        print_ends(pair, out);
    }
    ts_table_clear(&table);
    return status == TS_OK ? TS_OK : ts_fail_memory(error, "the table of two runs");
}

/* ---- CSV ---- */

static void put_number(FILE *out, double value) {
    if (isfinite(value))
        fprintf(out, ",%.17g", value);
    else
        fputc(',', out);
}

static void put_moment(const ts_run_moment *moment, FILE *out) {
    fprintf(out, "%.17g", moment->time);
    put_number(out, moment->rms);
    put_number(out, moment->greatest);
    fprintf(out, ",%zu", moment->node);
    for (int k = 0; k < 2; ++k) {
        const ts_run_side *side = &moment->side[k];
        const double values[] = {side->kinetic,   side->elastic,    side->gravity, side->contact,
                                 side->least_gap, side->iterations, side->seconds};
        fprintf(out, ",%zu", side->step);
        for (size_t v = 0; v < sizeof values / sizeof *values; ++v) put_number(out, values[v]);
    }
    fputc('\n', out);
}

ts_status ts_run_pair_write_csv(const ts_run_pair *pair, const char *path, ts_error *error) {
    static const char *const SIDES[] = {"step",           "kinetic_energy", "elastic_energy", "gravity_energy",
                                        "contact_energy", "least_gap",      "iterations",     "seconds"};
    ts_output output;
    const ts_status status = ts_output_open(&output, path, true, error);
    if (status != TS_OK) return status;
    fputs("time,rms,greatest,node", output.stream);
    for (int k = 0; k < 2; ++k) {
        for (size_t s = 0; s < sizeof SIDES / sizeof *SIDES; ++s) {
            fprintf(output.stream, ",%s_%c", SIDES[s], 'a' + k);
        }
    }
    fputc('\n', output.stream);
    for (size_t m = 0; m < pair->moments; ++m) put_moment(&pair->moment[m], output.stream);
    return ts_output_close(&output, error);
}

/* ---- JSON ---- */

static void build_total(ts_json_builder *builder, cJSON *runs, const ts_run_total *total) {
    cJSON *run = ts_build_object(builder, runs, NULL);
    ts_build_text(builder, run, "folder", total->folder);
    ts_build_count(builder, run, "steps", total->steps);
    ts_build_count(builder, run, "steps_not_done", total->not_done);
    ts_build_count(builder, run, "failed_step", total->failed);
    ts_build_flag(builder, run, "ended_earlier", total->is_short);
    ts_build_real(builder, run, "time", total->time);
    ts_build_real(builder, run, "iterations", total->iterations);
    ts_build_real(builder, run, "seconds", total->seconds);
    ts_build_real(builder, run, "least_gap", total->least_gap);
}

static void build_side(ts_json_builder *builder, cJSON *sides, const ts_run_side *side) {
    cJSON *made = ts_build_object(builder, sides, NULL);
    ts_build_count(builder, made, "step", side->step);
    ts_build_real(builder, made, "kinetic_energy", side->kinetic);
    ts_build_real(builder, made, "elastic_energy", side->elastic);
    ts_build_real(builder, made, "gravity_energy", side->gravity);
    ts_build_real(builder, made, "contact_energy", side->contact);
    ts_build_real(builder, made, "least_gap", side->least_gap);
    ts_build_real(builder, made, "iterations", side->iterations);
    ts_build_real(builder, made, "seconds", side->seconds);
}

static void build_moment(ts_json_builder *builder, cJSON *list, const ts_run_moment *moment) {
    cJSON *made = ts_build_object(builder, list, NULL);
    ts_build_real(builder, made, "time", moment->time);
    ts_build_real(builder, made, "rms", moment->rms);
    ts_build_real(builder, made, "greatest", moment->greatest);
    ts_build_count(builder, made, "node", moment->node);
    cJSON *sides = ts_build_array(builder, made, "runs");
    for (int k = 0; k < 2; ++k) build_side(builder, sides, &moment->side[k]);
}

ts_status ts_run_pair_write_json(const ts_run_pair *pair, const char *path, ts_error *error) {
    ts_json_builder builder = {0};
    cJSON *root = ts_build_root(&builder), *runs = ts_build_array(&builder, root, "runs");
    for (int k = 0; k < 2; ++k) build_total(&builder, runs, &pair->total[k]);
    ts_build_count(&builder, root, "nodes", pair->nodes);
    ts_build_count(&builder, root, "nodes_that_differ", pair->differing);
    ts_build_real(&builder, root, "size", pair->size);
    ts_build_real(&builder, root, "largest_rms", ts_run_pair_largest(pair)->rms);
    ts_build_real(&builder, root, "greatest_distance", ts_run_pair_furthest(pair)->greatest);
    cJSON *moments = ts_build_array(&builder, root, "moments");
    for (size_t m = 0; m < pair->moments; ++m) build_moment(&builder, moments, &pair->moment[m]);
    char *text = ts_build_print(&builder, root);
    const ts_status status =
        text ? ts_text_file_write(path, text, error) : ts_fail_memory(error, "the comparison of two runs");
    free(text);
    return status;
}
