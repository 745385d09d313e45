/* SPDX-License-Identifier: GPL-2.0-or-later
 * The Newton loop: gradient and projected Hessian, increment, filtered step, backtracking on the energy. */
#include "cipc/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/newton_corrected.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/vec3.h"

/* How much of the projection is taken: by how far negative curvature bends the Hessian, which is a matter of the place,
 * and by how far the quadratic model can be trusted. The last level is the projected Hessian. */
static const double PROJECTED_SHARE[] = {0.0, 1.0 / 64.0, 1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 1.0 / 2.0, 1.0};
enum { TOP_LEVEL = sizeof PROJECTED_SHARE / sizeof *PROJECTED_SHARE - 1 };

/* Friction's Hessian is majorized for a few iterations after a step had to be halved. */
enum { RESTLESS = 4 };

/* Radii of the trust region, over the length of the projected Hessian's increment. It grows by the factor where the
 * energy falls by this share of what the model says up to the edge, and shrinks where it does by no more than the
 * other, or where the increment does not pass in full. */
static const double FIRST_RADIUS = 2.0, LAST_RADIUS = 64.0, GROWTH = 2.0, SHRINKING = 0.25;
static const double GOOD_SHARE = 0.75, POOR_SHARE = 0.25;

ts_newton_settings ts_newton_standard(double h) {
    return (ts_newton_settings){
        .tolerance = 1e-3,
        .h = h,
        .most_iterations = 10000,
        .most_halvings = 60,
        .settled = 3,
        .tiny_step = 1e-6,
        .most_tiny = 5,
        .least_progress = 0.1,
    };
}

ts_status ts_newton_create(size_t nodes, ts_newton **newton, ts_error *error) {
    ts_newton *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the Newton solver");
    made->nodes = nodes;
    made->gradient = malloc((nodes + 1) * sizeof *made->gradient);
    made->p = malloc((nodes + 1) * sizeof *made->p);
    made->start = malloc((nodes + 1) * sizeof *made->start);
    made->best = malloc((nodes + 1) * sizeof *made->best);
    ts_status status = TS_OK;
    if (!made->gradient || !made->p || !made->start || !made->best) status = ts_fail_memory(error, "the Newton solver");
    if (status == TS_OK) status = ts_linear_solver_create(&made->solver, error);
    if (status != TS_OK) {
        ts_newton_destroy(made);
        return status;
    }
    *newton = made;
    return TS_OK;
}

void ts_newton_destroy(ts_newton *newton) {
    if (!newton) return;
    ts_block_matrix_clear(&newton->hessian);
    ts_linear_solver_destroy(newton->solver);
    free(newton->gradient);
    free(newton->p);
    free(newton->start);
    free(newton->best);
    free(newton->exact);
    ts_correction_destroy(newton->correction);
    ts_trust_region_destroy(newton->region);
    free(newton);
}

ts_status ts_newton_forget(ts_newton *newton, ts_error *error) {
    ts_block_matrix_clear(&newton->hessian);
    return ts_linear_solver_renew(&newton->solver, error);
}

const ts_linear_report *ts_newton_linear_report(const ts_newton *newton) {
    return ts_linear_solver_report(newton->solver);
}

