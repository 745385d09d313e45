/* SPDX-License-Identifier: GPL-2.0-or-later
 * Corrected increments. With what pairs a (of contact, or of a triangle and a bound of its strain) are above the model
 * by, r_a(delta_a), delta = J p, the increment minimises
 *
 *   g . p + p . H p / 2 + sum_a r_a(J_a p):  p = -H^-1 (g + J^T r'),  delta = -J H^-1 g - W r',  W = J H^-1 J^T,
 *
 * which is as many equations as there are pairs. W takes half a solve for each, along a few paths of the factor. */
#include "cipc/correction.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/balance.h"
#include "cipc/half_solve.h"
#include "cipc/resistance.h"
#include "cipc/turning.h"
#include "core/error.h"
#include "core/keyed.h"
#include "core/vec3.h"

enum {
    MOST_PAIRS = 256,
    MOST_TURNS = 3,
};

/* Pairs of the least excess are left out, up to this share of all. */
static const double LEFT_OUT = 1e-4;
/* Segments are as long as they are where the energy that came of their last change is this share of the model's fall.
 */
static const double TURNED = 0.05;
/* An increment is at most so many times as long as the first one, by components. */
static const double LONGEST = 16.0;

struct ts_correction {
    size_t nodes;
    ts_correction_model model;
    ts_half_solver *half;
    ts_turning turning;
    double share;  /* of the first increment, that the pull is of */
    double turned; /* energy of what the last increment pulled its segments back by, J s^2 */
    double (*first)[3], (*base)[3], (*way)[3], (*change)[3];
    double (*pull)[3], (*pulled)[3]; /* of segments, N s^2, and H^-1 of it, m */
    ts_resistances seen;             /* by the last trial */
    ts_keyed_list rank;              /* value: which of them */
    size_t pairs;
    ts_resistance pair[MOST_PAIRS];
    ts_half_right right[MOST_PAIRS];
    ts_half_solution solved[MOST_PAIRS]; /* L^-1 P J_a^T */
    const ts_half_solution *column[MOST_PAIRS];
    double compliance[MOST_PAIRS * MOST_PAIRS]; /* of as many rows and columns as there are pairs */
    double force[MOST_PAIRS];                   /* r_a' */
    double scratch[TS_BALANCE_SCRATCH(MOST_PAIRS)];
};

ts_status ts_correction_create(size_t nodes, ts_correction **correction, ts_error *error) {
    ts_correction *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "corrected increments");
    made->nodes = nodes;
    for (int k = 0; k < MOST_PAIRS; ++k) made->column[k] = &made->solved[k];
    double(**const rows[])[3] = {&made->first, &made->base, &made->way, &made->pull, &made->pulled, &made->change};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        *rows[k] = calloc(nodes + 1, sizeof **rows[k]);
        if (*rows[k]) continue;
        ts_correction_destroy(made);
        return ts_fail_memory(error, "corrected increments");
    }
    const ts_status status = ts_half_solver_create(&made->half, error);
    if (status != TS_OK) {
        ts_correction_destroy(made);
        return status;
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
    free(correction->pulled);
    free(correction->change);
    ts_resistances_clear(&correction->seen);
    ts_keyed_list_clear(&correction->rank);
    ts_turning_clear(&correction->turning);
    for (int k = 0; k < MOST_PAIRS; ++k) ts_half_solution_clear(&correction->solved[k]);
    ts_half_solver_destroy(correction->half);
    free(correction);
}

