/* SPDX-License-Identifier: MIT
 * Hinges of shells (Grinspun et al. 2003, Discrete Shells) and rods (Bergou et al. 2008, Discrete Elastic Rods). */
#include "oracles/terms/definition.h"
#include "oracles/terms/expressions.h"

/* The dihedral angle at the edge x0 x1 of triangles with x2 and x3: 0 where they are flat, positive where x3 lies on
 * the side to which n = e x (x2 - x0) points; the angle from n to m = (x3 - x0) x e about the edge. */
static real angle(const real *x) {
    const vector e = from_to(x, 0, 1), n = cross(e, from_to(x, 0, 2)), m = cross(from_to(x, 0, 3), e);
    return ts_dual_atan2(dot(cross(m, n), e), mul(root(norm2(e)), dot(n, m)));
}

static real hinge_angle(const real *x, const real *p) {
    (void)p;
    return angle(x);
}

/* w (theta - theta_bar)^2; p = w, theta_bar */
static real hinge_bending(const real *x, const real *p) {
    return mul(p[0], square(sub(angle(x), p[1])));
}

/* k/2 (l/lbar - 1)^2; p = k = V E, lbar */
static real rod_stretch(const real *x, const real *p) {
    const real length = root(norm2(from_to(x, 0, 1)));
    return times(0.5, mul(p[0], square(sub(over(length, p[1]), number(length, 1)))));
}

/* k |kb|^2 / (l0 + l1), kb = 2 e0 x e1 / (lengths + e0.e1); p = k = E r^4 pi/4, l0, l1 at rest */
static real elbow(const real *x, const real *p, real lengths) {
    const vector e0 = from_to(x, 0, 1), e1 = from_to(x, 1, 2);
    const real below = add(lengths, dot(e0, e1));
    if (sign_of(below) <= 0) return NULL;
    const real kb2 = over(times(4, norm2(cross(e0, e1))), square(below));
    return over(mul(p[0], kb2), add(p[1], p[2]));
}

static real rod_bending(const real *x, const real *p) {
    return elbow(x, p, mul(p[1], p[2]));
}

static real rod_bending_angle(const real *x, const real *p) {
    return elbow(x, p, root(mul(norm2(from_to(x, 0, 1)), norm2(from_to(x, 1, 2)))));
}

static const char *const HINGE[] = {"w", "theta_bar", NULL};
static const char *const STRETCH[] = {"k", "lbar", NULL};
static const char *const BENDING[] = {"k", "lbar0", "lbar1", NULL};

static const ts_term_definition TERMS[] = {
    TS_DEFINITION("hinge-angle", "dihedral angle at the edge x0 x1 of triangles with x2 and x3", TS_POINTS_4,
                  TS_NO_NAMES, hinge_angle),
    TS_DEFINITION("hinge-bending", "w (theta - theta_bar)^2", TS_POINTS_4, HINGE, hinge_bending),
    TS_DEFINITION("rod-stretch", "k/2 (l/lbar - 1)^2", TS_POINTS_2, STRETCH, rod_stretch),
    TS_DEFINITION("rod-bending", "k |kb|^2/(lbar0 + lbar1), kb = 2 e0 x e1/(lbar0 lbar1 + e0.e1)", TS_POINTS_3, BENDING,
                  rod_bending),
    TS_DEFINITION("rod-bending-angle", "k |kb|^2/(lbar0 + lbar1), kb = 2 e0 x e1/(|e0||e1| + e0.e1)", TS_POINTS_3,
                  BENDING, rod_bending_angle),
};

const ts_term_family ts_bending_terms = TS_FAMILY(TERMS);
