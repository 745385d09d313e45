/* SPDX-License-Identifier: MIT
 * The mollifier of edges (Li et al. 2020, IPC) and the growing weight of a collision. */
#include "oracles/terms/contact.h"

#include "oracles/terms/definition.h"
#include "oracles/terms/expressions.h"

/* e = -(c/eps)^2 + 2 c/eps for c < eps, else 1 */
real ts_define_mollifier(real c, real eps) {
    if (!is_less(c, eps)) return number(c, 1);
    const real part = over(c, eps);
    return sub(times(2, part), square(part));
}

/* c = |u x v|^2 */
real ts_define_crossing(const real *x) {
    return norm2(cross(from_to(x, 0, 1), from_to(x, 2, 3)));
}

static real mollifier_of_crossing(const real *x, const real *p) {
    return ts_define_mollifier(x[0], p[0]);
}

static real mollifier_edge_edge(const real *x, const real *p) {
    return ts_define_mollifier(ts_define_crossing(x), p[0]);
}

/* k K^a */
static real collision_weight(const real *x, const real *p) {
    (void)p;
    if (sign_of(x[1]) <= 0) return NULL;
    return mul(x[0], ts_dual_exp(mul(x[2], logarithm(x[1]))));
}

static const char *const CROSSING[] = {"c", NULL};
static const char *const EPS[] = {"eps", NULL};
static const char *const WEIGHT[] = {"k", "K", "a", NULL};

static const ts_term_definition TERMS[] = {
    TS_DEFINITION("mollifier", "e(c) = -(c/eps)^2 + 2 c/eps for c < eps, else 1", CROSSING, EPS, mollifier_of_crossing),
    TS_DEFINITION("mollifier-edge-edge", "e(|u x v|^2) of the edges x0 x1 and x2 x3", TS_POINTS_4, EPS,
                  mollifier_edge_edge),
    TS_DEFINITION("collision-weight", "k K^a", WEIGHT, TS_NO_NAMES, collision_weight),
};

const ts_term_family ts_contact_terms = TS_FAMILY(TERMS);
