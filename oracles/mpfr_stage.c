/* SPDX-License-Identifier: MIT
 * The first contact of a feature pair with MPFR intervals. A piece [a,b] of the step is a query of its own: rows
 * move linearly from x(a) to x(b), so its coefficients are computed afresh and stay tight.
 *
 * Polynomials are in the scaled Bernstein basis, coefficient k times C(n,k): the same signs, and a product is a
 * plain convolution. Formulas: oracles/pairs.h. */
#include "oracles/mpfr_stage.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "oracles/bracket.h"
#include "oracles/interval.h"

/* All numbers of a search. Vectors have degree 1 on a piece, 0 at a point. */
typedef struct numbers {
    ts_interval start[3][3], end[3][3]; /* w, u, v of the pair at t = 0 and 1 */
    ts_interval w[2][3], u[2][3], v[2][3], n[3][3], m[3][3];
    ts_interval volume[4], distance[7], direction[5], inside[4][5];
    ts_interval raised[7], xi2, before, after, term, product;
} numbers;

typedef struct search {
    const ts_pair *pair;
    double t_end;
    int effort;
    bool is_signed;
    int degree; /* of F */
    int inside_count, inside_degree;
    numbers *k;
} search;

static const double BINOMIAL[7][7] = {
    {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1}};

/* ---- products: convolutions ---- */

static void set_zero(ts_interval *r, int degree) {
    for (int i = 0; i <= degree; ++i) ts_interval_set_double(&r[i], 0.0);
}

static void dot(numbers *k, int p, ts_interval (*a)[3], int q, ts_interval (*b)[3], ts_interval *r) {
    set_zero(r, p + q);
    for (int i = 0; i <= p; ++i) {
        for (int j = 0; j <= q; ++j) {
            for (int c = 0; c < 3; ++c) {
                ts_interval_mul(&k->product, &a[i][c], &b[j][c]);
                ts_interval_add(&r[i + j], &r[i + j], &k->product);
            }
        }
    }
}

static void cross(numbers *k, int p, ts_interval (*a)[3], ts_interval (*b)[3], ts_interval (*r)[3]) {
    for (int i = 0; i <= 2 * p; ++i) {
        for (int c = 0; c < 3; ++c) ts_interval_set_double(&r[i][c], 0.0);
    }
    for (int i = 0; i <= p; ++i) {
        for (int j = 0; j <= p; ++j) {
            for (int c = 0; c < 3; ++c) {
                const int d = (c + 1) % 3, e = (c + 2) % 3;
                ts_interval_mul(&k->product, &a[i][d], &b[j][e]);
                ts_interval_add(&r[i + j][c], &r[i + j][c], &k->product);
                ts_interval_mul(&k->product, &a[i][e], &b[j][d]);
                ts_interval_sub(&r[i + j][c], &r[i + j][c], &k->product);
            }
        }
    }
}

static void square(numbers *k, int p, const ts_interval *a, ts_interval *r) {
    set_zero(r, 2 * p);
    for (int i = 0; i <= p; ++i) {
        for (int j = 0; j <= p; ++j) {
            ts_interval_mul(&k->product, &a[i], &a[j]);
            ts_interval_add(&r[i + j], &r[i + j], &k->product);
        }
    }
}

/* F -= xi^2 scale, where F may have `raise` (0 or 2) degrees more than scale: times ((1-t) + t)^raise. */
static void subtract_xi2(numbers *k, ts_interval *f, const ts_interval *scale, int degree, int raise) {
    set_zero(k->raised, degree + raise);
    for (int i = 0; i <= degree; ++i) {
        for (int j = 0; j <= raise; ++j) {
            ts_interval_add(&k->raised[i + j], &k->raised[i + j], &scale[i]);
            if (raise == 2 && j == 1) ts_interval_add(&k->raised[i + j], &k->raised[i + j], &scale[i]);
        }
    }
    for (int i = 0; i <= degree + raise; ++i) {
        ts_interval_mul(&k->product, &k->xi2, &k->raised[i]);
        ts_interval_sub(&f[i], &f[i], &k->product);
    }
}

/* ---- the polynomials on a piece ---- */

static void set_rows(numbers *k, const ts_ccd_query *q, ts_rows rows, int vector) {
    for (int c = 0; c < 3; ++c) {
        ts_interval_set_double(&k->start[vector][c], q->x0[rows.to][c]);
        ts_interval_set_double(&k->term, q->x0[rows.from][c]);
        ts_interval_sub(&k->start[vector][c], &k->start[vector][c], &k->term);
        ts_interval_set_double(&k->end[vector][c], q->x1[rows.to][c]);
        ts_interval_set_double(&k->term, q->x1[rows.from][c]);
        ts_interval_sub(&k->end[vector][c], &k->end[vector][c], &k->term);
    }
}

