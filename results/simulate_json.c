/* SPDX-License-Identifier: GPL-2.0-or-later
 * A simulation as JSON. */
#include "results/simulate_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/files.h"
#include "results/results.h"
#include "results/show_command.h"

/* With every declared option, whether it was given or not. */
static void add_solver(ts_json_builder *builder, cJSON *root, const ts_solver_choice *choice) {
    cJSON *object = ts_build_object(builder, root, "solver");
    ts_build_text(builder, object, "name", choice->solver->name);
    cJSON *options = ts_build_object(builder, object, "options");
    for (size_t k = 0; k < choice->solver->option_count; ++k) {
        const ts_ccd_option *option = &choice->solver->options[k];
        if (option->type == TS_OPTION_BOOLEAN) {
            ts_build_flag(builder, options, option->name, choice->option[k] != 0.0);
        } else {
            ts_build_real(builder, options, option->name, choice->option[k]);
        }
    }
}

static void add_what_ran(ts_json_builder *builder, cJSON *root, const ts_simulate_summary *summary) {
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, summary->scene->hash);
    ts_build_text(builder, root, "scene", summary->scene->name);
    ts_build_text(builder, root, "scene_hash", hash);
    add_solver(builder, root, &summary->result->choice);
    cJSON *ccd = ts_build_object(builder, root, "ccd");
    ts_build_text(builder, ccd, "name", summary->method->backend->name);
    ts_build_raw(builder, ccd, "options", summary->method->options);
    ts_build_own_text(builder, ccd, "show_options", ts_show_method(summary->method));
    ts_build_text(builder, ccd, "ask", TS_CCD_ASKING_NAMES[summary->result->asking]);
}

/* Where the run ended otherwise than finished; `query` when the one at fault was stored. */
static void add_at(ts_json_builder *builder, cJSON *root, const ts_simulate_summary *summary) {
    const ts_run_at *at = &summary->result->at;
    if (summary->result->outcome == TS_RUN_FINISHED) return;
    cJSON *object = ts_build_object(builder, root, "at");
    ts_build_count(builder, object, "step", at->step);
    ts_build_real(builder, object, "iteration", at->iteration);
    ts_build_text(builder, object, "message", at->message);
    if (!at->has_query) return;
    cJSON *query = ts_build_object(builder, object, "query");
    ts_build_text(builder, query, "kind", ts_ccd_kind_name(at->query.kind));
    ts_build_text(builder, query, "answer", ts_ccd_status_name(at->answer.status));
    ts_build_real(builder, query, "toi", at->answer.toi);
    if (at->failure != TS_CCD_FAILURE_NONE) ts_build_text(builder, query, "reason", ts_ccd_failure_name(at->failure));
    if (!at->is_stored) return;
    ts_build_own_text(builder, query, "path", ts_path_join(summary->folder, TS_RUN_FAILURE_FILE));
    ts_build_count(builder, query, "index", 0);
}

static void add_phases(ts_json_builder *builder, cJSON *root, const ts_run_result *result) {
    cJSON *phases = ts_build_object(builder, root, "seconds_by_phase");
    const ts_solver *solver = result->choice.solver;
    for (size_t k = 0; k < solver->phase_count; ++k) {
        ts_build_real(builder, phases, solver->phases[k].name, result->phase_seconds[k]);
    }
    ts_build_real(builder, phases, "verify", result->verify_seconds);
}

/* null when there was no iteration. */
static double ms_per_iteration(const ts_run_result *result, double seconds) {
    return result->iterations > 0 ? 1e3 * seconds / (double)result->iterations : (double)NAN;
}

static void add_work(ts_json_builder *builder, cJSON *root, const ts_run_result *result) {
    ts_build_count(builder, root, "iterations", result->iterations);
    ts_build_count(builder, root, "minimisations", result->minimisations);
    ts_build_count(builder, root, "steps_not_converged", result->steps_not_converged);
    ts_build_real(builder, root, "ccd_ms_per_iteration", ms_per_iteration(result, result->ccd_seconds));
    ts_build_real(builder, root, "broad_ms_per_iteration", ms_per_iteration(result, result->broad_seconds));
    ts_build_real(builder, root, "set_up_ms_per_iteration", ms_per_iteration(result, result->set_up_seconds));
    ts_build_count(builder, root, "ccd_queries", result->ccd_queries);
    ts_build_count(builder, root, "ccd_queries_by_accd", result->ccd_by_accd);
    ts_build_count(builder, root, "recorded", result->recorded);
    for (size_t k = 0; k < result->figures; ++k) {
        ts_build_real(builder, root, result->figure[k].name, result->figure[k].value);
    }
    ts_build_real(builder, root, "seconds", result->seconds);
    add_phases(builder, root, result);
}

