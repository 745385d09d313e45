/* SPDX-License-Identifier: GPL-2.0-or-later
 * Smoothness where a term changes its formula: value, first and second derivative on both sides of the clamp. */
#ifndef TS_BENCHES_BARRIER_CLAMP_H
#define TS_BENCHES_BARRIER_CLAMP_H

#include <stdbool.h>

#include "benches/barrier/sweep.h"

enum { TS_CLAMP_ORDERS = 3 };

/* A clamp and the input that crosses it. */
typedef struct ts_clamp {
    const char *reference;
    const char *where; /* "d = xi + dhat" */
    int smooth;        /* derivatives that are continuous there by definition: 2 or 1 */
    int crossing;      /* input */
    ts_term_point at;  /* the clamp, to a unit in the last place */
    double inside;     /* the crossing input amid the inner branch */
} ts_clamp;

/* All clamps, first those written here, then those of the solver's terms that are clamped where a written one is
 * (ts_solver_term_domain). */
size_t ts_clamp_count(void);
const ts_clamp *ts_clamp_at(size_t index);
/* The clamps that a domain declares for a term, its own parameters at their standards: at most `room`; returns how
 * many.
 */
size_t ts_clamps_declared(const ts_term *term, const ts_term_domain *domain, ts_clamp *clamp, size_t room);

/* Within this many units in the last place of the crossing input on either side. */
enum { TS_CLAMP_REACH = 8 };

typedef struct ts_clamp_result {
    const ts_term *term;
    const ts_clamp *clamp;
    /* The largest change from one unit to the next, for the value and the crossing input's two derivatives, over their
     * size amid the branches. */
    double jump[TS_CLAMP_ORDERS], exact[TS_CLAMP_ORDERS]; /* of the term, of its reference */
    /* The term's largest departure from its reference there, likewise; where an order jumps, from that of a unit
     * around. */
    double off[TS_CLAMP_ORDERS];
    bool missed;
} ts_clamp_result;

/* What `off` is bounded by; a jump is then that of the reference but for twice this. */
#define TS_CLAMP_BOUND 1e-12

/* False when the term has another reference. */
bool ts_clamp_judge(const ts_clamp *clamp, const ts_term *term, ts_clamp_result *out);

#endif
