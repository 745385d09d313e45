/* SPDX-License-Identifier: MIT
 * Separating-direction advancement with a proof: while some direction keeps the primitives more than xi + g
 * apart the motion is free, whatever the closest features are. Argument and bounds: docs/certified.md. */
#include <math.h>
#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/certified/motion.h"
#include "core/vec3.h"
#include <touchstone/distance.h>

typedef struct certified {
    double s;
    int most_advances;
} certified;

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1, "fraction of the initial gap that is kept"},
    {"max_advances", TS_OPTION_INTEGER, 100.0, 1.0, (double)TS_CCD_MOST_PIECES,
     "advances after which the time reached so far is the answer"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* A hit is near enough when the gap is within this factor of the gap to keep. */
static const double NEAR_ENOUGH = 1.05;
/* Constant directions come first; a moving one is tried where they gain less than this of what is left. */
enum { CONSTANT_ADVANCES = 1 };
static const double SMALL_GAIN = 0.05;

/* n less its part along the edge from row a to row b: the closest direction is across every line of the closest
 * features, and what rounding has put along them is felt most at their far ends. */
static void across(const double y[4][3], int a, int b, double n[3]) {
    double u[3];
    ts_sub(y[b], y[a], u);
    const double length2 = ts_norm2(u);
    if (length2 > 0.0) ts_axpy(n, -ts_dot(n, u) / length2, u, n);
}

static void polish(const ts_certified_motion *motion, const double y[4][3], unsigned feature, double n[3]) {
    if (motion->kind == TS_EDGE_EDGE) {
        if ((feature & 3u) == 3u) across(y, 0, 1, n);
        if ((feature & 12u) == 12u) across(y, 2, 3, n);
        return;
    }
    int last = 0;
    for (int i = 1; i < motion->vertices; ++i) {
        if (!(feature & (1u << i))) continue;
        if (last != 0) across(y, last, i, n);
        last = i;
    }
}

/* Unit vector from the first primitive's closest point to the second's at t; returns the distance. */
static double closest_direction(const ts_certified_motion *motion, double t, double n[3], unsigned *feature) {
    double y[4][3] = {{0.0}};
    ts_closest closest;
    ts_certified_rows(motion, t, y);
    ts_closest_points(motion->kind, y, &closest);
    n[0] = n[1] = n[2] = 0.0;
    for (int i = 0; i < motion->vertices; ++i) {
        ts_axpy(n, i < motion->first ? -closest.weight[i] : closest.weight[i], y[i], n);
    }
    for (int round = 0; round < 2; ++round) polish(motion, y, closest.feature, n);
    const double distance = sqrt(closest.distance2), length = sqrt(ts_norm2(n));
    if (length > 0.0) ts_scale(1.0 / length, n, n);
    *feature = closest.feature;
    return distance;
}

static void record(ts_ccd_certificate *certificate, const ts_ccd_proof_piece *piece) {
    if (certificate) certificate->pieces[certificate->count++] = *piece;
}

/* One advance: the longer of the constant and, where that gains little, the moving direction's interval. */
static ts_ccd_proof_piece advance(const ts_certified_motion *motion, double t, const double n[3], unsigned feature,
                                  int advances) {
    ts_ccd_proof_piece piece = {.t0 = t, .n = {n[0], n[1], n[2]}, .sign = 1};
    piece.t1 = ts_certified_constant_end(motion, n, t);
    if ((advances >= CONSTANT_ADVANCES || piece.t1 == t) && piece.t1 - t < SMALL_GAIN * (motion->t_max - t)) {
        int8_t sign;
        const double end = ts_certified_moving_end(motion, feature, t, &sign);
        if (end > piece.t1) {
            piece = (ts_ccd_proof_piece){.t0 = t, .t1 = end, .feature = (uint8_t)feature, .sign = sign};
        }
    }
    return piece;
}

static void answer(ts_ccd_result *result, ts_ccd_status status, double toi, int advances) {
    *result = (ts_ccd_result){.status = status, .toi = toi, .iterations = (uint32_t)advances};
}

static void certify(void *self, const ts_ccd_query *query, ts_ccd_result *result, ts_ccd_certificate *certificate) {
    const certified *method = self;
    ts_certified_motion motion;
    ts_certified_motion_init(&motion, query);
    if (certificate) certificate->count = 0;
    double n[3], t = 0.0, g = 0.0;
    unsigned feature;
    for (int k = 0; k < method->most_advances; ++k) {
        const double gap = closest_direction(&motion, t, n, &feature) - motion.xi;
        if (!(gap > 0.0)) return answer(result, TS_CCD_HIT, t, k);
        if (k == 0) {
            g = method->s * gap;
            motion.reach = motion.xi + g;
        } else if (gap <= NEAR_ENOUGH * g) {
            return answer(result, TS_CCD_HIT, t, k);
        }
        const ts_ccd_proof_piece piece = advance(&motion, t, n, feature, k);
        if (!(piece.t1 > t)) return answer(result, TS_CCD_HIT, t, k);
        record(certificate, &piece);
        t = piece.t1;
        if (t >= query->t_max) return answer(result, TS_CCD_FREE, query->t_max, k + 1);
    }
    answer(result, TS_CCD_HIT, t, method->most_advances);
}

static void query_one(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    certify(self, query, result, NULL);
}

static ts_status create(const char *options_json, void **self) {
    double values[OPTION_COUNT];
    const ts_status status = ts_ccd_read_options(OPTIONS, OPTION_COUNT, options_json, values);
    if (status != TS_OK) return status;
    certified *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method = (certified){.s = values[0], .most_advances = (int)values[1]};
    *self = method;
    return TS_OK;
}

const ts_ccd_backend ts_ccd_certified = {
    .abi = TS_CCD_ABI,
    .name = "certified",
    .summary = "separating directions, constant and moving, with a proof that can be checked exactly",
    .source = "Touchstone, docs/certified.md",
    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
    .options = OPTIONS,
    .option_count = OPTION_COUNT,
    .create = create,
    .query = query_one,
    .certify = certify,
    .destroy = free,
};
