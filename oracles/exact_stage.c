/* SPDX-License-Identifier: MIT
 * The first contact of a feature pair in exact arithmetic: square-free integer polynomial, its roots isolated
 * by Descartes' rule in Bernstein form (Collins, Akritas 1976), inside conditions decided at the root. */
#include "oracles/exact_stage.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

#include "oracles/bracket.h"
#include "oracles/zpoly.h"

/* The polynomials of oracles/pairs.h. */
typedef struct pair_polynomials {
    ts_zpoly distance;  /* F; in contact where <= 0, or where = 0 when it is signed */
    bool is_signed;     /* w.n, for xi = 0 */
    ts_zpoly direction; /* must be > 0 */
    ts_zpoly inside[4]; /* must be >= 0 */
    int inside_count;
    bool has_direction;
} pair_polynomials;

/* ---- building them ---- */

static void set_vector(ts_zpoly r[3], const ts_exact_query *q, ts_rows rows) {
    mpz_t c0, c1;
    mpz_inits(c0, c1, NULL);
    for (int i = 0; i < 3; ++i) {
        mpz_sub(c0, q->start[rows.to][i], q->start[rows.from][i]);
        mpz_sub(c1, q->motion[rows.to][i], q->motion[rows.from][i]);
        ts_zpoly_set_linear(&r[i], c0, c1);
    }
    mpz_clears(c0, c1, NULL);
}

static void init_vector(ts_zpoly v[3]) {
    for (int i = 0; i < 3; ++i) ts_zpoly_init(&v[i]);
}

static void clear_vector(ts_zpoly v[3]) {
    for (int i = 0; i < 3; ++i) ts_zpoly_clear(&v[i]);
}

/* r -= xi^2 scale */
static void subtract_xi2(ts_zpoly *r, const ts_exact_query *q, const ts_zpoly *scale) {
    ts_zpoly xi2;
    ts_zpoly_init(&xi2);
    mpz_mul(xi2.c[0], q->xi, q->xi);
    xi2.degree = mpz_sgn(q->xi) == 0 ? -1 : 0;
    ts_zpoly_sub_mul(r, &xi2, scale);
    ts_zpoly_clear(&xi2);
}

static void build_points(pair_polynomials *p, const ts_exact_query *q, const ts_zpoly w[3]) {
    ts_zpoly one;
    ts_zpoly_init(&one);
    one.degree = 0;
    mpz_set_ui(one.c[0], 1);
    ts_zpoly_dot(&p->distance, w, w);
    subtract_xi2(&p->distance, q, &one);
    ts_zpoly_clear(&one);
}

static void build_point_line(pair_polynomials *p, const ts_exact_query *q, const ts_zpoly w[3], const ts_zpoly u[3]) {
    ts_zpoly m[3];
    init_vector(m);
    ts_zpoly_cross(m, w, u);
    ts_zpoly_dot(&p->distance, m, m);
    ts_zpoly_dot(&p->direction, u, u);
    subtract_xi2(&p->distance, q, &p->direction);
    ts_zpoly_dot(&p->inside[0], w, u);
    ts_zpoly_sub(&p->inside[1], &p->direction, &p->inside[0]);
    p->has_direction = true;
    p->inside_count = 2;
    clear_vector(m);
}

/* a and b of oracles/pairs.h into inside[0] and inside[1], then what they must not exceed. */
static void build_inside(pair_polynomials *p, ts_pair_type type) {
    ts_zpoly *a = &p->inside[0], *b = &p->inside[1];
    ts_zpoly_sub(&p->inside[2], &p->direction, a);
    if (type == TS_PAIR_POINT_PLANE) {
        ts_zpoly_neg(b); /* (u x w).n */
        ts_zpoly_sub(&p->inside[2], &p->inside[2], b);
        p->inside_count = 3;
    } else {
        ts_zpoly_sub(&p->inside[3], &p->direction, b);
        p->inside_count = 4;
    }
}

