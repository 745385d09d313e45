/* SPDX-License-Identifier: MIT
 * Containment by the parity of an axis ray's crossings with closed surfaces. */
#include "oracles/containment.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/error.h"
#include "oracles/closed.h"
#include "oracles/predicates.h"
#include "oracles/verify_report.h"

/* Triangles of one closed surface. */
typedef struct closed_surface {
    int32_t piece;
    size_t first, count; /* in ts_containment.triangle */
} closed_surface;

struct ts_containment {
    const ts_verify_mesh *mesh;
    int32_t *piece; /* of each node: the least node that hangs together with it */
    size_t pieces;
    int32_t *head; /* of each piece with something on its surface: a node there */
    size_t surfaces;
    closed_surface *surface;
    int32_t *triangle; /* of the mesh, by surface */
};

void ts_containment_destroy(ts_containment *c) {
    if (!c) return;
    free(c->piece);
    free(c->head);
    free(c->surface);
    free(c->triangle);
    free(c);
}

/* ---- Pieces ---- */

static int32_t find_head(int32_t *piece, int32_t node) {
    while (piece[node] != node) node = piece[node] = piece[piece[node]];
    return node;
}

static void join(int32_t *piece, const int32_t *node, int count) {
    for (int i = 1; i < count; ++i) {
        const int32_t a = find_head(piece, node[0]), b = find_head(piece, node[i]);
        piece[a < b ? b : a] = a < b ? a : b;
    }
}

/* Stitched pieces hang together too: they do not see each other. */
static void find_pieces(ts_containment *c) {
    const ts_verify_mesh *mesh = c->mesh;
    for (size_t i = 0; i < mesh->nodes; ++i) c->piece[i] = (int32_t)i;
    for (size_t i = 0; i < mesh->triangles; ++i) join(c->piece, mesh->triangle[i], 3);
    for (size_t i = 0; i < mesh->segments; ++i) join(c->piece, mesh->segment[i], 2);
    for (size_t i = 0; i < mesh->tets; ++i) join(c->piece, mesh->tet[i], 4);
    for (size_t i = 0; i < mesh->strangers; ++i) join(c->piece, mesh->stranger[i], 2);
    for (size_t i = 0; i < mesh->nodes; ++i) c->piece[i] = find_head(c->piece, (int32_t)i);
}

static void add_head(ts_containment *c, unsigned char *seen, int32_t node) {
    const int32_t head = c->piece[node];
    if (!seen[head]) c->head[c->pieces++] = node;
    seen[head] = 1;
}

/* A node of some surface element stands for the piece: one inside of tets says nothing of its own. */
static void list_heads(ts_containment *c, unsigned char *seen) {
    const ts_verify_mesh *mesh = c->mesh;
    for (size_t i = 0; i < mesh->triangles; ++i) add_head(c, seen, mesh->triangle[i][0]);
    for (size_t i = 0; i < mesh->segments; ++i) add_head(c, seen, mesh->segment[i][0]);
    for (size_t i = 0; i < mesh->points; ++i) add_head(c, seen, mesh->point[i]);
}

/* ---- Closed surfaces ---- */

static int compare_numbers(int32_t a, int32_t b) {
    return (a > b) - (a < b);
}

/* A triangle of a closed surface and its piece, to be sorted by piece. */
typedef struct solid_triangle {
    int32_t piece, triangle;
} solid_triangle;

static int compare_solids(const void *a, const void *b) {
    const solid_triangle *one = a, *other = b;
    const int by_piece = compare_numbers(one->piece, other->piece);
    return by_piece ? by_piece : compare_numbers(one->triangle, other->triangle);
}

/* Those of one piece are one surface: parities add up. */
static void list_surfaces(ts_containment *c, const solid_triangle *solid, size_t count) {
    for (size_t k = 0; k < count; ++k) {
        const bool is_first = c->surfaces == 0 || c->surface[c->surfaces - 1].piece != solid[k].piece;
        if (is_first) c->surface[c->surfaces++] = (closed_surface){.piece = solid[k].piece, .first = k};
        ++c->surface[c->surfaces - 1].count;
        c->triangle[k] = solid[k].triangle;
    }
}

static size_t gather_closed(const ts_containment *c, const unsigned char *closed, solid_triangle *solid) {
    size_t count = 0;
    for (size_t i = 0; i < c->mesh->triangles; ++i) {
        if (closed[i]) solid[count++] = (solid_triangle){c->piece[c->mesh->triangle[i][0]], (int32_t)i};
    }
    return count;
}

static ts_status find_surfaces(ts_containment *c, ts_error *error) {
    const size_t triangles = c->mesh->triangles;
    solid_triangle *solid = malloc((triangles + 1) * sizeof *solid);
    unsigned char *closed = malloc(triangles + 1), *seen = calloc(c->mesh->nodes + 1, 1);
    const bool complete = solid && closed && seen;
    const ts_status status =
        complete ? ts_closed_triangles(c->mesh, closed, error) : ts_fail_memory(error, "the surfaces");
    if (status == TS_OK) {
        const size_t count = gather_closed(c, closed, solid);
        qsort(solid, count, sizeof *solid, compare_solids);
        list_surfaces(c, solid, count);
        list_heads(c, seen);
    }
    free(solid);
    free(closed);
    free(seen);
    return status;
}

