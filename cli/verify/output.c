/* SPDX-License-Identifier: GPL-2.0-or-later
 * A frame's verdict in lines and as JSON. */
#include "cli/verify/output.h"

#include <stdio.h>

#include "cli/common.h"
#include "core/json.h"

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

static bool add_part(cJSON *parts, const ts_verify_part *part) {
    static const char *const NAMES[] = {"triangle", "segment", "point", "tet", "triangle", "edge", "node"};
    cJSON *object = cJSON_CreateObject();
    if (!cJSON_AddItemToArray(parts, object)) {
        cJSON_Delete(object);
        return false;
    }
    bool complete = cJSON_AddStringToObject(object, "kind", NAMES[part->kind]) != NULL;
    if (part->index >= 0) complete &= cJSON_AddNumberToObject(object, "index", part->index) != NULL;
    cJSON *nodes = cJSON_CreateIntArray(part->node, part->nodes);
    if (!nodes || !cJSON_AddItemToObject(object, "nodes", nodes)) {
        cJSON_Delete(nodes);
        return false;
    }
    return complete;
}

static bool add_offence(cJSON *list, const ts_offence *offence) {
    cJSON *object = cJSON_CreateObject();
    if (!cJSON_AddItemToArray(list, object)) {
        cJSON_Delete(object);
        return false;
    }
    bool complete = cJSON_AddStringToObject(object, "kind", ts_offence_name(offence->kind)) != NULL;
    complete &= ts_json_add_real(object, "value", offence->value) && ts_json_add_real(object, "bound", offence->bound);
    cJSON *parts = cJSON_AddArrayToObject(object, "parts");
    for (int k = 0; parts && k < offence->parts; ++k) complete &= add_part(parts, &offence->part[k]);
    return complete && parts;
}

static bool fill(cJSON *frame, const ts_frame_verdict *verdict) {
    const ts_verify_report *report = &verdict->report;
    bool complete = cJSON_AddStringToObject(frame, "file", verdict->path) != NULL;
    complete &= cJSON_AddBoolToObject(frame, "clean", ts_verify_report_total(report) == 0) != NULL;
    const struct {
        const char *name;
        size_t count;
    } sizes[] = {{"nodes", verdict->nodes},       {"tets", verdict->tets},           {"triangles", verdict->triangles},
                 {"segments", verdict->segments}, {"particles", verdict->particles}, {"pairs", report->pairs}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        complete &= ts_json_add_integer(frame, sizes[k].name, sizes[k].count);
    }
    complete &= ts_json_add_real(frame, "most_stretch", report->most_stretch);
    complete &= ts_json_add_real(frame, "least_stretch", report->least_stretch);
    cJSON *counts = cJSON_AddObjectToObject(frame, "offences");
    cJSON *worst = cJSON_AddArrayToObject(frame, "worst"), *list = cJSON_AddArrayToObject(frame, "first");
    if (!counts || !worst || !list) return false;
    for (int kind = 0; kind < TS_OFFENCE_KINDS; ++kind) {
        complete &= ts_json_add_integer(counts, ts_offence_name((ts_offence_kind)kind), report->count[kind]);
        if (report->count[kind]) complete &= add_offence(worst, &report->worst[kind]);
    }
    for (size_t i = 0; i < report->listed; ++i) complete &= add_offence(list, &report->list[i]);
    return complete;
}

cJSON *ts_frame_verdict_json(const ts_frame_verdict *verdict) {
    cJSON *frame = cJSON_CreateObject();
    if (frame && fill(frame, verdict)) return frame;
    cJSON_Delete(frame);
    return NULL;
}
