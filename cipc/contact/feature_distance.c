/* SPDX-License-Identifier: GPL-2.0-or-later
 * Closest points of infinite features: a least-squares problem in at most two unknowns, solved by the QR factors of
 * its tangents; p itself in pairs of doubles, so that it is right to the last digit however small. */
#include "cipc/contact/feature_distance.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "cipc/double_double.h"
#include "core/vec3.h"

/* Tangents at an angle of a sine below this are crossed in pairs of doubles. */
static const double THIN = 0.1;
/* lambda is refined where p(0) is longer than a tangent is high by this: so many units are lost in lambda's last place.
 */
static const double FAR = 8.0;

/* p(lambda) of each kind: p(0) = first row - second row of `base`, e_k likewise. */
typedef struct feature_span {
    int nodes, tangents;
    int base[2], along[2][2];
} feature_span;

static const feature_span SPAN[TS_CCD_KINDS] = {
    [TS_POINT_TRIANGLE] = {4, 2, {0, 1}, {{1, 2}, {1, 3}}},
    [TS_EDGE_EDGE] = {4, 2, {0, 2}, {{1, 0}, {2, 3}}},
    [TS_POINT_EDGE] = {3, 1, {0, 1}, {{1, 2}}},
    [TS_POINT_POINT] = {2, 0, {0, 1}, {{0}}},
};

/* The exact differences, and lambda. */
typedef struct least_squares {
    int tangents;
    ts_double_double base[3], along[2][3];
    ts_double_double lambda[2];   /* one below the last place of the other decides where parallel lines are closest */
    double length, shear, height; /* e_1 = length t_1, e_2 = shear t_1 + height t_2 */
    bool thin;                    /* the tangents are nearly parallel: */
    ts_double_double normal[3];   /* e_1 x e_2 */
} least_squares;

static void row_difference(const double x[4][3], const int row[2], ts_double_double out[3]) {
    for (int c = 0; c < 3; ++c) out[c] = ts_dd_difference(x[row[0]][c], x[row[1]][c]);
}

static bool normalise(double v[3], double *length) {
    *length = sqrt(ts_norm2(v));
    if (!(*length > 0.0)) return false;
    ts_scale(1.0 / *length, v, v);
    return true;
}

/* QR by the normal of the two tangents. Parallel ones count as one, those without length as none. */
static void factor(least_squares *q, ts_feature_frame *frame) {
    double *t1 = frame->tangent[0], *t2 = frame->tangent[1], second[3], normal[3], size;
    const int most = q->tangents;
    q->tangents = 0;
    if (most == 0) return;
    ts_dd_rounded(q->along[0], t1);
    if (!normalise(t1, &q->length)) return;
    q->tangents = 1;
    if (most == 1) return;
    ts_dd_rounded(q->along[1], second);
    ts_cross(t1, second, normal);
    q->thin = ts_norm2(normal) < THIN * THIN * ts_norm2(second);
    if (q->thin) {
        ts_dd_cross(q->along[0], q->along[1], q->normal);
        ts_dd_rounded(q->normal, normal);
    }
    if (!normalise(normal, &size)) return;
    ts_cross(normal, t1, t2);
    q->shear = ts_dot(second, t1);
    q->height = q->thin ? size / q->length : size;
    q->tangents = 2;
}

static void point_at(const least_squares *q, ts_double_double p[3]) {
    for (int c = 0; c < 3; ++c) {
        p[c] = q->base[c];
        for (int k = 0; k < q->tangents; ++k) {
            p[c] = ts_dd_sum(p[c], ts_dd_product(q->lambda[k], q->along[k][c]));
        }
    }
}

/* Lambda minus what takes r to its least square; r.t_1 and r.t_2 are given. */
static void step(least_squares *q, const double along[2]) {
    if (q->tangents == 0) return;
    const double second = q->tangents == 2 ? along[1] / q->height : 0.0;
    const double first = (along[0] - q->shear * second) / q->length;
    q->lambda[0] = ts_dd_sum(q->lambda[0], (ts_double_double){-first, 0.0});
    q->lambda[1] = ts_dd_sum(q->lambda[1], (ts_double_double){-second, 0.0});
}

