/* SPDX-License-Identifier: GPL-2.0-or-later
 * A frame's verdict in lines and as JSON. */
#include "cli/verify/output.h"

#include <stdio.h>

enum { TEXT = 512 };

/* ---- Lines ---- */

void ts_frame_verdict_print(const ts_frame_verdict *verdict) {
    const ts_verify_report *report = &verdict->report;
    const size_t total = ts_verify_report_total(report);
    char text[TEXT];
    if (total == 0) return;
    printf("%s:", verdict->path);
    const char *comma = "";
    for (int kind = 0; kind < TS_OFFENCE_KINDS; ++kind) {
        if (report->count[kind] == 0) continue;
        printf("%s %zu %s", comma, report->count[kind], ts_offence_name((ts_offence_kind)kind));
        comma = ",";
    }
    printf("\n");
    for (size_t i = 0; i < report->listed; ++i) {
        ts_offence_text(&report->list[i], text, sizeof text);
        printf("  %s\n", text);
    }
    if (total == report->listed) return;
    printf("  ... and %zu more; the worst of each kind:\n", total - report->listed);
    for (int kind = 0; kind < TS_OFFENCE_KINDS; ++kind) {
        if (report->count[kind] == 0) continue;
        ts_offence_text(&report->worst[kind], text, sizeof text);
        printf("  %s\n", text);
    }
}

/* ---- JSON ---- */

static void add_part(ts_json_builder *builder, cJSON *parts, const ts_verify_part *part) {
    static const char *const NAMES[] = {"triangle", "segment", "point", "tet", "triangle", "edge", "node"};
    cJSON *object = ts_build_object(builder, parts, NULL);
    ts_build_text(builder, object, "kind", NAMES[part->kind]);
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

void ts_frame_verdict_build(ts_json_builder *builder, cJSON *frames, const ts_frame_verdict *verdict) {
    const ts_verify_report *report = &verdict->report;
    cJSON *frame = ts_build_object(builder, frames, NULL);
    ts_build_text(builder, frame, "file", verdict->path);
    ts_build_flag(builder, frame, "clean", ts_verify_report_total(report) == 0);
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
