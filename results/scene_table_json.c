/* SPDX-License-Identifier: GPL-2.0-or-later
 * The comparison table as a results file of kind "table". */
#include "results/scene_table_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "benches/table/published.h"
#include "benches/table/published_statistics.h"
#include "results/results.h"
#include "results/scene_cell_json.h"
#include "results/show_command.h"

/* ---- Statistics of scenes ---- */

static void build_extent(ts_json_builder *builder, cJSON *object, const char *name, const ts_extent *extent) {
    cJSON *made = ts_build_object(builder, object, name);
    ts_build_real(builder, made, "least", extent->least);
    ts_build_real(builder, made, "most", extent->most);
}

static void build_contacts(ts_json_builder *builder, cJSON *object, double mean, double most) {
    cJSON *contacts = ts_build_object(builder, object, "contacts");
    ts_build_real(builder, contacts, "mean", mean);
    ts_build_real(builder, contacts, "most", most);
}

static void build_statistics(ts_json_builder *builder, cJSON *object, const ts_scene_table *table, size_t scene) {
    const ts_scene_facts *facts = &table->scenes[scene].facts;
    const ts_scene_statistics ours = ts_scene_table_statistics(table, scene);
    cJSON *made = ts_build_object(builder, object, "statistics");
    ts_build_count(builder, made, "nodes", facts->nodes);
    ts_build_real(builder, made, "time_step", facts->h);
    build_extent(builder, made, "strain_limit", &facts->strain_limit);
    ts_build_real(builder, made, "dhat", facts->dhat);
    build_extent(builder, made, "offset", &facts->offset);
    build_extent(builder, made, "mu", &facts->mu);
    ts_build_real(builder, made, "eps_v", facts->eps_v);
    ts_build_count(builder, made, "straight_objects", facts->straight);
    ts_build_count(builder, made, "disturbed_objects", facts->disturbed);
    build_contacts(builder, made, ours.mean_contacts, ours.most_contacts);
    ts_build_real(builder, made, "cores", ours.cores);
    ts_build_real(builder, made, "seconds_per_step", ours.seconds_per_step);
    ts_build_real(builder, made, "iterations_per_step", ours.iterations_per_step);
}

static void build_published_statistics(ts_json_builder *builder, cJSON *object, const char *scene) {
    const ts_published_statistics *paper = ts_published_statistics_of(scene);
    if (!paper) return;
    cJSON *made = ts_build_object(builder, object, "published_statistics");
    ts_build_real(builder, made, "nodes", paper->nodes);
    ts_build_real(builder, made, "time_step", paper->h);
    ts_build_real(builder, made, "strain_limit", paper->strain_limit);
    ts_build_real(builder, made, "dhat", paper->dhat);
    ts_build_real(builder, made, "offset", paper->offset);
    ts_build_real(builder, made, "mu", paper->mu);
    ts_build_real(builder, made, "eps_v", paper->eps_v);
    build_contacts(builder, made, paper->mean_contacts, paper->most_contacts);
    ts_build_real(builder, made, "cores", paper->cores);
    ts_build_real(builder, made, "seconds_per_step", paper->seconds_per_step);
    ts_build_real(builder, made, "iterations_per_step", paper->iterations_per_step);
}

/* ---- The table ---- */

static void build_scene(ts_json_builder *builder, cJSON *scenes, const ts_scene_table *table, size_t index) {
    cJSON *scene = ts_build_object(builder, scenes, NULL);
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, table->scenes[index].hash);
    ts_build_text(builder, scene, "name", table->scenes[index].name);
    ts_build_text(builder, scene, "operand", table->scenes[index].operand);
    ts_build_text(builder, scene, "scene_hash", hash);
    ts_build_flag(builder, scene, "thick", table->scenes[index].thick);
    build_statistics(builder, scene, table, index);
    build_published_statistics(builder, scene, table->scenes[index].name);
}

/* What the table was asked to be. */
static void build_question(ts_json_builder *builder, cJSON *root, const ts_scene_table *table) {
    ts_build_text(builder, root, "size", table->size);
    ts_build_count(builder, root, "steps", table->steps);
    ts_build_text(builder, root, "ask", TS_CCD_ASKING_NAMES[table->asking]);
    ts_build_real(builder, root, "disturb", table->disturb ? (double)table->disturb_seed : NAN);
    ts_build_text(builder, root, "reference", table->methods[table->reference].backend->name);
    cJSON *scenes = ts_build_array(builder, root, "scenes"), *methods = ts_build_array(builder, root, "backends");
    for (size_t s = 0; s < table->scene_count; ++s) build_scene(builder, scenes, table, s);
    for (size_t m = 0; m < table->method_count; ++m) {
        cJSON *method = ts_build_object(builder, methods, NULL);
        ts_build_text(builder, method, "name", table->methods[m].backend->name);
        ts_build_raw(builder, method, "options", table->methods[m].options);
        ts_build_own_text(builder, method, "show_options", ts_show_method(&table->methods[m]));
    }
}

static void build_published(ts_json_builder *builder, cJSON *object, const ts_scene_table *table, size_t scene,
                            size_t method) {
    const char *name = table->scenes[scene].name, *backend = table->methods[method].backend->name;
    const char *published = ts_published_cell(name, backend);
    ts_build_real(builder, object, "ratio_to_reference", ts_scene_table_ratio(table, scene, method));
    ts_build_real(builder, object, "ratio_with_set_up", ts_scene_table_ratio_with_set_up(table, scene, method));
    if (!published) return;
    const ts_published_comparison comparison = ts_compare_table_cell(table, scene, method);
    ts_build_text(builder, object, "published", published);
    ts_build_real(builder, object, "published_ratio", ts_published_ratio(name, backend));
    ts_build_flag(builder, object, "informative", comparison.is_informative);
    ts_build_text(builder, object, "comparison", ts_agreement_name(comparison.word));
    ts_build_text(builder, object, "ratio_comparison", ts_agreement_name(comparison.ratio));
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
