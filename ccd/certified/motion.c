/* SPDX-License-Identifier: MIT
 * Rows relative to row 0, and queries scaled where the doubles' range asks for it. */
#include "ccd/certified/motion.h"

#include <stdbool.h>

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

/* x 2^exponent: a product with a power of two rounds as scalbn does, where there is that power, and is faster. */
static void scale_rows(int exponent, int rows, double x[4][3]) {
    const bool is_usual = exponent > -1000 && exponent < 1000;
    const double power = is_usual ? scalbn(1.0, exponent) : 0.0;
    for (int i = 0; i < rows; ++i) {
        for (int c = 0; c < 3; ++c) x[i][c] = is_usual ? x[i][c] * power : scalbn(x[i][c], exponent);
    }
}

void ts_certified_scale(const ts_ccd_query *query, ts_ccd_query *scaled) {
    const int vertices = ts_kind_vertices(query->kind);
    const double most = largest(query->x1, vertices, largest(query->x0, vertices, query->min_distance));
    const int exponent = most > 0.0 ? ilogb(most) : 0;
    *scaled = *query;
    scaled->min_distance = scalbn(query->min_distance, -exponent);
    scale_rows(-exponent, vertices, scaled->x0);
    scale_rows(-exponent, vertices, scaled->x1);
}

void ts_certified_motion_init(ts_certified_motion *motion, const ts_ccd_query *query) {
    const int vertices = ts_kind_vertices(query->kind);
    motion->kind = query->kind;
    motion->t_max = query->t_max;
    motion->most0 = local_rows(query->x0, vertices, motion->at0);
    motion->most1 = local_rows(query->x1, vertices, motion->at1);
}
