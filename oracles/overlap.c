/* SPDX-License-Identifier: MIT
 * Overlap of tets by separating planes. The insides of two convex polytopes with volume are disjoint exactly when a
 * plane that holds a facet of their Minkowski difference keeps them apart (touching allowed): one along a face of one
 * of them, or along an edge of each. Planes that keep tets with common corners apart go through all of these, which
 * leaves fewer to try. */
#include "oracles/overlap.h"

#include <stddef.h>

#include "oracles/predicates.h"

/* The corner opposite of each face comes last, at the end of an even permutation: it is on the face's side 1. */
static const int FACES[4][4] = {{0, 1, 2, 3}, {0, 3, 1, 2}, {0, 2, 3, 1}, {1, 3, 2, 0}};
/* Edges, then the other two corners. */
static const int EDGES[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}, {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};

static bool has(const ts_corner t[4], ts_corner corner) {
    return t[0] == corner || t[1] == corner || t[2] == corner || t[3] == corner;
}

/* Is all of t on the side of the face that s is not on? */
static bool face_separates(const ts_corner s[4], const int face[4], const ts_corner t[4]) {
    const ts_corner a = s[face[0]], b = s[face[1]], c = s[face[2]];
    if (has(t, s[face[3]])) return false;
    for (int k = 0; k < 4; ++k) {
        if (t[k] == a || t[k] == b || t[k] == c) continue;
        if (ts_orient3d(a, b, c, t[k]) > 0) return false;
    }
    return true;
}

/* Side of p relative to the plane through a corner of s that holds the directions of an edge of each. */
typedef struct edge_plane {
    ts_corner from[2], to[2];
} edge_plane;

static int side_of(const edge_plane *plane, ts_corner p) {
    return ts_triple_sign((const ts_corner[3]){plane->from[0], plane->from[1], plane->from[0]},
                          (const ts_corner[3]){plane->to[0], plane->to[1], p});
}

/* With the plane along an edge of each: all of s on one side of it, all of t on the other. All of s in the plane is no
 * plane at all: the edges are parallel. */
static bool edges_separate(const ts_corner s[4], const int edge[4], const ts_corner t[4], const int other[4]) {
    const edge_plane plane = {{s[edge[0]], t[other[0]]}, {s[edge[1]], t[other[1]]}};
    const int one = side_of(&plane, s[edge[2]]), two = side_of(&plane, s[edge[3]]);
    if (one * two < 0 || (one == 0 && two == 0)) return false;
    const int side = one != 0 ? one : two;
    return side_of(&plane, t[other[0]]) != side && side_of(&plane, t[other[2]]) != side &&
           side_of(&plane, t[other[3]]) != side;
}

static bool an_edge_pair_separates(const ts_corner s[4], const ts_corner t[4], ts_corner common) {
    for (int i = 0; i < 6; ++i) {
        if (common && s[EDGES[i][0]] != common && s[EDGES[i][1]] != common) continue;
        for (int j = 0; j < 6; ++j) {
            if (common && t[EDGES[j][0]] != common && t[EDGES[j][1]] != common) continue;
            if (edges_separate(s, EDGES[i], t, EDGES[j])) return true;
        }
    }
    return false;
}

bool ts_tets_overlap(const ts_corner s[4], const ts_corner t[4]) {
    int common = 0;
    ts_corner last = NULL;
    for (int k = 0; k < 4; ++k) {
        if (!has(t, s[k])) continue;
        ++common;
        last = s[k];
    }
    for (int k = 0; k < 4; ++k) {
        if (face_separates(s, FACES[k], t) || face_separates(t, FACES[k], s)) return false;
    }
    /* A facet that holds two common corners is along a face: two edges there would be parallel. */
    return common > 1 || !an_edge_pair_separates(s, t, last);
}
