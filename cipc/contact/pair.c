/* SPDX-License-Identifier: GPL-2.0-or-later
 * kappa b(D) e(c) of one pair (docs/method.md, 5.2) with its projected Hessian, which is projected in the few
 * dimensions in which it is not known to be zero or negative.
 *
 * Unmollified, with n = p/d, w the weights, t_a the tangents and z_a their slopes (feature_distance.h), the Hessian is
 *
 *   kappa (b'' dD dD^T + b' ddD) = (4 b'' d^2 + 2 b') (w n)(w n)^T + 2 b' sum_m (w m)(w m)^T
 *                                  - 2 b' sum_a ((w t_a)(d z_a n)^T + (d z_a n)(w t_a)^T + (d z_a n)(d z_a n)^T),
 *
 * (w n) the product of weights and vector, m the directions normal to n and all t_a: negative, and apart from the
 * rest. What remains lives on the products of weights that sum to zero with n, and on w t_a: 5 dimensions for
 * point-triangle and edge-edge, 3 for point-edge, 1 for point-point. */
#include "cipc/contact/pair.h"

#include <math.h>
#include <string.h>

#include "cipc/contact/feature_distance.h"
#include "cipc/contact/mollifier.h"
#include "cipc/spd.h"
#include "core/vec3.h"

/* Orthonormal weights that sum to zero, by number of nodes: what moves when the whole does not. */
#define R2 0.70710678118654752440
#define R6 0.40824829046386301637
static const double SHAPE[5][3][4] = {
    [2] = {{-R2, R2}},
    [3] = {{0, -R2, R2}, {2 * R6, -R6, -R6}},
    [4] = {{-R2, R2, 0, 0}, {0, 0, -R2, R2}, {0.5, 0.5, -0.5, -0.5}},
};

static void shape_coordinates(int nodes, const double weight[4], double out[3]) {
    for (int k = 0; k < nodes - 1; ++k) {
        out[k] = 0.0;
        for (int i = 0; i < nodes; ++i) out[k] += SHAPE[nodes][k][i] * weight[i];
    }
}

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

enum { MOST_SMALL = 5 };

/* The Hessian on (shape weights) n and w t_a / |w|, in this order. */
static int small_hessian(const ts_feature_frame *frame, const ts_barrier_value *b,
                         double small[MOST_SMALL * MOST_SMALL]) {
    const int shapes = frame->nodes - 1, size = shapes + frame->tangents;
    const double d2 = frame->d2[0], d = sqrt(d2);
    double w[3], slope[2][3], ww = 0.0;
    memset(small, 0, MOST_SMALL * MOST_SMALL * sizeof *small);
    shape_coordinates(frame->nodes, frame->weight, w);
    for (int k = 0; k < shapes; ++k) ww += w[k] * w[k];
    for (int a = 0; a < frame->tangents; ++a) {
        shape_coordinates(frame->nodes, frame->slope[a], slope[a]);
        for (int k = 0; k < shapes; ++k) {
            const double cross = -2.0 * b->db * d * sqrt(ww) * slope[a][k];
            small[size * k + shapes + a] = small[size * (shapes + a) + k] = cross;
        }
    }
    for (int k = 0; k < shapes; ++k) {
        for (int l = 0; l < shapes; ++l) {
            double slopes = 0.0;
            for (int a = 0; a < frame->tangents; ++a) slopes += slope[a][k] * slope[a][l];
            small[size * k + l] = b->along * w[k] * w[l] - 2.0 * b->db * d2 * slopes;
        }
    }
    return size;
}

/* What small_hessian stands for, on the nodes: a block is sum_ab frame_a[i] small_ab frame_b[j], taken apart into its
 * components along n and the tangents. */
typedef struct lifted {
    double nn[4][4], nt[4][2], tt[2][2]; /* n n^T; n t_a^T times w_j / |w|; t_a t_b^T times w_i w_j / |w|^2 */
    int tangents;
    double axis[3][3], weight[4]; /* n, then t_1, t_2 or what makes them a basis; w / |w| */
} lifted;

static void lift(const ts_feature_frame *frame, const double *small, int size, lifted *out) {
    const int nodes = frame->nodes, shapes = nodes - 1;
    const double(*shape)[4] = SHAPE[nodes];
    memset(out, 0, sizeof *out);
    double ww = 0.0;
    for (int i = 0; i < nodes; ++i) ww += frame->weight[i] * frame->weight[i];
    for (int i = 0; i < nodes; ++i) {
        double row[MOST_SMALL] = {0};
        for (int k = 0; k < shapes; ++k) {
            for (int l = 0; l < size; ++l) row[l] += shape[k][i] * small[size * k + l];
        }
        for (int j = 0; j < nodes; ++j) {
            for (int l = 0; l < shapes; ++l) out->nn[i][j] += row[l] * shape[l][j];
        }
        for (int a = 0; a < frame->tangents; ++a) out->nt[i][a] = row[shapes + a];
        out->weight[i] = frame->weight[i] / sqrt(ww);
    }
    double basis[2][3];
    ts_feature_frame_basis(frame, out->axis[0], basis);
    out->tangents = frame->tangents;
    memcpy(out->axis[1], basis, sizeof basis);
    memcpy(out->axis[1], frame->tangent, (size_t)frame->tangents * sizeof *basis);
    for (int a = 0; a < frame->tangents; ++a) {
        for (int b = 0; b < frame->tangents; ++b) out->tt[a][b] = small[size * (shapes + a) + shapes + b];
    }
}

