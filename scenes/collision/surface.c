/* SPDX-License-Identifier: MIT
 * Gathers the primitives of all bodies once, and tells which pairs of them can touch. */
#include "scenes/collision/surface.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/vec3.h"

/* ---- Edges ---- */

typedef struct half_edge {
    int32_t a, b; /* a < b */
    bool of_face;
} half_edge;

static int compare_nodes(const int32_t a[2], const int32_t b[2]) {
    if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

/* Those of faces first among equals. */
static int compare_half_edges(const void *one, const void *other) {
    const half_edge *e = one, *f = other;
    const int order = compare_nodes((int32_t[]){e->a, e->b}, (int32_t[]){f->a, f->b});
    return order ? order : (int)f->of_face - (int)e->of_face;
}

static half_edge half_edge_of(int32_t a, int32_t b, bool of_face) {
    return a < b ? (half_edge){a, b, of_face} : (half_edge){b, a, of_face};
}

/* Index of the edge between two nodes, or -1. */
static int32_t find_edge(const ts_surface *surface, int32_t a, int32_t b) {
    const int32_t wanted[2] = {a < b ? a : b, a < b ? b : a};
    size_t lo = 0, hi = surface->count[TS_EDGES];
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        const int order = compare_nodes(surface->edge[mid], wanted);
        if (order == 0) return (int32_t)mid;
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return -1;
}

static void fill_edges(ts_surface *surface, half_edge *halves, size_t count) {
    const ts_bodies *bodies = surface->bodies;
    qsort(halves, count, sizeof *halves, compare_half_edges);
    size_t edges = 0, rods = 0;
    for (size_t i = 0; i < count; ++i) {
        const int32_t *last = edges > 0 ? surface->edge[edges - 1] : NULL;
        if (last && last[0] == halves[i].a && last[1] == halves[i].b) continue;
        double along[3];
        ts_sub(bodies->rest[halves[i].b], bodies->rest[halves[i].a], along);
        surface->edge_rest2[edges] = ts_norm2(along);
        surface->edge[edges][0] = halves[i].a;
        surface->edge[edges][1] = halves[i].b;
        if (!halves[i].of_face) surface->rod[rods++] = (int32_t)edges;
        ++edges;
    }
    surface->count[TS_EDGES] = edges;
    surface->count[TS_RODS] = rods;
}

static ts_status gather_edges(ts_surface *surface, ts_error *error) {
    const ts_bodies *bodies = surface->bodies;
    const size_t faces = surface->count[TS_FACES], most = 3 * faces + bodies->segments;
    half_edge *halves = malloc((most + 1) * sizeof *halves);
    surface->edge = malloc((most + 1) * sizeof *surface->edge);
    surface->edge_rest2 = malloc((most + 1) * sizeof *surface->edge_rest2);
    surface->rod = malloc((bodies->segments + 1) * sizeof *surface->rod);
    surface->face_edge = malloc((faces + 1) * sizeof *surface->face_edge);
    if (!halves || !surface->edge || !surface->edge_rest2 || !surface->rod || !surface->face_edge) {
        free(halves);
        return ts_fail_memory(error, "the edges of the surface");
    }
    size_t count = 0;
    for (size_t f = 0; f < faces; ++f) {
        const int32_t *corner = surface->face[f];
        for (int k = 0; k < 3; ++k) halves[count++] = half_edge_of(corner[k], corner[(k + 1) % 3], true);
    }
    for (size_t s = 0; s < bodies->segments; ++s) {
        halves[count++] = half_edge_of(bodies->segment[s][0], bodies->segment[s][1], false);
    }
    fill_edges(surface, halves, count);
    free(halves);
    for (size_t f = 0; f < faces; ++f) {
        const int32_t *corner = surface->face[f];
        for (int k = 0; k < 3; ++k) {
            surface->face_edge[f][k] = find_edge(surface, corner[k], corner[(k + 1) % 3]);
        }
    }
    return TS_OK;
}

/* ---- Faces, points, particles ---- */

static ts_status gather_faces(ts_surface *surface, ts_error *error) {
    const ts_bodies *bodies = surface->bodies;
    const size_t shells = bodies->triangles, faces = shells + bodies->boundary_triangles;
    surface->face = malloc((faces + 1) * sizeof *surface->face);
    if (!surface->face) return ts_fail_memory(error, "the faces of the surface");
    if (shells > 0) memcpy(surface->face, bodies->triangle, shells * sizeof *surface->face);
    if (faces > shells) memcpy(surface->face + shells, bodies->boundary, (faces - shells) * sizeof *surface->face);
    surface->count[TS_FACES] = faces;
    return TS_OK;
}

enum { ON_SURFACE = 1, IS_PARTICLE = 2 };

static void mark_nodes(const ts_surface *surface, uint8_t *mark) {
    for (size_t f = 0; f < surface->count[TS_FACES]; ++f) {
        for (int k = 0; k < 3; ++k) mark[surface->face[f][k]] |= ON_SURFACE;
    }
    for (size_t e = 0; e < surface->count[TS_EDGES]; ++e) {
        for (int k = 0; k < 2; ++k) mark[surface->edge[e][k]] |= ON_SURFACE;
    }
    for (size_t p = 0; p < surface->bodies->particles; ++p) {
        mark[surface->bodies->particle[p]] |= ON_SURFACE | IS_PARTICLE;
    }
}

static ts_status gather_points(ts_surface *surface, ts_error *error) {
    const size_t nodes = surface->bodies->nodes;
    uint8_t *mark = calloc(nodes + 1, 1);
    surface->point = malloc((nodes + 1) * sizeof *surface->point);
    surface->particle = malloc((nodes + 1) * sizeof *surface->particle);
    if (!mark || !surface->point || !surface->particle) {
        free(mark);
        return ts_fail_memory(error, "the points of the surface");
    }
    mark_nodes(surface, mark);
    for (size_t i = 0; i < nodes; ++i) {
        if (mark[i] & ON_SURFACE) surface->point[surface->count[TS_POINTS]++] = (int32_t)i;
        if (mark[i] & IS_PARTICLE) surface->particle[surface->count[TS_PARTICLES]++] = (int32_t)i;
    }
    free(mark);
    return TS_OK;
}

/* ---- Stitches ---- */

static void link(ts_surface *surface, int32_t *used, int32_t a, int32_t b) {
    surface->stitch_node[surface->stitch_first[a] + used[a]++] = b;
    surface->stitch_node[surface->stitch_first[b] + used[b]++] = a;
}

static ts_status gather_stitches(ts_surface *surface, ts_error *error) {
    const ts_bodies *bodies = surface->bodies;
    if (bodies->stitches == 0) return TS_OK;
    int32_t *used = calloc(bodies->nodes, sizeof *used);
    surface->stitch_first = calloc(bodies->nodes + 1, sizeof *surface->stitch_first);
    surface->stitch_node = malloc(4 * bodies->stitches * sizeof *surface->stitch_node);
    if (!used || !surface->stitch_first || !surface->stitch_node) {
        free(used);
        return ts_fail_memory(error, "the stitches of the surface");
    }
    for (size_t s = 0; s < bodies->stitches; ++s) {
        const ts_stitch *stitch = &bodies->stitch[s];
        surface->stitch_first[stitch->a + 1] += 2;
        ++surface->stitch_first[stitch->b + 1];
        ++surface->stitch_first[stitch->c + 1];
    }
    for (size_t i = 0; i < bodies->nodes; ++i) surface->stitch_first[i + 1] += surface->stitch_first[i];
    for (size_t s = 0; s < bodies->stitches; ++s) {
        link(surface, used, bodies->stitch[s].a, bodies->stitch[s].b);
        link(surface, used, bodies->stitch[s].a, bodies->stitch[s].c);
    }
    free(used);
    return TS_OK;
}

static bool stitched(const ts_surface *surface, int32_t a, int32_t b) {
    for (int32_t k = surface->stitch_first[a]; k < surface->stitch_first[a + 1]; ++k) {
        if (surface->stitch_node[k] == b) return true;
    }
    return false;
}

/* ---- Pairs ---- */

static bool can_touch(const ts_surface *surface, int n, const int32_t *node, int m, const int32_t *other) {
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j) {
            if (node[i] == other[j]) return false;
        }
    }
    const ts_bodies *bodies = surface->bodies;
    if (bodies->body[bodies->body_of[node[0]]].obstacle && bodies->body[bodies->body_of[other[0]]].obstacle) {
        return false;
    }
    if (!surface->stitch_first) return true;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j) {
            if (stitched(surface, node[i], other[j])) return false;
        }
    }
    return true;
}

