/* SPDX-License-Identifier: MIT
 * Rows relative to row 0, and queries scaled where the doubles' range asks for it. */
#include "ccd/certified/motion.h"

static double largest(const double x[4][3], int vertices, double most) {
    for (int i = 0; i < vertices; ++i) {
        for (int c = 0; c < 3; ++c) most = ts_certified_max(fabs(x[i][c]), most);
    }
    return most;
}

/* Rows less row 0; returns the largest component. */
static double local_rows(const double x[4][3], int vertices, double local[4][3]) {
    double most = 0.0;
    for (int i = 0; i < vertices; ++i) {
        for (int c = 0; c < 3; ++c) {
            local[i][c] = x[i][c] - x[0][c];
            most = ts_certified_max(fabs(local[i][c]), most);
        }
    }
    return most;
}

void ts_certified_scale(const ts_ccd_query *query, ts_ccd_query *scaled) {
    const int vertices = ts_certified_vertices(query->kind);
    const double most = largest(query->x1, vertices, largest(query->x0, vertices, query->min_distance));
    const int exponent = most > 0.0 ? ilogb(most) : 0;
    *scaled = *query;
    scaled->min_distance = scalbn(query->min_distance, -exponent);
    for (int r = 0; r < 3 * vertices; ++r) {
        scaled->x0[r / 3][r % 3] = scalbn(query->x0[r / 3][r % 3], -exponent);
        scaled->x1[r / 3][r % 3] = scalbn(query->x1[r / 3][r % 3], -exponent);
    }
}

void ts_certified_motion_init(ts_certified_motion *motion, const ts_ccd_query *query) {
    const int vertices = ts_certified_vertices(query->kind);
    motion->kind = query->kind;
    motion->t_max = query->t_max;
    motion->most0 = local_rows(query->x0, vertices, motion->at0);
    motion->most1 = local_rows(query->x1, vertices, motion->at1);
}