static void lifted_block(const lifted *whole, int i, int j, double block[3][3]) {
    const double wi = whole->weight[i], wj = whole->weight[j];
    double local[3][3] = {{whole->nn[i][j]}}, half[3][3];
    for (int a = 0; a < whole->tangents; ++a) {
        local[0][1 + a] = whole->nt[i][a] * wj;
        local[1 + a][0] = whole->nt[j][a] * wi;
        for (int b = 0; b < whole->tangents; ++b) local[1 + a][1 + b] = whole->tt[a][b] * wi * wj;
    }
    for (int r = 0; r <= whole->tangents; ++r) {
        for (int c = 0; c < 3; ++c) {
            half[r][c] = 0.0;
            for (int k = 0; k <= whole->tangents; ++k) half[r][c] += local[r][k] * whole->axis[k][c];
        }
    }
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
            block[r][c] = 0.0;
            for (int k = 0; k <= whole->tangents; ++k) block[r][c] += whole->axis[k][r] * half[k][c];
        }
    }
}

static void set_block(double block[3][3], int i, int j, double *hessian) {
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
            hessian[TS_STENCIL_DOFS * (3 * i + r) + 3 * j + c] = block[r][c];
            hessian[TS_STENCIL_DOFS * (3 * j + c) + 3 * i + r] = block[r][c];
        }
    }
}

static void project(int size, double *small) {
    if (size == 1)
        small[0] = fmax(small[0], 0.0);
    else
        ts_project_spd(size, small, size);
}

/* What small_hessian leaves out because it is negative: 2 b' (w m)(w m)^T in the other directions of the basis. */
static void lift_left_out(const ts_feature_frame *frame, const ts_barrier_value *b, lifted *out) {
    double ww = 0.0;
    for (int i = 0; i < frame->nodes; ++i) ww += frame->weight[i] * frame->weight[i];
    for (int a = frame->tangents; a < 2; ++a) out->tt[a][a] = 2.0 * b->db * ww;
    out->tangents = 2;
}

static void plain_hessian(const ts_feature_frame *frame, const ts_barrier_value *b, bool unprojected, double *hessian) {
    double small[MOST_SMALL * MOST_SMALL], block[3][3];
    const int size = small_hessian(frame, b, small);
    if (!unprojected) project(size, small);
    lifted whole;
    lift(frame, small, size, &whole);
    if (unprojected) lift_left_out(frame, b, &whole);
    for (int i = 0; i < frame->nodes; ++i) {
        for (int j = 0; j <= i; ++j) {
            lifted_block(&whole, i, j, block);
            set_block(block, i, j, hessian);
        }
    }
}

static void evaluate_plain(const ts_contact_pair *pair, const ts_barrier_scale *scale, const double x[4][3],
                           double *value, double *gradient, double *hessian) {
    ts_feature_frame frame;
    ts_feature_frame_init(&frame, pair->kind, x);
    const ts_barrier_value b = scaled_barrier(pair, scale, &frame);
    if (value) *value = b.b;
    for (int i = 0; gradient && i < frame.nodes; ++i) {
        ts_scale(2.0 * b.db * frame.weight[i], frame.p, gradient + 3 * i);
    }
    if (hessian) plain_hessian(&frame, &b, scale->unprojected, hessian);
}

/* ---- Mollified: in the coordinates of SHAPE[4], the two edges and what joins their middles ---- */

enum { SHAPES = 3, MOST_SHAPE_DOFS = 9 };

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
    shape_coordinates(4, m->frame.weight, m->w);
    for (int a = 0; a < m->frame.tangents; ++a) {
        spread(m->frame.slope[a], nodes, row, m->frame.slope[a]);
        shape_coordinates(4, m->frame.slope[a], m->slope[a]);
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
                half[r][c] += SHAPE[4][k][r / 3] * small[MOST_SHAPE_DOFS * (3 * k + r % 3) + c];
            }
        }
    }
    for (int r = 0; r < TS_STENCIL_DOFS; ++r) {
        for (int c = 0; c <= r; ++c) {
            double sum = 0.0;
            for (int l = 0; l < SHAPES; ++l) sum += half[r][3 * l + c % 3] * SHAPE[4][l][c / 3];
            hessian[TS_STENCIL_DOFS * r + c] = hessian[TS_STENCIL_DOFS * c + r] = sum;
        }
    }
}

static void evaluate_mollified(const ts_contact_pair *pair, const ts_barrier_scale *scale, const double x[4][3],
                               double *value, double *gradient, double *hessian) {
    mollified m;
    mollified_init(&m, pair, scale, x);
    if (value) *value = isinf(m.b.b) ? INFINITY : m.b.b * m.e.b;
    if (isinf(m.b.b)) m.b.b = 0.0;
    for (int i = 0; gradient && i < TS_STENCIL_DOFS; ++i) {
        double dc = 0.0;
        for (int k = 0; k < SHAPES; ++k) dc += SHAPE[4][k][i / 3] * m.dc[3 * k + i % 3];
        gradient[i] = 2.0 * m.b.db * m.e.b * m.frame.weight[i / 3] * m.frame.p[i % 3] + m.b.b * m.e.db * dc;
    }
    if (hessian) mollified_hessian(&m, scale->unprojected, hessian);
}

void ts_contact_pair_evaluate(const ts_contact_pair *pair, const ts_barrier_scale *scale, const double x[4][3],
                              double *value, double *gradient, double *hessian) {
    if (pair->mollified)
        evaluate_mollified(pair, scale, x, value, gradient, hessian);
    else
        evaluate_plain(pair, scale, x, value, gradient, hessian);
}
