/* SPDX-License-Identifier: GPL-2.0-or-later
 * How far something reaches along x, y, z and the six diagonals of their planes, in floats rounded outward: two things
 * that are apart along one of these directions do not meet. Boxes of tilted sheets that lie close together meet all
 * over; diagonals tell most of these apart. */
#ifndef TS_CIPC_CONTACT_SLABS_H
#define TS_CIPC_CONTACT_SLABS_H

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

static inline bool ts_slabs_meet(const ts_slabs *a, const ts_slabs *b) {
    ts_slab_bits apart = {0, 0, 0, 0};
    for (int v = 0; v < TS_SLAB_VECTORS; ++v) apart |= (a->lo[v] > b->hi[v]) | (b->lo[v] > a->hi[v]);
#ifdef __SSE__
    return _mm_movemask_ps((__m128)apart) == 0;
#else
    return (apart[0] | apart[1] | apart[2] | apart[3]) == 0;
#endif
}

static inline void ts_slabs_unite(ts_slabs *slabs, const ts_slabs *other) {
    for (int v = 0; v < TS_SLAB_VECTORS; ++v) {
#ifdef __SSE__
        slabs->lo[v] = (ts_slab_lanes)_mm_min_ps((__m128)other->lo[v], (__m128)slabs->lo[v]);
        slabs->hi[v] = (ts_slab_lanes)_mm_max_ps((__m128)other->hi[v], (__m128)slabs->hi[v]);
#else
        for (int l = 0; l < 4; ++l) {
            slabs->lo[v][l] = other->lo[v][l] < slabs->lo[v][l] ? other->lo[v][l] : slabs->lo[v][l];
            slabs->hi[v][l] = other->hi[v][l] > slabs->hi[v][l] ? other->hi[v][l] : slabs->hi[v][l];
        }
#endif
    }
}

/* What rounding a sum may put off, twice. */
static inline ts_slab_lanes ts_slab_rounding(ts_slab_lanes value) {
    return (ts_slab_lanes)((ts_slab_bits)value & 0x7FFFFFFF) * 0x1p-22f;
}

/* By a radius in metres: diagonals are sqrt(2) long. */
static inline void ts_slabs_inflate(ts_slabs *slabs, double radius) {
    static const ts_slab_lanes LENGTH[TS_SLAB_VECTORS] = {
        {1.0f, 1.0f, 1.0f, 1.414214f}, {1.414214f, 1.414214f, 1.414214f, 1.414214f}, {1.414214f, 0.0f, 0.0f, 0.0f}};
    const float by = (float)(radius * (1.0 + 0x1p-20));
    for (int v = 0; v < TS_SLAB_VECTORS; ++v) {
        const ts_slab_lanes lo = slabs->lo[v], hi = slabs->hi[v], out = LENGTH[v] * (ts_slab_lanes){by, by, by, by};
        slabs->lo[v] = lo - (out + ts_slab_rounding(lo));
        slabs->hi[v] = hi + (out + ts_slab_rounding(hi));
    }
}

#endif
