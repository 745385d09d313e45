/* SPDX-License-Identifier: GPL-2.0-or-later
 * kappa b(D) e(c) of one pair (docs/method.md, 5.2) with its projected Hessian, which is projected in the few
 * dimensions in which it is not known to be zero or negative: of unmollified pairs by pair_hessian.h, many at once. */
#include "cipc/contact/pair.h"

#include <math.h>
#include <string.h>

#include "cipc/contact/feature_distance.h"
#include "cipc/contact/mollifier.h"
#include "cipc/contact/pair_hessian.h"
#include "cipc/spd.h"
#include "core/vec3.h"

/* Where they go; any may be NULL. */
typedef struct pair_results {
    double *value, *gradient, *hessian;
} pair_results;

/* kappa times multiplicity times b and its derivatives, with the second one by d for every barrier. */
static ts_barrier_value scaled_barrier(const ts_contact_pair *pair, const ts_barrier_scale *scale,
                                       const ts_feature_frame *frame) {
    const double factor = scale->kappa * pair->multiplicity;
    const ts_barrier_value b = ts_barrier_evaluate(scale->barrier, frame->d2, pair->xi, scale->dhat, scale->parameter);
    if (isinf(b.b)) return (ts_barrier_value){.b = INFINITY}; /* not admissible: no derivatives */
    const double db = factor * b.db, d2b = factor * b.d2b;
    const double along = scale->barrier->by_gap ? factor * b.along : 4.0 * d2b * frame->d2[0] + 2.0 * db;
    return (ts_barrier_value){.b = factor * b.b, .db = db, .d2b = d2b, .along = along};
}

/* ---- Unmollified ---- */

enum { MOST_CURVES = 16 };

/* Hessians that are still to be written. */
typedef struct curves {
    size_t count;
    ts_pair_curve curve[MOST_CURVES];
    double *hessian[MOST_CURVES];
} curves;

static void write_curves(curves *from, bool unprojected) {
    ts_pair_hessians_all(from->curve, from->count, unprojected, from->hessian);
    from->count = 0;
}

static void evaluate_plain(const ts_contact_pair *pair, const ts_barrier_scale *scale, const double x[4][3],
                           const pair_results *to, curves *hessians) {
    ts_feature_frame frame;
    ts_feature_frame_init(&frame, pair->kind, x);
    const ts_barrier_value b = scaled_barrier(pair, scale, &frame);
    if (to->value) *to->value = b.b;
    for (int i = 0; to->gradient && i < frame.nodes; ++i) {
        ts_scale(2.0 * b.db * frame.weight[i], frame.p, to->gradient + 3 * i);
    }
    if (!to->hessian) return;
    ts_pair_curve_init(&hessians->curve[hessians->count], pair->kind, &frame, b.along, 2.0 * b.db);
    hessians->hessian[hessians->count++] = to->hessian;
    if (hessians->count == MOST_CURVES) write_curves(hessians, scale->unprojected);
}

/* ---- Mollified: in the coordinates of SHAPE, the two edges and what joins their middles ---- */

enum { SHAPES = 3, MOST_SHAPE_DOFS = 9 };

/* Orthonormal weights that sum to zero: what moves when the whole does not. */
#define R2 0.70710678118654752440
static const double SHAPE[SHAPES][4] = {{-R2, R2, 0, 0}, {0, 0, -R2, R2}, {0.5, 0.5, -0.5, -0.5}};

static void shape_coordinates(const double weight[4], double out[SHAPES]) {
    for (int k = 0; k < SHAPES; ++k) {
        out[k] = 0.0;
        for (int i = 0; i < 4; ++i) out[k] += SHAPE[k][i] * weight[i];
    }
}

typedef struct mollified {
    ts_barrier_value b, e;                           /* by D and by c */
    double dD[MOST_SHAPE_DOFS], dc[MOST_SHAPE_DOFS]; /* by the shape coordinates */
    double w[SHAPES], slope[2][SHAPES];
    ts_feature_frame frame; /* of the feature, on the edges' four nodes */
    double c_hessian[6][6];
    bool by_gap;
    double normal[3], across[2][3]; /* the frame's basis */
} mollified;

