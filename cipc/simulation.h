/* SPDX-License-Identifier: GPL-2.0-or-later
 * The time stepper: bodies, their state, what they are prescribed, and the step that minimises the incremental
 * potential (METHOD 3). */
#ifndef TS_CIPC_SIMULATION_H
#define TS_CIPC_SIMULATION_H

#include "cipc/contact.h"
#include "cipc/newton.h"
#include "scenes/bodies.h"
#include "scenes/conditions.h"

typedef enum ts_integrator {
    TS_IMPLICIT_EULER = 0,
    TS_IMPLICIT_MIDPOINT,
    TS_NEWMARK, /* beta 1/4, gamma 1/2 */
    TS_BDF2,
    TS_QUASI_STATIC
} ts_integrator;

/* "implicit-euler", "implicit-midpoint", "newmark", "bdf2", "quasi-static". */
const char *ts_integrator_name(ts_integrator integrator);

typedef struct ts_simulation_settings {
    double h; /* s */
    ts_integrator integrator;
    double gravity[3]; /* m/s^2 */
    double tolerance;  /* Newton's, m/s */
    int most_iterations;
    bool contact;      /* false: bodies pass through each other */
    double dhat;       /* m */
    double kappa;      /* 0: by METHOD 3.2 */
    double eps_v;      /* m/s */
    int friction_lags; /* minimisations per step with the friction of the one before; 0: until it has settled */
} ts_simulation_settings;

/* h 0.01 s, implicit Euler, gravity (0, -9.81, 0), 1e-3 m/s, 10000 iterations, contact, dhat 1e-3 m, eps_v 1e-3 m/s,
 * 1 lag. */
ts_simulation_settings ts_simulation_standard(void);

/* What changes from step to step; all arrays have bodies.nodes rows. Together with ts_conditions and the stiffnesses
 * it is what a checkpoint holds. */
typedef struct ts_state {
    size_t step;
    double time;                           /* s */
    double (*x)[3], (*v)[3], (*a)[3];      /* m, m/s, m/s^2 */
    double (*x_before)[3], (*v_before)[3]; /* of the step before: BDF2 */
} ts_state;

/* What a scene file or a program sets up. All owned. */
typedef struct ts_setup {
    ts_bodies bodies;
    double (*x)[3], (*v)[3];   /* at time 0 */
    double (*acceleration)[3]; /* of each body, beside gravity; NULL: none */
    ts_conditions conditions;
    ts_simulation_settings settings;
} ts_setup;

void ts_setup_clear(ts_setup *setup);

typedef enum ts_step_outcome {
    TS_STEP_DONE = 0,
    TS_STEP_NEWTON,    /* not converged: see newton */
    TS_STEP_UNREACHED, /* prescribed nodes could not get to where they are to be: see told_* */
    TS_STEP_UNANSWERED /* the CCD method did not answer some query of the step: see answer */
} ts_step_outcome;

typedef struct ts_step_report {
    ts_step_outcome outcome;
    ts_newton_outcome newton;
    ts_ccd_status answer;           /* of TS_STEP_UNANSWERED: TS_CCD_UNSUPPORTED or TS_CCD_FAILED */
    int iterations, minimisations;  /* Newton's, over all lags and pulls */
    double friction_change;         /* relative, of the last lag of several; NAN where there was but one */
    double prescribed_fraction;     /* of the displacement that prescribed nodes went: 1 when all arrived */
    int32_t prescribed_worst;       /* the node that is farthest off, -1: none */
    double least_gap;               /* smallest d - xi at the end of the step, m */
    size_t contacts, most_contacts; /* at the end; over the iterations */
    double most_stretch, least_stretch;
    double seconds;
} ts_step_report;

typedef struct ts_simulation ts_simulation;

/* Told of every straight displacement that a step goes, in order: first that of prescribed nodes, then one per Newton
 * iteration (with its number within the step, and -1 for the first). */
typedef struct ts_displacement_listener {
    void (*listen)(void *self, int iteration, const ts_displacement *displacement);
    void *self;
} ts_displacement_listener;

typedef struct ts_simulation_hooks {
    const ts_ccd_method *method; /* of the line search; borrowed */
    ts_ccd_listener listener;
    ts_newton_observer observer;            /* observe NULL: none */
    ts_displacement_listener displacements; /* listen NULL: none */
} ts_simulation_hooks;

/* Takes the setup over (cleared) when it succeeds. TS_ERROR_DATA naming the primitives when the initial state
 * intersects, is closer than its thickness, or breaks a limit. */
ts_status ts_simulation_create(ts_setup *setup, const ts_simulation_hooks *hooks, ts_simulation **simulation,
                               ts_error *error);
void ts_simulation_destroy(ts_simulation *simulation);

/* One time step. On TS_OK the state is that of the new time when the outcome is TS_STEP_DONE or TS_STEP_NEWTON with
 * an iteration limit, and as far as the step got otherwise (still free of intersections). */
ts_status ts_simulation_step(ts_simulation *simulation, ts_step_report *report, ts_error *error);

const ts_bodies *ts_simulation_bodies(const ts_simulation *simulation);
const ts_state *ts_simulation_state(const ts_simulation *simulation);
const ts_simulation_settings *ts_simulation_settings_of(const ts_simulation *simulation);
const ts_contact *ts_simulation_contact(const ts_simulation *simulation); /* NULL without contact */
const ts_linear_report *ts_simulation_linear(const ts_simulation *simulation);
const ts_newton *ts_simulation_newton(const ts_simulation *simulation);

/* For checkpoints: everything that the next step depends on can be read and set, and the caches that depend on the
 * way here (orders, patterns, trees) can be dropped, so that a resumed run gives the same bits as one that was not
 * interrupted. */
ts_state *ts_simulation_state_mutable(ts_simulation *simulation);
ts_conditions *ts_simulation_conditions(ts_simulation *simulation);
/* Adapted stiffnesses: how many, and their values. */
size_t ts_simulation_stiffnesses(const ts_simulation *simulation);
void ts_simulation_get_stiffness(const ts_simulation *simulation, double *value);
void ts_simulation_set_stiffness(ts_simulation *simulation, const double *value);
ts_status ts_simulation_forget(ts_simulation *simulation, ts_error *error);

/* Asks the CCD method once more about a displacement that a step has gone, as its filters did then: for the listener.
 */
ts_status ts_simulation_ask_again(ts_simulation *simulation, const ts_displacement *displacement, ts_error *error);

/* Energies at the present state, J. */
typedef struct ts_energies {
    double kinetic, elastic, gravity, contact;
} ts_energies;

ts_energies ts_simulation_energies(ts_simulation *simulation);

#endif
