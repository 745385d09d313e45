/* SPDX-License-Identifier: MIT
 * Squared distances of points, lines and planes, and what is left of them beyond the thickness, D = d^2 - xi^2. */
#include "oracles/terms/distance.h"

#include "oracles/terms/definition.h"
#include "oracles/terms/expressions.h"

real ts_define_point_point(const real *x) {
    return norm2(from_to(x, 0, 1));
}

/* |r x u|^2 / |u|^2 */
real ts_define_point_line(const real *x) {
    const vector u = from_to(x, 1, 2);
    return over(norm2(cross(from_to(x, 1, 0), u)), norm2(u));
}

/* (r.n)^2 / |n|^2, n = u x v */
static real along_normal(vector r, vector u, vector v) {
    const vector n = cross(u, v);
    return over(square(dot(r, n)), norm2(n));
}

real ts_define_point_plane(const real *x) {
    return along_normal(from_to(x, 1, 0), from_to(x, 1, 2), from_to(x, 1, 3));
}

real ts_define_line_line(const real *x) {
    return along_normal(from_to(x, 0, 2), from_to(x, 0, 1), from_to(x, 2, 3));
}

#define DISTANCE(kind)                                                                                                 \
    static real distance_##kind(const real *x, const real *p) {                                                        \
        (void)p;                                                                                                       \
        return ts_define_##kind(x);                                                                                    \
    }                                                                                                                  \
    static real excess_##kind(const real *x, const real *p) {                                                          \
        return sub(ts_define_##kind(x), square(p[0]));                                                                 \
    }
DISTANCE(point_point)
DISTANCE(point_line)
DISTANCE(point_plane)
DISTANCE(line_line)

static const char *const THICKNESS[] = {"xi", NULL};

static const ts_term_definition TERMS[] = {
    TS_DEFINITION("distance-point-point", "|x1 - x0|^2", TS_POINTS_2, TS_NO_NAMES, distance_point_point),
    TS_DEFINITION("distance-point-line", "squared distance of x0 from the line x1 x2", TS_POINTS_3, TS_NO_NAMES,
                  distance_point_line),
    TS_DEFINITION("distance-point-plane", "squared distance of x0 from the plane x1 x2 x3", TS_POINTS_4, TS_NO_NAMES,
                  distance_point_plane),
    TS_DEFINITION("distance-line-line", "squared distance of the lines x0 x1 and x2 x3", TS_POINTS_4, TS_NO_NAMES,
                  distance_line_line),
    TS_DEFINITION("excess-point-point", "D = d^2 - xi^2 of two points", TS_POINTS_2, THICKNESS, excess_point_point),
    TS_DEFINITION("excess-point-line", "D = d^2 - xi^2 of x0 and the line x1 x2", TS_POINTS_3, THICKNESS,
                  excess_point_line),
    TS_DEFINITION("excess-point-plane", "D = d^2 - xi^2 of x0 and the plane x1 x2 x3", TS_POINTS_4, THICKNESS,
                  excess_point_plane),
    TS_DEFINITION("excess-line-line", "D = d^2 - xi^2 of the lines x0 x1 and x2 x3", TS_POINTS_4, THICKNESS,
                  excess_line_line),
};

const ts_term_family ts_distance_terms = TS_FAMILY(TERMS);
