/* SPDX-License-Identifier: MIT
 * Intersection of simplices from orientation signs alone. */
#include "oracles/intersect.h"

#include "oracles/predicates.h"

bool ts_points_meet(ts_corner p, ts_corner q) {
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

/* On the line, and within the box: also right for a segment of no length. */
bool ts_point_meets_segment(ts_corner p, const ts_corner s[2]) {
    for (int k = 0; k < 3; ++k) {
        const double lo = s[0][k] < s[1][k] ? s[0][k] : s[1][k], hi = s[0][k] < s[1][k] ? s[1][k] : s[0][k];
        if (p[k] < lo || p[k] > hi) return false;
    }
    return ts_projection_axis(s[0], s[1], p) < 0;
}

static bool meets_an_edge(const ts_corner s[2], const ts_corner t[3]) {
    for (int k = 0; k < 3; ++k) {
        if (ts_segments_meet(s, (const ts_corner[2]){t[k], t[(k + 1) % 3]})) return true;
    }
    return false;
}

/* p in the plane of t, which has area: the turns about p seen along the axis are not mixed. */
static bool within(ts_corner p, const ts_corner t[3], int axis) {
    bool left = false, right = false;
    for (int k = 0; k < 3; ++k) {
        const int turn = ts_orient2d(t[k], t[(k + 1) % 3], p, axis);
        left |= turn > 0;
        right |= turn < 0;
    }
    return !(left && right);
}

bool ts_point_meets_triangle(ts_corner p, const ts_corner t[3]) {
    if (ts_orient3d(t[0], t[1], t[2], p) != 0) return false;
    const int axis = ts_projection_axis(t[0], t[1], t[2]);
    if (axis >= 0) return within(p, t, axis);
    return meets_an_edge((const ts_corner[2]){p, p}, t); /* a triangle without area is its edges */
}

/* Segments in one plane cross, or an end of one is on the other. */
bool ts_segments_meet(const ts_corner s[2], const ts_corner t[2]) {
    if (ts_orient3d(s[0], s[1], t[0], t[1]) != 0) return false;
    for (int k = 0; k < 2; ++k) {
        if (ts_point_meets_segment(t[k], s) || ts_point_meets_segment(s[k], t)) return true;
    }
    const int axis = ts_projection_axis(s[0], s[1], t[0]);
    if (axis < 0) return false; /* all on one line, or s a point: an end would have been on the other */
    return ts_orient2d(s[0], s[1], t[0], axis) * ts_orient2d(s[0], s[1], t[1], axis) < 0 &&
           ts_orient2d(t[0], t[1], s[0], axis) * ts_orient2d(t[0], t[1], s[1], axis) < 0;
}

static int side_of(const ts_corner t[3], ts_corner p) {
    return ts_orient3d(t[0], t[1], t[2], p);
}

/* In the plane of t, seen along an axis: disjoint only when the line of an edge of t, or that of s, keeps them apart
 * (the normals of the polygon t - s). */
static bool meets_in_plane(const ts_corner s[2], const ts_corner t[3], int axis) {
    const int hand = ts_orient2d(t[0], t[1], t[2], axis);
    int turn[3];
    for (int k = 0; k < 3; ++k) {
        const ts_corner a = t[k], b = t[(k + 1) % 3];
        if (hand * ts_orient2d(a, b, s[0], axis) < 0 && hand * ts_orient2d(a, b, s[1], axis) < 0) return false;
        turn[k] = ts_orient2d(s[0], s[1], a, axis);
    }
    return !(turn[0] != 0 && turn[0] == turn[1] && turn[1] == turn[2]);
}

/* With the sides of t's plane that the segment's ends are on. */
static bool pierces(const ts_corner s[2], const int side[2], const ts_corner t[3]) {
    if (side[0] * side[1] > 0) return false;
    if (side[0] == 0 && side[1] == 0) {
        const int axis = ts_projection_axis(t[0], t[1], t[2]);
        return axis >= 0 ? meets_in_plane(s, t, axis) : meets_an_edge(s, t); /* without area t is its edges */
    }
    /* The line of s meets the plane in one point: it passes all edges of t on one hand, or through them. */
    bool left = false, right = false;
    for (int k = 0; k < 3; ++k) {
        const int turn = ts_orient3d(s[0], s[1], t[k], t[(k + 1) % 3]);
        left |= turn > 0;
        right |= turn < 0;
    }
    return !(left && right);
}

bool ts_segment_meets_triangle(const ts_corner s[2], const ts_corner t[3]) {
    return pierces(s, (const int[2]){side_of(t, s[0]), side_of(t, s[1])}, t);
}

/* Sides of the corners of s relative to t; false when all are strictly on one. */
static bool straddles(const ts_corner s[3], const ts_corner t[3], int side[3]) {
    for (int k = 0; k < 3; ++k) side[k] = side_of(t, s[k]);
    return !(side[0] == side[1] && side[1] == side[2] && side[0] != 0);
}

static bool an_edge_pierces(const ts_corner s[3], const int side[3], const ts_corner t[3]) {
    for (int k = 0; k < 3; ++k) {
        const int next = (k + 1) % 3;
        if (pierces((const ts_corner[2]){s[k], s[next]}, (const int[2]){side[k], side[next]}, t)) return true;
    }
    return false;
}

/* An edge of one meets the other: the ends of what they have in common lie on edges, and of two triangles in a plane
 * one inside the other has its edges there. */
bool ts_triangles_meet(const ts_corner s[3], const ts_corner t[3]) {
    int side_s[3], side_t[3];
    if (!straddles(s, t, side_s) || !straddles(t, s, side_t)) return false;
    return an_edge_pierces(s, side_s, t) || an_edge_pierces(t, side_t, s);
}

/* ---- With common corners ---- */

bool ts_segments_fold(const ts_corner s[2], const ts_corner t[2]) {
    return ts_point_meets_segment(s[1], t) || ts_point_meets_segment(t[1], s);
}

/* From the common corner on the segment stays in the triangle till it ends, or leaves through the far edge. */
bool ts_segment_meets_triangle_beyond(const ts_corner s[2], const ts_corner t[3]) {
    return ts_point_meets_triangle(s[1], t) || ts_segments_meet(s, t + 1);
}

/* What two triangles share is convex and holds the corner; its other ends are on the far edge of one of them, or
 * on an edge from the corner, and that edge then leaves through a far edge or ends on its own. */
bool ts_triangles_meet_beyond(const ts_corner s[3], const ts_corner t[3]) {
    return ts_segment_meets_triangle(s + 1, t) || ts_segment_meets_triangle(t + 1, s);
}

/* Two planes through a line have only the line in common; in one plane both must be on one side of it. */
bool ts_triangles_fold(const ts_corner s[3], const ts_corner t[3]) {
    if (ts_orient3d(s[0], s[1], s[2], t[2]) != 0) return false;
    const int axis = ts_projection_axis(s[0], s[1], s[2]);
    return axis >= 0 && ts_orient2d(s[0], s[1], s[2], axis) * ts_orient2d(s[0], s[1], t[2], axis) > 0;
}
