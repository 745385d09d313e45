/* SPDX-License-Identifier: MIT
 * Running a scene to its end: steps, frames, log, checkpoints; interrupted or killed at any time it can be resumed
 * and leaves the same bits. */
#ifndef TS_SCENES_RUN_RUN_H
#define TS_SCENES_RUN_RUN_H

#include "scenes/read/scene.h"
#include "scenes/run/proof.h"
#include "scenes/run/recorder.h"
#include "scenes/run/run_end.h"
#include "scenes/run/verify.h"
#include "scenes/solver.h"

typedef struct ts_run_options {
    const char *folder; /* made when missing; NULL: nothing is written */
    size_t steps;       /* 0: what the scene says */
    bool resume;        /* from the folder's checkpoint */
    const char *from;   /* the checkpoint of another run of the scene whose state is the start; NULL: the scene's */
    bool replace;       /* a folder that already holds a run */
    bool verify;        /* every step exactly; an offence ends the run */
    size_t checkpoint_every; /* steps; part of what decides the bits */
    const ts_ccd_method *method;
    const char *record; /* file for the CCD queries; NULL: none */
    double record_share;
    const char *proof; /* folder for the proof of the run; NULL: none is made */
    ts_prover_limits proof_limits;
    ts_ccd_listener listener; /* besides the recorder */

    /* After each step with the positions before it; another status than TS_OK ends the run. May be NULL. */
    ts_status (*after_step)(void *self, ts_simulation *simulation, const double (*x_before)[3],
                            const ts_step_report *report, ts_error *error);
    /* Share of the run that is done; may be NULL. */
    void (*progress)(void *self, size_t done, size_t total);
    bool (*interrupted)(void *self); /* may be NULL */
    void *self;
} ts_run_options;

typedef struct ts_run_result {
    ts_run_outcome outcome;
    ts_run_at at;                 /* unless finished; of steps that did not converge the first */
    size_t steps_asked;           /* in all, those before a resume included */
    size_t first_step, last_step; /* done in this call: first_step + 1 ... last_step */
    ts_step_report last;          /* of the step that ended the run */
    bool complete, interrupted;
    size_t verified, offences; /* steps; what was wrong with the last of them */
    char offence[400];         /* the first of these, in words */
    double verify_seconds;
    ts_run_proof_sum proof;
    size_t iterations, minimisations, ccd_queries, recorded, most_contacts, steps_not_converged;
    ts_ccd_asking asking; /* what the line search asked */
    size_t ccd_by_accd;   /* of the queries, those that ACCD answered for the method (ts_ccd_is_by_accd) */
    double mean_contacts; /* over the iterations */
    double least_gap, most_stretch, least_stretch, seconds;
    double broad_seconds, ccd_seconds;           /* of all iterations: finding candidates; in the CCD method */
    double set_up_seconds;                       /* of the broad seconds, those of the step filter alone */
    ts_solver_choice choice;                     /* what stepped it */
    double phase_seconds[TS_SOLVER_MOST_PHASES]; /* of all iterations, by its phases */
    ts_figure figure[TS_SOLVER_MOST_FIGURES];    /* of the whole run */
    size_t figures;
    char remark[TS_SOLVER_REMARK]; /* lines; empty: none */
} ts_run_result;

/* The scene's setup is handed over to the simulation. A step that does not converge within its iterations is counted
 * and the run goes on; one that stalls, finds no step or cannot get prescribed nodes where they are to be ends the run
 * with TS_OK and complete false, `outcome` and `at` say why; so does one whose state fails its exact check. The result
 * is set in any case, on an error as far as the run got. */
ts_status ts_run(ts_scene *scene, const ts_run_options *options, ts_run_result *result, ts_error *error);

#endif
