/* SPDX-License-Identifier: MIT
 * The polynomials of one feature pair. Formulas: oracles/pairs.h. */
#include "oracles/exact_pair.h"

static void set_vector(ts_zpoly r[3], const ts_exact_query *q, ts_rows rows) {
    for (int i = 0; i < 3; ++i) {
        mpz_sub(r[i].c[0], q->start[rows.to][i], q->start[rows.from][i]);
        mpz_sub(r[i].c[1], q->motion[rows.to][i], q->motion[rows.from][i]);
        r[i].degree = mpz_sgn(r[i].c[1]) != 0 ? 1 : mpz_sgn(r[i].c[0]) != 0 ? 0 : -1;
    }
}

static void set_one(ts_zpoly *r) {
    mpz_set_ui(r->c[0], 1);
    r->degree = 0;
}

/* F -= xi^2 direction */
static void subtract_xi2(ts_exact_polynomials *p, const ts_exact_query *q) {
    ts_zpoly *xi2 = &p->scratch[0];
    mpz_mul(xi2->c[0], q->xi, q->xi);
    xi2->degree = 0;
    ts_zpoly_sub_mul(&p->distance, xi2, &p->direction);
}

/* For xi = 0: a vector vanishes where the common divisor of its components does. Sparing the sum of their
 * squares, with its close pairs of complex roots, makes exact degeneracies several times faster. */
static void common_divisor(ts_zpoly *r, const ts_zpoly v[3]) {
    ts_zpoly_set(r, &v[0]);
    for (int i = 1; i < 3; ++i) {
        if (v[i].degree < 0) continue;
        if (r->degree < 0) {
            ts_zpoly_set(r, &v[i]);
        } else if (r->degree == 0 || ts_zpoly_surely_coprime(r, &v[i])) {
            set_one(r);
        } else {
            ts_zpoly other;
            ts_zpoly_init(&other);
            ts_zpoly_gcd(&other, r, &v[i]);
            ts_zpoly_set(r, &other);
            ts_zpoly_clear(&other);
        }
    }
}

/* F = |v|^2 - xi^2 direction, or with xi = 0 a polynomial with the roots of |v|^2. */
static void set_distance(ts_exact_polynomials *p, const ts_exact_query *q, const ts_zpoly v[3]) {
    if (p->is_signed) {
        common_divisor(&p->distance, v);
    } else {
        ts_zpoly_dot(&p->distance, v, v);
        subtract_xi2(p, q);
    }
}

static void set_point_line(ts_exact_polynomials *p, const ts_exact_query *q) {
    ts_zpoly_dot(&p->direction, p->u, p->u);
    ts_zpoly_cross(p->n, p->w, p->u);
    set_distance(p, q, p->n);
}

static void set_face(ts_exact_polynomials *p, const ts_exact_query *q) {
    ts_zpoly_cross(p->n, p->u, p->v);
    ts_zpoly_dot(&p->direction, p->n, p->n);
    if (p->is_signed) {
        ts_zpoly_dot(&p->distance, p->w, p->n);
        return;
    }
    ts_zpoly *volume = &p->scratch[0];
    ts_zpoly_dot(volume, p->w, p->n);
    ts_zpoly_mul(&p->distance, volume, volume);
    subtract_xi2(p, q);
}

static void for_each(ts_exact_polynomials *p, void (*visit)(ts_zpoly *)) {
    for (int i = 0; i < 3; ++i) {
        visit(&p->w[i]);
        visit(&p->u[i]);
        visit(&p->v[i]);
        visit(&p->n[i]);
    }
    for (int i = 0; i < 3; ++i) visit(&p->scratch[i]);
    visit(&p->distance);
    visit(&p->direction);
    for (int i = 0; i < 4; ++i) visit(&p->inside[i]);
}

void ts_exact_polynomials_init(ts_exact_polynomials *p) {
    for_each(p, ts_zpoly_init);
}

void ts_exact_polynomials_clear(ts_exact_polynomials *p) {
    for_each(p, ts_zpoly_clear);
}

void ts_exact_polynomials_set(ts_exact_polynomials *p, const ts_exact_query *query, const ts_pair *pair) {
    p->type = pair->type;
    p->is_signed = mpz_sgn(query->xi) == 0;
    p->has_inside = false;
    p->inside_count = 0;
    set_vector(p->w, query, pair->w);
    if (pair->type == TS_PAIR_POINTS) {
        set_one(&p->direction);
        set_distance(p, query, p->w);
        return;
    }
    set_vector(p->u, query, pair->u);
    if (pair->type == TS_PAIR_POINT_LINE) {
        set_point_line(p, query);
        return;
    }
    set_vector(p->v, query, pair->v);
    set_face(p, query);
}

/* a and b of oracles/pairs.h, then what they must not exceed. */
static void set_inside_face(ts_exact_polynomials *p) {
    ts_zpoly *m = p->scratch, *a = &p->inside[0], *b = &p->inside[1];
    ts_zpoly_cross(m, p->w, p->v);
    ts_zpoly_dot(a, m, p->n);
    ts_zpoly_cross(m, p->w, p->u);
    ts_zpoly_dot(b, m, p->n);
    ts_zpoly_sub(&p->inside[2], &p->direction, a);
    if (p->type == TS_PAIR_POINT_PLANE) {
        ts_zpoly_neg(b); /* (u x w).n */
        ts_zpoly_sub(&p->inside[2], &p->inside[2], b);
        p->inside_count = 3;
    } else {
        ts_zpoly_sub(&p->inside[3], &p->direction, b);
        p->inside_count = 4;
    }
}

void ts_exact_need_inside(ts_exact_polynomials *p) {
    if (p->has_inside) return;
    p->has_inside = true;
    if (p->type == TS_PAIR_POINTS) return;
    if (p->type == TS_PAIR_POINT_LINE) {
        ts_zpoly_dot(&p->inside[0], p->w, p->u);
        ts_zpoly_sub(&p->inside[1], &p->direction, &p->inside[0]);
        p->inside_count = 2;
        return;
    }
    set_inside_face(p);
}
