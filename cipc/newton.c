/* SPDX-License-Identifier: GPL-2.0-or-later
 * The Newton loop: gradient and projected Hessian, increment, filtered step, backtracking on the energy. */
#include "cipc/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/correction.h"
#include "cipc/trust_region.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/vec3.h"

struct ts_newton {
    size_t nodes;
    ts_block_matrix hessian;
    ts_linear_solver *solver;
    double (*gradient)[3], (*p)[3], (*start)[3];
    double fraction; /* of p that was gone from start */
    double *exact;   /* values of the Hessian before projection */
    ts_correction *correction;
    ts_trust_region *region;
};

/* How much of the projection is taken: by how far negative curvature bends the Hessian, which is a matter of the place,
 * and by how far the quadratic model can be trusted. The last level is the projected Hessian. */
static const double PROJECTED_SHARE[] = {0.0, 1.0 / 64.0, 1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 1.0 / 2.0, 1.0};
enum { TOP_LEVEL = sizeof PROJECTED_SHARE / sizeof *PROJECTED_SHARE - 1, MOST_PATIENCE = 4 };

/* Corrected increments are tried at so many lengths, each a quarter of the one before, and at each learn from so many
 * trials; those that the filters cut to less than the least are not taken. Friction's Hessian is majorized for a few
 * iterations after a step had to be halved. */
enum { CORRECTED_LENGTHS = 4, CORRECTED_TRIALS = 2, RESTLESS = 4 };
static const double LEAST_CORRECTED = 1.0 / 16.0;
/* A trial whose rise is explained by less than this share is beyond correction. Before a shorter increment is
 * corrected, half of the longer one is taken as it is, if that lowers the energy by this share of what the model says.
 */
static const double LEAST_EXPLAINED = 0.5, AS_MODELLED = 0.8;

/* Radii of the trust region, over the length of the projected Hessian's increment. It grows by the factor where the
 * energy falls by this share of what the model says up to the edge, and shrinks where it does by no more than the
 * other, or where the increment does not pass in full. */
static const double FIRST_RADIUS = 2.0, LAST_RADIUS = 64.0, GROWTH = 2.0, SHRINKING = 0.25;
static const double GOOD_SHARE = 0.75, POOR_SHARE = 0.25;

typedef struct trust {
    bool is_near; /* the last increment was short, and the whole of it was gone */
    int level;
    int wait;     /* iterations until the next level below is tried */
    int patience; /* what to wait when that fails */
    bool lowered; /* after the last iteration */
} trust;

typedef struct region {
    double radius;          /* of the trust region; below FIRST_RADIUS: there is none */
    ts_trust_result within; /* of the last increment; zeros where it was the projected Hessian's */
    int wait, patience;     /* iterations without one: from now, and after one that fails */
} region;

/* The state of one minimisation. */
typedef struct search {
    ts_newton *newton;
    ts_objective *objective;
    const ts_newton_settings *settings;
    double (*x)[3];
    size_t unknown_nodes;
    ts_objective_value energy; /* at x */
    ts_newton_iteration now;
    trust trust;
    region region;
    int restless;       /* iterations for which friction is majorized */
    int wait, patience; /* iterations without corrections: from now, and what follows when they fail again */
    double rise;        /* of the energy, by the last trial */
} search;

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
    ts_status status = TS_OK;
    if (!made->gradient || !made->p || !made->start) status = ts_fail_memory(error, "the Newton solver");
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

static ts_status assemble(search *all, ts_hessian_form form, ts_error *error) {
    const double start = ts_seconds();
    const ts_derivatives to = {all->newton->gradient, &all->newton->hessian, form};
    const ts_status status = ts_objective_assemble(all->objective, (const double(*)[3])all->x, &to, error);
    all->now.assemble_seconds += ts_seconds() - start;
    return status;
}

