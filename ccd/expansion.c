/* SPDX-License-Identifier: MIT
 * Arithmetic of floating-point expansions (Shewchuk 1997), kept short by compression. */
#include "ccd/expansion.h"

#include <assert.h>

/* Shewchuk's GROW-EXPANSION: keeps the order and the bits apart, for any b (his theorem 10). */
static void grow(ts_expansion *e, double b) {
    int count = 0;
    for (int i = 0; i < e->count; ++i) {
        double error;
        ts_two_sum(b, e->term[i], &b, &error);
        if (error != 0.0) e->term[count++] = error;
    }
    if (b != 0.0) e->term[count++] = b;
    e->count = count;
}

/* Each round sums from the smallest term up: what it leaves below its total is less than a last place of
 * that total, so that totals fall by 52 binary orders at least. There are 2098 orders: at most 42 totals. */
static void compress(ts_expansion *e) {
    double total[TS_EXPANSION_TERMS];
    int count = 0;
    while (e->count > 0) {
        double sum = e->term[0];
        int left = 0;
        for (int i = 1; i < e->count; ++i) {
            double error;
            ts_two_sum(sum, e->term[i], &sum, &error);
            if (error != 0.0) e->term[left++] = error;
        }
        e->count = left;
        total[count++] = sum;
    }
    assert(count < TS_EXPANSION_TERMS);
    while (count > 0) grow(e, total[--count]);
}

static void add_term(ts_expansion *e, double b) {
    if (e->count == TS_EXPANSION_TERMS) compress(e);
    grow(e, b);
}

ts_expansion ts_expansion_difference(double a, double b) {
    double sum, error;
    ts_two_sum(a, -b, &sum, &error);
    ts_expansion out;
    out.count = 0;
    if (error != 0.0) out.term[out.count++] = error;
    if (sum != 0.0) out.term[out.count++] = sum;
    return out;
}

ts_expansion ts_expansion_add(ts_expansion a, ts_expansion b) {
    for (int i = 0; i < b.count; ++i) add_term(&a, b.term[i]);
    return a;
}

ts_expansion ts_expansion_subtract(ts_expansion a, ts_expansion b) {
    for (int i = 0; i < b.count; ++i) add_term(&a, -b.term[i]);
    return a;
}

static void add_multiple(ts_expansion *e, double factor, const ts_expansion *a) {
    for (int i = 0; i < a->count; ++i) {
        double product, error;
        ts_two_product(factor, a->term[i], &product, &error);
        if (error != 0.0) add_term(e, error);
        add_term(e, product);
    }
}

ts_expansion ts_expansion_multiply(ts_expansion a, ts_expansion b) {
    ts_expansion out;
    out.count = 0;
    for (int i = 0; i < a.count; ++i) add_multiple(&out, a.term[i], &b);
    return out;
}

ts_expansion ts_expansion_scale(double factor, ts_expansion a) {
    ts_expansion out;
    out.count = 0;
    if (factor != 0.0) add_multiple(&out, factor, &a);
    return out;
}

static double largest_coordinate(const ts_ccd_query *query) {
    double largest = 0.0;
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) largest = fmax(largest, fmax(fabs(query->x0[i][c]), fabs(query->x1[i][c])));
    }
    return largest;
}

/* Is 2^shift x a multiple of 2^-bits? */
static ts_scaling scale_coordinate(double x, int shift, int bits, double *out) {
    *out = ldexp(x, shift);
    if (ldexp(*out, -shift) != x) return TS_SCALING_LOSSY;
    const double steps = ldexp(*out, bits);
    return steps == rint(steps) ? TS_SCALING_EXACT : TS_SCALING_WIDE;
}

ts_scaling ts_scale_for_degree(const ts_ccd_query *query, int degree, ts_ccd_query *scaled) {
    /* |coordinate| < 2^(top+1), differences < 2^(top+2), their products and sums < 2^1023; and all are
     * multiples of 2^-1074 when the coordinates are multiples of 2^-bits. */
    const int top = (1023 - 80) / degree - 2, bits = 1074 / degree;
    const double largest = largest_coordinate(query);
    *scaled = *query;
    if (largest == 0.0) return TS_SCALING_EXACT;
    const int shift = top - ilogb(largest);
    ts_scaling worst = TS_SCALING_EXACT;
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            const ts_scaling ends[2] = {scale_coordinate(query->x0[i][c], shift, bits, &scaled->x0[i][c]),
                                        scale_coordinate(query->x1[i][c], shift, bits, &scaled->x1[i][c])};
            for (int e = 0; e < 2; ++e) worst = ends[e] > worst ? ends[e] : worst;
        }
    }
    return worst;
}
