/* SPDX-License-Identifier: MIT
 * Points, edges and faces of a mesh, each once. */
#include "oracles/verify_surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

/* ---- Lists ---- */

static ts_status gather_nodes(ts_verify_surface *surface, ts_error *error) {
    const ts_verify_mesh *mesh = &surface->mesh;
    bool *used = calloc(mesh->nodes + 1, sizeof *used);
    surface->node = malloc((mesh->nodes + 1) * sizeof *surface->node);
    if (!used || !surface->node) {
        free(used);
        return ts_fail_memory(error, "the nodes of a mesh");
    }
    for (size_t i = 0; i < mesh->triangles; ++i) {
        for (int k = 0; k < 3; ++k) used[mesh->triangle[i][k]] = true;
    }
    for (size_t i = 0; i < mesh->segments; ++i) used[mesh->segment[i][0]] = used[mesh->segment[i][1]] = true;
    for (size_t i = 0; i < mesh->points; ++i) used[mesh->point[i]] = true;
    for (size_t i = 0; i < mesh->nodes; ++i) {
        if (used[i]) surface->node[surface->count[TS_SIDE_NODES]++] = (int32_t)i;
    }
    free(used);
    return TS_OK;
}

/* An edge of a triangle (segment -1) or a segment. */
typedef struct found_edge {
    int32_t node[2], segment;
} found_edge;

static found_edge found(int32_t a, int32_t b, int32_t segment) {
    return a < b ? (found_edge){{a, b}, segment} : (found_edge){{b, a}, segment};
}

static int compare_edges(const void *left, const void *right) {
    const found_edge *a = left, *b = right;
    for (int k = 0; k < 2; ++k) {
        if (a->node[k] != b->node[k]) return a->node[k] < b->node[k] ? -1 : 1;
    }
    return (a->segment > b->segment) - (a->segment < b->segment);
}

static found_edge *find_edges(const ts_verify_mesh *mesh, size_t *count) {
    *count = 3 * mesh->triangles + mesh->segments;
    found_edge *all = malloc((*count + 1) * sizeof *all);
    if (!all) return NULL;
    size_t n = 0;
    for (size_t i = 0; i < mesh->triangles; ++i) {
        for (int k = 0; k < 3; ++k) all[n++] = found(mesh->triangle[i][k], mesh->triangle[i][(k + 1) % 3], -1);
    }
    for (size_t i = 0; i < mesh->segments; ++i) {
        all[n++] = found(mesh->segment[i][0], mesh->segment[i][1], (int32_t)i);
    }
    qsort(all, n, sizeof *all, compare_edges);
    return all;
}

/* The first of equal edges is a triangle's, if there is one. */
static ts_status gather_edges(ts_verify_surface *surface, ts_error *error) {
    size_t all_count;
    found_edge *all = find_edges(&surface->mesh, &all_count);
    surface->edge = malloc((all_count + 1) * sizeof *surface->edge);
    surface->rod = malloc((surface->mesh.segments + 1) * sizeof *surface->rod);
    surface->rod_segment = malloc((surface->mesh.segments + 1) * sizeof *surface->rod_segment);
    if (!all || !surface->edge || !surface->rod || !surface->rod_segment) {
        free(all);
        return ts_fail_memory(error, "the edges of a mesh");
    }
    size_t edges = 0, rods = 0;
    for (size_t i = 0; i < all_count; ++i) {
        if (i > 0 && memcmp(all[i].node, all[i - 1].node, sizeof all[i].node) == 0) continue;
        memcpy(surface->edge[edges++], all[i].node, sizeof all[i].node);
        if (all[i].segment < 0) continue;
        surface->rod[rods] = (int32_t)(edges - 1);
        surface->rod_segment[rods++] = all[i].segment;
    }
    surface->count[TS_SIDE_EDGES] = edges;
    surface->count[TS_SIDE_RODS] = rods;
    free(all);
    return TS_OK;
}

static ts_status gather_strangers(ts_verify_surface *surface, ts_error *error) {
    const ts_verify_mesh *mesh = &surface->mesh;
    if (mesh->strangers == 0) return TS_OK;
    surface->stranger_first = calloc(mesh->nodes + 2, sizeof *surface->stranger_first);
    surface->stranger_node = malloc(2 * mesh->strangers * sizeof *surface->stranger_node);
    if (!surface->stranger_first || !surface->stranger_node) return ts_fail_memory(error, "the strangers of a mesh");
    /* Counted two places up, so that filling in moves every start to where it belongs. */
    int32_t *const next = surface->stranger_first + 1;
    for (size_t i = 0; i < 2 * mesh->strangers; ++i) {
        const int32_t node = mesh->stranger[i / 2][i % 2];
        if ((size_t)node + 1 < mesh->nodes) ++next[node + 1];
    }
    for (size_t i = 1; i < mesh->nodes; ++i) next[i] += next[i - 1];
    for (size_t i = 0; i < 2 * mesh->strangers; ++i) {
        const int32_t *pair = mesh->stranger[i / 2];
        surface->stranger_node[next[pair[i % 2]]++] = pair[1 - i % 2];
    }
    return TS_OK;
}

