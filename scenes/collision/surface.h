/* SPDX-License-Identifier: MIT
 * What can touch: the points, edges and faces of all bodies, which of them form pairs, and the pairs' thickness. */
#ifndef TS_SCENES_COLLISION_SURFACE_H
#define TS_SCENES_COLLISION_SURFACE_H

#include <touchstone/ccd.h>

#include "scenes/bodies.h"
#include "scenes/stencil.h"

/* Kinds of primitives, by what stands on either side of a pair:
 * point-triangle: points, faces; edge-edge: edges twice; point-edge: points, rods; point-point: particles twice. */
typedef enum ts_primitive { TS_POINTS = 0, TS_EDGES, TS_FACES, TS_RODS, TS_PARTICLES } ts_primitive;
#define TS_PRIMITIVES 5

/* Indices of primitives are below this, so that two fit a sorting key (cipc/contact/active.c). */
enum { TS_MOST_PRIMITIVES = 1 << 28 };

typedef struct ts_surface {
    const ts_bodies *bodies; /* borrowed */
    size_t count[TS_PRIMITIVES];
    int32_t *point;          /* nodes of shells, tets' boundaries, rods and particles, ascending */
    int32_t (*edge)[2];      /* of faces, and segments; the lower node first, sorted */
    double *edge_rest2;      /* squared rest length */
    int32_t (*face)[3];      /* shells and obstacles, then tets' boundaries */
    int32_t (*face_edge)[3]; /* edge k of a face joins its corners k and k + 1 */
    int32_t *rod;            /* edges that no face has */
    int32_t *particle;       /* nodes, ascending */
    int32_t *stitch_first;   /* of each node, in stitch_node; NULL without stitches */
    int32_t *stitch_node;
} ts_surface;

ts_status ts_surface_init(ts_surface *surface, const ts_bodies *bodies, ts_error *error);
void ts_surface_clear(ts_surface *surface);

/* The primitives on the two sides of a kind of pair. */
static inline ts_primitive ts_surface_side(ts_ccd_kind kind, int side) {
    static const ts_primitive SIDES[TS_CCD_KINDS][2] = {
        [TS_POINT_TRIANGLE] = {TS_POINTS, TS_FACES},
        [TS_EDGE_EDGE] = {TS_EDGES, TS_EDGES},
        [TS_POINT_EDGE] = {TS_POINTS, TS_RODS},
        [TS_POINT_POINT] = {TS_PARTICLES, TS_PARTICLES},
    };
    return SIDES[kind][side];
}
/* Nodes of a primitive, and how many. */
static inline const int32_t *ts_surface_nodes(const ts_surface *surface, ts_primitive primitive, int32_t index,
                                              int *size) {
    switch (primitive) {
    case TS_POINTS: *size = 1; return &surface->point[index];
    case TS_EDGES: *size = 2; return surface->edge[index];
    case TS_FACES: *size = 3; return surface->face[index];
    case TS_RODS: *size = 2; return surface->edge[surface->rod[index]];
    case TS_PARTICLES: break;
    }
    *size = 1;
    return &surface->particle[index];
}
/* Nodes of a pair, in the order of ts_ccd_query. */
void ts_surface_stencil(const ts_surface *surface, ts_ccd_kind kind, const int32_t pair[2], ts_stencil stencil);
/* Does this pair exist? Not those that share a node, are stitched, or are of two obstacles. */
bool ts_surface_keep(const ts_surface *surface, ts_ccd_kind kind, const int32_t pair[2]);

/* xi of a pair of nodes: the mean of their bodies' offsets. */
static inline double ts_surface_thickness(const ts_surface *surface, int32_t a, int32_t b) {
    const ts_bodies *bodies = surface->bodies;
    return 0.5 * (bodies->body[bodies->body_of[a]].offset + bodies->body[bodies->body_of[b]].offset);
}

#endif
