/* SPDX-License-Identifier: GPL-2.0-or-later
 * Inertia and elasticity along the normal of a pair. */
#include "cipc/contact/pair_stiffness.h"

#include <string.h>

#include <touchstone/distance.h>

#include "cipc/contact/feature_distance.h"

/* u^T H u of nodes whose directions are weight[i] n. */
static double curvature(const ts_block_matrix *matrix, const int32_t node[4], const double weight[4],
                        const double normal[3]) {
    double sum = 0.0;
    for (int a = 0; a < TS_STENCIL_NODES; ++a) {
        for (int b = 0; b < TS_STENCIL_NODES && weight[a] != 0.0; ++b) {
            if (weight[b] == 0.0 || node[a] < node[b]) continue; /* the lower triangle has it */
            const int32_t block = ts_block_find(matrix, node[a], node[b]);
            if (block < 0) continue;
            size_t stride;
            const double *value = ts_block_at(matrix, block, node[b], &stride);
            double along = 0.0;
            for (size_t c = 0; c < 3; ++c) {
                for (size_t r = 0; r < 3; ++r) {
                    const bool is_upper = a == b && r < c;
                    along += normal[r] * normal[c] * (is_upper ? value[r * stride + c] : value[c * stride + r]);
                }
            }
            sum += (a == b ? 1.0 : 2.0) * weight[a] * weight[b] * along;
        }
    }
    return sum;
}

/* The closest features: their kind, and which rows they are. */
static ts_ccd_kind closest_rows(ts_ccd_kind kind, const double rows[4][3], int row[4]) {
    ts_closest closest;
    ts_closest_points(kind, rows, &closest);
    if (kind == TS_EDGE_EDGE) return ts_feature_rows(closest.feature, row);
    int count = 1;
    row[0] = 0;
    for (int i = 1; i < ts_ccd_vertices(kind); ++i) {
        if (closest.feature >> i & 1) row[count++] = i;
    }
    return count == 4 ? TS_POINT_TRIANGLE : count == 3 ? TS_POINT_EDGE : TS_POINT_POINT;
}

/* Of nodes in the order of the frame's. */
static void find_frame(ts_ccd_kind kind, const ts_stencil node, const double (*x)[3], int32_t of_frame[4],
                       ts_feature_frame *frame) {
    int row[4] = {0, 1, 2, 3};
    double all[4][3] = {{0}}, rows[4][3] = {{0}};
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) memcpy(all[i], x[node[i]], sizeof all[i]);
    const ts_ccd_kind closest = closest_rows(kind, (const double(*)[3])all, row);
    for (int i = 0; i < ts_ccd_vertices(closest); ++i) {
        of_frame[i] = node[row[i]];
        memcpy(rows[i], all[row[i]], sizeof rows[i]);
    }
    ts_feature_frame_init(frame, closest, (const double(*)[3])rows);
}

double ts_pair_stiffness_at(const ts_pair_stiffness *of, ts_ccd_kind kind, const ts_stencil stencil, double xi,
                            const double (*x)[3]) {
    int32_t node[4] = {-1, -1, -1, -1};
    double normal[3], tangent[2][3], weight[4] = {0}, square = 0.0, mass = 0.0;
    ts_feature_frame frame;
    find_frame(kind, stencil, x, node, &frame);
    ts_feature_frame_basis(&frame, normal, tangent);
    for (int i = 0; i < frame.nodes; ++i) {
        const bool is_free = !of->bodies->body[of->bodies->body_of[node[i]]].obstacle;
        weight[i] = is_free ? frame.weight[i] : 0.0;
        square += weight[i] * weight[i];
        mass += weight[i] * weight[i] * of->bodies->mass[node[i]];
    }
    if (!(square > 0.0)) return of->least;
    const double D = ts_barrier_excess(frame.d2, xi).high, g = fmin(D / (sqrt(frame.d2[0]) + xi), of->dhat);
    const double elastic = of->elastic ? curvature(of->elastic, node, weight, normal) : 0.0;
    return fmax(mass / square * (of->h / g) * (of->h / g) + elastic / square, of->least);
}