ts_status ts_containment_create(const ts_verify_mesh *mesh, ts_containment **containment, ts_error *error) {
    *containment = NULL;
    if (!mesh->solid || mesh->triangles == 0) return TS_OK;
    ts_containment *c = calloc(1, sizeof *c);
    if (!c) return ts_fail_memory(error, "the closed surfaces");
    c->mesh = mesh;
    c->piece = malloc((mesh->nodes + 1) * sizeof *c->piece);
    c->head = malloc((mesh->nodes + 1) * sizeof *c->head);
    c->surface = malloc((mesh->triangles + 1) * sizeof *c->surface);
    c->triangle = malloc((mesh->triangles + 1) * sizeof *c->triangle);
    ts_status status = TS_OK;
    if (!c->piece || !c->head || !c->surface || !c->triangle) status = ts_fail_memory(error, "the closed surfaces");
    if (status == TS_OK) find_pieces(c);
    if (status == TS_OK) status = find_surfaces(c, error);
    if (status != TS_OK || c->surfaces == 0) {
        ts_containment_destroy(c);
        return status;
    }
    *containment = c;
    return TS_OK;
}

/* ---- Rays ---- */

/* Seen along the first axis, does a side pass q on the side of larger y? The rules for ties are those of a q moved a
 * little towards larger y and far less towards larger z, which lies beside all lines and corners, and they ask a side
 * alone: all its triangles hear the same. */
static bool passes(const double q[3], const double *a, const double *b) {
    const bool a_is_low = a[2] <= q[2], b_is_low = b[2] <= q[2];
    if (a_is_low == b_is_low) return false;
    return ts_orient2d(a_is_low ? a : b, a_is_low ? b : a, q, 0) > 0;
}

/* Does the ray from q, which lies on no triangle, along the first axis cross the triangle? So little a move of q takes
 * it across none, nor a crossing from one side of it to the other. */
static bool crosses(const double q[3], const double *const t[3]) {
    for (int k = 0; k < 3; ++k) { /* most are beside the ray, or behind q */
        if (fmax(t[0][k], fmax(t[1][k], t[2][k])) < q[k]) return false;
        if (k > 0 && fmin(t[0][k], fmin(t[1][k], t[2][k])) > q[k]) return false;
    }
    bool covers = false; /* never where the triangle is seen edge-on: two of its sides pass then, or none */
    for (int k = 0; k < 3; ++k) covers ^= passes(q, t[k], t[(k + 1) % 3]);
    return covers && ts_orient3d(t[0], t[1], t[2], q) == -ts_orient2d(t[0], t[1], t[2], 0);
}

/* Is the number of crossings odd? */
static bool is_odd(const ts_containment *c, const closed_surface *surface, const double (*x)[3], const double q[3]) {
    bool odd = false;
    for (size_t k = 0; k < surface->count; ++k) {
        const int32_t *node = c->mesh->triangle[c->triangle[surface->first + k]];
        odd ^= crosses(q, (const double *const[3]){x[node[0]], x[node[1]], x[node[2]]});
    }
    return odd;
}

/* False when q is not strictly within the box of a surface. */
static bool is_in_box(const ts_containment *c, const closed_surface *surface, const double (*x)[3], const double q[3]) {
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t k = 0; k < 3 * surface->count; ++k) {
        const double *at = x[c->mesh->triangle[c->triangle[surface->first + k / 3]][k % 3]];
        for (int i = 0; i < 3; ++i) {
            lo[i] = fmin(lo[i], at[i]);
            hi[i] = fmax(hi[i], at[i]);
        }
    }
    return lo[0] < q[0] && q[0] < hi[0] && lo[1] < q[1] && q[1] < hi[1] && lo[2] < q[2] && q[2] < hi[2];
}

static bool is_inside(const ts_containment *c, const closed_surface *surface, const double (*x)[3], const double q[3]) {
    return is_in_box(c, surface, x, q) && is_odd(c, surface, x, q);
}

/* ---- The check ---- */

static bool sees(const ts_verify_mesh *mesh, int32_t node, int32_t other) {
    if (mesh->body && mesh->body[node] == mesh->body[other]) return false;
    return !(mesh->obstacle && mesh->obstacle[node] && mesh->obstacle[other]);
}

/* The first of the surfaces around a node, when they are odd in number; -1: it is free. */
static int32_t surface_around(const ts_containment *c, const double (*x)[3], int32_t node) {
    int32_t first = -1;
    bool odd = false;
    for (size_t k = 0; k < c->surfaces; ++k) {
        const closed_surface *surface = &c->surface[k];
        const int32_t there = c->mesh->triangle[c->triangle[surface->first]][0];
        if (surface->piece == c->piece[node] || !sees(c->mesh, node, there)) continue;
        if (!is_inside(c, surface, x, x[node])) continue;
        if (first < 0) first = (int32_t)k;
        odd = !odd;
    }
    return odd ? first : -1;
}

ts_status ts_containment_check(const ts_containment *c, const double (*x)[3], ts_verify_report *report,
                               ts_error *error) {
    if (!c) return TS_OK;
    int32_t *around = malloc((c->pieces + 1) * sizeof *around);
    if (!around) return ts_fail_memory(error, "the pieces of a mesh");
#pragma omp parallel for schedule(dynamic, 16)
    for (size_t k = 0; k < c->pieces; ++k) around[k] = surface_around(c, x, c->head[k]);
    for (size_t k = 0; k < c->pieces; ++k) {
        if (around[k] < 0) continue;
        const int32_t node = c->head[k], triangle = c->triangle[c->surface[around[k]].first];
        const int32_t *t = c->mesh->triangle[triangle];
        const ts_offence offence = {
            .kind = TS_OFFENCE_CONTAINMENT,
            .parts = 2,
            .part = {{TS_PART_NODE, node, 1, {node}}, {TS_PART_TRIANGLE, triangle, 3, {t[0], t[1], t[2]}}},
        };
        ts_verify_report_add(report, &offence);
    }
    free(around);
    return TS_OK;
}
