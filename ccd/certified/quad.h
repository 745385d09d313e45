/* SPDX-License-Identifier: MIT
 * Four doubles side by side: one number of each pair of vertices of one query. Every operation is the IEEE one of the
 * scalar code; with AVX2 it is one instruction, without it two. */
#ifndef TS_CCD_CERTIFIED_QUAD_H
#define TS_CCD_CERTIFIED_QUAD_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define QUAD_INLINE static inline __attribute__((always_inline))

typedef double quad __attribute__((vector_size(32)));
typedef int64_t quad_mask __attribute__((vector_size(32))); /* a comparison: all bits of a lane or none */

/* Macros, because a function would hand over quads in registers that may not be there: compilers warn of it. */

#define quad_of(x) ((x) - (quad){0.0}) /* x - 0 is x, also for -0 */
#define quad_abs(a) ((quad)((quad_mask)(a)&INT64_MAX))

/* quad_select: lane by lane a where the mask is set, else b. quad_set: bit l for lane l of the mask. quad_larger,
 * quad_smaller: b where they are equal or one is no number, as maxpd and minpd have it too. */
#if defined(__AVX2__)
#define quad_select(mask, a, b) ((quad)_mm256_blendv_pd((__m256d)(b), (__m256d)(a), (__m256d)(mask)))
#define quad_set(mask) ((unsigned)_mm256_movemask_pd((__m256d)(mask)))
#define quad_larger(a, b) ((quad)_mm256_max_pd((__m256d)(a), (__m256d)(b)))
#define quad_smaller(a, b) ((quad)_mm256_min_pd((__m256d)(a), (__m256d)(b)))
#else
#define quad_select(mask, a, b) ((quad)(((mask) & (quad_mask)(a)) | (~(mask) & (quad_mask)(b))))
#define quad_set(mask) ((unsigned)(((mask)[0] & 1) | ((mask)[1] & 2) | ((mask)[2] & 4) | ((mask)[3] & 8)))
#define quad_larger(a, b) quad_select((a) > (b), a, b)
#define quad_smaller(a, b) quad_select((a) < (b), a, b)
#endif

#define quad_dot3(a, b) ((a)[0] * (b)[0] + (a)[1] * (b)[1] + (a)[2] * (b)[2])

QUAD_INLINE void quad_cross3(const quad a[3], const quad b[3], quad out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

QUAD_INLINE double quad_most(const quad *a) {
    const double x = (*a)[0] > (*a)[1] ? (*a)[0] : (*a)[1], y = (*a)[2] > (*a)[3] ? (*a)[2] : (*a)[3];
    return x > y ? x : y;
}

QUAD_INLINE double quad_least(const quad *a) {
    const double x = (*a)[0] < (*a)[1] ? (*a)[0] : (*a)[1], y = (*a)[2] < (*a)[3] ? (*a)[2] : (*a)[3];
    return x < y ? x : y;
}

#endif
