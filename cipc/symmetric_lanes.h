/* SPDX-License-Identifier: GPL-2.0-or-later
 * Eigenvalues of small symmetric matrices, one in every lane: Householder's tridiagonal form, then implicit QL. A lane
 * that has converged is left alone, so its bits do not depend on its neighbours. The including file defines
 * SYMMETRIC_SIZE, and SYMMETRIC_FIRST, 1 where column 0 of every matrix couples 0 with 1 only, else 0. */
#ifndef TS_CIPC_SYMMETRIC_LANES_H
#define TS_CIPC_SYMMETRIC_LANES_H

#include "ccd/lanes.h"

enum { MOST_QL_STEPS = 40 };

typedef lanes symmetric_lanes[SYMMETRIC_SIZE][SYMMETRIC_SIZE];

typedef struct tridiagonal_lanes {
    lanes d[SYMMETRIC_SIZE]; /* diagonal */
    lanes e[SYMMETRIC_SIZE]; /* e[i] couples i and i + 1; the last is 0 */
} tridiagonal_lanes;

/* 1/a, or 0 where a is not positive */
LANES_INLINE lanes lanes_inverse(lanes a) {
    const lane_mask positive = lanes_positive(a);
    return lanes_select(positive, 1.0 / lanes_select(positive, a, lanes_of(1.0)), lanes_of(0.0));
}

/* Sums of squares below it have lost their digits to underflow, and their inverses may be infinite: they count as 0.
 * Entries below 2^-480 have to be of no weight in the matrix. */
#define TINY_SQUARE 0x1p-960

/* Column k below the diagonal becomes (e, 0, ..., 0) by the reflection I - beta v v^T; v is left in its place. */
LANES_INLINE lanes reflect_column(symmetric_lanes a, int k, lanes *e) {
    lanes tail = lanes_of(0.0);
    for (int i = k + 2; i < SYMMETRIC_SIZE; ++i) tail = tail + a[i][k] * a[i][k];
    const lanes head = a[k + 1][k], length = lanes_sqrt(head * head + tail);
    const lane_mask idle = lanes_at_most(tail, lanes_of(TINY_SQUARE));
    const lanes image = lanes_select(lanes_positive(head), -length, length);
    *e = lanes_select(idle, head, image);
    a[k + 1][k] = lanes_select(idle, head, head - image);
    return lanes_select(idle, lanes_of(0.0), lanes_inverse(length * (length + lanes_abs(head))));
}

/* A := H A H for rows and columns beyond k, H = I - beta v v^T (lower triangle). */
LANES_INLINE void reflect_both_sides(symmetric_lanes a, int k, lanes beta) {
    lanes w[SYMMETRIC_SIZE], share = lanes_of(0.0);
    for (int i = k + 1; i < SYMMETRIC_SIZE; ++i) {
        lanes sum = lanes_of(0.0);
        for (int j = k + 1; j < SYMMETRIC_SIZE; ++j) sum = sum + (j <= i ? a[i][j] : a[j][i]) * a[j][k];
        w[i] = beta * sum;
        share = share + w[i] * a[i][k];
    }
    share = 0.5 * beta * share;
    for (int i = k + 1; i < SYMMETRIC_SIZE; ++i) w[i] = w[i] - share * a[i][k];
    for (int i = k + 1; i < SYMMETRIC_SIZE; ++i) {
        for (int j = k + 1; j <= i; ++j) a[i][j] = a[i][j] - (a[i][k] * w[j] + w[i] * a[j][k]);
    }
}

/* A = Q T Q^T. Destroys A. */
LANES_INLINE void to_tridiagonal(symmetric_lanes a, tridiagonal_lanes *t, symmetric_lanes q) {
    lanes beta[SYMMETRIC_SIZE];
    for (int k = 0; k < SYMMETRIC_FIRST; ++k) t->e[k] = a[k + 1][k];
    for (int k = SYMMETRIC_FIRST; k < SYMMETRIC_SIZE - 2; ++k) {
        beta[k] = reflect_column(a, k, &t->e[k]);
        reflect_both_sides(a, k, beta[k]);
    }
    t->e[SYMMETRIC_SIZE - 2] = a[SYMMETRIC_SIZE - 1][SYMMETRIC_SIZE - 2];
    t->e[SYMMETRIC_SIZE - 1] = lanes_of(0.0);
    for (int i = 0; i < SYMMETRIC_SIZE; ++i) {
        t->d[i] = a[i][i];
        for (int j = 0; j < SYMMETRIC_SIZE; ++j) q[i][j] = lanes_of(i == j ? 1.0 : 0.0);
    }
    for (int k = SYMMETRIC_SIZE - 3; k >= SYMMETRIC_FIRST; --k) {
        for (int j = k + 1; j < SYMMETRIC_SIZE; ++j) {
            lanes sum = lanes_of(0.0);
            for (int i = k + 1; i < SYMMETRIC_SIZE; ++i) sum = sum + a[i][k] * q[i][j];
            sum = beta[k] * sum;
            for (int i = k + 1; i < SYMMETRIC_SIZE; ++i) q[i][j] = q[i][j] - sum * a[i][k];
        }
    }
}

/* Wilkinson's shift: the eigenvalue of the 2 x 2 block at l that is nearer to d[l]. */
LANES_INLINE lanes shift_at(const tridiagonal_lanes *t, int l) {
    const lanes half = 0.5 * (t->d[l + 1] - t->d[l]), e = t->e[l];
    const lanes length = lanes_sqrt(half * half + e * e);
    const lanes sum = lanes_abs(half) + length;
    const lanes step = e * e * lanes_inverse(sum);
    return t->d[l] - lanes_select(lanes_less(half, lanes_of(0.0)), -step, step);
}

