/* SPDX-License-Identifier: GPL-2.0-or-later
 * By a factorization of the projected Hessian or of less of it; by conjugate gradients on the Hessian as it is, or with
 * another factor in the place of its own. */
#include "cipc/newton_increment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/vec3.h"

/* How much of the projection is taken: by how far negative curvature bends the Hessian, which is a matter of the place,
 * and by how far the quadratic model can be trusted. The last level is the projected Hessian. */
static const double PROJECTED_SHARE[] = {0.0, 1.0 / 64.0, 1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 1.0 / 2.0, 1.0};
_Static_assert(sizeof PROJECTED_SHARE / sizeof *PROJECTED_SHARE == TS_SEARCH_TOP_LEVEL + 1, "a share for each level");

/* Increments by another factor than the Hessian's are near enough where what is left is less than this share, in that
 * factor's norm; to end a minimisation, where they are shorter than so many tolerances, than the other one. */
typedef struct nearness {
    double enough, enough_to_end;
    bool in_region; /* where there is one; else the increment is p_p, which comes first */
} nearness;

static const nearness BY_OLDER = {0.1, 0.01, true}, BY_BODIES = {0.03, 0.003, false};
static const double NEAR_TOLERANCE = 2.0;
/* Turns within a region by the factors of bodies: at most so many times those that p_p took. */
enum { REGION_TURNS = 2 };

static bool is_in_region(const ts_search *all) {
    return all->region.radius >= TS_SEARCH_FIRST_RADIUS;
}

static ts_status assemble(ts_search *all, ts_hessian_form form, ts_error *error) {
    const double start = ts_seconds();
    const ts_derivatives to = {all->newton->gradient, &all->newton->hessian, form};
    const ts_status status = ts_objective_assemble(all->objective, (const double(*)[3])all->x, &to, error);
    all->now.assemble_seconds += ts_seconds() - start;
    return status;
}

/* The exact Hessian and a share of what projection adds to it. */
static ts_status assemble_between(ts_search *all, double share, ts_error *error) {
    ts_newton *newton = all->newton;
    ts_status status = assemble(all, TS_HESSIAN_EXACT, error);
    if (status != TS_OK || share == 0.0) return status;
    const size_t values = 9 * ts_block_matrix_blocks(&newton->hessian);
    double *exact = realloc(newton->exact, values * sizeof *exact);
    if (!exact) return ts_fail_memory(error, "the Hessian");
    newton->exact = exact;
    memcpy(exact, newton->hessian.value, values * sizeof *exact);
    status = assemble(all, TS_HESSIAN_PROJECTED, error);
    double *value = newton->hessian.value;
    for (size_t k = 0; status == TS_OK && k < values; ++k) value[k] = exact[k] + share * (value[k] - exact[k]);
    return status;
}

static ts_hessian_form projected_form(const ts_search *all) {
    return all->restless > 0 ? TS_HESSIAN_MAJORIZED : TS_HESSIAN_PROJECTED;
}

static double residual(const ts_search *all) {
    double sum = 0.0, largest = 0.0;
    for (size_t i = 0; i < all->newton->nodes; ++i) {
        sum += ts_norm2(all->newton->p[i]);
        for (int c = 0; c < 3; ++c) largest = fmax(largest, fabs(all->newton->p[i][c]));
    }
    /* fmax passes over what is no number */
    if (!isfinite(sum)) return sum;
    const double length = all->settings->largest_component ? largest : sqrt(sum / (double)all->unknown_nodes);
    return length / all->settings->h;
}

/* By the Hessian and the factor that are there. */
static ts_trust_model model_of(const ts_search *all, bool in_region, double near_enough, int most_iterations) {
    return (ts_trust_model){
        .solver = all->newton->latest,
        .hessian = &all->newton->hessian,
        .gradient = (const double(*)[3])all->newton->gradient,
        .radius = in_region ? all->unit * all->region.radius : INFINITY,
        .near_enough = near_enough,
        .most_iterations = most_iterations,
    };
}

static ts_status make_region(ts_newton *newton, ts_error *error) {
    return newton->region ? TS_OK : ts_trust_region_create(&newton->region, error);
}

static void start_downhill(ts_newton *newton) {
    for (size_t i = 0; i < newton->nodes; ++i) ts_scale(-1.0, newton->gradient[i], newton->p[i]);
}

/* Conjugate gradients from the start, with the factor that is there. */
static ts_status iterate_by_factor(ts_search *all, ts_trust_model *model, ts_trust_result *result, ts_error *error) {
    ts_newton *newton = all->newton;
    start_downhill(newton);
    const ts_status status = ts_linear_solve_again(newton->latest, 1, *newton->p, *newton->p, error);
    if (status != TS_OK) return status;
    return ts_trust_increment(newton->region, model, newton->p, result, error);
}

/* First as near as a step needs; where that may be the end, as near as the end needs. *turns: of both, and *found is
 * false where they would be too many. */
