/* SPDX-License-Identifier: GPL-2.0-or-later
 * Smoothed friction of one pair (docs/method.md, 6; section 5 of IPC). */
#include "cipc/contact/friction.h"

#include <math.h>
#include <string.h>

#include "cipc/contact/feature_distance.h"
#include "cipc/contact/mollifier.h"
#include "core/vec3.h"
#include "scenes/collision/friction_smooth.h"

/* lambda = -kappa b'(D) 2 d, times e(c): the size of the barrier's force across the pair. */
static double normal_force(const ts_contact_pair *pair, const ts_barrier_scale *scale, const ts_feature_frame *frame,
                           const double x[4][3]) {
    const ts_barrier_value b = ts_barrier_evaluate(scale->barrier, frame->d2, pair->xi, scale->dhat, scale->parameter);
    if (isinf(b.b)) return 0.0;
    const double lambda = -pair->multiplicity * scale->kappa * b.db * 2.0 * sqrt(frame->d2[0]);
    return pair->mollified ? lambda * ts_mollifier(ts_edge_cross2(x, NULL, NULL), pair->mollifier).b : lambda;
}

void ts_friction_pair_init(ts_friction_pair *friction, const ts_contact_pair *pair, const ts_barrier_scale *scale,
                           const double x[4][3], ts_stencil stencil) {
    int row[4] = {0, 1, 2, 3};
    double rows[4][3];
    const ts_ccd_kind kind = pair->mollified ? ts_feature_rows(pair->feature, row) : pair->kind;
    const int nodes = ts_ccd_vertices(kind);
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        stencil[i] = i < nodes ? pair->node[row[i]] : -1;
        if (i < nodes) memcpy(rows[i], x[row[i]], sizeof rows[i]);
    }
    ts_feature_frame frame;
    ts_feature_frame_init(&frame, kind, rows);
    memcpy(friction->weight, frame.weight, sizeof friction->weight);
    double normal[3];
    ts_feature_frame_basis(&frame, normal, friction->tangent);
    friction->force = pair->friction * normal_force(pair, scale, &frame, x);
}

/* f1/y I + (f1' y - f1)/y^3 u u^T by its eigenvectors, along u and across: no negative eigenvalue after rounding. */
static void sliding_hessian(const double u[2], double y, const ts_friction_value *f, double out[2][2]) {
    const double along = f->slope, across = f->f1_over_y;
    const double c = y > 0.0 ? u[0] / y : 1.0, s = y > 0.0 ? u[1] / y : 0.0;
    out[0][0] = along * c * c + across * s * s;
    out[1][1] = along * s * s + across * c * c;
    out[0][1] = out[1][0] = (along - across) * c * s;
}

static void friction_hessian(const ts_friction_pair *friction, const double u[2], double y, const ts_friction_value *f,
                             double *hessian) {
    double local[2][2], block[3][3];
    sliding_hessian(u, y, f, local);
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
            block[r][c] = 0.0;
            for (int a = 0; a < 2; ++a) {
                for (int b = 0; b < 2; ++b) {
                    block[r][c] += friction->force * friction->tangent[a][r] * local[a][b] * friction->tangent[b][c];
                }
            }
        }
    }
    for (int r = 0; r < TS_STENCIL_DOFS; ++r) {
        for (int c = 0; c < TS_STENCIL_DOFS; ++c) {
            hessian[TS_STENCIL_DOFS * r + c] = friction->weight[r / 3] * friction->weight[c / 3] * block[r % 3][c % 3];
        }
    }
}

/* T^T sum_i w_i moved_i. */
static void slip_of(const ts_friction_pair *friction, const double moved[4][3], double u[2]) {
    double slip[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < TS_STENCIL_NODES; ++i) ts_axpy(slip, friction->weight[i], moved[i], slip);
    for (int a = 0; a < 2; ++a) u[a] = ts_dot(friction->tangent[a], slip);
}

double ts_friction_pair_slip(const ts_friction_pair *friction, const double moved[4][3]) {
    double u[2];
    slip_of(friction, moved, u);
    return hypot(u[0], u[1]);
}

void ts_friction_pair_evaluate(const ts_friction_pair *friction, ts_friction_form form, const double moved[4][3],
                               double *value, double *gradient, double *hessian) {
    double u[2], pull[3];
    slip_of(friction, moved, u);
    const double y = sqrt(u[0] * u[0] + u[1] * u[1]);
    ts_friction_value f = ts_friction_smooth(y, form.e);
    if (form.majorized) f.slope = f.f1_over_y;
    if (value) *value = friction->force * f.f0;
    if (gradient) {
        ts_scale(u[0], friction->tangent[0], pull);
        ts_axpy(pull, u[1], friction->tangent[1], pull);
        ts_scale(friction->force * f.f1_over_y, pull, pull);
        for (int i = 0; i < TS_STENCIL_NODES; ++i) ts_scale(friction->weight[i], pull, gradient + 3 * i);
    }
    if (hessian) friction_hessian(friction, u, y, &f, hessian);
}

/* f0 by how far back a slip is on its way; the sign tells before where it would stop from behind. */
static ts_resistance_value slip_at(const ts_resistance *resistance, double back) {
    const double y = hypot(resistance->across, back);
    const ts_friction_value f = ts_friction_smooth(y, *(const double *)resistance->of);
    const double along2 = y > 0.0 ? back / y * (back / y) : 1.0;
    return (ts_resistance_value){
        .b = f.f0,
        .slope = f.f1_over_y * back,
        .bend = f.slope * along2 + f.f1_over_y * (1.0 - along2),
    };
}

double ts_friction_pair_resist(const ts_friction_pair *friction, const double *e, const double moved[4][3],
                               const double way[4][3], ts_resistance *out) {
    double u[2], du[2], back[3];
    slip_of(friction, moved, u);
    slip_of(friction, way, du);
    const double length = hypot(du[0], du[1]);
    for (int a = 0; a < 2; ++a) du[a] = length > 0.0 ? du[a] / length : 0.0;
    ts_scale(-du[0], friction->tangent[0], back);
    ts_axpy(back, -du[1], friction->tangent[1], back);
    for (int i = 0; i < TS_STENCIL_NODES; ++i) ts_scale(friction->weight[i], back, out->row[i]);
    out->law = slip_at;
    out->of = e;
    out->least = -INFINITY;
    out->across = u[0] * du[1] - u[1] * du[0];
    out->weight = friction->force;
    return -(u[0] * du[0] + u[1] * du[1]);
}
