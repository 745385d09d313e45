/* SPDX-License-Identifier: MIT
 * Positions of prescribed nodes over time. */
#include "scenes/conditions.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"

/* Two times are the same within this share of a time step, or of themselves where there is none. Those of a scene may
 * be rounded decimals, those of steps are multiples of the time step with a rounding of their own. */
static const double SAME_TIME = 1e-6, SAME_SHARE = 1e-9;

void ts_conditions_clear(ts_conditions *conditions) {
    for (size_t k = 0; k < conditions->count; ++k) {
        free(conditions->condition[k].node);
        free(conditions->condition[k].frame);
        free(conditions->condition[k].begun);
    }
    free(conditions->condition);
    *conditions = (ts_conditions){0};
}

/* Does it hold at the end of the step? It holds in (start, end]; what starts at 0 is there from the first step. */
static bool holds(const ts_condition *condition, double t0, double t1) {
    const double slack = SAME_TIME * (t1 - t0) + 4.0 * DBL_EPSILON * fabs(t1);
    return t1 > condition->start + slack && t1 <= condition->end + slack;
}

bool ts_condition_ever_holds(const ts_condition *condition, double h) {
    if (isinf(condition->end)) return true;
    /* The first step that ends after the start is the next one, or, by the slack, one beside it. */
    const double step = fmax(floor(condition->start / h), 0.0);
    for (int k = 0; k < 3; ++k) {
        if (holds(condition, (step + k - 1) * h, (step + k) * h)) return true;
    }
    return false;
}

static bool is_at_most(double a, double b) {
    return a <= b + SAME_SHARE * fabs(b);
}

static bool overlap(const ts_condition *a, const ts_condition *b) {
    return !is_at_most(a->end, b->start) && !is_at_most(b->end, a->start);
}

/* Marks of nodes stay from pair to pair: each k has a mark of its own, and those that it has left are of conditions
 * that it has been compared with, which share no node with it. */
ts_status ts_conditions_check(const ts_conditions *conditions, size_t nodes, ts_error *error) {
    size_t *by = calloc(nodes + 1, sizeof *by);
    if (!by) return ts_fail_memory(error, "the check of the boundary conditions");
    ts_status status = TS_OK;
    for (size_t k = 0; k < conditions->count && status == TS_OK; ++k) {
        for (size_t other = 0; other < k && status == TS_OK; ++other) {
            const ts_condition *a = &conditions->condition[other], *b = &conditions->condition[k];
            if (!overlap(a, b)) continue;
            for (size_t i = 0; i < a->count; ++i) by[a->node[i]] = k + 1;
            for (size_t i = 0; i < b->count && status == TS_OK; ++i) {
                if (by[b->node[i]] != k + 1) continue;
                status = ts_fail(error, TS_ERROR_DATA,
                                 "boundary conditions %zu and %zu both tell node %d where to be from %g s to %g s: "
                                 "give them different nodes or times",
                                 other, k, (int)b->node[i], fmax(a->start, b->start), fmin(a->end, b->end));
            }
        }
    }
    free(by);
    return status;
}

static ts_status begin(ts_condition *condition, const double (*x)[3], ts_error *error) {
    double(*begun)[3] = malloc((condition->count + 1) * sizeof *begun);
    if (!begun) return ts_fail_memory(error, "the start of a boundary condition");
    for (size_t i = 0; i < condition->count; ++i) memcpy(begun[i], x[condition->node[i]], sizeof *begun);
    free(condition->begun);
    condition->begun = begun;
    condition->has_begun = true;
    return TS_OK;
}

/* Rodrigues' rotation of r about the axis. */
static void rotate(const double axis[3], double angle, double r[3]) {
    double across[3];
    const double c = cos(angle), s = sin(angle), along = ts_dot(axis, r) * (1.0 - c);
    ts_cross(axis, r, across);
    for (int i = 0; i < 3; ++i) r[i] = c * r[i] + s * across[i] + along * axis[i];
}

