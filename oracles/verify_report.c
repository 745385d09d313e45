/* SPDX-License-Identifier: MIT
 * Offences: counted, the worst of each kind and the first few kept, and said in words. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "oracles/verify_pairs.h"
#include "oracles/verify_report.h"

void ts_verify_report_init(ts_verify_report *report) {
    memset(report, 0, sizeof *report);
    report->most_stretch = report->least_stretch = 1.0;
}

size_t ts_verify_report_total(const ts_verify_report *report) {
    size_t total = 0;
    for (int kind = 0; kind < TS_OFFENCE_KINDS; ++kind) total += report->count[kind];
    return total;
}

static bool is_worse(const ts_offence *a, const ts_offence *b) {
    return a->kind == TS_OFFENCE_STRETCH ? a->value > b->value : a->value < b->value;
}

void ts_verify_report_add(ts_verify_report *report, const ts_offence *offence) {
    const ts_offence_kind kind = offence->kind;
    if (report->count[kind]++ == 0 || is_worse(offence, &report->worst[kind])) report->worst[kind] = *offence;
    if (report->listed < TS_OFFENCES_LISTED) report->list[report->listed++] = *offence;
}

const char *ts_offence_name(ts_offence_kind kind) {
    switch (kind) {
    case TS_OFFENCE_INTERSECTION: return "intersection";
    case TS_OFFENCE_THICKNESS: return "thickness";
    case TS_OFFENCE_MOTION: return "motion";
    case TS_OFFENCE_STRETCH: return "stretch";
    case TS_OFFENCE_COMPRESSION: return "compression";
    case TS_OFFENCE_FLAT: return "flat";
    case TS_OFFENCE_INVERTED: return "inverted";
    case TS_OFFENCE_CONTAINMENT: return "containment";
    }
    return "unknown";
}

/* ---- Words ---- */

typedef struct writing {
    char *text;
    size_t size, used;
} writing;

__attribute__((format(printf, 2, 3))) static void put(writing *w, const char *format, ...) {
    if (w->used >= w->size) return;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(w->text + w->used, w->size - w->used, format, arguments);
    va_end(arguments);
    if (length > 0) w->used += (size_t)length;
}

const char *ts_verify_part_name(ts_verify_part_kind kind) {
    static const char *const NAMES[] = {"triangle", "segment", "point", "tet", "triangle", "edge", "node"};
    return (unsigned)kind < sizeof NAMES / sizeof *NAMES ? NAMES[kind] : "unknown";
}

static void put_part(writing *w, const ts_verify_part *part) {
    put(w, "%s", ts_verify_part_name(part->kind));
    if (part->index >= 0) put(w, " %d", part->index);
    if (part->kind == TS_PART_NODE) return;
    put(w, " (node%s", part->nodes > 1 ? "s" : "");
    for (int i = 0; i < part->nodes; ++i) put(w, " %d", part->node[i]);
    put(w, ")");
}

void ts_offence_text(const ts_offence *offence, char *text, size_t size) {
    writing w = {text, size, 0};
    const char *between = offence->kind == TS_OFFENCE_CONTAINMENT ? " lies inside the closed surface of " : " and ";
    for (int k = 0; k < offence->parts; ++k) {
        if (k > 0) put(&w, "%s", between);
        put_part(&w, &offence->part[k]);
    }
    const double value = offence->value, bound = offence->bound;
    switch (offence->kind) {
    case TS_OFFENCE_INTERSECTION: put(&w, offence->part[0].kind == TS_PART_TET ? " overlap" : " intersect"); break;
    case TS_OFFENCE_THICKNESS:
        put(&w, " are %.6g m apart, %.6g m less than their thickness %.6g m", fmax(0.0, bound + value), 0.0 - value,
            bound); /* not -value: 0 where the gap is the thickness */
        break;
    case TS_OFFENCE_MOTION:
        if (bound > 0.0) {
            put(&w, " come within their thickness %.6g m at t = %.17g", bound, value);
        } else {
            put(&w, " meet at t = %.17g", value);
        }
        break;
    case TS_OFFENCE_STRETCH: put(&w, " is stretched by %.17g; the limit is %.17g", value, bound); break;
    case TS_OFFENCE_COMPRESSION: put(&w, " is compressed to %.17g; the limit is %.17g", value, bound); break;
    case TS_OFFENCE_FLAT: put(&w, offence->part[0].nodes == 3 ? " has no area" : " has no length"); break;
    case TS_OFFENCE_INVERTED: put(&w, value < 0.0 ? " is turned inside out" : " has no volume"); break;
    case TS_OFFENCE_CONTAINMENT: break;
    }
}
