/* SPDX-License-Identifier: MIT
 * The first contact of a feature pair in exact arithmetic: square-free integer polynomial, its roots isolated
 * by Descartes' rule in Bernstein form (Collins, Akritas 1976) with Newton's steps where roots crowd together
 * (Sagraloff 2012), inside conditions decided at the root. */
#include "oracles/exact_stage.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

#include "oracles/bracket.h"
#include "oracles/cell.h"
#include "oracles/exact_pair.h"

/* ---- roots ---- */

/* A root of a square-free polynomial: the only one inside the cell, or the cell's start itself. */
typedef struct root {
    ts_cell *in;
    bool is_start;
    unsigned stride; /* halvings to try at once */
} root;

typedef struct search {
    ts_exact_work *work;
    const ts_zpoly *f; /* the square-free part of F */
    double t_end;
    root found;
    unsigned zero;   /* inside conditions that are zero at the root: a set of indexes */
    bool degenerate; /* a root where the direction vanishes was passed */
} search;

/* Least and greatest sign among n Bernstein coefficients, and their variations. */
typedef struct signs {
    int least, greatest, variations;
} signs;

static signs bernstein_signs(search *s, const ts_zpoly *p, const ts_dyadic *interval) {
    mpz_t *b = s->work->bernstein;
    ts_zpoly_bernstein(p, interval, b);
    signs found = {1, -1, 0};
    int last = 0;
    for (int i = 0; i <= p->degree; ++i) {
        const int sign = mpz_sgn(b[i]);
        if (sign < found.least) found.least = sign;
        if (sign > found.greatest) found.greatest = sign;
        if (sign != 0 && last != 0 && sign != last) ++found.variations;
        if (sign != 0) last = sign;
    }
    return found;
}

/* Halves the cell of the root, once or many times at once. */
static void refine(search *s) {
    root *r = &s->found;
    ts_cell *part = &s->work->part, *rest = &s->work->rest;
    assert(!r->is_start);
    const bool found = r->stride >= TS_LEAST_STRIDE && ts_cell_shrink(r->in, s->f, r->stride, part);
    r->stride = ts_next_stride(r->stride, found || r->stride < TS_LEAST_STRIDE);
    if (!found) {
        ts_cell_halve(r->in, part, rest);
        if (ts_cell_variations(part) == 0) {
            ts_cell_swap(part, rest);
            r->is_start = mpz_sgn(part->b[0]) == 0;
        }
    }
    ts_cell_swap(r->in, part);
}

/* Does c vanish at the root of f inside the interval? f is square-free, so their common divisor has there
 * a simple root or none, and its variations are as odd or even as its roots. */
static bool shares_root(search *s, const ts_zpoly *c) {
    if (ts_zpoly_surely_coprime(s->f, c)) return false;
    ts_zpoly common;
    ts_zpoly_init(&common);
    ts_zpoly_gcd(&common, s->f, c);
    const bool shared = common.degree > 0 && bernstein_signs(s, &common, &s->found.in->at).variations % 2 == 1;
    ts_zpoly_clear(&common);
    return shared;
}

/* Sign of c at the root, which is refined until it is certain. */
static int sign_at_root(search *s, const ts_zpoly *c) {
    enum { TRIES_BEFORE_GCD = 3 };
    if (c->degree < 0) return 0;
    for (int tries = 0;; ++tries) {
        if (s->found.is_start) return ts_zpoly_sign_at_start(c, &s->found.in->at);
        const signs found = bernstein_signs(s, c, &s->found.in->at);
        if (found.least >= 0) return 1;
        if (found.greatest <= 0) return -1;
        if (tries == TRIES_BEFORE_GCD && shares_root(s, c)) return 0;
        refine(s);
    }
}

static bool holds_at_root(search *s) {
    ts_exact_polynomials *p = &s->work->polynomials;
    if (sign_at_root(s, &p->direction) == 0) {
        s->degenerate = true;
        return false;
    }
    ts_exact_need_inside(p);
    s->zero = 0;
    for (int i = 0; i < p->inside_count; ++i) {
        const int sign = sign_at_root(s, &p->inside[i]);
        if (sign < 0) return false;
        if (sign == 0) s->zero |= 1u << i;
    }
    return true;
}

