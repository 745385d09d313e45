/* SPDX-License-Identifier: MIT
 * Unstructured triangle meshes of surfaces that are swept by rows: a square by lines, a ball, bowl or cylinder by
 * rings. Rows of evenly spaced nodes are jittered, zipped together, and relaxed to a Delaunay mesh of good angles. */
#ifndef TS_MESH_SURFACE_SWEPT_SURFACE_H
#define TS_MESH_SURFACE_SWEPT_SURFACE_H

#include "mesh/mesh.h"

/* Coordinates: u in [0, 1] along a row, v in [0, 1] from row to row; outward is dx/dv x dx/du. */
typedef struct ts_swept_surface {
    double radius, length;                                             /* the meaning is the shape's */
    bool closed;                                                       /* rows are rings */
    bool pole[2];                                                      /* the first, last row is a single node */
    double profile;                                                    /* metres from v = 0 to v = 1 */
    size_t rim;                                                        /* nodes of the first row; 0: as many as fit */
    double (*girth)(const struct ts_swept_surface *surface, double v); /* metres of a row */
    void (*point)(const struct ts_swept_surface *surface, double u, double v, double x[3]);
    void (*project)(const struct ts_swept_surface *surface,
                    double x[3]); /* to the nearest point; NULL: nothing to do */
} ts_swept_surface;

/* The fewest nodes it can have. */
size_t ts_swept_surface_least(const ts_swept_surface *surface);
/* Exactly `nodes` nodes, row by row. */
ts_status ts_swept_surface_mesh(const ts_swept_surface *surface, size_t nodes, uint64_t seed, ts_mesh *mesh,
                                ts_error *error);

#endif
