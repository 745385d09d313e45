/* SPDX-License-Identifier: MIT
 * Every point and every edge belongs to the first element that has it. */
#include "scenes/proof/forest_own.h"

#include <stdlib.h>

#include "core/error.h"

/* Edges by their lower vertex: lists that are linked in an array. */
typedef struct edge_lists {
    int32_t *head; /* of each vertex: the last edge made; -1: none */
    int32_t *next; /* of each edge */
} edge_lists;

static int32_t find_edge(ts_prover_forest *forest, edge_lists *lists, int32_t a, int32_t b, int32_t element) {
    const int32_t low = a < b ? a : b, high = a < b ? b : a;
    for (int32_t e = lists->head[low]; e >= 0; e = lists->next[e]) {
        if (forest->edge[e][1] == high) return e;
    }
    const int32_t made = (int32_t)forest->edges++;
    forest->edge[made][0] = low;
    forest->edge[made][1] = high;
    forest->edge_owner[made] = element;
    lists->next[made] = lists->head[low];
    lists->head[low] = made;
    return made;
}

static void own_elements(ts_prover_forest *forest, edge_lists *lists) {
    const ts_prover_shape *shape = forest->shape;
    for (size_t v = 0; v < shape->vertices; ++v) forest->point_owner[v] = lists->head[v] = -1;
    for (size_t e = 0; e < ts_prover_elements(shape); ++e) {
        int count;
        const int32_t *v = ts_prover_element(shape, e, &count);
        for (int k = 0; k < count; ++k) {
            if (forest->point_owner[v[k]] < 0) forest->point_owner[v[k]] = (int32_t)e;
        }
        for (int k = 0; count > 1 && k < (count == 3 ? 3 : 1); ++k) {
            forest->element_edge[e][k] = find_edge(forest, lists, v[k], v[(k + 1) % count], (int32_t)e);
        }
    }
}

static void sort_strangers(ts_prover_forest *forest) {
    const ts_prover_shape *shape = forest->shape;
    size_t *first = forest->stranger_first;
    for (size_t k = 0; k < shape->strangers; ++k) {
        for (int side = 0; side < 2; ++side) ++first[shape->stranger[k][side] + 2];
    }
    for (size_t v = 2; v < shape->vertices + 2; ++v) first[v] += first[v - 1];
    for (size_t k = 0; k < shape->strangers; ++k) {
        const int32_t *pair = shape->stranger[k];
        for (int side = 0; side < 2; ++side) forest->stranger_of[first[pair[side] + 1]++] = pair[1 - side];
    }
}

ts_status ts_prover_own(ts_prover_forest *forest, ts_error *error) {
    const ts_prover_shape *shape = forest->shape;
    const size_t most = 3 * shape->triangles + shape->segments;
    edge_lists lists = {
        .head = malloc((shape->vertices + 1) * sizeof *lists.head),
        .next = malloc((most + 1) * sizeof *lists.next),
    };
    forest->edge = malloc((most + 1) * sizeof *forest->edge);
    forest->edge_owner = malloc((most + 1) * sizeof *forest->edge_owner);
    forest->point_owner = malloc((shape->vertices + 1) * sizeof *forest->point_owner);
    forest->element_edge = malloc((ts_prover_elements(shape) + 1) * sizeof *forest->element_edge);
    forest->stranger_first = calloc(shape->vertices + 3, sizeof *forest->stranger_first);
    forest->stranger_of = malloc((2 * shape->strangers + 1) * sizeof *forest->stranger_of);
    const bool complete = lists.head && lists.next && forest->edge && forest->edge_owner && forest->point_owner &&
                          forest->element_edge && forest->stranger_first && forest->stranger_of;
    if (complete) {
        own_elements(forest, &lists);
        sort_strangers(forest);
    }
    free(lists.head);
    free(lists.next);
    return complete ? TS_OK : ts_fail_memory(error, "the tree of a proof");
}
