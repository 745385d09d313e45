/* SPDX-License-Identifier: MIT
 * The log of a run: one JSON object per line, for each Newton iteration and each step. */
#include <math.h>

#include "cipc/potentials.h"
#include "scenes/run/output.h"

/* JSON has no infinity: null. */
static void number(FILE *log, const char *name, double value) {
    if (isfinite(value))
        fprintf(log, ",\"%s\":%.17g", name, value);
    else
        fprintf(log, ",\"%s\":null", name);
}

static void contact_figures(FILE *log, const ts_contact *contact) {
    const ts_contact_pair *pairs;
    const ts_contact_report *report = ts_contact_last(contact);
    fprintf(log, ",\"contacts\":%zu,\"candidates\":%zu,\"ccd_queries\":%zu", ts_contact_pairs(contact, &pairs),
            report->candidates, report->queries);
    number(log, "ccd_alpha", report->ccd_alpha);
    number(log, "least_gap", report->least_gap);
    number(log, "kappa", ts_contact_kappa(contact));
    number(log, "broad_seconds", report->broad_seconds);
    number(log, "ccd_seconds", report->ccd_seconds);
    number(log, "set_seconds", report->set_seconds);
}

void ts_log_iteration(FILE *log, size_t step, const ts_newton_iteration *it, const ts_simulation *simulation,
                      const double (*x)[3]) {
    double most, least;
    ts_strain_extent(ts_simulation_bodies(simulation), x, &most, &least);
    fprintf(log,
            "{\"kind\":\"iteration\",\"step\":%zu,\"minimisation\":%d,\"iteration\":%d,\"halvings\":%d,\"shifted\":%s,"
            "\"gradient_step\":%s",
            step, it->minimisation, it->iteration, it->halvings, it->shifted ? "true" : "false",
            it->gradient_step ? "true" : "false");
    number(log, "energy", it->energy);
    number(log, "residual", it->residual);
    number(log, "max_step", it->max_step);
    number(log, "alpha", it->alpha);
    number(log, "most_stretch", most);
    number(log, "least_stretch", least);
    number(log, "assemble_seconds", it->assemble_seconds);
    number(log, "analyse_seconds", it->analyse_seconds);
    number(log, "factor_seconds", it->factor_seconds);
    number(log, "solve_seconds", it->solve_seconds);
    number(log, "filter_seconds", it->filter_seconds);
    number(log, "search_seconds", it->search_seconds);
    if (ts_simulation_contact(simulation)) contact_figures(log, ts_simulation_contact(simulation));
    fputs("}\n", log);
}

void ts_log_step(FILE *log, const ts_step_report *report, const ts_simulation *simulation) {
    static const char *const OUTCOMES[] = {"done", "newton", "unreached", "unanswered"};
    const ts_state *state = ts_simulation_state(simulation);
    fprintf(log,
            "{\"kind\":\"step\",\"step\":%zu,\"outcome\":\"%s\",\"newton\":\"%s\",\"iterations\":%d,"
            "\"minimisations\":%d,\"contacts\":%zu,\"most_contacts\":%zu",
            state->step, OUTCOMES[report->outcome], ts_newton_outcome_name(report->newton), report->iterations,
            report->minimisations, report->contacts, report->most_contacts);
    number(log, "time", state->time);
    number(log, "prescribed_fraction", report->prescribed_fraction);
    number(log, "friction_change", report->friction_change);
    number(log, "least_gap", report->least_gap);
    number(log, "most_stretch", report->most_stretch);
    number(log, "least_stretch", report->least_stretch);
    number(log, "seconds", report->seconds);
    fputs("}\n", log);
}
