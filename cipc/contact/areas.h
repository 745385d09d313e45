/* SPDX-License-Identifier: GPL-2.0-or-later
 * Contact areas, for barriers whose stiffness is a pressure: what a pair of primitives counts by. */
#ifndef TS_CIPC_CONTACT_AREAS_H
#define TS_CIPC_CONTACT_AREAS_H

#include "scenes/collision/surface.h"

/* m^2, at rest. A node and an edge have a third each of the area of every face that has them; an edge without faces its
 * length times its rod's diameter, half of it each end; a particle its section. All are multiples of one power of two,
 * so many bits below the largest that sums of them are exact in any order. */
typedef struct ts_contact_areas {
    double *node, *edge; /* owned; of the bodies' nodes, of the surface's edges */
} ts_contact_areas;

ts_status ts_contact_areas_init(ts_contact_areas *areas, const ts_surface *surface, ts_error *error);
void ts_contact_areas_clear(ts_contact_areas *areas);

/* What a candidate counts: a quarter of the areas of its points and edges. Of two surfaces face to face, whose nodes
 * and edges have the area twice each, that makes it once, as long as each node sees one face. */
static inline double ts_contact_area(const ts_contact_areas *areas, const ts_surface *surface, ts_ccd_kind kind,
                                     const int32_t pair[2]) {
    double sum = 0.0;
    for (int side = 0; side < 2; ++side) {
        switch (ts_surface_side(kind, side)) {
        case TS_POINTS: sum += areas->node[surface->point[pair[side]]]; break;
        case TS_EDGES: sum += areas->edge[pair[side]]; break;
        case TS_RODS: sum += areas->edge[surface->rod[pair[side]]]; break;
        case TS_PARTICLES: sum += areas->node[surface->particle[pair[side]]]; break;
        case TS_FACES: break;
        }
    }
    return 0.25 * sum;
}

/* The mean weight of a pair: half the mean area of a node. */
double ts_contact_areas_mean(const ts_contact_areas *areas, const ts_surface *surface);

#endif