static void add_state(ts_json_builder *builder, cJSON *root, const ts_run_result *result) {
    cJSON *contacts = ts_build_object(builder, root, "contacts");
    ts_build_real(builder, contacts, "mean", result->mean_contacts);
    ts_build_count(builder, contacts, "most", result->most_contacts);
    ts_build_real(builder, root, "least_gap", result->least_gap);
    ts_build_real(builder, root, "most_stretch", result->most_stretch);
    ts_build_real(builder, root, "least_stretch", result->least_stretch);
    ts_build_count(builder, root, "steps_verified", result->verified);
    cJSON *offences = ts_build_object(builder, root, "offences");
    ts_build_count(builder, offences, "count", result->offences);
    if (result->offences > 0) ts_build_text(builder, offences, "first", result->offence);
}

/* Nothing when none was asked for. */
static void add_proof(ts_json_builder *builder, cJSON *root, const ts_simulate_summary *summary) {
    const ts_run_proof_sum *proof = &summary->result->proof;
    if (proof->proven + proof->open == 0) return;
    cJSON *object = ts_build_object(builder, root, "proof");
    ts_build_count(builder, object, "steps_proven", proof->proven);
    ts_build_count(builder, object, "steps_open", proof->open);
    if (proof->open > 0) {
        ts_build_count(builder, object, "first_open", proof->first_open);
        ts_build_text(builder, object, "failure", proof->failure);
    }
    if (proof->is_stored) {
        cJSON *query = ts_build_object(builder, object, "query");
        ts_build_text(builder, query, "kind", ts_ccd_kind_name(proof->query.kind));
        ts_build_own_text(builder, query, "path", ts_path_join(summary->folder, TS_RUN_UNPROVEN_FILE));
        ts_build_count(builder, query, "index", 0);
    }
    ts_build_count(builder, object, "pieces", proof->pieces);
    ts_build_count(builder, object, "most_pieces", proof->most_pieces);
    ts_build_count(builder, object, "bytes", proof->bytes);
    ts_build_real(builder, object, "seconds", proof->seconds);
    ts_build_real(builder, object, "search_seconds", proof->search_seconds);
}

static void add_referee(ts_json_builder *builder, cJSON *root, const ts_referee *referee) {
    cJSON *verdicts = ts_build_object(builder, root, "verdicts");
    for (int v = 0; v < TS_VERDICTS; ++v) {
        ts_build_count(builder, verdicts, ts_verdict_name((ts_verdict)v), referee->counts[v]);
    }
    ts_build_count(builder, verdicts, "stalls", referee->stalls);
    ts_build_count(builder, verdicts, "unsafe", ts_referee_unsafe(referee));
    cJSON *errors = ts_build_object(builder, root, "errors");
    for (int f = 0; f < TS_CCD_FAILURES; ++f) {
        if (referee->failures[f] == 0) continue;
        ts_build_count(builder, errors, ts_ccd_failure_name((ts_ccd_failure)f), referee->failures[f]);
    }
}

ts_status ts_simulate_json_write(const ts_simulate_summary *summary, const char *path, ts_error *error) {
    const ts_run_result *result = summary->result;
    ts_json_builder builder = {0};
    cJSON *root = ts_results_begin(&builder, TS_RESULTS_SIMULATE, summary->context);
    add_what_ran(&builder, root, summary);
    ts_build_count(&builder, root, "steps_asked", result->steps_asked);
    ts_build_count(&builder, root, "steps_done", result->last_step);
    ts_build_count(&builder, root, "first_step", result->first_step);
    ts_build_text(&builder, root, "outcome", ts_run_outcome_name(result->outcome));
    add_at(&builder, root, summary);
    add_work(&builder, root, result);
    add_state(&builder, root, result);
    add_proof(&builder, root, summary);
    if (summary->referee) add_referee(&builder, root, summary->referee);
    return ts_results_write(&builder, root, path, error);
}
