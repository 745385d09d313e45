/* SPDX-License-Identifier: GPL-2.0-or-later
 * The comparison table as a results file of kind "table". */
#include "results/scene_table_json.h"

#include <stdlib.h>

#include "benches/table/published.h"
#include "results/results.h"
#include "results/scene_cell_json.h"

/* What the table was asked to be. */
static void build_question(ts_json_builder *builder, cJSON *root, const ts_scene_table *table) {
    ts_build_text(builder, root, "size", table->size);
    ts_build_count(builder, root, "steps", table->steps);
    ts_build_text(builder, root, "reference", table->methods[table->reference].backend->name);
    cJSON *scenes = ts_build_array(builder, root, "scenes"), *methods = ts_build_array(builder, root, "backends");
    for (size_t s = 0; s < table->scene_count; ++s) {
        cJSON *scene = ts_build_object(builder, scenes, NULL);
        ts_build_text(builder, scene, "name", table->scenes[s].name);
        ts_build_text(builder, scene, "operand", table->scenes[s].operand);
        ts_build_flag(builder, scene, "thick", table->scenes[s].thick);
    }
    for (size_t m = 0; m < table->method_count; ++m) {
        cJSON *method = ts_build_object(builder, methods, NULL);
        ts_build_text(builder, method, "name", table->methods[m].backend->name);
        ts_build_raw(builder, method, "options", table->methods[m].options);
    }
}

static void build_published(ts_json_builder *builder, cJSON *object, const ts_scene_table *table, size_t scene,
                            size_t method) {
    const char *name = table->scenes[scene].name, *backend = table->methods[method].backend->name;
    const char *published = ts_published_cell(name, backend);
    ts_build_real(builder, object, "ratio_to_reference", ts_scene_table_ratio(table, scene, method));
    if (!published) return;
    const ts_agreement agreement = ts_compare_published(ts_scene_table_cell(table, scene, method), name, backend);
    ts_build_text(builder, object, "published", published);
    ts_build_real(builder, object, "published_ratio", ts_published_ratio(name, backend));
    ts_build_text(builder, object, "comparison", ts_agreement_name(agreement));
}

ts_status ts_scene_table_write_json(const ts_scene_table *table, const ts_context *context, const char *path,
                                    ts_error *error) {
    ts_json_builder builder = {0};
    cJSON *root = ts_results_begin(&builder, TS_RESULTS_TABLE, context);
    build_question(&builder, root, table);
    cJSON *cells = ts_build_array(&builder, root, "cells");
    for (size_t s = 0; s < table->scene_count; ++s) {
        for (size_t m = 0; m < table->method_count; ++m) {
            cJSON *cell = ts_build_object(&builder, cells, NULL);
            ts_build_text(&builder, cell, "scene", table->scenes[s].name);
            ts_build_text(&builder, cell, "backend", table->methods[m].backend->name);
            ts_scene_cell_build(&builder, cell, ts_scene_table_cell(table, s, m));
            build_published(&builder, cell, table, s, m);
        }
    }
    return ts_results_write(&builder, root, path, error);
}
