/* SPDX-License-Identifier: GPL-2.0-or-later
 * Verdicts of frames as JSON. */
#include "results/verify_json.h"

#include "results/results.h"

void ts_verify_json_begin(ts_verify_json *json) {
    *json = (ts_verify_json){.offending = 0};
    json->frames = ts_build_root_array(&json->builder);
}

void ts_verify_json_clear(ts_verify_json *json) {
    cJSON_Delete(json->frames);
    json->frames = NULL;
}

static void add_part(ts_json_builder *builder, cJSON *parts, const ts_verify_part *part) {
    cJSON *object = ts_build_object(builder, parts, NULL);
    ts_build_text(builder, object, "kind", ts_verify_part_name(part->kind));
    if (part->index >= 0) ts_build_count(builder, object, "index", (uint64_t)part->index);
    cJSON *nodes = ts_build_array(builder, object, "nodes");
    for (int k = 0; k < part->nodes; ++k) ts_build_count(builder, nodes, NULL, (uint64_t)part->node[k]);
}

static void add_offence(ts_json_builder *builder, cJSON *list, const ts_offence *offence) {
    cJSON *object = ts_build_object(builder, list, NULL);
    ts_build_text(builder, object, "kind", ts_offence_name(offence->kind));
    ts_build_real(builder, object, "value", offence->value);
    ts_build_real(builder, object, "bound", offence->bound);
    cJSON *parts = ts_build_array(builder, object, "parts");
    for (int k = 0; k < offence->parts; ++k) add_part(builder, parts, &offence->part[k]);
}

void ts_verify_json_add(ts_verify_json *json, const ts_frame_verdict *verdict) {
    const ts_verify_report *report = &verdict->report;
    ts_json_builder *builder = &json->builder;
    cJSON *frame = ts_build_object(builder, json->frames, NULL);
    const ts_frame_finding finding = ts_frame_finding_of(report);
    json->offending += finding == TS_FRAME_OFFENDS;
    json->met_on_the_way += finding == TS_FRAME_MET_ON_THE_WAY;
    json->single += verdict->is_single;
    ts_build_text(builder, frame, "file", verdict->path);
    ts_build_flag(builder, frame, "clean", finding == TS_FRAME_CLEAN);
    ts_build_flag(builder, frame, "met_on_the_way_only", finding == TS_FRAME_MET_ON_THE_WAY);
    ts_build_flag(builder, frame, "single_precision", verdict->is_single);
    ts_build_count(builder, frame, "nodes", verdict->nodes);
    ts_build_count(builder, frame, "tets", verdict->tets);
    ts_build_count(builder, frame, "triangles", verdict->triangles);
    ts_build_count(builder, frame, "segments", verdict->segments);
    ts_build_count(builder, frame, "particles", verdict->particles);
    ts_build_count(builder, frame, "pairs", report->pairs);
    ts_build_real(builder, frame, "most_stretch", report->most_stretch);
    ts_build_real(builder, frame, "least_stretch", report->least_stretch);
    cJSON *counts = ts_build_object(builder, frame, "offences");
    cJSON *worst = ts_build_array(builder, frame, "worst"), *list = ts_build_array(builder, frame, "first");
    for (int kind = 0; kind < TS_OFFENCE_KINDS; ++kind) {
        ts_build_count(builder, counts, ts_offence_name((ts_offence_kind)kind), report->count[kind]);
        if (report->count[kind]) add_offence(builder, worst, &report->worst[kind]);
    }
    for (size_t i = 0; i < report->listed; ++i) add_offence(builder, list, &report->list[i]);
}

ts_status ts_verify_json_write(ts_verify_json *json, const ts_frame_rules *rules, uint64_t missing, const char *path,
                               ts_error *error) {
    ts_json_builder *builder = &json->builder;
    cJSON *root = ts_build_root(builder);
    ts_build_real(builder, root, "thickness", rules->thickness);
    ts_build_real(builder, root, "strain_limit", rules->most_stretch);
    ts_build_real(builder, root, "compression_limit", rules->least_stretch);
    ts_build_flag(builder, root, "motion", rules->motion);
    ts_build_count(builder, root, "offending_frames", json->offending);
    ts_build_count(builder, root, "frames_met_on_the_way_only", json->met_on_the_way);
    ts_build_count(builder, root, "missing_frames", missing);
    ts_build_count(builder, root, "single_precision_frames", json->single);
    ts_build_move(builder, root, "frames", json->frames);
    json->frames = NULL;
    return ts_results_write(builder, root, path, error);
}
