/* SPDX-License-Identifier: MIT
 * The lower bound of the time of impact of "Codimensional Incremental Potential Contact" (Li, Kaufman, Jiang
 * 2021), eq. 10, as an answer by itself: one distance, one division, rounded so that the bound is one. */
#include <math.h>

#include <touchstone/distance.h>

#include "ccd/builtin.h"
#include "core/vec3.h"

static const double UNIT = 0x1p-53; /* half a last place of 1 */

static double round_up(double value) {
    return nextafter(value, INFINITY);
}

static double round_down(double value) {
    return nextafter(value, -INFINITY);
}

/* In units of a power of two in which the largest coordinate is near 1; squares are then far from the ends
 * of the range. What falls below 2^-1074 is charged in distance_below. */
static int unit_exponent(const ts_ccd_query *query) {
    double largest = 0.0;
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) largest = fmax(largest, fmax(fabs(query->x0[i][c]), fabs(query->x1[i][c])));
    }
    return largest > 0.0 ? ilogb(largest) : 0;
}

static void scale_rows(const double x[4][3], int exponent, double out[4][3]) {
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) out[i][c] = ldexp(x[i][c], -exponent);
    }
}

/* The largest difference of two coordinates, rounded. */
static double size_of(ts_ccd_kind kind, const double x[4][3]) {
    double size = 0.0;
    for (int c = 0; c < 3; ++c) {
        double least = x[0][c], most = x[0][c];
        for (int i = 1; i < ts_ccd_vertices(kind); ++i) {
            least = fmin(least, x[i][c]);
            most = fmax(most, x[i][c]);
        }
        size = fmax(size, most - least);
    }
    return size;
}

/* A number not above the distance at the start, by the error of ts_distance2 and its root (below 15 units of the size,
 * says ccd/distance.c) and that of this difference (below 2). */
static double distance_below(ts_ccd_kind kind, const double x[4][3]) {
    return sqrt(ts_distance2(kind, x)) - (17.0 * UNIT * size_of(kind, x) + 0x1p-500);
}

/* A number not below |x1 - x0 - frame|, whatever the frame. */
static double speed_above(const double x0[3], const double x1[3], const double frame[3]) {
    double above[3];
    for (int c = 0; c < 3; ++c) {
        const double p = x1[c] - x0[c], relative = p - frame[c];
        above[c] = fabs(relative) + 2.0 * UNIT * (fabs(p) + fabs(relative));
    }
    if (above[0] + above[1] + above[2] == 0.0) return 0.0;
    return fmax(sqrt(ts_norm2(above)) * (1.0 + 8.0 * UNIT), 0x1p-500);
}

/* l_p, the denominator, in the frame of the mean displacement. */
static double approach_above(ts_ccd_kind kind, const double x0[4][3], const double x1[4][3]) {
    const int vertices = ts_ccd_vertices(kind), first = ts_ccd_first_vertices(kind);
    double mean[3] = {0.0, 0.0, 0.0}, most[2] = {0.0, 0.0};
    for (int i = 0; i < vertices; ++i) {
        for (int c = 0; c < 3; ++c) mean[c] += (x1[i][c] - x0[i][c]) / vertices;
    }
    for (int i = 0; i < vertices; ++i) most[i >= first] = fmax(most[i >= first], speed_above(x0[i], x1[i], mean));
    return round_up(most[0] + most[1]);
}

static void lower_bound_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    const int exponent = unit_exponent(query);
    double x0[4][3], x1[4][3];
    scale_rows(query->x0, exponent, x0);
    scale_rows(query->x1, exponent, x1);
    const double xi = query->min_distance > 0.0 ? round_up(ldexp(query->min_distance, -exponent)) : 0.0;
    const double gap = round_down(distance_below(query->kind, x0) - xi);
    const double bound = gap > 0.0 ? round_down(gap / approach_above(query->kind, x0, x1)) : 0.0;
    *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = bound, .iterations = 1};
    if (bound >= query->t_max) {
        result->status = TS_CCD_FREE;
        result->toi = query->t_max;
    }
}

static ts_status lower_bound_create(const char *options_json, void **self) {
    *self = NULL;
    return ts_ccd_read_options(NULL, 0, options_json, NULL);
}

static void lower_bound_destroy(void *self) {
    (void)self;
}

const ts_ccd_backend ts_ccd_lower_bound = {
    .abi = TS_CCD_ABI,
    .name = "lower-bound",
    .summary = "the initial gap over the largest approach per unit of time, in one shot",
    .source = "Li, Kaufman, Jiang: Codimensional Incremental Potential Contact, ACM TOG 40(4), 2021, eq. 10",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .create = lower_bound_create,
    .query = lower_bound_query,
    .destroy = lower_bound_destroy,
};
