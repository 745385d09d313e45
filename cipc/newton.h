/* SPDX-License-Identifier: GPL-2.0-or-later
 * Projected Newton with a filtered line search (docs/method.md, 7; Algorithm 1 of IPC). */
#ifndef TS_CIPC_NEWTON_H
#define TS_CIPC_NEWTON_H

#include "cipc/linear_solver.h"
#include "cipc/objective.h"
#include "scenes/simulation.h"

typedef enum ts_newton_outcome {
    TS_NEWTON_CONVERGED = 0,
    TS_NEWTON_LIMIT,     /* most_iterations were not enough */
    TS_NEWTON_TINY_TOI,  /* the filters allow next to no step, many times in a row, above the tolerance */
    TS_NEWTON_NO_STEP,   /* the line search found no decrease in most_halvings */
    TS_NEWTON_STOPPED,   /* an observer asked to stop */
    TS_NEWTON_NOT_SOLVED /* the factorization failed for good, and the gradient is no way down either */
} ts_newton_outcome;

/* What one iteration did; times in seconds. */
typedef struct ts_newton_iteration {
    int minimisation, iteration; /* of the step, from 0; iterations count through its minimisations */
    double energy;               /* before the step */
    double residual;             /* sqrt(|p|^2 / (n - held)) / h, or max |p_ic| / h, m/s */
    double energy_residual; /* sqrt(p.Hp / mass) / h, m/s: as long as that, or longer where it is stiff; 0: no mass */
    double max_step;        /* what the filters allowed */
    double alpha;           /* what was taken */
    int halvings;
    int corrections; /* increments corrected for this step; if halvings is 0 one of them was taken, or p itself */
    double projected_share; /* of what projection adds to the Hessian: 1 projected, 0 as it is */
    int turns; /* of conjugate gradients with another factor, by which it was found; 0: it has a factor of its own */
    int curvatures; /* products with the Hessian as it is, by which the increment was found; 0: the projected one's */
    bool shifted, gradient_step; /* recovery: diagonal shift; no Newton direction at all */
    double assemble_seconds, analyse_seconds, factor_seconds, solve_seconds, filter_seconds, search_seconds;
} ts_newton_iteration;

typedef struct ts_newton_observer {
    /* After each iteration, at the accepted x; false: stop. NULL: none. */
    bool (*observe)(void *self, const ts_newton_iteration *iteration, const double (*x)[3]);
    void *self;
} ts_newton_observer;

/* Asked before a single iteration ends a minimisation at x: is the energy there of a kind that its quadratic model says
 * little of? `exists` NULL: it never is. */
typedef struct ts_newton_doubt {
    bool (*exists)(void *self, const double (*x)[3]);
    void *self;
} ts_newton_doubt;

/* Iterations in a row that are looked at together. */
enum { TS_NEWTON_CRAWL = 20 };

typedef struct ts_newton_settings {
    double tolerance; /* m/s */
    double h;         /* s */
    int most_iterations, most_halvings;
    double mass;            /* of the unknown nodes, kg; 0: there is no inertia */
    int settled;            /* so many iterations in a row below the tolerance end it */
    bool largest_component; /* is the residual, not the mean of the nodes' lengths */
    bool energy_settles;    /* or one whose energy residual is below it, too */
    double exact_below;     /* m/s; below this residual Hessians are projected no more than they need; 0: never */
    bool trust_region;      /* the Hessian as it is within a region, once an increment of the projected one passed */
    bool older_factor;      /* increments by the factor of an earlier one, where that is less work */
    bool by_body;           /* increments by the factors of bodies by themselves, where that is less work */
    bool corrected;         /* increments whose trial fails are corrected before they are halved */
    double tiny_step;       /* a filtered step below this is no progress */
    int most_tiny;          /* so many in a row are TINY_TOI; one suffices where it leads nowhere */
    double least_progress;  /* filtered steps of TS_NEWTON_CRAWL in a row that sum to less are TINY_TOI */
    int minimisation, first_iteration; /* numbers that the iterations bear */
    ts_newton_observer observer;
    ts_newton_doubt doubt;
} ts_newton_settings;

/* tolerance 1e-3 m/s, 10000 iterations, 60 halvings, settled 3, tiny_step 1e-6, most_tiny 5, least_progress 0.1; the
 * loop as published: what saves iterations is for the solver's options to switch on. */
ts_newton_settings ts_newton_standard(double h);

typedef struct ts_newton_result {
    ts_newton_outcome outcome;
    int iterations;           /* how many it took */
    ts_newton_iteration last; /* zeros without one */
} ts_newton_result;

typedef struct ts_newton ts_newton;

ts_status ts_newton_create(size_t nodes, ts_newton **newton, ts_error *error);
void ts_newton_destroy(ts_newton *newton);
/* Drops what depends on the way: pattern, order of unknowns, factor. The linear report counts on. */
ts_status ts_newton_forget(ts_newton *newton, ts_error *error);
/* Minimises from x to x (3n); held nodes stay. */
ts_status ts_newton_minimise(ts_newton *newton, ts_objective *objective, const ts_newton_settings *settings,
                             double (*x)[3], ts_newton_result *result, ts_error *error);

/* Of the iteration that is being observed. */
ts_displacement ts_newton_displacement(const ts_newton *newton);
/* Of both its solvers: sums; what is of the last analysis is the Hessian's. */
ts_linear_report ts_newton_linear_report(const ts_newton *newton);
#endif
