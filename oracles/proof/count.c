/* SPDX-License-Identifier: MIT
 * Counts of pairs. All pairs of a kind are a product; those that share a vertex or have strangers are found through
 * their vertices. */
#include "oracles/proof/count.h"

#include <stdlib.h>

#include "core/error.h"

/* Primitives of one kind: rows of vertices. */
typedef struct rows {
    const int32_t *vertex;
    size_t count, size;
    size_t *first; /* of each vertex, in `of`: the rows that have it */
    int32_t *of;
} rows;

/* Pairs of one kind that were found, each perhaps several times. */
typedef struct found {
    const ts_proof_topology *topology;
    const rows *one, *other;
    uint64_t *key;
    size_t count, room;
} found;

static ts_status sort_rows(rows *r, size_t vertices, ts_error *error) {
    r->first = calloc(vertices + 2, sizeof *r->first);
    r->of = malloc((r->count * r->size + 1) * sizeof *r->of);
    if (!r->first || !r->of) return ts_fail_memory(error, "the counts of a proof");
    size_t *next = r->first + 1; /* counts, then where the next one goes */
    for (size_t k = 0; k < r->count * r->size; ++k) ++next[r->vertex[k] + 1];
    for (size_t v = 0; v < vertices; ++v) next[v + 1] += next[v];
    for (size_t k = 0; k < r->count * r->size; ++k) r->of[next[r->vertex[k]]++] = (int32_t)(k / r->size);
    return TS_OK;
}

static ts_proof_vertices row(const rows *r, size_t i) {
    return (ts_proof_vertices){r->vertex + i * r->size, (int)r->size};
}

static bool is_obstacle(const ts_proof_topology *topology, ts_proof_vertices v) {
    for (int k = 0; k < v.count; ++k) {
        if (!topology->obstacle[v.vertex[k]]) return false;
    }
    return true;
}

static ts_status add(found *f, size_t i, size_t j, ts_error *error) {
    if (f->count == f->room) {
        const size_t room = 2 * f->room + 1024;
        uint64_t *more = realloc(f->key, room * sizeof *more);
        if (!more) return ts_fail_memory(error, "the counts of a proof");
        f->key = more;
        f->room = room;
    }
    const bool turned = f->one == f->other && j < i;
    f->key[f->count++] = (uint64_t)(turned ? j : i) << 32 | (uint64_t)(turned ? i : j);
    return TS_OK;
}

/* Pairs whose sides have vertex v and vertex w. */
static ts_status add_of(found *f, int32_t v, int32_t w, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t i = f->one->first[v]; i < f->one->first[v + 1]; ++i) {
        for (size_t j = f->other->first[w]; status == TS_OK && j < f->other->first[w + 1]; ++j) {
            const bool is_itself = f->one == f->other && f->one->of[i] == f->other->of[j];
            if (!is_itself) status = add(f, (size_t)f->one->of[i], (size_t)f->other->of[j], error);
        }
    }
    return status;
}

