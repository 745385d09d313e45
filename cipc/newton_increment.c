/* SPDX-License-Identifier: GPL-2.0-or-later
 * By a factorization of the projected Hessian or of less of it; by conjugate gradients on the Hessian as it is, or with
 * an earlier factor in the place of a new one. */
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

/* Increments by an older factor are near enough where what is left is less than this share, in that factor's norm; to
 * end a minimisation, where they are shorter than so many tolerances, than the other one. */
static const double NEAR_ENOUGH = 0.1, NEAR_ENOUGH_TO_END = 0.01, NEAR_TOLERANCE = 2.0;

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

/* p = -H^-1 g by the Hessian of this level; *solved is false, and p = -g, where the factorization fails. */
static ts_status solve_at(ts_search *all, int level, bool *solved, ts_error *error) {
    ts_newton *newton = all->newton;
    const ts_status status = level == TS_SEARCH_TOP_LEVEL ? assemble(all, projected_form(all), error)
                                                          : assemble_between(all, PROJECTED_SHARE[level], error);
    if (status != TS_OK) return status;
    ts_older_renewed(&newton->older);
    for (size_t i = 0; i < newton->nodes; ++i) ts_scale(-1.0, newton->gradient[i], newton->p[i]);
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
    const ts_linear_report before = *ts_linear_solver_report(newton->solver);
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
    const ts_linear_report *after = ts_linear_solver_report(newton->solver);
    all->now.analyse_seconds = after->analyse_seconds - before.analyse_seconds;
    all->now.factor_seconds = after->factor_seconds - before.factor_seconds;
    all->now.solve_seconds += after->solve_seconds - before.solve_seconds;
    all->now.shifted = after->shifts > before.shifts;
    all->now.gradient_step = !solved;
    if (!solved) {
        const double scale = 1.0 / ts_linear_mean_diagonal(&newton->hessian);
        for (size_t i = 0; i < newton->nodes; ++i) ts_scale(scale, newton->p[i], newton->p[i]);
    }
    return TS_OK;
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

/* H is at least the masses: weighed by mass the increment is no longer than this, and much shorter where H is stiff. */
static double energy_residual(const ts_search *all) {
    const double mass = all->settings->mass, fall = ts_search_descent(all);
    return mass > 0.0 && fall > 0.0 ? sqrt(fall / mass) / all->settings->h : 0.0;
}

static ts_status make_region(ts_newton *newton, ts_error *error) {
    return newton->region ? TS_OK : ts_trust_region_create(&newton->region, error);
}

/* By the Hessian and the factor that are there. */
static ts_trust_model model_of(const ts_search *all, double near_enough, int most_iterations) {
    return (ts_trust_model){
        .solver = all->newton->solver,
        .hessian = &all->newton->hessian,
        .gradient = (const double(*)[3])all->newton->gradient,
        .radius = is_in_region(all) ? all->region.radius : INFINITY,
        .near_enough = near_enough,
        .most_iterations = most_iterations,
    };
}

/* ---- With the factor of an earlier Hessian ---- */

/* Conjugate gradients from the start, with the factor that is there. */
static ts_status iterate_by_older(ts_search *all, double near_enough, int most, ts_trust_result *result,
                                  ts_error *error) {
    ts_newton *newton = all->newton;
    for (size_t i = 0; i < newton->nodes; ++i) ts_scale(-1.0, newton->gradient[i], newton->p[i]);
    const ts_status status = ts_linear_solve_again(newton->solver, 1, *newton->p, *newton->p, error);
    if (status != TS_OK) return status;
    ts_trust_model model = model_of(all, near_enough, most);
    model.is_hurried = true;
    return ts_trust_increment(newton->region, &model, newton->p, result, error);
}

/* First as near as a step needs; where that may be the end, as near as the end needs. *found is false where that would
 * take too many turns. */
static ts_status solve_by_older(ts_search *all, double turn, bool *found, ts_error *error) {
    ts_newton *newton = all->newton;
    const int most = ts_older_most_turns(&newton->older, turn);
    ts_trust_result result = {0};
    ts_status status = iterate_by_older(all, NEAR_ENOUGH, most, &result, error);
    int turns = result.iterations;
    *found = result.is_near || (is_in_region(all) && result.at_edge);
    if (status == TS_OK && *found && !(residual(all) > NEAR_TOLERANCE * all->settings->tolerance)) {
        status = iterate_by_older(all, NEAR_ENOUGH_TO_END, most, &result, error);
        turns += result.iterations;
        *found = result.is_near;
    }
    if (status != TS_OK) return status;
    ts_older_used(&newton->older, turn, turns, *found);
    if (!*found) return TS_OK;
    all->now.turns = turns;
    if (!is_in_region(all)) return TS_OK;
    all->region.within = result;
    all->now.curvatures = result.iterations;
    return TS_OK;
}

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
    status = solve_by_older(all, turn, found, error);
    all->now.solve_seconds += ts_seconds() - start;
    return status;
}

/* The increment by the Hessian as it is. */
static ts_status refine_increment(ts_search *all, ts_error *error) {
    ts_newton *newton = all->newton;
    const bool is_projected = !all->now.gradient_step && all->now.projected_share == 1.0;
    if (!is_in_region(all) || !is_projected) return TS_OK;
    ts_status status = make_region(newton, error);
    if (status == TS_OK) status = assemble(all, TS_HESSIAN_EXACT, error);
    if (status != TS_OK) return status;
    const double start = ts_seconds();
    const ts_trust_model model = model_of(all, TS_TRUST_NEAR_ENOUGH, TS_TRUST_MOST_ITERATIONS);
    status = ts_trust_increment(newton->region, &model, newton->p, &all->region.within, error);
    all->now.curvatures = all->region.within.iterations;
    all->now.solve_seconds += ts_seconds() - start;
    return status;
}

ts_status ts_search_increment(ts_search *all, ts_error *error) {
    all->region.within = (ts_trust_result){0};
    bool by_older;
    ts_status status = find_by_older(all, &by_older, error);
    if (status == TS_OK && !by_older) status = find_by_own(all, error);
    if (status != TS_OK) return status;
    all->now.residual = residual(all);
    all->now.energy_residual = energy_residual(all);
    return by_older ? TS_OK : refine_increment(all, error);
}
