/* SPDX-License-Identifier: MIT
 * The stretch of a triangle: singular values of the linear map from its rest shape to its present one, compared
 * with a limit without error. */
#ifndef TS_ORACLES_STRETCH_H
#define TS_ORACLES_STRETCH_H

/* A triangle at rest (with area) and now. */
typedef struct ts_stretched {
    const double *rest[3], *now[3];
} ts_stretched;

/* Signs of sigma - limit for the largest and for the smallest singular value; limit > 0. */
int ts_stretch_compare_largest(const ts_stretched *triangle, double limit);
int ts_stretch_compare_smallest(const ts_stretched *triangle, double limit);

/* Both values in floating point: a few units in the last place of the largest; infinity and 0 for a triangle so thin at
 * rest that its edges' squares underflow. */
void ts_stretch_values(const ts_stretched *triangle, double *largest, double *smallest);

#endif
