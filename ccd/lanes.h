/* SPDX-License-Identifier: MIT
 * Doubles in lanes: the arithmetic of one query, done for LANES queries at once. Every operation is the IEEE one of
 * the scalar code, so lane by lane the bits are the same. LANES follows the instruction set of the including file. */
#ifndef TS_CCD_LANES_H
#define TS_CCD_LANES_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__AVX512DQ__)
#define LANES 8
#elif defined(__AVX2__)
#define LANES 4
#else
#define LANES 2
#endif

/* Where wrong accesses are looked for calls are good enough, and a compiler is done in a tenth of the time. */
#if defined(__has_feature)
#define LANES_SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define LANES_SANITIZED 1
#else
#define LANES_SANITIZED 0
#endif
#if LANES_SANITIZED
#define LANES_INLINE static __attribute__((unused))
#else
#define LANES_INLINE static inline __attribute__((always_inline))
#endif

typedef double lanes __attribute__((vector_size(8 * LANES)));
typedef int64_t lane_ints __attribute__((vector_size(8 * LANES)));
/* What a comparison says of each lane. Eight are bits of a register of masks, which compilers do not make of vectors
 * that are compared by `<`; fewer have all bits of a lane or none. */
#if LANES == 8
typedef __mmask8 lane_mask;
#else
typedef lane_ints lane_mask;
#endif

LANES_INLINE lanes lanes_of(double value) {
    return value - (lanes){0.0}; /* x - 0 is x, also for -0 */
}

/* Number i of an array for each lane. */
LANES_INLINE lanes lanes_gather(const double *const arrays[LANES], int i) {
#if LANES == 8
    return (lanes){arrays[0][i], arrays[1][i], arrays[2][i], arrays[3][i],
                   arrays[4][i], arrays[5][i], arrays[6][i], arrays[7][i]};
#elif LANES == 4
    return (lanes){arrays[0][i], arrays[1][i], arrays[2][i], arrays[3][i]};
#else
    return (lanes){arrays[0][i], arrays[1][i]};
#endif
}

/* Those numbers, lane by lane. */
LANES_INLINE lanes lanes_from(const double values[LANES]) {
#if LANES == 8
    return (lanes){values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7]};
#elif LANES == 4
    return (lanes){values[0], values[1], values[2], values[3]};
#else
    return (lanes){values[0], values[1]};
#endif
}

/* LANES numbers in a row, at any address. */
typedef double lanes_anywhere __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

LANES_INLINE lanes lanes_load(const double *from) {
    return *(const lanes_anywhere *)(const void *)from;
}

LANES_INLINE void lanes_store(double *to, lanes a) {
    *(lanes_anywhere *)(void *)to = a;
}

typedef int64_t lane_ints_anywhere __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

LANES_INLINE lane_ints lanes_load_ints(const int64_t *from) {
    return *(const lane_ints_anywhere *)(const void *)from;
}

LANES_INLINE void lanes_store_ints(int64_t *to, lane_ints a) {
    *(lane_ints_anywhere *)(void *)to = a;
}

typedef int64_t lane_int_anywhere __attribute__((may_alias));

/* The lanes whose bits are set, side by side from `to` on; what is written behind them, of LANES numbers, says nothing.
 */
LANES_INLINE void lanes_keep_ints(int64_t *to, unsigned which, lane_ints a) {
#if LANES == 8
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64((__mmask8)which, (__m512i)a));
#else
    lane_int_anywhere *at = to;
    for (int l = 0; l < LANES; ++l) {
        *at = a[l];
        at += which >> l & 1u;
    }
#endif
}

LANES_INLINE void lanes_keep(double *to, unsigned which, lanes a) {
    lanes_keep_ints((int64_t *)(void *)to, which, (lane_ints)a);
}

