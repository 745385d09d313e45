/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the solver says of its iterations: figures, times by phase, words for how a minimisation ended. */
#include "cipc/report.h"

#include <inttypes.h>
#include <stdio.h>

#include "cipc/rest.h"

const ts_solver_phase ts_cipc_phases[TS_CIPC_PHASES] = {
    [TS_PHASE_ASSEMBLE] = {"assemble", "gradient and Hessian", false},
    [TS_PHASE_ANALYSE] = {"analyse", "symbolic analysis", false},
    [TS_PHASE_FACTOR] = {"factor", "numeric factorization", false},
    [TS_PHASE_SOLVE] = {"solve", "triangular solves", false},
    [TS_PHASE_FILTER] = {"filter", "step filters", false},
    [TS_PHASE_BROAD] = {"broad", "  of it broad phase", true},
    [TS_PHASE_CCD] = {"ccd", "  of it CCD", true},
    [TS_PHASE_SEARCH] = {"search", "line search", false},
    [TS_PHASE_CONTACT_SET] = {"contact_set", NULL, true},
};

/* ---- An iteration ---- */

static void add(ts_iteration *to, ts_figure *list, ts_figure figure) {
    list[to->figures++] = figure;
}

static void add_newton(ts_iteration *to, ts_figure *list, const ts_newton_iteration *it) {
    add(to, list, (ts_figure){"halvings", TS_FIGURE_COUNT, it->halvings});
    add(to, list, (ts_figure){"corrections", TS_FIGURE_COUNT, it->corrections});
    add(to, list, (ts_figure){"turns", TS_FIGURE_COUNT, it->turns});
    add(to, list, (ts_figure){"curvatures", TS_FIGURE_COUNT, it->curvatures});
    add(to, list, (ts_figure){"projected_share", TS_FIGURE_REAL, it->projected_share});
    add(to, list, (ts_figure){"shifted", TS_FIGURE_FLAG, it->shifted});
    add(to, list, (ts_figure){"gradient_step", TS_FIGURE_FLAG, it->gradient_step});
    add(to, list, (ts_figure){"energy", TS_FIGURE_REAL, it->energy});
    add(to, list, (ts_figure){"residual", TS_FIGURE_REAL, it->residual});
    add(to, list, (ts_figure){"energy_residual", TS_FIGURE_REAL, it->energy_residual});
    add(to, list, (ts_figure){"max_step", TS_FIGURE_REAL, it->max_step});
    add(to, list, (ts_figure){"alpha", TS_FIGURE_REAL, it->alpha});
    add(to, list, (ts_figure){"assemble_seconds", TS_FIGURE_REAL, it->assemble_seconds});
    add(to, list, (ts_figure){"analyse_seconds", TS_FIGURE_REAL, it->analyse_seconds});
    add(to, list, (ts_figure){"factor_seconds", TS_FIGURE_REAL, it->factor_seconds});
    add(to, list, (ts_figure){"solve_seconds", TS_FIGURE_REAL, it->solve_seconds});
    add(to, list, (ts_figure){"filter_seconds", TS_FIGURE_REAL, it->filter_seconds});
    add(to, list, (ts_figure){"search_seconds", TS_FIGURE_REAL, it->search_seconds});
}

static void add_contact(ts_iteration *to, ts_figure *list, const ts_contact *contact) {
    const ts_contact_report *last = ts_contact_last(contact);
    add(to, list, (ts_figure){"candidates", TS_FIGURE_COUNT, (double)last->candidates});
    add(to, list, (ts_figure){"ccd_queries", TS_FIGURE_COUNT, (double)last->ccd.queries});
    add(to, list, (ts_figure){"ccd_alpha", TS_FIGURE_REAL, last->ccd_alpha});
    add(to, list, (ts_figure){"least_gap", TS_FIGURE_REAL, last->least_gap});
    add(to, list, (ts_figure){"kappa", TS_FIGURE_REAL, ts_contact_kappa(contact)});
    add(to, list, (ts_figure){"broad_seconds", TS_FIGURE_REAL, last->broad_seconds});
    add(to, list, (ts_figure){"ccd_seconds", TS_FIGURE_REAL, last->ccd.seconds});
    add(to, list, (ts_figure){"set_seconds", TS_FIGURE_REAL, last->set_seconds});
}