/* Weights of the feature's rows to where they are in the pair. */
static void spread(const double weight[4], int nodes, const int row[4], double out[4]) {
    double spread[4] = {0};
    for (int i = 0; i < nodes; ++i) spread[row[i]] = weight[i];
    memcpy(out, spread, sizeof spread);
}

static void mollified_init(mollified *m, const ts_contact_pair *pair, const ts_barrier_scale *scale,
                           const double x[4][3]) {
    int row[4];
    double rows[4][3], cross[6];
    const ts_ccd_kind kind = ts_feature_rows(pair->feature, row);
    const int nodes = ts_ccd_vertices(kind);
    for (int i = 0; i < nodes; ++i) memcpy(rows[i], x[row[i]], sizeof rows[i]);
    ts_feature_frame_init(&m->frame, kind, rows);
    m->b = scaled_barrier(pair, scale, &m->frame);
    m->by_gap = scale->barrier->by_gap != NULL;
    ts_feature_frame_basis(&m->frame, m->normal, m->across);
    spread(m->frame.weight, nodes, row, m->frame.weight);
    shape_coordinates(m->frame.weight, m->w);
    for (int a = 0; a < m->frame.tangents; ++a) {
        spread(m->frame.slope[a], nodes, row, m->frame.slope[a]);
        shape_coordinates(m->frame.slope[a], m->slope[a]);
    }
    m->e = ts_mollifier(ts_edge_cross2(x, cross, m->c_hessian), pair->mollifier);
    for (int k = 0; k < SHAPES; ++k) ts_scale(2.0 * m->w[k], m->frame.p, m->dD + 3 * k);
    for (int i = 0; i < MOST_SHAPE_DOFS; ++i) m->dc[i] = i < 6 ? cross[i] / R2 : 0.0; /* u is shape 0 over R2 */
}

/* ddD: as in feature_distance.h, with shapes for nodes. */
static double distance_hessian(const mollified *m, int row, int column) {
    const int k = row / 3, l = column / 3, r = row % 3, c = column % 3;
    double sum = r == c ? m->w[k] * m->w[l] : 0.0;
    for (int a = 0; a < m->frame.tangents; ++a) {
        const double *t = m->frame.tangent[a], *p = m->frame.p;
        sum -= (m->w[k] * t[r] + m->slope[a][k] * p[r]) * (m->w[l] * t[c] + m->slope[a][l] * p[c]);
    }
    return 2.0 * sum;
}

/* b_DD dD dD^T + b_D ddD. Of a barrier by the gap it is b_gg w w^T n n^T + b_D (ddD - 2 w w^T n n^T), and in the
 * brackets w w^T t t^T cancels for the frame's own tangents: formed so, nothing is lost where b_D is large. */
static double barrier_hessian(const mollified *m, int row, int column) {
    const ts_barrier_value *b = &m->b;
    if (!m->by_gap) return b->d2b * m->dD[row] * m->dD[column] + b->db * distance_hessian(m, row, column);
    const int k = row / 3, l = column / 3, r = row % 3, c = column % 3;
    const double *p = m->frame.p, ww = m->w[k] * m->w[l];
    double sum = 0.0;
    for (int a = m->frame.tangents; a < 2; ++a) sum += ww * m->across[a][r] * m->across[a][c];
    for (int a = 0; a < m->frame.tangents; ++a) {
        const double *t = m->frame.tangent[a], sk = m->slope[a][k], sl = m->slope[a][l];
        sum -= m->w[k] * sl * t[r] * p[c] + sk * m->w[l] * p[r] * t[c] + sk * sl * p[r] * p[c];
    }
    return b->along * ww * m->normal[r] * m->normal[c] + 2.0 * b->db * sum;
}

static void mollified_small_hessian(const mollified *m, double small[MOST_SHAPE_DOFS * MOST_SHAPE_DOFS]) {
    const ts_barrier_value *b = &m->b, *e = &m->e;
    for (int r = 0; r < MOST_SHAPE_DOFS; ++r) {
        for (int c = 0; c <= r; ++c) {
            const double ddc = r < 6 && c < 6 ? m->c_hessian[r][c] / (R2 * R2) : 0.0;
            const double entry = e->b * barrier_hessian(m, r, c) +
                                 b->db * e->db * (m->dD[r] * m->dc[c] + m->dc[r] * m->dD[c]) +
                                 b->b * (e->d2b * m->dc[r] * m->dc[c] + e->db * ddc);
            small[MOST_SHAPE_DOFS * r + c] = small[MOST_SHAPE_DOFS * c + r] = entry;
        }
    }
}