/* The rows of a square of numbers become its columns; of eight lanes each half is a square of four by itself. */
#if LANES == 8
LANES_INLINE void lanes_turn(const lanes in[4], lanes out[4]) {
    const lanes even01 = __builtin_shufflevector(in[0], in[1], 0, 8, 2, 10, 4, 12, 6, 14),
                odd01 = __builtin_shufflevector(in[0], in[1], 1, 9, 3, 11, 5, 13, 7, 15),
                even23 = __builtin_shufflevector(in[2], in[3], 0, 8, 2, 10, 4, 12, 6, 14),
                odd23 = __builtin_shufflevector(in[2], in[3], 1, 9, 3, 11, 5, 13, 7, 15);
    out[0] = __builtin_shufflevector(even01, even23, 0, 1, 8, 9, 4, 5, 12, 13);
    out[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 8, 9, 4, 5, 12, 13);
    out[2] = __builtin_shufflevector(even01, even23, 2, 3, 10, 11, 6, 7, 14, 15);
    out[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 10, 11, 6, 7, 14, 15);
}
#elif LANES == 4
LANES_INLINE void lanes_turn(const lanes in[4], lanes out[4]) {
    const lanes even01 = __builtin_shufflevector(in[0], in[1], 0, 4, 2, 6),
                odd01 = __builtin_shufflevector(in[0], in[1], 1, 5, 3, 7),
                even23 = __builtin_shufflevector(in[2], in[3], 0, 4, 2, 6),
                odd23 = __builtin_shufflevector(in[2], in[3], 1, 5, 3, 7);
    out[0] = __builtin_shufflevector(even01, even23, 0, 1, 4, 5);
    out[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5);
    out[2] = __builtin_shufflevector(even01, even23, 2, 3, 6, 7);
    out[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7);
}
#else
LANES_INLINE void lanes_turn(const lanes in[2], lanes out[2]) {
    out[0] = __builtin_shufflevector(in[0], in[1], 0, 2);
    out[1] = __builtin_shufflevector(in[0], in[1], 1, 3);
}
#endif

#if LANES == 8
LANES_INLINE lanes lanes_load_halves(const double *first, const double *second) {
    return (lanes)_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(first)), _mm256_loadu_pd(second), 1);
}
#endif

/* The two numbers of each array, lane by lane. */
LANES_INLINE void lanes_gather2(const double *const arrays[LANES], lanes *first, lanes *second) {
#if LANES == 8
    __m512d half[2];
    for (int i = 0; i < 2; ++i) {
        half[i] = _mm512_castpd128_pd512(_mm_loadu_pd(arrays[i]));
        half[i] = _mm512_insertf64x2(half[i], _mm_loadu_pd(arrays[i + 2]), 1);
        half[i] = _mm512_insertf64x2(half[i], _mm_loadu_pd(arrays[i + 4]), 2);
        half[i] = _mm512_insertf64x2(half[i], _mm_loadu_pd(arrays[i + 6]), 3);
    }
    *first = (lanes)_mm512_unpacklo_pd(half[0], half[1]);
    *second = (lanes)_mm512_unpackhi_pd(half[0], half[1]);
#else
    *first = lanes_gather(arrays, 0);
    *second = lanes_gather(arrays, 1);
#endif
}

/* The numbers from `at` on of each array, turned over: out[i] has number at + i of each. Written out, because what a
 * compiler leaves as a loop goes through memory. */
LANES_INLINE void lanes_transpose(const double *const arrays[LANES], int at, lanes out[LANES]) {
#if LANES == 8
    for (int half = 0; half < 2; ++half) {
        const lanes rows[4] = {lanes_load_halves(arrays[0] + at + 4 * half, arrays[4] + at + 4 * half),
                               lanes_load_halves(arrays[1] + at + 4 * half, arrays[5] + at + 4 * half),
                               lanes_load_halves(arrays[2] + at + 4 * half, arrays[6] + at + 4 * half),
                               lanes_load_halves(arrays[3] + at + 4 * half, arrays[7] + at + 4 * half)};
        lanes_turn(rows, out + 4 * half);
    }
#elif LANES == 4
    const lanes row[4] = {lanes_load(arrays[0] + at), lanes_load(arrays[1] + at), lanes_load(arrays[2] + at),
                          lanes_load(arrays[3] + at)};
    lanes_turn(row, out);
#else
    const lanes row[2] = {lanes_load(arrays[0] + at), lanes_load(arrays[1] + at)};
    lanes_turn(row, out);
#endif
}