/* The exact Hessian and a share of what projection adds to it. */
static ts_status assemble_between(search *all, double share, ts_error *error) {
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
static ts_status solve_at(search *all, int level, bool *solved, ts_error *error) {
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
static void raise_level(trust *of) {
    if (of->lowered) of->patience = of->patience < MOST_PATIENCE ? 2 * of->patience : MOST_PATIENCE;
    of->lowered = false;
    of->wait = of->patience;
    ++of->level;
}

/* By the least projected Hessian that is trusted and definite; where the factorization of the projected one fails for
 * good, p = -g over the mean diagonal. */
static ts_status find_increment(search *all, ts_error *error) {
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

static double residual(const search *all) {
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

/* -g.p = p.Hp: twice what the quadratic model says that the energy falls by. */
static double modelled_fall(const search *all) {
    double fall = 0.0;
    for (size_t i = 0; i < all->newton->nodes; ++i) fall -= ts_dot(all->newton->gradient[i], all->newton->p[i]);
    return fall;
}

/* H is at least the masses: weighed by mass the increment is no longer than this, and much shorter where H is stiff. */
static double energy_residual(const search *all) {
    const double mass = all->settings->mass, fall = modelled_fall(all);
    return mass > 0.0 && fall > 0.0 ? sqrt(fall / mass) / all->settings->h : 0.0;
}

/* The increment by the Hessian as it is. */
static ts_status refine_increment(search *all, ts_error *error) {
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

/* x = start + alpha p; the full step goes to the very x that the filters looked at. */
static void move(search *all, double alpha) {
    for (size_t i = 0; i < all->newton->nodes; ++i) ts_axpy(all->newton->start[i], alpha, all->newton->p[i], all->x[i]);
}

/* To x = start + alpha p. */
static ts_status go_to(search *all, double alpha, ts_error *error) {
    move(all, alpha);
    return ts_objective_update(all->objective, (const double(*)[3])all->x, error);
}

/* Takes this step, *found, if the energy does not rise by more than its own rounding. */
static ts_status try_step(search *all, double alpha, bool *found, ts_error *error) {
    const ts_status status = go_to(all, alpha, error);
    if (status != TS_OK) return status;
    const ts_objective_value here = ts_objective_evaluate(all->objective, (const double(*)[3])all->x);
    all->rise = here.value - all->energy.value;
    *found = here.value <= all->energy.value + all->energy.noise;
    if (!*found) return TS_OK;
    all->energy = here;
    all->now.alpha = alpha;
    return TS_OK;
}

static ts_status limit_step(search *all, ts_error *error) {
    const double start = ts_seconds();
    const ts_status status = ts_objective_max_step(all->objective, (const double(*)[3])all->newton->start,
                                                   (const double(*)[3])all->newton->p, &all->now.max_step, error);
    all->now.filter_seconds += ts_seconds() - start;
    return status;
}

/* ---- Corrected increments ---- */

static ts_status begin_correction(search *all, ts_error *error) {
    ts_newton *newton = all->newton;
    ts_status status = TS_OK;
    if (!newton->correction) status = ts_correction_create(newton->nodes, &newton->correction, error);
    if (status != TS_OK) return status;
    const ts_correction_model model = {all->objective, newton->solver, (const double(*)[3])newton->start};
    ts_correction_begin(newton->correction, &model, (const double(*)[3])newton->p);
    return TS_OK;
}

static ts_status correct(search *all, double length, ts_error *error) {
    ++all->now.corrections;
    const ts_status status = ts_correction_increment(all->newton->correction, length, all->newton->p, error);
    return status == TS_OK ? limit_step(all, error) : status;
}

/* Trials that each learn from the one before, of increments that begin with this length of the first. *hopeless: no
 * correction that is known helps. */
static ts_status try_corrected(search *all, double length, bool *found, bool *hopeless, ts_error *error) {
    for (int trial = 0; trial < CORRECTED_TRIALS; ++trial) {
        const bool is_first = length == 1.0 && trial == 0;
        ts_status status = is_first ? TS_OK : correct(all, length, error);
        if (status != TS_OK || all->now.max_step == 0.0) return status;
        const bool may_be_taken = is_first || all->now.max_step >= LEAST_CORRECTED;
        status = may_be_taken ? try_step(all, all->now.max_step, found, error) : go_to(all, all->now.max_step, error);
        if (status != TS_OK || *found) return status;
        double explained;
        status = ts_correction_learn(all->newton->correction, (const double(*)[3])all->x, all->now.max_step,
                                     (const double(*)[3])all->newton->p, &explained, error);
        *hopeless = is_first && explained < LEAST_EXPLAINED * all->rise;
        if (status != TS_OK || *hopeless) return status;
    }
    return TS_OK;
}

/* Takes this much of the first increment if the energy falls by about what its model says, l (1 - l/2) p.Hp. */
static ts_status try_as_modelled(search *all, double length, bool *found, ts_error *error) {
    const ts_newton *newton = all->newton;
    ts_correction_undo(newton->correction, newton->p);
    const ts_status status = go_to(all, length, error);
    if (status != TS_OK) return status;
    const ts_objective_value here = ts_objective_evaluate(all->objective, (const double(*)[3])all->x);
    *found = all->energy.value - here.value >= AS_MODELLED * length * (1.0 - 0.5 * length) * modelled_fall(all);
    if (!*found) return TS_OK;
    all->energy = here;
    all->now.alpha = length;
    return limit_step(all, error); /* so that what contact reports is of this increment again */
}

/* Corrections that fail are not tried again at once. */
static void settle_patience(search *all, bool found) {
    all->wait = found ? 0 : all->patience;
    all->patience = found ? 1 : all->patience < MOST_PATIENCE ? 2 * all->patience : MOST_PATIENCE;
}

/* The increment, or what its trial and those of corrected ones make of it. Where none of them is a step, p is what it
 * was. */
static ts_status correct_increment(search *all, bool *found, ts_error *error) {
    if (all->now.max_step == 0.0) return TS_OK;
    ts_status status = begin_correction(all, error);
    double length = 1.0;
    bool hopeless = false;
    const double whole = all->now.max_step;
    for (int k = 0; status == TS_OK && !*found && !hopeless && k < CORRECTED_LENGTHS; ++k, length *= 0.25) {
        if (k > 0) status = try_as_modelled(all, ldexp(whole, 1 - 2 * k), found, error);
        if (*found) all->now.halvings = 2 * k - 1;
        if (status == TS_OK && !*found) status = try_corrected(all, length, found, &hopeless, error);
    }
    settle_patience(all, *found);
    if (status != TS_OK || *found || all->now.corrections == 0) return status;
    ts_correction_undo(all->newton->correction, all->newton->p);
    return limit_step(all, error);
}

/* ---- The step ---- */

/* Halves the step until one is found, first by so many halvings. */
static ts_status backtrack(search *all, int first, bool *found, ts_error *error) {
    double alpha = ldexp(all->now.max_step, -first);
    for (int k = first; k <= all->settings->most_halvings && alpha > 0.0; ++k, alpha *= 0.5) {
        all->now.halvings = k;
        const ts_status status = try_step(all, alpha, found, error);
        if (status != TS_OK || *found) return status;
    }
    memcpy(all->x, all->newton->start, all->newton->nodes * sizeof *all->x);
    return ts_objective_update(all->objective, (const double(*)[3])all->x, error);
}

/* A step that had to be cut, or its increment corrected, says that the quadratic model does not hold here. */
static void settle_trust(search *all, bool found) {
    trust *of = &all->trust;
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
static void settle_region(search *all, bool found) {
    region *of = &all->region;
    const bool passed = found && all->now.max_step == 1.0 && all->now.halvings == 0 && all->now.corrections == 0;
    if (of->within.iterations == 0) {
        of->radius = all->settings->trust_region && passed && --of->wait <= 0 ? FIRST_RADIUS : 0.0;
        return;
    }
    const double fall = all->now.energy - all->energy.value;
    if (!passed || fall <= POOR_SHARE * of->within.fall) {
        of->radius *= SHRINKING;
        of->wait = of->patience;
        of->patience = of->patience < MOST_PATIENCE ? 2 * of->patience : MOST_PATIENCE;
        return;
    }
    of->patience = 1;
    if (of->within.at_edge && fall >= GOOD_SHARE * of->within.fall) of->radius = fmin(GROWTH * of->radius, LAST_RADIUS);
}

static ts_status iterate(search *all, bool *found, ts_error *error) {
    all->now.energy = all->energy.value;
    ts_status status = find_increment(all, error);
    if (status != TS_OK) return status;
    all->now.residual = residual(all);
    all->now.energy_residual = energy_residual(all);
    status = refine_increment(all, error);
    if (status != TS_OK) return status;
    memcpy(all->newton->start, all->x, all->newton->nodes * sizeof *all->x);
    *found = false;
    status = limit_step(all, error);
    if (status != TS_OK) return status;
    const double start = ts_seconds(), filtered = all->now.filter_seconds;
    const bool is_newton = !all->now.gradient_step && all->region.within.iterations == 0;
    const bool is_corrected = all->settings->corrected && is_newton && all->wait-- <= 0;
    if (is_corrected) status = correct_increment(all, found, error);
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

static ts_status begin(search *all, ts_error *error) {
    const uint8_t *held = all->objective->held;
    for (size_t i = 0; i < all->newton->nodes; ++i) all->unknown_nodes += !(held && held[i]);
    const ts_status status = ts_objective_update(all->objective, (const double(*)[3])all->x, error);
    if (status == TS_OK) all->energy = ts_objective_evaluate(all->objective, (const double(*)[3])all->x);
    return status;
}

/* Lets stiffnesses adapt to the iterate, which then has another energy. */
static ts_status adapt(search *all, ts_error *error) {
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
static bool is_over(const search *all, const counters *in_a_row, bool found, bool goes_on, ts_newton_outcome *outcome) {
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

static void count(const search *all, counters *in_a_row) {
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
    search all = {.newton = newton,
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
