/* SPDX-License-Identifier: MIT
 * Additive CCD in single precision, as codes for graphics processors have it: the loop of ccd/accd.c, to the letter, in
 * floats. What that costs: docs/backends/accd-float.md. */
#define TS_REAL float

#include <stdlib.h>

#include "ccd/accd_loop.inc"
#include "ccd/builtin.h"

static void query_one(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    query_any(self, query, result);
}

const ts_ccd_backend ts_ccd_accd_float = {
    .abi = TS_CCD_ABI,
    .name = "accd-float",
    .summary = "accd in single precision",
    .source = "Li, Kaufman, Jiang: Codimensional Incremental Potential Contact, ACM TOG 40(4), 2021, Algorithm 1",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE | TS_CCD_IN_FLOATS,
    .options = ts_accd_options,
    .option_count = TS_ACCD_OPTIONS,
    .create = ts_accd_create,
    .query = query_one,
    .destroy = free,
};