/* Keeps the root when the conditions hold there. */
static bool accept(search *s, const ts_cell *cell, bool is_start) {
    ts_cell_copy(s->found.in, cell);
    s->found.is_start = is_start;
    s->found.stride = 1;
    return holds_at_root(s);
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

/* What the search knows of the cell that it comes from. */
typedef struct origin {
    int variations;
    unsigned stride;
} origin;

static bool search_cell(search *s, const ts_cell *cell, origin from);

static bool search_halves(search *s, const ts_cell *cell, origin here) {
    ts_cell left, right;
    ts_cell_init(&left);
    ts_cell_init(&right);
    ts_cell_halve(cell, &left, &right);
    const bool found = search_cell(s, &left, here) || search_cell(s, &right, here);
    ts_cell_clear(&left);
    ts_cell_clear(&right);
    return found;
}

/* The first acceptable root inside the cell, or at its start when the start is not 0. */
static bool search_cell(search *s, const ts_cell *cell, origin from) {
    if (compare_dyadic(&cell->at, s->t_end) > 0) return false;
    if (mpz_sgn(cell->at.k) != 0 && mpz_sgn(cell->b[0]) == 0 && accept(s, cell, true)) return true;
    const int variations = ts_cell_variations(cell);
    if (variations == 0) return false;
    if (variations == 1) return accept(s, cell, false);
    origin here = {variations, variations == from.variations ? from.stride : 1};
    if (here.stride >= TS_LEAST_STRIDE) {
        ts_cell part;
        ts_cell_init(&part);
        const bool shrunk = ts_cell_shrink(cell, s->f, here.stride, &part);
        here.stride = ts_next_stride(here.stride, shrunk);
        const bool found = shrunk && search_cell(s, &part, here);
        ts_cell_clear(&part);
        if (shrunk) return found;
    } else {
        here.stride *= 2;
    }
    return search_halves(s, cell, here);
}

/* ---- from the root to doubles ---- */

static int sign_at_double(void *self, double t) {
    const search *s = self;
    return ts_zpoly_sign_at_double(s->f, t);
}

/* The largest double <= k / 2^depth. */
static double round_down(const ts_dyadic *dyadic) {
    long exponent; /* k itself may be beyond the doubles */
    const double fraction = mpz_get_d_2exp(&exponent, dyadic->k);
    const double near = scalbn(fraction, (int)(exponent - (long)dyadic->depth));
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
    long exponent;
    const double k = mpz_get_d_2exp(&exponent, interval->k), x = ts_bernstein_root(degree, c);
    return scalbn(k + scalbn(x, (int)-exponent), (int)(exponent - (long)interval->depth));
}

static ts_pair_outcome bracket(search *s) {
    ts_cell *cell = s->found.in;
    const double lo = round_down(&cell->at);
    if (s->found.is_start) return (ts_pair_outcome){TS_PAIR_CONTACT, lo, round_up(&cell->at)};
    const int before = sign_before_root(cell->degree, cell->b);
    const double guess = guess_root(cell->degree, cell->b, &cell->at);
    mpz_add_ui(cell->at.k, cell->at.k, 1);
    return ts_bracket_root((ts_sign_at){sign_at_double, s}, before, lo, round_up(&cell->at), guess);
}

/* ---- the pair ---- */

/* Sign of the value at t = 0, the constant coefficient. */
static int sign_at_zero(const ts_zpoly *p) {
    return p->degree < 0 ? 0 : mpz_sgn(p->c[0]);
}

static bool in_contact_at_start(search *s) {
    ts_exact_polynomials *p = &s->work->polynomials;
    const int sign = sign_at_zero(&p->distance);
    if (sign > 0 || (sign < 0 && p->is_signed)) return false;
    if (sign_at_zero(&p->direction) == 0) {
        s->degenerate = true;
        return false;
    }
    ts_exact_need_inside(p);
    s->zero = 0;
    for (int i = 0; i < p->inside_count; ++i) {
        const int inside = sign_at_zero(&p->inside[i]);
        if (inside < 0) return false;
        if (inside == 0) s->zero |= 1u << i;
    }
    return true;
}

static ts_pair_outcome first_root(search *s) {
    ts_exact_work *work = s->work;
    ts_cell *unit = &work->unit;
    ts_zpoly_set(&work->squarefree, &work->polynomials.distance);
    ts_zpoly_squarefree(&work->squarefree);
    s->f = &work->squarefree;
    s->found.in = &work->found;
    mpz_set_ui(unit->at.k, 0);
    unit->at.depth = 0;
    ts_cell_set(unit, s->f);
    bool found = search_cell(s, unit, (origin){0, 1});
    if (!found && s->t_end >= 1.0 && mpz_sgn(unit->b[unit->degree]) == 0) { /* the end t = 1 is no cell's inside */
        mpz_set_ui(unit->at.k, 1);
        found = accept(s, unit, true);
    }
    return found ? bracket(s) : (ts_pair_outcome){.state = TS_PAIR_FREE};
}

/* A barycentric coordinate that is zero takes its vertex out of the pair. With inside conditions as built by
 * ts_exact_need_inside: edge points a, |u|^2 - a belong to the line's ends, and so on. */
static ts_feature touching_feature(const ts_pair *pair, unsigned zero) {
    static const ts_feature plane[3] = {1u << 2, 1u << 3, 1u << 1}, lines[4] = {1u << 1, 1u << 3, 1u << 0, 1u << 2};
    unsigned feature = pair->feature;
    for (int i = 0; i < 4; ++i) {
        if (!(zero & (1u << i))) continue;
        switch (pair->type) {
        case TS_PAIR_POINTS: break;
        case TS_PAIR_POINT_LINE: feature &= ~(1u << (i == 0 ? pair->u.to : pair->u.from)); break;
        case TS_PAIR_POINT_PLANE: feature &= ~(unsigned)plane[i]; break;
        case TS_PAIR_LINES: feature &= ~(unsigned)lines[i]; break;
        }
    }
    return (ts_feature)feature;
}

ts_exact_answer ts_exact_pair(ts_exact_work *work, const ts_pair *pair, double t_end) {
    ts_exact_answer answer = {.outcome.state = TS_PAIR_FREE};
    const ts_exact_polynomials *p = &work->polynomials;
    ts_exact_polynomials_set(&work->polynomials, &work->query, pair);
    search s = {.work = work, .t_end = t_end, .degenerate = p->distance.degree < 0};
    if (in_contact_at_start(&s))
        answer.outcome.state = TS_PAIR_CONTACT; /* at t = 0 */
    else if (p->distance.degree > 0)
        answer.outcome = first_root(&s);
    answer.feature = touching_feature(pair, s.zero);
    answer.degenerate = s.degenerate;
    return answer;
}
