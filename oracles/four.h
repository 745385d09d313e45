/* SPDX-License-Identifier: MIT
 * Four doubles side by side. Every operation is the IEEE one of the scalar code, so lane by lane the bits are the same;
 * with AVX2 it is one instruction, without it two. A likeness of ccd/certified/quad.h, on purpose: the judge takes no
 * arithmetic from what it judges. */
#ifndef TS_ORACLES_FOUR_H
#define TS_ORACLES_FOUR_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define FOUR_INLINE static inline __attribute__((always_inline))

typedef double four __attribute__((vector_size(32)));
typedef int64_t four_mask __attribute__((vector_size(32))); /* a comparison: all bits of a lane or none */

/* Macros, and pointers below, because a function would hand over vectors in registers that may not be there. */

#define four_of(x) ((x) - (four){0.0}) /* x - 0 is x, also for -0 */
#define four_abs(a) ((four)((four_mask)(a)&INT64_MAX))

/* four_select: lane by lane a where the mask is set, else b. four_any: is any lane set? */
#if defined(__AVX2__)
#define four_select(mask, a, b) ((four)_mm256_blendv_pd((__m256d)(b), (__m256d)(a), (__m256d)(mask)))
#define four_any(mask) (_mm256_movemask_pd((__m256d)(mask)) != 0)
#define four_sqrt(a) ((four)_mm256_sqrt_pd((__m256d)(a)))
#else
#define four_select(mask, a, b) ((four)(((mask) & (four_mask)(a)) | (~(mask) & (four_mask)(b))))
#define four_any(mask) (((mask)[0] | (mask)[1] | (mask)[2] | (mask)[3]) != 0)
#define four_sqrt(a)                                                                                                   \
    ((four){__builtin_sqrt((a)[0]), __builtin_sqrt((a)[1]), __builtin_sqrt((a)[2]), __builtin_sqrt((a)[3])})
#endif

#endif
