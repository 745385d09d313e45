/* SPDX-License-Identifier: GPL-2.0-or-later
 * One-sided Jacobi: columns of F are turned in pairs until they are orthogonal; their lengths are the singular
 * values (Golub, Van Loan, Matrix Computations, 8.6). */
#include "cipc/potentials/svd.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "cipc/double_double.h"
#include "core/vec3.h"

enum { MOST_SWEEPS = 12 };

/* (a, b) <- (c a - s b, s a + c b) */
static void turn(double a[3], double b[3], double c, double s) {
    for (int i = 0; i < 3; ++i) {
        const double old = a[i];
        a[i] = c * old - s * b[i];
        b[i] = s * old + c * b[i];
    }
}

/* Makes the columns a and b orthogonal, turning v and w with them; false when they are so already. */
static bool make_orthogonal(double a[3], double b[3], double v[3], double w[3]) {
    const double aa = ts_norm2(a), bb = ts_norm2(b), ab = ts_dot(a, b);
    if (fabs(ab) <= 4 * DBL_EPSILON * sqrt(aa * bb)) return false;
    const double zeta = 0.5 * (bb - aa) / ab;
    const double t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    const double c = 1 / sqrt(1 + t * t), s = c * t;
    turn(a, b, c, s);
    turn(v, w, c, s);
    return true;
}

/* Exchanges two columns by a quarter turn. */
static void exchange(double a[3], double b[3]) {
    for (int i = 0; i < 3; ++i) {
        const double old = a[i];
        a[i] = b[i];
        b[i] = -old;
    }
}

static void put_longer_first(double a[3], double b[3], double v[3], double w[3]) {
    if (ts_norm2(a) >= ts_norm2(b)) return;
    exchange(a, b);
    exchange(v, w);
}

/* Some unit vector perpendicular to the unit vector n. */
static void perpendicular(const double n[3], double out[3]) {
    int least = 0;
    for (int i = 1; i < 3; ++i)
        if (fabs(n[i]) < fabs(n[least])) least = i;
    double axis[3] = {0};
    axis[least] = 1;
    ts_cross(n, axis, out);
    ts_scale(1 / sqrt(ts_norm2(out)), out, out);
}

/* Orthonormal u (rows) and sigma[0], sigma[1] from two orthogonal columns, the longer first; columns too short to have
 * a direction get any. */
static void left_frame(const double a[3], const double b[3], double u[3][3], double sigma[3]) {
    sigma[0] = sqrt(ts_norm2(a));
    sigma[1] = sqrt(ts_norm2(b));
    if (sigma[0] > 0)
        ts_scale(1 / sigma[0], a, u[0]);
    else
        memcpy(u[0], (const double[3]){1, 0, 0}, sizeof u[0]);
    /* A short column is orthogonal to the long one only up to the rounding of the long one. */
    const double along = ts_dot(u[0], b);
    ts_axpy(b, -along, u[0], u[1]);
    const double length = sqrt(ts_norm2(u[1]));
    if (length > 4 * DBL_EPSILON * sigma[0])
        ts_scale(1 / length, u[1], u[1]);
    else
        perpendicular(u[0], u[1]);
    ts_cross(u[0], u[1], u[2]);
}

static void transpose(const double a[3][3], double out[3][3]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) out[i][j] = a[j][i];
}

/* sigma_2, which rounding knows to the last place of sigma_0: what is much smaller than the others is their share of
 * det F instead, in pairs of doubles. */
static double least_stretch(const double f[3][3], const double sigma[2], double rounded) {
    if (!(fabs(rounded) < 0.01 * sigma[1])) return rounded;
    ts_double_double cofactor[3], row[3];
    ts_dd_exact_cross(f[1], f[2], cofactor);
    for (int i = 0; i < 3; ++i) row[i] = (ts_double_double){f[0][i], 0};
    return ts_dd_dot(row, cofactor).high / sigma[0] / sigma[1];
}

