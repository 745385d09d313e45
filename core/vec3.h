/* SPDX-License-Identifier: MIT
 * Three-vectors of doubles. out may alias an input where the order of evaluation allows it: add, sub, scale. */
#ifndef TS_CORE_VEC3_H
#define TS_CORE_VEC3_H

static inline void ts_add(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] + b[i];
}

static inline void ts_sub(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

static inline void ts_scale(double s, const double a[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = s * a[i];
}

/* out = a + s b */
static inline void ts_axpy(const double a[3], double s, const double b[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = a[i] + s * b[i];
}

static inline double ts_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void ts_cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double ts_norm2(const double a[3]) {
    return ts_dot(a, a);
}

#endif
