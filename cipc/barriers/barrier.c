/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table that list.inc makes, and a barrier by D whatever it is written by. */
#include "cipc/barriers/barrier.h"

#include <assert.h>

static const ts_barrier *const TABLE[] = {
#define TS_BARRIER(barrier) &(barrier),
#include "cipc/barriers/list.inc"
#undef TS_BARRIER
};

enum { BUILT_IN = sizeof TABLE / sizeof *TABLE, MOST_ADDED = 8 };
static const ts_barrier *added[MOST_ADDED];
static size_t added_count;

const ts_barrier *ts_barrier_at(size_t index) {
    if (index < BUILT_IN) return TABLE[index];
    return index - BUILT_IN < added_count ? added[index - BUILT_IN] : NULL;
}

void ts_barrier_add(const ts_barrier *barrier) {
    assert(added_count < MOST_ADDED);
    added[added_count++] = barrier;
}

const ts_barrier *ts_barrier_find(const char *name) {
    const ts_barrier *barrier = ts_barrier_at(0);
    for (size_t k = 0; barrier && *name && strcmp(barrier->model.name, name) != 0; barrier = ts_barrier_at(k)) ++k;
    return barrier;
}

/* g = D / (d + xi), g - dhat = (D - Dhat) / (d + xi + dhat), and by D = d^2 - xi^2: b_D = b_g / (2 d),
 * b_DD = (b_gg - b_g / d) / (4 d^2), a sum of one sign since b falls and bends up. */
static ts_barrier_value from_gap(const ts_barrier *barrier, const double d2[2], double xi, double dhat,
                                 const double *parameter) {
    const ts_double_double D = ts_barrier_excess(d2, xi);
    const double past = ts_dd_sum(D, ts_dd_negative(ts_barrier_end(xi, dhat))).high, d = sqrt(d2[0]);
    if (past >= 0.0) return (ts_barrier_value){0};
    if (!(D.high > 0.0)) return (ts_barrier_value){.b = INFINITY, .db = -INFINITY, .d2b = INFINITY};
    const ts_barrier_value b = barrier->by_gap(D.high / (d + xi), past / (d + xi + dhat), dhat, parameter);
    return (ts_barrier_value){.b = b.b, .db = 0.5 * b.db / d, .d2b = 0.25 * (b.d2b - b.db / d) / d2[0], .along = b.d2b};
}

/* Somebody else's is not asked where a barrier has no choice. */
static ts_barrier_value from_term(const ts_barrier *barrier, const double d2[2], double xi, double dhat) {
    ts_term_value out = {0};
    const ts_double_double D = ts_barrier_excess(d2, xi);
    if (!(D.high > 0.0)) return (ts_barrier_value){.b = INFINITY, .db = -INFINITY, .d2b = INFINITY};
    if (ts_dd_sum(D, ts_dd_negative(ts_barrier_end(xi, dhat))).high >= 0.0) return (ts_barrier_value){0};
    barrier->term->evaluate(barrier->term, (const double[1]){d2[0]}, (const double[2]){xi, dhat}, &out);
    return (ts_barrier_value){.b = out.value, .db = out.gradient[0], .d2b = out.hessian[0][0]};
}

ts_barrier_value ts_barrier_evaluate(const ts_barrier *barrier, const double d2[2], double xi, double dhat,
                                     const double *parameter) {
    if (barrier->by_excess) return barrier->by_excess(d2, xi, dhat, parameter);
    return barrier->term ? from_term(barrier, d2, xi, dhat) : from_gap(barrier, d2, xi, dhat, parameter);
}

/* b_gg = 4 d^2 b_DD + 2 b_D */
double ts_barrier_bend(const ts_barrier *barrier, double xi, double dhat, const double *parameter) {
    const double d = xi + 0.5 * dhat;
    const ts_barrier_value b = ts_barrier_evaluate(barrier, (const double[2]){d * d, 0.0}, xi, dhat, parameter);
    return 4.0 * d * d * b.d2b + 2.0 * b.db;
}
