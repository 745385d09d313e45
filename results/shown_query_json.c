/* SPDX-License-Identifier: GPL-2.0-or-later
 * One query as JSON. A certificate is the pieces of time, and the direction that keeps the primitives apart on each. */
#include "results/shown_query_json.h"

#include <math.h>

static void add_rows(ts_json_builder *builder, cJSON *object, const char *name, const double rows[4][3], int count) {
    cJSON *array = ts_build_array(builder, object, name);
    for (int i = 0; i < count; ++i) {
        cJSON *row = ts_build_array(builder, array, NULL);
        for (int c = 0; c < 3; ++c) ts_build_real(builder, row, NULL, rows[i][c]);
    }
}

static void add_truth(ts_json_builder *builder, cJSON *parent, const ts_shown_query *shown) {
    const ts_oracle_truth *truth = &shown->known.truth;
    cJSON *object = ts_build_object(builder, parent, "truth");
    ts_build_flag(builder, object, "contact", truth->contact);
    ts_build_real(builder, object, "lo", truth->contact ? truth->lo : NAN);
    ts_build_real(builder, object, "hi", truth->contact ? truth->hi : NAN);
    ts_build_text(builder, object, "feature", ts_feature_name(shown->query.kind, truth->feature));
    ts_build_text(builder, object, "stage", ts_oracle_stage_name(truth->stage));
}

static void add_piece(ts_json_builder *builder, cJSON *array, ts_ccd_kind kind, const ts_ccd_proof_piece *piece) {
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_real(builder, object, "t0", piece->t0);
    ts_build_real(builder, object, "t1", piece->t1);
    if (piece->feature != 0) {
        ts_build_text(builder, object, "feature", ts_feature_name(kind, piece->feature));
        ts_build_real(builder, object, "sign", piece->sign);
        return;
    }
    cJSON *n = ts_build_array(builder, object, "n");
    for (int c = 0; c < 3; ++c) ts_build_real(builder, n, NULL, piece->n[c]);
}

/* Null for an answer without one. */
static void add_proof(ts_json_builder *builder, cJSON *object, ts_ccd_kind kind, const ts_shown_answer *answer) {
    if (answer->proof == TS_PROOF_NONE) {
        ts_build_null(builder, object, "certificate");
        return;
    }
    cJSON *certificate = ts_build_object(builder, object, "certificate");
    const bool accepted = answer->proof == TS_PROOF_ACCEPTED;
    ts_build_flag(builder, certificate, "accepted", accepted);
    if (!accepted) ts_build_text(builder, certificate, "reason", answer->refusal.message);
    cJSON *pieces = ts_build_array(builder, certificate, "pieces");
    for (size_t i = 0; i < ts_shown_pieces(answer); ++i) {
        add_piece(builder, pieces, kind, &answer->certificate->pieces[i]);
    }
}

static void add_answer(ts_json_builder *builder, cJSON *array, ts_ccd_kind kind, const ts_shown_answer *answer) {
    const ts_judgement *judged = &answer->asked.judged;
    cJSON *object = ts_build_object(builder, array, NULL);
    ts_build_text(builder, object, "backend", answer->backend);
    ts_build_text(builder, object, "status", ts_ccd_status_name(answer->asked.result.status));
    ts_build_real(builder, object, "toi", answer->asked.result.status == TS_CCD_HIT ? answer->asked.result.toi : NAN);
    ts_build_text(builder, object, "verdict", ts_verdict_name(judged->verdict));
    if (judged->failure != TS_CCD_FAILURE_NONE) {
        ts_build_text(builder, object, "reason", ts_ccd_failure_name(judged->failure));
    }
    if (answer->asked.differs) {
        ts_build_text(builder, object, "other_status", ts_ccd_status_name(answer->asked.other.status));
        ts_build_real(builder, object, "other_toi",
                      answer->asked.other.status == TS_CCD_HIT ? answer->asked.other.toi : NAN);
    }
    ts_build_real(builder, object, "toi_error", judged->toi_error);
    ts_build_flag(builder, object, "stall", judged->stall);
    ts_build_flag(builder, object, "below_bound", judged->below_bound);
    ts_build_count(builder, object, "iterations", answer->asked.result.iterations);
    add_proof(builder, object, kind, answer);
}

cJSON *ts_shown_query_build(ts_json_builder *builder, const ts_shown_query *shown) {
    const ts_ccd_query *query = &shown->query;
    const int vertices = ts_ccd_vertices(query->kind);
    cJSON *object = ts_build_root(builder);
    ts_build_text(builder, object, "path", shown->place.path);
    ts_build_count(builder, object, "index", shown->place.index);
    ts_build_text(builder, object, "kind", ts_ccd_kind_name(query->kind));
    add_rows(builder, object, "x0", query->x0, vertices);
    add_rows(builder, object, "x1", query->x1, vertices);
    ts_build_real(builder, object, "min_distance", query->min_distance);
    ts_build_real(builder, object, "t_max", query->t_max);
    add_truth(builder, object, shown);
    ts_build_real(builder, object, "distance_at_0", shown->distance);
    ts_build_real(builder, object, "gap_at_0", shown->start.gap_lo);
    ts_build_real(builder, object, "lower_bound", shown->bound);
    cJSON *answers = ts_build_array(builder, object, "answers");
    for (size_t i = 0; i < shown->answer_count; ++i) add_answer(builder, answers, query->kind, &shown->answers[i]);
    return object;
}