ts_displacement ts_newton_displacement(const ts_newton *newton) {
    return (ts_displacement){(const double(*)[3])newton->start, (const double(*)[3])newton->p, newton->fraction};
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

/* p = -H^-1 g by the Hessian of this level; *solved is false, and p = -g, where the factorization fails. */
static ts_status solve_at(ts_search *all, int level, bool *solved, ts_error *error) {
    ts_newton *newton = all->newton;
    const ts_hessian_form full = all->restless > 0 ? TS_HESSIAN_MAJORIZED : TS_HESSIAN_PROJECTED;
    const ts_status status =
        level == TOP_LEVEL ? assemble(all, full, error) : assemble_between(all, PROJECTED_SHARE[level], error);
    if (status != TS_OK) return status;
    for (size_t i = 0; i < newton->nodes; ++i) ts_scale(-1.0, newton->gradient[i], newton->p[i]);
    return (level == TOP_LEVEL ? ts_linear_solve : ts_linear_solve_definite)(newton->solver, &newton->hessian,
                                                                             *newton->p, *newton->p, solved, error);
}

/* One level up; a level that was just tried and did not hold is not tried again soon. */
static void raise_level(ts_search_trust *of) {
    if (of->lowered) of->patience = of->patience < TS_SEARCH_MOST_PATIENCE ? 2 * of->patience : TS_SEARCH_MOST_PATIENCE;
    of->lowered = false;
    of->wait = of->patience;
    ++of->level;
}

/* By the least projected Hessian that is trusted and definite; where the factorization of the projected one fails for
 * good, p = -g over the mean diagonal. */
static ts_status find_increment(ts_search *all, ts_error *error) {
    ts_newton *newton = all->newton;
    const ts_linear_report before = *ts_linear_solver_report(newton->solver);
    bool solved = false;
    ts_status status = TS_OK;
    int level = all->trust.is_near ? all->trust.level : TOP_LEVEL;
    while (level < TOP_LEVEL) {
        status = solve_at(all, level, &solved, error);
        if (status != TS_OK || solved) break;
        raise_level(&all->trust);
        level = all->trust.level;
    }
    if (status == TS_OK && !solved) status = solve_at(all, level, &solved, error);
    all->now.projected_share = PROJECTED_SHARE[level];
    if (status != TS_OK) return status;
    const ts_linear_report *after = ts_linear_solver_report(newton->solver);
    all->now.analyse_seconds = after->analyse_seconds - before.analyse_seconds;
    all->now.factor_seconds = after->factor_seconds - before.factor_seconds;
    all->now.solve_seconds = after->solve_seconds - before.solve_seconds;
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

/* The increment by the Hessian as it is. */
static ts_status refine_increment(ts_search *all, ts_error *error) {
    ts_newton *newton = all->newton;
    all->region.within = (ts_trust_result){0};
    const bool is_projected = !all->now.gradient_step && all->now.projected_share == 1.0;
    if (all->region.radius < FIRST_RADIUS || !is_projected) return TS_OK;
    ts_status status = newton->region ? TS_OK : ts_trust_region_create(&newton->region, error);
    if (status == TS_OK) status = assemble(all, TS_HESSIAN_EXACT, error);
    if (status != TS_OK) return status;
    const double start = ts_seconds();
    const ts_trust_model model = {newton->solver, &newton->hessian, (const double(*)[3])newton->gradient,
                                  all->region.radius};
    status = ts_trust_increment(newton->region, &model, newton->p, &all->region.within, error);
    all->now.curvatures = all->region.within.iterations;
    all->now.solve_seconds += ts_seconds() - start;
    return status;
}

/* ---- The step ---- */

/* Halves the step until one is found, first by so many halvings. */
static ts_status backtrack(ts_search *all, int first, bool *found, ts_error *error) {
    double alpha = ldexp(all->now.max_step, -first);
    for (int k = first; k <= all->settings->most_halvings && alpha > 0.0; ++k, alpha *= 0.5) {
        all->now.halvings = k;
        const ts_status status = ts_search_try(all, alpha, found, error);
        if (status != TS_OK || *found) return status;
    }
    memcpy(all->x, all->newton->start, all->newton->nodes * sizeof *all->x);
    return ts_objective_update(all->objective, (const double(*)[3])all->x, error);
}

/* A step that had to be cut, or its increment corrected, says that the quadratic model does not hold here. */
static void settle_trust(ts_search *all, bool found) {
    ts_search_trust *of = &all->trust;
    const bool was_near = of->is_near, failed = all->now.halvings > 0 || all->now.corrections > 0;
    of->is_near = found && all->now.max_step == 1.0 && all->now.corrections == 0 &&
                  all->now.residual < all->settings->exact_below;
    if (!was_near) return;
    if (failed) {
        if (of->level < TOP_LEVEL) raise_level(of);
        return;
    }
    if (of->lowered) of->patience = 1;
    of->lowered = false;
    if (of->level > 0 && --of->wait <= 0) {
        --of->level;
        of->lowered = true;
    }
}

/* A region is there after an increment that passed in full, but not soon again after one that failed in it. */
static void settle_region(ts_search *all, bool found) {
    ts_search_region *of = &all->region;
    const bool passed = found && all->now.max_step == 1.0 && all->now.halvings == 0 && all->now.corrections == 0;
    if (of->within.iterations == 0) {
        of->radius = all->settings->trust_region && passed && --of->wait <= 0 ? FIRST_RADIUS : 0.0;
        return;
    }
    const double fall = all->now.energy - all->energy.value;
    if (!passed || fall <= POOR_SHARE * of->within.fall) {
        of->radius *= SHRINKING;
        of->wait = of->patience;
        of->patience = of->patience < TS_SEARCH_MOST_PATIENCE ? 2 * of->patience : TS_SEARCH_MOST_PATIENCE;
        return;
    }
    of->patience = 1;
    if (of->within.at_edge && fall >= GOOD_SHARE * of->within.fall) of->radius = fmin(GROWTH * of->radius, LAST_RADIUS);
}

static ts_status iterate(ts_search *all, bool *found, ts_error *error) {
    all->now.energy = all->energy.value;
    ts_status status = find_increment(all, error);
    if (status != TS_OK) return status;
    all->now.residual = residual(all);
    all->now.energy_residual = energy_residual(all);
    status = refine_increment(all, error);
    if (status != TS_OK) return status;
    memcpy(all->newton->start, all->x, all->newton->nodes * sizeof *all->x);
    *found = false;
    status = ts_search_limit(all, error);
    if (status != TS_OK) return status;
    const double start = ts_seconds(), filtered = all->now.filter_seconds;
    const bool is_corrected = all->settings->corrected && !all->now.gradient_step && all->wait-- <= 0;
    if (is_corrected) status = ts_search_correct(all, found, error);
    if (status == TS_OK && !*found) status = backtrack(all, is_corrected ? 1 : 0, found, error);
    all->newton->fraction = all->now.alpha;
    settle_trust(all, *found);
    settle_region(all, *found);
    all->restless = all->settings->corrected && all->now.halvings > 0 ? RESTLESS
                    : all->restless > 0                               ? all->restless - 1
                                                                      : 0;
    all->now.search_seconds = ts_seconds() - start - (all->now.filter_seconds - filtered);
    return status;
}

static ts_status begin(ts_search *all, ts_error *error) {
    const uint8_t *held = all->objective->held;
    for (size_t i = 0; i < all->newton->nodes; ++i) all->unknown_nodes += !(held && held[i]);
    const ts_status status = ts_objective_update(all->objective, (const double(*)[3])all->x, error);
    if (status == TS_OK) all->energy = ts_objective_evaluate(all->objective, (const double(*)[3])all->x);
    return status;
}

/* Lets stiffnesses adapt to the iterate, which then has another energy. */
static ts_status adapt(ts_search *all, ts_error *error) {
    bool changed;
    const ts_status status = ts_objective_adapt(all->objective, (const double(*)[3])all->x, &changed, error);
    if (status == TS_OK && changed) all->energy = ts_objective_evaluate(all->objective, (const double(*)[3])all->x);
    return status;
}

/* How many iterations in a row were so. */
typedef struct counters {
    int settled, tiny;
    int unsettled;
    double allowed[TS_NEWTON_CRAWL]; /* what the filters allowed in the last of the unsettled, in a ring */
} counters;

/* Steps too short, each by itself or many together. */
static bool is_stalled(const ts_newton_settings *settings, const counters *in_a_row) {
    if (in_a_row->tiny >= settings->most_tiny) return true;
    if (in_a_row->unsettled < TS_NEWTON_CRAWL) return false;
    double sum = 0.0;
    for (int k = 0; k < TS_NEWTON_CRAWL; ++k) sum += in_a_row->allowed[k];
    return sum < settings->least_progress;
}

/* What a settled, stalled or stopped iteration ends with; false: the next one follows. */
static bool is_over(const ts_search *all, const counters *in_a_row, bool found, bool goes_on,
                    ts_newton_outcome *outcome) {
    const ts_newton_settings *settings = all->settings;
    const bool is_settled = in_a_row->settled > 0, is_tiny = in_a_row->tiny > 0;
    if (in_a_row->settled >= settings->settled || (!found && is_settled)) {
        *outcome = TS_NEWTON_CONVERGED;
    } else if (is_stalled(settings, in_a_row) || (is_tiny && !found)) {
        *outcome = TS_NEWTON_TINY_TOI;
    } else if (!found) {
        *outcome = all->now.gradient_step ? TS_NEWTON_NOT_SOLVED : TS_NEWTON_NO_STEP;
    } else if (!goes_on) {
        *outcome = TS_NEWTON_STOPPED;
    } else {
        return false;
    }
    return true;
}

static void count(const ts_search *all, counters *in_a_row) {
    const ts_newton_settings *settings = all->settings;
    const bool is_settled = all->now.residual < settings->tolerance;
    const bool is_sure = settings->energy_settles && settings->mass > 0.0 && !all->now.gradient_step &&
                         all->now.max_step == 1.0 && all->now.energy_residual < settings->tolerance;
    in_a_row->settled = !is_settled ? 0 : is_sure ? settings->settled : in_a_row->settled + 1;
    in_a_row->tiny = !is_settled && all->now.max_step < all->settings->tiny_step ? in_a_row->tiny + 1 : 0;
    in_a_row->unsettled = is_settled ? 0 : in_a_row->unsettled + 1;
    if (!is_settled) in_a_row->allowed[(in_a_row->unsettled - 1) % TS_NEWTON_CRAWL] = all->now.max_step;
}

ts_status ts_newton_minimise(ts_newton *newton, ts_objective *objective, const ts_newton_settings *settings,
                             double (*x)[3], ts_newton_result *result, ts_error *error) {
    const ts_newton_observer *observer = &settings->observer;
    ts_search all = {.newton = newton,
                     .objective = objective,
                     .settings = settings,
                     .x = x,
                     .trust = {.patience = 1},
                     .region = {.patience = 1},
                     .patience = 1};
    ts_status status = begin(&all, error);
    ts_newton_outcome outcome = all.unknown_nodes == 0 ? TS_NEWTON_CONVERGED : TS_NEWTON_LIMIT;
    counters in_a_row = {0};
    bool is_done = all.unknown_nodes == 0;
    int k = 0;
    for (; status == TS_OK && !is_done && k < settings->most_iterations; ++k) {
        all.now =
            (ts_newton_iteration){.minimisation = settings->minimisation, .iteration = settings->first_iteration + k};
        bool found;
        status = iterate(&all, &found, error);
        if (status != TS_OK) break;
        count(&all, &in_a_row);
        const bool goes_on = !observer->observe || observer->observe(observer->self, &all.now, (const double(*)[3])x);
        is_done = is_over(&all, &in_a_row, found, goes_on, &outcome);
        if (!is_done) status = adapt(&all, error);
    }
    *result = (ts_newton_result){.outcome = outcome, .iterations = k, .last = all.now};
    return status;
}