bool ts_surface_keep(const ts_surface *surface, ts_ccd_kind kind, const int32_t pair[2]) {
    int first, second;
    const int32_t *one = ts_surface_nodes(surface, ts_surface_side(kind, 0), pair[0], &first);
    const int32_t *other = ts_surface_nodes(surface, ts_surface_side(kind, 1), pair[1], &second);
    return can_touch(surface, first, one, second, other);
}

void ts_surface_stencil(const ts_surface *surface, ts_ccd_kind kind, const int32_t pair[2], ts_stencil stencil) {
    int first, second;
    const int32_t *one = ts_surface_nodes(surface, ts_surface_side(kind, 0), pair[0], &first);
    const int32_t *other = ts_surface_nodes(surface, ts_surface_side(kind, 1), pair[1], &second);
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        stencil[i] = i < first ? one[i] : i < first + second ? other[i - first] : -1;
    }
}

/* ---- Life ---- */

ts_status ts_surface_init(ts_surface *surface, const ts_bodies *bodies, ts_error *error) {
    ts_surface made = {.bodies = bodies};
    ts_status status = gather_faces(&made, error);
    if (status == TS_OK) status = gather_edges(&made, error);
    if (status == TS_OK) status = gather_points(&made, error);
    if (status == TS_OK) status = gather_stitches(&made, error);
    for (int k = 0; k < TS_PRIMITIVES && status == TS_OK; ++k) {
        if (made.count[k] >= TS_MOST_PRIMITIVES) {
            status = ts_fail(error, TS_ERROR_DATA, "a surface of %zu primitives of one kind is too large; at most %d",
                             made.count[k], TS_MOST_PRIMITIVES - 1);
        }
    }
    if (status != TS_OK) {
        ts_surface_clear(&made);
        return status;
    }
    *surface = made;
    return TS_OK;
}

void ts_surface_clear(ts_surface *surface) {
    free(surface->point);
    free(surface->edge);
    free(surface->edge_rest2);
    free(surface->face);
    free(surface->face_edge);
    free(surface->rod);
    free(surface->particle);
    free(surface->stitch_first);
    free(surface->stitch_node);
    *surface = (ts_surface){0};
}
