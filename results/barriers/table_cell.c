/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a run of the table of barriers left. */
#include <cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "results/barriers/table.h"
#include "results/read.h"
#include "results/run_log.h"

static double real_of(const cJSON *root, const char *member) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(root, member);
    return cJSON_IsNumber(value) ? value->valuedouble : NAN;
}

static uint64_t count_of(const cJSON *root, const char *member) {
    const double value = real_of(root, member);
    return value > 0.0 ? (uint64_t)value : 0;
}

static void text_of(const cJSON *root, const char *member, char *out, size_t size) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(root, member);
    snprintf(out, size, "%s", cJSON_IsString(value) ? value->valuestring : "");
}

typedef struct step_sums {
    double seconds, first_energy, last_energy;
    bool begun;
} step_sums;

static ts_status add_step(void *self, const cJSON *line, ts_error *error) {
    step_sums *sums = self;
    (void)error;
    sums->seconds += real_of(line, "seconds");
    sums->last_energy = real_of(line, "kinetic_energy") + real_of(line, "elastic_energy") +
                        real_of(line, "gravity_energy") + real_of(line, "contact_energy");
    if (!sums->begun) sums->first_energy = sums->last_energy;
    sums->begun = true;
    return TS_OK;
}

static void read_root(const cJSON *root, ts_barrier_cell *cell) {
    const double steps = real_of(root, "steps_done");
    text_of(root, "outcome", cell->outcome, sizeof cell->outcome);
    text_of(cJSON_GetObjectItemCaseSensitive(root, "at"), "message", cell->message, sizeof cell->message);
    cell->steps = count_of(root, "steps_done");
    cell->steps_asked = count_of(root, "steps_asked");
    cell->verified = count_of(root, "steps_verified");
    cell->not_converged = count_of(root, "steps_not_converged");
    cell->offences = count_of(cJSON_GetObjectItemCaseSensitive(root, "offences"), "count");
    cell->shifts = count_of(root, "diagonal_shifts");
    cell->iterations = steps > 0.0 ? real_of(root, "iterations") / steps : (double)NAN;
    cell->gap_least = real_of(root, "gap_least");
    cell->gap_tenth = real_of(root, "gap_tenth");
    cell->gap_median = real_of(root, "gap_median");
    cell->force_error = real_of(root, "force_error");
    cell->jitter = real_of(root, "jitter");
    cell->condition = 1.0 / real_of(root, "reciprocal_condition");
}

void ts_barrier_cell_read(const char *folder, ts_barrier_cell *cell) {
    ts_error error;
    ts_results_tree tree = {0};
    char *path = ts_path_join(folder, "results.json");
    *cell = (ts_barrier_cell){.iterations = NAN,
                              .seconds = NAN,
                              .gap_least = NAN,
                              .gap_tenth = NAN,
                              .gap_median = NAN,
                              .force_error = NAN,
                              .jitter = NAN,
                              .energy_change = NAN,
                              .condition = NAN};
    if (path && ts_results_load(path, &tree, &error) == TS_OK) {
        step_sums sums = {0};
        cell->is_there = true;
        read_root(tree.root, cell);
        if (ts_run_log_each(folder, "step", add_step, &sums, &error) == TS_OK && cell->steps > 0) {
            cell->seconds = sums.seconds / (double)cell->steps;
            cell->energy_change = (sums.last_energy - sums.first_energy) / fabs(sums.first_energy);
        }
    }
    cJSON_Delete(tree.root);
    free(path);
}

/* ---- The table ---- */

ts_status ts_barrier_table_init(ts_barrier_table *table, ts_error *error) {
    table->cells = calloc(table->scenes->count * table->barriers->count + 1, sizeof *table->cells);
    return table->cells ? TS_OK : ts_fail_memory(error, "the table");
}

void ts_barrier_table_clear(ts_barrier_table *table) {
    free(table->cells);
    table->cells = NULL;
}

ts_barrier_cell *ts_barrier_table_cell(const ts_barrier_table *table, size_t scene, size_t barrier) {
    return &table->cells[scene * table->barriers->count + barrier];
}

void ts_barrier_table_name(const char *operand, char name[64]) {
    const char *from = ts_path_name(operand), *dot = strrchr(from, '.');
    const size_t length = dot && strchr(operand, '/') && dot > from ? (size_t)(dot - from) : strlen(from);
    snprintf(name, 64, "%.*s", (int)length, from);
}
