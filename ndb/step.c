/* SPDX-License-Identifier: GPL-2.0-or-later
 * One time step (Lan et al. 2024, Algorithm 1; docs/ndb.md): a warm start without contact, then blocks of local-global
 * iterations, each closed by a full CCD that says how far the accepted point may follow the trial point. A fraction is
 * never applied to a way that it was not found for. */
#include "ndb/step.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/vec3.h"
#include "ndb/diverged.h"
#include "ndb/forward.h"
#include "ndb/iterate.h"
#include "ndb/report.h"
#include "ndb/told.h"

typedef struct stepping {
    ts_ndb *s;
    ts_step_report *report;
    ts_ndb_way way;          /* the last one */
    double change;           /* between the last two outer iterations */
    int lg, halts;           /* halts: outer iterations in a row whose way full CCD all but refused */
    bool stopped, restarted; /* restarted: the block under way began at the accepted point */
} stepping;

/* A part of the way of told nodes that counts as all of it; a part of a way that counts as nothing. */
static const double ARRIVED = 0.999, NOTHING = 1e-3;

/* So many ways in a row of which nothing was taken: what is in the way stays there. After so many of them a block may
 * take so many times its iterations. */
enum { MOST_HALTS = 5, HALTS = 2, PATIENCE = 3 };

/* Iterations that a block may add. */
enum { MOST_SETTLED = 4 };

/* A change that is astray is more than so many times the least one of its block. */
static const double GROWN = 2.0;

static const double (*at(double (*rows)[3]))[3] {
    return (const double(*)[3])rows;
}

/* ---- The start ---- */

/* z (Lan et al. 2024, eq. 21), and the trial point there; told nodes at their targets. */
static void predict(ts_ndb *s) {
    const double h = s->simulation->settings.h;
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        double z[3];
        ts_axpy(s->state->x[i], h, s->state->v[i], z);
        ts_axpy(z, h * h, s->simulation->acceleration[i], z);
        ts_axpy(z, 2.0, s->forwarded[i], z);
        memcpy(s->z[i], z, sizeof z);
        memcpy(s->plus[i], s->told[i] ? s->target[i] : z, sizeof s->plus[i]);
        memcpy(s->minus[i], s->state->x[i], sizeof s->minus[i]);
    }
}

static void start_warmly(ts_ndb *s) {
    const double start = ts_ccd_filter_clock();
    for (int k = 0; k < s->options.warm_lg && s->options.modes > 0; ++k) {
        const double change = ts_ndb_iterate(s, TS_NDB_WARM);
        ++s->counts.warm_lg;
        if (change < s->options.tolerance) break;
    }
    memset(s->seconds, 0, sizeof s->seconds); /* told as a phase of its own */
    s->seconds[TS_NDB_PHASE_WARM] = ts_ccd_filter_clock() - start;
}

/* ---- Full CCD ---- */

static bool has_converged(const stepping *step) {
    return step->way.fraction >= 1.0 && step->change < step->s->options.tolerance;
}

static void add_seconds(ts_ndb *s, const ts_ndb_contact_report *before, double start) {
    const ts_ndb_contact_report *now = ts_ndb_contact_last(s->contact);
    s->seconds[TS_NDB_PHASE_FULL] += ts_ccd_filter_clock() - start;
    s->seconds[TS_NDB_PHASE_BROAD] += now->broad_seconds - before->broad_seconds;
    s->seconds[TS_NDB_PHASE_CCD] += now->ccd.seconds - before->ccd.seconds;
    s->seconds[TS_NDB_PHASE_SET] += now->set_seconds - before->set_seconds;
}

static void tell_displacement(stepping *step, const double (*from)[3], double (*p)[3]) {
    const ts_displacement_listener *listener = &step->s->simulation->hooks.displacements;
    if (!listener->listen) return;
    for (size_t i = 0; i < step->s->bodies->nodes; ++i) ts_sub(step->s->plus[i], from[i], p[i]);
    listener->listen(listener->self, step->lg - 1, &(ts_displacement){from, at(p), step->way.fraction});
}

