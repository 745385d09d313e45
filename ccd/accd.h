/* SPDX-License-Identifier: MIT
 * What the ACCDs of one query, of batches and of single precision share. */
#ifndef TS_CCD_ACCD_H
#define TS_CCD_ACCD_H

#include <touchstone/ccd.h>

typedef struct ts_accd {
    double s;
    uint32_t max_iterations;
} ts_accd;

enum { TS_ACCD_OPTIONS = 2 };
extern const ts_ccd_option ts_accd_options[TS_ACCD_OPTIONS];
/* ts_ccd_backend.create: a ts_accd, to be freed. */
ts_status ts_accd_create(const char *options_json, void **self);

typedef void ts_accd_single(const ts_accd *method, const ts_ccd_query *query, ts_ccd_result *result);

/* One query, without and with AVX2: the same bits. */
ts_accd_single ts_accd_single_portable, ts_accd_single_avx2;

/* ts_ccd_backend.query_batch, with the widest lanes that the machine has. */
void ts_accd_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results);

typedef void ts_accd_lanes(const ts_accd *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results);

/* The same source (ccd/accd_lanes.inc) for three instruction sets. */
ts_accd_lanes ts_accd_lanes_portable, ts_accd_lanes_avx2, ts_accd_lanes_avx512;

#endif
