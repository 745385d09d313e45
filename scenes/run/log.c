/* SPDX-License-Identifier: MIT
 * The log of a run: one JSON object per line, for each iteration and each step. */
#include <math.h>

#include "scenes/run/log.h"
#include "scenes/solver.h"

/* JSON has no infinity: null. */
static void number(FILE *log, const char *name, double value) {
    if (isfinite(value))
        fprintf(log, ",\"%s\":%.17g", name, value);
    else
        fprintf(log, ",\"%s\":null", name);
}

static void figure(FILE *log, const ts_figure *figure) {
    if (figure->type == TS_FIGURE_FLAG)
        fprintf(log, ",\"%s\":%s", figure->name, figure->value != 0.0 ? "true" : "false");
    else
        number(log, figure->name, figure->value);
}

void ts_log_iteration(FILE *log, size_t step, const ts_iteration *it, const ts_simulation *simulation,
                      const double (*x)[3]) {
    double most, least;
    simulation->choice.solver->stretch(simulation->self, x, &most, &least);
    fprintf(log, "{\"kind\":\"iteration\",\"step\":%zu,\"minimisation\":%d,\"iteration\":%d,\"contacts\":%zu", step,
            it->minimisation, it->number, it->contacts);
    for (size_t k = 0; k < it->figures; ++k) figure(log, &it->figure[k]);
    number(log, "most_stretch", most);
    number(log, "least_stretch", least);
    fputs("}\n", log);
}

/* What came after the last iteration, where something did. */
static void add_phases(FILE *log, const ts_step_report *report, const ts_solver *solver) {
    for (size_t k = 0; k < solver->phase_count && report->phase_seconds; ++k) {
        char name[64];
        snprintf(name, sizeof name, "%s_seconds", solver->phases[k].name);
        if (report->phase_seconds[k] > 0.0) number(log, name, report->phase_seconds[k]);
    }
}

void ts_log_step(FILE *log, const ts_step_report *report, const ts_simulation *simulation) {
    const ts_solver *solver = simulation->choice.solver;
    fprintf(log,
            "{\"kind\":\"step\",\"step\":%zu,\"outcome\":\"%s\",\"iterations\":%d,"
            "\"minimisations\":%d,\"contacts\":%zu,\"most_contacts\":%zu",
            simulation->state.step, ts_step_outcome_name(report->outcome), report->iterations, report->minimisations,
            report->contacts, report->most_contacts);
    number(log, "time", simulation->state.time);
    number(log, "prescribed_fraction", report->prescribed_fraction);
    number(log, "friction_change", report->friction_change);
    number(log, "least_gap", report->least_gap);
    number(log, "most_stretch", report->most_stretch);
    number(log, "least_stretch", report->least_stretch);
    number(log, "seconds", report->seconds);
    add_phases(log, report, solver);
    if (solver->energies) {
        const ts_energies energies = solver->energies(simulation->self);
        number(log, "kinetic_energy", energies.kinetic);
        number(log, "elastic_energy", energies.elastic);
        number(log, "gravity_energy", energies.gravity);
        number(log, "contact_energy", energies.contact);
    }
    fputs("}\n", log);
}

void ts_log_proof(FILE *log, const ts_prover_result *result, const char *failure) {
    fprintf(log, "{\"kind\":\"proof\",\"step\":%zu,\"proven\":%s,\"pieces\":%zu,\"bytes\":%zu,\"attempts\":%zu",
            result->step, result->proven ? "true" : "false", result->pieces, result->bytes, result->attempts);
    number(log, "seconds", result->seconds);
    number(log, "search_seconds", result->search_seconds);
    if (!result->proven) fprintf(log, ",\"failure\":\"%s\"", failure); /* words and numbers: nothing to escape */
    fputs("}\n", log);
}
