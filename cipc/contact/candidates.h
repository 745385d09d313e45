/* SPDX-License-Identifier: GPL-2.0-or-later
 * The broad phase: all pairs that may come within xi + dhat while nodes go from x to x + alpha p. */
#ifndef TS_CIPC_CONTACT_CANDIDATES_H
#define TS_CIPC_CONTACT_CANDIDATES_H

#include <math.h>

#include "cipc/contact/surface.h"
#include "core/bvh.h"

typedef struct ts_candidates {
    const ts_surface *surface; /* borrowed */
    double dhat;
    bool valid;
    int age;       /* broad phases since the trees were sorted */
    double pad;    /* what rounding may put a position off, generously */
    ts_box *swept; /* of each node */
    ts_box *box[TS_PRIMITIVES];
    ts_bvh *tree[TS_PRIMITIVES];
    ts_pair_list list[TS_CCD_KINDS];
} ts_candidates;

/* The way of all nodes: x to x + alpha p; p NULL: they stay. */
typedef struct ts_motion {
    const double (*x)[3], (*p)[3];
    double alpha;
} ts_motion;

ts_status ts_candidates_init(ts_candidates *candidates, const ts_surface *surface, double dhat, ts_error *error);
void ts_candidates_clear(ts_candidates *candidates);
ts_status ts_candidates_find(ts_candidates *candidates, const ts_motion *motion, ts_error *error);
/* Are all positions within the boxes of the last broad phase? Then no pair within xi + dhat is missing. */
bool ts_candidates_cover(const ts_candidates *candidates, const double (*x)[3]);
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

/* Do the two primitives of a pair stay more than `distance` apart along some axis, all the way? */
static inline bool ts_pair_apart(const ts_motion *motion, ts_ccd_kind kind, const ts_stencil node, double distance) {
    const int first = kind == TS_EDGE_EDGE ? 2 : 1;
    for (int k = 0; k < 3; ++k) {
        double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
        for (int i = 0; i < TS_STENCIL_NODES && node[i] >= 0; ++i) {
            const int side = i >= first;
            const double from = motion->x[node[i]][k];
            const double to = motion->p ? from + motion->alpha * motion->p[node[i]][k] : from;
            const double least = from < to ? from : to, most = from < to ? to : from;
            lo[side] = least < lo[side] ? least : lo[side];
            hi[side] = most > hi[side] ? most : hi[side];
        }
        if (lo[1] - hi[0] > distance || lo[0] - hi[1] > distance) return true;
    }
    return false;
}

/* TS_ERROR_DATA naming the worst of the pairs that are not farther apart than their thickness at x. */
ts_status ts_surface_check_start(const ts_surface *surface, double dhat, const double (*x)[3], ts_error *error);

#endif
