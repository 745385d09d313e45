/* SPDX-License-Identifier: GPL-2.0-or-later
 * A failing query as data of the page. Positions and times have all their digits. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/fault.h"
#include "core/files.h"
#include "reports/page/view.h"
#include "results/show_command.h"

static void add_rows(ts_json_builder *builder, cJSON *object, const char *name, const double rows[4][3], int count) {
    cJSON *array = ts_build_array(builder, object, name);
    for (int i = 0; i < count; ++i) {
        cJSON *row = ts_build_array(builder, array, NULL);
        for (int c = 0; c < 3; ++c) ts_build_real(builder, row, NULL, rows[i][c]);
    }
}

static void add_query(ts_json_builder *builder, cJSON *object, const ts_report_view *view) {
    const ts_ccd_query *query = &view->query;
    ts_build_text(builder, object, "kind", ts_ccd_kind_name(query->kind));
    ts_build_count(builder, object, "first_vertices", (uint64_t)ts_ccd_first_vertices(query->kind));
    add_rows(builder, object, "x0", query->x0, ts_ccd_vertices(query->kind));
    add_rows(builder, object, "x1", query->x1, ts_ccd_vertices(query->kind));
    ts_build_real(builder, object, "min_distance", query->min_distance);
    ts_build_real(builder, object, "t_max", query->t_max);
    if (view->scene) ts_build_text(builder, object, "scene", view->scene);
    if (view->step) ts_build_count(builder, object, "step", view->step);
    if (view->step) ts_build_count(builder, object, "iteration", view->iteration);
}

static void add_truth(ts_json_builder *builder, cJSON *parent, const ts_report_view *view) {
    const ts_oracle_truth *truth = &view->known.truth;
    cJSON *object = ts_build_object(builder, parent, "truth");
    ts_build_flag(builder, object, "contact", truth->contact);
    if (!truth->contact) return;
    ts_build_real(builder, object, "lo", truth->lo);
    ts_build_real(builder, object, "hi", truth->hi);
    ts_build_text(builder, object, "feature", ts_feature_name(view->query.kind, truth->feature));
}

static void add_answer(ts_json_builder *builder, cJSON *list, const ts_report_backend *backend,
                       const ts_report_answer *answer) {
    cJSON *object = ts_build_object(builder, list, NULL);
    ts_build_text(builder, object, "backend", backend->name);
    if (!backend->is_here) {
        ts_build_text(builder, object, "why", backend->why.message);
        return;
    }
    const ts_asked *asked = &answer->asked;
    const ts_ccd_status status = asked->result.status;
    ts_build_text(builder, object, "status", ts_ccd_status_name(status));
    ts_build_real(builder, object, "toi", status == TS_CCD_HIT ? asked->result.toi : (double)NAN);
    ts_build_text(builder, object, "verdict", ts_verdict_name(asked->judged.verdict));
    if (asked->judged.failure != TS_CCD_FAILURE_NONE) {
        ts_build_text(builder, object, "reason", ts_ccd_failure_name(asked->judged.failure));
    }
    if (asked->differs) {
        ts_build_text(builder, object, "other_status", ts_ccd_status_name(asked->other.status));
        ts_build_real(builder, object, "other_toi", asked->other.status == TS_CCD_HIT ? asked->other.toi : (double)NAN);
    }
    ts_build_real(builder, object, "error", asked->judged.toi_error);
    ts_build_flag(builder, object, "stall", asked->judged.stall);
    ts_build_count(builder, object, "iterations", asked->result.iterations);
    if (answer->proof == TS_PROOF_FAILED) ts_build_text(builder, object, "refusal", answer->refusal.message);
}

/* Does the answer, asked anew, fail as the results say? What simulations say cannot be seen from one query. */
static bool still_fails(const ts_report_fault *fault, const ts_report_answer *answer) {
    const ts_verdict verdict = answer->asked.judged.verdict;
    if (strcmp(fault->what, ts_fault_name(TS_FAULT_UNSAFE)) == 0) return ts_verdict_is_unsafe(verdict);
    if (strcmp(fault->what, ts_fault_name(TS_FAULT_STALL)) == 0) return answer->asked.judged.stall;
    if (strcmp(fault->what, ts_fault_name(TS_FAULT_CERTIFICATE)) == 0) return answer->proof == TS_PROOF_FAILED;
    if (strcmp(fault->what, ts_fault_name(TS_FAULT_LIMIT)) == 0) return verdict == TS_VERDICT_LIMIT;
    if (strcmp(fault->what, ts_fault_name(TS_FAULT_INCONSISTENT)) == 0) return verdict == TS_VERDICT_INCONSISTENT;
    if (strcmp(fault->what, ts_fault_name(TS_FAULT_ERROR)) == 0) {
        /* Without a reason they were told together with limits, in results before version 0.2. */
        return verdict == TS_VERDICT_ERROR || (!fault->why && verdict == TS_VERDICT_LIMIT);
    }
    return true;
}

static void add_faults(ts_json_builder *builder, cJSON *parent, const ts_report_view *view) {
    cJSON *list = ts_build_array(builder, parent, "faults");
    for (size_t f = 0; f < view->failing->fault_count; ++f) {
        const ts_report_fault *fault = &view->failing->faults[f];
        const ts_report_backend *backend = ts_report_run_backend(view->run, fault->backend);
        cJSON *object = ts_build_object(builder, list, NULL);
        ts_build_text(builder, object, "backend", fault->backend);
        ts_build_text(builder, object, "what", fault->what);
        if (fault->why) ts_build_text(builder, object, "why", fault->why);
        const bool asked = backend && backend->is_here && view->missing.status == TS_OK;
        if (asked && !still_fails(fault, &view->answers[backend - view->run->backends])) {
            ts_build_flag(builder, object, "gone", true);
        }
    }
}

/* With the options of the first method that failed. Results of older versions do not say where a method comes from. */
static char *command_of(const ts_report_view *view, const char *plugins) {
    const ts_report_query *failing = view->failing;
    const ts_report_backend *backend = ts_report_run_backend(view->run, failing->faults[0].backend);
    const char *shows = backend ? backend->show_options : "";
    const bool names_it = strstr(shows, " --backend ") != NULL;
    char *options = ts_text("%s%s", shows, names_it ? "" : plugins);
    char *command = options ? ts_show_query(failing->file, failing->index, options) : NULL;
    free(options);
    return command;
}

void ts_report_view_build(ts_json_builder *builder, cJSON *list, const ts_report_view *view, const char *plugins) {
    cJSON *object = ts_build_object(builder, list, NULL);
    ts_build_count(builder, object, "run", view->failing->run);
    ts_build_count(builder, object, "set", view->failing->set);
    ts_build_text(builder, object, "file", view->failing->file);
    ts_build_count(builder, object, "index", view->failing->index);
    ts_build_own_text(builder, object, "command", command_of(view, plugins));
    add_faults(builder, object, view);
    if (view->missing.status != TS_OK) {
        ts_build_text(builder, object, "missing", view->missing.message);
        return;
    }
    add_query(builder, object, view);
    add_truth(builder, object, view);
    ts_build_real(builder, object, "bound", view->bound);
    ts_report_gap_build(builder, object, "whole", &view->whole);
    ts_report_gap_build(builder, object, "near", &view->near);
    cJSON *answers = ts_build_array(builder, object, "answers");
    for (size_t b = 0; b < view->run->backend_count; ++b) {
        add_answer(builder, answers, &view->run->backends[b], &view->answers[b]);
    }
}