bool ts_cipc_report_iteration(ts_cipc *solver, const ts_newton_iteration *iteration, const double (*x)[3]) {
    const ts_iteration_observer *observer = &solver->simulation->hooks.observer;
    if (!observer->observe) return true;
    ts_figure list[TS_SOLVER_MOST_FIGURES];
    double seconds[TS_CIPC_PHASES] = {
        [TS_PHASE_ASSEMBLE] = iteration->assemble_seconds, [TS_PHASE_ANALYSE] = iteration->analyse_seconds,
        [TS_PHASE_FACTOR] = iteration->factor_seconds,     [TS_PHASE_SOLVE] = iteration->solve_seconds,
        [TS_PHASE_FILTER] = iteration->filter_seconds,     [TS_PHASE_SEARCH] = iteration->search_seconds,
    };
    ts_iteration told = {
        .minimisation = iteration->minimisation,
        .number = iteration->iteration,
        .phase_seconds = seconds,
        .figure = list,
    };
    add_newton(&told, list, iteration);
    if (solver->contact && ts_objective_minimises(&solver->objective, TS_ROLE_CONTACT)) {
        const ts_contact_pair *pairs;
        const ts_contact_report *last = ts_contact_last(solver->contact);
        told.contacts = ts_contact_pairs(solver->contact, &pairs);
        told.broad_seconds = seconds[TS_PHASE_BROAD] = last->broad_seconds;
        told.ccd_seconds = seconds[TS_PHASE_CCD] = last->ccd.seconds;
        told.set_up_seconds = last->set_up_seconds;
        seconds[TS_PHASE_CONTACT_SET] = last->set_seconds;
        add_contact(&told, list, solver->contact);
    }
    return observer->observe(observer->self, &told, x);
}

/* ---- A minimisation ---- */

static ts_step_outcome outcome_of(ts_newton_outcome outcome) {
    switch (outcome) {
    case TS_NEWTON_CONVERGED: return TS_STEP_DONE;
    case TS_NEWTON_LIMIT: return TS_STEP_LIMIT;
    case TS_NEWTON_TINY_TOI: return TS_STEP_TINY_TOI;
    case TS_NEWTON_NO_STEP: return TS_STEP_NO_DECREASE;
    case TS_NEWTON_STOPPED: return TS_STEP_STOPPED;
    case TS_NEWTON_NOT_SOLVED: break;
    }
    return TS_STEP_NOT_SOLVED;
}

void ts_cipc_report_newton(const ts_cipc *solver, const ts_newton_result *newton, ts_step_report *report) {
    const ts_newton_iteration *last = &newton->last;
    report->outcome = outcome_of(newton->outcome);
    snprintf(report->residual, sizeof report->residual, "the residual is %.3g m/s, above %.3g", last->residual,
             solver->newton_settings.tolerance);
    switch (newton->outcome) {
    case TS_NEWTON_TINY_TOI:
        if (last->max_step < solver->newton_settings.tiny_step) {
            snprintf(report->message, sizeof report->message, "the step filters allow %.3g of the step while %s",
                     last->max_step, report->residual);
        } else {
            snprintf(report->message, sizeof report->message,
                     "in the last %d iterations the step filters allow less than %g of a step together while %s",
                     TS_NEWTON_CRAWL, solver->newton_settings.least_progress, report->residual);
        }
        return;
    case TS_NEWTON_NO_STEP:
        snprintf(report->message, sizeof report->message,
                 "%d halvings of the step %.3g found no decrease of the energy; %s", last->halvings, last->max_step,
                 report->residual);
        return;
    case TS_NEWTON_LIMIT:
        snprintf(report->message, sizeof report->message, "%d iterations were not enough: %s", report->iterations,
                 report->residual);
        return;
    case TS_NEWTON_NOT_SOLVED:
        snprintf(
            report->message, sizeof report->message,
            "the factorization of the Hessian failed, also with a larger diagonal, and the gradient is no way down");
        return;
    case TS_NEWTON_CONVERGED:
    case TS_NEWTON_STOPPED: return;
    }
}

/* ---- The whole run ---- */

size_t ts_cipc_figures(const void *self, ts_figure list[TS_SOLVER_MOST_FIGURES]) {
    const ts_linear_report linear = ts_newton_linear_report(((const ts_cipc *)self)->newton);
    list[0] = (ts_figure){"analyses", TS_FIGURE_COUNT, (double)linear.analyses};
    list[1] = (ts_figure){"diagonal_shifts", TS_FIGURE_COUNT, (double)linear.shifts};
    list[2] = (ts_figure){"reciprocal_condition", TS_FIGURE_REAL, linear.least_rcond};
    ts_cipc_rest_figures(self, list + 3);
    return 3 + TS_REST_FIGURES;
}

void ts_cipc_remark(const void *self, const double *seconds, char *text, size_t size) {
    const ts_linear_report linear = ts_newton_linear_report(((const ts_cipc *)self)->newton);
    double iteration = 0.0;
    for (int k = 0; k < TS_CIPC_PHASES; ++k) iteration += ts_cipc_phases[k].is_part ? 0.0 : seconds[k];
    const double bare = seconds[TS_PHASE_FACTOR] + seconds[TS_PHASE_SOLVE];
    int used = 0;
    if (bare > 0.0) {
        used = snprintf(text, size, "an iteration takes %.2f times its factorization and solves\n", iteration / bare);
    }
    snprintf(text + used, size - (size_t)used,
             "analyses %" PRIu64 " (orders %" PRIu64 "), factorizations %" PRIu64 ", diagonal shifts %" PRIu64,
             linear.analyses, linear.orderings, linear.factorizations, linear.shifts);
}
