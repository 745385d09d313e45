/* SPDX-License-Identifier: MIT
 * The topology of a proof, read and checked. */
#include "oracles/proof/topology.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

void ts_proof_topology_clear(ts_proof_topology *topology) {
    free(topology->triangle);
    free(topology->segment);
    free(topology->particle);
    free(topology->stranger);
    free(topology->obstacle);
    free(topology->radius);
    free(topology->edge);
    free(topology->element_edge);
    free(topology->point_owner);
    free(topology->edge_owner);
    free(topology->stranger_first);
    free(topology->stranger_of);
    *topology = (ts_proof_topology){0};
}

const int32_t *ts_proof_element(const ts_proof_topology *topology, size_t element, int *count) {
    if (element < topology->triangles) {
        *count = 3;
        return topology->triangle[element];
    }
    element -= topology->triangles;
    if (element < topology->segments) {
        *count = 2;
        return topology->segment[element];
    }
    *count = 1;
    return &topology->particle[element - topology->segments];
}

/* ---- The file ---- */

/* Rows of `size` vertices, all different within a row. */
static ts_status take_rows(ts_proof_bytes *bytes, size_t vertices, size_t count, size_t size, int32_t **rows,
                           ts_error *error) {
    if (count > (bytes->size - bytes->at) / (size * sizeof **rows)) {
        return ts_proof_malformed(bytes, "it is too short", error);
    }
    *rows = malloc((count * size + 1) * sizeof **rows);
    if (!*rows) return ts_fail_memory(error, "a topology");
    const ts_status status = ts_proof_take(bytes, count * size, sizeof **rows, *rows, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; k < count * size; ++k) {
        const int32_t *row = *rows + k / size * size;
        if ((*rows)[k] < 0 || (size_t)(*rows)[k] >= vertices) {
            return ts_proof_malformed(bytes, "there is no such vertex", error);
        }
        for (size_t j = 0; j < k % size; ++j) {
            if (row[j] == (*rows)[k]) return ts_proof_malformed(bytes, "a vertex stands twice", error);
        }
    }
    return TS_OK;
}

static ts_status take_of_vertices(ts_proof_bytes *bytes, ts_proof_topology *topology, ts_error *error) {
    const size_t count = topology->vertices;
    if (count > (bytes->size - bytes->at) / (1 + sizeof(double))) {
        return ts_proof_malformed(bytes, "it is too short", error);
    }
    topology->obstacle = malloc(count + 1);
    topology->radius = malloc((count + 1) * sizeof *topology->radius);
    if (!topology->obstacle || !topology->radius) return ts_fail_memory(error, "a topology");
    ts_status status = ts_proof_take(bytes, count, 1, topology->obstacle, error);
    for (size_t v = 0; status == TS_OK && v < count; ++v) {
        if (topology->obstacle[v] > 1) status = ts_proof_malformed(bytes, "an obstacle is 0 or 1", error);
    }
    if (status == TS_OK) status = ts_proof_take_doubles(bytes, count, topology->radius, error);
    for (size_t v = 0; status == TS_OK && v < count; ++v) {
        if (topology->radius[v] < 0.0) status = ts_proof_malformed(bytes, "a radius is below 0", error);
    }
    return status;
}

static ts_status take_all(ts_proof_bytes *bytes, ts_proof_topology *topology, ts_error *error) {
    uint32_t count[5];
    ts_status status = ts_proof_take(bytes, 5, sizeof *count, count, error);
    if (status != TS_OK) return status;
    if (count[0] > INT32_MAX) return ts_proof_malformed(bytes, "it is too short", error);
    topology->vertices = count[0];
    topology->triangles = count[1];
    topology->segments = count[2];
    topology->particles = count[3];
    topology->strangers = count[4];
    int32_t **rows[4] = {(int32_t **)&topology->triangle, (int32_t **)&topology->segment, &topology->particle,
                         (int32_t **)&topology->stranger};
    static const size_t SIZES[4] = {3, 2, 1, 2};
    for (int k = 0; status == TS_OK && k < 4; ++k) {
        status = take_rows(bytes, count[0], count[k + 1], SIZES[k], rows[k], error);
    }
    if (status == TS_OK) status = take_of_vertices(bytes, topology, error);
    if (status == TS_OK) status = ts_proof_take_end(bytes, error);
    if (status == TS_OK && ts_proof_elements(topology) == 0) {
        status = ts_proof_malformed(bytes, "it has no element", error);
    }
    if (status == TS_OK && ts_proof_elements(topology) > INT32_MAX / 8) {
        status = ts_proof_malformed(bytes, "it has too many elements", error);
    }
    return status;
}

/* ---- Owners ---- */

/* An edge of an element. */
typedef struct edge_of {
    int32_t low, high, element;
    int32_t place; /* in element_edge */
} edge_of;

static int compare_edges(const void *one, const void *other) {
    const edge_of *a = one, *b = other;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return a->element < b->element ? -1 : a->element > b->element;
}

