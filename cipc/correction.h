/* SPDX-License-Identifier: GPL-2.0-or-later
 * Newton's increment where its quadratic model is known to fail (docs/method.md, 7.3): pairs of contact and limits of
 * strain that a trial has shown to rise above it, or to be passed, are taken as functions of their distance, friction
 * as one of the slip, segments of rods as long as they are. What it costs is solves with the factor that is there. */
#ifndef TS_CIPC_CORRECTION_H
#define TS_CIPC_CORRECTION_H

#include "cipc/linear_solver.h"
#include "cipc/objective.h"

typedef struct ts_correction ts_correction;

/* What an increment comes of; all borrowed until the next one. */
typedef struct ts_correction_model {
    const ts_objective *objective;
    ts_linear_solver *solver; /* with the factor of H */
    const double (*x)[3];     /* where g and H are taken */
    bool majorized;           /* H (TS_HESSIAN_MAJORIZED) */
    double fall;              /* of the model's energy by the increment, J s^2 */
} ts_correction_model;

ts_status ts_correction_create(size_t nodes, ts_correction **correction, ts_error *error);
void ts_correction_destroy(ts_correction *correction);

/* A new increment, p = -H^-1 g: what was learnt for another is forgotten. */
ts_status ts_correction_begin(ts_correction *correction, const ts_correction_model *model, const double (*p)[3],
                              ts_error *error);
/* From a trial y = x + alpha p', p' being the last increment; the objective is updated at y.
 * *explained: how much of its energy the model of H did not see and corrections do, J s^2. */
ts_status ts_correction_learn(ts_correction *correction, const double (*y)[3], double alpha, const double (*p)[3],
                              double *explained, ts_error *error);
/* The increment that begins as `share` of the first one, by all that is known. */
ts_status ts_correction_increment(ts_correction *correction, double share, double (*p)[3], ts_error *error);
/* The last increment, its segments as long as they are where only the part `reach` of it is gone. */
ts_status ts_correction_reach(ts_correction *correction, double reach, double (*p)[3], ts_error *error);
/* Whether segments turn by the last increment so far that it depends on its reach. */
bool ts_correction_turns(const ts_correction *correction);
/* Whether the increment has become so much longer than the first one that it corrects nothing: pulls of segments that
 * turn too far for them make each other larger. */
bool ts_correction_strays(const ts_correction *correction, const double (*p)[3]);

/* The first increment, as it was. */
void ts_correction_undo(const ts_correction *correction, double (*p)[3]);

#endif
