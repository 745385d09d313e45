/* SPDX-License-Identifier: MIT
 * What every method that proves its answers promises, held against the oracle. */
#ifndef TS_TESTS_PROMISES_H
#define TS_TESTS_PROMISES_H

#include "tests/ccd/motions.h"
#include "tests/oracles/truths.h"

/* Free, or a hit before the contact. */
static inline void check_safe(const ts_ccd_query *query, const ts_ccd_result *result) {
    const ts_oracle_truth truth = truth_of(query);
    ck_assert_msg(result->status == TS_CCD_FREE || result->status == TS_CCD_HIT, "%s: %s",
                  ts_ccd_status_name(result->status), query_text(query));
    if (!truth.contact) return;
    ck_assert_msg(result->status == TS_CCD_HIT, "missed the contact at %a: %s", truth.hi, query_text(query));
    const bool before = result->toi < truth.lo || (result->toi == truth.lo && truth.lo < truth.hi);
    ck_assert_msg(before || (truth.hi == 0.0 && result->toi == 0.0), "toi %a, contact at %a: %s", result->toi, truth.hi,
                  query_text(query));
}

/* The answer with a proof is that without, and the proof holds. */
static inline void check_proven(const ts_ccd_method *method, const ts_ccd_query *query, const ts_ccd_result *result) {
    static ts_ccd_certificate certificate;
    ts_ccd_result proven;
    ts_error error = {0};
    method->backend->certify(method->self, query, &proven, &certificate);
    ck_assert_int_eq(proven.status, result->status);
    ck_assert_uint_eq(proven.iterations, result->iterations);
    ck_assert_msg(memcmp(&proven.toi, &result->toi, sizeof proven.toi) == 0, "%a with a proof, %a without: %s",
                  proven.toi, result->toi, query_text(query));
    ck_assert_msg(ts_oracle_check_certificate(query, result, &certificate, &error) == TS_OK, "%s: %s", error.message,
                  query_text(query));
}

#endif