static size_t list_edges(const ts_proof_topology *topology, edge_of *list) {
    size_t found = 0;
    for (size_t e = 0; e < topology->triangles + topology->segments; ++e) {
        int count;
        const int32_t *v = ts_proof_element(topology, e, &count);
        for (int k = 0; k < (count == 3 ? 3 : 1); ++k) {
            const int32_t a = v[k], b = v[(k + 1) % count];
            list[found++] = (edge_of){a < b ? a : b, a < b ? b : a, (int32_t)e, (int32_t)(3 * e + (size_t)k)};
        }
    }
    qsort(list, found, sizeof *list, compare_edges);
    return found;
}

static ts_status find_edges(ts_proof_topology *topology, ts_error *error) {
    const size_t most = 3 * topology->triangles + topology->segments;
    edge_of *list = malloc((most + 1) * sizeof *list);
    topology->edge = malloc((most + 1) * sizeof *topology->edge);
    topology->edge_owner = malloc((most + 1) * sizeof *topology->edge_owner);
    topology->element_edge = calloc(topology->triangles + topology->segments + 1, sizeof *topology->element_edge);
    if (!list || !topology->edge || !topology->edge_owner || !topology->element_edge) {
        free(list);
        return ts_fail_memory(error, "the edges of a topology");
    }
    const size_t found = list_edges(topology, list);
    for (size_t k = 0; k < found; ++k) {
        if (k == 0 || list[k].low != list[k - 1].low || list[k].high != list[k - 1].high) {
            topology->edge[topology->edges][0] = list[k].low;
            topology->edge[topology->edges][1] = list[k].high;
            topology->edge_owner[topology->edges++] = list[k].element;
        }
        topology->element_edge[list[k].place / 3][list[k].place % 3] = (int32_t)topology->edges - 1;
    }
    free(list);
    return TS_OK;
}

static ts_status find_point_owners(ts_proof_topology *topology, ts_error *error) {
    topology->point_owner = malloc((topology->vertices + 1) * sizeof *topology->point_owner);
    if (!topology->point_owner) return ts_fail_memory(error, "the points of a topology");
    for (size_t v = 0; v < topology->vertices; ++v) topology->point_owner[v] = -1;
    for (size_t e = 0; e < ts_proof_elements(topology); ++e) {
        int count;
        const int32_t *v = ts_proof_element(topology, e, &count);
        for (int k = 0; k < count; ++k) {
            if (topology->point_owner[v[k]] < 0) topology->point_owner[v[k]] = (int32_t)e;
        }
    }
    return TS_OK;
}

/* ---- Strangers ---- */

static ts_status sort_strangers(ts_proof_topology *topology, ts_error *error) {
    topology->stranger_first = calloc(topology->vertices + 2, sizeof *topology->stranger_first);
    topology->stranger_of = malloc((2 * topology->strangers + 1) * sizeof *topology->stranger_of);
    if (!topology->stranger_first || !topology->stranger_of) return ts_fail_memory(error, "the strangers");
    size_t *next = topology->stranger_first + 1; /* counts, then where the next one goes */
    for (size_t k = 0; k < topology->strangers; ++k) {
        for (int side = 0; side < 2; ++side) ++next[topology->stranger[k][side] + 1];
    }
    for (size_t v = 0; v < topology->vertices; ++v) next[v + 1] += next[v];
    for (size_t k = 0; k < topology->strangers; ++k) {
        const int32_t *pair = topology->stranger[k];
        for (int side = 0; side < 2; ++side) topology->stranger_of[next[pair[side]]++] = pair[1 - side];
    }
    return TS_OK;
}

static bool has(ts_proof_vertices a, int32_t vertex) {
    for (int k = 0; k < a.count; ++k) {
        if (a.vertex[k] == vertex) return true;
    }
    return false;
}

bool ts_proof_shares(ts_proof_vertices a, ts_proof_vertices b) {
    for (int k = 0; k < a.count; ++k) {
        if (has(b, a.vertex[k])) return true;
    }
    return false;
}

bool ts_proof_strangers(const ts_proof_topology *topology, ts_proof_vertices a, ts_proof_vertices b) {
    for (int k = 0; k < a.count; ++k) {
        const size_t *first = topology->stranger_first + a.vertex[k];
        for (size_t s = first[0]; s < first[1]; ++s) {
            if (has(b, topology->stranger_of[s])) return true;
        }
    }
    return false;
}

ts_status ts_proof_topology_read(const char *folder, ts_proof_topology *topology, ts_error *error) {
    ts_proof_bytes bytes;
    *topology = (ts_proof_topology){0};
    ts_status status = ts_proof_bytes_read(folder, "topology.tsp", "TSPTOPO1", &bytes, error);
    if (status != TS_OK) return status;
    status = take_all(&bytes, topology, error);
    memcpy(topology->digest, bytes.digest, sizeof bytes.digest);
    ts_proof_bytes_clear(&bytes);
    if (status == TS_OK) status = find_edges(topology, error);
    if (status == TS_OK) status = find_point_owners(topology, error);
    if (status == TS_OK) status = sort_strangers(topology, error);
    if (status != TS_OK) ts_proof_topology_clear(topology);
    return status;
}
