/* SPDX-License-Identifier: GPL-2.0-or-later
 * Isotropic strain limit (docs/method.md, 4): per singular value kappa_s V_t b(y), b = -y^2 ln(1 + y) for y < 0, where
 * y = (start - sigma) / (upper - start) and, with a lower bound, y = (sigma - start) / (start - lower). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/potentials/elements.h"
#include "cipc/potentials/membrane.h"
#include "cipc/resistance.h"
#include "cipc/terms/specimen.h"
#include "core/error.h"
#include "core/vec3.h"

static const double most_stiff = 1e5; /* Pa */
static const double close = 1e-4;     /* s - sigma against s - start: kappa_s doubles when it stays that small */

typedef struct limiter {
    ts_elements elements;
    uint8_t *was_close; /* of each triangle: at the last adapt */
    bool *stiffen;      /* of each body: found by adapt */
    size_t bodies;
} limiter;

/* ---- The barrier ---- */

typedef struct limit_value {
    double value, first, second;
} limit_value;

/* Of one bound, by the room that is left to it, of this width; away = room - width < 0. */
static limit_value room_barrier(double room, double away, double width) {
    const double y = away / width, left = room / width; /* 1 + y */
    if (!(left > 0)) return (limit_value){INFINITY, 0, 0};
    const double logarithm = y > -0.5 ? log1p(y) : log(left), ratio = y / left;
    return (limit_value){-y * y * logarithm, (-2 * y * logarithm - y * ratio) / width,
                         (-2 * logarithm - 4 * ratio + ratio * ratio) / (width * width)};
}

/* Of one bound, by sigma; the room to the bound, which cancels close to it, is taken from both parts of sigma. */
static limit_value bound_barrier(const double sigma[2], double start, double bound) {
    const double sign = bound > start ? -1 : 1; /* of the way from the bound to the start */
    const double away = sign * ((sigma[0] - start) + sigma[1]);
    if (away >= 0) return (limit_value){0};
    limit_value b = room_barrier(sign * ((sigma[0] - bound) + sigma[1]), away, fabs(bound - start));
    b.first *= sign;
    return b;
}

/* Of the bound that is at work; kappa_s is left out. */
static limit_value barrier_of(const ts_strain_limit *limit, const double sigma[2]) {
    limit_value sum = {0};
    if (limit->upper > 0) sum = bound_barrier(sigma, limit->upper_start, limit->upper);
    if (limit->lower > 0 && sigma[0] <= limit->lower_start)
        sum = bound_barrier(sigma, limit->lower_start, limit->lower);
    return sum;
}

static bool is_within_limits(const ts_strain_limit *limit, const ts_svd *svd) {
    return (!(limit->upper > 0) || (svd->sigma[0] - limit->upper) + svd->sigma_low[0] < 0) &&
           (!(limit->lower > 0) || (svd->sigma[1] - limit->lower) + svd->sigma_low[1] > 0);
}

/* Distance of the singular values to the nearest limit. */
static double room(const ts_strain_limit *limit, const ts_svd *svd) {
    double least = INFINITY;
    if (limit->upper > 0) least = (limit->upper - svd->sigma[0]) - svd->sigma_low[0];
    if (limit->lower > 0) least = fmin(least, (svd->sigma[1] - limit->lower) + svd->sigma_low[1]);
    return least;
}

/* The mean of b'' between the singular values by Gauss' rule of five points: right to the last digit where they are
 * 20 times farther from the limit, the singularity of b'', than from their middle. */
static double mean_second(const ts_strain_limit *limit, const ts_svd *svd, double apart) {
    static const double POINT[5] = {0.046910077030668003601, 0.23076534494715845448, 0.5, 0.76923465505284154552,
                                    0.95308992296933199640};
    static const double WEIGHT[5] = {0.11846344252809454376, 0.23931433524968323402, 0.28444444444444444444,
                                     0.23931433524968323402, 0.11846344252809454376};
    double mean = 0;
    for (int k = 0; k < 5; ++k) {
        const double sigma[2] = {svd->sigma[0], svd->sigma_low[0] - POINT[k] * apart};
        mean += WEIGHT[k] * barrier_of(limit, sigma).second;
    }
    return mean;
}

/* (b'(sigma_0) - b'(sigma_1)) / (sigma_0 - sigma_1) */
static double divided_difference(const ts_strain_limit *limit, const ts_svd *svd, const limit_value b[2]) {
    const double apart = (svd->sigma[0] - svd->sigma[1]) + (svd->sigma_low[0] - svd->sigma_low[1]);
    if (b[0].first * b[1].first > 0 && apart <= 0.1 * room(limit, svd)) return mean_second(limit, svd, apart);
    return apart > 0 ? (b[0].first - b[1].first) / apart : 0;
}

