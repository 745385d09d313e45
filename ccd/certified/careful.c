/* SPDX-License-Identifier: MIT
 * The closest direction where the quick formulas lose digits: nearly parallel edges and thin triangles. */
#include "ccd/certified/careful.h"

#include <math.h>

#include "ccd/certified/nearest.h"
#include "core/vec3.h"
#include <touchstone/distance.h>

/* Below this distance over size the difference of the closest points is made perpendicular again. */
static const double POLISH_BELOW = 1e-5;

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
    for (int i = 1; i < ts_kind_vertices(kind); ++i) {
        if (!(feature & (1u << i))) continue;
        if (last != 0) across(y, last, i, n);
        last = i;
    }
}

void ts_certified_careful(const ts_certified_motion *motion, double t, ts_certified_nearest *at) {
    double y[4][3] = {{0.0}};
    ts_closest closest;
    ts_certified_rows(motion, motion->kind, t, y);
    ts_closest_points(motion->kind, y, &closest);
    at->n[0] = at->n[1] = at->n[2] = 0.0;
    for (int i = 1; i < ts_kind_vertices(motion->kind); ++i) { /* row 0 is zero */
        const double weight = closest.weight[i];
        ts_axpy(at->n, i < ts_kind_first(motion->kind) ? -weight : weight, y[i], at->n);
    }
    at->distance2 = closest.distance2;
    at->feature = closest.feature;
    if (sqrt(at->distance2) < POLISH_BELOW * ts_certified_max(motion->most0, motion->most1)) {
        for (int round = 0; round < 2; ++round) polish(motion->kind, y, at->feature, at->n);
        const double length = sqrt(ts_norm2(at->n));
        if (length > 0.0) ts_scale(1.0 / length, at->n, at->n); /* far from underflow */
    }
    at->length2 = ts_norm2(at->n);
}
