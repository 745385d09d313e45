/* SPDX-License-Identifier: GPL-2.0-or-later
 * The potentials of bodies: each file of cipc/potentials/ that holds one says here all that others need of it.
 * docs/add-a-potential.md has the recipe. */
#ifndef TS_CIPC_POTENTIALS_TABLE_H
#define TS_CIPC_POTENTIALS_TABLE_H

#include "cipc/potential.h"
#include "cipc/terms/solver_term.h"
#include "scenes/bodies.h"

/* Takes what it needs of the bodies (borrowed, outliving the potential), whose models have been looked up; leaves count
 * 0 where there is nothing for it to do. */
typedef ts_status ts_potential_init(const ts_bodies *bodies, ts_potential *potential, ts_error *error);

typedef struct ts_potential_entry {
    const char *name;  /* in messages: "StVK membrane" */
    const char *about; /* one line: the formula */
    ts_potential_role role;
    const ts_model *model; /* the choice of materials that asks for it; NULL: every body with such elements has it */
    ts_potential_init *init;
    ts_solver_family terms; /* for `touchstone barrier` to judge; may be none */
} ts_potential_entry;

/* In the order in which a step sums them; NULL beyond the last. */
const ts_potential_entry *ts_potential_at(size_t index);

#define TS_POTENTIAL(entry) extern const ts_potential_entry entry;
#include "cipc/potentials/list.inc"
#undef TS_POTENTIAL

#endif
