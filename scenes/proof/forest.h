/* SPDX-License-Identifier: MIT
 * The tree that a proof walks over, as its prover builds it: the elements of each object by halves, then the objects
 * by halves. */
#ifndef TS_SCENES_PROOF_FOREST_H
#define TS_SCENES_PROOF_FOREST_H

#include "scenes/proof/shape.h"

typedef struct ts_prover_node {
    size_t vertex_first, vertices; /* in `vertex`, ascending */
    size_t child_first, children;  /* in `child` */
    size_t weight;                 /* elements below */
    int32_t element;               /* -1: none */
    bool obstacle;                 /* all vertices are of obstacles */
    double radius;                 /* the largest of its vertices */
} ts_prover_node;

/* All arrays owned. Nodes: of the tree, parents first, the root is 0; the elements; points; edges. */
typedef struct ts_prover_forest {
    const ts_prover_shape *shape; /* borrowed */
    size_t nodes, first_element, first_point, first_edge;
    ts_prover_node *node;
    int32_t *vertex, *child;
    size_t words;
    uint32_t *word; /* as the file has them */

    size_t edges;
    int32_t (*edge)[2];
    int32_t (*element_edge)[3]; /* in the order of the element's vertices */
    int32_t *point_owner, *edge_owner;
    size_t *stranger_first; /* of each vertex, in stranger_of */
    int32_t *stranger_of;
} ts_prover_forest;

/* x: positions by which the halves are taken. */
ts_status ts_prover_forest_create(const ts_prover_shape *shape, const double (*x)[3], ts_prover_forest *forest,
                                  ts_error *error);
void ts_prover_forest_clear(ts_prover_forest *forest);

/* Do these two nodes share a vertex? */
bool ts_prover_shares(const ts_prover_forest *forest, int32_t a, int32_t b);
/* Of elements or primitives: do they share a vertex, or have strangers? */
bool ts_prover_excluded(const ts_prover_forest *forest, int32_t a, int32_t b);

#endif
