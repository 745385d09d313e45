/* SPDX-License-Identifier: MIT
 * What a proof is about: elements, their primitives and owners, thickness, and what is excluded. */
#ifndef TS_ORACLES_PROOF_TOPOLOGY_H
#define TS_ORACLES_PROOF_TOPOLOGY_H

#include "oracles/proof/bytes.h"

/* All arrays are owned. Elements: triangles, then segments, then particles. */
typedef struct ts_proof_topology {
    size_t vertices, triangles, segments, particles, strangers;
    int32_t (*triangle)[3], (*segment)[2], *particle, (*stranger)[2];
    unsigned char *obstacle; /* of each vertex */
    double *radius;          /* of each vertex, metres; a pair's thickness is that of its two largest together */
    unsigned char digest[TS_SHA256_BYTES];

    size_t edges;
    int32_t (*edge)[2];         /* the lower vertex first, sorted */
    int32_t (*element_edge)[3]; /* of triangles three, 01 12 20, of segments one */
    int32_t *point_owner;       /* the least element that has the vertex; -1: none has */
    int32_t *edge_owner;        /* the least element that has the edge */
    size_t *stranger_first;     /* strangers of vertex v: stranger_of[stranger_first[v]] .. [stranger_first[v + 1]] */
    int32_t *stranger_of;
} ts_proof_topology;

ts_status ts_proof_topology_read(const char *folder, ts_proof_topology *topology, ts_error *error);
void ts_proof_topology_clear(ts_proof_topology *topology);

static inline size_t ts_proof_elements(const ts_proof_topology *topology) {
    return topology->triangles + topology->segments + topology->particles;
}
/* Vertices of an element, and how many: 3, 2 or 1. */
const int32_t *ts_proof_element(const ts_proof_topology *topology, size_t element, int *count);

/* What primitives or elements have. */
typedef struct ts_proof_vertices {
    const int32_t *vertex;
    int count;
} ts_proof_vertices;

/* Do the two share a vertex? */
bool ts_proof_shares(ts_proof_vertices a, ts_proof_vertices b);
/* Is a vertex of the one a stranger to a vertex of the other? */
bool ts_proof_strangers(const ts_proof_topology *topology, ts_proof_vertices a, ts_proof_vertices b);

#endif
