/* SPDX-License-Identifier: MIT
 * ACCD (ccd/accd.c) for one query with its rows side by side: what the distance asks of every edge is asked at once.
 * Compiled for AVX2 (cmake/Simd.cmake) and called only where the machine has it. */
#include <math.h>

#include "ccd/accd.h"
#include "ccd/certified/quad.h"
#include "ccd/kind.h"
#include "ccd/published_distance.h"
#include "ccd/published_quads.h"

/* The rows at the time reached, and their displacements less the mean; as the kind's distance wants them. */
typedef struct rows {
    quad x[PUBLISHED_ARRANGEMENTS][3], p[PUBLISHED_ARRANGEMENTS][3];
} rows;

#if defined(__AVX2__)
#define quad_sqrt(a) ((quad)_mm256_sqrt_pd((__m256d)(a)))
#else
#define quad_sqrt(a) ((quad){sqrt((a)[0]), sqrt((a)[1]), sqrt((a)[2]), sqrt((a)[3])})
#endif

QUAD_INLINE double larger(double a, double b) {
    return a > b ? a : b;
}

/* Component c of rows 0 to 3; rows that the kind does not have repeat row 0. */
QUAD_INLINE void load_component(ts_ccd_kind kind, const double x[4][3], int c, quad *all) {
    const int vertices = ts_kind_vertices(kind);
    *all = (quad){x[0][c], x[1][c], x[vertices > 2 ? 2 : 0][c], x[vertices > 3 ? 3 : 0][c]};
}

/* Lines 2 and 3: the displacements (rounded) less their mean. */
QUAD_INLINE void centre(ts_ccd_kind kind, quad p[3]) {
    for (int c = 0; c < 3; ++c) {
        double mean = 0.0;
        for (int i = 0; i < ts_kind_vertices(kind); ++i) mean += p[c][i];
        mean *= 1.0 / ts_kind_vertices(kind);
        p[c] -= mean;
    }
}

/* Line 4: l_p, the most by which the two primitives can approach each other per unit of time. */
QUAD_INLINE double speed_of(ts_ccd_kind kind, const quad p[3]) {
    const int first = kind == TS_EDGE_EDGE ? 2 : 1;
    const quad square = quad_dot3(p, p), length = quad_sqrt(quad_larger(square, quad_of(0.0)));
    double most[2] = {0.0, 0.0};
    for (int i = 0; i < ts_kind_vertices(kind); ++i) most[i >= first] = larger(length[i], most[i >= first]);
    return most[0] + most[1];
}

/* Returns l_p. */
QUAD_INLINE double set_up(rows *r, ts_ccd_kind kind, const ts_ccd_query *query) {
    quad x0[3], x1[3], p[3];
    for (int c = 0; c < 3; ++c) {
        load_component(kind, query->x0, c, &x0[c]);
        load_component(kind, query->x1, c, &x1[c]);
        p[c] = x1[c] - x0[c];
    }
    centre(kind, p);
    published_arrange(kind, x0, r->x);
    published_arrange(kind, p, r->p);
    return speed_of(kind, p);
}

/* The reference program's own repair: rounding has put nearly parallel edges into contact. */
static double endpoint_distance2(const quad x[3]) {
    double row[4][3];
    for (int i = 0; i < 12; ++i) row[i / 3][i % 3] = x[i % 3][i / 3];
    return ts_endpoint_distance2((const double(*)[3])row);
}

/* (d^2 - xi^2) / (d + xi), the gap d - xi without its cancellation, in all lanes. 0 rather than 0/0 when d = xi = 0. */
QUAD_INLINE void find_gap(const rows *r, ts_ccd_kind kind, double xi, quad *gap) {
    quad d2;
    published_quad(kind, r->x, &d2);
    if (kind == TS_EDGE_EDGE && d2[0] <= xi * xi) d2 = quad_of(endpoint_distance2(r->x[0]));
    const quad sum = quad_sqrt(d2) + xi;
    *gap = (d2 - xi * xi) / sum;
    if (!(sum[0] > 0.0) && sum[0] == 0.0) *gap = quad_of(0.0);
}

QUAD_INLINE void advance(rows *r, ts_ccd_kind kind, const quad *step) {
    for (int i = 0; i < 3 * published_arrangements(kind); ++i) r->x[i / 3][i % 3] += *step * r->p[i / 3][i % 3];
}

QUAD_INLINE bool advance_moves(const rows *r, ts_ccd_kind kind, const quad *step) {
    for (int i = 0; i < 3 * published_arrangements(kind); ++i) {
        const quad x = r->x[i / 3][i % 3];
        if (quad_set(x + *step * r->p[i / 3][i % 3] != x)) return true;
    }
    return false;
}

static void answer(ts_ccd_result *result, ts_ccd_status status, double toi, uint32_t iterations) {
    *result = (ts_ccd_result){.status = status, .toi = toi, .iterations = iterations};
}

QUAD_INLINE void answer_kind(const ts_accd *method, ts_ccd_kind kind, const ts_ccd_query *query,
                             ts_ccd_result *result) {
    const double xi = query->min_distance, t_max = query->t_max;
    rows r;
    const double l_p = set_up(&r, kind, query);
    if (l_p == 0.0) return answer(result, TS_CCD_FREE, t_max, 0);

    quad gap;
    find_gap(&r, kind, xi, &gap);
    const double g = method->s * gap[0];
    quad step = (1.0 - method->s) * gap / l_p;
    double t = 0.0;
    for (uint32_t k = 1; k <= method->max_iterations; ++k) {
        advance(&r, kind, &step);
        find_gap(&r, kind, xi, &gap);
        const bool is_below = !(gap[0] >= g); /* or no number: one question for the two ends */
        if (is_below && t > 0.0 && gap[0] < g) return answer(result, TS_CCD_HIT, t, k);
        t += step[0];
        if (t > t_max) return answer(result, TS_CCD_FREE, t_max, k);
        if (is_below && isnan(gap[0])) return answer(result, TS_CCD_FAILED, 0.0, k);
        step = 0.9 * gap / l_p;
        /* A round that changes neither t nor x repeats itself for ever: the limit, without waiting for it. */
        if (!(t + step[0] > t) && t + step[0] == t && !(t > 0.0 && gap[0] < g) && !advance_moves(&r, kind, &step))
            break;
    }
    answer(result, TS_CCD_LIMIT, fmax(t, 0.0), method->max_iterations);
}

void ts_accd_single_avx2(const ts_accd *method, const ts_ccd_query *query, ts_ccd_result *result) {
    switch (query->kind) {
    case TS_POINT_TRIANGLE: return answer_kind(method, TS_POINT_TRIANGLE, query, result);
    case TS_EDGE_EDGE: return answer_kind(method, TS_EDGE_EDGE, query, result);
    case TS_POINT_EDGE: return answer_kind(method, TS_POINT_EDGE, query, result);
    case TS_POINT_POINT: return answer_kind(method, TS_POINT_POINT, query, result);
    }
}