/* One implicit QL step on the block that begins at l: coupled[i] says whether i and i + 1 are both in it. */
LANES_INLINE void ql_step(tridiagonal_lanes *t, symmetric_lanes q, int l, const lane_mask *coupled) {
    const lanes zero = lanes_of(0.0), one = lanes_of(1.0), shift = shift_at(t, l);
    lanes sine = one, cosine = one, moved = zero, g = zero;
    for (int i = SYMMETRIC_SIZE - 2; i >= l; --i) {
        const lane_mask active = coupled[i], first = active & lanes_not(coupled[i + 1]);
        sine = lanes_select(first, one, sine);
        cosine = lanes_select(first, one, cosine);
        moved = lanes_select(first, zero, moved);
        g = lanes_select(first, t->d[i + 1] - shift, g);
        const lanes f = sine * t->e[i], b = cosine * t->e[i];
        const lanes square = f * f + g * g;
        const lanes r = lanes_sqrt(lanes_select(lanes_less(lanes_of(TINY_SQUARE), square), square, zero));
        const lanes inverse = lanes_inverse(r);
        t->e[i + 1] = lanes_select(active, lanes_select(first, zero, r), t->e[i + 1]);
        sine = lanes_select(active, f * inverse, zero);
        cosine = lanes_select(active & lanes_positive(r), g * inverse, one);
        const lanes base = t->d[i + 1] - moved, slope = (t->d[i] - base) * sine + 2.0 * cosine * b;
        moved = sine * slope;
        t->d[i + 1] = lanes_select(active, base + moved, t->d[i + 1]);
        g = cosine * slope - b;
        for (int k = 0; k < SYMMETRIC_SIZE; ++k) {
            const lanes low = q[k][i], high = q[k][i + 1];
            q[k][i + 1] = sine * low + cosine * high;
            q[k][i] = cosine * low - sine * high;
        }
    }
    t->d[l] = lanes_select(coupled[l], t->d[l] - moved, t->d[l]);
    t->e[l] = lanes_select(coupled[l], g, t->e[l]);
}

/* T = Z diag(w) Z^T: multiplies q by Z and leaves w in t->d, in no order. Couplings below 2^-52 of the matrix are
 * taken for 0. */
LANES_INLINE void diagonalise(tridiagonal_lanes *t, symmetric_lanes q) {
    lanes size = lanes_of(0.0);
    for (int i = 0; i < SYMMETRIC_SIZE; ++i) {
        size = lanes_larger(size, lanes_abs(t->d[i]) + lanes_abs(t->e[i]));
    }
    const lanes negligible = 0x1p-52 * size;
    for (int l = 0; l < SYMMETRIC_SIZE - 1; ++l) {
        for (int step = 0; step < MOST_QL_STEPS; ++step) {
            lane_mask coupled[SYMMETRIC_SIZE];
            for (int i = l; i < SYMMETRIC_SIZE; ++i) {
                coupled[i] = lanes_less(negligible, lanes_abs(t->e[i]));
                if (i > l) coupled[i] &= coupled[i - 1];
            }
            if (!lanes_set(coupled[l])) break;
            ql_step(t, q, l, coupled);
        }
    }
}

/* The size of a's largest entry, and its inverse; 0 for both where they could not be told from 0. */
LANES_INLINE void scale_of(const symmetric_lanes a, lanes *scale, lanes *inverse) {
    lanes largest = lanes_of(0.0);
    for (int i = 0; i < SYMMETRIC_SIZE; ++i)
        for (int j = 0; j <= i; ++j) largest = lanes_larger(lanes_abs(a[i][j]), largest);
    *scale = lanes_select(lanes_less(largest, lanes_of(0x1p-1000)), lanes_of(0.0), largest);
    *inverse = lanes_inverse(*scale);
}

/* The lower triangle of a without its negative eigenvalues; of lanes that have none, as it is. Scaled so that squares
 * neither overflow nor vanish. */
LANES_INLINE void project_symmetric(symmetric_lanes a) {
    symmetric_lanes scaled, q;
    tridiagonal_lanes t;
    lanes scale, inverse, least = lanes_of(0.0);
    scale_of((const lanes(*)[SYMMETRIC_SIZE])a, &scale, &inverse);
    for (int i = 0; i < SYMMETRIC_SIZE; ++i)
        for (int j = 0; j <= i; ++j) scaled[i][j] = inverse * a[i][j];
    to_tridiagonal(scaled, &t, q);
    diagonalise(&t, q);
    for (int k = 0; k < SYMMETRIC_SIZE; ++k) least = lanes_smaller(t.d[k], least);
    const lane_mask keeps = lanes_at_most(lanes_of(0.0), least) & lanes_positive(scale);
    for (int k = 0; k < SYMMETRIC_SIZE; ++k) t.d[k] = scale * lanes_larger(t.d[k], lanes_of(0.0));
    for (int i = 0; i < SYMMETRIC_SIZE; ++i) {
        for (int j = 0; j <= i; ++j) {
            lanes sum = lanes_of(0.0);
            for (int k = 0; k < SYMMETRIC_SIZE; ++k) sum = sum + t.d[k] * q[i][k] * q[j][k];
            a[i][j] = lanes_select(keeps, a[i][j], sum);
        }
    }
}

#endif
