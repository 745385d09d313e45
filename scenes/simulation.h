/* SPDX-License-Identifier: MIT
 * What is simulated, whoever solves for it: bodies, their state, what is prescribed, and the time steps that a solver
 * (scenes/solver.h) makes of them. */
#ifndef TS_SCENES_SIMULATION_H
#define TS_SCENES_SIMULATION_H

#include "ccd/options.h"
#include "scenes/bodies.h"
#include "scenes/collision/ccd_filter.h"
#include "scenes/conditions.h"

typedef enum ts_integrator {
    TS_IMPLICIT_EULER = 0,
    TS_IMPLICIT_MIDPOINT,
    TS_NEWMARK, /* beta 1/4, gamma 1/2 */
    TS_BDF2,
    TS_QUASI_STATIC
} ts_integrator;

enum { TS_INTEGRATORS = TS_QUASI_STATIC + 1 };

/* "implicit-euler", "implicit-midpoint", "newmark", "bdf2", "quasi-static"; ended by NULL. */
extern const char *const TS_INTEGRATOR_NAMES[TS_INTEGRATORS + 1];

typedef struct ts_simulation_settings {
    double h; /* s */
    ts_integrator integrator;
    double gravity[3]; /* m/s^2 */
    double tolerance;  /* of the solver's stopping test, m/s */
    int most_iterations;
    bool contact;                       /* false: bodies pass through each other */
    double dhat;                        /* m */
    double kappa;                       /* 0: by the rule */
    ts_model_choice barrier, stiffness; /* the rule for kappa; none: the barrier's own */
    ts_ccd_asking asking;
    double eps_v;      /* m/s */
    int friction_lags; /* minimisations per step with the friction of the one before; 0: until it has settled */
} ts_simulation_settings;

/* h 0.01 s, implicit Euler, gravity (0, -9.81, 0), 1e-3 m/s, 10000 iterations, contact, dhat 1e-3 m, eps_v 1e-3 m/s,
 * 1 lag. */
ts_simulation_settings ts_simulation_standard(void);

/* What changes from step to step; all arrays have bodies.nodes rows. Together with ts_conditions and what the solver
 * carries it is what a checkpoint holds. */
typedef struct ts_state {
    size_t step;
    double time;                           /* s */
    double (*x)[3], (*v)[3], (*a)[3];      /* m, m/s, m/s^2 */
    double (*x_before)[3], (*v_before)[3]; /* of the step before: BDF2 */
} ts_state;

typedef struct ts_solver ts_solver;

/* Which solver, and its declared options in their order. */
typedef struct ts_solver_choice {
    const ts_solver *solver;
    double option[TS_CCD_MAX_OPTIONS]; /* those that are not declared are 0 */
} ts_solver_choice;

/* What a scene file or a program sets up. All owned. */
typedef struct ts_setup {
    ts_bodies bodies;
    double (*x)[3], (*v)[3];   /* at time 0 */
    double (*acceleration)[3]; /* of each body, beside gravity; NULL: none */
    ts_conditions conditions;
    ts_simulation_settings settings;
    ts_solver_choice solver;
} ts_setup;

void ts_setup_clear(ts_setup *setup);

/* ---- What is said of a step ---- */

/* A straight displacement of all nodes, as the step filters see it: from x to x + p, of which `fraction` was gone.
 * Borrowed. */
typedef struct ts_displacement {
    const double (*from)[3], (*p)[3];
    double fraction;
} ts_displacement;

/* Told of every straight displacement that a step makes, in order: first that of prescribed nodes, then one per
 * iteration (with its number within the step, and -1 for the first). */
typedef struct ts_displacement_listener {
    void (*listen)(void *self, int iteration, const ts_displacement *displacement);
    void *self;
} ts_displacement_listener;

/* A named number that a solver reports, for the log. */
typedef struct ts_figure {
    const char *name;
    enum { TS_FIGURE_REAL = 0, TS_FIGURE_COUNT, TS_FIGURE_FLAG } type;
    double value;
} ts_figure;

