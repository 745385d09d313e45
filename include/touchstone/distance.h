/* SPDX-License-Identifier: MIT
 * Squared distances of point-triangle, edge-edge, point-edge and point-point pairs in floating point,
 * and which features are closest. Shared by the CCD methods and the contact solver. */
#ifndef TOUCHSTONE_DISTANCE_H
#define TOUCHSTONE_DISTANCE_H

#include <stdint.h>

#include <touchstone/ccd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pair of features as a set of rows of x: bit i stands for row i. The rows of the first primitive in
 * the set span one feature (point or edge), those of the second the other (point, edge or triangle).
 * Point-triangle: 1111 the face's inside, 0111 edge (1,2), 0011 vertex 1; edge-edge: 1111 the two lines'
 * insides, 1101 vertex 0 and the second edge, 0101 vertices 0 and 2. */
typedef uint8_t ts_feature;

/* The closest points are sums of weight[i] * x[i] over the rows of each primitive; weights of a primitive
 * are >= 0 and sum to 1. */
typedef struct ts_closest {
    double distance2; /* square metres */
    double weight[4];
    ts_feature feature;
} ts_closest;

/* x: 4x3, rows as in ts_ccd_query. Never fails; any finite input (degenerate primitives too) gives the
 * distance of the points that `weight` names. Error of sqrt(distance2), rounded, at any angle, thinness and scale
 * at which its square is a normal double: below 16 * 2^-53 (of pairs searched for at most some 7, of one made for
 * it 8.22) times the largest difference of two coordinates. A distance above 1e154 has an infinite square. A kind that
 * there is not has all of them 0. */
TS_API void ts_closest_points(ts_ccd_kind kind, const double x[4][3], ts_closest *closest);

/* distance2 alone. */
TS_API double ts_distance2(ts_ccd_kind kind, const double x[4][3]);

/* Human-readable: "vertex 0 - edge (1,2)". Returns a static string; "none" for a set that is no pair. */
TS_API const char *ts_feature_name(ts_ccd_kind kind, ts_feature feature);

#ifdef __cplusplus
}
#endif
#endif
