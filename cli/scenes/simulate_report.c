/* SPDX-License-Identifier: GPL-2.0-or-later
 * Steps and summary of a simulation as text. */
#include "cli/scenes/simulate_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"
#include "core/say.h"
#include "results/show_command.h"
#include "scenes/read/facts.h"
#include "scenes/read/materials.h"

/* What an object is made of that does not say it. */
static void print_unsaid(const ts_scene *scene) {
    const ts_material *m = ts_material_standard();
    ts_say(stdout, "'%s'", scene->unsaid_name);
    if (scene->unsaid > 1) printf(" and %zu more objects say", scene->unsaid - 1);
    printf("%s no material: the standard one, density %g kg/m^3, thickness %g m, E %g Pa, nu %g\n\n",
           scene->unsaid > 1 ? "" : " says", m->density, m->thickness, m->young, m->poisson);
}

/* Contact that acts before anything touches. */
static void print_tight(const ts_scene *scene, const ts_tight_bodies *tight) {
    ts_say(stdout, "'%s'", scene->setup.bodies.body[tight->worst].name);
    if (tight->count > 1) printf(" and %zu more objects have", tight->count - 1);
    printf("%s elements within the range of contact, %.3g m of %.3g m (dhat beyond the offset): contact pushes %s\n"
           "apart at rest; a smaller dhat or offset, or larger elements, leave it alone\n\n",
           tight->count > 1 ? "" : " has", tight->size, tight->range, tight->count > 1 ? "them" : "it");
}

void ts_simulate_print_head(const ts_scene *scene, const ts_ccd_method *method) {
    const ts_bodies *b = &scene->setup.bodies;
    ts_say(stdout, "%s: %zu objects, %zu nodes, %zu tets, %zu triangles, %zu segments, %zu particles; CCD %s %s\n\n",
           scene->name, b->bodies, b->nodes, b->tets, b->triangles, b->segments, b->particles, method->backend->name,
           method->options);
    const ts_tight_bodies tight = ts_scene_tight_bodies(scene);
    if (scene->unsaid > 0) print_unsaid(scene);
    if (tight.count > 0) print_tight(scene, &tight);
    printf("%6s %9s %6s %9s %11s %9s %8s  %s\n", "step", "time s", "iter.", "contacts", "least gap m", "stretch",
           "seconds", "outcome");
}

static void print_verdicts(const ts_referee *referee) {
    for (int v = 0; v < TS_VERDICTS; ++v) {
        if (referee->step_counts[v] == 0) continue;
        printf("%7s referee: %s %" PRIu64 "\n", "", ts_verdict_name((ts_verdict)v), referee->step_counts[v]);
    }
    if (referee->step_stalls > 0) printf("%7s referee: stalls %" PRIu64 "\n", "", referee->step_stalls);
}

/* What a step ended with, in words. */
static void print_outcome(const ts_step_report *report) {
    switch (report->outcome) {
    case TS_STEP_UNREACHED:
        printf("prescribed nodes got %.2f %% of their way; farthest off is node %d\n",
               100.0 * report->prescribed_fraction, (int)report->prescribed_worst);
        return;
    case TS_STEP_UNANSWERED: printf("CCD %s\n", ts_ccd_status_name(report->answer)); return;
    default: printf("%s\n", ts_step_outcome_name(report->outcome)); return;
    }
}

void ts_simulate_print_step(const ts_state *state, const ts_step_report *report, const ts_referee *referee) {
    printf("%6zu %9.4g %6d %9zu ", state->step, state->time, report->iterations, report->contacts);
    if (isfinite(report->least_gap))
        printf("%11.3e ", report->least_gap);
    else
        printf("%11s ", "-");
    printf("%9.5f %8.3f  ", report->most_stretch, report->seconds);
    print_outcome(report);
    if (referee) print_verdicts(referee);
    fflush(stdout);
}

/* ---- Summary ---- */

static void print_phase(const char *name, double seconds, const ts_run_result *result) {
    const double each = result->iterations > 0 ? 1e3 * seconds / (double)result->iterations : 0.0;
    printf("  %-34s %9.3f s %9.3f ms/iteration %6.1f %%\n", name, seconds, each, 100.0 * seconds / result->seconds);
}

