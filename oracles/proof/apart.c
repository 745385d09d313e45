/* SPDX-License-Identifier: MIT
 * The inequality of a proof: doubles with a proven bound, then GMP integers. */
#include "oracles/proof/apart.h"

#include <gmp.h>
#include <limits.h>
#include <math.h>

#include "core/vec3.h"
#include "oracles/exact_query.h"

/* ---- Doubles ----
 *
 * u = 2^-53, M the largest coordinate of the way, N = |n_x| + |n_y| + |n_z|. A computed n.x has three products and two
 * sums, of numbers that are at most N M in all: its error is at most 4 u N M. Within a piece (1-t) n.p + t n.q is
 * computed, t and 1-t exact: the two errors together count once, each product and the sum add u N M at most: 8 u N M.
 * s is a difference of two such: 16 u N M, and its own rounding of at most 2 u N M. 24 u N M also covers what N and N M
 * lose themselves; 2^-1000 all that underflows. r |n| has 7 roundings: 16 u of it are added. N M is to be below 2^1000,
 * so that nothing overflows; a thickness that does compares as false. */

#define UNIT 0x1p-53
#define TINY 0x1p-1000
#define LARGE 0x1p1000

/* The positions of a time within the way. */
typedef struct moment {
    const double (*x)[3], (*y)[3]; /* at the ends of its piece; y NULL: at a whole time, x alone */
    int64_t part;                  /* of the piece, in 2^-40 */
} moment;

static moment moment_at(const ts_proof_way *way, int64_t time) {
    const int64_t piece = time / TS_PROOF_PIECE;
    const double(*x)[3] = (const double(*)[3])way->x + (size_t)piece * way->vertices;
    const int64_t part = time % TS_PROOF_PIECE;
    return (moment){x, part ? x + way->vertices : NULL, part};
}

static double extreme(const ts_proof_apart *self, int32_t node, const moment *at, const double n[3], bool least) {
    const ts_proof_node *of = &self->tree->node[node];
    const int32_t *vertex = self->tree->vertex + of->vertex_first;
    const double t = ldexp((double)at->part, -TS_PROOF_HALVINGS), sign = least ? 1.0 : -1.0;
    double found = INFINITY;
    for (size_t k = 0; k < of->vertices; ++k) {
        double value = ts_dot(n, at->x[vertex[k]]);
        if (at->y) value = (1.0 - t) * value + t * ts_dot(n, at->y[vertex[k]]);
        found = fmin(found, sign * value);
    }
    return sign * found;
}

static bool surely_apart(const ts_proof_apart *self, const ts_proof_claim *claim, const moment *at) {
    const double n[3] = {(double)claim->n[0], (double)claim->n[1], (double)claim->n[2]};
    const double size = fabs(n[0]) + fabs(n[1]) + fabs(n[2]);
    const double bound = 24.0 * UNIT * size * self->way->most + TINY;
    if (!(size * self->way->most < LARGE)) return false;
    const double r = self->tree->node[claim->a].radius + self->tree->node[claim->b].radius;
    const double needed = r * sqrt(ts_norm2(n)) * (1.0 + 16.0 * UNIT) + TINY;
    const double s = extreme(self, claim->b, at, n, true) - extreme(self, claim->a, at, n, false);
    return s - bound > needed;
}

/* ---- Integers ---- */

static void lower(double x, long *least) {
    if (x == 0.0) return;
    const long bit = ts_lowest_bit(x);
    if (bit < *least) *least = bit;
}

static long exponent_of(ts_proof_apart *self) {
    if (self->exponent != LONG_MIN) return self->exponent;
    long least = 0;
    const ts_proof_way *way = self->way;
    for (size_t k = 0; k < (way->pieces + 1) * way->vertices; ++k) {
        for (int c = 0; c < 3; ++c) lower(way->x[k][c], &least);
    }
    for (size_t v = 0; v < way->vertices; ++v) lower(self->topology->radius[v], &least);
    return self->exponent = least;
}

/* sum += weight n.x, in units of 2^exponent */
static void add_dot(const int64_t n[3], const double x[3], int64_t weight, long exponent, mpz_t sum, mpz_t scratch) {
    for (int c = 0; c < 3; ++c) {
        ts_scaled_integer(scratch, x[c], exponent);
        mpz_mul_si(scratch, scratch, n[c]);
        mpz_mul_si(scratch, scratch, weight);
        mpz_add(sum, sum, scratch);
    }
}

_Static_assert(LONG_MAX >= INT64_MAX, "GMP takes the numbers of a direction as long");

/* The least or largest n.x of a node, times 2^40 and in units of 2^exponent. */
static void exact_extreme(ts_proof_apart *self, int32_t node, const moment *at, const int64_t n[3], bool least,
                          mpz_t found) {
    const ts_proof_node *of = &self->tree->node[node];
    const int32_t *vertex = self->tree->vertex + of->vertex_first;
    mpz_t value, scratch;
    mpz_inits(value, scratch, (mpz_ptr)NULL);
    for (size_t k = 0; k < of->vertices; ++k) {
        mpz_set_ui(value, 0);
        add_dot(n, at->x[vertex[k]], TS_PROOF_PIECE - at->part, exponent_of(self), value, scratch);
        if (at->y) add_dot(n, at->y[vertex[k]], at->part, exponent_of(self), value, scratch);
        const int order = mpz_cmp(value, found);
        if (k == 0 || (least ? order < 0 : order > 0)) mpz_set(found, value);
    }
    mpz_clears(value, scratch, (mpz_ptr)NULL);
}

static bool exactly_apart(ts_proof_apart *self, const ts_proof_claim *claim, const moment *at) {
    mpz_t s, a, r, part;
    mpz_inits(s, a, r, part, (mpz_ptr)NULL);
    exact_extreme(self, claim->b, at, claim->n, true, s);
    exact_extreme(self, claim->a, at, claim->n, false, a);
    mpz_sub(s, s, a);
    ts_scaled_integer(r, self->tree->node[claim->a].radius, exponent_of(self));
    ts_scaled_integer(part, self->tree->node[claim->b].radius, exponent_of(self));
    mpz_add(r, r, part);
    mpz_mul_2exp(r, r, TS_PROOF_HALVINGS);
    bool apart = mpz_sgn(s) > 0;
    mpz_mul(s, s, s);
    mpz_mul(r, r, r);
    for (int c = 0; c < 3; ++c) { /* s^2 - r^2 n.n */
        mpz_set_si(part, claim->n[c]);
        mpz_mul(part, part, part);
        mpz_submul(s, part, r);
    }
    apart = apart && mpz_sgn(s) > 0;
    mpz_clears(s, a, r, part, (mpz_ptr)NULL);
    return apart;
}

/* ---- Both ---- */

static bool is_apart_at(ts_proof_apart *self, const ts_proof_claim *claim, int64_t time) {
    const moment at = moment_at(self->way, time);
    if (!self->only_exact && surely_apart(self, claim, &at)) return true;
    ++self->exact;
    return exactly_apart(self, claim, &at);
}

bool ts_proof_is_apart(ts_proof_apart *self, const ts_proof_claim *claim, int64_t *failed) {
    int64_t time = claim->start;
    for (;;) {
        if (!is_apart_at(self, claim, time)) {
            *failed = time;
            return false;
        }
        if (time == claim->stop) return true;
        const int64_t next = (time / TS_PROOF_PIECE + 1) * TS_PROOF_PIECE;
        time = next < claim->stop ? next : claim->stop;
    }
}