/* The vector at ends[0..p]. */
static void set_vector(numbers *k, int vector, const double *ends, int p, ts_interval (*r)[3]) {
    for (int i = 0; i <= p; ++i) {
        ts_interval_set_double(&k->after, ends[i]);
        ts_interval_set_double(&k->before, 1.0);
        ts_interval_sub(&k->before, &k->before, &k->after);
        for (int c = 0; c < 3; ++c) {
            ts_interval_mul(&r[i][c], &k->before, &k->start[vector][c]);
            ts_interval_mul(&k->product, &k->after, &k->end[vector][c]);
            ts_interval_add(&r[i][c], &r[i][c], &k->product);
        }
    }
}

/* F on the piece with ends ends[0..p], p = 1, or at the point ends[0], p = 0. */
static void build_distance(search *s, const double *ends, int p) {
    numbers *k = s->k;
    set_vector(k, 0, ends, p, k->w);
    if (s->pair->type == TS_PAIR_POINTS) {
        dot(k, p, k->w, p, k->w, k->distance);
        ts_interval_set_double(&k->direction[0], 1.0);
        s->degree = 2 * p;
        subtract_xi2(k, k->distance, k->direction, 0, 2 * p);
        return;
    }
    set_vector(k, 1, ends, p, k->u);
    if (s->pair->type == TS_PAIR_POINT_LINE) {
        cross(k, p, k->w, k->u, k->m);
        dot(k, 2 * p, k->m, 2 * p, k->m, k->distance);
        dot(k, p, k->u, p, k->u, k->direction);
        s->degree = 4 * p;
        subtract_xi2(k, k->distance, k->direction, 2 * p, 2 * p);
        return;
    }
    set_vector(k, 2, ends, p, k->v);
    cross(k, p, k->u, k->v, k->n);
    dot(k, p, k->w, 2 * p, k->n, s->is_signed ? k->distance : k->volume);
    s->degree = 3 * p;
    if (s->is_signed) return;
    square(k, 3 * p, k->volume, k->distance);
    dot(k, 2 * p, k->n, 2 * p, k->n, k->direction);
    s->degree = 6 * p;
    subtract_xi2(k, k->distance, k->direction, 4 * p, 2 * p);
}

static void complement(ts_interval *r, const ts_interval *whole, const ts_interval *part, int degree) {
    for (int i = 0; i <= degree; ++i) ts_interval_sub(&r[i], &whole[i], &part[i]);
}

static void build_inside_face(search *s) {
    numbers *k = s->k;
    s->inside_degree = 4;
    if (s->is_signed) dot(k, 2, k->n, 2, k->n, k->direction);
    cross(k, 1, k->w, k->v, k->m);
    dot(k, 2, k->m, 2, k->n, k->inside[0]);
    cross(k, 1, k->w, k->u, k->m);
    dot(k, 2, k->m, 2, k->n, k->inside[1]);
    complement(k->inside[2], k->direction, k->inside[0], 4);
    if (s->pair->type == TS_PAIR_POINT_PLANE) {
        for (int i = 0; i <= 4; ++i) ts_interval_neg(&k->inside[1][i]);
        complement(k->inside[2], k->inside[2], k->inside[1], 4);
        s->inside_count = 3;
    } else {
        complement(k->inside[3], k->direction, k->inside[1], 4);
        s->inside_count = 4;
    }
}

/* The inside conditions, after build_distance on the same piece. */
static void build_inside(search *s) {
    numbers *k = s->k;
    if (s->pair->type == TS_PAIR_POINTS) return;
    if (s->pair->type != TS_PAIR_POINT_LINE) {
        build_inside_face(s);
        return;
    }
    s->inside_count = s->inside_degree = 2;
    dot(k, 1, k->w, 1, k->u, k->inside[0]);
    complement(k->inside[1], k->direction, k->inside[0], 2);
}

/* ---- signs on a piece ---- */

/* The sign that all coefficients share for certain, or TS_SIGN_UNKNOWN. */
static int definite_sign(const ts_interval *c, int degree) {
    const int sign = ts_interval_sign(&c[0]);
    for (int i = 1; i <= degree; ++i) {
        if (ts_interval_sign(&c[i]) != sign) return TS_SIGN_UNKNOWN;
    }
    return sign;
}

static bool is_monotone(numbers *k, const ts_interval *c, int degree) {
    int sign = 0;
    for (int i = 0; i < degree; ++i) { /* Bernstein coefficients are c[i] / C(n,i) */
        ts_interval_set_double(&k->before, BINOMIAL[degree][i]);
        ts_interval_mul(&k->term, &k->before, &c[i + 1]);
        ts_interval_set_double(&k->before, BINOMIAL[degree][i + 1]);
        ts_interval_mul(&k->product, &k->before, &c[i]);
        ts_interval_sub(&k->term, &k->term, &k->product);
        const int step = ts_interval_sign(&k->term);
        if (step == TS_SIGN_UNKNOWN || (sign != 0 && step != sign)) return false;
        sign = step;
    }
    return true;
}

