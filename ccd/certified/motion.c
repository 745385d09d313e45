/* SPDX-License-Identifier: MIT
 * Rows relative to row 0, and how long a constant direction keeps the primitives apart. */
#include "ccd/certified/motion.h"

#include <math.h>
#include <stdbool.h>

#include "core/vec3.h"

static double largest(const ts_ccd_query *query, int vertices) {
    double most = query->min_distance;
    for (int i = 0; i < vertices; ++i) {
        for (int c = 0; c < 3; ++c) {
            const double a = fabs(query->x0[i][c]), b = fabs(query->x1[i][c]);
            most = a > most ? a : most;
            most = b > most ? b : most;
        }
    }
    return most;
}

/* Rows less row 0, in units of 2^-exponent: what underflows is covered by CERTIFIED_TINY. */
static double local_rows(const double x[4][3], int vertices, int exponent, double local[4][3]) {
    double most = 0.0;
    for (int i = 0; i < vertices; ++i) {
        for (int c = 0; c < 3; ++c) {
            local[i][c] = exponent == 0 ? x[i][c] - x[0][c] : scalbn(x[i][c], exponent) - scalbn(x[0][c], exponent);
            const double size = fabs(local[i][c]);
            most = size > most ? size : most;
        }
    }
    return most;
}

void ts_certified_motion_init(ts_certified_motion *motion, const ts_ccd_query *query) {
    motion->kind = query->kind;
    motion->first = ts_ccd_first_vertices(query->kind);
    motion->vertices = ts_ccd_vertices(query->kind);
    motion->t_max = query->t_max;
    const double most = largest(query, motion->vertices);
    const bool fits = (most >= 0x1p-60 && most <= 0x1p10) || most == 0.0;
    const int exponent = fits ? 0 : -ilogb(most);
    motion->most0 = local_rows(query->x0, motion->vertices, exponent, motion->at0);
    motion->most1 = local_rows(query->x1, motion->vertices, exponent, motion->at1);
    motion->xi = scalbn(query->min_distance, exponent);
    motion->reach = motion->xi;
}

void ts_certified_rows(const ts_certified_motion *motion, double t, double y[4][3]) {
    for (int i = 0; i < motion->vertices; ++i) {
        for (int c = 0; c < 3; ++c) y[i][c] = (1.0 - t) * motion->at0[i][c] + t * motion->at1[i][c];
    }
}

/* n.(b - a) is linear in t, so a lower bound of it at both ends bounds it everywhere. */
double ts_certified_constant_end(const ts_certified_motion *motion, const double n[3], double t) {
    const double size = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    const double error0 = 40.0 * CERTIFIED_U * size * motion->most0 + CERTIFIED_TINY;
    const double error1 = 40.0 * CERTIFIED_U * size * motion->most1 + CERTIFIED_TINY;
    const double least = motion->reach * sqrt(ts_norm2(n)) * (1.0 + 16.0 * CERTIFIED_U) + CERTIFIED_TINY;
    double h0[4], h1[4], end = motion->t_max;
    for (int i = 0; i < motion->vertices; ++i) {
        h0[i] = ts_dot(n, motion->at0[i]);
        h1[i] = ts_dot(n, motion->at1[i]);
    }
    for (int a = 0; a < motion->first; ++a) {
        for (int b = motion->first; b < motion->vertices; ++b) {
            const double low0 = h0[b] - h0[a] - error0, low1 = h1[b] - h1[a] - error1;
            const double here = (1.0 - t) * low0 + t * low1;
            const double margin = 8.0 * CERTIFIED_U * (fabs(low0) + fabs(low1)) + CERTIFIED_TINY;
            if (!(here - margin >= least)) return t;
            if (low1 >= least) continue; /* then low0 or the value at t is above too: safe from t on */
            const double fall = (low0 - least) / (low0 - low1) * (1.0 - 8.0 * CERTIFIED_U);
            if (!(fall > t)) return t;
            end = fall < end ? fall : end;
        }
    }
    return end;
}
