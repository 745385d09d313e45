/* SPDX-License-Identifier: MIT
 * How far something reaches along x, y, z and the six diagonals of their planes, in floats rounded outward: two things
 * that are apart along one of these directions do not meet. Boxes of tilted sheets that lie close together meet all
 * over; diagonals tell most of these apart. */
#ifndef TS_SCENES_COLLISION_SLABS_H
#define TS_SCENES_COLLISION_SLABS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

enum { TS_DIRECTIONS = 9, TS_SLAB_VECTORS = 3 };

typedef float ts_slab_lanes __attribute__((vector_size(16)));
typedef int32_t ts_slab_bits __attribute__((vector_size(16)));

/* Lane d % 4 of vector d / 4 is direction d: x, y, z, x + y, x - y, y + z, y - z, z + x, z - x; three are unused. */
typedef struct ts_slabs {
    ts_slab_lanes lo[TS_SLAB_VECTORS], hi[TS_SLAB_VECTORS];
} ts_slabs;

static inline bool ts_slab_any(ts_slab_bits bits) {
#ifdef __SSE__
    return _mm_movemask_ps((__m128)bits) != 0;
#else
    return (bits[0] | bits[1] | bits[2] | bits[3]) != 0;
#endif
}

static inline bool ts_slabs_meet(const ts_slabs *a, const ts_slabs *b) {
    ts_slab_bits apart = {0, 0, 0, 0};
    for (int v = 0; v < TS_SLAB_VECTORS; ++v) apart |= (a->lo[v] > b->hi[v]) | (b->lo[v] > a->hi[v]);
    return !ts_slab_any(apart);
}

/* Their boxes alone: along x, y and z. */
static inline bool ts_slabs_meet_as_boxes(const ts_slabs *a, const ts_slabs *b) {
    const ts_slab_bits axes = {-1, -1, -1, 0};
    return !ts_slab_any(axes & ((a->lo[0] > b->hi[0]) | (b->lo[0] > a->hi[0])));
}

static inline void ts_slab_unite(ts_slab_lanes *lo, ts_slab_lanes *hi, const ts_slabs *other, int v) {
#ifdef __SSE__
    *lo = (ts_slab_lanes)_mm_min_ps((__m128)other->lo[v], (__m128)*lo);
    *hi = (ts_slab_lanes)_mm_max_ps((__m128)other->hi[v], (__m128)*hi);
#else
    for (int l = 0; l < 4; ++l) {
        (*lo)[l] = other->lo[v][l] < (*lo)[l] ? other->lo[v][l] : (*lo)[l];
        (*hi)[l] = other->hi[v][l] > (*hi)[l] ? other->hi[v][l] : (*hi)[l];
    }
#endif
}

static inline void ts_slabs_unite(ts_slabs *slabs, const ts_slabs *other) {
    for (int v = 0; v < TS_SLAB_VECTORS; ++v) ts_slab_unite(&slabs->lo[v], &slabs->hi[v], other, v);
}

/* What rounding a sum may put off, twice. */
static inline ts_slab_lanes ts_slab_rounding(ts_slab_lanes value) {
    return (ts_slab_lanes)((ts_slab_bits)value & 0x7FFFFFFF) * 0x1p-22f;
}

/* Lengths of the directions: diagonals are sqrt(2) long. */
static inline ts_slab_lanes ts_slab_length(int v) {
    static const ts_slab_lanes LENGTH[TS_SLAB_VECTORS] = {
        {1.0f, 1.0f, 1.0f, 1.414214f}, {1.414214f, 1.414214f, 1.414214f, 1.414214f}, {1.414214f, 0.0f, 0.0f, 0.0f}};
    return LENGTH[v];
}

/* A radius in metres as a float that is not less. */
static inline float ts_slab_radius(double radius) {
    return (float)(radius * (1.0 + 0x1p-20));
}

static inline void ts_slab_inflate(ts_slab_lanes *lo, ts_slab_lanes *hi, int v, float by) {
    const ts_slab_lanes out = ts_slab_length(v) * (ts_slab_lanes){by, by, by, by};
    *lo -= out + ts_slab_rounding(*lo);
    *hi += out + ts_slab_rounding(*hi);
}

static inline void ts_slabs_inflate(ts_slabs *slabs, double radius) {
    const float by = ts_slab_radius(radius);
    for (int v = 0; v < TS_SLAB_VECTORS; ++v) ts_slab_inflate(&slabs->lo[v], &slabs->hi[v], v, by);
}

#endif