static void solve(least_squares *q, const ts_feature_frame *frame) {
    double base[3];
    ts_dd_rounded(q->base, base);
    step(q, (double[2]){ts_dot(base, frame->tangent[0]), ts_dot(base, frame->tangent[1])});
}

/* Cramer's rule: p is normal to both tangents, so that p(0) x e_2 . n = -lambda_1 |n|^2 for n = e_1 x e_2. An angle of
 * the sine s takes as many digits of the pairs of doubles as s has zeros; from QR factors it would take twice that. */
static void solve_thin(least_squares *q) {
    const ts_double_double size2 = ts_dd_negative(ts_dd_dot(q->normal, q->normal));
    ts_double_double cross[3];
    ts_dd_cross(q->base, q->along[1], cross);
    q->lambda[0] = ts_dd_quotient(ts_dd_dot(cross, q->normal), size2);
    ts_dd_cross(q->along[0], q->base, cross);
    q->lambda[1] = ts_dd_quotient(ts_dd_dot(cross, q->normal), size2);
}

static bool is_far(const least_squares *q) {
    double base[3];
    ts_dd_rounded(q->base, base);
    const double size = q->tangents == 2 ? fmin(q->length, q->height) : q->length;
    return q->tangents > 0 && ts_norm2(base) > FAR * FAR * size * size;
}

/* Iterative refinement: what is left of p along the tangents, now in pairs of doubles, is taken away again. */
static void refine(least_squares *q, ts_double_double p[3]) {
    const double first = ts_dd_dot(p, q->along[0]).high / q->length;
    const double second = ts_dd_dot(p, q->along[1]).high;
    step(q, (double[2]){first, (second - q->shear * first) / q->height});
    point_at(q, p);
}

/* v -= (v.t) t for every tangent; returns the sum of (v.t)^2. */
static double remove_tangents(const ts_feature_frame *frame, double v[3]) {
    double removed = 0.0;
    for (int a = 0; a < frame->tangents; ++a) {
        const double rest = ts_dot(v, frame->tangent[a]);
        removed += rest * rest;
        ts_axpy(v, -rest, frame->tangent[a], v);
    }
    return removed;
}

/* d^2 and p without the tangential rest that the rounding of lambda leaves: |p|^2 - sum (p.t)^2. When d is shorter than
 * that rest, so is what rounding leaves of it: it is removed twice. */
static void measure(const ts_double_double p[3], ts_feature_frame *frame) {
    ts_dd_rounded(p, frame->p);
    const double removed = remove_tangents(frame, frame->p);
    remove_tangents(frame, frame->p);
    const ts_double_double d2 = ts_dd_sum(ts_dd_dot(p, p), (ts_double_double){-removed, 0.0});
    frame->d2[0] = fmax(d2.high, 0.0);
    frame->d2[1] = d2.high > 0.0 ? d2.low : 0.0;
}

static void add_difference(double factor, const int row[2], double weight[4]) {
    weight[row[0]] += factor;
    weight[row[1]] -= factor;
}

/* w = w0 + sum lambda_k dw_k and slope_a = sum_k (e^k . t_a) dw_k, e^k the dual basis of the e_k. */
static void fill_weights(const least_squares *q, const feature_span *span, ts_feature_frame *frame) {
    memset(frame->weight, 0, sizeof frame->weight);
    memset(frame->slope, 0, sizeof frame->slope);
    add_difference(1.0, span->base, frame->weight);
    for (int k = 0; k < q->tangents; ++k) add_difference(q->lambda[k].high, span->along[k], frame->weight);
    if (q->tangents > 0) add_difference(1.0 / q->length, span->along[0], frame->slope[0]);
    if (q->tangents > 1) {
        add_difference(-q->shear / (q->length * q->height), span->along[0], frame->slope[1]);
        add_difference(1.0 / q->height, span->along[1], frame->slope[1]);
    }
}

