/* SPDX-License-Identifier: MIT
 * The broad phase: all pairs that may come within xi + dhat while nodes go from x to x + alpha p. */
#ifndef TS_SCENES_COLLISION_CANDIDATES_H
#define TS_SCENES_COLLISION_CANDIDATES_H

#include "core/bvh.h"
#include "scenes/collision/slabs.h"
#include "scenes/collision/surface.h"

enum { TS_EXTENTS = 4 * TS_SLAB_VECTORS };

/* Of the path of a node; directions as in ts_slabs, the unused ones too. */
typedef struct ts_extents {
    double lo[TS_EXTENTS], hi[TS_EXTENTS];
} ts_extents;

/* The primitives of a kind that left what is known of them. */
typedef struct ts_moved_primitives {
    size_t count;
    int32_t *index;
    bool *is_moved; /* of each primitive */
    ts_box *box;    /* of the moved ones, their tree and its leaves */
    ts_bvh *tree;
    ts_bvh_leaf *leaf;
} ts_moved_primitives;

typedef struct ts_candidates {
    const ts_surface *surface; /* borrowed */
    double dhat;
    bool valid;
    bool as_boxes;                  /* the lists hold all pairs whose boxes meet, whatever diagonals tell */
    int age;                        /* broad phases since the trees were sorted */
    size_t used;                    /* candidates of all extensions since the last broad phase */
    size_t served;                  /* motions since a broad phase or an extension that needed neither */
    double slack;                   /* how far beyond their path nodes may go before they are strays */
    double pad;                     /* what rounding may put a position off, generously */
    ts_extents *swept;              /* of each node, what is known of its paths, with the slack */
    bool *stray;                    /* of each node: is its path beyond that? */
    ts_slabs *node;                 /* of each node's path, in the broad phase or narrower */
    ts_slabs *known[TS_PRIMITIVES]; /* of each primitive, from `swept`; lists hold the pairs of which they meet */
    ts_slabs *slabs[TS_PRIMITIVES]; /* of each primitive, from `node`, for the narrower test */
    bool by_nodes;                  /* that test unites `node` for each candidate, which is cheaper for a few of them */
    double reach;                   /* of that test */
    ts_box *box[TS_PRIMITIVES];
    ts_bvh *tree[TS_PRIMITIVES];
    ts_bvh_leaf *leaf[TS_PRIMITIVES]; /* what is known, in the order of the tree */
    int32_t *place[TS_PRIMITIVES];    /* of each primitive in that order */
    ts_moved_primitives moved[TS_PRIMITIVES];
    ts_pair_list list[TS_CCD_KINDS], more; /* more: of one kind, what an extension found */
    size_t old[TS_CCD_KINDS];              /* so many of the list were there before it was last looked for more */
} ts_candidates;

/* The path of all nodes: x to x + alpha p; p NULL: they stay. */
typedef struct ts_sweep {
    const double (*x)[3], (*p)[3];
    double alpha;
} ts_sweep;

ts_status ts_candidates_init(ts_candidates *candidates, const ts_surface *surface, double dhat, ts_error *error);
void ts_candidates_clear(ts_candidates *candidates);
/* From now on diagonals tell no pair of the lists apart. */
void ts_candidates_keep_boxes(ts_candidates *candidates);
/* A broad phase over all primitives. */
ts_status ts_candidates_find(ts_candidates *candidates, const ts_sweep *motion, ts_error *error);
/* Notes which nodes leave what is known of their paths; returns how many. None: no pair within xi + dhat is missing. */
size_t ts_candidates_find_strays(ts_candidates *candidates, const ts_sweep *motion);
/* What rounding may put positions of this motion off, on which strays were found last, m. */
double ts_candidates_pad(const ts_candidates *candidates, const ts_sweep *motion);
/* Adds the pairs of the strays that were found last, on their paths. */
ts_status ts_candidates_extend(ts_candidates *candidates, const ts_sweep *motion, ts_error *error);
/* Whichever of these is needed, and cheaper, to have all pairs of this motion. */
ts_status ts_candidates_follow(ts_candidates *candidates, const ts_sweep *motion, ts_error *error);
/* The same once ts_candidates_find_strays has been asked of this motion and has returned `strays`. */
ts_status ts_candidates_follow_strays(ts_candidates *candidates, const ts_sweep *motion, size_t strays,
                                      ts_error *error);
/* The next broad phase sorts the trees anew: what it finds, and in which order, depends on its motion alone. */
void ts_candidates_forget(ts_candidates *candidates);
size_t ts_candidates_count(const ts_candidates *candidates);

/* Candidates are worked on in runs of one kind, the same for any number of threads. */
enum { TS_CANDIDATE_CHUNK = 256 };

typedef struct ts_candidate_chunk {
    ts_ccd_kind kind;
    size_t count;
    const int32_t (*pair)[2];
} ts_candidate_chunk;

size_t ts_candidates_chunks(const ts_candidates *candidates);
ts_candidate_chunk ts_candidates_chunk(const ts_candidates *candidates, size_t index);

/* Those of each list from a place on. */
typedef struct ts_candidate_range {
    const ts_candidates *candidates; /* borrowed */
    size_t from[TS_CCD_KINDS];
} ts_candidate_range;

/* Those that the last ts_candidates_follow added; all of them after a broad phase. */
ts_candidate_range ts_candidates_added(const ts_candidates *candidates);
size_t ts_candidate_range_count(const ts_candidate_range *range);
size_t ts_candidate_range_chunks(const ts_candidate_range *range);
ts_candidate_chunk ts_candidate_range_chunk(const ts_candidate_range *range, size_t index);

/* For a second, narrower test of so many candidates: extents of this motion, inflated by half the offset and `reach`.
 * Those of a pair meet whenever its primitives come within xi + 2 reach. */
void ts_candidates_tighten(ts_candidates *candidates, const ts_sweep *motion, double reach, size_t tests);
bool ts_candidates_meet_by_nodes(const ts_candidates *candidates, ts_ccd_kind kind, const int32_t pair[2]);

static inline bool ts_candidates_meet(const ts_candidates *candidates, ts_ccd_kind kind, const int32_t pair[2]) {
    if (candidates->by_nodes) return ts_candidates_meet_by_nodes(candidates, kind, pair);
    return ts_slabs_meet(&candidates->slabs[ts_surface_side(kind, 0)][pair[0]],
                         &candidates->slabs[ts_surface_side(kind, 1)][pair[1]]);
}

#endif