static int compare(const void *one, const void *other) {
    const uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

static void sort_once(found *f) {
    size_t kept = 0;
    if (f->count > 0) qsort(f->key, f->count, sizeof *f->key, compare);
    for (size_t k = 0; k < f->count; ++k) {
        if (k == 0 || f->key[k] != f->key[k - 1]) f->key[kept++] = f->key[k];
    }
    f->count = kept;
}

static size_t obstacles_of(const ts_proof_topology *topology, const rows *r) {
    size_t count = 0;
    for (size_t i = 0; i < r->count; ++i) count += is_obstacle(topology, row(r, i));
    return count;
}

static uint64_t all_pairs(bool same, size_t one, size_t other) {
    if (!same) return (uint64_t)one * other;
    return one == 0 ? 0 : (uint64_t)one * (one - 1) / 2;
}

static ts_status count_shared(found *f, ts_proof_counts *counts, ts_error *error) {
    const ts_proof_topology *topology = f->topology;
    ts_status status = TS_OK;
    f->count = 0;
    for (size_t v = 0; status == TS_OK && v < topology->vertices; ++v) {
        status = add_of(f, (int32_t)v, (int32_t)v, error);
    }
    if (status != TS_OK) return status;
    sort_once(f);
    const bool same = f->one == f->other;
    uint64_t obstacles = all_pairs(same, obstacles_of(topology, f->one), obstacles_of(topology, f->other));
    for (size_t k = 0; k < f->count; ++k) {
        obstacles -= is_obstacle(topology, row(f->one, f->key[k] >> 32)) &&
                     is_obstacle(topology, row(f->other, f->key[k] & UINT32_MAX));
    }
    counts->sharing += f->count;
    counts->obstacles += obstacles;
    counts->claimed += all_pairs(same, f->one->count, f->other->count) - f->count - obstacles;
    return TS_OK;
}

static ts_status count_strangers(found *f, ts_proof_counts *counts, ts_error *error) {
    const ts_proof_topology *topology = f->topology;
    ts_status status = TS_OK;
    f->count = 0;
    for (size_t k = 0; k < topology->strangers; ++k) {
        const int32_t *pair = topology->stranger[k];
        if (status == TS_OK) status = add_of(f, pair[0], pair[1], error);
        if (status == TS_OK) status = add_of(f, pair[1], pair[0], error);
    }
    if (status != TS_OK) return status;
    sort_once(f);
    for (size_t k = 0; k < f->count; ++k) {
        const ts_proof_vertices one = row(f->one, f->key[k] >> 32), other = row(f->other, f->key[k] & UINT32_MAX);
        if (ts_proof_shares(one, other) || (is_obstacle(topology, one) && is_obstacle(topology, other))) continue;
        ++counts->strangers;
        --counts->claimed;
    }
    return TS_OK;
}

/* The vertices that elements have. */
static size_t list_points(const ts_proof_topology *topology, int32_t *point) {
    size_t count = 0;
    for (size_t v = 0; v < topology->vertices; ++v) {
        if (topology->point_owner[v] >= 0) point[count++] = (int32_t)v;
    }
    return count;
}

ts_status ts_proof_count(const ts_proof_topology *topology, ts_proof_counts *counts, ts_error *error) {
    enum { POINTS, EDGES, TRIANGLES, SEGMENTS, PARTICLES, KINDS };
    static const int SIDES[4][2] = {{POINTS, TRIANGLES}, {EDGES, EDGES}, {POINTS, SEGMENTS}, {PARTICLES, PARTICLES}};
    int32_t *point = malloc((topology->vertices + 1) * sizeof *point);
    if (!point) return ts_fail_memory(error, "the counts of a proof");
    rows kind[KINDS] = {
        [POINTS] = {point, list_points(topology, point), 1, NULL, NULL},
        [EDGES] = {(const int32_t *)topology->edge, topology->edges, 2, NULL, NULL},
        [TRIANGLES] = {(const int32_t *)topology->triangle, topology->triangles, 3, NULL, NULL},
        [SEGMENTS] = {(const int32_t *)topology->segment, topology->segments, 2, NULL, NULL},
        [PARTICLES] = {topology->particle, topology->particles, 1, NULL, NULL},
    };
    found f = {.topology = topology};
    ts_proof_counts made = {0};
    ts_status status = TS_OK;
    for (int k = 0; status == TS_OK && k < KINDS; ++k) status = sort_rows(&kind[k], topology->vertices, error);
    for (int k = 0; status == TS_OK && k < 4; ++k) {
        f.one = &kind[SIDES[k][0]];
        f.other = &kind[SIDES[k][1]];
        status = count_shared(&f, &made, error);
        if (status == TS_OK) status = count_strangers(&f, &made, error);
    }
    for (int k = 0; k < KINDS; ++k) {
        free(kind[k].first);
        free(kind[k].of);
    }
    free(f.key);
    free(point);
    if (status == TS_OK) *counts = made;
    return status;
}
