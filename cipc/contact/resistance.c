/* SPDX-License-Identifier: GPL-2.0-or-later
 * Pairs that rise above their quadratic model on the way to a trial. */
#include "cipc/contact/resistance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/contact/feature_distance.h"
#include "cipc/contact/mollifier.h"
#include "core/error.h"
#include "core/vec3.h"

/* b as a function of the distance d, with two derivatives. */
typedef struct by_distance {
    double b, slope, bend;
} by_distance;

static by_distance barrier_at(const ts_barrier_scale *scale, double xi, double d) {
    if (d >= xi + scale->dhat) return (by_distance){0};
    if (d <= xi) return (by_distance){.b = INFINITY, .slope = -INFINITY};
    const ts_barrier_value b =
        ts_barrier_evaluate(scale->barrier, (double[2]){d * d, 0.0}, xi, scale->dhat, scale->parameter);
    if (isinf(b.b)) return (by_distance){.b = INFINITY, .slope = -INFINITY};
    return (by_distance){
        .b = scale->kappa * b.b,
        .slope = scale->kappa * b.db * 2.0 * d,
        .bend = scale->kappa * (scale->barrier->by_gap ? b.along : 4.0 * b.d2b * d * d + 2.0 * b.db),
    };
}

/* The pair's feature, normal and stiffness at y; its distance there is returned. */
static double look_along_normal(const ts_contact_pair *pair, const double (*y)[3], ts_resistance *out) {
    int row[TS_STENCIL_NODES] = {0, 1, 2, 3};
    double rows[TS_STENCIL_NODES][3], whole[TS_STENCIL_NODES][3];
    const ts_ccd_kind kind = pair->mollified ? ts_feature_rows(pair->feature, row) : pair->kind;
    const int nodes = ts_ccd_vertices(kind);
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        out->node[i] = i < nodes ? pair->node[row[i]] : -1;
        if (i < nodes) memcpy(rows[i], y[out->node[i]], sizeof rows[i]);
    }
    for (int i = 0; pair->mollified && i < TS_STENCIL_NODES; ++i) memcpy(whole[i], y[pair->node[i]], sizeof whole[i]);
    ts_feature_frame frame;
    ts_feature_frame_init(&frame, kind, (const double(*)[3])rows);
    double normal[3], tangent[2][3];
    ts_feature_frame_basis(&frame, normal, tangent);
    for (int i = 0; i < nodes; ++i) ts_scale(frame.weight[i], normal, out->row[i]);
    out->xi = pair->xi;
    out->scale.kappa *= pair->multiplicity;
    if (pair->mollified)
        out->scale.kappa *= ts_mollifier(ts_edge_cross2((const double(*)[3])whole, NULL, NULL), pair->mollifier).b;
    return sqrt(frame.d2[0]);
}

/* False: the pair is where its model has it, or below. */
static bool rises(const ts_contact_pair *pair, const double (*y)[3], const double (*way)[3], ts_resistance *out) {
    const double reached = look_along_normal(pair, y, out);
    double gone = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES && out->node[i] >= 0; ++i) gone += ts_dot(out->row[i], way[out->node[i]]);
    if (!(gone < 0.0)) return false;
    out->distance = reached - gone;
    const by_distance before = barrier_at(&out->scale, out->xi, out->distance);
    const by_distance after = barrier_at(&out->scale, out->xi, reached);
    out->slope = before.slope;
    out->bend = fmax(before.bend, 0.0);
    out->excess = after.b - before.b - gone * (out->slope + 0.5 * out->bend * gone);
    return out->excess > 0.0 && isfinite(out->excess);
}

static ts_status reserve(ts_resistances *list, size_t count, ts_error *error) {
    if (count <= list->capacity) return TS_OK;
    ts_resistance *at = realloc(list->at, count * sizeof *at);
    if (!at) return ts_fail_memory(error, "what resists a step");
    list->at = at;
    list->capacity = count;
    return TS_OK;
}

ts_status ts_contact_resist(const ts_contact *contact, const double (*y)[3], const double (*way)[3], ts_resistances *to,
                            ts_error *error) {
    const ts_contact_pair *pairs;
    const size_t count = ts_contact_pairs(contact, &pairs);
    const ts_status status = reserve(to, to->count + count, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; k < count; ++k) {
        ts_resistance *next = &to->at[to->count];
        *next = (ts_resistance){.scale = ts_contact_scale(contact)};
        if (rises(&pairs[k], y, way, next)) ++to->count;
    }
    return TS_OK;
}

double ts_resistance_force(const ts_resistance *resistance, double delta, double *bend) {
    if (bend) *bend = 0.0;
    if (delta >= 0.0) return 0.0;
    const by_distance there = barrier_at(&resistance->scale, resistance->xi, resistance->distance + delta);
    const double force = there.slope - resistance->slope - resistance->bend * delta;
    if (force >= 0.0) return 0.0;
    if (bend) *bend = there.bend - resistance->bend;
    return force;
}
