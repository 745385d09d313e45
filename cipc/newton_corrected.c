/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which trials corrected increments learn from, and which of them is taken. */
#include "cipc/newton_corrected.h"

#include <math.h>
#include <string.h>

/* Corrected increments are tried at so many lengths, each a quarter of the one before, and at each learn from so many
 * trials; those that the filters cut to less than the least are not taken. */
enum { CORRECTED_LENGTHS = 4, CORRECTED_TRIALS = 4 };
static const double LEAST_CORRECTED = 1.0 / 16.0;
/* A trial whose rise is explained by less than this share is beyond correction. Before a shorter increment is
 * corrected, half of the longer one is taken as it is, if that lowers the energy by this share of what the model says.
 */
static const double LEAST_EXPLAINED = 0.5, AS_MODELLED = 0.8;
/* A step that the filters cut to less than this is lengthened by so many trials at most, for as long as each makes it
 * longer by this factor. */
static const double CUT = 0.9, LONGER = 1.25;
enum { LENGTHENING_TRIALS = 3 };

static ts_status begin_correction(ts_search *all, ts_error *error) {
    ts_newton *newton = all->newton;
    ts_status status = TS_OK;
    if (!newton->correction) status = ts_correction_create(newton->nodes, &newton->correction, error);
    if (status != TS_OK) return status;
    const ts_trust_result *within = &all->region.within;
    const ts_correction_model model = {
        .objective = all->objective,
        .solver = newton->latest,
        .x = (const double(*)[3])newton->start,
        .majorized = all->restless > 0 && within->iterations == 0,
        .fall = within->iterations > 0 ? within->fall : 0.5 * ts_search_descent(all),
    };
    return ts_correction_begin(newton->correction, &model, (const double(*)[3])newton->p, error);
}

/* What the filters allow of a corrected increment; nothing of one that strays. */
static ts_status limit_corrected(ts_search *all, ts_error *error) {
    const ts_newton *newton = all->newton;
    if (!ts_correction_strays(newton->correction, (const double(*)[3])newton->p)) return ts_search_limit(all, error);
    all->now.max_step = 0.0;
    return TS_OK;
}

/* For the whole of it at first; segments that turn by less of it are to be less far pulled back. */
static ts_status correct(ts_search *all, double length, ts_error *error) {
    ts_correction *correction = all->newton->correction;
    ++all->now.corrections;
    ts_status status = ts_correction_increment(correction, length, all->newton->p, error);
    if (status == TS_OK) status = limit_corrected(all, error);
    const bool is_cut = all->now.max_step > 0.0 && all->now.max_step < CUT;
    if (status != TS_OK || !is_cut || !ts_correction_turns(correction)) return status;
    status = ts_correction_reach(correction, all->now.max_step, all->newton->p, error);
    return status == TS_OK ? limit_corrected(all, error) : status;
}

/* Trials that each learn from the one before, of increments that begin with this length of the first. *hopeless: no
 * correction that is known helps. */
static ts_status try_corrected(ts_search *all, double length, bool *found, bool *hopeless, ts_error *error) {
    for (int trial = 0; trial < CORRECTED_TRIALS; ++trial) {
        const bool is_first = length == 1.0 && trial == 0;
        ts_status status = is_first ? TS_OK : correct(all, length, error);
        if (status != TS_OK || all->now.max_step == 0.0) return status;
        const bool may_be_taken = is_first || all->now.max_step >= LEAST_CORRECTED;
        status = may_be_taken ? ts_search_try(all, all->now.max_step, found, error)
                              : ts_search_go_to(all, all->now.max_step, error);
        if (status != TS_OK || *found) return status;
        double explained;
        status = ts_correction_learn(all->newton->correction, (const double(*)[3])all->x, all->now.max_step,
                                     (const double(*)[3])all->newton->p, &explained, error);
        *hopeless = is_first && explained < LEAST_EXPLAINED * all->rise;
        if (status != TS_OK || *hopeless) return status;
    }
    return TS_OK;
}

