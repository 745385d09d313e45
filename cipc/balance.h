/* SPDX-License-Identifier: GPL-2.0-or-later
 * The forces f between pairs that resist a step: f_a = r_a'(delta_a), delta = alone - W f, which is where
 *
 *   E(f) = f . W f / 2 + sum_a r_a(alone_a - (W f)_a)
 *
 * is least where every r_a is convex. Barriers are; where a slip is not, what comes out is tried like any increment. */
#ifndef TS_CIPC_BALANCE_H
#define TS_CIPC_BALANCE_H

#include <stddef.h>

#include "cipc/resistance.h"

typedef struct ts_balance {
    size_t pairs;
    const ts_resistance *pair; /* r_a */
    const double *compliance;  /* W, rows of as many */
    double *delta;             /* comes in as `alone`; goes out as it is with these forces */
    double *force;             /* comes in as a guess */
    double *scratch;           /* TS_BALANCE_SCRATCH(pairs) */
} ts_balance;

#define TS_BALANCE_SCRATCH(pairs) ((pairs) * ((pairs) + 7))

/* Until the last change of a force is below 1e-4 of the largest one; false where that is not reached. */
bool ts_balance_settle(const ts_balance *balance);

#endif