static void law(const ts_stretch_material *m, const ts_svd *svd, bool derivatives, ts_stretch *psi) {
    const ts_strain_limit *limit = &m->limit;
    const double *sigma = svd->sigma;
    if (!is_within_limits(limit, svd)) {
        psi->value = INFINITY;
        return;
    }
    const double kappa = limit->stiffness;
    limit_value b[2];
    for (int i = 0; i < 2; ++i) b[i] = barrier_of(limit, (const double[2]){sigma[i], svd->sigma_low[i]});
    psi->value = kappa * (b[0].value + b[1].value);
    if (!derivatives) return;
    for (int i = 0; i < 2; ++i) {
        psi->first[i] = kappa * b[i].first;
        psi->second[i][i] = kappa * b[i].second;
        psi->turn[1 - i] = psi->flip[1 - i] = b[i].first == 0 ? 0 : psi->first[i] / sigma[i];
    }
    psi->turn[2] = sigma[0] > 0 ? (psi->first[0] + psi->first[1]) / (sigma[0] + sigma[1]) : 0;
    psi->flip[2] = kappa * divided_difference(limit, svd, b);
}

/* ---- The potential ---- */

/* Do bounds of the eigenvalues of F^T F (Gershgorin) show that all singular values keep at least `share` of the
 * barriers' widths from the limits? That spares most triangles their singular values. */
static bool is_clear_of_limits(const ts_strain_limit *limit, const double f[2][3], double share) {
    const double a = ts_norm2(f[0]), b = ts_norm2(f[1]), c = fabs(ts_dot(f[0], f[1]));
    const double most = limit->upper - share * (limit->upper - limit->upper_start);
    const double least = limit->lower + share * (limit->lower_start - limit->lower);
    return (!(limit->upper > 0) || fmax(a, b) + c <= most * most) &&
           (!(limit->lower > 0) || fmin(a, b) - c >= least * least);
}

static void respond_nothing(const ts_locals *out, size_t k) {
    if (out->value) out->value[k] = 0;
    if (out->gradient) memset(out->gradient[k], 0, 9 * sizeof(double));
    if (out->hessian) memset(out->hessian[k], 0, 9 * TS_STENCIL_DOFS * sizeof(double));
}

enum { CHOSEN_TOGETHER = 64 };

static void evaluate(const void *self, const double (*x)[3], size_t first, size_t count, const ts_locals *out) {
    const limiter *l = self;
    const ts_trial_positions at = {x, NULL, 0};
    uint32_t chosen[CHOSEN_TOGETHER];
    ts_membrane_choice choice = {.first = first, .at = chosen};
    for (size_t k = 0; k < count; ++k) {
        const ts_element *element = &l->elements.element[first + k];
        double f[2][3];
        ts_membrane_deformation(element, l->elements.stencil[first + k], &at, f);
        if (is_clear_of_limits(&l->elements.material[element->body].limit, (const double(*)[3])f, 1))
            respond_nothing(out, k);
        else
            chosen[choice.count++] = (uint32_t)k;
        if (choice.count < CHOSEN_TOGETHER && k + 1 < count) continue;
        ts_membrane_evaluate_some(&l->elements, x, &choice, out);
        choice.count = 0;
    }
}

static bool admits(const void *self, size_t k, const ts_trial_positions *at) {
    const limiter *l = self;
    const ts_element *element = &l->elements.element[k];
    const ts_strain_limit *limit = &l->elements.material[element->body].limit;
    double f[2][3];
    ts_svd svd;
    ts_membrane_deformation(element, l->elements.stencil[k], at, f);
    if (is_clear_of_limits(limit, (const double(*)[3])f, close)) return true;
    ts_svd_membrane((const double(*)[3])f, &svd);
    return is_within_limits(limit, &svd);
}

static ts_status max_step(ts_potential *potential, const double (*x)[3], const double (*p)[3], double *alpha,
                          ts_error *error) {
    (void)error;
    ts_find_admissible(potential, admits, (ts_trial_positions){x, p, 0}, alpha);
    return TS_OK;
}

/* ---- What resists a step: singular values on their way to a bound ---- */

