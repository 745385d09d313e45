/* SPDX-License-Identifier: MIT
 * A verifier that is asked once, and what it is to have found. */
#ifndef TS_TESTS_ORACLES_VERIFYING_H
#define TS_TESTS_ORACLES_VERIFYING_H

#include <string.h>

#include <touchstone/verify.h>

#include "tests/support.h"

typedef const double (*verify_rows)[3];

static ts_verify_report report;

static inline void verify(const ts_verify_mesh *mesh, verify_rows x0, verify_rows x1) {
    ts_verifier *verifier = NULL;
    ts_error error = {0};
    ts_verify_report_init(&report);
    ck_assert_msg(ts_verifier_create(mesh, &verifier, &error) == TS_OK, "%s", error.message);
    const ts_status status = x1 ? ts_verify_motion(verifier, x0, x1, &report, &error)
                                : ts_verify_state(verifier, x0, TS_VERIFY_ALL, &report, &error);
    ck_assert_msg(status == TS_OK, "%s", error.message);
    ts_verifier_destroy(verifier);
}

/* Exactly `count` offences, all of this kind. */
static inline void expect(ts_offence_kind kind, size_t count) {
    char text[512] = "nothing";
    if (report.listed) ts_offence_text(&report.list[0], text, sizeof text);
    ck_assert_msg(report.count[kind] == count && ts_verify_report_total(&report) == count,
                  "%zu of %s and %zu in all, expected %zu; first: %s", report.count[kind], ts_offence_name(kind),
                  ts_verify_report_total(&report), count, text);
}

static inline void expect_text(const char *expected) {
    char text[512];
    ck_assert_uint_gt(report.listed, 0);
    ts_offence_text(&report.list[0], text, sizeof text);
    ck_assert_str_eq(text, expected);
}

#endif
