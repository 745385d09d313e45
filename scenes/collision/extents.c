/* SPDX-License-Identifier: MIT
 * How far paths of nodes reach along the directions of slabs: one by one, and the lanes that this machine has. */
#define EXTENTS_SLABS ts_extents_slabs_portable
#define EXTENTS_STRAYS ts_extents_strays_portable
#include "scenes/collision/extents_lanes.inc"

#include <string.h>

#include "core/share.h"

/* Of so many nodes by one thread at a time. */
enum { PIECE = 256 };

static size_t piece_end(size_t first, size_t nodes) {
    return nodes - first < PIECE ? nodes : first + PIECE;
}

void ts_extents_slabs(const ts_sweep *motion, size_t nodes, ts_slabs *slabs) {
    ts_extents_slabs_some *some = ts_extents_slabs_portable;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) some = ts_extents_slabs_avx2;
#endif
#pragma omp parallel for schedule(static) if (ts_pays_to_share(nodes, 10))
    for (size_t first = 0; first < nodes; first += PIECE) some(motion, first, piece_end(first, nodes), slabs);
}

size_t ts_extents_strays(const ts_sweep *motion, size_t nodes, const ts_extents *known, double pad, bool *stray) {
    size_t strays = 0;
    ts_extents_strays_some *some = ts_extents_strays_portable;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) some = ts_extents_strays_avx2;
#endif
#pragma omp parallel for schedule(static) reduction(+ : strays) if (ts_pays_to_share(nodes, 10))
    for (size_t first = 0; first < nodes; first += PIECE)
        strays += some(motion, first, piece_end(first, nodes), known, pad, stray);
    return strays;
}

void ts_extents_of_path(const ts_sweep *motion, size_t node, ts_extents *path) {
    reach found;
    reach_of_path(motion, node, &found);
    memcpy(path->lo, found.lo, sizeof path->lo);
    memcpy(path->hi, found.hi, sizeof path->hi);
}

void ts_extents_round_outward(const ts_extents *extents, ts_slabs *slabs) {
    reach path;
    memcpy(path.lo, extents->lo, sizeof path.lo);
    memcpy(path.hi, extents->hi, sizeof path.hi);
    round_outward(&path, slabs);
}

double ts_extents_most(const ts_extents *path) {
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
        most = -path->lo[k] > most ? -path->lo[k] : most;
        most = path->hi[k] > most ? path->hi[k] : most;
    }
    return most;
}

void ts_extents_widen(ts_extents *path, double by) {
    for (int d = 0; d < TS_EXTENTS; ++d) {
        path->lo[d] -= by;
        path->hi[d] += by;
    }
}
