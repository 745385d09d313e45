/* SPDX-License-Identifier: MIT
 * Do two simplices have a point in common? Exact for any finite doubles, degenerate simplices and coplanar ones
 * included; all simplices are closed, so touching counts. Simplices are given by pointers to their corners. */
#ifndef TS_ORACLES_INTERSECT_H
#define TS_ORACLES_INTERSECT_H

#include <stdbool.h>

typedef const double *ts_corner;

bool ts_points_meet(ts_corner p, ts_corner q);
bool ts_point_meets_segment(ts_corner p, const ts_corner s[2]);
bool ts_point_meets_triangle(ts_corner p, const ts_corner t[3]);
bool ts_segments_meet(const ts_corner s[2], const ts_corner t[2]);
bool ts_segment_meets_triangle(const ts_corner s[2], const ts_corner t[3]);
bool ts_triangles_meet(const ts_corner s[3], const ts_corner t[3]);

/* For simplices with common corners: do they meet in more than these? The common corners come first in both, in the
 * same order. */
bool ts_segments_fold(const ts_corner s[2], const ts_corner t[2]);                 /* one */
bool ts_segment_meets_triangle_beyond(const ts_corner s[2], const ts_corner t[3]); /* one */
bool ts_triangles_meet_beyond(const ts_corner s[3], const ts_corner t[3]);         /* one */
bool ts_triangles_fold(const ts_corner s[3], const ts_corner t[3]);                /* two; both have area */

#endif
