/* SPDX-License-Identifier: MIT
 * The first contact of a feature pair in exact arithmetic: square-free integer polynomial, its roots isolated
 * by Descartes' rule in Bernstein form (Collins, Akritas 1976) with Newton's steps where roots crowd together
 * (Sagraloff 2012), inside conditions decided at the root. */
#include "oracles/exact_stage.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

#include "oracles/bracket.h"
#include "oracles/exact_pair.h"

/* ---- roots ---- */

/* A root of a square-free polynomial: the only one inside the open interval, or the interval's start itself. */
typedef struct root {
    ts_dyadic at;
    bool is_start;
    unsigned stride; /* halvings to try at once */
} root;

typedef struct search {
    ts_exact_polynomials *polynomials;
    ts_zpoly f; /* the square-free part of F */
    double t_end;
    root found;
    unsigned zero;                /* inside conditions that are zero at the root: a set of indexes */
    bool degenerate;              /* a root where the direction vanishes was passed */
    mpz_t b[TS_ZPOLY_DEGREE + 1]; /* Bernstein coefficients: scratch */
} search;

/* Least and greatest sign among n Bernstein coefficients, and their variations. */
typedef struct signs {
    int least, greatest, variations;
} signs;

static signs bernstein_signs(search *s, const ts_zpoly *p, const ts_dyadic *interval) {
    ts_zpoly_bernstein(p, interval, s->b);
    signs found = {1, -1, 0};
    int last = 0;
    for (int i = 0; i <= p->degree; ++i) {
        const int sign = mpz_sgn(s->b[i]);
        if (sign < found.least) found.least = sign;
        if (sign > found.greatest) found.greatest = sign;
        if (sign != 0 && last != 0 && sign != last) ++found.variations;
        if (sign != 0) last = sign;
    }
    return found;
}

/* ---- many halvings at once ----
 * Near a cluster of close roots, real or complex, nothing but ever smaller intervals tells how many of them are real:
 * hundreds of halvings where magnitudes are mixed. Of two parts of an interval, variations add up to at most those of
 * the whole (one less where f vanishes between them). So a part with as many as the whole has all that halving could
 * find, and holds for a step of as many halvings as it is smaller. Which part, says Newton's step for a root of that
 * multiplicity; `stride`, the number of halvings, doubles with every success and is halved by every failure. */

enum { LEAST_STRIDE = 4, LONG_STRIDE = 8 };

/* The part of 2^-stride the size, counted from an end of the interval, where Newton's step from there leads when f has
 * the values b and b - fall / degree at that end and at the next coefficient. */
static void newton_part(mpz_t part, const mpz_t at_end, const mpz_t next, int degree, int variations, unsigned stride) {
    mpz_t fall;
    mpz_init(fall);
    mpz_sub(fall, at_end, next);
    mpz_mul_ui(fall, fall, (unsigned long)degree);
    mpz_mul_ui(part, at_end, (unsigned long)variations);
    mpz_mul_2exp(part, part, stride);
    if (mpz_sgn(fall) == 0)
        mpz_set_ui(part, 0);
    else
        mpz_fdiv_q(part, part, fall);
    mpz_set_ui(fall, 1); /* keep it in the interval */
    mpz_mul_2exp(fall, fall, stride);
    mpz_sub_ui(fall, fall, 1);
    if (mpz_sgn(part) < 0) mpz_set_ui(part, 0);
    if (mpz_cmp(part, fall) > 0) mpz_set(part, fall);
    mpz_clear(fall);
}

/* Moves `part` to where Newton's step leads from one end; true when it has all the variations of the interval. */
static bool has_all(search *s, const ts_dyadic *interval, int variations, const mpz_t index, ts_dyadic *part) {
    mpz_mul_2exp(part->k, interval->k, part->depth - interval->depth);
    mpz_add(part->k, part->k, index);
    return bernstein_signs(s, &s->f, part).variations == variations;
}

/* A part of the interval, 2^-stride of its size, with all of its variations: where Newton's steps from both ends lead;
 * while strides are short, also at an end, where a cluster may lie that is not what Newton takes it for. The scratch
 * holds the interval's coefficients. */