ts_status ts_correction_begin(ts_correction *correction, const ts_correction_model *model, const double (*p)[3],
                              ts_error *error) {
    correction->model = *model;
    correction->pairs = 0;
    correction->share = 0.0;
    memcpy(correction->first, p, correction->nodes * sizeof *p);
    return ts_turning_take(&correction->turning, model->objective, error);
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

static bool is_same(const ts_resistance *one, const ts_resistance *other) {
    return one->law == other->law && memcmp(one->node, other->node, sizeof one->node) == 0;
}

static size_t find_pair(const ts_correction *correction, const ts_resistance *like) {
    size_t k = 0;
    while (k < correction->pairs && !is_same(&correction->pair[k], like)) ++k;
    return k;
}

/* The places of pairs that a trial shows: new ones behind the others, as far as there is room. A pair of parallel edges
 * is seen by its closest features, so that it may have the nodes of another: then the one that rose more is taken. */
static size_t place_pairs(ts_correction *correction, size_t place[MOST_PAIRS]) {
    const ts_resistances *seen = &correction->seen;
    bool is_taken[MOST_PAIRS] = {false};
    size_t count = 0;
    for (size_t k = 0; k < correction->rank.count; ++k) {
        const ts_resistance *next = &seen->at[(size_t)correction->rank.at[k].value];
        const size_t at = find_pair(correction, next);
        if (at == MOST_PAIRS || is_taken[at]) continue;
        is_taken[at] = true;
        if (at == correction->pairs) {
            correction->force[at] = 0.0;
            ++correction->pairs;
        }
        correction->pair[at] = *next;
        place[count++] = at;
    }
    return count;
}

/* J_a^T. */
static ts_half_right row_of(const ts_correction *correction, const ts_resistance *pair) {
    ts_half_right row = {.entries = 0};
    for (int i = 0; i < TS_STENCIL_NODES && pair->node[i] >= 0; ++i) {
        for (int c = 0; c < 3 && !is_held(correction, pair->node[i]); ++c) {
            row.unknown[row.entries] = 3 * (int64_t)pair->node[i] + c;
            row.value[row.entries++] = pair->row[i][c];
        }
    }
    return row;
}

/* Columns of the pairs in these places, and the compliances of all. */
static ts_status solve_pairs(ts_correction *correction, size_t count, const size_t *place, ts_error *error) {
    ts_half_solution *column[MOST_PAIRS];
    for (size_t k = 0; k < count; ++k) {
        column[k] = &correction->solved[place[k]];
        correction->right[k] = row_of(correction, &correction->pair[place[k]]);
    }
    ts_status status = ts_half_solver_take(correction->half, correction->model.solver, error);
    if (status == TS_OK) status = ts_half_solve(correction->half, count, correction->right, column, error);
    if (status != TS_OK) return status;
    return ts_half_gram(correction->half, correction->pairs, correction->column, correction->compliance, error);
}

/* Those that would be reached and have not shown yet first, the next one in front; then those of the greatest excess.
 */
static uint64_t rank_of(const ts_resistance *seen) {
    const double by = seen->excess > 0.0 ? seen->excess : seen->when;
    uint64_t bits; /* of positive numbers ascend with them, and begin with 0 */
    memcpy(&bits, &by, sizeof bits);
    return seen->excess > 0.0 ? ~bits : bits;
}

/* Without those that rose, but together by less energy than `least`. */
static ts_status rank_seen(ts_correction *correction, double least, ts_error *error) {
    const ts_resistances *seen = &correction->seen;
    ts_keyed_list *rank = &correction->rank;
    if (!ts_keyed_list_begin(rank, seen->count)) return ts_fail_memory(error, "corrected increments");
    for (size_t k = 0; k < seen->count; ++k) {
        const ts_resistance *next = &seen->at[k];
        if (next->excess > 0.0 && next->excess * (double)seen->count < least) continue;
        rank->at[rank->count++] = (ts_keyed){rank_of(next), (double)k};
    }
    ts_keyed_sort(rank->at, rank->scratch, rank->count);
    return TS_OK;
}

ts_status ts_correction_learn(ts_correction *correction, const double (*y)[3], double alpha, const double (*p)[3],
                              double *explained, ts_error *error) {
    const ts_objective *objective = correction->model.objective;
    ts_resistances *seen = &correction->seen;
    seen->count = 0;
    for (size_t i = 0; i < correction->nodes; ++i) ts_scale(alpha, p[i], correction->way[i]);
    *explained = ts_turning_excess(&correction->turning, correction->model.x, (const double(*)[3])correction->way);
    for (size_t k = 0; k < objective->terms; ++k) {
        const ts_potential *potential = &objective->term[k].potential;
        const double weight = ts_objective_weight(objective, &objective->term[k]);
        if (!potential->resist || weight == 0.0) continue;
        const ts_step_trial trial = {y, (const double(*)[3])correction->way, alpha, weight,
                                     correction->model.majorized};
        const ts_status status = potential->resist(potential, &trial, seen, error);
        if (status != TS_OK) return status;
    }
    if (seen->count == 0) return TS_OK;
    double sum = 0.0;
    for (size_t k = 0; k < seen->count; ++k) sum += seen->at[k].excess;
    *explained += sum;
    const ts_status status = rank_seen(correction, LEFT_OUT * sum, error);
    if (status != TS_OK) return status;
    size_t place[MOST_PAIRS];
    const size_t count = place_pairs(correction, place);
    return count > 0 ? solve_pairs(correction, count, place, error) : TS_OK;
}

/* ---- Forces ---- */

/* Of all pairs, where p would be `base` without them. */
static void balance(ts_correction *correction, const double (*base)[3]) {
    const size_t pairs = correction->pairs;
    double delta[MOST_PAIRS];
    for (size_t a = 0; a < pairs; ++a) delta[a] = along(correction, &correction->pair[a], base);
    ts_balance_settle(&(ts_balance){.pairs = pairs,
                                    .pair = correction->pair,
                                    .compliance = correction->compliance,
                                    .delta = delta,
                                    .force = correction->force,
                                    .scratch = correction->scratch});
}

/* p = base - H^-1 J^T r'. */
static ts_status push_apart(ts_correction *correction, const double (*base)[3], double (*p)[3], ts_error *error) {
    memcpy(p, base, correction->nodes * sizeof *p);
    if (correction->pairs == 0) return TS_OK;
    balance(correction, base);
    const ts_status status = ts_half_finish(correction->half, correction->pairs, correction->column, correction->force,
                                            *correction->way, error);
    for (size_t i = 0; status == TS_OK && i < correction->nodes; ++i) ts_sub(p[i], correction->way[i], p[i]);
    return status;
}

/* base - H^-1 of how much more segments pull that turn by p than they did; *work: the energy of that. */
static ts_status pull_back(ts_correction *correction, double reach, const double (*p)[3], double *work,
                           ts_error *error) {
    const ts_correction_model *model = &correction->model;
    double(*change)[3] = correction->change, (*way)[3] = correction->way;
    ts_turning_pull(&correction->turning, model->x, p, reach, change);
    for (size_t i = 0; i < correction->nodes; ++i) {
        ts_sub(change[i], correction->pull[i], change[i]);
        ts_add(correction->pull[i], change[i], correction->pull[i]);
    }
    const ts_status status = ts_linear_solve_again(model->solver, 1, *change, *way, error);
    *work = 0.0;
    for (size_t i = 0; status == TS_OK && i < correction->nodes; ++i) {
        *work += 0.5 * ts_dot(change[i], way[i]);
        ts_add(correction->pulled[i], way[i], correction->pulled[i]);
        ts_sub(correction->base[i], way[i], correction->base[i]);
    }
    return status;
}

ts_status ts_correction_reach(ts_correction *correction, double reach, double (*p)[3], ts_error *error) {
    ts_status status = TS_OK;
    double work = ts_turning_has_segments(&correction->turning) ? INFINITY : 0.0;
    for (int k = 0; status == TS_OK && k < MOST_TURNS && work > TURNED * correction->model.fall; ++k) {
        status = pull_back(correction, reach, (const double(*)[3])p, &work, error);
        if (status == TS_OK) status = push_apart(correction, (const double(*)[3])correction->base, p, error);
    }
    correction->turned = 0.0;
    for (size_t i = 0; ts_turning_has_segments(&correction->turning) && i < correction->nodes; ++i)
        correction->turned += 0.5 * ts_dot(correction->pull[i], correction->pulled[i]);
    return status;
}

ts_status ts_correction_increment(ts_correction *correction, double share, double (*p)[3], ts_error *error) {
    double(*base)[3] = correction->base;
    if (share != correction->share) {
        memset(correction->pull, 0, correction->nodes * sizeof *correction->pull);
        memset(correction->pulled, 0, correction->nodes * sizeof *correction->pulled);
        correction->share = share;
    }
    for (size_t i = 0; i < correction->nodes; ++i) {
        ts_scale(share, correction->first[i], base[i]);
        ts_sub(base[i], correction->pulled[i], base[i]);
    }
    const ts_status status = push_apart(correction, (const double(*)[3])base, p, error);
    return status == TS_OK ? ts_correction_reach(correction, 1.0, p, error) : status;
}

bool ts_correction_turns(const ts_correction *correction) {
    return correction->turned > TURNED * correction->model.fall;
}

static double largest(size_t nodes, const double (*p)[3]) {
    double most = 0.0;
    for (size_t i = 0; i < nodes; ++i) {
        for (int c = 0; c < 3; ++c) most = fmax(most, fabs(p[i][c]));
    }
    return most;
}

bool ts_correction_strays(const ts_correction *correction, const double (*p)[3]) {
    const double first = largest(correction->nodes, (const double(*)[3])correction->first);
    return !(largest(correction->nodes, p) <= LONGEST * first);
}

void ts_correction_undo(const ts_correction *correction, double (*p)[3]) {
    memcpy(p, correction->first, correction->nodes * sizeof *p);
}
