/* SPDX-License-Identifier: GPL-2.0-or-later
 * The Newton loop: gradient and projected Hessian, increment, filtered step, backtracking on the energy. */
#include "cipc/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/newton_corrected.h"
#include "cipc/newton_increment.h"
#include "core/clock.h"
#include "core/error.h"

/* Friction's Hessian is majorized for a few iterations after a step had to be halved. */
enum { RESTLESS = 4 };

/* Radii of the trust region, over the length of the projected Hessian's increment. It grows by the factor where the
 * energy falls by this share of what the model says up to the edge, and shrinks where it does by no more than the
 * other, or where the increment does not pass in full. */
static const double LAST_RADIUS = 64.0, GROWTH = 2.0, SHRINKING = 0.25;
static const double GOOD_SHARE = 0.75, POOR_SHARE = 0.25;
/* So many corrections an increment may have had that counts as passed. Braids took a sixth more iterations where there
 * might be any number. */
enum { TRUSTED_CORRECTIONS = 1 };

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
    made->latest = made->solver;
    *newton = made;
    return TS_OK;
}

void ts_newton_destroy(ts_newton *newton) {
    if (!newton) return;
    ts_block_matrix_clear(&newton->hessian);
    ts_linear_solver_destroy(newton->solver);
    ts_body_blocks_clear(&newton->bodies);
    ts_linear_solver_destroy(newton->body_solver);
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
    newton->older = (ts_older_factor){0};
    ts_block_matrix_clear(&newton->hessian);
    ts_block_matrix_clear(&newton->bodies.matrix);
    newton->bodies.is_taken = false;
    ts_status status = ts_linear_solver_renew(&newton->solver, error);
    if (status == TS_OK && newton->body_solver) status = ts_linear_solver_renew(&newton->body_solver, error);
    newton->latest = newton->solver;
    return status;
}

ts_linear_report ts_newton_linear_report(const ts_newton *newton) {
    ts_linear_report sum = *ts_linear_solver_report(newton->solver);
    if (!newton->body_solver) return sum;
    const ts_linear_report *more = ts_linear_solver_report(newton->body_solver);
    sum.orderings += more->orderings;
    sum.analyses += more->analyses;
    sum.factorizations += more->factorizations;
    sum.shifts += more->shifts;
    sum.analyse_seconds += more->analyse_seconds;
    sum.factor_seconds += more->factor_seconds;
    sum.solve_seconds += more->solve_seconds;
    sum.least_rcond = fmin(sum.least_rcond, more->least_rcond);
    return sum;
}

ts_displacement ts_newton_displacement(const ts_newton *newton) {
    return (ts_displacement){(const double(*)[3])newton->start, (const double(*)[3])newton->p, newton->fraction};
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
        if (of->level < TS_SEARCH_TOP_LEVEL) ts_search_raise_level(of);
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
    const bool is_trusted = all->now.halvings == 0 && all->now.corrections <= TRUSTED_CORRECTIONS;
    const bool passed = found && all->now.max_step == 1.0 && is_trusted;
    if (of->within.iterations == 0) {
        of->radius = all->settings->trust_region && passed && --of->wait <= 0 ? TS_SEARCH_FIRST_RADIUS : 0.0;
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
    ts_status status = ts_search_increment(all, error);
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

/* Is the iteration's increment below the tolerance in the norm of the energy, of which its mass is a part? */
static bool is_below_in_energy(const ts_search *all) {
    const ts_newton_settings *settings = all->settings;
    const ts_newton_doubt *doubt = &settings->doubt;
    return settings->energy_settles && settings->mass > 0.0 && !all->now.gradient_step && all->now.max_step == 1.0 &&
           all->now.energy_residual < settings->tolerance &&
           !(doubt->exists && doubt->exists(doubt->self, (const double(*)[3])all->x));
}

static void count(const ts_search *all, counters *in_a_row) {
    const ts_newton_settings *settings = all->settings;
    const bool is_settled = all->now.residual < settings->tolerance, is_sure = is_settled && is_below_in_energy(all);
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
