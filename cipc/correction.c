/* SPDX-License-Identifier: GPL-2.0-or-later
 * Corrected increments. With what pairs a rise above the model by, r_a(delta_a), delta = J p, the increment minimises
 *
 *   g . p + p . H p / 2 + sum_a r_a(J_a p):  p = -H^-1 (g + J^T r'),  delta = -J H^-1 g - W r',  W = J H^-1 J^T,
 *
 * which is as many equations as there are pairs. W takes a solve for each. */
#include "cipc/correction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/contact/resistance.h"
#include "cipc/turning.h"
#include "core/error.h"
#include "core/vec3.h"

enum {
    MOST_PAIRS = 64,
    MOST_SWEEPS = 60,
    BISECTIONS = 24,
};

/* Pairs of the least excess are left out, up to this share of all. */
static const double LEFT_OUT = 1e-3;
/* Of the largest force: by how much the last sweep may still have changed one. */
static const double BALANCED = 1e-4;

struct ts_correction {
    size_t nodes;
    ts_correction_model model;
    double (*first)[3], (*base)[3], (*way)[3], (*pull)[3];
    ts_resistances seen; /* by the last trial */
    size_t pairs;
    ts_resistance pair[MOST_PAIRS];
    double (*column[MOST_PAIRS])[3]; /* H^-1 J_a^T */
    double (*together)[3];           /* those that are solved for together, one after the other */
    size_t together_capacity;        /* in columns */
    double compliance[MOST_PAIRS][MOST_PAIRS];
    double force[MOST_PAIRS]; /* r_a' */
};

ts_status ts_correction_create(size_t nodes, ts_correction **correction, ts_error *error) {
    ts_correction *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "corrected increments");
    made->nodes = nodes;
    double(**const rows[])[3] = {&made->first, &made->base, &made->way, &made->pull};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        *rows[k] = calloc(nodes + 1, sizeof **rows[k]);
        if (*rows[k]) continue;
        ts_correction_destroy(made);
        return ts_fail_memory(error, "corrected increments");
    }
    *correction = made;
    return TS_OK;
}

void ts_correction_destroy(ts_correction *correction) {
    if (!correction) return;
    free(correction->first);
    free(correction->base);
    free(correction->way);
    free(correction->pull);
    free(correction->seen.at);
    free(correction->together);
    for (int k = 0; k < MOST_PAIRS; ++k) free(correction->column[k]);
    free(correction);
}

void ts_correction_begin(ts_correction *correction, const ts_correction_model *model, const double (*p)[3]) {
    correction->model = *model;
    correction->pairs = 0;
    memcpy(correction->first, p, correction->nodes * sizeof *p);
}

/* ---- Pairs ---- */

static bool is_held(const ts_correction *correction, int32_t node) {
    const uint8_t *held = correction->model.objective->held;
    return held && held[node];
}

/* J_a p; held nodes do not move. */
static double along(const ts_correction *correction, const ts_resistance *pair, const double (*p)[3]) {
    double sum = 0.0;
    for (int i = 0; i < TS_STENCIL_NODES && pair->node[i] >= 0; ++i) {
        if (!is_held(correction, pair->node[i])) sum += ts_dot(pair->row[i], p[pair->node[i]]);
    }
    return sum;
}

/* The greatest excess first; of equal ones that of the lower nodes. */
static int by_excess(const void *a, const void *b) {
    const ts_resistance *left = a, *right = b;
    if (left->excess != right->excess) return left->excess > right->excess ? -1 : 1;
    return memcmp(left->node, right->node, sizeof left->node);
}

static size_t find_pair(const ts_correction *correction, const ts_stencil node) {
    size_t k = 0;
    while (k < correction->pairs && memcmp(correction->pair[k].node, node, sizeof(ts_stencil)) != 0) ++k;
    return k;
}

/* The places of pairs that a trial shows: new ones behind the others, as far as there is room. A pair of parallel edges
 * is seen by its closest features, so that it may have the nodes of another: then the one that rose more is taken. */
static size_t place_pairs(ts_correction *correction, size_t place[MOST_PAIRS]) {
    const ts_resistances *seen = &correction->seen;
    bool is_taken[MOST_PAIRS] = {false};
    size_t count = 0;
    for (size_t k = 0; k < seen->count; ++k) {
        const size_t at = find_pair(correction, seen->at[k].node);
        if (at == MOST_PAIRS || is_taken[at]) continue;
        is_taken[at] = true;
        if (at == correction->pairs) {
            correction->force[at] = 0.0;
            ++correction->pairs;
        }
        correction->pair[at] = seen->at[k];
        place[count++] = at;
    }
    return count;
}

static void write_row(const ts_correction *correction, const ts_resistance *pair, double (*right)[3]) {
    memset(right, 0, correction->nodes * sizeof *right);
    for (int i = 0; i < TS_STENCIL_NODES && pair->node[i] >= 0; ++i) {
        if (!is_held(correction, pair->node[i])) memcpy(right[pair->node[i]], pair->row[i], sizeof *right);
    }
}

/* Room for the columns of so many pairs at once, and for each to stay. */
static ts_status reserve_columns(ts_correction *correction, ts_error *error) {
    for (size_t k = 0; k < correction->pairs; ++k) {
        double(**column)[3] = &correction->column[k];
        if (!*column) *column = malloc((correction->nodes + 1) * sizeof **column);
        if (!*column) return ts_fail_memory(error, "corrected increments");
    }
    if (correction->pairs <= correction->together_capacity) return TS_OK;
    double(*together)[3] =
        realloc(correction->together, (correction->pairs * correction->nodes + 1) * sizeof *together);
    if (!together) return ts_fail_memory(error, "corrected increments");
    correction->together = together;
    correction->together_capacity = correction->pairs;
    return TS_OK;
}

