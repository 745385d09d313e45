/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table of barriers as a results file of kind "barriers". */
#include <stdio.h>
#include <string.h>

#include "core/files.h"
#include "results/barriers/table.h"
#include "results/results.h"

static void build_names(ts_json_builder *builder, cJSON *root, const char *member, const ts_text_list *operands) {
    cJSON *list = ts_build_array(builder, root, member);
    for (size_t k = 0; k < operands->count; ++k) {
        char name[64];
        ts_barrier_table_name(operands->items[k], name);
        cJSON *made = ts_build_object(builder, list, NULL);
        ts_build_text(builder, made, "name", name);
        ts_build_text(builder, made, "operand", operands->items[k]);
    }
}

/* A word where it did not finish, else what the table of all cells shows. */
static char *text_of(const ts_barrier_cell *cell) {
    if (strcmp(ts_barrier_cell_word(cell), "finished") != 0) return ts_text("%s", ts_barrier_cell_word(cell));
    return ts_text("%.1f", ts_barrier_cell_iterations(cell));
}

static void build_cell(ts_json_builder *builder, cJSON *made, const ts_barrier_cell *c) {
    const struct {
        const char *name;
        double value;
    } reals[] = {{"iterations_per_step", ts_barrier_cell_iterations(c)},
                 {"gap_least", c->gap_least},
                 {"gap_tenth", c->gap_tenth},
                 {"gap_median", c->gap_median},
                 {"gap_top", c->gap_top},
                 {"contact_force", c->contact_force},
                 {"force_error", c->force_error},
                 {"restitution_error", c->restitution_error},
                 {"energy_change", c->energy_change},
                 {"jitter", c->jitter},
                 {"condition", c->condition},
                 {"seconds_per_step", c->seconds}};
    ts_build_text(builder, made, "outcome", ts_barrier_cell_word(c));
    ts_build_own_text(builder, made, "text", text_of(c));
    if (c->scene_hash[0]) ts_build_text(builder, made, "scene_hash", c->scene_hash);
    if (c->message[0]) ts_build_text(builder, ts_build_object(builder, made, "at"), "message", c->message);
    ts_build_count(builder, made, "steps_done", c->steps);
    ts_build_count(builder, made, "steps_asked", c->steps_asked);
    ts_build_count(builder, made, "steps_verified", c->verified);
    ts_build_count(builder, ts_build_object(builder, made, "offences"), "count", c->offences);
    ts_build_count(builder, made, "steps_not_converged", c->not_converged);
    ts_build_count(builder, made, "diagonal_shifts", c->shifts);
    ts_build_count(builder, made, "stalls", c->stalls);
    ts_build_count(builder, made, "iterations", c->iterations);
    for (size_t k = 0; k < sizeof reals / sizeof *reals; ++k)
        ts_build_real(builder, made, reals[k].name, reals[k].value);
}

ts_status ts_barrier_table_write_json(const ts_barrier_table *table, const ts_context *context, const char *path,
                                      ts_error *error) {
    ts_json_builder builder = {0};
    cJSON *root = ts_results_begin(&builder, TS_RESULTS_BARRIERS, context);
    ts_build_text(&builder, root, "size", table->size);
    ts_build_count(&builder, root, "steps", table->steps);
    build_names(&builder, root, "scenes", table->scenes);
    build_names(&builder, root, "barriers", table->barriers);
    cJSON *cells = ts_build_array(&builder, root, "cells");
    for (size_t s = 0; s < table->scenes->count; ++s) {
        for (size_t b = 0; b < table->barriers->count; ++b) {
            char scene[64], barrier[64];
            ts_barrier_table_name(table->scenes->items[s], scene);
            ts_barrier_table_name(table->barriers->items[b], barrier);
            cJSON *cell = ts_build_object(&builder, cells, NULL);
            ts_build_text(&builder, cell, "scene", scene);
            ts_build_text(&builder, cell, "barrier", barrier);
            ts_build_own_text(&builder, cell, "command", ts_barrier_table_command(table, s, b));
            build_cell(&builder, cell, ts_barrier_table_cell(table, s, b));
        }
    }
    return ts_results_write(&builder, root, path, error);
}