/* What the model says that the energy falls by along this much of the first increment, l d - l^2 p.Hp / 2, d = -g.p. */
static double modelled_fall(const ts_search *all, double length) {
    const ts_trust_result *within = &all->region.within;
    const double descent = ts_search_descent(all), whole = within->iterations > 0 ? within->fall : 0.5 * descent;
    return length * descent - length * length * (descent - whole);
}

/* Takes this much of the first increment if the energy falls by about what its model says. */
static ts_status try_as_modelled(ts_search *all, double length, bool *found, ts_error *error) {
    const ts_newton *newton = all->newton;
    ts_correction_undo(newton->correction, newton->p);
    const ts_status status = ts_search_go_to(all, length, error);
    if (status != TS_OK) return status;
    const ts_objective_value here = ts_objective_evaluate(all->objective, (const double(*)[3])all->x);
    *found = all->energy.value - here.value >= AS_MODELLED * modelled_fall(all, length);
    if (!*found) return TS_OK;
    all->energy = here;
    all->now.alpha = length;
    return ts_search_limit(all, error); /* so that what contact reports is of this increment again */
}

/* Corrections that fail are not tried again at once, also where all lengths but the last have failed before a piece of
 * the increment as it is was a step: a deck of cards that crept so paid for five of them in each iteration. */
static void settle_patience(ts_search *all, bool helped) {
    all->wait = helped ? 0 : all->patience;
    all->patience = helped ? 1 : all->patience < TS_SEARCH_MOST_PATIENCE ? 2 * all->patience : TS_SEARCH_MOST_PATIENCE;
}

/* Back to the best increment, and to where it led. */
static ts_status return_to_best(ts_search *all, ts_error *error) {
    memcpy(all->newton->p, all->newton->best, all->newton->nodes * sizeof *all->newton->p);
    const ts_status status = ts_search_limit(all, error);
    return status == TS_OK ? ts_search_go_to(all, all->now.alpha, error) : status;
}

/* A step that was found, but that the filters have cut: what it meets corrects the increment, which may then go
 * further. */
static ts_status lengthen(ts_search *all, ts_error *error) {
    ts_newton *newton = all->newton;
    bool longer = true;
    for (int trial = 0; trial < LENGTHENING_TRIALS && longer && all->now.alpha < CUT; ++trial) {
        const double before = all->now.alpha;
        memcpy(newton->best, newton->p, newton->nodes * sizeof *newton->p);
        double explained;
        ts_status status = ts_correction_learn(newton->correction, (const double(*)[3])all->x, before,
                                               (const double(*)[3])newton->p, &explained, error);
        if (status == TS_OK) status = correct(all, 1.0, error);
        bool better = false;
        if (status == TS_OK && all->now.max_step > 0.0) status = ts_search_try(all, all->now.max_step, &better, error);
        if (status != TS_OK) return status;
        if (!better) return return_to_best(all, error);
        longer = all->now.alpha >= LONGER * before;
    }
    return TS_OK;
}

ts_status ts_search_correct(ts_search *all, bool *found, ts_error *error) {
    if (all->now.max_step == 0.0) return TS_OK;
    ts_status status = begin_correction(all, error);
    double length = 1.0;
    bool hopeless = false, crept = false;
    const double whole = all->now.max_step;
    for (int k = 0; status == TS_OK && !*found && !hopeless && k < CORRECTED_LENGTHS; ++k, length *= 0.25) {
        if (k > 0) status = try_as_modelled(all, ldexp(whole, 1 - 2 * k), found, error);
        if (*found) all->now.halvings = 2 * k - 1;
        crept = *found && k == CORRECTED_LENGTHS - 1;
        if (status != TS_OK || *found) break;
        status = try_corrected(all, length, found, &hopeless, error);
        if (status == TS_OK && *found && length == 1.0) status = lengthen(all, error);
    }
    settle_patience(all, *found && !crept);
    if (status != TS_OK || *found || all->now.corrections == 0) return status;
    ts_correction_undo(all->newton->correction, all->newton->p);
    return ts_search_limit(all, error);
}