static bool shrink(search *s, const ts_dyadic *interval, int variations, unsigned stride, ts_dyadic *part) {
    enum { PARTS = 4 };
    const int n = s->f.degree, count = stride < LONG_STRIDE ? PARTS : 2;
    mpz_t index[PARTS];
    for (int i = 0; i < PARTS; ++i) mpz_init(index[i]);
    newton_part(index[0], s->b[0], s->b[1], n, variations, stride);
    newton_part(index[1], s->b[n], s->b[n - 1], n, variations, stride);
    mpz_setbit(index[3], stride);
    mpz_sub_ui(index[3], index[3], 1);
    mpz_sub(index[1], index[3], index[1]);
    part->depth = interval->depth + stride;
    bool found = false;
    for (int i = 0; i < count && !found; ++i) {
        bool is_new = true;
        for (int j = 0; j < i; ++j) is_new = is_new && mpz_cmp(index[i], index[j]) != 0;
        found = is_new && has_all(s, interval, variations, index[i], part);
    }
    for (int i = 0; i < PARTS; ++i) mpz_clear(index[i]);
    return found;
}

static unsigned after_failure(unsigned stride) {
    return stride > 1 ? stride / 2 : 1;
}

/* Halves the interval around its one root of f. */
static void halve(search *s) {
    root *r = &s->found;
    ts_dyadic half = {.depth = r->at.depth + 1};
    mpz_init(half.k);
    mpz_mul_2exp(half.k, r->at.k, 1);
    if (bernstein_signs(s, &s->f, &half).variations == 0) {
        mpz_add_ui(half.k, half.k, 1);
        r->is_start = ts_zpoly_sign_at_start(&s->f, &half) == 0;
    }
    mpz_swap(r->at.k, half.k);
    r->at.depth = half.depth;
    mpz_clear(half.k);
}

/* Halves the interval around its one root of f, once or many times. */
static void refine(search *s) {
    root *r = &s->found;
    assert(!r->is_start);
    if (r->stride < LEAST_STRIDE) {
        r->stride *= 2;
        halve(s);
        return;
    }
    ts_dyadic part;
    mpz_init(part.k);
    ts_zpoly_bernstein(&s->f, &r->at, s->b);
    if (shrink(s, &r->at, 1, r->stride, &part)) {
        mpz_swap(r->at.k, part.k);
        r->at.depth = part.depth;
        r->stride *= 2;
    } else {
        r->stride = after_failure(r->stride);
        halve(s);
    }
    mpz_clear(part.k);
}

/* Does c vanish at the root of f inside the interval? f is square-free, so their common divisor has there
 * a simple root or none, and its variations are as odd or even as its roots. */
static bool shares_root(search *s, const ts_zpoly *c) {
    if (ts_zpoly_surely_coprime(&s->f, c)) return false;
    ts_zpoly common;
    ts_zpoly_init(&common);
    ts_zpoly_gcd(&common, &s->f, c);
    const bool shared = common.degree > 0 && bernstein_signs(s, &common, &s->found.at).variations % 2 == 1;
    ts_zpoly_clear(&common);
    return shared;
}

/* Sign of c at the root, which is refined until it is certain. */
static int sign_at_root(search *s, const ts_zpoly *c) {
    enum { TRIES_BEFORE_GCD = 3 };
    if (c->degree < 0) return 0;
    for (int tries = 0;; ++tries) {
        if (s->found.is_start) return ts_zpoly_sign_at_start(c, &s->found.at);
        const signs found = bernstein_signs(s, c, &s->found.at);
        if (found.least >= 0) return 1;
        if (found.greatest <= 0) return -1;
        if (tries == TRIES_BEFORE_GCD && shares_root(s, c)) return 0;
        refine(s);
    }
}

