/* SPDX-License-Identifier: MIT
 * Additive CCD to the letter: Algorithm 1 of "Codimensional Incremental Potential Contact" (Li, Kaufman,
 * Jiang 2021). What it promises and where it fails: docs/backends/accd.md. */
#include <stdlib.h>

#include "ccd/accd_loop.inc"
#include "ccd/builtin.h"

const ts_ccd_option ts_accd_options[TS_ACCD_OPTIONS] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1, "fraction of the initial gap that is kept"},
    {"max_iterations", TS_OPTION_INTEGER, 1e6, 1.0, 1e9, "advances after which the answer is `limit`"},
};

void ts_accd_single_portable(const ts_accd *method, const ts_ccd_query *query, ts_ccd_result *result) {
    query_any(method, query, result);
}

static void accd_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return ts_accd_single_avx2(self, query, result);
#endif
    ts_accd_single_portable(self, query, result);
}

ts_status ts_accd_create(const char *options_json, void **self) {
    double values[TS_ACCD_OPTIONS];
    const ts_status status = ts_ccd_read_options(ts_accd_options, TS_ACCD_OPTIONS, options_json, values);
    if (status != TS_OK) return status;
    ts_accd *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method = (ts_accd){.s = values[0], .max_iterations = (uint32_t)values[1]};
    *self = method;
    return TS_OK;
}

const ts_ccd_backend ts_ccd_accd = {
    .abi = TS_CCD_ABI,
    .name = "accd",
    .summary = "additive conservative advancement on the distance, to the letter of its publication",
    .source = "Li, Kaufman, Jiang: Codimensional Incremental Potential Contact, ACM TOG 40(4), 2021, Algorithm 1",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = ts_accd_options,
    .option_count = TS_ACCD_OPTIONS,
    .create = ts_accd_create,
    .query = accd_query,
    .query_batch = ts_accd_batch,
    .destroy = free,
};
