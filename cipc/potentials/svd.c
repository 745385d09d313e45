/* SPDX-License-Identifier: GPL-2.0-or-later
 * One-sided Jacobi: columns of F are turned in pairs until they are orthogonal; their lengths are the singular
 * values (Golub, Van Loan, Matrix Computations, 8.6). */
#include "cipc/potentials/svd.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

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
    svd->sigma[2] = ts_dot(u[2], b[2]);
    transpose(u, svd->u);
    transpose(v, svd->v);
}

void ts_svd_membrane(const double f[2][3], ts_svd *svd) {
    double b[2][3], v[2][3] = {{1, 0, 0}, {0, 1, 0}}, u[3][3];
    memcpy(b, f, sizeof b);
    /* Once would do in exact arithmetic. */
    for (int sweep = 0; sweep < 3 && make_orthogonal(b[0], b[1], v[0], v[1]); ++sweep) continue;
    put_longer_first(b[0], b[1], v[0], v[1]);
    left_frame(b[0], b[1], u, svd->sigma);
    svd->sigma[2] = 0;
    transpose(u, svd->u);
    memcpy(svd->v, (const double[3][3]){{v[0][0], v[1][0], 0}, {v[0][1], v[1][1], 0}, {0, 0, 1}}, sizeof svd->v);
}
