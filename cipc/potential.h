/* SPDX-License-Identifier: GPL-2.0-or-later
 * The face of everything that shapes a step: a sum of terms on stencils of at most four nodes, with gradient and
 * SPD Hessian block of each, and how far along a direction one may go. */
#ifndef TS_CIPC_POTENTIAL_H
#define TS_CIPC_POTENTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

#include "scenes/stencil.h"

/* Results for a run of stencils, entry k for stencil first + k. A NULL array is not wanted. Row and column 3*a + i
 * belong to component i of the stencil's node a; what lies beyond the stencil's nodes is not read. */
typedef struct ts_locals {
    double *value;                                        /* may be INFINITY: x is not admissible */
    double (*gradient)[TS_STENCIL_DOFS];                  /* exact derivative of value */
    double (*hessian)[TS_STENCIL_DOFS * TS_STENCIL_DOFS]; /* row major, leading dimension 12, symmetric, projected to
                                                            positive semi-definite */
    bool unprojected;                                     /* the Hessian as it is */
    bool majorized; /* where the potential has it: the bend of a quadratic that touches value and gradient here and is
                       nowhere below the value; else projected */
} ts_locals;

struct ts_resistances;

/* A trial y = x + way of a step. */
typedef struct ts_step_trial {
    const double (*y)[3], (*way)[3];
    double share;   /* of the whole way that this one is, in (0, 1] */
    double weight;  /* of the potential in what is minimised */
    bool majorized; /* the Hessian of the model: what has such a form has nothing above it */
} ts_step_trial;

/* What a step makes of a potential: where it is taken, what it weighs, as what its energy counts (docs/method.md, 2).
 */
typedef enum ts_potential_role {
    TS_ROLE_INERTIA = 0, /* at x */
    TS_ROLE_PULL,        /* of prescribed nodes; at x */
    TS_ROLE_LOAD,        /* alpha h^2 Psi(beta x + gamma x^n) */
    TS_ROLE_ELASTIC,     /* likewise */
    TS_ROLE_LIMIT,   /* alpha beta h^2 Psi(x): a barrier that holds at the end of the step, whatever the integrator */
    TS_ROLE_CONTACT, /* at x; its stiffness has the step's h^2 in it, as that of friction */
    TS_ROLE_FRICTION
} ts_potential_role;

typedef struct ts_potential {
    const char *name; /* "membrane" */
    void *self;
    size_t count;              /* stencils; of contact as of the last update */
    const ts_stencil *stencil; /* owned by self */
    /* Stencils that are not active but may soon be: places for them are kept in the matrix. May be 0. */
    size_t near_count;
    const ts_stencil *near;

    /* Stencils [first, first + count) at positions x (3n). Called from several threads at once. */
    void (*evaluate)(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out);
    /* Optional. Recomputes what depends on x: the active set of contact. May change count, stencil, near of
     * *potential. */
    ts_status (*update)(struct ts_potential *potential, const double (*x)[3], ts_error *error);
    /* A max_step that halves does not stop there: most of what is admissible is wanted. Only where corrections know
     * what resists it (`resist`): elsewhere it took more iterations (docs/simulation.md, the standard). */
    bool bisects;
    /* Optional. Lowers *alpha > 0 so that x + alpha p is admissible and, for contact, so is the way to it. */
    ts_status (*max_step)(struct ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                          ts_error *error);
    /* Optional. After an update at trial->y: adds what is above its quadratic model at x there, or would be reached on
     * the rest of the way (cipc/resistance.h). */
    ts_status (*resist)(const struct ts_potential *potential, const ts_step_trial *trial, struct ts_resistances *to,
                        ts_error *error);
    /* Optional. After an accepted iterate: adapts the stiffness; *changed becomes true when it changed, and stays as it
     * was otherwise. */
    ts_status (*adapt)(struct ts_potential *potential, const double (*x)[3], bool *changed, ts_error *error);
    /* Optional. Drops what depends on the way here and not on x; at the start of every step, so that a resumed run
     * goes on with the same bits. */
    void (*forget)(struct ts_potential *potential);
    /* What adapt changes: so many numbers, part of a checkpoint. */
    size_t stiffnesses;
    void (*get_stiffness)(const struct ts_potential *potential, double *value);
    void (*set_stiffness)(struct ts_potential *potential, const double *value);
    void (*clear)(struct ts_potential *potential); /* frees self */
} ts_potential;

#endif
