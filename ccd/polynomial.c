/* SPDX-License-Identifier: MIT
 * CCD by the cubic solver of Yuksel 2022: the coplanarity cubic is monotone between the roots of its
 * derivative, so each piece holds one root or none; only the first one that lies inside the primitives is
 * found. What it misses: docs/backends/polynomial.md. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/options.h"
#include "ccd/power_basis.h"

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1, "the toi is 1 - s times the root found"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* The two directions that span the plane and the offset across it, as polynomials of degree 1, and their
 * triple product. The primitives are coplanar when it is 0. */
typedef struct coplanarity {
    double u[2][3], v[2][3], r[2][3];
    double cubic[4];
    uint32_t steps; /* of Newton's method so far */
} coplanarity;

/* Row i less row j, and the same of the displacements. */
static void difference(const ts_ccd_query *query, int i, int j, double out[2][3]) {
    double end[3];
    ts_sub(query->x0[i], query->x0[j], out[0]);
    ts_sub(query->x1[i], query->x1[j], end);
    ts_sub(end, out[0], out[1]);
}

static void set_coplanarity(const ts_ccd_query *query, coplanarity *c) {
    const bool edges = query->kind == TS_EDGE_EDGE;
    double normal[3][3];
    difference(query, edges ? 1 : 2, edges ? 0 : 1, c->u);
    difference(query, 3, edges ? 2 : 1, c->v);
    difference(query, edges ? 2 : 0, edges ? 0 : 1, c->r);
    ts_polynomial_cross(c->u, c->v, normal);
    ts_polynomial_dot(normal, 2, c->r, 1, c->cubic);
    c->steps = 0;
}

static void position(const double p[2][3], double t, double out[3]) {
    ts_axpy(p[0], t, p[1], out);
}

/* At a root: the point's barycentric coordinates, or the parameters of the two lines, from areas. Without an
 * area there is no answer, and the root does not count. */
static bool is_inside(const coplanarity *c, ts_ccd_kind kind, double t) {
    double u[3], v[3], r[3], n[3], area[3];
    position(c->u, t, u);
    position(c->v, t, v);
    position(c->r, t, r);
    ts_cross(u, v, n);
    const double whole = ts_norm2(n);
    ts_cross(r, v, area);
    const double first = ts_dot(area, n) / whole;
    ts_cross(r, u, area);
    const double other = ts_dot(area, n) / whole;
    if (kind == TS_EDGE_EDGE) return first >= 0.0 && first <= 1.0 && other >= 0.0 && other <= 1.0;
    return first >= 0.0 && other <= 0.0 && first - other <= 1.0;
}

/* Newton's method from the middle of a monotone piece across which the sign changes; a step that would leave
 * the bracket is replaced by halving it. Ends when neither moves. */
static double root_in_piece(coplanarity *c, double lo, double hi) {
    const double *p = c->cubic;
    const bool rising = ts_polynomial_at(p, 3, lo) < 0.0;
    double t = 0.5 * (lo + hi);
    for (int step = 0; step < 200; ++step) {
        ++c->steps;
        const double value = ts_polynomial_at(p, 3, t);
        if (value == 0.0) return t;
        *((value < 0.0) == rising ? &lo : &hi) = t;
        const double newton = t - value / ((3.0 * p[3] * t + 2.0 * p[2]) * t + p[1]);
        const double next = newton > lo && newton < hi ? newton : 0.5 * (lo + hi);
        if (next == t || next == lo || next == hi) return next;
        t = next;
    }
    return t;
}

/* Roots of the derivative within (0, end), in rising order; the stable form of the quadratic formula. */
static int critical_points(const double p[4], double end, double roots[2]) {
    const double a = 3.0 * p[3], half_b = p[2], c = p[1];
    const double discriminant = half_b * half_b - a * c;
    if (!(discriminant > 0.0)) return 0;
    const double q = -(half_b + copysign(sqrt(discriminant), half_b));
    const double pair[2] = {q / a, c / q};
    int count = 0;
    for (int i = 0; i < 2; ++i) {
        const double root = pair[(pair[0] < pair[1]) == (i == 0) ? 0 : 1];
        if (root > 0.0 && root < end) roots[count++] = root;
    }
    return count;
}

/* A motion within one plane: every time is a root, and none can be isolated. */
static bool is_zero(const double p[4]) {
    return p[0] == 0.0 && p[1] == 0.0 && p[2] == 0.0 && p[3] == 0.0;
}

/* The first root in [0, end] at which the primitives touch; INFINITY if none. */
static double first_valid_root(coplanarity *c, ts_ccd_kind kind, double end) {
    if (is_zero(c->cubic)) return INFINITY;
    double ends[4] = {0.0};
    const int pieces = critical_points(c->cubic, end, ends + 1) + 1;
    ends[pieces] = end;
    double at_lo = ts_polynomial_at(c->cubic, 3, 0.0);
    for (int i = 0; i < pieces; ++i) {
        const double at_hi = ts_polynomial_at(c->cubic, 3, ends[i + 1]);
        if (at_lo == 0.0 && is_inside(c, kind, ends[i])) return ends[i];
        if ((at_lo < 0.0 && at_hi > 0.0) || (at_lo > 0.0 && at_hi < 0.0)) {
            const double root = root_in_piece(c, ends[i], ends[i + 1]);
            if (is_inside(c, kind, root)) return root;
        }
        at_lo = at_hi;
    }
    return at_lo == 0.0 && is_inside(c, kind, end) ? end : INFINITY;
}

static bool is_finite_cubic(const double p[4]) {
    return isfinite(p[0]) && isfinite(p[1]) && isfinite(p[2]) && isfinite(p[3]);
}

static void polynomial_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const double *s = self;
    coplanarity c;
    set_coplanarity(query, &c);
    if (!is_finite_cubic(c.cubic)) {
        *result = (ts_ccd_result){.status = TS_CCD_FAILED};
        return;
    }
    const double root = first_valid_root(&c, query->kind, query->t_max);
    result->status = root <= query->t_max ? TS_CCD_HIT : TS_CCD_FREE;
    result->toi = root <= query->t_max ? (1.0 - *s) * root : query->t_max;
    result->iterations = c.steps;
}

static ts_status polynomial_create(const char *options_json, void **self) {
    return ts_ccd_create_from_options(OPTIONS, OPTION_COUNT, options_json, self);
}

const ts_ccd_backend ts_ccd_polynomial = {
    .abi = TS_CCD_ABI,
    .name = "polynomial",
    .summary = "first valid root of the coplanarity cubic by Newton's method in monotone pieces, floating point",
    .source = "Yuksel: High-Performance Polynomial Root Finding for Graphics, Proc. ACM Comput. Graph. Interact. "
              "Tech. 5(3), 2022",
    .capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = polynomial_create,
    .query = polynomial_query,
    .destroy = free,
};