/* A barrier by the room to its bound; `least` is 0. */
static ts_resistance_value barrier_within(const ts_strain_limit *limit, double width, double room) {
    if (room >= width) return (ts_resistance_value){0};
    if (!(room > 0)) return (ts_resistance_value){INFINITY, -INFINITY, 0};
    const limit_value b = room_barrier(room, room - width, width);
    return (ts_resistance_value){limit->stiffness * b.value, limit->stiffness * b.first, limit->stiffness * b.second};
}

static ts_resistance_value below_upper(const ts_resistance *resistance, double room) {
    const ts_strain_limit *limit = resistance->of;
    return barrier_within(limit, limit->upper - limit->upper_start, room);
}

static ts_resistance_value above_lower(const ts_resistance *resistance, double room) {
    const ts_strain_limit *limit = resistance->of;
    return barrier_within(limit, limit->lower_start - limit->lower, room);
}

/* d sigma_i = u_i . dF v_i, times sign. */
static void find_rows(const ts_element *element, const ts_svd *svd, int i, double sign, double row[][3]) {
    memset(row[0], 0, sizeof row[0]);
    for (int a = 1; a < 3; ++a) {
        const double *shape = element->shape[a - 1];
        const double along = sign * (shape[0] * svd->v[0][i] + shape[1] * svd->v[1][i]);
        for (int c = 0; c < 3; ++c) {
            row[a][c] = along * svd->u[c][i];
            row[0][c] -= row[a][c];
        }
    }
}

/* Of both bounds of a triangle; returns how many. */
static size_t find_resistances(const void *self, size_t k, const ts_step_trial *trial,
                               ts_resistance out[TS_RESISTANCES_EACH]) {
    const limiter *l = self;
    const ts_element *element = &l->elements.element[k];
    const ts_strain_limit *limit = &l->elements.material[element->body].limit;
    const int32_t *node = l->elements.stencil[k];
    double f[2][3], end[2][3];
    ts_membrane_deformation(element, node, &(ts_trial_positions){trial->y, NULL, 0}, f);
    ts_membrane_deformation(element, node, &(ts_trial_positions){trial->y, trial->way, 1 / trial->share - 1}, end);
    if (is_clear_of_limits(limit, (const double(*)[3])f, 1) && is_clear_of_limits(limit, (const double(*)[3])end, 1))
        return 0;
    ts_svd svd;
    ts_svd_membrane((const double(*)[3])f, &svd);
    const double room[2] = {(limit->upper - svd.sigma[0]) - svd.sigma_low[0],
                            (svd.sigma[1] - limit->lower) + svd.sigma_low[1]};
    const bool is_there[2] = {limit->upper > 0, limit->lower > 0};
    size_t count = 0;
    for (int i = 0; i < 2; ++i) {
        if (!is_there[i]) continue;
        ts_resistance *next = &out[count];
        *next = (ts_resistance){.law = i == 0 ? below_upper : above_lower, .of = limit, .weight = element->volume};
        memcpy(next->node, node, sizeof next->node);
        find_rows(element, &svd, i, i == 0 ? -1 : 1, next->row);
        count += ts_resistance_rises(next, room[i], trial);
    }
    return count;
}

static ts_status resist(const ts_potential *potential, const ts_step_trial *trial, ts_resistances *to,
                        ts_error *error) {
    const ts_resisting things = {.self = potential->self, .count = potential->count, .find = find_resistances};
    return ts_resistances_find(to, &things, trial, error);
}

/* ---- Stiffness ---- */

static bool is_close(const limiter *l, size_t k, const ts_trial_positions *at) {
    const ts_element *element = &l->elements.element[k];
    const ts_strain_limit *limit = &l->elements.material[element->body].limit;
    double f[2][3];
    ts_svd svd;
    ts_membrane_deformation(element, l->elements.stencil[k], at, f);
    if (is_clear_of_limits(limit, (const double(*)[3])f, close)) return false;
    ts_svd_membrane((const double(*)[3])f, &svd);
    return (limit->upper > 0 && limit->upper - svd.sigma[0] < close * (limit->upper - limit->upper_start)) ||
           (limit->lower > 0 && svd.sigma[1] - limit->lower < close * (limit->lower_start - limit->lower));
}

/* Doubles kappa_s of the bodies with a triangle that is close to a limit for the second time in a row. */
static ts_status adapt(ts_potential *potential, const double (*x)[3], bool *changed, ts_error *error) {
    (void)error;
    limiter *l = potential->self;
    const ts_trial_positions at = {x, NULL, 0};
    memset(l->stiffen, 0, l->bodies * sizeof *l->stiffen);
    for (size_t k = 0; k < potential->count; ++k) {
        const bool now = is_close(l, k, &at);
        if (now && l->was_close[k]) l->stiffen[l->elements.element[k].body] = true;
        l->was_close[k] = now;
    }
    for (size_t i = 0; i < l->bodies; ++i) {
        double *kappa = &l->elements.material[i].limit.stiffness;
        if (!l->stiffen[i] || *kappa >= most_stiff) continue;
        *kappa = fmin(2 * *kappa, most_stiff);
        *changed = true;
    }
    return TS_OK;
}