static ts_status solve_by_factor(ts_search *all, nearness near, int most, int *turns, bool *found, ts_error *error) {
    const bool in_region = near.in_region && is_in_region(all);
    ts_trust_model model = model_of(all, in_region, near.enough, most);
    model.is_hurried = true;
    ts_trust_result result = {0};
    ts_status status = iterate_by_factor(all, &model, &result, error);
    *turns = result.iterations;
    *found = result.is_near || (in_region && result.at_edge);
    if (status == TS_OK && *found && !(residual(all) > NEAR_TOLERANCE * all->settings->tolerance)) {
        model.near_enough = near.enough_to_end;
        status = iterate_by_factor(all, &model, &result, error);
        *turns += result.iterations;
        *found = result.is_near;
    }
    if (status != TS_OK || !*found) return status;
    all->now.turns = *turns;
    if (!near.in_region) all->unit = result.length;
    if (!in_region) return TS_OK;
    all->region.within = result;
    all->now.curvatures = result.iterations;
    return TS_OK;
}

/* ---- With the factors of bodies by themselves ---- */

/* Factors the bodies of the projected Hessian that is there. */
static ts_status factor_bodies(ts_newton *newton, bool *solved, ts_error *error) {
    ts_body_blocks_take_values(&newton->bodies, &newton->hessian);
    start_downhill(newton);
    newton->latest = newton->body_solver;
    return ts_linear_solve(newton->body_solver, &newton->bodies.matrix, *newton->p, *newton->p, solved, error);
}

/* Turns that are worth it. What a factorization of the whole takes is known from the last one, or of the first pattern
 * of a minimisation. */
static ts_status count_turns(ts_search *all, int *most, ts_error *error) {
    ts_newton *newton = all->newton;
    const ts_linear_report *whole = ts_linear_solver_report(newton->solver);
    ts_status status = all->is_counted ? TS_OK : ts_linear_analyse(newton->solver, &newton->hessian, error);
    all->is_counted = status == TS_OK;
    *most = 0;
    if (status != TS_OK || !ts_by_body_may_pay(whole, &newton->hessian)) return status;
    if (!newton->body_solver) status = ts_linear_solver_create(&newton->body_solver, error);
    if (status == TS_OK) status = ts_linear_analyse(newton->body_solver, &newton->bodies.matrix, error);
    if (status != TS_OK) return status;
    const ts_by_body_work work =
        ts_by_body_count(whole, ts_linear_solver_report(newton->body_solver), &newton->hessian);
    *most = ts_by_body_most_turns(&all->by_body, &work);
    return TS_OK;
}

/* From the projected Hessian that is there. *found is false where no body touches another, or where it would be more
 * work than a factorization of the whole. */
static ts_status find_by_bodies(ts_search *all, bool *found, ts_error *error) {
    ts_newton *newton = all->newton;
    int most, turns;
    *found = false;
    ts_status status = ts_body_blocks_find(&newton->bodies, all->objective, error);
    if (status == TS_OK) status = ts_body_blocks_take_pattern(&newton->bodies, &newton->hessian, error);
    if (status != TS_OK || newton->bodies.left_out == 0) return status;
    status = count_turns(all, &most, error);
    if (status != TS_OK) return status;
    if (most == 0) {
        ts_by_body_left_out(&all->by_body);
        return TS_OK;
    }
    bool solved = false;
    status = factor_bodies(newton, &solved, error);
    if (status == TS_OK) status = make_region(newton, error);
    if (status != TS_OK || !solved) return status;
    const double start = ts_seconds(), before = ts_linear_solver_report(newton->body_solver)->solve_seconds;
    status = solve_by_factor(all, BY_BODIES, most, &turns, found, error);
    all->now.solve_seconds +=
        ts_seconds() - start - (ts_linear_solver_report(newton->body_solver)->solve_seconds - before);
    ts_by_body_used(&all->by_body, turns, *found);
    return status;
}

/* ---- With a factorization ---- */

/* p = -H^-1 g by the Hessian of this level; *solved is false, and p = -g, where the factorization fails. */
static ts_status solve_at(ts_search *all, int level, bool *solved, ts_error *error) {
    ts_newton *newton = all->newton;
    ts_status status = level == TS_SEARCH_TOP_LEVEL ? assemble(all, projected_form(all), error)
                                                    : assemble_between(all, PROJECTED_SHARE[level], error);
    if (status == TS_OK && level == TS_SEARCH_TOP_LEVEL && all->settings->by_body) {
        status = find_by_bodies(all, solved, error);
        if (*solved) return status;
    }
    if (status != TS_OK) return status;
    newton->latest = newton->solver;
    ts_older_renewed(&newton->older);
    start_downhill(newton);
    return (level == TS_SEARCH_TOP_LEVEL ? ts_linear_solve : ts_linear_solve_definite)(
        newton->solver, &newton->hessian, *newton->p, *newton->p, solved, error);
}

