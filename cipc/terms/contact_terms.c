/* SPDX-License-Identifier: GPL-2.0-or-later
 * Distances and the mollifier as terms. */
#include <string.h>

#include "cipc/contact.h"
#include "cipc/contact/feature_distance.h"
#include "cipc/contact/mollifier.h"
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
    out->value = ts_barrier_excess(frame.d2, p[0]).high;
}

/* ---- The mollifier ---- */

static void mollifier(const ts_solver_term *self, const double *x, const double *p, bool projected,
                      ts_term_value *out) {
    (void)self;
    (void)projected;
    const ts_barrier_value e = ts_mollifier(x[0], p[0]);
    out->value = e.b;
    out->gradient[0] = e.db;
    out->hessian[0][0] = e.d2b;
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
    {.reference = "distance-point-point", .kernel = distance, .variant = TS_POINT_POINT},
    {.reference = "distance-point-line", .kernel = distance, .variant = TS_POINT_EDGE},
    {.reference = "distance-point-plane", .kernel = distance, .variant = TS_POINT_TRIANGLE},
    {.reference = "distance-line-line", .kernel = distance, .variant = TS_EDGE_EDGE},
    {.reference = "excess-point-point", .kernel = excess, .variant = TS_POINT_POINT},
    {.reference = "excess-point-line", .kernel = excess, .variant = TS_POINT_EDGE},
    {.reference = "excess-point-plane", .kernel = excess, .variant = TS_POINT_TRIANGLE},
    {.reference = "excess-line-line", .kernel = excess, .variant = TS_EDGE_EDGE},
    {.reference = "mollifier", .kernel = mollifier},
    {.reference = "mollifier-edge-edge", .kernel = mollifier_of_edges},
    {.reference = "collision-weight", .kernel = collision_weight},
};

const ts_solver_family ts_solver_contact_terms = TS_SOLVER_FAMILY(TERMS);
