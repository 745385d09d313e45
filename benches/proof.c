/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether a method can prove what it answered: its certificate before the oracle's exact check. */
#include "benches/proof.h"

#include <string.h>

#include "core/error.h"

/* Bit for bit; the padding of the struct has no meaning. */
static bool is_same(const ts_ccd_result *a, const ts_ccd_result *b) {
    return a->status == b->status && memcmp(&a->toi, &b->toi, sizeof a->toi) == 0 && a->iterations == b->iterations;
}

ts_proof ts_prove(const ts_ccd_method *method, const ts_ccd_query *query, const ts_ccd_result *answer,
                  ts_ccd_certificate *certificate, ts_error *error) {
    ts_ccd_result proven = {.status = TS_CCD_FAILED};
    *certificate = (ts_ccd_certificate){0};
    if (!method->backend->certify) return TS_PROOF_NONE;
    if (answer->status != TS_CCD_FREE && answer->status != TS_CCD_HIT) return TS_PROOF_NONE;
    method->backend->certify(method->self, query, &proven, certificate);
    if (!is_same(&proven, answer)) {
        ts_fail(error, TS_ERROR_DATA,
                "with a proof the answer is %s at %.17g after %u iterations, without %s at %.17g after %u",
                ts_ccd_status_name(proven.status), proven.toi, proven.iterations, ts_ccd_status_name(answer->status),
                answer->toi, answer->iterations);
        return TS_PROOF_FAILED;
    }
    return ts_oracle_check_certificate(query, answer, certificate, error) == TS_OK ? TS_PROOF_ACCEPTED
                                                                                   : TS_PROOF_FAILED;
}
