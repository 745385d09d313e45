/* SPDX-License-Identifier: MIT
 * Distances of many pairs of one kind. */
#ifndef TS_CCD_CLOSEST_BATCH_H
#define TS_CCD_CLOSEST_BATCH_H

#include <stddef.h>
#include <stdint.h>

#include <touchstone/ccd.h>
#include <touchstone/distance.h>

typedef struct ts_closest_batch {
    ts_ccd_kind kind;
    size_t count;
    const int32_t (*node)[4]; /* rows of each pair as numbers of x; those beyond the kind's are not looked at */
    const double (*x)[3];
    double *distance2;   /* for each pair, as ts_closest_points says it, */
    ts_feature *feature; /* to the last bit */
} ts_closest_batch;

typedef void ts_closest_many(const ts_closest_batch *batch);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_closest_many ts_closest_many_all, ts_closest_many_portable, ts_closest_many_avx2, ts_closest_many_avx512;

#endif
