/* SPDX-License-Identifier: GPL-2.0-or-later
 * The mollifier of nearly parallel edges (docs/method.md, 5.3), and its argument c = |u x v|^2 with derivatives. */
#include "cipc/contact/mollifier.h"

#include "cipc/contact.h"
#include "cipc/double_double.h"
#include "core/vec3.h"

ts_barrier_value ts_mollifier(double c, double eps) {
    if (c >= eps) return (ts_barrier_value){.b = 1.0};
    const double ratio = c / eps;
    return (ts_barrier_value){.b = ratio * (2.0 - ratio), .db = 2.0 * ((eps - c) / eps) / eps, .d2b = -2.0 / eps / eps};
}

/* dc = 2 n.(du x v + u x dv), n = u x v:
 * c_uu = 2 (|v|^2 I - v v^T), c_vv = 2 (|u|^2 I - u u^T), c_uv = 2 (2 u v^T - v u^T - (u.v) I). */
static void cross2_hessian(const double u[3], const double v[3], double hessian[6][6]) {
    const double uu = ts_norm2(u), vv = ts_norm2(v), uv = ts_dot(u, v);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const double one = i == j;
            hessian[i][j] = 2.0 * (one * vv - v[i] * v[j]);
            hessian[3 + i][3 + j] = 2.0 * (one * uu - u[i] * u[j]);
            hessian[i][3 + j] = hessian[3 + j][i] = 2.0 * (2.0 * u[i] * v[j] - v[i] * u[j] - one * uv);
        }
    }
}

/* The difference of the ends, and their cross product, are right to the last digit however nearly parallel the edges:
 * rounded differences alone would lose as many digits as the sine has zeros. */
double ts_edge_cross2(const double x[4][3], double gradient[6], double hessian[6][6]) {
    ts_double_double edge[2][3], normal[3];
    for (int k = 0; k < 2; ++k) {
        for (int c = 0; c < 3; ++c) edge[k][c] = ts_dd_difference(x[2 * k + 1][c], x[2 * k][c]);
    }
    ts_dd_cross(edge[0], edge[1], normal);
    double u[3], v[3], n[3];
    ts_dd_rounded(edge[0], u);
    ts_dd_rounded(edge[1], v);
    ts_dd_rounded(normal, n);
    if (gradient) {
        ts_cross(v, n, gradient);
        ts_cross(n, u, gradient + 3);
        for (int i = 0; i < 6; ++i) gradient[i] *= 2.0;
    }
    if (hessian) cross2_hessian(u, v, hessian);
    return ts_norm2(n);
}
