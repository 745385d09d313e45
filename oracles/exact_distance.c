/* SPDX-License-Identifier: MIT
 * The exact squared distance at a time that is a double: the least over all feature pairs whose closest
 * points lie inside both features, in integers. */
#include "oracles/exact_distance.h"

#include <stdbool.h>

#include "oracles/exact_query.h"
#include "oracles/pairs.h"
#include "oracles/zpoly.h"

/* Every number of the computation: positions, the three vectors of a pair, normals, sums. */
typedef struct workspace {
    mpz_t x[4][3];
    mpz_t w[3], u[3], v[3], n[3], m[3];
    mpz_t direction, a, b, sum, left, right;
} workspace;

static void for_each(workspace *k, void (*visit)(mpz_t)) {
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) visit(k->x[i][c]);
    }
    for (int c = 0; c < 3; ++c) {
        visit(k->w[c]);
        visit(k->u[c]);
        visit(k->v[c]);
        visit(k->n[c]);
        visit(k->m[c]);
    }
    visit(k->direction);
    visit(k->a);
    visit(k->b);
    visit(k->sum);
    visit(k->left);
    visit(k->right);
}

static void init_number(mpz_t z) {
    mpz_init(z);
}

static void clear_number(mpz_t z) {
    mpz_clear(z);
}

static void dot(mpz_t r, mpz_t a[3], mpz_t b[3]) {
    mpz_mul(r, a[0], b[0]);
    mpz_addmul(r, a[1], b[1]);
    mpz_addmul(r, a[2], b[2]);
}

static void cross(mpz_t r[3], mpz_t a[3], mpz_t b[3]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpz_mul(r[i], a[j], b[k]);
        mpz_submul(r[i], a[k], b[j]);
    }
}

static void difference(mpz_t r[3], workspace *k, ts_rows rows) {
    for (int c = 0; c < 3; ++c) mpz_sub(r[c], k->x[rows.to][c], k->x[rows.from][c]);
}

/* Positions at t = m 2^-shift, times 2^shift. */
static void place(workspace *k, const ts_exact_query *q, const mpz_t m, mp_bitcnt_t shift) {
    for (int i = 0; i < q->vertices; ++i) {
        for (int c = 0; c < 3; ++c) {
            mpz_mul_2exp(k->x[i][c], q->start[i][c], shift);
            mpz_addmul(k->x[i][c], q->motion[i][c], m);
        }
    }
}

/* The pair's squared distance num / den into k->a, k->b; false where it is not the primitives': no direction, or
 * the closest points of line or plane lie outside. (Formulas: oracles/pairs.h.) */
static bool point_line(workspace *k) {
    dot(k->direction, k->u, k->u);
    dot(k->a, k->w, k->u);
    if (mpz_sgn(k->direction) == 0 || mpz_sgn(k->a) < 0 || mpz_cmp(k->a, k->direction) > 0) return false;
    cross(k->m, k->w, k->u);
    dot(k->a, k->m, k->m);
    mpz_set(k->b, k->direction);
    return true;
}

static bool face(workspace *k, ts_pair_type type) {
    cross(k->n, k->u, k->v);
    dot(k->direction, k->n, k->n);
    if (mpz_sgn(k->direction) == 0) return false;
    cross(k->m, k->w, k->v);
    dot(k->a, k->m, k->n);
    cross(k->m, k->w, k->u);
    dot(k->b, k->m, k->n);
    if (type == TS_PAIR_POINT_PLANE) {
        mpz_neg(k->b, k->b);
        mpz_add(k->sum, k->a, k->b);
        if (mpz_cmp(k->sum, k->direction) > 0) return false;
    } else if (mpz_cmp(k->a, k->direction) > 0 || mpz_cmp(k->b, k->direction) > 0) {
        return false;
    }
    if (mpz_sgn(k->a) < 0 || mpz_sgn(k->b) < 0) return false;
    dot(k->sum, k->w, k->n);
    mpz_mul(k->a, k->sum, k->sum);
    mpz_set(k->b, k->direction);
    return true;
}

static bool pair_distance(workspace *k, const ts_pair *pair) {
    difference(k->w, k, pair->w);
    difference(k->u, k, pair->u);
    difference(k->v, k, pair->v);
    if (pair->type == TS_PAIR_POINT_LINE) return point_line(k);
    if (pair->type != TS_PAIR_POINTS) return face(k, pair->type);
    dot(k->a, k->w, k->w);
    mpz_set_ui(k->b, 1);
    return true;
}

void ts_exact_d2_init(ts_exact_d2 *d2, const ts_ccd_query *query, double t) {
    workspace k;
    for_each(&k, init_number);
    ts_exact_query q;
    ts_exact_query_init(&q);
    ts_exact_query_set(&q, query);
    mpz_init(d2->num);
    mpz_init_set_ui(d2->den, 0);
    d2->feature = 0;

    mpz_t m;
    mpz_init(m);
    long exponent;
    ts_split_double(t, m, &exponent);
    place(&k, &q, m, (mp_bitcnt_t)-exponent);
    d2->exponent = 2 * (q.exponent + exponent);
    mpz_clear(m);
    const ts_feature_pair_list *list = ts_pairs_of(query->kind);
    for (size_t i = 0; i < list->count; ++i) {
        if (!pair_distance(&k, &list->pairs[i])) continue;
        mpz_mul(k.left, k.a, d2->den);
        mpz_mul(k.right, d2->num, k.b);
        if (d2->feature == 0 || mpz_cmp(k.left, k.right) < 0) {
            mpz_swap(d2->num, k.a);
            mpz_swap(d2->den, k.b);
            d2->feature = list->pairs[i].feature;
        }
    }
    ts_exact_query_clear(&q);
    for_each(&k, clear_number);
}

void ts_exact_d2_clear(ts_exact_d2 *d2) {
    mpz_clear(d2->num);
    mpz_clear(d2->den);
}

int ts_exact_d2_compare(const ts_exact_d2 *d2, double bound) {
    if (bound == 0.0) return mpz_sgn(d2->num);
    mpz_t left, right;
    mpz_init_set(left, d2->num);
    mpz_init(right);
    /* num 2^exponent against bound^2 den, bound = m 2^e */
    long e;
    ts_split_double(bound, right, &e);
    mpz_mul(right, right, right);
    mpz_mul(right, right, d2->den);
    const long shift = d2->exponent - 2 * e;
    if (shift >= 0)
        mpz_mul_2exp(left, left, (mp_bitcnt_t)shift);
    else
        mpz_mul_2exp(right, right, (mp_bitcnt_t)-shift);
    const int sign = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return (sign > 0) - (sign < 0);
}
