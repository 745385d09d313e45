/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cipc/resistance.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"

void ts_resistances_clear(ts_resistances *list) {
    for (size_t k = 0; k < list->parts; ++k) free(list->part[k].at);
    free(list->part);
    free(list->at);
    *list = (ts_resistances){0};
}

static bool reserve(ts_resistances *list, size_t more) {
    const size_t count = list->count + more;
    if (count <= list->capacity) return true;
    ts_resistance *at = realloc(list->at, 2 * count * sizeof *at);
    if (!at) return false;
    list->at = at;
    list->capacity = 2 * count;
    return true;
}

/* Of things [first, end). */
static bool find_some(ts_resistances *list, const ts_resisting *things, size_t first, size_t end,
                      const ts_step_trial *trial) {
    for (size_t k = first; k < end; ++k) {
        if (!reserve(list, TS_RESISTANCES_EACH)) return false;
        ts_resistance *out = list->at + list->count;
        memset(out, 0, TS_RESISTANCES_EACH * sizeof *out);
        list->count += things->find(things->self, k, trial, out);
    }
    return true;
}

static bool reserve_parts(ts_resistances *list, size_t parts) {
    if (parts <= list->parts) return true;
    ts_resistances *part = realloc(list->part, parts * sizeof *part);
    if (!part) return false;
    memset(part + list->parts, 0, (parts - list->parts) * sizeof *part);
    list->part = part;
    list->parts = parts;
    return true;
}

static bool append_parts(ts_resistances *list, size_t parts) {
    size_t more = 0;
    for (size_t k = 0; k < parts; ++k) more += list->part[k].count;
    if (!reserve(list, more)) return false;
    for (size_t k = 0; k < parts; ++k) {
        const ts_resistances *part = &list->part[k];
        if (part->count > 0) memcpy(list->at + list->count, part->at, part->count * sizeof *part->at);
        list->count += part->count;
    }
    return true;
}

static bool find_together(ts_resistances *list, const ts_resisting *things, const ts_step_trial *trial) {
    const size_t parts = (size_t)omp_get_max_threads();
    if (!reserve_parts(list, parts)) return false;
    bool found = true;
#pragma omp parallel for schedule(static) reduction(&& : found)
    for (size_t k = 0; k < parts; ++k) {
        list->part[k].count = 0;
        found &= find_some(&list->part[k], things, k * things->count / parts, (k + 1) * things->count / parts, trial);
    }
    return found && append_parts(list, parts);
}

ts_status ts_resistances_find(ts_resistances *list, const ts_resisting *things, const ts_step_trial *trial,
                              ts_error *error) {
    const bool found = ts_pays_to_share(things->count, 250) ? find_together(list, things, trial)
                                                            : find_some(list, things, 0, things->count, trial);
    return found ? TS_OK : ts_fail_memory(error, "what resists a step");
}

static ts_resistance_value value_at(const ts_resistance *resistance, double distance) {
    ts_resistance_value at = resistance->law(resistance, distance);
    at.b *= resistance->weight;
    at.slope *= resistance->weight;
    at.bend *= resistance->weight;
    return at;
}

bool ts_resistance_rises(ts_resistance *resistance, double reached, const ts_step_trial *trial) {
    double gone = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES && resistance->node[i] >= 0; ++i)
        gone += ts_dot(resistance->row[i], trial->way[resistance->node[i]]);
    if (!(gone < 0.0)) return false;
    resistance->distance = reached - gone;
    resistance->weight *= trial->weight;
    const ts_resistance_value before = value_at(resistance, resistance->distance),
                              after = value_at(resistance, reached);
    resistance->slope = before.slope;
    resistance->bend = fmax(before.bend, 0.0);
    resistance->excess = fmax(after.b - before.b - gone * (resistance->slope + 0.5 * resistance->bend * gone), 0.0);
    const double when = trial->share * (resistance->distance - resistance->least) / -gone;
    resistance->when = when < 1.0 ? when : INFINITY;
    return (resistance->excess > 0.0 || (after.b == 0.0 && when < 1.0)) && isfinite(resistance->excess);
}

double ts_resistance_force(const ts_resistance *resistance, double delta, double *bend) {
    if (bend) *bend = 0.0;
    if (delta >= 0.0) return 0.0;
    const ts_resistance_value there = value_at(resistance, resistance->distance + delta);
    const double force = there.slope - resistance->slope - resistance->bend * delta;
    if (force >= 0.0) return 0.0;
    if (bend) *bend = there.bend - resistance->bend;
    return force;
}