static void turn_and_move(const ts_condition *condition, size_t i, double seconds, double out[3]) {
    double r[3];
    ts_sub(condition->begun[i], condition->centre, r);
    if (condition->rate == 0.0) {
        memcpy(out, condition->begun[i], 3 * sizeof *out); /* without the rounding of the detour */
    } else {
        rotate(condition->axis, condition->rate * seconds, r);
        ts_add(condition->centre, r, out);
    }
    ts_axpy(out, seconds, condition->velocity, out);
}

/* The velocity at `seconds` less the way from `before` to then over h. */
static void lack_of_velocity(const ts_condition *condition, size_t i, const double seconds[2], double h,
                             double out[3]) {
    double from[3], to[3], way[3], r[3], turning[3];
    turn_and_move(condition, i, seconds[0], from);
    turn_and_move(condition, i, seconds[1], to);
    ts_sub(to, from, way);
    ts_sub(condition->begun[i], condition->centre, r);
    rotate(condition->axis, condition->rate * seconds[1], r);
    ts_cross(condition->axis, r, turning);
    ts_axpy(condition->velocity, condition->rate, turning, out);
    ts_axpy(out, -1.0 / h, way, out);
}

static void follow_frames(const ts_condition *condition, size_t i, double seconds, double out[3]) {
    const double at = fmax(seconds / condition->frame_seconds, 0.0), last = (double)(condition->frames - 1);
    const size_t before = (size_t)fmin(floor(at), last);
    const size_t after = before + 1 < condition->frames ? before + 1 : before;
    const double share = fmin(at - (double)before, 1.0);
    const double *a = condition->frame[before * condition->count + i];
    const double *b = condition->frame[after * condition->count + i];
    for (int c = 0; c < 3; ++c) out[c] = (1.0 - share) * a[c] + share * b[c];
}

void ts_conditions_hold(const ts_conditions *conditions, double t0, double t1, size_t nodes, uint8_t *is_set) {
    memset(is_set, 0, nodes);
    for (size_t k = 0; k < conditions->count; ++k) {
        const ts_condition *condition = &conditions->condition[k];
        if (!holds(condition, t0, t1)) continue;
        for (size_t i = 0; i < condition->count; ++i) is_set[condition->node[i]] = 1;
    }
}

void ts_conditions_end_velocity(const ts_conditions *conditions, double t0, double t1, const uint8_t *is_marked,
                                double (*v)[3]) {
    for (size_t k = 0; k < conditions->count; ++k) {
        const ts_condition *condition = &conditions->condition[k];
        const bool is_steady = condition->rate == 0.0 && condition->start <= t0;
        if (!holds(condition, t0, t1) || !condition->has_begun || condition->frames > 0 || is_steady) continue;
        const double seconds[2] = {fmax(t0 - condition->start, 0.0), t1 - condition->start};
        for (size_t i = 0; i < condition->count; ++i) {
            const int32_t node = condition->node[i];
            double lack[3];
            if (!is_marked[node]) continue;
            lack_of_velocity(condition, i, seconds, t1 - t0, lack);
            ts_add(v[node], lack, v[node]);
        }
    }
}

ts_status ts_conditions_at(ts_conditions *conditions, double t0, double t1, const double (*x)[3],
                           const ts_prescribed *prescribed, ts_error *error) {
    memset(prescribed->is_set, 0, prescribed->nodes);
    for (size_t k = 0; k < conditions->count; ++k) {
        ts_condition *condition = &conditions->condition[k];
        if (!holds(condition, t0, t1)) continue;
        if (!condition->has_begun) {
            const ts_status status = begin(condition, x, error);
            if (status != TS_OK) return status;
            if (t0 > condition->start) condition->start = t0; /* it begins with a step */
        }
        const double seconds = t1 - condition->start;
        for (size_t i = 0; i < condition->count; ++i) {
            const int32_t node = condition->node[i];
            prescribed->is_set[node] = 1;
            if (condition->frames > 0)
                follow_frames(condition, i, seconds, prescribed->target[node]);
            else
                turn_and_move(condition, i, seconds, prescribed->target[node]);
        }
    }
    return TS_OK;
}