/* Those of the four numbers at from[l] that are asked for; of eight lanes, and those at from[l + 4] behind them. */
#if LANES == 8
LANES_INLINE lanes lanes_load_row(const double *const from[LANES], int l, __m256i which) {
    return (lanes)_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_maskload_pd(from[l], which)),
                                     _mm256_maskload_pd(from[l + 4], which), 1);
}
#elif LANES == 4
LANES_INLINE lanes lanes_load_row(const double *const from[LANES], int l, __m256i which) {
    return (lanes)_mm256_maskload_pd(from[l], which);
}
#endif

/* Four numbers from an address of each lane. */
LANES_INLINE void lanes_load4(const double *const from[LANES], lanes out[4]) {
#if LANES >= 4
    lanes row[4];
    for (int l = 0; l < 4; ++l) row[l] = lanes_load_row(from, l, _mm256_set1_epi64x(-1));
    lanes_turn(row, out);
#else
    lanes_transpose(from, 0, out);
    lanes_transpose(from, 2, out + 2);
#endif
}

/* Three numbers likewise; the one behind them is not read. */
LANES_INLINE void lanes_load3(const double *const from[LANES], lanes out[3]) {
#if LANES >= 4
    lanes row[4], four[4];
    for (int l = 0; l < 4; ++l) row[l] = lanes_load_row(from, l, _mm256_set_epi64x(0, -1, -1, -1));
    lanes_turn(row, four);
    for (int k = 0; k < 3; ++k) out[k] = four[k];
#else
    for (int k = 0; k < 3; ++k) out[k] = lanes_gather(from, k);
#endif
}

/* Four numbers of every lane, to an address of its own. */
LANES_INLINE void lanes_store4(double *const to[LANES], int at, const lanes in[4]) {
#if LANES == 8
    lanes out[4];
    lanes_turn(in, out);
    for (int l = 0; l < 4; ++l) {
        _mm256_storeu_pd(to[l] + at, _mm512_castpd512_pd256((__m512d)out[l]));
        _mm256_storeu_pd(to[l + 4] + at, _mm512_extractf64x4_pd((__m512d)out[l], 1));
    }
#elif LANES == 4
    lanes out[4];
    lanes_turn(in, out);
    for (int l = 0; l < 4; ++l) lanes_store(to[l] + at, out[l]);
#else
    for (int half = 0; half < 2; ++half) {
        lanes out[2];
        lanes_turn(in + 2 * half, out);
        for (int l = 0; l < 2; ++l) lanes_store(to[l] + at + 2 * half, out[l]);
    }
#endif
}

LANES_INLINE lanes lanes_sqrt(lanes a) {
#if defined(__AVX512DQ__)
    return (lanes)_mm512_sqrt_pd((__m512d)a);
#elif defined(__AVX2__)
    return (lanes)_mm256_sqrt_pd((__m256d)a);
#elif defined(__SSE2__)
    return (lanes)_mm_sqrt_pd((__m128d)a);
#else
    for (int l = 0; l < LANES; ++l) a[l] = __builtin_sqrt(a[l]);
    return a;
#endif
}

/* ---- Masks: lane by lane, as `<` and `<=` of the scalar code; where one is no number they are not set ---- */

LANES_INLINE lane_mask lanes_less(lanes a, lanes b) {
#if LANES == 8
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OQ);
#else
    return a < b;
#endif
}

LANES_INLINE lane_mask lanes_at_most(lanes a, lanes b) {
#if LANES == 8
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LE_OQ);
#else
    return a <= b;
#endif
}

LANES_INLINE lane_mask lanes_equal(lanes a, lanes b) {
#if LANES == 8
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_EQ_OQ);
#else
    return a == b;
#endif
}

LANES_INLINE lane_mask lanes_positive(lanes a) {
    return lanes_less(lanes_of(0.0), a);
}

LANES_INLINE lane_mask lanes_at_least(lane_ints a, int64_t b) {
#if LANES == 8
    return _mm512_cmp_epi64_mask((__m512i)a, _mm512_set1_epi64(b), _MM_CMPINT_NLT);
#else
    return a >= b;
#endif
}

LANES_INLINE lane_mask lanes_not(lane_mask mask) {
    return (lane_mask)~mask;
}

LANES_INLINE lane_mask lanes_none(void) {
    return (lane_mask){0};
}

/* Lane by lane a where the mask is set, else b. */
LANES_INLINE lanes lanes_select(lane_mask mask, lanes a, lanes b) {
#if LANES == 8
    return (lanes)_mm512_mask_blend_pd(mask, (__m512d)b, (__m512d)a);
#elif defined(__AVX2__)
    return (lanes)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)mask);