void ts_svd3(const double f[3][3], ts_svd *svd) {
    double b[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, u[3][3]; /* rows are columns of F V, V and U */
    transpose(f, b);
    for (int sweep = 0; sweep < MOST_SWEEPS; ++sweep) {
        bool turned = make_orthogonal(b[0], b[1], v[0], v[1]);
        turned |= make_orthogonal(b[0], b[2], v[0], v[2]);
        turned |= make_orthogonal(b[1], b[2], v[1], v[2]);
        if (!turned) break;
    }
    put_longer_first(b[0], b[1], v[0], v[1]);
    put_longer_first(b[0], b[2], v[0], v[2]);
    put_longer_first(b[1], b[2], v[1], v[2]);
    left_frame(b[0], b[1], u, svd->sigma);
    svd->sigma[2] = least_stretch(f, svd->sigma, ts_dot(u[2], b[2]));
    memset(svd->sigma_low, 0, sizeof svd->sigma_low);
    transpose(u, svd->u);
    transpose(v, svd->v);
}

/* ---- Membranes ---- */

/* (c, s) of half the angle of (x, y), whose length is r: the larger of the two first, the other by c s = y / 2r. */
static void half_angle(double x, double y, double r, double *c, double *s) {
    *c = 1, *s = 0;
    if (!(r > 0)) return;
    const double large = sqrt(0.5 * (r + fabs(x)) / r), small = 0.5 * (y / r) / large;
    *c = x >= 0 ? large : fabs(small);
    *s = x >= 0 ? small : copysign(large, y);
}

/* The eigenvalues of F^T F are m +- r, r the length of (half the difference of its diagonal, its other entry), which is
 * at twice the angle of v_0. sigma_0^2 = m + r, and sigma_0 sigma_1 is the length of the normal. */
static void stretches(const double f[2][3], const ts_double_double normal[3], ts_svd *svd) {
    const ts_double_double half = {0.5, 0.0};
    const ts_double_double a = ts_dd_exact_dot(f[0], f[0]), b = ts_dd_exact_dot(f[1], f[1]);
    const ts_double_double across = ts_dd_exact_dot(f[0], f[1]);
    const ts_double_double along = ts_dd_product(half, ts_dd_sum(a, ts_dd_negative(b)));
    const ts_double_double r = ts_dd_sqrt(ts_dd_sum(ts_dd_product(along, along), ts_dd_product(across, across)));
    const ts_double_double most = ts_dd_sqrt(ts_dd_sum(ts_dd_product(half, ts_dd_sum(a, b)), r));
    ts_double_double least = {0.0, 0.0};
    if (most.high > 0) least = ts_dd_quotient(ts_dd_sqrt(ts_dd_dot(normal, normal)), most);
    double c, s;
    half_angle(along.high, across.high, r.high, &c, &s);
    memcpy(svd->v, (const double[3][3]){{c, -s, 0}, {s, c, 0}, {0, 0, 1}}, sizeof svd->v);
    memcpy(svd->sigma, (const double[3]){most.high, least.high, 0}, sizeof svd->sigma);
    memcpy(svd->sigma_low, (const double[3]){most.low, least.low, 0}, sizeof svd->sigma_low);
}

void ts_svd_membrane(const double f[2][3], ts_svd *svd) {
    ts_double_double across[3];
    double u[3][3] = {{1, 0, 0}}; /* rows are columns of U */
    ts_dd_exact_cross(f[0], f[1], across);
    stretches(f, across, svd);
    for (int i = 0; svd->sigma[0] > 0 && i < 3; ++i) u[0][i] = f[0][i] * svd->v[0][0] + f[1][i] * svd->v[1][0];
    ts_scale(1 / sqrt(ts_norm2(u[0])), u[0], u[0]);
    ts_dd_rounded(across, u[2]);
    const double area = sqrt(ts_norm2(u[2]));
    if (area > 0)
        ts_scale(1 / area, u[2], u[2]);
    else
        perpendicular(u[0], u[2]);
    ts_cross(u[2], u[0], u[1]);
    transpose(u, svd->u);
}