/* Most ways that are free need no method. After the last one of a step P is not needed any more. */
static ts_status go_without(stepping *step, bool *passes, ts_error *error) {
    ts_ndb *s = step->s;
    *passes = false;
    if (!s->options.advance || !s->options.passes_short_ways) return TS_OK;
    ts_status status = TS_OK;
    if (has_converged(step)) *passes = ts_ndb_contact_pass(s->contact, at(s->minus), at(s->plus), &step->way);
    if (!*passes) status = ts_ndb_contact_pass_on(s->contact, at(s->minus), at(s->plus), &step->way, passes, error);
    if (*passes) memcpy(s->minus, s->plus, s->bodies->nodes * sizeof *s->minus);
    return status;
}

/* The accepted point follows the trial point from where it is, or from the start of the step, as far as it may. */
static ts_status follow(stepping *step, ts_error *error) {
    ts_ndb *s = step->s;
    const double(*from)[3] = s->options.advance ? at(s->minus) : at(s->state->x);
    if (!s->contact) {
        const ts_status status = ts_ndb_check_trial(s->bodies->nodes, at(s->plus), error);
        if (status != TS_OK) return status;
        step->way = (ts_ndb_way){.toi = 1.0, .fraction = 1.0, .least_gap = INFINITY};
        memcpy(s->minus, s->plus, s->bodies->nodes * sizeof *s->minus);
        return TS_OK;
    }
    const double start = ts_ccd_filter_clock();
    const ts_ndb_contact_report before = *ts_ndb_contact_last(s->contact);
    memcpy(s->pull, from, s->bodies->nodes * sizeof *s->pull); /* `from` becomes the accepted point */
    bool passes;
    ts_status status = go_without(step, &passes, error);
    if (status == TS_OK && !passes)
        status = ts_ndb_contact_full(s->contact, from, at(s->plus), s->minus, &step->way, error);
    if (status != TS_OK) return status;
    add_seconds(s, &before, start);
    ts_ndb_accelerate_anew(s);
    if (step->way.answer != TS_CCD_FREE) s->answer = step->way.answer;
    step->halts = step->way.fraction < NOTHING ? step->halts + 1 : 0;
    tell_displacement(step, at(s->pull), s->last);
    const size_t pairs = ts_ndb_contact_last(s->contact)->pairs;
    if (pairs > step->report->most_contacts) step->report->most_contacts = pairs;
    return TS_OK;
}

/* ---- Blocks ---- */

static size_t find_active(ts_ndb *s) {
    if (!s->contact) return 0;
    const double start = ts_ccd_filter_clock();
    const size_t active =
        ts_ndb_contact_partial(s->contact, s->options.advance ? at(s->minus) : at(s->state->x), at(s->plus));
    if (ts_ndb_contact_last(s->contact)->has_changed) s->whole = INFINITY;
    if (ts_ndb_contact_last(s->contact)->has_new_weights) ts_ndb_accelerate_anew(s);
    s->seconds[TS_NDB_PHASE_PARTIAL] += ts_ccd_filter_clock() - start;
    return active;
}

/* Where next to nothing of a way was free the trial point lies behind so much that no weight on the pairs that were hit
 * leads it back. Not twice in a row: the pairs that the block after it found hit are to act first. Nearly every warm
 * start leads through something, which the first block mends; unless it has nowhere to go at all, for cloth that is
 * pressed. */
static bool shall_restart(const stepping *step, int outer) {
    const ts_ndb_options *options = &step->s->options;
    return !step->restarted && step->way.fraction < (outer > 0 ? options->restart_below : options->restart_warm_below);
}

/* The trial point goes back to the accepted one, told nodes aside. */
static void restart_trial(ts_ndb *s) {
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        if (!s->told[i]) memcpy(s->plus[i], s->minus[i], sizeof s->plus[i]);
    }
    ++s->counts.restarts;
}

/* After ways of which nothing was taken a block goes on while pairs are in its way, or they would be in the next one's
 * as well: ndb-twist with 40K nodes was unreached in step 87 by ten times less of each way than of the one before. Not
 * where it would be the last of the step: under a low limit pairs stay in the way of one block after the other so. */
static bool shall_clear(const stepping *step, const ts_ndb_iteration *made) {
    const ts_ndb_options *options = &step->s->options;
    return step->halts >= HALTS && made->active > 0 && made->inner < PATIENCE * options->most_inner &&
           step->lg + options->most_inner < options->lg_per_step;
}