/* Columns and compliances of the pairs in these places, by one solve for all. */
static ts_status solve_pairs(ts_correction *correction, size_t count, const size_t *place, ts_error *error) {
    const size_t nodes = correction->nodes;
    ts_status status = reserve_columns(correction, error);
    if (status != TS_OK) return status;
    double(*together)[3] = correction->together;
    for (size_t k = 0; k < count; ++k) write_row(correction, &correction->pair[place[k]], together + k * nodes);
    status = ts_linear_solve_again(correction->model.solver, count, *together, *together, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; k < count; ++k)
        memcpy(correction->column[place[k]], together + k * nodes, nodes * sizeof *together);
    for (size_t k = 0; k < count; ++k) {
        const size_t a = place[k];
        for (size_t b = 0; b < correction->pairs; ++b) {
            correction->compliance[a][b] = correction->compliance[b][a] =
                along(correction, &correction->pair[b], (const double(*)[3])correction->column[a]);
        }
    }
    return TS_OK;
}

/* Drops pairs that together have less than this energy, and sorts the others. */
static void sort_seen(ts_resistances *seen, double least) {
    size_t kept = 0;
    for (size_t k = 0; k < seen->count; ++k) {
        if (seen->at[k].excess * (double)seen->count >= least) seen->at[kept++] = seen->at[k];
    }
    seen->count = kept;
    qsort(seen->at, kept, sizeof *seen->at, by_excess);
}

ts_status ts_correction_learn(ts_correction *correction, const double (*y)[3], double alpha, const double (*p)[3],
                              double *explained, ts_error *error) {
    const ts_objective *objective = correction->model.objective;
    ts_resistances *seen = &correction->seen;
    seen->count = 0;
    for (size_t i = 0; i < correction->nodes; ++i) ts_scale(alpha, p[i], correction->way[i]);
    *explained =
        ts_turning_excess(objective, correction->model.x, (const double(*)[3])correction->way, correction->pull);
    for (size_t k = 0; k < objective->terms; ++k) {
        const ts_potential *potential = &objective->term[k].potential;
        if (!potential->resist) continue;
        const ts_status status = potential->resist(potential, y, (const double(*)[3])correction->way, seen, error);
        if (status != TS_OK) return status;
    }
    if (seen->count == 0) return TS_OK;
    double sum = 0.0;
    for (size_t k = 0; k < seen->count; ++k) sum += seen->at[k].excess;
    *explained += sum;
    sort_seen(seen, LEFT_OUT * sum);
    size_t place[MOST_PAIRS];
    const size_t count = place_pairs(correction, place);
    return count > 0 ? solve_pairs(correction, count, place, error) : TS_OK;
}

/* ---- Balance ---- */

/* delta + compliance r'(delta) = alone, for alone < 0: the force r'. */
static double force_of(const ts_resistance *pair, double compliance, double alone) {
    double low = alone, high = 0.0;
    for (int k = 0; k < BISECTIONS; ++k) {
        const double middle = 0.5 * (low + high);
        *(middle + compliance * ts_resistance_force(pair, middle) > alone ? &high : &low) = middle;
    }
    return (alone - high) / compliance;
}

/* The forces of all pairs where p would be `base` without them: each by itself, the others as they are, until none
 * changes. */
static void balance(ts_correction *correction, const double (*base)[3]) {
    double alone[MOST_PAIRS];
    for (size_t a = 0; a < correction->pairs; ++a) alone[a] = along(correction, &correction->pair[a], base);
    for (int sweep = 0; sweep < MOST_SWEEPS; ++sweep) {
        double change = 0.0, size = 0.0;
        for (size_t a = 0; a < correction->pairs; ++a) {
            const double *compliance = correction->compliance[a];
            double at = alone[a];
            for (size_t b = 0; b < correction->pairs; ++b) at -= b == a ? 0.0 : compliance[b] * correction->force[b];
            const double force =
                at < 0.0 && compliance[a] > 0.0 ? force_of(&correction->pair[a], compliance[a], at) : 0.0;
            change = fmax(change, fabs(force - correction->force[a]));
            size = fmax(size, fabs(force));
            correction->force[a] = force;
        }
        if (change <= BALANCED * size) return;
    }
}

/* p = base - sum_a column_a r_a'. */
static void push_apart(ts_correction *correction, const double (*base)[3], double (*p)[3]) {
    balance(correction, base);
    memcpy(p, base, correction->nodes * sizeof *p);
    for (size_t a = 0; a < correction->pairs; ++a) {
        if (correction->force[a] == 0.0) continue;
        for (size_t i = 0; i < correction->nodes; ++i)
            ts_axpy(p[i], -correction->force[a], correction->column[a][i], p[i]);
    }
}

ts_status ts_correction_increment(ts_correction *correction, double share, double (*p)[3], ts_error *error) {
    const ts_correction_model *model = &correction->model;
    double(*base)[3] = correction->base;
    for (size_t i = 0; i < correction->nodes; ++i) ts_scale(share, correction->first[i], base[i]);
    push_apart(correction, (const double(*)[3])base, p);
    ts_turning_pull(model->objective, model->x, (const double(*)[3])p, correction->way, correction->pull);
    const ts_status status = ts_linear_solve_again(model->solver, 1, *correction->pull, *correction->pull, error);
    if (status != TS_OK) return status;
    for (size_t i = 0; i < correction->nodes; ++i) ts_sub(base[i], correction->pull[i], base[i]);
    push_apart(correction, (const double(*)[3])base, p);
    return TS_OK;
}

void ts_correction_undo(const ts_correction *correction, double (*p)[3]) {
    memcpy(p, correction->first, correction->nodes * sizeof *p);
}
