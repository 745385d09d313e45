/* SPDX-License-Identifier: GPL-2.0-or-later
 * An empty table, and which of its cells cannot be filled. */
#include "benches/table/scene_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/solver.h"
#include "core/error.h"

static size_t reference_of(const ts_scene_table_plan *plan) {
    for (size_t m = 0; m < plan->method_count; ++m) {
        if (strcmp(plan->methods[m].backend->name, "accd") == 0) return m;
    }
    return 0;
}

static ts_status find_facts(ts_table_scene *scene, const char *path, const ts_scene_options *options, ts_error *error) {
    ts_scene read;
    const ts_status status = ts_scene_read(path, options, &read, error);
    if (status != TS_OK) return status;
    scene->hash = read.hash;
    scene->facts = ts_scene_facts_of(&read);
    scene->thick = scene->facts.offset.most > 0.0;
    /* The published table was made with that loop: other increments ask CCD other queries. */
    if (read.setup.solver.solver == &ts_cipc_solver) scene->solver_options = TS_CIPC_AS_PUBLISHED;
    ts_scene_clear(&read);
    return TS_OK;
}

static ts_status init_scene(ts_table_scene *scene, const ts_scene_table_plan *plan, size_t index, ts_error *error) {
    scene->name = strdup(plan->names[index]);
    scene->operand = strdup(plan->operands[index]);
    if (!scene->name || !scene->operand) return ts_fail_memory(error, "the table");
    return find_facts(scene, plan->paths[index], &plan->options, error);
}

static void init_cells(const ts_scene_table *table) {
    for (size_t s = 0; s < table->scene_count; ++s) {
        for (size_t m = 0; m < table->method_count; ++m) {
            ts_scene_cell *cell = ts_scene_table_cell(table, s, m);
            *cell = ts_scene_cell_empty();
            const bool can = table->methods[m].backend->capabilities & TS_CCD_CAN_MIN_DISTANCE;
            if (can || !table->scenes[s].thick) continue;
            cell->outcome = TS_CELL_NOT_AVAILABLE;
            strcpy(cell->message, "the scene's surfaces have a thickness, the method knows none");
        }
    }
}

ts_status ts_scene_table_init(ts_scene_table *table, const ts_scene_table_plan *plan, ts_error *error) {
    const size_t cells = plan->scene_count * plan->method_count;
    ts_scene_table made = {
        .size = plan->options.size,
        .steps = plan->steps,
        .asking = plan->asking,
        .disturb = plan->options.disturb,
        .disturb_seed = plan->options.disturb_seed,
        .reference = reference_of(plan),
        .scenes = calloc(plan->scene_count + 1, sizeof *made.scenes),
        .method_count = plan->method_count,
        .methods = plan->methods,
        .cells = calloc(cells + 1, sizeof *made.cells),
    };
    ts_status status = TS_OK;
    if (!made.scenes || !made.cells) status = ts_fail_memory(error, "the table");
    while (status == TS_OK && made.scene_count < plan->scene_count) {
        const size_t s = made.scene_count++;
        status = init_scene(&made.scenes[s], plan, s, error);
    }
    if (status != TS_OK) {
        ts_scene_table_clear(&made);
        return status;
    }
    init_cells(&made);
    *table = made;
    return TS_OK;
}

void ts_scene_table_clear(ts_scene_table *table) {
    for (size_t s = 0; s < table->scene_count; ++s) {
        free(table->scenes[s].name);
        free(table->scenes[s].operand);
    }
    free(table->scenes);
    free(table->cells);
    *table = (ts_scene_table){0};
}

ts_scene_cell *ts_scene_table_cell(const ts_scene_table *table, size_t scene, size_t method) {
    return &table->cells[scene * table->method_count + method];
}

static bool both_timed(const ts_scene_cell *cell, const ts_scene_cell *reference) {
    return cell->outcome == TS_CELL_TIMED && reference->outcome == TS_CELL_TIMED;
}

double ts_scene_table_ratio(const ts_scene_table *table, size_t scene, size_t method) {
    const ts_scene_cell *cell = ts_scene_table_cell(table, scene, method);
    const ts_scene_cell *reference = ts_scene_table_cell(table, scene, table->reference);
    return both_timed(cell, reference) ? cell->ccd_ms / reference->ccd_ms : NAN;
}

double ts_scene_table_ratio_with_set_up(const ts_scene_table *table, size_t scene, size_t method) {
    const ts_scene_cell *cell = ts_scene_table_cell(table, scene, method);
    const ts_scene_cell *reference = ts_scene_table_cell(table, scene, table->reference);
    if (!both_timed(cell, reference)) return NAN;
    return (cell->ccd_ms + cell->set_up_ms) / (reference->ccd_ms + reference->set_up_ms);
}

/* Each run has a thread. */
ts_scene_statistics ts_scene_table_statistics(const ts_scene_table *table, size_t scene) {
    const ts_scene_cell *cell = ts_scene_table_cell(table, scene, table->reference);
    if (cell->steps == 0) return (ts_scene_statistics){NAN, NAN, NAN, NAN, NAN};
    return (ts_scene_statistics){
        .mean_contacts = cell->mean_contacts,
        .most_contacts = (double)cell->most_contacts,
        .cores = 1.0,
        .seconds_per_step = cell->step_seconds,
        .iterations_per_step = (double)cell->iterations / (double)cell->steps,
    };
}
