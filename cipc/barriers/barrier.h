/* SPDX-License-Identifier: GPL-2.0-or-later
 * The barriers of contact: each file of cipc/barriers/ that holds one says here all that others need of it.
 * docs/add-a-potential.md has the recipe. How stiff a barrier is, is another table's matter (cipc/stiffness/). */
#ifndef TS_CIPC_BARRIERS_BARRIER_H
#define TS_CIPC_BARRIERS_BARRIER_H

#include <math.h>
#include <touchstone/term.h>

#include "cipc/double_double.h"
#include "scenes/models.h"

/* A function of one number with its derivatives. */
typedef struct ts_barrier_value {
    double b, db, d2b;
    double along; /* of a barrier by the gap, evaluated by D: the second derivative by the gap, which 4 d^2 b_DD + 2 b_D
                     would not give back where the slope is large against it; else 0 */
} ts_barrier_value;

/* b as a function of D = d^2 - xi^2, m^2, with derivatives by D, of a pair at the distance d and of the thickness xi:
 * falling and positive while d < xi + dhat, 0 beyond; INFINITY, with whatever derivatives, for D <= 0. d^2 is the sum
 * of two doubles, the second 0 where it is known no better; parameter: the model's own. */
typedef ts_barrier_value ts_barrier_by_excess(const double d2[2], double xi, double dhat, const double *parameter);

/* b as a function of the gap g = d - xi, m, with derivatives by g, for 0 < g < dhat; below = g - dhat < 0. Both are
 * right to their last digits. */
typedef ts_barrier_value ts_barrier_by_gap(double g, double below, double dhat, const double *parameter);

typedef struct ts_barrier {
    ts_model model; /* of TS_MODEL_BARRIER */
    /* One of the three. The term, of somebody else's, is a function of d2 with the parameters xi and dhat. */
    ts_barrier_by_excess *by_excess;
    ts_barrier_by_gap *by_gap;
    const ts_term *term;
    const char *unit; /* of b: "m^4" */
    bool by_area;     /* a pair counts by its contact area, m^2; else by how many pairs of primitives it stands for */
    const char *stiffness; /* the rule that it was published with: a name of cipc/stiffness/ */
    int smooth;            /* derivatives by D that are continuous at d = xi + dhat: 1 or 2 */
    /* The reference of b by d^2; with "-point-point", "-point-line", "-point-plane", "-line-line" and "-mollified"
     * behind it those of b by the nodes. Parameters: xi, dhat, for the last eps, then the model's own. */
    const char *reference; /* of a term of somebody else's it may be NULL */
} ts_barrier;

/* b with its derivatives by D, however the barrier gives them: as ts_barrier_by_excess. */
ts_barrier_value ts_barrier_evaluate(const ts_barrier *barrier, const double d2[2], double xi, double dhat,
                                     const double *parameter);

/* The second derivative by the gap amid the range, at g = dhat/2: the measure by which rules for stiffness compare
 * barriers of different units. */
double ts_barrier_bend(const ts_barrier *barrier, double xi, double dhat, const double *parameter);

/* NULL beyond the last; the first is the standard one. Those that were added come last. */
const ts_barrier *ts_barrier_at(size_t index);
/* Borrowed for good; at most 8, before threads start (foreign.h). */
void ts_barrier_add(const ts_barrier *barrier);
/* "": the first. NULL when there is none of that name. */
const ts_barrier *ts_barrier_find(const char *name);

#define TS_BARRIER(barrier) extern const ts_barrier barrier;
#include "cipc/barriers/list.inc"
#undef TS_BARRIER

/* ---- What barriers are made of ---- */

/* D with the digits that the difference cancels. What is less than the rounding of d^2, as a pair of doubles, is
 * contact: there it is anything from 0 on, and a barrier that falls slowly would be finite. */
static inline ts_double_double ts_barrier_excess(const double d2[2], double xi) {
    const ts_double_double D = ts_dd_sum((ts_double_double){d2[0], d2[1]}, ts_dd_exact_product(-xi, xi));
    return fabs(D.high) > 0x1p-96 * d2[0] ? D : (ts_double_double){0.0, 0.0};
}

/* Dhat = dhat^2 + 2 xi dhat, the D at which a barrier ends. */
static inline ts_double_double ts_barrier_end(double xi, double dhat) {
    return ts_dd_product((ts_double_double){dhat, 0.0}, ts_dd_difference(dhat, -2.0 * xi));
}

/* ln(x / most), below = x - most: near the clamp that of a number next to 1, whose distance from 1 is known better than
 * itself. */
static inline double ts_barrier_log(double x, double below, double most) {
    return x > 0.5 * most ? log1p(below / most) : log(x / most);
}

/* -(x - most)^2 ln(x / most) with derivatives by x. Every sum is of terms of one sign. */
static inline ts_barrier_value ts_barrier_clamped_log(double x, double below, double most) {
    const double ratio = below / x, ln = ts_barrier_log(x, below, most);
    return (ts_barrier_value){
        .b = -below * below * ln,
        .db = -2.0 * below * ln - below * ratio,
        .d2b = -2.0 * ln - 4.0 * ratio + ratio * ratio,
    };
}

#endif
