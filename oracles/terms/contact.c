/* SPDX-License-Identifier: MIT
 * The contact barrier with thickness, the mollifier of edges and the growing weight of a collision.
 * Li, Kaufman, Jiang 2021 (C-IPC); Li et al. 2020 (IPC) for the mollifier. */
#include "oracles/terms/definition.h"
#include "oracles/terms/expressions.h"

/* b = -(D - Dhat)^2 ln(D / Dhat) for D < Dhat, else 0; D = d^2 - xi^2 > 0, Dhat = dhat^2 + 2 xi dhat; p = xi, dhat */
static real barrier(real d2, const real *p) {
    const real xi = p[0], dhat = p[1];
    const real D = sub(d2, square(xi)), most = mul(dhat, add(dhat, times(2, xi)));
    if (sign_of(D) <= 0) return NULL;
    if (!is_less(D, most)) return number(d2, 0);
    return times(-1, mul(square(sub(D, most)), logarithm(over(D, most))));
}

/* e = -(c/eps)^2 + 2 c/eps for c < eps, else 1 */
static real mollifier(real c, real eps) {
    if (!is_less(c, eps)) return number(c, 1);
    const real part = over(c, eps);
    return sub(times(2, part), square(part));
}

/* c = |u x v|^2 */
static real crossing(const real *x) {
    return norm2(cross(from_to(x, 0, 1), from_to(x, 2, 3)));
}

static real barrier_of_distance(const real *x, const real *p) {
    return barrier(x[0], p);
}

static real barrier_point_point(const real *x, const real *p) {
    return barrier(ts_define_point_point(x), p);
}

static real barrier_point_line(const real *x, const real *p) {
    return barrier(ts_define_point_line(x), p);
}

static real barrier_point_plane(const real *x, const real *p) {
    return barrier(ts_define_point_plane(x), p);
}

static real barrier_line_line(const real *x, const real *p) {
    return barrier(ts_define_line_line(x), p);
}

static real mollifier_of_crossing(const real *x, const real *p) {
    return mollifier(x[0], p[0]);
}

static real mollifier_edge_edge(const real *x, const real *p) {
    return mollifier(crossing(x), p[0]);
}

static real barrier_mollified(const real *x, const real *p) {
    const real b = barrier(ts_define_line_line(x), p);
    return b ? mul(mollifier(crossing(x), p[2]), b) : NULL;
}

/* k K^a */
static real collision_weight(const real *x, const real *p) {
    (void)p;
    if (sign_of(x[1]) <= 0) return NULL;
    return mul(x[0], ts_dual_exp(mul(x[2], logarithm(x[1]))));
}

static const char *const SQUARED_DISTANCE[] = {"d2", NULL};
static const char *const RANGE[] = {"xi", "dhat", NULL};
static const char *const RANGE_AND_EPS[] = {"xi", "dhat", "eps", NULL};
static const char *const CROSSING[] = {"c", NULL};
static const char *const EPS[] = {"eps", NULL};
static const char *const WEIGHT[] = {"k", "K", "a", NULL};

static const ts_term_definition TERMS[] = {
    TS_DEFINITION("barrier", "b(d2 - xi^2) = -(D - Dhat)^2 ln(D/Dhat), Dhat = dhat^2 + 2 xi dhat", SQUARED_DISTANCE,
                  RANGE, barrier_of_distance),
    TS_DEFINITION("barrier-point-point", "the barrier of two points", TS_POINTS_2, RANGE, barrier_point_point),
    TS_DEFINITION("barrier-point-line", "the barrier of x0 and the line x1 x2", TS_POINTS_3, RANGE, barrier_point_line),
    TS_DEFINITION("barrier-point-plane", "the barrier of x0 and the plane x1 x2 x3", TS_POINTS_4, RANGE,
                  barrier_point_plane),
    TS_DEFINITION("barrier-line-line", "the barrier of the lines x0 x1 and x2 x3", TS_POINTS_4, RANGE,
                  barrier_line_line),
    TS_DEFINITION("barrier-mollified", "e(c) b(D) of the lines x0 x1 and x2 x3", TS_POINTS_4, RANGE_AND_EPS,
                  barrier_mollified),
    TS_DEFINITION("mollifier", "e(c) = -(c/eps)^2 + 2 c/eps for c < eps, else 1", CROSSING, EPS, mollifier_of_crossing),
    TS_DEFINITION("mollifier-edge-edge", "e(|u x v|^2) of the edges x0 x1 and x2 x3", TS_POINTS_4, EPS,
                  mollifier_edge_edge),
    TS_DEFINITION("collision-weight", "k K^a", WEIGHT, TS_NO_NAMES, collision_weight),
};

const ts_term_family ts_contact_terms = TS_FAMILY(TERMS);
