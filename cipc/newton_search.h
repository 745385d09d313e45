/* SPDX-License-Identifier: GPL-2.0-or-later
 * The state of one minimisation, and the trials of a step. */
#ifndef TS_CIPC_NEWTON_SEARCH_H
#define TS_CIPC_NEWTON_SEARCH_H

#include "cipc/body_blocks.h"
#include "cipc/by_body.h"
#include "cipc/correction.h"
#include "cipc/newton.h"
#include "cipc/older_factor.h"
#include "cipc/trust_region.h"

struct ts_newton {
    size_t nodes;
    ts_block_matrix hessian;
    ts_linear_solver *solver;
    ts_body_blocks bodies;
    ts_linear_solver *body_solver; /* of these; NULL until it is needed */
    ts_linear_solver *latest;      /* that of the two whose factor the last increment was found with; borrowed */
    double (*gradient)[3], (*p)[3], (*start)[3];
    double (*best)[3]; /* increment of the best trial so far, where there are several */
    double fraction;   /* of p that was gone from start */
    double *exact;     /* values of the Hessian before projection */
    ts_correction *correction;
    ts_trust_region *region;
    ts_older_factor older;
};

typedef struct ts_search_trust {
    bool is_near; /* the last increment was short, and the whole of it was gone */
    int level;
    int wait;     /* iterations until the next level below is tried */
    int patience; /* what to wait when that fails */
    bool lowered; /* after the last iteration */
} ts_search_trust;

typedef struct ts_search_region {
    double radius;          /* of the trust region; 0: there is none */
    ts_trust_result within; /* of the last increment; zeros where it was the projected Hessian's */
    int wait, patience;     /* iterations without one: from now, and after one that fails */
} ts_search_region;

/* The state of one minimisation. */
typedef struct ts_search {
    ts_newton *newton;
    ts_objective *objective;
    const ts_newton_settings *settings;
    double (*x)[3];
    size_t unknown_nodes;
    ts_objective_value energy; /* at x */
    ts_newton_iteration now;
    ts_search_trust trust;
    ts_search_region region;
    ts_by_body by_body;
    double unit;     /* of the radius of the region: length of p_p as the factor measures it, over that of its start */
    bool is_counted; /* what a factorization of the Hessian would take in this minimisation */
    int restless;    /* iterations for which friction is majorized */
    int wait, patience; /* iterations without corrections: from now, and what follows when they fail again */
    double rise;        /* of the energy, by the last trial */
} ts_search;

/* What fails is tried again after so many iterations, at most. */
enum { TS_SEARCH_MOST_PATIENCE = 4 };

/* -g.p: of an increment of Newton's, p.Hp, and twice what the quadratic model says that the energy falls by. */
double ts_search_descent(const ts_search *all);
/* x = start + alpha p; the full step goes to the very x that the filters looked at. */
ts_status ts_search_go_to(ts_search *all, double alpha, ts_error *error);
/* Takes this step, *found, if the energy does not rise by more than its own rounding. */
ts_status ts_search_try(ts_search *all, double alpha, bool *found, ts_error *error);
/* What the filters allow of the increment: now.max_step. */
ts_status ts_search_limit(ts_search *all, ts_error *error);

#endif
