/* SPDX-License-Identifier: MIT
 * Closest points by the region that a point projects into. */
#include "ccd/published/closest.h"

#include "core/vec3.h"

static double distance2(const double a[3], const double b[3]) {
    double difference[3];
    ts_sub(a, b, difference);
    return ts_norm2(difference);
}

/* To a + s u */
static double distance2_on_line(const double p[3], const double a[3], double s, const double u[3]) {
    double on[3];
    ts_axpy(a, s, u, on);
    return distance2(p, on);
}

double ts_closest_point_triangle2(const double x[4][3]) {
    const double *p = x[0], *a = x[1], *b = x[2], *c = x[3];
    double ab[3], ac[3], bc[3], ap[3], bp[3], cp[3];
    ts_sub(b, a, ab);
    ts_sub(c, a, ac);
    ts_sub(c, b, bc);
    ts_sub(p, a, ap);
    ts_sub(p, b, bp);
    ts_sub(p, c, cp);
    const double ab_a = ts_dot(ab, ap), ac_a = ts_dot(ac, ap);
    if (ab_a <= 0.0 && ac_a <= 0.0) return ts_norm2(ap);
    const double ab_b = ts_dot(ab, bp), ac_b = ts_dot(ac, bp);
    if (ab_b >= 0.0 && ac_b <= ab_b) return ts_norm2(bp);
    const double for_c = ab_a * ac_b - ab_b * ac_a; /* barycentric coordinates, not normalised */
    if (for_c <= 0.0 && ab_a >= 0.0 && ab_b <= 0.0) return distance2_on_line(p, a, ab_a / (ab_a - ab_b), ab);
    const double ab_c = ts_dot(ab, cp), ac_c = ts_dot(ac, cp);
    if (ac_c >= 0.0 && ab_c <= ac_c) return ts_norm2(cp);
    const double for_b = ab_c * ac_a - ab_a * ac_c;
    if (for_b <= 0.0 && ac_a >= 0.0 && ac_c <= 0.0) return distance2_on_line(p, a, ac_a / (ac_a - ac_c), ac);
    const double for_a = ab_b * ac_c - ab_c * ac_b, b_side = ac_b - ab_b, c_side = ab_c - ac_c;
    if (for_a <= 0.0 && b_side >= 0.0 && c_side >= 0.0) return distance2_on_line(p, b, b_side / (b_side + c_side), bc);
    const double scale = 1.0 / (for_a + for_b + for_c);
    double on[3];
    ts_axpy(a, for_b * scale, ab, on);
    ts_axpy(on, for_c * scale, ac, on);
    return distance2(p, on);
}

static double clamped(double s) {
    return s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
}

double ts_closest_edge_edge2(const double x[4][3]) {
    static const double POINT = 1e-8; /* square metres */
    double u[3], v[3], r[3], on_u[3], on_v[3], s = 0.0, t = 0.0;
    ts_sub(x[1], x[0], u);
    ts_sub(x[3], x[2], v);
    ts_sub(x[0], x[2], r);
    const double uu = ts_norm2(u), vv = ts_norm2(v), ur = ts_dot(u, r), vr = ts_dot(v, r);
    if (uu <= POINT && vv <= POINT) return distance2(x[0], x[2]);
    if (uu <= POINT) {
        t = clamped(vr / vv);
    } else if (vv <= POINT) {
        s = clamped(-ur / uu);
    } else {
        const double uv = ts_dot(u, v), determinant = uu * vv - uv * uv;
        if (determinant != 0.0) s = clamped((uv * vr - ur * vv) / determinant);
        t = (uv * s + vr) / vv;
        if (t < 0.0) {
            t = 0.0;
            s = clamped(-ur / uu);
        } else if (t > 1.0) {
            t = 1.0;
            s = clamped((uv - ur) / uu);
        }
    }
    ts_axpy(x[0], s, u, on_u);
    ts_axpy(x[2], t, v, on_v);
    return distance2(on_u, on_v);
}
