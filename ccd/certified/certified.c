/* SPDX-License-Identifier: MIT
 * Separating-direction advancement with a proof: while some direction keeps the primitives more than xi + g
 * apart the motion is free, whatever the closest features are. Argument and bounds: docs/certified.md. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "ccd/builtin.h"
#include "ccd/certified/certified.h"
#include "ccd/certified/motion.h"
#include "core/vec3.h"
#include <touchstone/distance.h>

static const ts_ccd_option OPTIONS[] = {
    {"s", TS_OPTION_REAL, 0.1, 0.0, 0x1.fffffffffffffp-1, "fraction of the initial gap that is kept"},
    {"max_advances", TS_OPTION_INTEGER, 100.0, 1.0, (double)TS_CCD_MOST_PIECES,
     "advances after which the time reached so far is the answer"},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* n less its part along the edge from row a to row b: the closest direction is across every line of the closest
 * features, and what rounding has put along them is felt most at their far ends. */
static void across(const double y[4][3], int a, int b, double n[3]) {
    double u[3];
    ts_sub(y[b], y[a], u);
    const double length2 = ts_norm2(u);
    if (length2 > 0.0) ts_axpy(n, -ts_dot(n, u) / length2, u, n);
}

static void polish(ts_ccd_kind kind, const double y[4][3], unsigned feature, double n[3]) {
    if (kind == TS_EDGE_EDGE) {
        if ((feature & 3u) == 3u) across(y, 0, 1, n);
        if ((feature & 12u) == 12u) across(y, 2, 3, n);
        return;
    }
    int last = 0;
    for (int i = 1; i < ts_certified_vertices(kind); ++i) {
        if (!(feature & (1u << i))) continue;
        if (last != 0) across(y, last, i, n);
        last = i;
    }
}

/* Where the search stands at one time. */
typedef struct nearest {
    double distance;
    double n[3], length2; /* about from the first primitive's closest point to the second's; |n|^2 */
    unsigned feature;
} nearest;

CERTIFIED_INLINE void find_nearest(const ts_certified_motion *motion, ts_ccd_kind kind, double t, nearest *at) {
    double y[4][3] = {{0.0}};
    ts_closest closest;
    ts_certified_rows(motion, kind, t, y);
    ts_closest_points(kind, y, &closest);
    at->n[0] = at->n[1] = at->n[2] = 0.0;
    for (int i = 1; i < ts_certified_vertices(kind); ++i) { /* row 0 is zero */
        ts_axpy(at->n, i < ts_certified_first(kind) ? -closest.weight[i] : closest.weight[i], y[i], at->n);
    }
    at->distance = sqrt(closest.distance2);
    at->feature = closest.feature;
    if (at->distance < CERTIFIED_POLISH_BELOW * ts_certified_max(motion->most0, motion->most1)) {
        for (int round = 0; round < 2; ++round) polish(kind, y, at->feature, at->n);
        const double length = sqrt(ts_norm2(at->n));
        if (length > 0.0) ts_scale(1.0 / length, at->n, at->n); /* far from underflow */
    }
    at->length2 = ts_norm2(at->n);
}

static void record(ts_ccd_certificate *certificate, const ts_ccd_proof_piece *piece) {
    if (certificate) certificate->pieces[certificate->count++] = *piece;
}

/* One advance: the longer of the constant and, where that gains little, the moving direction's interval. */
CERTIFIED_INLINE void advance(const ts_certified_motion *motion, ts_ccd_kind kind, const nearest *at, int advances,
                              ts_ccd_proof_piece *piece) {
    const double t = piece->t0;
    piece->t1 = ts_certified_constant_end(motion, kind, at->n, at->length2, t);
    piece->feature = 0;
    piece->sign = 1;
    const bool tries_moving = advances >= CERTIFIED_CONSTANT_ADVANCES || piece->t1 == t;
    if (!tries_moving || piece->t1 - t >= CERTIFIED_SMALL_GAIN * (motion->t_max - t)) return;
    int8_t sign;
    const double end = ts_certified_moving_end(motion, at->feature, t, &sign);
    if (!(end > piece->t1)) return;
    piece->t1 = end;
    piece->feature = (uint8_t)at->feature;
    piece->sign = sign;
}

static void answer(ts_ccd_result *result, ts_ccd_status status, double toi, int advances) {
    *result = (ts_ccd_result){.status = status, .toi = toi, .iterations = (uint32_t)advances};
}

CERTIFIED_INLINE void certify_kind(const ts_certified *method, const ts_ccd_query *query, ts_ccd_kind kind,
                                   ts_ccd_result *result, ts_ccd_certificate *certificate) {
    ts_certified_motion motion;
    ts_certified_motion_init(&motion, query);
    nearest at;
    double t = 0.0, g = 0.0;
    for (int k = 0; k < method->most_advances; ++k) {
        find_nearest(&motion, kind, t, &at);
        const double gap = at.distance - motion.xi;
        if (!(gap > 0.0 && at.length2 > CERTIFIED_NO_LENGTH2)) return answer(result, TS_CCD_HIT, t, k);
        if (k == 0) {
            g = method->s * gap;
            motion.reach = motion.xi + g;
        }
        const bool is_last = k > 0 && gap <= CERTIFIED_NEAR_ENOUGH * g;
        ts_ccd_proof_piece piece = {.t0 = t, .n = {at.n[0], at.n[1], at.n[2]}, .sign = 1};
        if (is_last)
            piece.t1 = ts_certified_constant_end(&motion, kind, at.n, at.length2, t);
        else
            advance(&motion, kind, &at, k, &piece);
        if (!(piece.t1 > t)) return answer(result, TS_CCD_HIT, t, k);
        record(certificate, &piece);
        t = piece.t1;
        if (t >= query->t_max) return answer(result, TS_CCD_FREE, query->t_max, k + 1);
        if (is_last) return answer(result, TS_CCD_HIT, t, k + 1);
    }
    answer(result, TS_CCD_HIT, t, method->most_advances);
}

static void certify(void *self, const ts_ccd_query *query, ts_ccd_result *result, ts_ccd_certificate *certificate) {
    if (certificate) certificate->count = 0;
    switch (query->kind) {
    case TS_POINT_TRIANGLE: return certify_kind(self, query, TS_POINT_TRIANGLE, result, certificate);
    case TS_EDGE_EDGE: return certify_kind(self, query, TS_EDGE_EDGE, result, certificate);
    case TS_POINT_EDGE: return certify_kind(self, query, TS_POINT_EDGE, result, certificate);
    case TS_POINT_POINT: return certify_kind(self, query, TS_POINT_POINT, result, certificate);
    }
}

void ts_certified_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    certify(self, query, result, NULL);
}

static ts_status create(const char *options_json, void **self) {
    double values[OPTION_COUNT];
    const ts_status status = ts_ccd_read_options(OPTIONS, OPTION_COUNT, options_json, values);
    if (status != TS_OK) return status;
    ts_certified *method = malloc(sizeof *method);
    if (!method) return TS_ERROR_MEMORY;
    *method = (ts_certified){.s = values[0], .most_advances = (int)values[1]};
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
    .query = ts_certified_query,
    .query_batch = ts_certified_batch,
    .certify = certify,
    .destroy = free,
};