/* What a block remembers of its iterations. */
typedef struct course {
    double first, least; /* changes; since it went back */
    int settled;
    bool is_new, has_gone_back; /* is_new: none since it began or went back */
} course;

/* Where an iteration has changed next to nothing and pairs are in the way all the same, the step cannot end here, and
 * full CCD would only stop at them: a few more iterations may lead around. */
static bool shall_settle(const stepping *step, const ts_ndb_iteration *made, const course *block) {
    const ts_ndb_options *options = &step->s->options;
    return options->contact.stay > 1.0 && block->settled < MOST_SETTLED && made->active > 0 &&
           made->change < options->tolerance;
}

static bool may_go_on(const stepping *step, const ts_ndb_iteration *made) {
    const ts_ndb_options *options = &step->s->options;
    return made->inner + 1 < options->most_inner && step->lg < options->lg_per_step;
}

static bool is_small(const stepping *step, const ts_ndb_iteration *made, const course *block) {
    const ts_ndb_options *options = &step->s->options;
    return made->change < fmax(options->tolerance, options->inner_tolerance * block->first);
}

/* Is it the block's last iteration? A first one that finds pairs active is not where pairs stay in P, which then begin
 * with their first weights: these are to grow, or block after block would end at the same pair. */
static bool shall_end(const stepping *step, const ts_ndb_iteration *made, course *block) {
    if (shall_clear(step, made)) return false;
    if (!may_go_on(step, made)) return true;
    if (block->is_new && made->active > 0 && step->s->options.contact.stay > 1.0) return false;
    if (!is_small(step, made, block)) return false;
    if (!shall_settle(step, made, block)) return true;
    ++block->settled;
    return false;
}

/* Where the trial point goes the farther the more the weights of pairs grow, the cloth tears: changes grow, where they
 * shrink otherwise. Pairs that were hit on a way through several layers at once may contradict each other, and what
 * serves them best lie far from any of them; this was not looked at pair by pair. Once a block. */
static bool is_astray(const stepping *step, const ts_ndb_iteration *made, const course *block) {
    const ts_ndb_options *options = &step->s->options;
    const double most = fmax(GROWN * block->least, options->astray * options->tolerance);
    return !block->has_gone_back && made->active > 0 && made->change > most && may_go_on(step, made);
}

/* To the accepted point, with first weights. */
static void go_back(ts_ndb *s, course *block) {
    restart_trial(s);
    ts_ndb_contact_reset_weights(s->contact);
    ts_ndb_accelerate_anew(s);
    block->is_new = block->has_gone_back = true;
}

/* Where a block ends: how far the accepted point may follow. */
static ts_status end_block(stepping *step, ts_ndb_iteration *made, ts_error *error) {
    ts_ndb *s = step->s;
    step->change = ts_ndb_distance(s, at(s->plus), at(s->last));
    const ts_status status = follow(step, error);
    memcpy(s->last, s->plus, s->bodies->nodes * sizeof *s->last);
    made->way = &step->way;
    return status;
}

/* Local-global iterations until they change little, then full CCD, of which the last iteration tells. */
static ts_status make_block(stepping *step, int outer, ts_error *error) {
    ts_ndb *s = step->s;
    course block = {.is_new = true};
    step->restarted = shall_restart(step, outer);
    if (step->restarted) restart_trial(s);
    for (int inner = 0;; ++inner) {
        ts_ndb_iteration made = {.outer = outer, .number = step->lg++, .inner = inner};
        made.change = ts_ndb_iterate(s, TS_NDB_WITH_CONTACT);
        if (block.is_new) block.first = block.least = made.change;
        block.least = fmin(block.least, made.change);
        /* Nobody would judge the last one. */
        if (may_go_on(step, &made) && !is_small(step, &made, &block)) ts_ndb_accelerate(s);
        made.active = find_active(s);
        const bool is_last = shall_end(step, &made, &block);
        block.is_new = false;
        ts_status status = TS_OK;
        if (is_last) status = end_block(step, &made, error);
        if (status != TS_OK) return status;
        step->stopped = !ts_ndb_report_iteration(s, &made);
        if (is_last || step->stopped) return TS_OK;
        if (is_astray(step, &made, &block)) go_back(s, &block);
    }
}