static void mollified_hessian(const mollified *m, bool unprojected, double *hessian) {
    double small[MOST_SHAPE_DOFS * MOST_SHAPE_DOFS], half[TS_STENCIL_DOFS][MOST_SHAPE_DOFS];
    mollified_small_hessian(m, small);
    if (!unprojected) ts_project_spd(MOST_SHAPE_DOFS, small, MOST_SHAPE_DOFS);
    for (int r = 0; r < TS_STENCIL_DOFS; ++r) {
        for (int c = 0; c < MOST_SHAPE_DOFS; ++c) {
            half[r][c] = 0.0;
            for (int k = 0; k < SHAPES; ++k) {
                half[r][c] += SHAPE[k][r / 3] * small[MOST_SHAPE_DOFS * (3 * k + r % 3) + c];
            }
        }
    }
    for (int r = 0; r < TS_STENCIL_DOFS; ++r) {
        for (int c = 0; c <= r; ++c) {
            double sum = 0.0;
            for (int l = 0; l < SHAPES; ++l) sum += half[r][3 * l + c % 3] * SHAPE[l][c / 3];
            hessian[TS_STENCIL_DOFS * r + c] = hessian[TS_STENCIL_DOFS * c + r] = sum;
        }
    }
}

static void evaluate_mollified(const ts_contact_pair *pair, const ts_barrier_scale *scale, const double x[4][3],
                               const pair_results *to) {
    mollified m;
    mollified_init(&m, pair, scale, x);
    if (to->value) *to->value = isinf(m.b.b) ? INFINITY : m.b.b * m.e.b;
    if (isinf(m.b.b)) m.b.b = 0.0;
    for (int i = 0; to->gradient && i < TS_STENCIL_DOFS; ++i) {
        double dc = 0.0;
        for (int k = 0; k < SHAPES; ++k) dc += SHAPE[k][i / 3] * m.dc[3 * k + i % 3];
        to->gradient[i] = 2.0 * m.b.db * m.e.b * m.frame.weight[i / 3] * m.frame.p[i % 3] + m.b.b * m.e.db * dc;
    }
    if (to->hessian) mollified_hessian(&m, scale->unprojected, to->hessian);
}

/* ---- Any ---- */

static void evaluate(const ts_contact_pair *pair, const ts_barrier_scale *scale, const double x[4][3],
                     const pair_results *to, curves *hessians) {
    if (pair->mollified)
        evaluate_mollified(pair, scale, x, to);
    else
        evaluate_plain(pair, scale, x, to, hessians);
}

void ts_contact_pair_evaluate(const ts_contact_pair *pair, const ts_barrier_scale *scale, const double x[4][3],
                              double *value, double *gradient, double *hessian) {
    curves hessians;
    hessians.count = 0;
    evaluate(pair, scale, x, &(pair_results){value, gradient, hessian}, &hessians);
    write_curves(&hessians, scale->unprojected);
}

void ts_contact_pairs_evaluate(const ts_contact_pair *pair, size_t count, const ts_barrier_scale *scale,
                               const double (*x)[3], const ts_locals *out) {
    curves hessians;
    hessians.count = 0;
    for (size_t k = 0; k < count; ++k) {
        double rows[TS_STENCIL_NODES][3] = {{0}};
        for (int i = 0; i < TS_STENCIL_NODES && pair[k].node[i] >= 0; ++i)
            memcpy(rows[i], x[pair[k].node[i]], sizeof rows[i]);
        const pair_results to = {
            .value = out->value ? &out->value[k] : NULL,
            .gradient = out->gradient ? out->gradient[k] : NULL,
            .hessian = out->hessian ? out->hessian[k] : NULL,
        };
        evaluate(&pair[k], scale, (const double(*)[3])rows, &to, &hessians);
    }
    write_curves(&hessians, scale->unprojected);
}
