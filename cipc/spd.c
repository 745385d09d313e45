/* SPDX-License-Identifier: GPL-2.0-or-later
 * Eigenvalues of small symmetric matrices by Householder tridiagonalisation and implicit QR steps with Wilkinson's
 * shift (Golub, Van Loan, Matrix Computations, 8.3), and what rests on them: the nearest semi-definite matrix. */
#include "cipc/spd.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST = 12 };

/* Inlined where the size is known: loops over three or four are unrolled then, in the same order of operations. */
#define SIZED static inline __attribute__((always_inline))

/* Q T Q^T, T tridiagonal. Q is kept transposed: row k of `vector` ends as the k-th eigenvector, contiguous. */
typedef struct tridiagonal {
    double diagonal[MOST], beside[MOST]; /* beside[k] couples k and k + 1 */
    double vector[MOST][MOST];
} tridiagonal;

/* The reflection H = I - beta v v^T (v from `first` on) that takes column first - 1 of `a` to a multiple of a unit
 * vector; false when it is one already. */
SIZED bool reflector(int n, double a[MOST][MOST], int first, double v[MOST], double *beta) {
    double below = 0;
    for (int i = first + 1; i < n; ++i) below += a[i][first - 1] * a[i][first - 1];
    if (below <= DBL_MIN) return false;
    for (int i = first; i < n; ++i) v[i] = a[i][first - 1];
    const double norm = sqrt(v[first] * v[first] + below);
    v[first] += copysign(norm, v[first]);
    *beta = 2 / (v[first] * v[first] + below);
    return true;
}

/* a = H a H on the rows and columns from `first` on: a - v w^T - w v^T, w = p - (beta/2 p.v) v, p = beta a v. */
SIZED void reflect(int n, double a[MOST][MOST], int first, const double v[MOST], double beta) {
    double w[MOST], half = 0;
    for (int i = first; i < n; ++i) {
        double sum = 0;
        for (int j = first; j < n; ++j) sum += a[i][j] * v[j];
        w[i] = beta * sum;
        half += 0.5 * beta * w[i] * v[i];
    }
    for (int i = first; i < n; ++i) w[i] -= half * v[i];
    for (int i = first; i < n; ++i)
        for (int j = first; j < n; ++j) a[i][j] -= v[i] * w[j] + w[i] * v[j];
}

SIZED void reflect_vectors(int n, tridiagonal *t, int first, const double v[MOST], double beta) {
    for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int i = first; i < n; ++i) sum += v[i] * t->vector[i][j];
        sum *= beta;
        for (int i = first; i < n; ++i) t->vector[i][j] -= sum * v[i];
    }
}

SIZED void tridiagonalise(int n, tridiagonal *t, double a[MOST][MOST]) {
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) t->vector[i][j] = i == j;
    for (int k = 0; k + 1 < n; ++k) {
        double v[MOST], beta;
        t->beside[k] = a[k + 1][k];
        if (!reflector(n, a, k + 1, v, &beta)) continue;
        t->beside[k] -= v[k + 1];
        reflect(n, a, k + 1, v, beta);
        reflect_vectors(n, t, k + 1, v, beta);
    }
    for (int k = 0; k < n; ++k) t->diagonal[k] = a[k][k];
}

/* The eigenvalue of the last 2 x 2 block that is nearer to its last entry. */
SIZED double wilkinson_shift(const tridiagonal *t, int hi) {
    const double b = t->beside[hi - 1], half = 0.5 * (t->diagonal[hi - 1] - t->diagonal[hi]);
    return t->diagonal[hi] - b * b / (half + copysign(sqrt(half * half + b * b), half));
}

SIZED void rotate_vectors(int n, tridiagonal *t, int k, double c, double s) {
    double *restrict u = t->vector[k], *restrict v = t->vector[k + 1];
    for (int j = 0; j < n; ++j) {
        const double old = u[j];
        u[j] = c * old + s * v[j];
        v[j] = c * v[j] - s * old;
    }
}

/* One implicit QR step on rows lo to hi: rotations chase the bulge that the first one makes. */
SIZED void qr_step(int n, tridiagonal *t, int lo, int hi) {
    double *d = t->diagonal, *e = t->beside;
    double x = d[lo] - wilkinson_shift(t, hi), z = e[lo];
    for (int k = lo; k < hi; ++k) {
        const double r = sqrt(x * x + z * z);
        if (r == 0) return;
        const double c = x / r, s = z / r;
        if (k > lo) e[k - 1] = r;
        const double p = d[k], q = e[k], o = d[k + 1];
        d[k] = c * c * p + 2 * c * s * q + s * s * o;
        d[k + 1] = s * s * p - 2 * c * s * q + c * c * o;
        e[k] = c * s * (o - p) + (c * c - s * s) * q;
        rotate_vectors(n, t, k, c, s);
        if (k + 1 == hi) return;
        x = e[k];
        z = s * e[k + 1];
        e[k + 1] *= c;
    }
}

/* What is below the rounding of the whole is dropped: rotations leave that much beside the diagonal, and would leave it
 * again. A step count far above what any matrix takes ends it for matrices with NaN. */
