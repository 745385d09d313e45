/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether a method can prove what it answered: its certificate before the oracle's exact check. */
#include "benches/proof.h"

#include "ccd/failure.h"
#include "core/error.h"

ts_proof ts_prove(const ts_ccd_method *method, const ts_ccd_query *query, const ts_ccd_result *answer,
                  ts_ccd_certificate *certificate, ts_error *error) {
    ts_ccd_result proven = {.status = TS_CCD_FAILED};
    *certificate = (ts_ccd_certificate){0};
    if (!method->backend->certify) return TS_PROOF_NONE;
    if (answer->status != TS_CCD_FREE && answer->status != TS_CCD_HIT) return TS_PROOF_NONE;
    method->backend->certify(method->self, query, &proven, certificate);
    const ts_ccd_failure failure = ts_ccd_settle(query, &proven);
    if (failure != TS_CCD_FAILURE_NONE) {
        *certificate = (ts_ccd_certificate){0};
        ts_fail(error, TS_ERROR_DATA, "asked for a proof it fails: %s", ts_ccd_failure_name(failure));
        return TS_PROOF_FAILED;
    }
    if (!ts_ccd_same_answer(&proven, answer)) {
        ts_fail(error, TS_ERROR_DATA, "with a proof the answer is %s at %.17g, without %s at %.17g",
                ts_ccd_status_name(proven.status), proven.toi, ts_ccd_status_name(answer->status), answer->toi);
        return TS_PROOF_FAILED;
    }
    return ts_oracle_check_certificate(query, answer, certificate, error) == TS_OK ? TS_PROOF_ACCEPTED
                                                                                   : TS_PROOF_FAILED;
}
