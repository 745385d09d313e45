/* SPDX-License-Identifier: GPL-2.0-or-later
 * Lagged friction as a potential (docs/method.md, 6): its pairs, their normal forces and tangents are those of the
 * contact at the last ts_friction_lag. */
#include "cipc/contact/friction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"

/* sum over a node's pairs of |w| mu lambda T T^T, its upper triangle: what lags, seen from a node. It does not jump
 * where a closest feature becomes another. */
typedef double lag_tensor[6];

struct ts_friction {
    size_t nodes;
    double e;               /* eps_v h */
    const double (*x_n)[3]; /* borrowed */
    size_t count, capacity;
    ts_friction_pair *pair;
    ts_stencil *stencil;
    const ts_contact_pair **source; /* the contact's pairs, during ts_friction_lag */
    lag_tensor *lagged, *before;    /* of each node, now and at the last call */
};

ts_status ts_friction_create(const ts_bodies *bodies, const ts_friction_settings *settings, ts_friction **friction,
                             ts_error *error) {
    ts_friction *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "friction");
    made->nodes = bodies->nodes;
    made->e = settings->eps_v * settings->h;
    made->lagged = calloc(bodies->nodes + 1, sizeof *made->lagged);
    made->before = calloc(bodies->nodes + 1, sizeof *made->before);
    if (!made->lagged || !made->before) {
        ts_friction_destroy(made);
        return ts_fail_memory(error, "friction");
    }
    *friction = made;
    return TS_OK;
}

void ts_friction_destroy(ts_friction *friction) {
    if (!friction) return;
    free(friction->pair);
    free(friction->stencil);
    free(friction->source);
    free(friction->lagged);
    free(friction->before);
    free(friction);
}

static ts_status reserve(ts_friction *friction, size_t count, ts_error *error) {
    if (count <= friction->capacity) return TS_OK;
    const size_t capacity = count + count / 2;
    ts_friction_pair *pair = malloc(capacity * sizeof *pair);
    ts_stencil *stencil = malloc(capacity * sizeof *stencil);
    const ts_contact_pair **source = malloc(capacity * sizeof *source);
    if (!pair || !stencil || !source) {
        free(pair);
        free(stencil);
        free(source);
        return ts_fail_memory(error, "friction pairs");
    }
    free(friction->pair);
    free(friction->stencil);
    free(friction->source);
    friction->pair = pair;
    friction->stencil = stencil;
    friction->source = source;
    friction->capacity = capacity;
    return TS_OK;
}

static void gather(const ts_stencil node, const double (*x)[3], double rows[4][3]) {
    for (int i = 0; i < TS_STENCIL_NODES && node[i] >= 0; ++i) memcpy(rows[i], x[node[i]], sizeof rows[i]);
}

static void add_lagged(const ts_friction_pair *pair, const ts_stencil stencil, lag_tensor *lagged) {
    for (int i = 0; i < TS_STENCIL_NODES && stencil[i] >= 0; ++i) {
        const double share = fabs(pair->weight[i]) * pair->force;
        for (int r = 0, k = 0; r < 3; ++r) {
            for (int c = r; c < 3; ++c, ++k) {
                for (int a = 0; a < 2; ++a) lagged[stencil[i]][k] += share * pair->tangent[a][r] * pair->tangent[a][c];
            }
        }
    }
}

/* max_i |now_i - before_i| / max_i max(|now_i|, |before_i|); 0 without any friction before and now. */
static double relative_change(const ts_friction *friction) {
    double most = 0.0, change = 0.0;
    for (size_t i = 0; i < friction->nodes; ++i) {
        for (int k = 0; k < 6; ++k) {
            const double now = friction->lagged[i][k], before = friction->before[i][k];
            most = fmax(most, fmax(fabs(now), fabs(before)));
            change = fmax(change, fabs(now - before));
        }
    }
    return most > 0.0 ? change / most : 0.0;
}

