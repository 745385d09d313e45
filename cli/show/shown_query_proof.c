/* SPDX-License-Identifier: GPL-2.0-or-later
 * A certificate as text and as JSON: the pieces of time, and the direction that keeps the primitives apart on
 * each. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/show/shown_query.h"

/* How many pieces there are to show; a certificate that failed may say anything. */
static size_t piece_count(const ts_ccd_certificate *certificate) {
    return certificate->count < TS_CCD_MOST_PIECES ? certificate->count : TS_CCD_MOST_PIECES;
}

/* ---- As text ---- */

static void print_direction(ts_ccd_kind kind, const ts_ccd_proof_piece *piece) {
    if (piece->feature == 0) {
        printf("n = (%.17g, %.17g, %.17g)\n", piece->n[0], piece->n[1], piece->n[2]);
    } else {
        printf("n = %c direction of %s\n", piece->sign < 0 ? '-' : '+', ts_feature_name(kind, piece->feature));
    }
}

void ts_shown_query_print_proof(ts_ccd_kind kind, const ts_shown_answer *answer) {
    if (answer->proof == TS_PROOF_NONE) return;
    const size_t count = piece_count(answer->certificate);
    printf("\nCertificate of %s, %zu piece%s: ", answer->backend, count, count == 1 ? "" : "s");
    if (answer->proof == TS_PROOF_ACCEPTED)
        printf("accepted by the exact check\n");
    else
        printf("FAILS the exact check: %s\n", answer->refusal.message);
    for (size_t i = 0; i < count; ++i) {
        const ts_ccd_proof_piece *piece = &answer->certificate->pieces[i];
        printf("%4zu  t in [%.17g, %.17g]  ", i, piece->t0, piece->t1);
        print_direction(kind, piece);
    }
}

/* ---- As JSON ---- */

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

void ts_shown_query_add_proof(ts_json_builder *builder, cJSON *object, ts_ccd_kind kind,
                              const ts_shown_answer *answer) {
    if (answer->proof == TS_PROOF_NONE) {
        ts_build_null(builder, object, "certificate");
        return;
    }
    cJSON *certificate = ts_build_object(builder, object, "certificate");
    const bool accepted = answer->proof == TS_PROOF_ACCEPTED;
    ts_build_flag(builder, certificate, "accepted", accepted);
    if (!accepted) ts_build_text(builder, certificate, "reason", answer->refusal.message);
    cJSON *pieces = ts_build_array(builder, certificate, "pieces");
    for (size_t i = 0; i < piece_count(answer->certificate); ++i) {
        add_piece(builder, pieces, kind, &answer->certificate->pieces[i]);
    }
}