/* One level up; a level that was just tried and did not hold is not tried again soon. */
void ts_search_raise_level(ts_search_trust *of) {
    if (of->lowered) of->patience = of->patience < TS_SEARCH_MOST_PATIENCE ? 2 * of->patience : TS_SEARCH_MOST_PATIENCE;
    of->lowered = false;
    of->wait = of->patience;
    ++of->level;
}

/* By the least projected Hessian that is trusted and definite; where the factorization of the projected one fails for
 * good, p = -g over the mean diagonal. */
static ts_status find_by_own(ts_search *all, ts_error *error) {
    ts_newton *newton = all->newton;
    const ts_linear_report before = ts_newton_linear_report(newton);
    bool solved = false;
    ts_status status = TS_OK;
    int level = all->trust.is_near ? all->trust.level : TS_SEARCH_TOP_LEVEL;
    while (level < TS_SEARCH_TOP_LEVEL) {
        status = solve_at(all, level, &solved, error);
        if (status != TS_OK || solved) break;
        ts_search_raise_level(&all->trust);
        level = all->trust.level;
    }
    if (status == TS_OK && !solved) status = solve_at(all, level, &solved, error);
    all->now.projected_share = PROJECTED_SHARE[level];
    if (status != TS_OK) return status;
    const ts_linear_report after = ts_newton_linear_report(newton);
    all->now.analyse_seconds = after.analyse_seconds - before.analyse_seconds;
    all->now.factor_seconds = after.factor_seconds - before.factor_seconds;
    all->now.solve_seconds += after.solve_seconds - before.solve_seconds;
    all->now.shifted = after.shifts > before.shifts;
    all->now.gradient_step = !solved;
    if (!solved) {
        const double scale = 1.0 / ts_linear_mean_diagonal(&newton->hessian);
        for (size_t i = 0; i < newton->nodes; ++i) ts_scale(scale, newton->p[i], newton->p[i]);
    }
    return TS_OK;
}

/* H is at least the masses: weighed by mass the increment is no longer than this, and much shorter where H is stiff. */
static double energy_residual(const ts_search *all) {
    const double mass = all->settings->mass, fall = ts_search_descent(all);
    return mass > 0.0 && fall > 0.0 ? sqrt(fall / mass) / all->settings->h : 0.0;
}

/* ---- With the factor of an earlier Hessian ---- */

/* *found is false where the increment is to have a factor of its own. */
static ts_status find_by_older(ts_search *all, bool *found, ts_error *error) {
    ts_newton *newton = all->newton;
    *found = false;
    const bool is_projected = !all->trust.is_near || all->trust.level == TS_SEARCH_TOP_LEVEL;
    if (!all->settings->older_factor || !is_projected) return TS_OK;
    const double turn = ts_older_turn(newton->solver, &newton->hessian); /* as of the last pattern */
    if (ts_older_most_turns(&newton->older, turn) == 0) return TS_OK;
    ts_status status = make_region(newton, error);
    if (status == TS_OK) status = assemble(all, is_in_region(all) ? TS_HESSIAN_EXACT : projected_form(all), error);
    if (status != TS_OK) return status;
    all->now.projected_share = 1.0;
    const double start = ts_seconds();
    int turns = 0;
    newton->latest = newton->solver;
    status = solve_by_factor(all, BY_OLDER, ts_older_most_turns(&newton->older, turn), &turns, found, error);
    all->now.solve_seconds += ts_seconds() - start;
    if (status == TS_OK) ts_older_used(&newton->older, turn, turns, *found);
    return status;
}

/* The increment by the Hessian as it is: from that by the factor, which is p_p but where it is the bodies'. */
static ts_status refine_increment(ts_search *all, ts_error *error) {
    ts_newton *newton = all->newton;
    const bool is_projected = !all->now.gradient_step && all->now.projected_share == 1.0;
    if (!is_in_region(all) || !is_projected) return TS_OK;
    ts_status status = make_region(newton, error);
    if (status == TS_OK) status = assemble(all, TS_HESSIAN_EXACT, error);
    if (status != TS_OK) return status;
    const double start = ts_seconds();
    ts_trust_model model = model_of(all, true, TS_TRUST_NEAR_ENOUGH, TS_TRUST_MOST_ITERATIONS);
    if (all->now.turns > 0) {
        model.near_enough = BY_BODIES.enough;
        model.most_iterations = REGION_TURNS * all->now.turns;
        status = iterate_by_factor(all, &model, &all->region.within, error);
    } else {
        status = ts_trust_increment(newton->region, &model, newton->p, &all->region.within, error);
    }
    all->now.curvatures = all->region.within.iterations;
    all->now.solve_seconds += ts_seconds() - start;
    return status;
}

ts_status ts_search_increment(ts_search *all, ts_error *error) {
    all->region.within = (ts_trust_result){0};
    all->unit = 1.0;
    bool by_older;
    ts_status status = find_by_older(all, &by_older, error);
    if (status == TS_OK && !by_older) status = find_by_own(all, error);
    if (status != TS_OK) return status;
    all->now.residual = residual(all);
    all->now.energy_residual = energy_residual(all);
    return by_older ? TS_OK : refine_increment(all, error);
}
