/* SPDX-License-Identifier: GPL-2.0-or-later
 * The second order of turning segments. To push them back along where they point now is right to the third order of the
 * angle; along where they would point has a part across them, where they are soft. */
#include "cipc/turning.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"
#include "core/vec3.h"

/* Below this share of its length, by the model, a segment is left alone: it no longer turns, it is turned inside out.
 */
static const double LEAST_LENGTH = 0.2;

/* ---- Room ---- */

static bool is_segment(const ts_stencil node) {
    return ts_stencil_size(node) == 2;
}

static bool is_of_segments(const ts_objective_term *term) {
    if (term->role != TS_ROLE_ELASTIC) return false;
    for (size_t s = 0; s < term->potential.count; ++s) {
        if (is_segment(term->potential.stencil[s])) return true;
    }
    return false;
}

static bool reserve(ts_turning *turning, size_t rows, size_t elements) {
    if (rows > turning->rows) {
        free(turning->laid_out);
        turning->laid_out = calloc(rows, sizeof *turning->laid_out);
        turning->rows = turning->laid_out ? rows : 0;
    }
    if (elements > turning->capacity) {
        free(turning->found);
        turning->found = malloc(elements * sizeof *turning->found);
        turning->capacity = turning->found ? elements : 0;
    }
    return rows <= turning->rows && elements <= turning->capacity;
}

ts_status ts_turning_take(ts_turning *turning, const ts_objective *objective, ts_error *error) {
    turning->objective = objective;
    turning->terms = 0;
    size_t elements = 0;
    for (size_t k = 0; k < objective->terms; ++k) {
        if (!is_of_segments(&objective->term[k])) continue;
        turning->terms |= (uint32_t)1 << k;
        if (objective->term[k].potential.count > elements) elements = objective->term[k].potential.count;
    }
    turning->threads = omp_get_max_threads();
    const bool is_there = elements == 0 || reserve(turning, objective->nodes * (size_t)turning->threads, elements);
    return is_there ? TS_OK : ts_fail_memory(error, "the turning of segments");
}

bool ts_turning_has_segments(const ts_turning *turning) {
    return turning->terms != 0;
}

void ts_turning_clear(ts_turning *turning) {
    free(turning->laid_out);
    free(turning->found);
    *turning = (ts_turning){0};
}

/* ---- One segment ---- */

/* Where a term is taken: x, or beta x + gamma x^n. */
typedef struct place {
    const ts_objective *objective;
    const ts_potential *potential;
    double weight, reach;
    const double (*x)[3], (*p)[3];
} place;

static void segment_at(const place *at, const int32_t *node, double e[3], double d[3]) {
    ts_sub(at->x[node[1]], at->x[node[0]], e);
    ts_sub(at->p[node[1]], at->p[node[0]], d);
    ts_scale(at->objective->beta, e, e);
    ts_scale(at->objective->beta * at->reach, d, d);
    const double(*shift)[3] = at->objective->shift;
    for (int c = 0; shift && c < 3; ++c) e[c] += shift[node[1]][c] - shift[node[0]][c];
}

/* Of segment s, laid out from the origin as `share` of e. */
static void evaluate(const place *at, size_t s, const double e[3], double share, double (*laid_out)[3],
                     const ts_locals *out) {
    const int32_t *node = at->potential->stencil[s];
    memset(laid_out[node[0]], 0, sizeof *laid_out);
    ts_scale(share, e, laid_out[node[1]]);
    at->potential->evaluate(at->potential->self, (const double(*)[3])laid_out, s, 1, out);
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

/* What one segment has to do with one of the sums: found[6], or found[0]. */
typedef void find_one(const place *at, size_t s, double (*laid_out)[3], double found[6]);

static void find_pull(const place *at, size_t s, double (*laid_out)[3], double found[6]) {
    double real[1][TS_STENCIL_DOFS], model[1][TS_STENCIL_DOFS];
    lengths of;
    if (!measure(at, s, &of)) {
        memset(found, 0, 6 * sizeof *found);
        return;
    }
    evaluate(at, s, of.e, of.real, laid_out, &(ts_locals){.gradient = real});
    evaluate(at, s, of.e, of.model, laid_out, &(ts_locals){.gradient = model});
    const double weight = at->weight * at->objective->beta / at->reach;
    for (int k = 0; k < 6; ++k) found[k] = weight * (real[0][k] - model[0][k]);
}

static void find_excess(const place *at, size_t s, double (*laid_out)[3], double found[6]) {
    double real, model;
    lengths of;
    found[0] = 0.0;
    if (!measure(at, s, &of)) return;
    evaluate(at, s, of.e, of.real, laid_out, &(ts_locals){.value = &real});
    evaluate(at, s, of.e, of.model, laid_out, &(ts_locals){.value = &model});
    found[0] = at->weight * (real - model);
}

/* ---- All of them ---- */

/* Of each segment of a term. */
static void find_all(const ts_turning *turning, const place *at, find_one *find) {
    const size_t count = at->potential->count;
#pragma omp parallel num_threads(ts_threads_at_most(turning->threads)) if (ts_pays_to_share(count, 80))
    {
        double(*laid_out)[3] = turning->laid_out + (size_t)omp_get_thread_num() * turning->objective->nodes;
#pragma omp for schedule(static)
        for (size_t s = 0; s < count; ++s) {
            if (is_segment(at->potential->stencil[s])) find(at, s, laid_out, turning->found[s]);
        }
    }
}

/* In the order of the segments, so that no bit depends on the number of threads. */
static void add_pulls(const ts_turning *turning, const ts_potential *potential, double (*pull)[3]) {
    const uint8_t *held = turning->objective->held;
    for (size_t s = 0; s < potential->count; ++s) {
        const int32_t *node = potential->stencil[s];
        if (!is_segment(node)) continue;
        for (int a = 0; a < 2; ++a) {
            if (!(held && held[node[a]])) ts_add(pull[node[a]], turning->found[s] + 3 * a, pull[node[a]]);
        }
    }
}

static double add_excesses(const ts_turning *turning, const ts_potential *potential, double sum) {
    for (size_t s = 0; s < potential->count; ++s) {
        if (is_segment(potential->stencil[s])) sum += turning->found[s][0];
    }
    return sum;
}

static place place_of(const ts_turning *turning, size_t term, const double (*x)[3], const double (*p)[3],
                      double reach) {
    const ts_objective *objective = turning->objective;
    return (place){.objective = objective,
                   .potential = &objective->term[term].potential,
                   .weight = ts_objective_weight(objective, &objective->term[term]),
                   .reach = reach,
                   .x = x,
                   .p = p};
}

void ts_turning_pull(const ts_turning *turning, const double (*x)[3], const double (*p)[3], double reach,
                     double (*pull)[3]) {
    memset(pull, 0, turning->objective->nodes * sizeof *pull);
    for (size_t k = 0; k < turning->objective->terms; ++k) {
        if (!(turning->terms >> k & 1)) continue;
        const place at = place_of(turning, k, x, p, reach);
        find_all(turning, &at, find_pull);
        add_pulls(turning, at.potential, pull);
    }
}

double ts_turning_excess(const ts_turning *turning, const double (*x)[3], const double (*p)[3]) {
    double sum = 0.0;
    for (size_t k = 0; k < turning->objective->terms; ++k) {
        if (!(turning->terms >> k & 1)) continue;
        const place at = place_of(turning, k, x, p, 1.0);
        find_all(turning, &at, find_excess);
        sum = add_excesses(turning, at.potential, sum);
    }
    return sum;
}
