/* SPDX-License-Identifier: MIT
 * Three-vectors of doubles. out may alias an input where the order of evaluation allows it: add, sub, scale. */
#ifndef TS_CORE_VEC3_H
#define TS_CORE_VEC3_H

/* A file whose arithmetic is single precision defines it as float before it includes anything. */
#ifndef TS_REAL
#define TS_REAL double
#endif

static inline void ts_add(const TS_REAL a[3], const TS_REAL b[3], TS_REAL out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] + b[i];
}

static inline void ts_sub(const TS_REAL a[3], const TS_REAL b[3], TS_REAL out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

static inline void ts_scale(TS_REAL s, const TS_REAL a[3], TS_REAL out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = s * a[i];
}

/* out = a + s b */
static inline void ts_axpy(const TS_REAL a[3], TS_REAL s, const TS_REAL b[3], TS_REAL out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] + s * b[i];
}

static inline TS_REAL ts_dot(const TS_REAL a[3], const TS_REAL b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void ts_cross(const TS_REAL a[3], const TS_REAL b[3], TS_REAL out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline TS_REAL ts_norm2(const TS_REAL a[3]) {
    return ts_dot(a, a);
}

#endif
