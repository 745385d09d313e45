/* SPDX-License-Identifier: MIT
 * The cubic that the C-IPC authors compared: IPC's conservative CTCD, asked about a query and about the point-edge and
 * point-point pairs in it. Its errors are the published ones (docs/backends/cubic.md). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ccd/builtin.h"
#include "ccd/options.h"
#include "ccd/published/cubic_pairs.h"
#include "ccd/published/strategy.h"
#include "ccd/published_distance.h"

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1,
     "fraction of the initial gap that is asked for as separation (eta of IPC)"},
    {"sub_pairs", TS_OPTION_BOOLEAN, 1.0, 0.0, 1.0,
     "ask the point-edge and point-point pairs of a triangle or of two edges as well"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

typedef struct cubic {
    double s, sub_pairs;
} cubic;

/* The sooner of two times; NaN, an endless loop, ends everything. */
static double sooner(double a, double b) {
    return isnan(a) || isnan(b) ? NAN : fmin(a, b);
}

static double answer_pair(const cubic *method, ts_ccd_kind kind, const ts_moving *moving, double xi,
                          uint32_t *questions) {
    double x[4][3];
    for (int i = 0; i < 4; ++i) memcpy(x[i], moving->row[i][0], sizeof x[i]);
    const double gap = sqrt(ts_published_distance2(kind, x)) - xi;
    const ts_strategy strategy = {ts_cubic_pair_time, xi, method->s, gap};
    return ts_strategy_answer(&strategy, kind, moving, questions);
}

static double answer_sub_pair(const cubic *method, ts_ccd_kind kind, const int rows[3], const ts_moving *moving,
                              double xi, uint32_t *questions) {
    ts_moving pair = {0};
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) memcpy(pair.row[i], moving->row[rows[i]], sizeof pair.row[i]);
    if (!ts_moving_boxes_come_within(kind, &pair, xi)) return INFINITY;
    return answer_pair(method, kind, &pair, xi, questions);
}

/* Every vertex of one primitive against every vertex of the other, and against its edges. */
static double answer_sub_pairs(const cubic *method, const ts_ccd_query *query, const ts_moving *moving,
                               uint32_t *questions) {
    const int first = ts_ccd_first_vertices(query->kind), vertices = ts_ccd_vertices(query->kind);
    const double xi = query->min_distance;
    double time = INFINITY;
    for (int a = 0; a < first; ++a) {
        for (int b = first; b < vertices; ++b) {
            time = sooner(time, answer_sub_pair(method, TS_POINT_POINT, (int[3]){a, b, 0}, moving, xi, questions));
            const int next = query->kind == TS_POINT_TRIANGLE ? b % 3 + 1 : b + 1;
            if (query->kind != TS_POINT_EDGE && next < vertices)
                time =
                    sooner(time, answer_sub_pair(method, TS_POINT_EDGE, (int[3]){a, b, next}, moving, xi, questions));
        }
    }
    for (int b = 2; b < 4 && query->kind == TS_EDGE_EDGE; ++b) {
        time = sooner(time, answer_sub_pair(method, TS_POINT_EDGE, (int[3]){b, 0, 1}, moving, xi, questions));
    }
    return time;
}

static void cubic_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const cubic *method = self;
    ts_moving moving;
    uint32_t questions = 0;
    ts_moving_init(&moving, query);
    double time = answer_pair(method, query->kind, &moving, query->min_distance, &questions);
    if (method->sub_pairs != 0.0 && query->kind != TS_POINT_POINT) {
        time = sooner(time, answer_sub_pairs(method, query, &moving, &questions));
    }
    ts_strategy_settle(time, questions, query, result);
}

static ts_status cubic_create(const char *options_json, void **self) {
    return ts_ccd_create_from_options(OPTIONS, OPTION_COUNT, options_json, self);
}

const ts_ccd_backend ts_ccd_cubic = {
    .abi = TS_CCD_ABI,
    .name = "cubic",
    .summary = "floating-point polynomial roots in IPC's conservative strategy, as published",
    .source = "Provot: Collision and self-collision handling in cloth model, 1997; Li et al.: Incremental Potential "
              "Contact, ACM TOG 39(4), 2020",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = cubic_create,
    .query = cubic_query,
    .destroy = free,
};
