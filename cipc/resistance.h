/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the quadratic model of a step does not see of barriers: what a step brings into their range, deeper into it than
 * their Hessian says, or through them; and of friction, which turns about where a slip stops. Each is a function of one
 * number, the distance to what may not be reached or how far back a slip is, and that is taken as a linear one of the
 * positions. */
#ifndef TS_CIPC_RESISTANCE_H
#define TS_CIPC_RESISTANCE_H

#include "cipc/potential.h"

typedef struct ts_resistance_value {
    double b, slope, bend; /* with two derivatives by the distance */
} ts_resistance_value;

/* At this distance: zeros out of a barrier's range, b INFINITY and slope -INFINITY where the distance is `least` or
 * below. */
struct ts_resistance;
typedef ts_resistance_value ts_resistance_law(const struct ts_resistance *resistance, double distance);

/* weight law(d + delta) at what a trial shows of it: delta = sum_i row_i . dx_i. */
typedef struct ts_resistance {
    ts_stencil node;
    double row[TS_STENCIL_NODES][3];
    ts_resistance_law *law;
    const void *of;         /* borrowed from the potential */
    double least, distance; /* the latter at delta = 0; least: -INFINITY where nothing is reached */
    double across;          /* of a slip: how far it is beside the way of the trial, m */
    double weight;
    double slope, bend; /* by delta, there: what the model has of it */
    double excess;      /* of the trial over the model, J s^2 */
    double when;        /* the part of the whole way after which it would be reached; INFINITY: not on it */
} ts_resistance;

typedef struct ts_resistances {
    size_t count, capacity;
    ts_resistance *at;
    size_t parts;
    struct ts_resistances *part; /* what each thread has found */
} ts_resistances;

void ts_resistances_clear(ts_resistances *list);

/* A thing may resist so many times. */
enum { TS_RESISTANCES_EACH = 2 };

/* Things that may resist. `find` writes what of thing k rises into `out`, which is zeros, and returns how much that is.
 * Called from several threads at once. */
typedef struct ts_resisting {
    const void *self;
    size_t count;
    size_t (*find)(const void *self, size_t k, const ts_step_trial *trial, ts_resistance out[TS_RESISTANCES_EACH]);
} ts_resisting;

/* Appends what of all things rises, in their order. */
ts_status ts_resistances_find(ts_resistances *list, const ts_resisting *things, const ts_step_trial *trial,
                              ts_error *error);

/* Of a resistance whose node, row, law, of, least, across and weight (that of the trial aside) are known, and which
 * `reached` this distance at the trial: the rest. False: it is not nearer there than at x, or where its model has it
 * and never reached. */
bool ts_resistance_rises(ts_resistance *resistance, double reached, const ts_step_trial *trial);

/* Slope by delta of what it is above its model, J s^2 / m: negative, or 0 for delta >= 0; -INFINITY where it would be
 * reached. It rises with delta, and *bend (may be NULL) is how fast, 0 where the force is; without meaning where it is
 * reached. */
double ts_resistance_force(const ts_resistance *resistance, double delta, double *bend);

#endif
