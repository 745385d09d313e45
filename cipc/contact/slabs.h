/* SPDX-License-Identifier: GPL-2.0-or-later
 * How far a primitive reaches along four directions, in floats rounded outward: two that are apart along one of them
 * do not meet. */
#ifndef TS_CIPC_CONTACT_SLABS_H
#define TS_CIPC_CONTACT_SLABS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

typedef float ts_slab_lanes __attribute__((vector_size(16)));

typedef struct ts_slabs {
    ts_slab_lanes lo, hi;
} ts_slabs;

static inline bool ts_slabs_meet(const ts_slabs *a, const ts_slabs *b) {
    typedef int32_t bits __attribute__((vector_size(16)));
    const bits apart = (a->lo > b->hi) | (b->lo > a->hi);
#ifdef __SSE__
    return _mm_movemask_ps((__m128)apart) == 0;
#else
    return (apart[0] | apart[1] | apart[2] | apart[3]) == 0;
#endif
}

#endif
