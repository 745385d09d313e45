/* SPDX-License-Identifier: MIT
 * The certified method in single precision: directions, advances and bounds in floats, and the same proofs. What it
 * sees of a query are differences of its rows, rounded once, of which the largest is near 1. */
#define TS_REAL float

#include <stdlib.h>

#include "ccd/binomials.h"
#include "ccd/builtin.h"
#include "ccd/certified/certified.h"
#include "ccd/certified/float.h"
#include "ccd/certified/float_lanes.h"
#include "ccd/certified/motion.h"

#define U TS_FLOAT_U
#define BOUND(b) ((b)*TS_FLOAT_UP + TS_FLOAT_TINY)
#define MAGNITUDE fabsf
#define ROOT sqrtf
#define SHARE(c, n, i) ((c) * (float)TS_INVERSE_BINOMIAL[n][i])
#define TIME_BELOW(t) ((double)(t))
#define TO_DOUBLE(x) ((double)(x))
#define DIFFERENCE(b, a) ((float)((b) - (a)))
#define XI_ABOVE(x) ts_float_above(x)
#define TIME_UP_TO(t) float_below(t)
#define EVERY_TIME false
#define ROWS_ERROR 8
#define MANY_SIZES false

static double float_below(double t) {
    const float near = (float)t;
    return (double)((double)near > t ? nextafterf(near, 0.0f) : near);
}

#include "ccd/certified/moving.inc"
#include "ccd/certified/search.inc"

/* Differences smaller than this part of the largest coordinate stay below 1: what the first scaling has lost stays
 * lost. */
enum { MOST_MAGNIFIED = 60 };

static double largest_offset(const ts_ccd_query *query) {
    double most = 0.0;
    for (int i = 1; i < ts_kind_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            most = ts_certified_max(most, fabs(query->x0[i][c] - query->x0[0][c]));
            most = ts_certified_max(most, fabs(query->x1[i][c] - query->x1[0][c]));
        }
    }
    return most;
}

static void scale_offsets(const ts_ccd_query *query, ts_ccd_query *scaled) {
    ts_certified_scale(query, scaled);
    const double most = largest_offset(scaled);
    const int exponent = most > 0.0 ? ilogb(most) : 0;
    const double factor = scalbn(1.0, exponent < -MOST_MAGNIFIED ? MOST_MAGNIFIED : -exponent);
    scaled->min_distance *= factor;
    for (int r = 0; r < 3 * ts_kind_vertices(query->kind); ++r) {
        scaled->x0[r / 3][r % 3] *= factor;
        scaled->x1[r / 3][r % 3] *= factor;
    }
}

static void answer_from(const ts_certified *method, const ts_ccd_query *query, double t, int advances,
                        ts_ccd_result *result, ts_ccd_certificate *certificate) {
    ts_ccd_query scaled;
    motion m;
    scale_offsets(query, &scaled);
    set_motion(&m, &scaled);
    search(method, &m, t, advances, result, certificate);
}

void ts_certified_float_from(const ts_certified *method, const ts_ccd_query *query, double t, int advances,
                             ts_ccd_result *result) {
    answer_from(method, query, t, advances, result, NULL);
}

static void query_one(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    answer_from(self, query, 0.0, 0, result, NULL);
}

static void query_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    ts_certified_float_all(self, n, queries, results);
}

static void certify(void *self, const ts_ccd_query *query, ts_ccd_result *result, ts_ccd_certificate *certificate) {
    certificate->count = 0;
    answer_from(self, query, 0.0, 0, result, certificate);
}

const ts_ccd_backend ts_ccd_certified_float = {
    .abi = TS_CCD_ABI,
    .name = "certified-float",
    .summary = "certified in single precision: its proofs are checked exactly, too",
    .source = "Touchstone, docs/certified.md",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE | TS_CCD_IN_FLOATS,
    .options = ts_certified_options,
    .option_count = TS_CERTIFIED_OPTIONS,
    .create = ts_certified_create,
    .query = query_one,
    .query_batch = query_batch,
    .certify = certify,
    .destroy = free,
};
