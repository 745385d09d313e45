/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a time step minimises (docs/method.md, 2): a weighted sum of potentials, with gradient and Hessian, summed in
 * the same order for any number of threads. */
#ifndef TS_CIPC_OBJECTIVE_H
#define TS_CIPC_OBJECTIVE_H

#include "cipc/assembly.h"
#include "cipc/block_matrix.h"
#include "cipc/potential.h"

enum { TS_MOST_TERMS = 24 };

typedef struct ts_objective_term {
    ts_potential potential;
    ts_potential_role role;
} ts_objective_term;

/* Which of its terms a solve minimises, by their roles: bits 1 << ts_potential_role. Those that are only kept weigh
 * nothing, but have to stay finite, and filter steps. The others are as if they were not there: not even updated. */
typedef struct ts_objective_part {
    unsigned minimised, kept;
} ts_objective_part;

#define TS_OBJECTIVE_WHOLE ((ts_objective_part){.minimised = ~0u})

typedef struct ts_objective {
    size_t nodes;
    const uint8_t *held;    /* of each node: nonzero when it is no unknown; borrowed */
    ts_objective_part part; /* the whole until it is set */
    bool bisects;           /* of the potentials that are added from then on */
    size_t terms;
    ts_objective_term term[TS_MOST_TERMS];
    double inertia_weight, elastic_weight, beta; /* elastic_weight: alpha h^2; 1 all three until they are set */
    const double (*shift)[3];                    /* gamma x^n, borrowed; NULL: zero */
    struct ts_objective_work *work;
} ts_objective;

ts_status ts_objective_init(ts_objective *objective, size_t nodes, const uint8_t *held, ts_error *error);
/* Takes the potential over, also on failure; one without stencils and without update is cleared and left out. */
ts_status ts_objective_add(ts_objective *objective, ts_potential *potential, ts_potential_role role, ts_error *error);
/* Clears the potentials too. */
void ts_objective_clear(ts_objective *objective);

static inline bool ts_objective_minimises(const ts_objective *objective, ts_potential_role role) {
    return objective->part.minimised >> role & 1;
}

/* Recomputes active sets; before value, gradient and Hessian at a new x. */
ts_status ts_objective_update(ts_objective *objective, const double (*x)[3], ts_error *error);

typedef struct ts_objective_value {
    double value; /* INFINITY: not admissible */
    double noise; /* how far rounding may have put it off: a few ulps of the sum of the terms' magnitudes */
} ts_objective_value;

ts_objective_value ts_objective_evaluate(ts_objective *objective, const double (*x)[3]);

/* What a term is multiplied by; 0: it is not minimised. */
double ts_objective_weight(const ts_objective *objective, const ts_objective_term *term);

/* One potential by itself, unweighted, at its last update. */
double ts_potential_value(const ts_potential *potential, const double (*x)[3]);

/* What ts_objective_assemble fills. */
typedef struct ts_derivatives {
    double (*gradient)[3];    /* 3n; zero at held nodes */
    ts_block_matrix *hessian; /* its pattern grows where it must; NULL: not wanted */
    ts_hessian_form form;
} ts_derivatives;

ts_status ts_objective_assemble(ts_objective *objective, const double (*x)[3], const ts_derivatives *to,
                                ts_error *error);

/* ---- For stiffnesses that go by the rest of the objective ---- */

/* The gradient (3n; zero at held nodes) at x of all but contact and friction. */
ts_status ts_objective_gradient_beside_contact(ts_objective *objective, const double (*x)[3], double (*gradient)[3]);
/* The Hessian of elastic potentials and limits that are minimised, taken at x, times `weight`, of all nodes, held or
 * not. `matrix` is zeros at first, then that of the last call. */
ts_status ts_objective_elastic_hessian(ts_objective *objective, const double (*x)[3], double weight,
                                       ts_block_matrix *matrix, ts_error *error);

/* The largest step in (0, 1] along p that every potential admits; 0 when there is none. */
ts_status ts_objective_max_step(ts_objective *objective, const double (*x)[3], const double (*p)[3], double *alpha,
                                ts_error *error);
/* Lets stiffnesses adapt to an accepted x; *changed: whether one did. */
ts_status ts_objective_adapt(ts_objective *objective, const double (*x)[3], bool *changed, ts_error *error);

#endif