static ts_status make_blocks(stepping *step, ts_error *error) {
    ts_ndb *s = step->s;
    ts_step_report *report = step->report;
    ts_status status = follow(step, error);
    memcpy(s->last, s->plus, s->bodies->nodes * sizeof *s->last);
    report->outcome = TS_STEP_LIMIT;
    for (int outer = 0; status == TS_OK && s->answer == TS_CCD_FREE && outer < s->options.most_outer; ++outer) {
        status = make_block(step, outer, error);
        ++report->minimisations;
        if (step->stopped) report->outcome = TS_STEP_STOPPED;
        if (has_converged(step)) report->outcome = TS_STEP_DONE;
        if (step->stopped || has_converged(step) || step->lg >= s->options.lg_per_step) break;
    }
    if (s->answer != TS_CCD_FREE) report->outcome = TS_STEP_UNANSWERED;
    return status;
}

/* ---- The end ---- */

/* Told nodes that are kept from their place by something that no iteration moves. Where a limit on the iterations ends
 * a step that was still getting on they are late, and the next step goes on from where they are (told.h). */
static bool is_unreached(const stepping *step) {
    return step->report->outcome == TS_STEP_LIMIT && step->halts >= MOST_HALTS &&
           step->report->prescribed_fraction < ARRIVED;
}

static void describe(stepping *step) {
    ts_ndb *s = step->s;
    ts_step_report *report = step->report;
    report->iterations = step->lg;
    report->answer = s->answer;
    report->contacts = s->contact ? ts_ndb_contact_last(s->contact)->pairs : 0;
    report->least_gap = step->way.least_gap;
    report->prescribed_fraction = ts_ndb_told_fraction(s, &report->prescribed_worst);
    if (is_unreached(step)) report->outcome = TS_STEP_UNREACHED;
    ts_ndb_elastic_extent(&s->elastic, at(s->minus), &report->most_stretch, &report->least_stretch);
    snprintf(report->residual, sizeof report->residual, "the change is %.3g, the tolerance %.3g", step->change,
             s->options.tolerance);
    if (report->outcome == TS_STEP_LIMIT) {
        snprintf(report->message, sizeof report->message,
                 "%d local-global iterations were not enough: %s, and full CCD allowed %.3g of the last way", step->lg,
                 report->residual, step->way.fraction);
    }
}

static void count(stepping *step) {
    static const double BELOW[TS_NDB_EXITS] = {1e-6, 1e-2, 0.1, 1.0, INFINITY};
    ts_ndb_counts *counts = &step->s->counts;
    size_t bin = 0;
    while (!(step->way.fraction < BELOW[bin])) ++bin;
    ++counts->exits[bin];
    ++counts->steps;
    counts->lg += (size_t)step->lg;
    counts->outers += (size_t)step->report->minimisations;
}

static void advance_state(ts_ndb *s) {
    const double h = s->simulation->settings.h;
    ts_state *state = s->state;
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        for (int c = 0; c < 3; ++c) {
            const double v = (s->minus[i][c] - state->x[i][c]) / h;
            state->a[i][c] = (v - state->v[i][c]) / h;
            state->x_before[i][c] = state->x[i][c];
            state->v_before[i][c] = state->v[i][c];
            state->x[i][c] = s->minus[i][c];
            state->v[i][c] = v;
        }
    }
    ++state->step;
    state->time = (double)state->step * h;
}

ts_status ts_ndb_step(void *self, ts_step_report *report, ts_error *error) {
    ts_ndb *s = self;
    stepping step = {.s = s, .report = report};
    s->answer = TS_CCD_FREE;
    ts_status status = ts_ndb_told_begin(s, error);
    if (status == TS_OK) status = ts_ndb_prepare(s, error);
    if (status != TS_OK) return status;
    if (s->contact) ts_ndb_contact_begin(s->contact, at(s->state->x), s->told);
    predict(s);
    ts_ndb_accelerate_anew(s);
    s->taken_back = 0;
    s->is_quasi_newton = s->options.quasi_newton_after == 0;
    start_warmly(s);
    status = make_blocks(&step, error);
    if (status != TS_OK) return status;
    describe(&step);
    count(&step);
    ts_ndb_told_end(s, report->prescribed_fraction);
    ts_ndb_forward(s, step.way.fraction);
    report->phase_seconds = s->seconds; /* of forwarding: iterations have told of the others */
    advance_state(s);
    return TS_OK;
}
