/* SPDX-License-Identifier: MIT
 * The face of a solver: what makes a time step of a simulation (scenes/simulation.h). Scenes, runs, checkpoints, logs
 * and tables know solvers by this struct alone, as they know CCD methods by ts_ccd_backend. */
#ifndef TS_SCENES_SOLVER_H
#define TS_SCENES_SOLVER_H

#include "scenes/simulation.h"

/* A part of an iteration whose time is taken. */
typedef struct ts_solver_phase {
    const char *name;  /* "factor": the member of results and of the log */
    const char *title; /* "numeric factorization"; NULL: not printed in the summary */
    bool is_part;      /* of a phase before it: not to be added to the whole */
} ts_solver_phase;

enum { TS_SOLVER_MOST_PHASES = 16, TS_SOLVER_MOST_CARRIED = 8, TS_SOLVER_MOST_FIGURES = 32, TS_SOLVER_REMARK = 256 };

/* Numbers beside the state on which the next step depends; part of a checkpoint. The solver owns them. */
typedef struct ts_carried {
    const char *name;
    size_t count;
    double *value;
} ts_carried;

/* Energies at a state, J. */
typedef struct ts_energies {
    double kinetic, elastic, gravity, contact;
} ts_energies;

struct ts_solver {
    const char *name;    /* lower case, digits and '-' */
    const char *summary; /* one line: how it works */
    const char *source;  /* the paper */
    const ts_ccd_option *options;
    size_t option_count;
    ts_model_list *models;         /* that scenes may choose of it; NULL: it takes none by name */
    const ts_solver_phase *phases; /* at most TS_SOLVER_MOST_PHASES */
    size_t phase_count;

    /* Of a simulation at its start, which has been checked (nothing intersects, conditions agree). *self may be used
     * by destroy only when it fails. TS_ERROR_USAGE, with a sentence, for what this solver lacks. */
    ts_status (*create)(ts_simulation *simulation, void **self, ts_error *error);
    void (*destroy)(void *self);
    /* One time step: moves simulation->state to the new time. */
    ts_status (*step)(void *self, ts_step_report *report, ts_error *error);

    /* What a checkpoint holds beside the state: fills the list with the present values and returns its length. */
    size_t (*carried)(void *self, ts_carried list[TS_SOLVER_MOST_CARRIED]);
    /* Takes over what was written to the values of the last `carried`. */
    void (*restore)(void *self);
    /* Drops the caches that depend on the way here (orders, patterns, trees), so that a resumed run gives the same bits
     * as one that was not interrupted. */
    ts_status (*forget)(void *self, ts_error *error);
    /* The settings that decide its bits, in words: a run is resumed with the same. */
    void (*describe)(const void *self, char *text, size_t size);

    /* Asks the CCD method once more about a displacement, as the step filters did then: for the listener. */
    ts_status (*ask_again)(void *self, const ts_displacement *displacement, ts_error *error);
    ts_energies (*energies)(void *self); /* optional (NULL); at the present state */
    /* Adds to `force` that of contact on each node at the present state, N. */
    void (*contact_forces)(void *self, double (*force)[3]);
    /* Largest and smallest stretch at x of all elements that deform; 1 without any. */
    void (*stretch)(const void *self, const double (*x)[3], double *most, double *least);
    /* Figures of the whole run so far: fills the list and returns its length. */
    size_t (*figures)(const void *self, ts_figure list[TS_SOLVER_MOST_FIGURES]);
    /* Optional (NULL). Lines for the summary, of at most TS_SOLVER_REMARK characters in all: phase_seconds of the
     * whole run, by phase. */
    void (*remark)(const void *self, const double *phase_seconds, char *text, size_t size);
};

/* ---- The registry; filled before threads start ---- */

enum { TS_SOLVERS_MOST = 16 };

/* TS_ERROR_USAGE: a name that is taken, or too many. Registering the same one again does nothing. */
ts_status ts_solver_register(const ts_solver *solver, ts_error *error);
size_t ts_solver_count(void);
const ts_solver *ts_solver_at(size_t index); /* the first is the standard one; NULL past the last */
const ts_solver *ts_solver_find(const char *name);

/* options_json: an object with some of the declared options, or NULL. TS_ERROR_USAGE for an unknown solver or option
 * (the nearest is named), a wrong type, a value out of range. */
ts_status ts_solver_choose(const char *name, const char *options_json, ts_solver_choice *choice, ts_error *error);

#endif
