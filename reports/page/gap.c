/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sampling the gap of a query. */
#include "reports/page/gap.h"

#include <math.h>
#include <stdio.h>

#include <touchstone/distance.h>

static double time_at(const ts_report_gap *gap, size_t i) {
    const double share = (double)i / (double)(gap->count - 1);
    return i == gap->count - 1 ? gap->to : gap->from + share * (gap->to - gap->from);
}

/* On positions scaled by a power of two to where squares are normal doubles. */
static double gap_at(const ts_ccd_query *query, double t) {
    double x[4][3], largest = 0.0;
    int exponent = 0;
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) {
            x[i][c] = (1.0 - t) * query->x0[i][c] + t * query->x1[i][c];
            largest = fmax(largest, fabs(x[i][c]));
        }
    }
    frexp(largest, &exponent);
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) x[i][c] = ldexp(x[i][c], -exponent);
    }
    return ldexp(sqrt(ts_distance2(query->kind, (const double(*)[3])x)), exponent) - query->min_distance;
}

void ts_report_gap_whole(ts_report_gap *gap, const ts_ccd_query *query) {
    *gap = (ts_report_gap){.to = query->t_max, .count = TS_REPORT_SAMPLES};
    for (size_t i = 0; i < gap->count; ++i) gap->gap[i] = gap_at(query, time_at(gap, i));
}

ts_status ts_report_gap_near(ts_report_gap *gap, const ts_ccd_query *query, const double *times, size_t count) {
    ts_report_gap made = {.from = INFINITY, .to = -INFINITY, .count = count ? TS_REPORT_NEAR_SAMPLES : 0};
    for (size_t i = 0; i < count; ++i) {
        made.from = fmin(made.from, times[i]);
        made.to = fmax(made.to, times[i]);
    }
    const double room = made.to > made.from ? made.to - made.from : 1e-6;
    made.from = fmax(made.from - room, 0.0);
    made.to = fmin(made.to + room, query->t_max);
    for (size_t i = 0; i < made.count; ++i) {
        ts_oracle_distance_result distance;
        const ts_status status = ts_oracle_distance(query, time_at(&made, i), query->min_distance, &distance);
        if (status != TS_OK) return status;
        made.gap[i] = distance.gap_lo;
    }
    *gap = made;
    return TS_OK;
}

void ts_report_gap_build(ts_json_builder *builder, cJSON *object, const char *name, const ts_report_gap *gap) {
    if (gap->count == 0) return;
    cJSON *curve = ts_build_object(builder, object, name);
    ts_build_real(builder, curve, "from", gap->from);
    ts_build_real(builder, curve, "to", gap->to);
    cJSON *list = ts_build_array(builder, curve, "gap");
    for (size_t i = 0; i < gap->count; ++i) {
        char digits[32];
        snprintf(digits, sizeof digits, "%.7g", gap->gap[i]);
        if (isfinite(gap->gap[i]))
            ts_build_raw(builder, list, NULL, digits);
        else
            ts_build_null(builder, list, NULL);
    }
}
