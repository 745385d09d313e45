/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barriers of contact: each file of cipc/barriers/ that holds one says here all that others need of it.
 * docs/add-a-potential.md has the recipe. */
#ifndef TS_CIPC_BARRIERS_BARRIER_H
#define TS_CIPC_BARRIERS_BARRIER_H

#include "cipc/double_double.h"
#include "scenes/models.h"

/* A function of one number with its derivatives. */
typedef struct ts_barrier_value {
    double b, db, d2b;
} ts_barrier_value;

/* b as a function of D = d^2 - xi^2, with derivatives by D, of a pair at the distance d and of the thickness xi:
 * falling and positive while d < xi + dhat, 0 beyond; INFINITY, with whatever derivatives, for D <= 0. A barrier by the
 * gap d - xi takes its derivatives on to D. d^2 is the sum of two doubles, the second 0 where it is known no better;
 * parameter: the model's own. */
typedef ts_barrier_value ts_barrier_function(const double d2[2], double xi, double dhat, const double *parameter);

typedef struct ts_barrier {
    ts_model model; /* of TS_MODEL_BARRIER */
    ts_barrier_function *value;
    /* kappa where nobody gives it, from the mass of the nodes that move, kg, and how many they are. */
    double (*stiffness)(double mass, size_t nodes, double dhat, const double *parameter);
    int smooth; /* derivatives by D that are continuous at d = xi + dhat: 1 or 2 */
    /* The reference of b by d^2; with "-point-point", "-point-line", "-point-plane", "-line-line" and "-mollified"
     * behind it those of b by the nodes. Parameters: xi, dhat, for the last eps, then the model's own. */
    const char *reference;
} ts_barrier;

/* NULL beyond the last; the first is the standard one. */
const ts_barrier *ts_barrier_at(size_t index);
/* "": the first. NULL when there is none of that name. */
const ts_barrier *ts_barrier_find(const char *name);

#define TS_BARRIER(barrier) extern const ts_barrier barrier;
#include "cipc/barriers/list.inc"
#undef TS_BARRIER

/* ---- What barriers are made of ---- */

/* D with the digits that the difference cancels. */
static inline ts_double_double ts_barrier_excess(const double d2[2], double xi) {
    return ts_dd_sum((ts_double_double){d2[0], d2[1]}, ts_dd_exact_product(-xi, xi));
}

/* Dhat = dhat^2 + 2 xi dhat, the D at which a barrier ends. */
static inline ts_double_double ts_barrier_end(double xi, double dhat) {
    return ts_dd_product((ts_double_double){dhat, 0.0}, ts_dd_difference(dhat, -2.0 * xi));
}

#endif
