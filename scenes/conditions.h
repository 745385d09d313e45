/* SPDX-License-Identifier: MIT
 * Where nodes are prescribed to be, and when: held, moving, turning, released, animated. */
#ifndef TS_SCENES_CONDITIONS_H
#define TS_SCENES_CONDITIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

/* From `start` to `end` the nodes move along x(t) = centre + R(rate (t - start)) (x(start) - centre)
 * + velocity (t - start), x(start) being where they are when the condition begins; before and after they are free.
 * With frames they are where the frames say instead, between two frames on the straight line. */
typedef struct ts_condition {
    size_t count;
    int32_t *node;             /* owned */
    double start, end;         /* s; end may be INFINITY */
    double velocity[3];        /* m/s */
    double centre[3], axis[3]; /* of the turning; axis of length 1, or zero for none */
    double rate;               /* rad/s */
    size_t frames;             /* 0: none */
    double frame_seconds;      /* between two frames; the last one holds */
    double (*frame)[3];        /* frames x count positions; owned */
    bool has_begun;
    double (*begun)[3]; /* x(start) of each node; owned, NULL before; part of a checkpoint */
} ts_condition;

typedef struct ts_conditions {
    size_t count;
    ts_condition *condition; /* owned */
} ts_conditions;

void ts_conditions_clear(ts_conditions *conditions);

/* Whether a step of h from time 0 on ends while it holds; none does where it begins and ends within one. */
bool ts_condition_ever_holds(const ts_condition *condition, double h);

/* TS_ERROR_DATA naming the node, when two conditions speak of one node at the same time. */
ts_status ts_conditions_check(const ts_conditions *conditions, size_t nodes, ts_error *error);

/* Where nodes are to be at the end of a step; both of all nodes, borrowed. */
typedef struct ts_prescribed {
    size_t nodes;
    uint8_t *is_set;     /* 1 where a condition holds at the end of the step (its end up to rounding of the time) */
    double (*target)[3]; /* of those */
} ts_prescribed;

/* is_set, of all nodes: whether a condition holds them in the step from t0 to t1. */
void ts_conditions_hold(const ts_conditions *conditions, double t0, double t1, size_t nodes, uint8_t *is_set);

/* v, of all nodes, has of those that are marked their way in the step from t0 to t1 over its time: of nodes that turn,
 * or began to move within the step, it becomes the velocity at t1. What frames lead goes straight and keeps it. */
void ts_conditions_end_velocity(const ts_conditions *conditions, double t0, double t1, const uint8_t *is_marked,
                                double (*v)[3]);

/* For the step from t0 to t1 at whose start nodes are at x. Conditions that begin take their nodes' x. */
ts_status ts_conditions_at(ts_conditions *conditions, double t0, double t1, const double (*x)[3],
                           const ts_prescribed *prescribed, ts_error *error);

#endif
