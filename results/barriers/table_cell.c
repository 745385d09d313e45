/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a run of the table of barriers left. */
#include <cJSON.h>
#include <inttypes.h>
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

/* ---- The log ---- */

/* What the steps say, in their order. */
typedef struct step_sums {
    double seconds, first, last;  /* energy of the first and the last step */
    double before, speed;         /* the energy before contact, and the kinetic part of it */
    double after;                 /* after it opened; NaN: it has not */
    bool begun, was_free, is_met; /* a step was read; one without contact; one with contact after such */
} step_sums;

/* A bounce ends with the first step that is free of contact again. */
static void follow_bounce(step_sums *sums, double contact, double energy, double kinetic) {
    if (contact > 0.0) {
        sums->is_met = sums->is_met || sums->was_free;
    } else if (!sums->is_met) {
        sums->was_free = true;
        sums->before = energy;
        sums->speed = kinetic;
    } else if (isnan(sums->after)) {
        sums->after = energy;
    }
}

static ts_status add_step(void *self, const cJSON *line, ts_error *error) {
    step_sums *sums = self;
    (void)error;
    const double kinetic = real_of(line, "kinetic_energy"), contact = real_of(line, "contact_energy");
    const double energy = kinetic + real_of(line, "elastic_energy") + real_of(line, "gravity_energy");
    sums->seconds += real_of(line, "seconds");
    sums->last = energy + contact;
    if (!sums->begun) sums->first = sums->last;
    sums->begun = true;
    follow_bounce(sums, contact, energy, kinetic);
    return TS_OK;
}

/* "tiny toi", as of a query (benches/verdict.h). */
static ts_status count_stall(void *self, const cJSON *line, ts_error *error) {
    (void)error;
    *(uint64_t *)self += real_of(line, "ccd_alpha") < 1e-6;
    return TS_OK;
}

static void read_log(const char *folder, ts_barrier_cell *cell) {
    step_sums sums = {.after = NAN};
    ts_error error;
    if (ts_run_log_each(folder, "step", add_step, &sums, &error) == TS_OK && cell->steps > 0) {
        cell->seconds = sums.seconds / (double)cell->steps;
        cell->energy_change = (sums.last - sums.first) / fabs(sums.first);
        if (sums.speed > 0.0) cell->restitution_error = (sums.before - sums.after) / sums.speed;
    }
    ts_run_log_each(folder, "iteration", count_stall, &cell->stalls, &error);
}

/* ---- Results ---- */

/* What the table stops says of itself that it was interrupted. */
static void read_end(const cJSON *root, ts_barrier_cell *cell) {
    text_of(root, "outcome", cell->outcome, sizeof cell->outcome);
    text_of(cJSON_GetObjectItemCaseSensitive(root, "at"), "message", cell->message, sizeof cell->message);
    if (strcmp(cell->outcome, "interrupted") != 0) return;
    snprintf(cell->outcome, sizeof cell->outcome, "time");
    snprintf(cell->message, sizeof cell->message, "stopped by its limit of seconds in step %" PRIu64 " of %" PRIu64,
             cell->steps + 1, cell->steps_asked);
}

static void read_root(const cJSON *root, ts_barrier_cell *cell) {
    text_of(root, "scene_hash", cell->scene_hash, sizeof cell->scene_hash);
    cell->steps = count_of(root, "steps_done");
    cell->steps_asked = count_of(root, "steps_asked");
    cell->verified = count_of(root, "steps_verified");
    cell->not_converged = count_of(root, "steps_not_converged");
    cell->offences = count_of(cJSON_GetObjectItemCaseSensitive(root, "offences"), "count");
    cell->shifts = count_of(root, "diagonal_shifts");
    cell->iterations = count_of(root, "iterations");
    cell->gap_least = real_of(root, "gap_least");
    cell->gap_tenth = real_of(root, "gap_tenth");
    cell->gap_median = real_of(root, "gap_median");
    cell->gap_top = real_of(root, "gap_top");
    cell->contact_force = real_of(root, "contact_force");
    cell->force_error = real_of(root, "force_error");
    cell->jitter = real_of(root, "jitter");
    cell->condition = 1.0 / real_of(root, "reciprocal_condition");
    read_end(root, cell);
}

/* Nothing is known of it. */
static ts_barrier_cell empty_cell(void) {
    return (ts_barrier_cell){.seconds = NAN,
                             .gap_least = NAN,
                             .gap_tenth = NAN,
                             .gap_median = NAN,
                             .gap_top = NAN,
                             .contact_force = NAN,
                             .force_error = NAN,
                             .jitter = NAN,
                             .energy_change = NAN,
                             .restitution_error = NAN,
                             .condition = NAN};
}

void ts_barrier_cell_read(const char *folder, ts_barrier_cell *cell) {
    ts_error error;
    ts_results_tree tree = {0};
    char *path = ts_path_join(folder, "results.json");
    *cell = empty_cell();
    if (path && ts_results_load(path, &tree, &error) == TS_OK) {
        cell->is_there = true;
        read_root(tree.root, cell);
        read_log(folder, cell);
    }
    cJSON_Delete(tree.root);
    free(path);
}

const char *ts_barrier_cell_word(const ts_barrier_cell *cell) {
    return !cell->outcome[0] ? "not run" : cell->offences > 0 ? "intersect" : cell->outcome;
}

double ts_barrier_cell_iterations(const ts_barrier_cell *cell) {
    return cell->steps > 0 ? (double)cell->iterations / (double)cell->steps : (double)NAN;
}

/* ---- The table ---- */

ts_status ts_barrier_table_init(ts_barrier_table *table, ts_error *error) {
    const size_t count = table->scenes->count * table->barriers->count;
    table->cells = calloc(count + 1, sizeof *table->cells);
    if (!table->cells) return ts_fail_memory(error, "the table");
    for (size_t k = 0; k < count; ++k) table->cells[k] = empty_cell();
    return TS_OK;
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
