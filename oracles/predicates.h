/* SPDX-License-Identifier: MIT
 * Which side a point is on: exact signs of determinants of finite doubles. */
#ifndef TS_ORACLES_PREDICATES_H
#define TS_ORACLES_PREDICATES_H

/* Sign of (b - a) x (c - a) . (d - a): 1 where a, b, c turn counter-clockwise seen from d's side. */
int ts_orient3d(const double a[3], const double b[3], const double c[3], const double d[3]);

/* Sign of u x v . w with u, v, w from from[i] to to[i]. */
int ts_triple_sign(const double *const from[3], const double *const to[3]);

/* Sign of component `axis` of (b - a) x (c - a): the turn of a, b, c seen along that axis. */
int ts_orient2d(const double a[3], const double b[3], const double c[3], int axis);

/* An axis along which the triangle is not seen edge-on; -1 when it has no area. */
int ts_projection_axis(const double a[3], const double b[3], const double c[3]);

#endif