#else
    return (lanes)((mask & (lane_ints)a) | (~mask & (lane_ints)b));
#endif
}

LANES_INLINE lane_ints lanes_select_ints(lane_mask mask, lane_ints a, lane_ints b) {
#if LANES == 8
    return (lane_ints)_mm512_mask_blend_epi64(mask, (__m512i)b, (__m512i)a);
#else
    return (mask & a) | (~mask & b);
#endif
}

/* Lane l: bit l. */
LANES_INLINE lane_mask lanes_of_bits(unsigned bits) {
#if LANES == 8
    return (lane_mask)bits;
#else
    lane_mask mask = {0};
    for (int l = 0; l < LANES; ++l) mask[l] = -(int64_t)(bits >> l & 1u);
    return mask;
#endif
}

/* Bit l of the result: lane l of the mask. */
LANES_INLINE unsigned lanes_set(lane_mask mask) {
#if LANES == 8
    return mask;
#elif defined(__AVX2__)
    return (unsigned)_mm256_movemask_pd((__m256d)mask);
#elif defined(__SSE2__)
    return (unsigned)_mm_movemask_pd((__m128d)mask);
#else
    unsigned set = 0;
    for (int l = 0; l < LANES; ++l) set |= (unsigned)(mask[l] & 1) << l;
    return set;
#endif
}

LANES_INLINE lanes lanes_abs(lanes a) {
    return (lanes)((lane_ints)a & INT64_MAX);
}

/* b where they are equal or one is no number, as maxpd and minpd have it too. */
LANES_INLINE lanes lanes_larger(lanes a, lanes b) {
#if defined(__AVX512DQ__)
    return (lanes)_mm512_max_pd((__m512d)a, (__m512d)b);
#elif defined(__AVX2__)
    return (lanes)_mm256_max_pd((__m256d)a, (__m256d)b);
#elif defined(__SSE2__)
    return (lanes)_mm_max_pd((__m128d)a, (__m128d)b);
#else
    return lanes_select(lanes_less(b, a), a, b);
#endif
}

LANES_INLINE lanes lanes_smaller(lanes a, lanes b) {
#if defined(__AVX512DQ__)
    return (lanes)_mm512_min_pd((__m512d)a, (__m512d)b);
#elif defined(__AVX2__)
    return (lanes)_mm256_min_pd((__m256d)a, (__m256d)b);
#elif defined(__SSE2__)
    return (lanes)_mm_min_pd((__m128d)a, (__m128d)b);
#else
    return lanes_select(lanes_less(a, b), a, b);
#endif
}

/* 0 where t is no number. */
LANES_INLINE lanes lanes_clamp01(lanes t) {
    return lanes_smaller(lanes_larger(t, lanes_of(0.0)), lanes_of(1.0));
}

/* The larger of the absolute values. Of numbers: what comes of another value depends on the width. */
LANES_INLINE lanes lanes_larger_size(lanes a, lanes b) {
#if defined(__AVX512DQ__)
    return (lanes)_mm512_range_pd((__m512d)a, (__m512d)b, 0x0b);
#else
    return lanes_larger(lanes_abs(a), lanes_abs(b));
#endif
}

/* ---- Three-vectors, in the order of operations of core/vec3.h ---- */

LANES_INLINE void lanes_add3(const lanes a[3], const lanes b[3], lanes out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] + b[i];
}

LANES_INLINE void lanes_sub3(const lanes a[3], const lanes b[3], lanes out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

/* out = a + s b */
LANES_INLINE void lanes_axpy3(const lanes a[3], lanes s, const lanes b[3], lanes out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] + s * b[i];
}

LANES_INLINE lanes lanes_dot3(const lanes a[3], const lanes b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

LANES_INLINE void lanes_cross3(const lanes a[3], const lanes b[3], lanes out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

LANES_INLINE lanes lanes_norm3(const lanes a[3]) {
    return lanes_dot3(a, a);
}

LANES_INLINE void lanes_select3(lane_mask mask, const lanes a[3], const lanes b[3], lanes out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = lanes_select(mask, a[i], b[i]);
}

#endif