ts_status ts_verify_surface_init(ts_verify_surface *surface, const ts_verify_mesh *mesh, ts_error *error) {
    ts_verify_surface made = {.mesh = *mesh};
    made.count[TS_SIDE_FACES] = mesh->triangles;
    made.count[TS_SIDE_POINTS] = mesh->points;
    for (size_t i = 0; mesh->thickness && i < mesh->nodes; ++i) made.thick |= mesh->thickness[i] > 0.0;
    ts_status status = gather_nodes(&made, error);
    if (status == TS_OK) status = gather_edges(&made, error);
    if (status == TS_OK) status = gather_strangers(&made, error);
    if (status != TS_OK) {
        ts_verify_surface_clear(&made);
        return status;
    }
    *surface = made;
    return TS_OK;
}

void ts_verify_surface_clear(ts_verify_surface *surface) {
    free(surface->node);
    free(surface->edge);
    free(surface->rod);
    free(surface->rod_segment);
    free(surface->stranger_first);
    free(surface->stranger_node);
    *surface = (ts_verify_surface){0};
}

/* ---- Primitives ---- */

int ts_verify_surface_nodes(const ts_verify_surface *surface, ts_verify_side side, int32_t index, int32_t node[3]) {
    switch (side) {
    case TS_SIDE_NODES: node[0] = surface->node[index]; return 1;
    case TS_SIDE_POINTS: node[0] = surface->mesh.point[index]; return 1;
    case TS_SIDE_RODS: index = surface->rod[index]; /* fall through */
    case TS_SIDE_EDGES: memcpy(node, surface->edge[index], sizeof surface->edge[index]); return 2;
    case TS_SIDE_FACES: break;
    }
    memcpy(node, surface->mesh.triangle[index], sizeof surface->mesh.triangle[index]);
    return 3;
}

ts_verify_part ts_verify_surface_name(const ts_verify_surface *surface, ts_verify_side side, int32_t index) {
    ts_verify_part part = {.index = index};
    part.nodes = ts_verify_surface_nodes(surface, side, index, part.node);
    switch (side) {
    case TS_SIDE_NODES:
        part.kind = TS_PART_NODE;
        part.index = part.node[0];
        break;
    case TS_SIDE_EDGES:
        part.kind = TS_PART_EDGE;
        part.index = -1;
        break;
    case TS_SIDE_FACES: part.kind = TS_PART_TRIANGLE; break;
    case TS_SIDE_RODS:
        part.kind = TS_PART_SEGMENT;
        part.index = surface->rod_segment[index];
        break;
    case TS_SIDE_POINTS: part.kind = TS_PART_POINT; break;
    }
    return part;
}

/* ---- Pairs ---- */

void ts_verify_surface_pair(const ts_verify_surface *surface, const ts_verify_side side[2], const int32_t index[2],
                            ts_verify_pair *pair) {
    for (int k = 0; k < 2; ++k) pair->count[k] = ts_verify_surface_nodes(surface, side[k], index[k], pair->node[k]);
}

static bool are_strangers(const ts_verify_surface *surface, int32_t a, int32_t b) {
    for (int32_t k = surface->stranger_first[a]; k < surface->stranger_first[a + 1]; ++k) {
        if (surface->stranger_node[k] == b) return true;
    }
    return false;
}

static bool all_obstacle(const ts_verify_surface *surface, const ts_verify_pair *pair) {
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < pair->count[k]; ++i) {
            if (!surface->mesh.obstacle[pair->node[k][i]]) return false;
        }
    }
    return true;
}

bool ts_verify_pair_sees(const ts_verify_surface *surface, const ts_verify_pair *pair) {
    if (surface->mesh.obstacle && all_obstacle(surface, pair)) return false;
    if (!surface->stranger_first) return true;
    for (int i = 0; i < pair->count[0]; ++i) {
        for (int j = 0; j < pair->count[1]; ++j) {
            if (are_strangers(surface, pair->node[0][i], pair->node[1][j])) return false;
        }
    }
    return true;
}

static void swap_nodes(int32_t *a, int32_t *b) {
    const int32_t kept = *a;
    *a = *b;
    *b = kept;
}

int ts_verify_pair_join(ts_verify_pair *pair) {
    int common = 0;
    for (int i = 0; i < pair->count[0]; ++i) {
        for (int j = common; j < pair->count[1]; ++j) {
            if (pair->node[0][i] != pair->node[1][j]) continue;
            swap_nodes(&pair->node[0][i], &pair->node[0][common]);
            swap_nodes(&pair->node[1][j], &pair->node[1][common]);
            ++common;
            break;
        }
    }
    return common;
}

double ts_verify_thickness(const ts_verify_surface *surface, const int32_t *node, int count) {
    double most = 0.0;
    for (int i = 0; surface->mesh.thickness && i < count; ++i) most = fmax(most, surface->mesh.thickness[node[i]]);
    return most;
}

double ts_verify_pair_thickness(const ts_verify_surface *surface, const ts_verify_pair *pair) {
    return 0.5 * (ts_verify_thickness(surface, pair->node[0], pair->count[0]) +
                  ts_verify_thickness(surface, pair->node[1], pair->count[1]));
}
