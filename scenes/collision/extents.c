/* SPDX-License-Identifier: MIT
 * How far the path of a node reaches along the directions of slabs. */
#include "scenes/collision/extents.h"

#include <float.h>
#include <string.h>

/* Along an unused direction all is at 1: what rounding may put a 0 off is subnormal by the time slabs are inflated. */
static void project(const double x[3], double along[TS_EXTENTS]) {
    for (int d = TS_DIRECTIONS; d < TS_EXTENTS; ++d) along[d] = 1.0;
    for (int k = 0; k < 3; ++k) {
        along[k] = x[k];
        along[3 + 2 * k] = x[k] + x[(k + 1) % 3];
        along[4 + 2 * k] = x[k] - x[(k + 1) % 3];
    }
}

void ts_extents_of_path(const ts_sweep *motion, size_t node, ts_extents *path) {
    project(motion->x[node], path->lo);
    if (!motion->p) {
        memcpy(path->hi, path->lo, sizeof path->hi);
        return;
    }
    double end[3], to[TS_EXTENTS];
    for (int k = 0; k < 3; ++k) end[k] = motion->x[node][k] + motion->alpha * motion->p[node][k];
    project(end, to);
    for (int d = 0; d < TS_EXTENTS; ++d) {
        const double from = path->lo[d];
        path->lo[d] = from < to[d] ? from : to[d];
        path->hi[d] = from < to[d] ? to[d] : from;
    }
}

static ts_slab_lanes least(ts_slab_lanes a, ts_slab_lanes b) {
    const ts_slab_bits first = a < b;
    return (ts_slab_lanes)(((ts_slab_bits)a & first) | ((ts_slab_bits)b & ~first));
}

/* As ts_float_below does: at least one unit in the last place further down, within the range of floats. LEAST (m) so
 * that 2^-22 of it, as slabs are inflated by, is not subnormal: with such products inflating takes longer. */
static const float LEAST = 0x1p-100f;

static ts_slab_lanes below(const double value[4], float sign) {
    const ts_slab_lanes most = {FLT_MAX, FLT_MAX, FLT_MAX, FLT_MAX};
    ts_slab_lanes near = {(float)value[0], (float)value[1], (float)value[2], (float)value[3]};
    near = least(near * sign, most);
    const ts_slab_lanes magnitude = (ts_slab_lanes)((ts_slab_bits)near & 0x7FFFFFFF);
    return -least(magnitude * FLT_EPSILON + LEAST - near, most);
}

void ts_extents_round_outward(const ts_extents *extents, ts_slabs *slabs) {
    for (int v = 0; v < TS_SLAB_VECTORS; ++v) {
        slabs->lo[v] = below(extents->lo + 4 * v, 1.0f);
        slabs->hi[v] = -below(extents->hi + 4 * v, -1.0f);
    }
}

double ts_extents_most(const ts_extents *path) {
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
        most = -path->lo[k] > most ? -path->lo[k] : most;
        most = path->hi[k] > most ? path->hi[k] : most;
    }
    return most;
}

void ts_extents_widen(ts_extents *path, double by) {
    for (int d = 0; d < TS_EXTENTS; ++d) {
        path->lo[d] -= by;
        path->hi[d] += by;
    }
}
