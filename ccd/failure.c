/* SPDX-License-Identifier: MIT
 * Telling an answer from what is none. */
#include "ccd/failure.h"

#include <math.h>

static ts_ccd_failure reason_of(const ts_ccd_query *query, const ts_ccd_result *result) {
    switch (result->status) {
    case TS_CCD_HIT:
    case TS_CCD_LIMIT:
        if (isnan(result->toi)) return TS_CCD_FAILURE_NAN;
        return result->toi >= 0.0 && result->toi <= query->t_max ? TS_CCD_FAILURE_NONE : TS_CCD_FAILURE_OUTSIDE;
    case TS_CCD_FREE:
    case TS_CCD_UNSUPPORTED: return TS_CCD_FAILURE_NONE;
    case TS_CCD_FAILED: return TS_CCD_FAILURE_OWN;
    }
    const unsigned reason = (unsigned)result->status - TS_CCD_FIRST_REASON;
    return reason > TS_CCD_FAILURE_NONE && reason < TS_CCD_FAILURES ? (ts_ccd_failure)reason : TS_CCD_FAILURE_STATUS;
}

ts_ccd_failure ts_ccd_settle(const ts_ccd_query *query, ts_ccd_result *result) {
    const ts_ccd_failure failure = reason_of(query, result);
    if (failure != TS_CCD_FAILURE_NONE) result->status = TS_CCD_FAILED;
    return failure;
}
