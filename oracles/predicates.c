/* SPDX-License-Identifier: MIT
 * Orientation predicates: doubles with Shewchuk's static error bound (1997), then GMP integers. */
#include "oracles/predicates.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>

#include "core/vec3.h"
#include "oracles/exact_query.h"

/* Shewchuk's bounds are (7 + 56 u) u and (3 + 16 u) u times the permanent, u = 2^-53. Below them products may have
 * lost what is under 2^-1075 each, which TINY times the largest factor that follows covers. It is far more than that,
 * so that no product is subnormal: with one the filter takes two to four times as long (AMD EPYC, Zen 5). */
#define BOUND_3D (8.0 * 0x1p-53)
#define BOUND_2D (4.0 * 0x1p-53)
#define TINY 0x1p-1020

/* ---- Exact ---- */

/* Differences of points in units of one power of two. */
typedef struct exact_rows {
    int rows;
    mpz_t x[3][3];
} exact_rows;

static void lower(const double *const *point, int points, long *least) {
    for (int i = 0; i < points; ++i) {
        for (int k = 0; k < 3; ++k) {
            if (point[i][k] == 0.0) continue;
            const long bit = ts_lowest_bit(point[i][k]);
            if (bit < *least) *least = bit;
        }
    }
}

static void rows_init(exact_rows *e, const double *const *from, const double *const *to, int rows) {
    long exponent = LONG_MAX;
    lower(from, rows, &exponent);
    lower(to, rows, &exponent);
    if (exponent == LONG_MAX) exponent = 0;
    mpz_t origin;
    mpz_init(origin);
    e->rows = rows;
    for (int i = 0; i < rows; ++i) {
        for (int k = 0; k < 3; ++k) {
            mpz_init(e->x[i][k]);
            ts_scaled_integer(e->x[i][k], to[i][k], exponent);
            ts_scaled_integer(origin, from[i][k], exponent);
            mpz_sub(e->x[i][k], e->x[i][k], origin);
        }
    }
    mpz_clear(origin);
}

static void rows_clear(exact_rows *e) {
    for (int i = 0; i < e->rows; ++i) {
        for (int k = 0; k < 3; ++k) mpz_clear(e->x[i][k]);
    }
}

/* out = component `axis` of row 0 x row 1 */
static void exact_cross(const exact_rows *e, int axis, mpz_t out) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    mpz_mul(out, e->x[0][i], e->x[1][j]);
    mpz_submul(out, e->x[0][j], e->x[1][i]);
}

static int exact_triple(const double *const from[3], const double *const to[3]) {
    exact_rows e;
    rows_init(&e, from, to, 3);
    mpz_t sum, part;
    mpz_inits(sum, part, (mpz_ptr)NULL);
    for (int k = 0; k < 3; ++k) {
        exact_cross(&e, k, part);
        mpz_addmul(sum, part, e.x[2][k]);
    }
    const int sign = mpz_sgn(sum);
    mpz_clears(sum, part, (mpz_ptr)NULL);
    rows_clear(&e);
    return sign;
}

static int exact_orient2d(const double *const point[3], int axis) {
    exact_rows e;
    rows_init(&e, (const double *const[2]){point[0], point[0]}, point + 1, 2);
    mpz_t value;
    mpz_init(value);
    exact_cross(&e, axis, value);
    const int sign = mpz_sgn(value);
    mpz_clear(value);
    rows_clear(&e);
    return sign;
}

/* ---- Filtered ---- */

static bool is_zero(const double v[3]) {
    return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

/* Each difference is rounded once, whatever points it is of: the bound is the same for all. */
int ts_triple_sign(const double *const from[3], const double *const to[3]) {
    double u[3], v[3], w[3], value = 0.0, permanent = 0.0, factor = 1.0;
    ts_sub(to[0], from[0], u);
    ts_sub(to[1], from[1], v);
    ts_sub(to[2], from[2], w);
    if (is_zero(w)) return 0;
    for (int k = 0; k < 3; ++k) {
        /* Flat sheets in a coordinate plane are common, and no filter can decide their zeros. */
        if (u[k] == 0.0 && v[k] == 0.0 && w[k] == 0.0) return 0;
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double left = u[i] * v[j], right = u[j] * v[i];
        value += w[k] * (left - right);
        permanent += fabs(w[k]) * (fabs(left) + fabs(right));
        factor += fabs(w[k]);
    }
    const double bound = BOUND_3D * permanent + TINY * factor;
    if (value > bound) return 1;
    if (value < -bound) return -1;
    return exact_triple(from, to);
}

int ts_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]) {
    return ts_triple_sign((const double *const[3]){a, a, a}, (const double *const[3]){b, c, d});
}

int ts_orient2d(const double a[3], const double b[3], const double c[3], int axis) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    if ((a[i] == b[i] && a[i] == c[i]) || (a[j] == b[j] && a[j] == c[j])) return 0;
    const double left = (b[i] - a[i]) * (c[j] - a[j]), right = (b[j] - a[j]) * (c[i] - a[i]);
    const double value = left - right, bound = BOUND_2D * (fabs(left) + fabs(right)) + TINY;
    if (value > bound) return 1;
    if (value < -bound) return -1;
    return exact_orient2d((const double *const[3]){a, b, c}, axis);
}

int ts_projection_axis(const double a[3], const double b[3], const double c[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        if (ts_orient2d(a, b, c, axis) != 0) return axis;
    }
    return -1;
}
