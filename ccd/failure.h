/* SPDX-License-Identifier: MIT
 * How a backend of ours says why it failed: by a status that no method may use, which ts_ccd_answer takes apart. */
#ifndef TS_CCD_FAILURE_H
#define TS_CCD_FAILURE_H

#include <touchstone/ccd.h>

#define TS_CCD_FIRST_REASON 16

static inline ts_ccd_status ts_ccd_failed_because(ts_ccd_failure failure) {
    return (ts_ccd_status)(TS_CCD_FIRST_REASON + (int)failure);
}

/* Makes the answer one that a caller may see: what makes no sense becomes TS_CCD_FAILED. Returns why it failed. */
ts_ccd_failure ts_ccd_settle(const ts_ccd_query *query, ts_ccd_result *result);

#endif
