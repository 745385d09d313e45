/* SPDX-License-Identifier: MIT
 * What the certified method does one by one and in batches alike: its options and the limits of its rules. */
#ifndef TS_CCD_CERTIFIED_CERTIFIED_H
#define TS_CCD_CERTIFIED_CERTIFIED_H

#include <touchstone/ccd.h>

typedef struct ts_certified {
    double s;
    int most_advances;
} ts_certified;

/* Where the gap is within this factor of the gap to keep, one constant advance more is the last. */
#define CERTIFIED_NEAR_ENOUGH 1.05
/* Constant directions come first; a moving one is tried where they gain less than this of what is left. */
#define CERTIFIED_CONSTANT_ADVANCES 3
#define CERTIFIED_SMALL_GAIN 0.05
/* Below this distance over size the difference of the closest points has lost so many digits that it is made
 * perpendicular again. */
#define CERTIFIED_POLISH_BELOW 1e-5
/* Below this squared length there is no direction. */
#define CERTIFIED_NO_LENGTH2 0x1p-900

/* ts_ccd_backend.query and query_batch, the latter with the widest lanes that the machine has. */
void ts_certified_query(void *self, const ts_ccd_query *query, ts_ccd_result *result);
void ts_certified_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results);

typedef void ts_certified_lanes(const ts_certified *method, size_t n, const ts_ccd_query *queries,
                                ts_ccd_result *results);

/* The same source (ccd/certified/lanes.inc) for three instruction sets. */
ts_certified_lanes ts_certified_lanes_portable, ts_certified_lanes_avx2, ts_certified_lanes_avx512;

#endif