static void build_face(pair_polynomials *p, const ts_exact_query *q, ts_pair_type type, const ts_zpoly vectors[9]) {
    const ts_zpoly *w = &vectors[0], *u = &vectors[3], *v = &vectors[6];
    ts_zpoly n[3], m[3], s;
    init_vector(n);
    init_vector(m);
    ts_zpoly_init(&s);
    ts_zpoly_cross(n, u, v);
    ts_zpoly_dot(&p->direction, n, n);
    ts_zpoly_dot(&s, w, n);
    if (mpz_sgn(q->xi) == 0) {
        ts_zpoly_set(&p->distance, &s);
        p->is_signed = true;
    } else {
        ts_zpoly_mul(&p->distance, &s, &s);
        subtract_xi2(&p->distance, q, &p->direction);
    }
    ts_zpoly_cross(m, w, v);
    ts_zpoly_dot(&p->inside[0], m, n);
    ts_zpoly_cross(m, w, u);
    ts_zpoly_dot(&p->inside[1], m, n);
    build_inside(p, type);
    p->has_direction = true;
    ts_zpoly_clear(&s);
    clear_vector(m);
    clear_vector(n);
}

static void build(pair_polynomials *p, const ts_exact_query *q, const ts_pair *pair) {
    ts_zpoly vectors[9];
    for (int i = 0; i < 9; ++i) ts_zpoly_init(&vectors[i]);
    set_vector(&vectors[0], q, pair->w);
    set_vector(&vectors[3], q, pair->u);
    set_vector(&vectors[6], q, pair->v);
    p->inside_count = 0;
    p->has_direction = p->is_signed = false;
    switch (pair->type) {
    case TS_PAIR_POINTS: build_points(p, q, vectors); break;
    case TS_PAIR_POINT_LINE: build_point_line(p, q, vectors, vectors + 3); break;
    case TS_PAIR_POINT_PLANE:
    case TS_PAIR_LINES: build_face(p, q, pair->type, vectors); break;
    }
    for (int i = 0; i < 9; ++i) ts_zpoly_clear(&vectors[i]);
}

static void init_polynomials(pair_polynomials *p) {
    ts_zpoly_init(&p->distance);
    ts_zpoly_init(&p->direction);
    for (int i = 0; i < 4; ++i) ts_zpoly_init(&p->inside[i]);
}

static void clear_polynomials(pair_polynomials *p) {
    ts_zpoly_clear(&p->distance);
    ts_zpoly_clear(&p->direction);
    for (int i = 0; i < 4; ++i) ts_zpoly_clear(&p->inside[i]);
}

/* ---- roots ---- */

/* A root of a square-free polynomial: the only one inside the open interval, or the interval's start itself. */
typedef struct root {
    ts_dyadic at;
    bool is_start;
} root;

typedef struct search {
    const pair_polynomials *polynomials;
    const ts_zpoly *f; /* the square-free part of F */
    double t_end;
    root found;
} search;

/* Least and greatest sign among n Bernstein coefficients, and their variations. */
typedef struct signs {
    int least, greatest, variations;
} signs;

static signs bernstein_signs(const ts_zpoly *p, const ts_dyadic *interval) {
    mpz_t b[TS_ZPOLY_DEGREE + 1];
    for (int i = 0; i <= p->degree; ++i) mpz_init(b[i]);
    ts_zpoly_bernstein(p, interval, b);
    signs s = {1, -1, 0};
    int last = 0;
    for (int i = 0; i <= p->degree; ++i) {
        const int sign = mpz_sgn(b[i]);
        if (sign < s.least) s.least = sign;
        if (sign > s.greatest) s.greatest = sign;
        if (sign != 0 && last != 0 && sign != last) ++s.variations;
        if (sign != 0) last = sign;
    }
    for (int i = 0; i <= p->degree; ++i) mpz_clear(b[i]);
    return s;
}

/* Halves the interval around its one root of f. */
static void refine(const ts_zpoly *f, root *r) {
    assert(!r->is_start);
    ts_dyadic half = {.depth = r->at.depth + 1};
    mpz_init(half.k);
    mpz_mul_2exp(half.k, r->at.k, 1);
    if (bernstein_signs(f, &half).variations == 0) {
        mpz_add_ui(half.k, half.k, 1);
        r->is_start = ts_zpoly_sign_at_start(f, &half) == 0;
    }
    mpz_swap(r->at.k, half.k);
    r->at.depth = half.depth;
    mpz_clear(half.k);
}

