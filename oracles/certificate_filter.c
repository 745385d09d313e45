/* SPDX-License-Identifier: MIT
 * A quick check in front of the exact one of certificates: doubles, each with a bound of its error. What it
 * accepts is proven; it never refuses, but leaves the piece to oracles/certificate.c.
 *
 * The arithmetic. A bounded number stands for any x with |x - v| <= e. Rounding to nearest adds at most u |v| to e,
 * u = 2^-53, for the rounded result v of a sum or a product; a product below the normal range loses 2^-1075 more. The
 * bounds e are sums of products of numbers >= 0, themselves rounded; on no path from the input to a coefficient are
 * there a thousand such roundings, so that e (1 + 2^-40) is a bound in spite of them. Coordinates, xi and n are scaled
 * to at most 2^10 (ts_float_query), n(t) and s have degrees of at most 3 and 4 in them: every number stays below 2^120,
 * and what underflow loses in a few thousand operations, times the factors that follow, below 2^-900. Hence
 * is_positive.
 *
 * The polynomials. On a piece, x in [0,1] from t0 to t1, rows are (1-x) r(t0) + x r(t1); sums of products of them are
 * sum c_i x^i (1-x)^(n-i), where products convolve the coefficients, and (1-x) + x = 1 raises the degree. Coefficients
 * that are all positive make the polynomial positive on the closed interval. */
#include "oracles/certificate_filter.h"

#include <math.h>

#define U 0x1p-53

typedef struct bounded {
    double v, e;
} bounded;

static bounded exactly(double v) {
    return (bounded){v, 0.0};
}

static bounded plus(bounded a, bounded b) {
    const double v = a.v + b.v;
    return (bounded){v, a.e + b.e + U * fabs(v)};
}

static bounded minus(bounded a, bounded b) {
    return plus(a, (bounded){-b.v, b.e});
}

static bounded times(bounded a, bounded b) {
    const double v = a.v * b.v;
    return (bounded){v, fabs(a.v) * b.e + a.e * (fabs(b.v) + b.e) + U * fabs(v)};
}

static bool is_positive(bounded a) {
    return a.v > a.e * (1.0 + 0x1p-40) + 0x1p-900;
}

/* ---- polynomials: sum of c[i] x^i (1-x)^(n-i) ---- */

enum { MOST_DEGREE = 8 };

typedef struct poly {
    int n;
    bounded c[MOST_DEGREE + 1];
} poly;

static poly zero(int n) {
    poly r = {.n = n};
    return r;
}

/* r += a b, of degree a.n + b.n. */
static void add_product(poly *r, const poly *a, const poly *b) {
    for (int i = 0; i <= a->n; ++i) {
        for (int j = 0; j <= b->n; ++j) r->c[i + j] = plus(r->c[i + j], times(a->c[i], b->c[j]));
    }
}

static poly dot(const poly a[3], const poly b[3]) {
    poly r = zero(a[0].n + b[0].n);
    for (int i = 0; i < 3; ++i) add_product(&r, &a[i], &b[i]);
    return r;
}

static poly difference(const poly *a, const poly *b) {
    poly r = zero(a->n);
    for (int i = 0; i <= a->n; ++i) r.c[i] = minus(a->c[i], b->c[i]);
    return r;
}

static poly product(const poly *a, const poly *b) {
    poly r = zero(a->n + b->n);
    add_product(&r, a, b);
    return r;
}

static void cross(const poly a[3], const poly b[3], poly r[3]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const poly left = product(&a[j], &b[k]), right = product(&a[k], &b[j]);
        r[i] = difference(&left, &right);
    }
}

static bool all_positive(const poly *p) {
    bool positive = true;
    for (int i = 0; i <= p->n; ++i) positive = positive && is_positive(p->c[i]);
    return positive;
}

/* ---- one piece ---- */

typedef struct piece {
    const ts_float_query *query;
    double t[2];
    poly n[3];
    poly reach2; /* xi^2 |n|^2, of the degree of s^2 */
} piece;

