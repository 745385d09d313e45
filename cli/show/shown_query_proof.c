/* SPDX-License-Identifier: GPL-2.0-or-later
 * A certificate as text and as JSON: the pieces of time, and the direction that keeps the primitives apart on
 * each. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/show/shown_query.h"
#include "core/json.h"

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

static bool add_piece(cJSON *array, ts_ccd_kind kind, const ts_ccd_proof_piece *piece) {
    cJSON *object = cJSON_CreateObject();
    if (!object || !cJSON_AddItemToArray(array, object)) return false;
    if (!ts_json_add_real(object, "t0", piece->t0) || !ts_json_add_real(object, "t1", piece->t1)) return false;
    if (piece->feature != 0) {
        return cJSON_AddStringToObject(object, "feature", ts_feature_name(kind, piece->feature)) &&
               cJSON_AddNumberToObject(object, "sign", piece->sign);
    }
    cJSON *n = cJSON_AddArrayToObject(object, "n");
    for (int c = 0; n && c < 3; ++c) cJSON_AddItemToArray(n, ts_json_real(piece->n[c]));
    return n && cJSON_GetArraySize(n) == 3;
}

bool ts_shown_query_add_proof(cJSON *object, ts_ccd_kind kind, const ts_shown_answer *answer) {
    if (answer->proof == TS_PROOF_NONE) return cJSON_AddNullToObject(object, "certificate") != NULL;
    cJSON *certificate = cJSON_AddObjectToObject(object, "certificate");
    const bool accepted = answer->proof == TS_PROOF_ACCEPTED;
    if (!certificate || !cJSON_AddBoolToObject(certificate, "accepted", accepted)) return false;
    if (!accepted && !cJSON_AddStringToObject(certificate, "reason", answer->refusal.message)) return false;
    cJSON *pieces = cJSON_AddArrayToObject(certificate, "pieces");
    bool made = pieces != NULL;
    for (size_t i = 0; made && i < piece_count(answer->certificate); ++i) {
        made = add_piece(pieces, kind, &answer->certificate->pieces[i]);
    }
    return made;
}