/* Does c vanish at the root of f inside the interval? f is square-free, so their common divisor has there
 * a simple root or none. */
static bool shares_root(const ts_zpoly *f, const ts_zpoly *c, const ts_dyadic *interval) {
    if (ts_zpoly_surely_coprime(f, c)) return false;
    ts_zpoly common;
    ts_zpoly_init(&common);
    ts_zpoly_gcd(&common, f, c);
    const bool shared = common.degree > 0 && bernstein_signs(&common, interval).variations == 1;
    ts_zpoly_clear(&common);
    return shared;
}

/* Sign of c at the root, which is refined until it is certain. */
static int sign_at_root(const ts_zpoly *f, const ts_zpoly *c, root *r) {
    enum { TRIES_BEFORE_GCD = 3 };
    if (c->degree < 0) return 0;
    for (int tries = 0;; ++tries) {
        if (r->is_start) return ts_zpoly_sign_at_start(c, &r->at);
        const signs s = bernstein_signs(c, &r->at);
        if (s.least >= 0) return 1;
        if (s.greatest <= 0) return -1;
        if (tries == TRIES_BEFORE_GCD && shares_root(f, c, &r->at)) return 0;
        refine(f, r);
    }
}

static bool holds_at_root(const pair_polynomials *p, const ts_zpoly *f, root *r) {
    for (int i = 0; i < p->inside_count; ++i) {
        if (sign_at_root(f, &p->inside[i], r) < 0) return false;
    }
    return !p->has_direction || sign_at_root(f, &p->direction, r) > 0;
}

/* Keeps the root when the conditions hold there. */
static bool accept(search *s, const ts_dyadic *at, bool is_start) {
    mpz_set(s->found.at.k, at->k);
    s->found.at.depth = at->depth;
    s->found.is_start = is_start;
    return holds_at_root(s->polynomials, s->f, &s->found);
}

/* Sign of k / 2^depth - t. */
static int compare_dyadic(const ts_dyadic *dyadic, double t) {
    mpz_t m, k;
    long exponent;
    mpz_init(m);
    mpz_init_set(k, dyadic->k);
    ts_split_double(t, m, &exponent);
    exponent += (long)dyadic->depth;
    if (exponent >= 0)
        mpz_mul_2exp(m, m, (mp_bitcnt_t)exponent);
    else
        mpz_mul_2exp(k, k, (mp_bitcnt_t)-exponent);
    const int sign = mpz_cmp(k, m);
    mpz_clears(m, k, NULL);
    return (sign > 0) - (sign < 0);
}

/* The first acceptable root inside the open interval, or at its start when the start is not 0. */
static bool search_interval(search *s, const ts_dyadic *interval) {
    if (compare_dyadic(interval, s->t_end) > 0) return false;
    if (mpz_sgn(interval->k) != 0 && ts_zpoly_sign_at_start(s->f, interval) == 0 && accept(s, interval, true)) {
        return true;
    }
    const int variations = bernstein_signs(s->f, interval).variations;
    if (variations == 0) return false;
    if (variations == 1) return accept(s, interval, false);
    ts_dyadic half = {.depth = interval->depth + 1};
    mpz_init(half.k);
    mpz_mul_2exp(half.k, interval->k, 1);
    bool found = search_interval(s, &half);
    if (!found) {
        mpz_add_ui(half.k, half.k, 1);
        found = search_interval(s, &half);
    }
    mpz_clear(half.k);
    return found;
}

/* ---- from the root to doubles ---- */

static int sign_at_double(void *self, double t) {
    const ts_zpoly *const *f = self;
    return ts_zpoly_sign_at_double(*f, t);
}

/* The largest double <= k / 2^depth. */
static double round_down(const ts_dyadic *dyadic) {
    const double near = scalbn(mpz_get_d(dyadic->k), -(int)dyadic->depth);
    return compare_dyadic(dyadic, near) < 0 ? nextafter(near, 0.0) : near;
}

/* The smallest double >= k / 2^depth. */
static double round_up(const ts_dyadic *dyadic) {
    const double down = round_down(dyadic);
    return compare_dyadic(dyadic, down) > 0 ? nextafter(down, INFINITY) : down;
}

