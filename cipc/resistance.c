/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cipc/resistance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"

ts_status ts_resistances_reserve(ts_resistances *list, size_t more, ts_error *error) {
    if (more == 0) return TS_OK;
    const size_t count = list->count + more;
    if (count > list->capacity) {
        ts_resistance *at = realloc(list->at, count * sizeof *at);
        if (!at) return ts_fail_memory(error, "what resists a step");
        list->at = at;
        list->capacity = count;
    }
    memset(list->at + list->count, 0, more * sizeof *list->at);
    return TS_OK;
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