/* One iteration of a solver. Arrays are borrowed. */
typedef struct ts_iteration {
    int minimisation, number; /* of the step, from 0; iterations count through its minimisations */
    size_t contacts;
    double broad_seconds, ccd_seconds; /* finding candidates, in step filters and since; in the CCD method */
    double set_up_seconds;             /* of the broad seconds, those of step filters alone */
    const double *phase_seconds;       /* of each of the solver's phases */
    const ts_figure *figure;           /* what else there is to say */
    size_t figures;
} ts_iteration;

typedef struct ts_iteration_observer {
    /* After each iteration, at the accepted x; false: stop. May be NULL. */
    bool (*observe)(void *self, const ts_iteration *iteration, const double (*x)[3]);
    void *self;
} ts_iteration_observer;

typedef enum ts_step_outcome {
    TS_STEP_DONE = 0,    /* converged */
    TS_STEP_LIMIT,       /* its iterations were not enough; the state is admissible all the same */
    TS_STEP_TINY_TOI,    /* the step filters allow next to no step */
    TS_STEP_NO_DECREASE, /* the line search found no lower energy */
    TS_STEP_NOT_SOLVED,  /* the linear solver failed for good */
    TS_STEP_STOPPED,     /* an observer asked to stop */
    TS_STEP_UNREACHED,   /* prescribed nodes could not get to where they are to be: see prescribed_* */
    TS_STEP_UNANSWERED,  /* the CCD method did not answer some query of the step: see answer */
    TS_STEP_OUTCOMES
} ts_step_outcome;

/* "done", "iteration limit", "tiny toi", "infinite line search", "linear solver failed", "stopped", "unreached",
 * "unanswered". */
const char *ts_step_outcome_name(ts_step_outcome outcome);

typedef struct ts_step_report {
    ts_step_outcome outcome;
    ts_ccd_status answer;               /* of TS_STEP_UNANSWERED: TS_CCD_UNSUPPORTED or TS_CCD_FAILED */
    char residual[96];                  /* the stopping test in words: "the residual is 0.02 m/s, above 0.001" */
    char message[256];                  /* LIMIT to NOT_SOLVED: what happened, a sentence with the residual */
    int iterations, minimisations;      /* over all lags and pulls */
    double friction_change;             /* relative, of the last lag of several; NAN where there was but one */
    double prescribed_fraction;         /* of the distance that prescribed nodes were to go: 1 when all arrived */
    int32_t prescribed_worst;           /* the node that is farthest off, -1: none */
    double least_gap;                   /* smallest d - xi at the end of the step, m */
    size_t contacts, most_contacts;     /* at the end; over the iterations */
    double most_stretch, least_stretch; /* of all elements that deform */
    double seconds;
    const double *phase_seconds; /* of the solver's phases, after its last iteration; the solver's, until its next step;
                                    NULL: none */
} ts_step_report;

/* ---- The simulation ---- */

typedef struct ts_simulation_hooks {
    const ts_ccd_method *method; /* of the step filters; borrowed */
    ts_ccd_listener listener;
    ts_iteration_observer observer;         /* observe NULL: none */
    ts_displacement_listener displacements; /* listen NULL: none */
} ts_simulation_hooks;

/* The solver reads all of it and moves the state; what it needs beside is its own (self). */
typedef struct ts_simulation {
    ts_bodies bodies;
    ts_state state;
    ts_conditions conditions;
    ts_simulation_settings settings;
    ts_simulation_hooks hooks;
    double (*acceleration)[3]; /* of each node: gravity and its body's own */
    ts_solver_choice choice;
    void *self; /* the solver's */
} ts_simulation;

/* Takes the setup over (cleared) when it succeeds. TS_ERROR_DATA naming the primitives when the initial state
 * intersects, is closer than its thickness, or is none that the solver can start from; TS_ERROR_USAGE for what the
 * solver lacks. */
ts_status ts_simulation_create(ts_setup *setup, const ts_simulation_hooks *hooks, ts_simulation **simulation,
                               ts_error *error);
void ts_simulation_destroy(ts_simulation *simulation);

/* One time step. On TS_OK the state is that of the new time when the outcome is DONE or LIMIT, and as far as the step
 * got otherwise (still free of intersections). */
ts_status ts_simulation_step(ts_simulation *simulation, ts_step_report *report, ts_error *error);

#endif
