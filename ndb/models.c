/* SPDX-License-Identifier: GPL-2.0-or-later
 * Membranes and barriers by name. Barriers are refused by none: that of this solver has no distance in it. */
#include "ndb/models.h"

const ts_model ts_ndb_corotated_model = {
    .role = TS_MODEL_MEMBRANE,
    .name = "corotated",
    .about = "mu sum (s_i - 1)^2 + lambda/2 (s_0 + s_1 - 2)^2 in plane stress",
};

const ts_model ts_ndb_spring_model = {
    .role = TS_MODEL_MEMBRANE,
    .name = "springs",
    .about = "springs on the edges, as stiff as a corotated membrane with nu = 0 where both directions stretch alike",
};

/* What scenes have without choosing. */
static const ts_model STVK = {
    .role = TS_MODEL_MEMBRANE,
    .name = "stvk",
    .about = "read as corotated, which it is at small strains",
};

/* Of either of the solver's barriers (docs/ndb.md); scenes of other solvers name this one. */
static const ts_model BARRIER = {
    .role = TS_MODEL_BARRIER,
    .name = "cipc",
    .about = "not used: the barrier of this solver is an option of it",
};

const ts_model *ts_ndb_model_at(size_t index) {
    static const ts_model *const MODELS[] = {&ts_ndb_corotated_model, &ts_ndb_spring_model, &STVK, &BARRIER};
    return index < sizeof MODELS / sizeof *MODELS ? MODELS[index] : NULL;
}
