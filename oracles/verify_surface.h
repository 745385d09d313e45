/* SPDX-License-Identifier: MIT
 * The points, edges and faces of a mesh to be verified, each once, and which of them see each other. */
#ifndef TS_ORACLES_VERIFY_SURFACE_H
#define TS_ORACLES_VERIFY_SURFACE_H

#include <stdbool.h>

#include <touchstone/ccd.h>
#include <touchstone/verify.h>

/* What stands on either side of a pair. */
typedef enum ts_verify_side {
    TS_SIDE_NODES = 0, /* of all triangles, segments and points */
    TS_SIDE_EDGES,     /* of all triangles, and segments */
    TS_SIDE_FACES,     /* triangles */
    TS_SIDE_RODS,      /* edges that no triangle has */
    TS_SIDE_POINTS     /* particles */
} ts_verify_side;
#define TS_VERIFY_SIDES 5

typedef struct ts_verify_surface {
    ts_verify_mesh mesh; /* its arrays are borrowed */
    size_t count[TS_VERIFY_SIDES];
    int32_t *node;      /* ascending */
    int32_t (*edge)[2]; /* the lower node first, sorted */
    int32_t *rod;       /* indices of edges */
    int32_t *rod_segment;
    int32_t *stranger_first, *stranger_node; /* strangers of node i: from first[i] to first[i + 1]; NULL: none */
    bool thick;                              /* some thickness is above 0 */
} ts_verify_surface;

/* The mesh has been checked. */
ts_status ts_verify_surface_init(ts_verify_surface *surface, const ts_verify_mesh *mesh, ts_error *error);
void ts_verify_surface_clear(ts_verify_surface *surface);

/* Nodes of a primitive; returns how many. */
int ts_verify_surface_nodes(const ts_verify_surface *surface, ts_verify_side side, int32_t index, int32_t node[3]);
/* How a report names it. */
ts_verify_part ts_verify_surface_name(const ts_verify_surface *surface, ts_verify_side side, int32_t index);

/* One of each side. */
typedef struct ts_verify_pair {
    int count[2];
    int32_t node[2][4]; /* of tets four */
} ts_verify_pair;

void ts_verify_surface_pair(const ts_verify_surface *surface, const ts_verify_side side[2], const int32_t index[2],
                            ts_verify_pair *pair);
/* False for two obstacles and for strangers. */
bool ts_verify_pair_sees(const ts_verify_surface *surface, const ts_verify_pair *pair);
/* Number of common nodes; they are moved to the front of both sides. */
int ts_verify_pair_join(ts_verify_pair *pair);
/* The mean of the sides' largest thickness. */
double ts_verify_pair_thickness(const ts_verify_surface *surface, const ts_verify_pair *pair);
/* Half of that is a primitive's own. */
double ts_verify_thickness(const ts_verify_surface *surface, const int32_t *node, int count);

#endif