static bool holds_at_root(search *s) {
    ts_exact_polynomials *p = s->polynomials;
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
static bool accept(search *s, const ts_dyadic *at, bool is_start) {
    mpz_set(s->found.at.k, at->k);
    s->found.at.depth = at->depth;
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

/* What the search knows of the interval that it comes from. */
typedef struct origin {
    int variations;
    unsigned stride;
} origin;

static bool search_interval(search *s, const ts_dyadic *interval, origin from);

static bool search_halves(search *s, const ts_dyadic *interval, origin here) {
    ts_dyadic half = {.depth = interval->depth + 1};
    mpz_init(half.k);
    mpz_mul_2exp(half.k, interval->k, 1);
    bool found = search_interval(s, &half, here);
    if (!found) {
        mpz_add_ui(half.k, half.k, 1);
        found = search_interval(s, &half, here);
    }
    mpz_clear(half.k);
    return found;
}

/* The first acceptable root inside the open interval, or at its start when the start is not 0. */
static bool search_interval(search *s, const ts_dyadic *interval, origin from) {
    if (compare_dyadic(interval, s->t_end) > 0) return false;
    if (mpz_sgn(interval->k) != 0 && ts_zpoly_sign_at_start(&s->f, interval) == 0 && accept(s, interval, true)) {
        return true;
    }
    const int variations = bernstein_signs(s, &s->f, interval).variations;
    if (variations == 0) return false;
    if (variations == 1) return accept(s, interval, false);
    origin here = {variations, variations == from.variations ? 2 * from.stride : 1};
    if (here.stride < LEAST_STRIDE) return search_halves(s, interval, here);
    ts_dyadic part;
    mpz_init(part.k);
    bool found;
    if (shrink(s, interval, variations, here.stride, &part)) {
        found = search_interval(s, &part, here);
    } else {
        here.stride = after_failure(after_failure(here.stride));
        found = search_halves(s, interval, here);
    }
    mpz_clear(part.k);
    return found;
}

/* ---- from the root to doubles ---- */

static int sign_at_double(void *self, double t) {
    return ts_zpoly_sign_at_double(self, t);
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
    ts_dyadic *interval = &s->found.at;
    const double lo = round_down(interval);
    if (s->found.is_start) return (ts_pair_outcome){TS_PAIR_CONTACT, lo, round_up(interval)};
    ts_zpoly_bernstein(&s->f, interval, s->b);
    const int before = sign_before_root(s->f.degree, s->b);
    const double guess = guess_root(s->f.degree, s->b, interval);
    mpz_add_ui(interval->k, interval->k, 1);
    return ts_bracket_root((ts_sign_at){sign_at_double, &s->f}, before, lo, round_up(interval), guess);
}

/* ---- the pair ---- */

/* Sign of the value at t = 0, the constant coefficient. */
static int sign_at_zero(const ts_zpoly *p) {
    return p->degree < 0 ? 0 : mpz_sgn(p->c[0]);
}

static bool in_contact_at_start(search *s) {
    ts_exact_polynomials *p = s->polynomials;
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
    ts_pair_outcome outcome = {.state = TS_PAIR_FREE};
    ts_dyadic unit = {.depth = 0};
    ts_zpoly_init(&s->f);
    mpz_inits(unit.k, s->found.at.k, NULL);
    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_init(s->b[i]);
    ts_zpoly_set(&s->f, &s->polynomials->distance);
    ts_zpoly_squarefree(&s->f);

    bool found = search_interval(s, &unit, (origin){0, 1});
    if (!found) { /* the end t = 1 is no interval's inside */
        mpz_set_ui(unit.k, 1);
        found = s->t_end >= 1.0 && ts_zpoly_sign_at_start(&s->f, &unit) == 0 && accept(s, &unit, true);
    }
    if (found) outcome = bracket(s);

    for (int i = 0; i <= TS_ZPOLY_DEGREE; ++i) mpz_clear(s->b[i]);
    mpz_clears(unit.k, s->found.at.k, NULL);
    ts_zpoly_clear(&s->f);
    return outcome;
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

ts_exact_answer ts_exact_pair(const ts_exact_query *query, const ts_pair *pair, double t_end) {
    ts_exact_answer answer = {.outcome.state = TS_PAIR_FREE};
    ts_exact_polynomials p;
    ts_exact_polynomials_init(&p, query, pair);
    search s = {.polynomials = &p, .t_end = t_end, .degenerate = p.distance.degree < 0};
    if (in_contact_at_start(&s))
        answer.outcome.state = TS_PAIR_CONTACT; /* at t = 0 */
    else if (p.distance.degree > 0)
        answer.outcome = first_root(&s);
    answer.feature = touching_feature(pair, s.zero);
    answer.degenerate = s.degenerate;
    ts_exact_polynomials_clear(&p);
    return answer;
}
