/* SPDX-License-Identifier: MIT
 * The proof of a run, made while it goes (scenes/proof/prover.h): the places of every step are heard, and the step is
 * proven along them. */
#ifndef TS_SCENES_RUN_PROOF_H
#define TS_SCENES_RUN_PROOF_H

#include "scenes/proof/prover.h"
#include "scenes/simulation.h"

typedef struct ts_run_proof ts_run_proof;

/* What became of the proof of a run, in this call; part of its result. */
typedef struct ts_run_proof_sum {
    size_t proven, open; /* steps; the first state counts as one where it was made */
    size_t pieces, most_pieces, bytes;
    double seconds, search_seconds;
    size_t first_open;  /* the first step that was not proven, */
    char failure[400];  /* and the first pair of it, in words; "" while all are proven */
    bool has_query;     /* that pair meets on the straight way of its piece, */
    ts_ccd_query query; /* which is this; */
    bool is_stored;     /* as the only query of ts_run_options.folder/unproven.h5 */
    size_t places_lost; /* of steps whose iterates took too much memory: those that were left out */
} ts_run_proof_sum;

#define TS_RUN_UNPROVEN_FILE "unproven.h5"

/* sum += step; what a sum says of its first step without a proof stays. */
void ts_run_proof_add(ts_run_proof_sum *sum, const ts_run_proof_sum *step);

typedef struct ts_run_proof_options {
    const char *folder;
    bool resume, replace; /* resume: from the present state */
    size_t first;         /* the step of the simulation whose state is the first of the proof */
    ts_prover_limits limits;
} ts_run_proof_options;

/* The simulation is at its start, or where it is resumed; borrowed. sum: of the first state; of a resumed proof not
 * set. */
ts_status ts_run_proof_create(const ts_run_proof_options *options, const ts_simulation *simulation,
                              ts_run_proof **proof, ts_run_proof_sum *sum, ts_error *error);
void ts_run_proof_destroy(ts_run_proof *proof);

/* A displacement of the step under way: where it begins is a place of it. */
void ts_run_proof_listen(ts_run_proof *proof, const ts_displacement *displacement);
/* The step is over, and the simulation at its end. x_before: where it began. sum: of this step. TS_OK whether or not
 * there is a proof. */
ts_status ts_run_proof_step(ts_run_proof *proof, const double (*x_before)[3], ts_prover_result *result,
                            ts_run_proof_sum *sum, ts_error *error);

/* Stores the query of the sum, if it has one, in the folder of the run. */
ts_status ts_run_proof_store(ts_run_proof_sum *sum, const char *folder, const char *scene, ts_error *error);
/* Removes what an earlier run in the folder stored so. */
ts_status ts_run_proof_forget(const char *folder, ts_error *error);

#endif