/* x[to] - x[from], with the difference first: it is accurate where rows are close to each other. */
static void between(const piece *p, ts_rows rows, poly r[3]) {
    for (int c = 0; c < 3; ++c) {
        const ts_float_query *q = p->query;
        const bounded start = minus(exactly(q->x0[rows.to][c]), exactly(q->x0[rows.from][c]));
        const bounded end = minus(exactly(q->x1[rows.to][c]), exactly(q->x1[rows.from][c]));
        r[c].n = 1;
        for (int i = 0; i < 2; ++i) {
            const bounded after = exactly(p->t[i]), before = minus(exactly(1.0), after);
            r[c].c[i] = plus(times(before, start), times(after, end));
        }
    }
}

/* A positive factor does not matter: a power of two brings the largest component to [1, 2). */
static bool constant_direction(piece *p, const double n[3]) {
    const double most = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    if (most == 0.0) return false;
    const int exponent = -ilogb(most);
    bool exact = true;
    for (int c = 0; c < 3; ++c) {
        const double scaled = scalbn(n[c], exponent);
        exact = exact && scalbn(scaled, -exponent) == n[c];
        p->n[c].n = 0;
        p->n[c].c[0] = exactly(scaled);
    }
    return exact;
}

/* The moving directions of ts_ccd_proof_piece with the vectors of oracles/pairs.h. The direction of a point and a line,
 * |u|^2 w - (w.u) u = u x (w x u), is the same from both ends of the line. */
static void moving_direction(piece *p, const ts_pair *pair) {
    poly u[3], v[3], w[3], m[3];
    switch (pair->type) {
    case TS_PAIR_POINTS: between(p, (ts_rows){pair->w.to, pair->w.from}, p->n); break;
    case TS_PAIR_POINT_LINE:
        between(p, pair->u, u);
        between(p, pair->w, w);
        cross(w, u, m);
        cross(u, m, p->n);
        break;
    case TS_PAIR_POINT_PLANE:
    case TS_PAIR_LINES:
        between(p, pair->u, u);
        between(p, pair->v, v);
        cross(u, v, p->n);
        break;
    }
}

static void negate(poly *p) {
    for (int i = 0; i <= p->n; ++i) p->c[i].v = -p->c[i].v;
}

/* False for what is no direction, or none that doubles can hold. */
static bool set_direction(piece *p, ts_ccd_kind kind, const ts_ccd_proof_piece *proof) {
    if (proof->feature == 0) return constant_direction(p, proof->n);
    const ts_feature_pair_list *list = ts_pairs_of(kind);
    for (size_t i = 0; i < list->count; ++i) {
        if (list->pairs[i].feature != proof->feature) continue;
        moving_direction(p, &list->pairs[i]);
        for (int c = 0; c < 3 && proof->sign < 0; ++c) negate(&p->n[c]);
        return true;
    }
    return false;
}

static void set_reach(piece *p) {
    const bounded xi = exactly(p->query->xi), xi2 = times(xi, xi);
    const poly raise = {.n = 2, .c = {xi2, times(exactly(2.0), xi2), xi2}}, length2 = dot(p->n, p->n);
    p->reach2 = product(&length2, &raise);
}

/* s = n.(b - a) > 0 and s^2 > xi^2 |n|^2? */
static bool keeps_apart(const piece *p, ts_rows rows) {
    poly w[3];
    between(p, rows, w);
    const poly s = dot(p->n, w);
    if (!all_positive(&s)) return false;
    if (p->query->xi == 0.0) return true;
    const poly square = product(&s, &s), rest = difference(&square, &p->reach2);
    return all_positive(&rest);
}

bool ts_piece_surely_apart(const ts_float_query *query, ts_ccd_kind kind, const ts_ccd_proof_piece *proof) {
    piece p = {.query = query, .t = {proof->t0, proof->t1}};
    if (!set_direction(&p, kind, proof)) return false;
    if (query->xi > 0.0) set_reach(&p);
    const int first = ts_ccd_first_vertices(kind), vertices = ts_ccd_vertices(kind);
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < vertices; ++b) {
            if (!keeps_apart(&p, (ts_rows){(unsigned char)a, (unsigned char)b})) return false;
        }
    }
    return true;
}
