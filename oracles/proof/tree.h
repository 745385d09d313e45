/* SPDX-License-Identifier: MIT
 * The nodes that a record walks over: those of the tree, below its leaves the elements, and primitives. */
#ifndef TS_ORACLES_PROOF_TREE_H
#define TS_ORACLES_PROOF_TREE_H

#include "oracles/proof/topology.h"

typedef struct ts_proof_node {
    size_t vertex_first, vertices; /* in `vertex` of the tree, each once */
    size_t child_first, children;  /* in `child` of the tree; 0: an element or a primitive */
    int32_t element;               /* -1: none, a node of the tree or a primitive */
    bool obstacle;                 /* all vertices are of obstacles */
    double radius;                 /* the largest of its vertices */
} ts_proof_node;

/* Owned. Nodes: those of the tree, the root first; the elements; a point for each vertex; the edges. */
typedef struct ts_proof_tree {
    size_t nodes;
    ts_proof_node *node;
    int32_t *vertex, *child;
    size_t first_element, first_point, first_edge;
    unsigned char digest[TS_SHA256_BYTES];
} ts_proof_tree;

/* TS_ERROR_DATA: not every element is in exactly one leaf, or the file is malformed otherwise. */
ts_status ts_proof_tree_read(const char *folder, const ts_proof_topology *topology, ts_proof_tree *tree,
                             ts_error *error);
void ts_proof_tree_clear(ts_proof_tree *tree);

#endif