static void get_stiffness(const ts_potential *potential, double *value) {
    const limiter *l = potential->self;
    for (size_t i = 0; i < l->bodies; ++i) value[i] = l->elements.material[i].limit.stiffness;
}

static void set_stiffness(ts_potential *potential, const double *value) {
    limiter *l = potential->self;
    for (size_t i = 0; i < l->bodies; ++i) l->elements.material[i].limit.stiffness = value[i];
}

static void forget(ts_potential *potential) {
    limiter *l = potential->self;
    memset(l->was_close, 0, potential->count * sizeof *l->was_close);
}

static void clear(ts_potential *potential) {
    limiter *l = potential->self;
    if (l) {
        ts_elements_clear(&l->elements);
        free(l->was_close);
        free(l->stiffen);
    }
    free(l);
    memset(potential, 0, sizeof *potential);
}

static bool choose(const ts_material *material) {
    return material->strain_limit.upper > 0 || material->strain_limit.lower > 0;
}

static ts_status init(const ts_bodies *bodies, ts_potential *potential, ts_error *error) {
    limiter *l = calloc(1, sizeof *l);
    ts_potential made = {.name = "strain limit", .self = l, .evaluate = evaluate, .clear = clear};
    if (!l) return ts_fail_memory(error, "the strain limits");
    l->bodies = bodies->bodies;
    ts_status status = ts_elements_of_shells(bodies, choose, false, &l->elements, error);
    l->elements.law = law;
    if (status == TS_OK) {
        l->was_close = calloc(l->elements.count + 1, sizeof *l->was_close);
        l->stiffen = calloc(l->bodies + 1, sizeof *l->stiffen);
        if (!l->was_close || !l->stiffen) status = ts_fail_memory(error, "the strain limits");
    }
    if (status != TS_OK) {
        clear(&made);
        return status;
    }
    made.count = l->elements.count;
    made.stencil = (const ts_stencil *)l->elements.stencil;
    made.max_step = max_step;
    made.resist = resist;
    made.adapt = adapt;
    made.forget = forget;
    made.stiffnesses = l->bodies;
    made.get_stiffness = get_stiffness;
    made.set_stiffness = set_stiffness;
    *potential = made;
    return TS_OK;
}

/* ---- Terms: p = s, shat; a lower limit where s < shat ---- */

static ts_material limited(const double *p) {
    ts_material material = {.strain_limit = {.stiffness = 1.0}};
    ts_strain_limit *limit = &material.strain_limit;
    if (p[0] > p[1])
        limit->upper = p[0], limit->upper_start = p[1];
    else
        limit->lower = p[0], limit->lower_start = p[1];
    return material;
}

/* The variant is the number of rows of F. */
static void term(const ts_solver_term *self, const double *x, const double *p, bool projected, ts_term_value *out) {
    const ts_material material = limited(p);
    ts_specimen_evaluate(init, &material, NULL, &(ts_specimen_gradient){x, self->variant, 2, projected}, out);
}

static void term_of_one(const ts_solver_term *self, const double *x, const double *p, bool projected,
                        ts_term_value *out) {
    (void)self;
    (void)projected;
    const ts_material material = limited(p);
    const limit_value b = barrier_of(&material.strain_limit, (const double[2]){x[0], 0.0});
    out->value = b.value;
    out->gradient[0] = b.first;
    out->hessian[0][0] = b.second;
}

static const ts_solver_term TERMS[] = {
    {.reference = "strain-limit", .kernel = term_of_one},
    {.reference = "strain-limit-2x2", .kernel = term, .is_projected = true, .variant = 2},
    {.reference = "strain-limit-3x2", .kernel = term, .is_projected = true, .variant = 3},
};

const ts_potential_entry ts_strain_limit_potential = {
    .name = "strain limit",
    .about = "kappa_s V sum b(sigma_i), b = -y^2 ln(1 + y) for y = (shat - sigma)/(s - shat) < 0",
    .role = TS_ROLE_LIMIT,
    .init = init,
    .terms = TS_SOLVER_FAMILY(TERMS),
};
