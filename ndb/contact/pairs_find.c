/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which pairs P has: candidates nearer than xi + dhat at the accepted point, those of the P before that
 * are not much farther away, and the hits of the survey. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <touchstone/distance.h>

#include "core/error.h"
#include "core/share.h"
#include "ndb/contact/pairs.h"

/* A larger array without the old contents; false when there is none. */
static bool renew(void *array, size_t count, size_t size) {
    void **old = array;
    void *larger = malloc(count * size);
    if (!larger) return false;
    free(*old);
    *old = larger;
    return true;
}

static ts_status reserve(ts_ndb_pairs *pairs, size_t chunks, size_t hits, ts_error *error) {
    const size_t wanted = chunks * TS_CANDIDATE_CHUNK + hits + 1;
    if (wanted > pairs->found_capacity) {
        const size_t more = wanted + wanted / 2;
        pairs->found_capacity = 0;
        if (!renew(&pairs->found, more, sizeof *pairs->found) || !renew(&pairs->sorting, more, sizeof *pairs->sorting))
            return ts_fail_memory(error, "the pairs in contact");
        pairs->found_capacity = more;
    }
    if (chunks > pairs->chunk_capacity) {
        pairs->chunk_capacity = 0;
        if (!renew(&pairs->chunk_found, 2 * chunks, sizeof *pairs->chunk_found))
            return ts_fail_memory(error, "the pairs in contact");
        pairs->chunk_capacity = 2 * chunks;
    }
    return TS_OK;
}

static bool has_pair(const ts_ndb_pairs *pairs, uint64_t key) {
    size_t lo = 0, hi = pairs->count;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (pairs->key[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < pairs->count && pairs->key[lo] == key;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double largest(const double a[3]) {
    return larger(fabs(a[0]), larger(fabs(a[1]), fabs(a[2])));
}

/* Is a point farther than `reach` from the plane of the triangle, or a line from the other? Nine of ten pairs of cloths
 * that lie on each other are: a glance in place of their distance. False says nothing. What is computed of n.w is off
 * by less than 48 m^3, of |n| by 14 m^2 units of 2^-53, m the largest component: less than half of what is charged. */
static bool is_surely_beyond(ts_ccd_kind kind, const double x[4][3], double reach) {
    const bool lines = kind == TS_EDGE_EDGE;
    if (!lines && kind != TS_POINT_TRIANGLE) return false;
    double u[3], v[3], w[3], n[3];
    ts_sub(lines ? x[1] : x[2], lines ? x[0] : x[1], u);
    ts_sub(x[3], lines ? x[2] : x[1], v);
    ts_sub(x[0], lines ? x[2] : x[1], w);
    ts_cross(u, v, n);
    const double m = larger(largest(u), larger(largest(v), largest(w)));
    const double off = fabs(ts_dot(n, w)) - 0x1p-46 * m * m * (m + reach);
    return off > 0.0 && off * off > reach * reach * ts_norm2(n) * (1.0 + 0x1p-40);
}

/* Near pairs of a chunk, to the chunk's own part of the list; `pairs` still holds the P before. */
static size_t search_chunk(const ts_ndb_pairs *pairs, const ts_ndb_rebuild *rebuild, size_t index, ts_keyed *found) {
    const double dhat = rebuild->settings->dhat, stay = rebuild->settings->stay * dhat;
    const ts_surface *surface = rebuild->surface;
    const ts_candidate_chunk chunk = ts_candidates_chunk(rebuild->candidates, index);
    const int second = ts_ccd_first_vertices(chunk.kind);
    size_t count = 0;
    for (size_t c = 0; c < chunk.count; ++c) {
        if (!ts_candidates_meet(rebuild->candidates, chunk.kind, chunk.pair[c])) continue;
        ts_stencil node;
        double x[4][3];
        ts_surface_stencil(surface, chunk.kind, chunk.pair[c], node);
        ts_ndb_rows(node, rebuild->x, x);
        const double xi = ts_surface_thickness(surface, node[0], node[second]);
        if (is_surely_beyond(chunk.kind, (const double(*)[3])x, xi + stay)) continue;
        const double distance2 = ts_distance2(chunk.kind, (const double(*)[3])x);
        if (distance2 >= (xi + stay) * (xi + stay)) continue;
        const uint64_t key = ts_ndb_key(chunk.kind, chunk.pair[c]);
        if (distance2 >= (xi + dhat) * (xi + dhat) && !has_pair(pairs, key)) continue;
        found[count++] = (ts_keyed){key, TS_NDB_NEAR};
    }
    return count;
}

/* Moves the parts of all chunks together; returns how many there are. */
static size_t close_ranks(ts_ndb_pairs *pairs, size_t chunks) {
    size_t count = 0;
    for (size_t c = 0; c < chunks; ++c) {
        memmove(pairs->found + count, pairs->found + c * TS_CANDIDATE_CHUNK,
                pairs->chunk_found[c] * sizeof *pairs->found);
        count += pairs->chunk_found[c];
    }
    return count;
}

/* Of a pair that is both near and hit, what is said of the hit. */
static void merge(ts_ndb_pairs *pairs) {
    size_t merged = 0;
    for (size_t i = 0; i < pairs->found_count; ++i) {
        ts_keyed *last = merged > 0 ? &pairs->found[merged - 1] : NULL;
        if (last && last->key == pairs->found[i].key) {
            if (pairs->found[i].value < last->value) last->value = pairs->found[i].value;
        } else {
            pairs->found[merged++] = pairs->found[i];
        }
    }
    pairs->found_count = merged;
}

ts_status ts_ndb_pairs_find(ts_ndb_pairs *pairs, const ts_ndb_rebuild *rebuild, ts_error *error) {
    const size_t chunks = ts_candidates_chunks(rebuild->candidates);
    const ts_ccd_survey *survey = rebuild->survey;
    const ts_status status = reserve(pairs, chunks, survey->hits, error);
    if (status != TS_OK) return status;
    if (chunks > 0)
        ts_candidates_tighten(rebuild->candidates, &(ts_sweep){.x = rebuild->x},
                              0.5 * rebuild->settings->stay * rebuild->settings->dhat,
                              ts_candidates_count(rebuild->candidates));
#pragma omp parallel for schedule(dynamic, 4) if (ts_pays_to_share(chunks, 25 * TS_CANDIDATE_CHUNK))
    for (size_t c = 0; c < chunks; ++c)
        pairs->chunk_found[c] = search_chunk(pairs, rebuild, c, pairs->found + c * TS_CANDIDATE_CHUNK);
    size_t count = close_ranks(pairs, chunks);
    for (size_t h = 0; h < survey->hits; ++h) {
        const ts_ccd_hit *hit = &survey->hit[h];
        pairs->found[count++] = (ts_keyed){ts_ndb_key(hit->kind, hit->pair), hit->toi};
    }
    pairs->found_count = count;
    ts_keyed_sort(pairs->found, pairs->sorting, count);
    merge(pairs);
    return TS_OK;
}