void ts_feature_frame_init(ts_feature_frame *frame, ts_ccd_kind kind, const double x[4][3]) {
    const feature_span *span = &SPAN[kind];
    least_squares q = {.tangents = span->tangents};
    memset(frame->tangent, 0, sizeof frame->tangent);
    row_difference(x, span->base, q.base);
    for (int k = 0; k < span->tangents; ++k) row_difference(x, span->along[k], q.along[k]);
    factor(&q, frame);
    frame->nodes = span->nodes;
    frame->tangents = q.tangents;
    ts_double_double p[3];
    const bool thin = q.thin && q.tangents == 2;
    if (thin)
        solve_thin(&q);
    else
        solve(&q, frame);
    point_at(&q, p);
    if (!thin && is_far(&q)) refine(&q, p);
    measure(p, frame);
    fill_weights(&q, span, frame);
}

/* The unit vector along the axis that is farthest from v's direction, made normal to v. */
static void any_normal(const double v[3], double out[3]) {
    int least = 0;
    for (int c = 1; c < 3; ++c) least = fabs(v[c]) < fabs(v[least]) ? c : least;
    const double axis[3] = {least == 0, least == 1, least == 2};
    ts_axpy(axis, -ts_dot(axis, v), v, out);
    ts_scale(1.0 / sqrt(ts_norm2(out)), out, out);
}

void ts_feature_frame_basis(const ts_feature_frame *frame, double normal[3], double tangent[2][3]) {
    double d;
    memcpy(normal, frame->p, sizeof frame->p);
    if (!normalise(normal, &d)) {
        if (frame->tangents == 2)
            ts_cross(frame->tangent[0], frame->tangent[1], normal);
        else
            any_normal(frame->tangent[0], normal);
    }
    if (frame->tangents > 0)
        memcpy(tangent[0], frame->tangent[0], sizeof tangent[0]);
    else
        any_normal(normal, tangent[0]);
    if (frame->tangents == 2)
        memcpy(tangent[1], frame->tangent[1], sizeof tangent[1]);
    else
        ts_cross(normal, tangent[0], tangent[1]);
}

ts_ccd_kind ts_feature_rows(ts_feature feature, int row[4]) {
    int side[2][2], count[2] = {0, 0};
    for (int i = 0; i < 4; ++i) {
        if (feature >> i & 1) side[i / 2][count[i / 2]++] = i;
    }
    const int first = count[0] == 2 && count[1] == 1; /* the point comes first */
    int rows = 0;
    for (int s = 0; s < 2; ++s) {
        for (int i = 0; i < count[s ^ first]; ++i) row[rows++] = side[s ^ first][i];
    }
    return rows == 4 ? TS_EDGE_EDGE : rows == 3 ? TS_POINT_EDGE : TS_POINT_POINT;
}

/* v_ai = w_i t_a + slope_ai p */
static void sliding_vectors(const ts_feature_frame *frame, double v[2][4][3]) {
    for (int a = 0; a < frame->tangents; ++a) {
        for (int i = 0; i < frame->nodes; ++i) {
            ts_scale(frame->weight[i], frame->tangent[a], v[a][i]);
            ts_axpy(v[a][i], frame->slope[a][i], frame->p, v[a][i]);
        }
    }
}

double ts_feature_distance2(ts_ccd_kind kind, const double x[4][3], double gradient[12], double hessian[144]) {
    ts_feature_frame frame;
    ts_feature_frame_init(&frame, kind, x);
    for (int i = 0; gradient && i < frame.nodes; ++i) ts_scale(2.0 * frame.weight[i], frame.p, gradient + 3 * i);
    double v[2][4][3];
    sliding_vectors(&frame, v);
    for (int row = 0; hessian && row < 3 * frame.nodes; ++row) {
        const int i = row / 3, r = row % 3;
        for (int column = 0; column <= row; ++column) {
            const int j = column / 3, c = column % 3;
            double entry = r == c ? frame.weight[i] * frame.weight[j] : 0.0;
            for (int a = 0; a < frame.tangents; ++a) entry -= v[a][i][r] * v[a][j][c];
            hessian[12 * row + column] = hessian[12 * column + row] = 2.0 * entry;
        }
    }
    return frame.d2[0];
}
