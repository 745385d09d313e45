/* SPDX-License-Identifier: GPL-2.0-or-later
 * The second order of turning segments. To push them back along where they point now is right to the third order of the
 * angle; along where they would point has a part across them, where they are soft. */
#include "cipc/turning.h"

#include <math.h>
#include <string.h>

#include "core/vec3.h"

/* Below this share of its length, by the model, a segment is left alone: it no longer turns, it is turned inside out.
 */
static const double LEAST_LENGTH = 0.2;

/* Where a term is taken: x, or beta x + gamma x^n. */
typedef struct place {
    const ts_objective *objective;
    const ts_potential *potential;
    double weight, beta, reach;
    const double (*x)[3], (*p)[3];
    double (*scratch)[3];
} place;

static void segment_at(const place *at, const int32_t *node, double e[3], double d[3]) {
    ts_sub(at->x[node[1]], at->x[node[0]], e);
    ts_sub(at->p[node[1]], at->p[node[0]], d);
    ts_scale(at->beta, e, e);
    ts_scale(at->beta * at->reach, d, d);
    const double(*shift)[3] = at->objective->shift;
    for (int c = 0; shift && c < 3; ++c) e[c] += shift[node[1]][c] - shift[node[0]][c];
}

/* Of segment s, laid out from the origin as `share` of e. */
static void evaluate(const place *at, size_t s, const double e[3], double share, const ts_locals *out) {
    const int32_t *node = at->potential->stencil[s];
    memset(at->scratch[node[0]], 0, sizeof *at->scratch);
    ts_scale(share, e, at->scratch[node[1]]);
    at->potential->evaluate(at->potential->self, (const double(*)[3])at->scratch, s, 1, out);
}

/* How long p makes segment s, as shares of what it is: truly, and by the model. */
typedef struct lengths {
    double e[3], real, model;
} lengths;

static bool measure(const place *at, size_t s, lengths *out) {
    double d[3], turned[3];
    segment_at(at, at->potential->stencil[s], out->e, d);
    ts_add(out->e, d, turned);
    const double length2 = ts_norm2(out->e);
    out->real = sqrt(ts_norm2(turned) / length2);
    out->model = 1.0 + ts_dot(out->e, d) / length2;
    return out->model > LEAST_LENGTH;
}

static void add_pull(const place *at, size_t s, const lengths *of, double (*pull)[3]) {
    const int32_t *node = at->potential->stencil[s];
    const uint8_t *held = at->objective->held;
    double real[1][TS_STENCIL_DOFS], model[1][TS_STENCIL_DOFS];
    evaluate(at, s, of->e, of->real, &(ts_locals){.gradient = real});
    evaluate(at, s, of->e, of->model, &(ts_locals){.gradient = model});
    for (int a = 0; a < 2; ++a) {
        for (int c = 0; c < 3 && !(held && held[node[a]]); ++c)
            pull[node[a]][c] += at->weight * at->beta / at->reach * (real[0][3 * a + c] - model[0][3 * a + c]);
    }
}

static double excess_of(const place *at, size_t s, const lengths *of) {
    double real, model;
    evaluate(at, s, of->e, of->real, &(ts_locals){.value = &real});
    evaluate(at, s, of->e, of->model, &(ts_locals){.value = &model});
    return at->weight * (real - model);
}

/* Both sums over all segments; without `pull` the second. */
static double sum_up(const ts_objective *objective, const double (*x)[3], const double (*p)[3], double reach,
                     double (*scratch)[3], double (*pull)[3]) {
    double excess = 0.0;
    for (size_t k = 0; k < objective->terms; ++k) {
        const ts_objective_term *term = &objective->term[k];
        const ts_potential *potential = &term->potential;
        if (term->role != TS_ROLE_ELASTIC) continue;
        const double weight = ts_objective_weight(objective, term);
        const place at = {objective, potential, weight, objective->beta, reach, x, p, scratch};
        for (size_t s = 0; s < potential->count; ++s) {
            lengths of;
            if (ts_stencil_size(potential->stencil[s]) != 2 || !measure(&at, s, &of)) continue;
            if (pull)
                add_pull(&at, s, &of, pull);
            else
                excess += excess_of(&at, s, &of);
        }
    }
    return excess;
}

bool ts_turning_is_possible(const ts_objective *objective) {
    for (size_t k = 0; k < objective->terms; ++k) {
        const ts_potential *potential = &objective->term[k].potential;
        if (objective->term[k].role != TS_ROLE_ELASTIC) continue;
        for (size_t s = 0; s < potential->count; ++s) {
            if (ts_stencil_size(potential->stencil[s]) == 2) return true;
        }
    }
    return false;
}

void ts_turning_pull(const ts_objective *objective, const double (*x)[3], const double (*p)[3], double reach,
                     double (*scratch)[3], double (*pull)[3]) {
    memset(pull, 0, objective->nodes * sizeof *pull);
    sum_up(objective, x, p, reach, scratch, pull);
}

double ts_turning_excess(const ts_objective *objective, const double (*x)[3], const double (*p)[3],
                         double (*scratch)[3]) {
    return sum_up(objective, x, p, 1.0, scratch, NULL);
}
