/* SPDX-License-Identifier: GPL-2.0-or-later
 * What it takes to read queries and write answers. */
#include "benches/micro/reading.h"

/* Of both ends of the step together, for the compiler to take as many at once as it can. */
static double sum_of(const ts_ccd_query *query) {
    const double *start = &query->x0[0][0], *end = &query->x1[0][0];
    double sum[4] = {query->min_distance, query->t_max, 0.0, 0.0};
    for (int i = 0; i < 12; i += 4) {
        for (int k = 0; k < 4; ++k) sum[k] += start[i + k] + end[i + k];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static void query_reading(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    *result = (ts_ccd_result){TS_CCD_FREE, sum_of(query), (uint32_t)query->kind};
}

static void query_batch_reading(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    for (size_t q = 0; q < n; ++q) query_reading(self, &queries[q], &results[q]);
}

static ts_status create_reading(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void destroy_reading(void *self) {
    (void)self;
}

const ts_ccd_backend ts_reading_alone = {
    .abi = TS_CCD_ABI,
    .name = "reading",
    .summary = "reads queries and writes answers",
    .source = "a limit, not a method",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .create = create_reading,
    .query = query_reading,
    .query_batch = query_batch_reading,
    .destroy = destroy_reading,
};
