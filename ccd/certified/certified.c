/* SPDX-License-Identifier: MIT
 * Separating-direction advancement with a proof: while some direction keeps the primitives more than xi + g
 * apart the motion is free, whatever the closest features are. Argument and bounds: docs/certified.md. */
#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/certified/certified.h"

const ts_ccd_option ts_certified_options[TS_CERTIFIED_OPTIONS] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1, "fraction of the initial gap that is kept"},
    {"max_advances", TS_OPTION_INTEGER, 100.0, 1.0, (double)TS_CCD_MOST_PIECES,
     "advances after which the time reached so far is the answer"},
};

static void query_one(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    ts_certified_answer(self, query, NULL, result, NULL);
}

static void query_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    ts_certified_answer_all(self, n, queries, results);
}

static void certify(void *self, const ts_ccd_query *query, ts_ccd_result *result, ts_ccd_certificate *certificate) {
    certificate->count = 0;
    ts_certified_answer(self, query, NULL, result, certificate);
}

ts_status ts_certified_create(const char *options_json, void **self) {
    double values[TS_CERTIFIED_OPTIONS];
    const ts_status status = ts_ccd_read_options(ts_certified_options, TS_CERTIFIED_OPTIONS, options_json, values);
    if (status != TS_OK) return status;
    ts_certified *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method =
        (ts_certified){.s = values[0], .most_advances = (int)values[1], .most_stretches = CERTIFIED_MOST_STRETCHES};
    *self = method;
    return TS_OK;
}

const ts_ccd_backend ts_ccd_certified = {
    .abi = TS_CCD_ABI,
    .name = "certified",
    .summary = "separating directions, constant and moving, with a proof that can be checked exactly",
    .source = "Touchstone, docs/certified.md",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = ts_certified_options,
    .option_count = TS_CERTIFIED_OPTIONS,
    .create = ts_certified_create,
    .query = query_one,
    .query_batch = query_batch,
    .certify = certify,
    .destroy = free,
};
