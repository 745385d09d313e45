/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cipc/contact/resistance.h"

#include <math.h>
#include <string.h>

#include "cipc/contact/feature_distance.h"
#include "cipc/contact/mollifier.h"
#include "core/vec3.h"

static const ts_resistance_value TOUCHING = {.b = INFINITY, .slope = -INFINITY};

/* kappa b of one pair by its distance; least: xi. */
static ts_resistance_value barrier_at(const ts_resistance *resistance, double distance) {
    const ts_barrier_scale scale = ts_contact_scale(resistance->of);
    const double least = resistance->least;
    if (distance >= least + scale.dhat) return (ts_resistance_value){0};
    if (distance <= least) return TOUCHING;
    const ts_barrier_value b =
        ts_barrier_evaluate(scale.barrier, (double[2]){distance * distance, 0.0}, least, scale.dhat, scale.parameter);
    if (isinf(b.b)) return TOUCHING;
    return (ts_resistance_value){
        .b = scale.kappa * b.b,
        .slope = scale.kappa * b.db * 2.0 * distance,
        .bend = scale.kappa * (scale.barrier->by_gap ? b.along : 4.0 * b.d2b * distance * distance + 2.0 * b.db),
    };
}

/* The pair's feature, normal and weight at y; its distance there is returned. */
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
    out->least = pair->xi;
    out->weight = pair->multiplicity;
    if (pair->mollified)
        out->weight *= ts_mollifier(ts_edge_cross2((const double(*)[3])whole, NULL, NULL), pair->mollifier).b;
    return sqrt(frame.d2[0]);
}

static size_t find(const void *self, size_t k, const ts_step_trial *trial, ts_resistance out[TS_RESISTANCES_EACH]) {
    const ts_contact_pair *pairs;
    ts_contact_pairs(self, &pairs);
    out->law = barrier_at;
    out->of = self;
    const double reached = look_along_normal(&pairs[k], trial->y, out);
    return ts_resistance_rises(out, reached, trial);
}

ts_status ts_contact_resist(const ts_contact *contact, const ts_step_trial *trial, ts_resistances *to,
                            ts_error *error) {
    const ts_contact_pair *pairs;
    const ts_resisting things = {.self = contact, .count = ts_contact_pairs(contact, &pairs), .find = find};
    return ts_resistances_find(to, &things, trial, error);
}
