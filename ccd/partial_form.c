/* SPDX-License-Identifier: MIT
 * Partial CCD over whole primitives: is the quadratic form of Q positive?
 *
 * xi |F(0)| is no quadratic form, but at most c |F(0)|^2 + e for 4 c e >= xi^2: c = xi / (2 near), e = xi near / 2.
 * So Q - xi |F(0)| >= F(0).(F(1) - c F(0)) - e, with equality at the distance `near`. */
#include <math.h>

#include "ccd/partial.h"
#include "core/vec3.h"

/* Unit roundoff. */
#define U 0x1p-53

/* Offsets at the corners of the domain: D at t = 0, and E = D(1) - c D(0). */
typedef struct corners {
    double d[4][3], e[4][3];
    double most_d, most_e; /* largest component of D, and of what E is made of */
    double less;           /* e, to be taken from every coefficient */
    double error;          /* of a coefficient, with what is taken from it */
} corners;

static void set_corner(corners *all, const ts_ccd_query *query, double c, int k, const int row[2]) {
    double end[3];
    ts_sub(query->x0[row[0]], query->x0[row[1]], all->d[k]);
    ts_sub(query->x1[row[0]], query->x1[row[1]], end);
    ts_axpy(end, -c, all->d[k], all->e[k]);
    for (int i = 0; i < 3; ++i) {
        all->most_d = fmax(all->most_d, fabs(all->d[k][i]));
        all->most_e = fmax(all->most_e, fabs(end[i]) + c * fabs(all->d[k][i]));
    }
}

/* Rounding of a coefficient: D is off by U of itself, E by 4 U of what it is made of, three products and their sum by
 * 4 U, a mean by U: 30 U of the largest product for all three; what is taken away adds 3 U of that, and U of its own.
 */
static bool set_error(corners *all, double xi, double near) {
    const double product = all->most_d * all->most_e;
    all->less = xi > 0.0 ? 0.5 * xi * near * (1.0 + 4.0 * U) : 0.0;
    all->error = 64.0 * U * (product + all->less);
    return product > 0x1p-900 && product < 0x1p900; /* far from where products underflow */
}

static double coefficient(const corners *all, int k, int l) {
    const double one = ts_dot(all->d[k], all->e[l]), other = ts_dot(all->d[l], all->e[k]);
    return 0.5 * (one + other) - all->less - all->error;
}

/* A root whose exact square is not above the value. */
static double root_below(double value) {
    return sqrt(value) * (1.0 - 4.0 * U);
}

/* o + r s, not above it. */
static double sum_below(double o, double r, double s) {
    const double product = r * s;
    return o + product - 4.0 * U * (fabs(o) + product);
}

/* On an edge: r^2, s^2 and o are below the three coefficients. */
static bool is_positive_on_edge(const corners *all, int k, int l) {
    const double first = coefficient(all, k, k), second = coefficient(all, l, l);
    if (!(first > 0.0 && second > 0.0)) return false;
    return sum_below(coefficient(all, k, l), root_below(first), root_below(second)) > 0.0;
}

/* Strict copositivity of a 3 x 3 matrix, whose entries are below the form's coefficients. */
static bool is_positive_on_triangle(const corners *all, const int corner[3]) {
    double r[3], o[3], t[3];
    for (int k = 0; k < 3; ++k) {
        const double square = coefficient(all, corner[k], corner[k]);
        if (!(square > 0.0)) return false;
        r[k] = root_below(square);
    }
    for (int k = 0; k < 3; ++k) o[k] = coefficient(all, corner[k], corner[(k + 1) % 3]);
    if (o[0] >= 0.0 && o[1] >= 0.0 && o[2] >= 0.0) return true;
    for (int k = 0; k < 3; ++k) {
        t[k] = sum_below(o[k], r[k], r[(k + 1) % 3]);
        if (!(t[k] > 0.0)) return false;
    }
    double sum = r[0] * r[1] * r[2] + sqrt(2.0 * t[0] * t[1] * t[2]), most = sum;
    for (int k = 0; k < 3; ++k) {
        const double part = o[k] * r[(k + 2) % 3];
        sum += part;
        most += fabs(part);
    }
    return sum - 16.0 * U * most > 0.0;
}

/* Of each kind, the rows whose offsets are the corners of the domain; the first is repeated. */
static const int ROWS[TS_CCD_KINDS][4][2] = {
    [TS_POINT_TRIANGLE] = {{0, 1}, {0, 2}, {0, 3}, {0, 1}},
    [TS_EDGE_EDGE] = {{0, 2}, {1, 2}, {1, 3}, {0, 3}},
    [TS_POINT_EDGE] = {{0, 1}, {0, 2}, {0, 1}, {0, 1}},
    [TS_POINT_POINT] = {{0, 1}, {0, 1}, {0, 1}, {0, 1}},
};

/* n.D, less than it is: D is off by U of itself, three products and their sum by 4 U. */
static double along_below(const double x[4][3], const int row[2], const double n[3]) {
    double sum = 0.0, most = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double part = n[i] * (x[row[0]][i] - x[row[1]][i]);
        sum += part;
        most += fabs(part);
    }
    return sum - 8.0 * U * most;
}

bool ts_partial_form_is_separated(const ts_ccd_query *query, const double direction[3]) {
    const double least = query->min_distance * sqrt(ts_norm2(direction)) * (1.0 + 8.0 * U) + 0x1p-900;
    for (int k = 0; k < 4; ++k) {
        if (!(along_below(query->x0, ROWS[query->kind][k], direction) > least &&
              along_below(query->x1, ROWS[query->kind][k], direction) > least))
            return false;
    }
    return true;
}

bool ts_partial_form_may_meet(const ts_ccd_query *query, double near) {
    const double xi = query->min_distance, c = xi > 0.0 ? 0.5 * xi / near * (1.0 + 4.0 * U) : 0.0;
    corners all = {.most_d = 0.0};
    for (int k = 0; k < 4; ++k) set_corner(&all, query, c, k, ROWS[query->kind][k]);
    if (!set_error(&all, xi, near)) return true;
    switch (query->kind) {
    case TS_POINT_TRIANGLE: return !is_positive_on_triangle(&all, (const int[3]){0, 1, 2});
    case TS_EDGE_EDGE: /* the form has degree 2 in both weights together: one triangle of the square, then the other */
        return !(is_positive_on_triangle(&all, (const int[3]){0, 1, 2}) &&
                 is_positive_on_triangle(&all, (const int[3]){0, 2, 3}));
    case TS_POINT_EDGE: return !is_positive_on_edge(&all, 0, 1);
    case TS_POINT_POINT: break;
    }
    return !(coefficient(&all, 0, 0) > 0.0);
}
