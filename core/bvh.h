/* SPDX-License-Identifier: MIT
 * A tree of axis-aligned boxes over primitives: built once by Morton order, refitted when they move, asked for all
 * pairs whose boxes meet. */
#ifndef TS_CORE_BVH_H
#define TS_CORE_BVH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <touchstone/status.h>

typedef struct ts_box {
    double lo[3], hi[3];
} ts_box;

typedef struct ts_bvh ts_bvh;

/* boxes: one of each primitive, read at build and refit only. count may be 0. */
ts_status ts_bvh_create(size_t count, const ts_box *boxes, ts_bvh **tree, ts_error *error);
void ts_bvh_destroy(ts_bvh *tree);
/* The same primitives with other boxes: the shape of the tree stays, no allocation. In parallel. */
void ts_bvh_refit(ts_bvh *tree, const ts_box *boxes);
/* The same where few boxes are others: first the places of these, then the refit of what holds them. */
void ts_bvh_touch(ts_bvh *tree, size_t place);
void ts_bvh_refit_touched(ts_bvh *tree, const ts_box *boxes);
/* The same primitives, sorted anew: for boxes that the tree's shape no longer suits. No allocation either. */
void ts_bvh_rebuild(ts_bvh *tree, const ts_box *boxes);
/* Other primitives, at most as many as the tree was created for. No allocation. */
void ts_bvh_assign(ts_bvh *tree, size_t count, const ts_box *boxes);

/* Four primitives side by side, those at places 4 k to 4 k + 3 of a tree (ts_bvh_order), which must lie within their
 * boxes: how far each reaches along some directions, the first three those of its box, and names. What stands in
 * places that are not in use does not matter. */
enum { TS_LEAF_DIRECTIONS = 9, TS_LEAF_NAMES = 3 };
typedef float ts_bvh_lanes __attribute__((vector_size(16)));
typedef int32_t ts_bvh_bits __attribute__((vector_size(16)));

typedef struct ts_bvh_leaf {
    ts_bvh_lanes lo[TS_LEAF_DIRECTIONS], hi[TS_LEAF_DIRECTIONS];
    ts_bvh_bits name[TS_LEAF_NAMES];
} ts_bvh_leaf;

/* The primitive at each place of the tree. */
const int32_t *ts_bvh_order(const ts_bvh *tree);

/* Which pairs are stored. All of it may be 0: those whose boxes meet. */
typedef bool ts_pair_keep(const void *self, int32_t i, int32_t j);

/* leaf: those of both trees. Pairs that are apart along one of their directions are none, in place of their boxes, nor
 * are pairs that have a name in common, of the first names[] of each. */
typedef struct ts_pair_test {
    const ts_bvh_leaf *leaf[2];
    int names[2];
    ts_pair_keep *keep; /* of what is left */
    const void *self;
} ts_pair_test;

/* All pairs (i, j) with primitive i of `one` meeting primitive j of `other`: for one == other each unordered pair once,
 * i < j, without (i, i). test NULL: their boxes. The list is the same, in the same order, for any number of threads.
 * Owned by the caller: grows and is reused from call to call. */
typedef struct ts_pair_list {
    size_t count, capacity;
    int32_t (*pair)[2];
    struct ts_pair_scratch *scratch;
} ts_pair_list;

void ts_pair_list_clear(ts_pair_list *list);
/* Room for `more` pairs at the end, counted already and to be written by the caller; NULL without memory. */
int32_t (*ts_pair_list_append(ts_pair_list *list, size_t more))[2];
ts_status ts_bvh_pairs(const ts_bvh *one, const ts_bvh *other, const ts_pair_test *test, ts_pair_list *list,
                       ts_error *error);

#endif