/* Sign of f between the interval's start and its one root. */
static int sign_before_root(int degree, const mpz_t *b) {
    int sign = 0;
    for (int i = 0; i <= degree && sign == 0; ++i) sign = mpz_sgn(b[i]);
    return sign;
}

static double guess_root(int degree, const mpz_t *b, const ts_dyadic *interval) {
    double c[TS_ZPOLY_DEGREE + 1];
    long exponents[TS_ZPOLY_DEGREE + 1], top = LONG_MIN;
    for (int i = 0; i <= degree; ++i) {
        c[i] = mpz_get_d_2exp(&exponents[i], b[i]);
        if (c[i] != 0.0 && exponents[i] > top) top = exponents[i];
    }
    for (int i = 0; i <= degree; ++i) c[i] = scalbn(c[i], (int)(exponents[i] - top));
    return scalbn(mpz_get_d(interval->k) + ts_bernstein_root(degree, c), -(int)interval->depth);
}

static ts_pair_outcome bracket_inside(const ts_zpoly *f, ts_dyadic *interval) {
    mpz_t b[TS_ZPOLY_DEGREE + 1];
    for (int i = 0; i <= f->degree; ++i) mpz_init(b[i]);
    ts_zpoly_bernstein(f, interval, b);
    const int before = sign_before_root(f->degree, b);
    const double guess = guess_root(f->degree, b, interval);
    for (int i = 0; i <= f->degree; ++i) mpz_clear(b[i]);
    const double lo = round_down(interval);
    mpz_add_ui(interval->k, interval->k, 1);
    return ts_bracket_root((ts_sign_at){sign_at_double, &f}, before, lo, round_up(interval), guess);
}

static ts_pair_outcome bracket(const ts_zpoly *f, root *r) {
    if (r->is_start) return (ts_pair_outcome){TS_PAIR_CONTACT, round_down(&r->at), round_up(&r->at)};
    return bracket_inside(f, &r->at);
}

/* ---- the pair ---- */

static bool in_contact_at_start(const pair_polynomials *p) {
    ts_dyadic zero = {.depth = 0};
    mpz_init(zero.k);
    const int sign = ts_zpoly_sign_at_start(&p->distance, &zero);
    bool contact = sign == 0 || (sign < 0 && !p->is_signed);
    for (int i = 0; i < p->inside_count; ++i) contact = contact && ts_zpoly_sign_at_start(&p->inside[i], &zero) >= 0;
    contact = contact && (!p->has_direction || ts_zpoly_sign_at_start(&p->direction, &zero) > 0);
    mpz_clear(zero.k);
    return contact;
}

static ts_pair_outcome first_root(const pair_polynomials *p, double t_end) {
    ts_pair_outcome outcome = {.state = TS_PAIR_FREE};
    ts_zpoly f;
    ts_zpoly_init(&f);
    ts_zpoly_set(&f, &p->distance);
    ts_zpoly_squarefree(&f);
    search s = {.polynomials = p, .f = &f, .t_end = t_end};
    ts_dyadic unit = {.depth = 0};
    mpz_init(unit.k);
    mpz_init(s.found.at.k);
    bool found = search_interval(&s, &unit);
    if (!found) { /* the end t = 1 is no interval's inside */
        mpz_set_ui(unit.k, 1);
        found = t_end >= 1.0 && ts_zpoly_sign_at_start(&f, &unit) == 0 && accept(&s, &unit, true);
    }
    if (found) outcome = bracket(&f, &s.found);
    mpz_clear(s.found.at.k);
    mpz_clear(unit.k);
    ts_zpoly_clear(&f);
    return outcome;
}

ts_pair_outcome ts_exact_pair(const ts_exact_query *query, const ts_pair *pair, double t_end) {
    pair_polynomials p;
    init_polynomials(&p);
    build(&p, query, pair);
    ts_pair_outcome outcome = {.state = TS_PAIR_FREE};
    if (in_contact_at_start(&p))
        outcome.state = TS_PAIR_CONTACT; /* at t = 0 */
    else if (p.distance.degree > 0)
        outcome = first_root(&p, t_end);
    clear_polynomials(&p);
    return outcome;
}