static int sign_at(void *self, double t) {
    search *s = self;
    build_distance(s, &t, 0);
    return ts_interval_sign(&s->k->distance[0]);
}

static double guess_root(const search *s, double lo, double hi) {
    double c[7];
    long exponents[7], top = LONG_MIN;
    for (int i = 0; i <= s->degree; ++i) {
        c[i] = mpfr_get_d_2exp(&exponents[i], s->k->distance[i].lo, MPFR_RNDN) / BINOMIAL[s->degree][i];
        if (c[i] != 0.0 && exponents[i] > top) top = exponents[i];
    }
    for (int i = 0; i <= s->degree; ++i) c[i] = scalbn(c[i], (int)fmax((double)(exponents[i] - top), -2000.0));
    return lo + ts_bernstein_root(s->degree, c) * (hi - lo);
}

/* ---- the search ---- */

static ts_pair_outcome visit(search *s, double lo, double hi);

static ts_pair_outcome halve(search *s, double lo, double hi) {
    const double middle = 0.5 * (lo + hi);
    if (middle <= lo || middle >= hi) return (ts_pair_outcome){TS_PAIR_UNDECIDED, lo, hi};
    const ts_pair_outcome outcome = visit(s, lo, middle);
    return outcome.state == TS_PAIR_FREE ? visit(s, middle, hi) : outcome;
}

/* With all inside conditions positive: 1 there is one root, simple; -1 the start of the piece is in contact;
 * 0 neither is certain. */
static int contact_on_piece(search *s) {
    const ts_interval *f = s->k->distance;
    const int first = ts_interval_sign(&f[0]), last = ts_interval_sign(&f[s->degree]);
    if (!s->is_signed && first == -1) return -1;
    const bool crosses = first != TS_SIGN_UNKNOWN && last == -first;
    return crosses && is_monotone(s->k, f, s->degree) ? 1 : 0;
}

static ts_pair_outcome visit(search *s, double lo, double hi) {
    const ts_pair_outcome free_piece = {.state = TS_PAIR_FREE}, undecided = {TS_PAIR_UNDECIDED, lo, hi};
    if (lo > s->t_end) return free_piece;
    if (s->effort-- <= 0) return undecided;
    const double ends[2] = {lo, hi};
    build_distance(s, ends, 1);
    const int sign = definite_sign(s->k->distance, s->degree);
    if (sign == 1 || (sign == -1 && s->is_signed)) return free_piece;
    build_inside(s);
    bool inside = true;
    for (int i = 0; i < s->inside_count; ++i) {
        const int holds = definite_sign(s->k->inside[i], s->inside_degree);
        if (holds == -1) return free_piece;
        inside = inside && holds == 1;
    }
    const int contact = inside ? contact_on_piece(s) : 0;
    if (contact < 0) return lo == 0.0 ? (ts_pair_outcome){.state = TS_PAIR_CONTACT} : undecided;
    if (contact == 0) return halve(s, lo, hi);
    const int before = ts_interval_sign(&s->k->distance[0]);
    const ts_pair_outcome found = ts_bracket_root((ts_sign_at){sign_at, s}, before, lo, hi, guess_root(s, lo, hi));
    return found.state == TS_PAIR_CONTACT ? found : undecided;
}

ts_pair_outcome ts_mpfr_pair(const ts_ccd_query *query, const ts_pair *pair, double t_end, ts_pair_outcome trouble,
                             int effort) {
    numbers k;
    ts_interval *all = (ts_interval *)&k;
    for (size_t i = 0; i < sizeof k / sizeof *all; ++i) ts_interval_init(&all[i]);
    search s = {.pair = pair, .t_end = t_end, .effort = effort, .k = &k};
    s.is_signed = query->min_distance == 0.0 && (pair->type == TS_PAIR_POINT_PLANE || pair->type == TS_PAIR_LINES);
    set_rows(&k, query, pair->w, 0);
    set_rows(&k, query, pair->u, 1);
    set_rows(&k, query, pair->v, 2);
    ts_interval_set_double(&k.term, query->min_distance);
    ts_interval_mul(&k.xi2, &k.term, &k.term);
    ts_pair_outcome outcome = visit(&s, trouble.lo, trouble.hi);
    if (outcome.state == TS_PAIR_FREE && trouble.hi < 1.0) outcome = visit(&s, trouble.hi, 1.0);
    return outcome;
}
