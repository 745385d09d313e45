/* SPDX-License-Identifier: GPL-2.0-or-later
 * Distances, the barrier and the mollifier as terms. */
#include <string.h>

#include "cipc/contact/feature_distance.h"
#include "cipc/contact/mollifier.h"
#include "cipc/contact/pair.h"
#include "cipc/terms/solver_term.h"

typedef const double (*rows)[3];

/* ---- Distances: the variant is a ts_ccd_kind ---- */

static void distance(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)p;
    (void)projected;
    out->value = ts_feature_distance2((ts_ccd_kind)self->variant, (rows)x, out->gradient, (double *)out->hessian);
}

static void excess(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    ts_feature_frame frame;
    distance(self, x, p, projected, out);
    ts_feature_frame_init(&frame, (ts_ccd_kind)self->variant, (rows)x);
    out->value = ts_excess(frame.d2, p[0]);
}

/* ---- The barrier ---- */

static void by_one_number(ts_barrier_value b, ts_term_value *out) {
    out->value = b.b;
    out->gradient[0] = b.db;
    out->hessian[0][0] = b.d2b;
}

static void barrier(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    (void)self;
    (void)projected;
    by_one_number(ts_barrier_beyond((const double[2]){x[0], 0.0}, p[0], p[1]), out);
}

static void barrier_of_pair(const ts_solver_term *self, const double *x, const double *p, bool projected,
                            ts_term_value *out) {
    const ts_ccd_kind kind = (ts_ccd_kind)self->variant;
    const ts_contact_pair pair = {
        .kind = kind,
        .feature = (ts_feature)((1u << ts_ccd_vertices(kind)) - 1u),
        .xi = p[0],
        .multiplicity = 1.0,
    };
    const ts_barrier_scale scale = {.kappa = 1.0, .dhat = p[1], .unprojected = !projected};
    ts_contact_pair_evaluate(&pair, &scale, (rows)x, &out->value, out->gradient, (double *)out->hessian);
}

static void barrier_of_mollified_pair(const ts_solver_term *self, const double *x, const double *p, bool projected,
                                      ts_term_value *out) {
    (void)self;
    const ts_contact_pair pair = {
        .kind = TS_EDGE_EDGE,
        .feature = (ts_feature)0xf,
        .mollified = true,
        .xi = p[0],
        .multiplicity = 1.0,
        .mollifier = p[2],
    };
    const ts_barrier_scale scale = {.kappa = 1.0, .dhat = p[1], .unprojected = !projected};
    ts_contact_pair_evaluate(&pair, &scale, (rows)x, &out->value, out->gradient, (double *)out->hessian);
}

/* ---- The mollifier ---- */

static void mollifier(const ts_solver_term *self, const double *x, const double *p, bool projected,
                      ts_term_value *out) {
    (void)self;
    (void)projected;
    by_one_number(ts_mollifier(x[0], p[0]), out);
}

/* e(c) by the nodes: u = x1 - x0 and v = x3 - x2. */
static void mollifier_of_edges(const ts_solver_term *self, const double *x, const double *p, bool projected,
                               ts_term_value *out) {
    (void)self;
    (void)projected;
    double dc[6], ddc[6][6];
    const ts_barrier_value e = ts_mollifier(ts_edge_cross2((rows)x, dc, ddc), p[0]);
    out->value = e.b;
    for (int r = 0; r < 12; ++r) {
        const int i = r / 6 * 3 + r % 3, sign_r = r % 6 < 3 ? -1 : 1;
        out->gradient[r] = sign_r * e.db * dc[i];
        for (int c = 0; c < 12; ++c) {
            const int j = c / 6 * 3 + c % 3, sign_c = c % 6 < 3 ? -1 : 1;
            out->hessian[r][c] = sign_r * sign_c * (e.d2b * dc[i] * dc[j] + e.db * ddc[i][j]);
        }
    }
}

/* ---- The weight of a collision ---- */

static void collision_weight(const ts_solver_term *self, const double *x, const double *p, bool projected,
                             ts_term_value *out) {
    (void)self;
    (void)p;
    (void)projected;
    double hessian[3][3];
    out->value = ts_collision_weight(x[0], x[1], x[2], out->gradient, hessian);
    for (int i = 0; i < 3; ++i) memcpy(out->hessian[i], hessian[i], sizeof hessian[i]);
}

static const ts_solver_term TERMS[] = {
    {"distance-point-point", distance, false, TS_POINT_POINT},
    {"distance-point-line", distance, false, TS_POINT_EDGE},
    {"distance-point-plane", distance, false, TS_POINT_TRIANGLE},
    {"distance-line-line", distance, false, TS_EDGE_EDGE},
    {"excess-point-point", excess, false, TS_POINT_POINT},
    {"excess-point-line", excess, false, TS_POINT_EDGE},
    {"excess-point-plane", excess, false, TS_POINT_TRIANGLE},
    {"excess-line-line", excess, false, TS_EDGE_EDGE},
    {"barrier", barrier, false, 0},
    {"barrier-point-point", barrier_of_pair, true, TS_POINT_POINT},
    {"barrier-point-line", barrier_of_pair, true, TS_POINT_EDGE},
    {"barrier-point-plane", barrier_of_pair, true, TS_POINT_TRIANGLE},
    {"barrier-line-line", barrier_of_pair, true, TS_EDGE_EDGE},
    {"barrier-mollified", barrier_of_mollified_pair, true, 0},
    {"mollifier", mollifier, false, 0},
    {"mollifier-edge-edge", mollifier_of_edges, false, 0},
    {"collision-weight", collision_weight, false, 0},
};

const ts_solver_family ts_solver_contact_terms = TS_SOLVER_FAMILY(TERMS);
