/* SPDX-License-Identifier: MIT
 * Rows relative to row 0, scaled where the doubles' range asks for it. */
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

/* In units of 2^exponent: what underflows is covered by CERTIFIED_TINY. */
static void scale_rows(const double x[4][3], int vertices, int exponent, double scaled[4][3]) {
    for (int i = 0; i < vertices; ++i) {
        for (int c = 0; c < 3; ++c) scaled[i][c] = scalbn(x[i][c], -exponent);
    }
}

void ts_certified_motion_init(ts_certified_motion *motion, const ts_ccd_query *query) {
    const int vertices = ts_certified_vertices(query->kind);
    motion->kind = query->kind;
    motion->t_max = query->t_max;
    motion->xi = query->min_distance;
    const double most = largest(query->x1, vertices, largest(query->x0, vertices, query->min_distance));
    if ((most >= 0x1p-60 && most <= 0x1p10) || most == 0.0) {
        motion->most0 = local_rows(query->x0, vertices, motion->at0);
        motion->most1 = local_rows(query->x1, vertices, motion->at1);
    } else {
        const int exponent = ilogb(most);
        double x0[4][3], x1[4][3];
        scale_rows(query->x0, vertices, exponent, x0);
        scale_rows(query->x1, vertices, exponent, x1);
        motion->most0 = local_rows((const double(*)[3])x0, vertices, motion->at0);
        motion->most1 = local_rows((const double(*)[3])x1, vertices, motion->at1);
        motion->xi = scalbn(query->min_distance, -exponent);
    }
    motion->reach = motion->xi;
}
