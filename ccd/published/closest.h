/* SPDX-License-Identifier: MIT
 * Squared distances from closest points by regions (Ericson: Real-Time Collision Detection, 2005, sections 5.1.5 and
 * 5.1.9), by which the published `minsep` accepts a root. */
#ifndef TS_CCD_PUBLISHED_CLOSEST_H
#define TS_CCD_PUBLISHED_CLOSEST_H

double ts_closest_point_triangle2(const double x[4][3]);
/* A segment of at most 1e-4 m counts as a point. */
double ts_closest_edge_edge2(const double x[4][3]);

#endif