SIZED void diagonalise(int n, tridiagonal *t) {
    int hi = n - 1;
    double size = 0;
    for (int k = 0; k < n; ++k) size = fmax(size, fabs(t->diagonal[k]) + (k + 1 < n ? fabs(t->beside[k]) : 0));
    for (int step = 0; hi > 0 && step < 30 * MOST;) {
        int lo = hi;
        while (lo > 0 && fabs(t->beside[lo - 1]) > DBL_EPSILON * size) --lo;
        if (lo == hi) {
            --hi;
            continue;
        }
        qr_step(n, t, lo, hi);
        ++step;
    }
}

SIZED double largest_entry(int n, const double *a, int lda) {
    double most = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) most = fmax(most, fabs(a[i * lda + j]));
    return most;
}

/* Eigenpairs of a / *scale, in no order. */
SIZED void decompose(tridiagonal *t, int n, const double *a, int lda, double *scale) {
    double work[MOST][MOST];
    assert(0 < n && n <= MOST);
    *scale = largest_entry(n, a, lda);
    if (*scale == 0) *scale = 1;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) work[i][j] = work[j][i] = a[i * lda + j] / *scale;
    tridiagonalise(n, t, work);
    diagonalise(n, t);
}

void ts_symmetric_eigen(int n, const double *a, int lda, double *w, double *q) {
    tridiagonal t;
    double scale;
    decompose(&t, n, a, lda, &scale);
    int order[MOST];
    for (int i = 0; i < n; ++i) {
        int at = i;
        for (; at > 0 && t.diagonal[order[at - 1]] > t.diagonal[i]; --at) order[at] = order[at - 1];
        order[at] = i;
    }
    for (int k = 0; k < n; ++k) {
        w[k] = scale * t.diagonal[order[k]];
        for (int i = 0; i < n; ++i) q[i * n + k] = t.vector[order[k]][i];
    }
}

/* Cholesky with diagonal pivoting, which carries through the null space that every local Hessian has (translations):
 * once all remaining pivots are rounding, so must the rest be. */
SIZED bool is_semidefinite(int n, const double *a, int lda) {
    double l[MOST][MOST], rounding = 0;
    for (int i = 0; i < n; ++i) {
        if (!(a[i * lda + i] >= 0)) return false;
        rounding = fmax(rounding, 8 * DBL_EPSILON * a[i * lda + i]);
        for (int j = 0; j <= i; ++j) l[i][j] = l[j][i] = a[i * lda + j];
    }
    bool done[MOST] = {false};
    for (int step = 0; step < n; ++step) {
        int pivot = -1;
        for (int i = 0; i < n; ++i)
            if (!done[i] && (pivot < 0 || l[i][i] > l[pivot][pivot])) pivot = i;
        if (!(l[pivot][pivot] >= -rounding)) return false;
        const bool exhausted = l[pivot][pivot] <= rounding;
        const double inverse = exhausted ? 0 : 1 / l[pivot][pivot];
        done[pivot] = true;
        for (int i = 0; i < n; ++i) {
            if (done[i]) continue;
            if (exhausted && !(fabs(l[i][pivot]) <= rounding)) return false;
            const double factor = l[i][pivot] * inverse;
            for (int j = 0; j < n; ++j) l[i][j] -= factor * l[pivot][j];
        }
    }
    return true;
}

SIZED void project(int n, double *a, int lda) {
    if (is_semidefinite(n, a, lda)) return;
    tridiagonal t;
    double scale, sum[MOST][MOST];
    decompose(&t, n, a, lda, &scale);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) sum[i][j] = 0;
    for (int k = 0; k < n; ++k) {
        if (!(t.diagonal[k] > 0)) continue;
        for (int i = 0; i < n; ++i) {
            const double factor = scale * t.diagonal[k] * t.vector[k][i];
            for (int j = 0; j <= i; ++j) sum[i][j] += factor * t.vector[k][j];
        }
    }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) a[i * lda + j] = a[j * lda + i] = sum[i][j];
}

void ts_project_spd(int n, double *a, int lda) {
    if (n == 3) /* tets */
        project(3, a, lda);
    else
        project(n, a, lda);
}

/* With mean m, half difference d and r = hypot(d, b), the eigenvalues are m +- r; what is kept is the larger one times
 * (I + [d b; b -d] / r) / 2. Differences of nearly equal numbers are replaced by quotients. */
void ts_project_spd2(double a[2][2]) {
    const double b = a[1][0], determinant = a[0][0] * a[1][1] - b * b;
    if (a[0][0] >= 0 && a[1][1] >= 0 && determinant >= 0) return;
    const double m = 0.5 * (a[0][0] + a[1][1]), d = 0.5 * (a[0][0] - a[1][1]), r = hypot(d, b);
    const double largest = m >= 0 ? m + r : -determinant / (r - m);
    if (!(largest > 0)) {
        memset(a, 0, 4 * sizeof(double));
        return;
    }
    const double great = 0.5 * (r + fabs(d)) / r, small = 0.5 * (b / r) * (b / (r + fabs(d)));
    a[0][0] = largest * (d >= 0 ? great : small);
    a[1][1] = largest * (d >= 0 ? small : great);
    a[0][1] = a[1][0] = largest * 0.5 * (b / r);
}