static void print_phases(const ts_run_result *result) {
    for (size_t k = 0; k < result->choice.solver->phase_count; ++k) {
        const ts_solver_phase *phase = &result->choice.solver->phases[k];
        if (phase->title) print_phase(phase->title, result->phase_seconds[k], result);
    }
    for (const char *line = result->remark; *line;) {
        const int length = (int)strcspn(line, "\n");
        ts_say(stdout, "  %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}

static void print_referee(const ts_referee *referee) {
    printf("referee:");
    for (int v = 0; v < TS_VERDICTS; ++v) {
        if (referee->counts[v]) printf(" %s %" PRIu64, ts_verdict_name((ts_verdict)v), referee->counts[v]);
    }
    for (int f = 0; f < TS_CCD_FAILURES; ++f) {
        if (referee->failures[f] == 0) continue;
        printf(", %s %" PRIu64, ts_ccd_failure_name((ts_ccd_failure)f), referee->failures[f]);
    }
    printf(", stalls %" PRIu64 ", unsafe %" PRIu64 "\n", referee->stalls, ts_referee_unsafe(referee));
}

static void print_fault(const ts_simulate_summary *summary) {
    char *file = ts_path_join(summary->folder, TS_RUN_FAILURE_FILE), *method = ts_show_method(summary->method);
    char *command = file && method ? ts_show_query(file, 0, method) : NULL;
    if (command) ts_say(stdout, "the query at fault: %s\n", command);
    free(command);
    free(method);
    free(file);
}

/* Why the run ended, and what explains it. */
static void print_end(const ts_simulate_summary *summary) {
    const ts_run_result *result = summary->result;
    const ts_run_at *at = &result->at;
    if (result->outcome == TS_RUN_FINISHED || result->outcome == TS_RUN_INTERRUPTED) return;
    ts_say(stdout, "%s in step %zu, iteration %d: %s\n", ts_run_outcome_name(result->outcome), at->step, at->iteration,
           at->message);
    if (at->is_stored) {
        print_fault(summary);
    }
}

static void print_proof(const ts_run_proof_sum *proof) {
    if (proof->proven + proof->open == 0) return;
    printf("proof: %zu steps proven, %zu pieces (at most %zu a step), %zu bytes, %.3f s, %.3f s of it for waypoints\n",
           proof->proven, proof->pieces, proof->most_pieces, proof->bytes, proof->seconds, proof->search_seconds);
    if (proof->places_lost > 0) printf("%zu iterates took too much memory to be waypoints\n", proof->places_lost);
    if (proof->open == 0) return;
    ts_say(stdout, "NO PROOF of %zu steps; the first is step %zu: %s\n", proof->open, proof->first_open,
           proof->failure);
}

void ts_simulate_print_summary(const ts_simulate_summary *summary) {
    const ts_run_result *r = summary->result;
    const size_t steps = r->last_step - r->first_step;
    printf("\n%s after step %zu: %zu steps, %zu iterations, %.3f s\n",
           r->complete      ? "complete"
           : r->interrupted ? "interrupted"
                            : "stopped",
           r->last_step, steps, r->iterations, r->seconds);
    print_end(summary);
    if (r->steps_not_converged > 0) printf("%zu steps did not converge\n", r->steps_not_converged);
    if (isfinite(r->least_gap)) printf("most contacts %zu, least gap %.3e m, ", r->most_contacts, r->least_gap);
    printf("stretch %.6f to %.6f, CCD queries %zu", r->least_stretch, r->most_stretch, r->ccd_queries);
    if (r->recorded > 0) printf(", recorded %zu", r->recorded);
    printf("\n");
    print_phases(r);
    if (r->offences > 0)
        ts_say(stdout, "the last step FAILS its exact check, %zu offences; the first: %s\n", r->offences, r->offence);
    else if (r->verified > 0)
        printf("%zu steps verified exactly in %.3f s: no intersection, thickness and limits kept\n", r->verified,
               r->verify_seconds);
    print_proof(&r->proof);
    if (summary->referee) print_referee(summary->referee);
}