ts_status ts_friction_lag(ts_friction *friction, const ts_contact *contact, const double (*x)[3],
                          const double (*x_n)[3], double *change, ts_error *error) {
    const ts_contact_pair *pairs;
    const size_t count = ts_contact_pairs(contact, &pairs);
    const ts_barrier_scale scale = ts_contact_scale(contact);
    const ts_status status = reserve(friction, count, error);
    if (status != TS_OK) return status;
    lag_tensor *const before = friction->lagged;
    friction->lagged = friction->before;
    friction->before = before;
    memset(friction->lagged, 0, friction->nodes * sizeof *friction->lagged);
    friction->x_n = x_n;
    friction->count = 0;
    for (size_t k = 0; k < count; ++k) {
        if (pairs[k].friction > 0.0) friction->source[friction->count++] = &pairs[k];
    }
#pragma omp parallel for schedule(static)
    for (size_t k = 0; k < friction->count; ++k) {
        double rows[4][3];
        gather(friction->source[k]->node, x, rows);
        ts_friction_pair_init(&friction->pair[k], friction->source[k], &scale, rows, friction->stencil[k]);
    }
    for (size_t k = 0; k < friction->count; ++k) add_lagged(&friction->pair[k], friction->stencil[k], friction->lagged);
    *change = relative_change(friction);
    return TS_OK;
}

/* x - x^n of these nodes. */
static void gather_moved(const ts_friction *friction, const ts_stencil node, const double (*x)[3], double moved[4][3]) {
    for (int i = 0; i < TS_STENCIL_NODES && node[i] >= 0; ++i) ts_sub(x[node[i]], friction->x_n[node[i]], moved[i]);
}

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const ts_friction *friction = self;
    const ts_friction_form form = {friction->e, out->majorized};
    for (size_t k = 0; k < count; ++k) {
        const int32_t *node = friction->stencil[first + k];
        double moved[4][3] = {{0}};
        gather_moved(friction, node, x, moved);
        ts_friction_pair_evaluate(&friction->pair[first + k], form, moved, out->value ? &out->value[k] : NULL,
                                  out->gradient ? out->gradient[k] : NULL, out->hessian ? out->hessian[k] : NULL);
    }
}

double ts_friction_loosening(const ts_friction *friction, const double (*x)[3]) {
    static const double NEAR = 0.8, BEYOND = 1.25;
    double all = 0.0, loosening = 0.0;
    for (size_t k = 0; k < friction->count; ++k) {
        double moved[4][3] = {{0}};
        gather_moved(friction, friction->stencil[k], x, moved);
        const double slip = ts_friction_pair_slip(&friction->pair[k], (const double(*)[3])moved) / friction->e;
        all += friction->pair[k].force;
        if (slip > NEAR && slip < BEYOND) loosening += friction->pair[k].force;
    }
    return all > 0.0 ? loosening / all : 0.0;
}

/* Of a pair along the way of its own slip. */
static size_t find_resistance(const void *self, size_t k, const ts_step_trial *trial,
                              ts_resistance out[TS_RESISTANCES_EACH]) {
    const ts_friction *friction = self;
    const int32_t *node = friction->stencil[k];
    double moved[4][3] = {{0}}, way[4][3] = {{0}};
    gather(node, trial->way, way);
    gather_moved(friction, node, trial->y, moved);
    memcpy(out->node, node, sizeof out->node);
    const double back = ts_friction_pair_resist(&friction->pair[k], &friction->e, (const double(*)[3])moved,
                                                (const double(*)[3])way, out);
    return ts_resistance_rises(out, back, trial);
}

static ts_status resist(const ts_potential *potential, const ts_step_trial *trial, ts_resistances *to,
                        ts_error *error) {
    const ts_friction *friction = potential->self;
    if (trial->majorized) return TS_OK;
    const ts_resisting things = {.self = friction, .count = friction->count, .find = find_resistance};
    return ts_resistances_find(to, &things, trial, error);
}

static ts_status update(ts_potential *potential, const double (*x)[3], ts_error *error) {
    (void)x;
    (void)error;
    const ts_friction *friction = potential->self;
    potential->count = friction->count;
    potential->stencil = friction->stencil;
    return TS_OK;
}

/* The potential is a view: the friction is destroyed by its owner. */
static void clear(ts_potential *potential) {
    *potential = (ts_potential){0};
}

void ts_friction_potential(ts_friction *friction, ts_potential *potential) {
    *potential = (ts_potential){
        .name = "friction",
        .self = friction,
        .count = friction->count,
        .stencil = friction->stencil,
        .evaluate = evaluate,
        .update = update,
        .resist = resist,
        .clear = clear,
    };
}
