/* SPDX-License-Identifier: GPL-2.0-or-later
 * Small scenes of all codimensions for the contact tests, and their pairs of primitives by plain enumeration. */
#ifndef TS_TESTS_CIPC_CONTACT_SCENE_H
#define TS_TESTS_CIPC_CONTACT_SCENE_H

#include <stdlib.h>
#include <string.h>

#include <touchstone/ccd.h>

#include "cipc/potential.h"
#include "core/random.h"
#include "scenes/bodies.h"

enum {
    CLOTH = 5, /* nodes along an edge */
    CLOTH_NODES = CLOTH * CLOTH,
    SCENE_NODES = 128,
    SCENE_BODIES = 6,
    SCENE_TRIANGLES = 128,
    SCENE_PAIRS = 60000
};

typedef struct contact_scene {
    ts_bodies bodies;
    ts_body body[SCENE_BODIES];
    double rest[SCENE_NODES][3], mass[SCENE_NODES];
    int32_t body_of[SCENE_NODES], triangle[SCENE_TRIANGLES][3], segment[32][2], particle[16], boundary[4][3], tet[1][4];
    ts_stitch stitch[1];
    double friction[SCENE_BODIES * SCENE_BODIES];
} contact_scene;

static inline int32_t scene_node(contact_scene *s, double x, double y, double z) {
    const size_t n = s->bodies.nodes++;
    s->rest[n][0] = x;
    s->rest[n][1] = y;
    s->rest[n][2] = z;
    s->mass[n] = 1e-3;
    s->body_of[n] = (int32_t)s->bodies.bodies - 1;
    return (int32_t)n;
}

static inline void scene_body(contact_scene *s, const char *name, double offset, bool obstacle) {
    ts_body *body = &s->body[s->bodies.bodies++];
    *body = (ts_body){.name = (char *)(uintptr_t)name, .offset = offset, .obstacle = obstacle};
    body->node_first = s->bodies.nodes;
}

static inline void scene_triangle(contact_scene *s, int32_t a, int32_t b, int32_t c) {
    memcpy(s->triangle[s->bodies.triangles++], (int32_t[]){a, b, c}, 3 * sizeof(int32_t));
}

/* A square of side 1 at height z. */
static inline void scene_cloth(contact_scene *s, const char *name, double z, double offset, bool obstacle) {
    scene_body(s, name, offset, obstacle);
    const int32_t first = (int32_t)s->bodies.nodes;
    for (int i = 0; i < CLOTH_NODES; ++i) scene_node(s, 0.25 * (i % CLOTH), 0.25 * (i / CLOTH), z);
    for (int32_t j = 0; j + 1 < CLOTH; ++j) {
        for (int32_t i = 0; i + 1 < CLOTH; ++i) {
            const int32_t a = first + CLOTH * j + i;
            scene_triangle(s, a, a + 1, a + CLOTH + 1);
            scene_triangle(s, a, a + CLOTH + 1, a + CLOTH);
        }
    }
}

static inline void scene_rod(contact_scene *s, double z, double offset) {
    scene_body(s, "rod", offset, false);
    for (int i = 0; i < 8; ++i) {
        const int32_t n = scene_node(s, 0.13 * i, 0.4 + 0.02 * i, z);
        if (i == 0) continue;
        memcpy(s->segment[s->bodies.segments++], (int32_t[]){n, n - 1}, 2 * sizeof(int32_t));
    }
}

static inline void scene_particles(contact_scene *s, double z, double offset) {
    scene_body(s, "particles", offset, false);
    for (int i = 0; i < 9; ++i) {
        s->particle[s->bodies.particles++] = scene_node(s, 0.1 + 0.07 * i, 0.3 + 0.05 * (i % 4), z);
    }
}

static inline void scene_tet(contact_scene *s, double z, double offset) {
    static const int32_t face[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    scene_body(s, "tet", offset, false);
    const int32_t first = scene_node(s, 0.2, 0.2, z);
    scene_node(s, 0.6, 0.2, z);
    scene_node(s, 0.2, 0.6, z);
    scene_node(s, 0.2, 0.2, z + 0.4);
    for (int i = 0; i < 4; ++i) s->tet[0][i] = first + i;
    for (int f = 0; f < 4; ++f) {
        for (int k = 0; k < 3; ++k) s->boundary[f][k] = first + face[f][k];
    }
    s->bodies.tets = 1;
    s->bodies.boundary_triangles = 4;
}

/* Two cloths (the second an obstacle), a rod stitched to the first, particles, a tet and an obstacle above. */
static inline contact_scene *scene_create(double offset) {
    contact_scene *s = calloc(1, sizeof *s);
    scene_cloth(s, "cloth", 0.0, offset, false);
    scene_cloth(s, "floor", -0.1, 0.5 * offset, true);
    scene_rod(s, 0.08, 2.0 * offset);
    scene_particles(s, 0.16, offset);
    scene_tet(s, 0.3, 0.0);
    scene_body(s, "roof", offset, true);
    scene_triangle(s, scene_node(s, 0, 0, 0.45), scene_node(s, 1, 0, 0.45), scene_node(s, 0.5, 1, 0.45));
    s->stitch[0] = (ts_stitch){.a = 2 * CLOTH_NODES, .b = 7, .c = 8, .weight = 0.5, .stiffness = 1.0};
    ts_bodies *b = &s->bodies;
    b->stitches = 1;
    b->body = s->body, b->rest = s->rest, b->mass = s->mass, b->body_of = s->body_of, b->tet = s->tet;
    b->triangle = s->triangle, b->segment = s->segment, b->particle = s->particle, b->stitch = s->stitch;
    b->boundary = s->boundary, b->friction = s->friction;
    for (int i = 0; i < SCENE_BODIES * SCENE_BODIES; ++i) s->friction[i] = 0.1;
    return s;
}

/* Random displacements of all nodes; a body moves as a whole by up to `whole`, its nodes by up to `each`. */
static inline void scene_displace(const contact_scene *s, ts_random *random, double whole, double each,
                                  double (*p)[3]) {
    double shift[SCENE_BODIES][3];
    for (int b = 0; b < SCENE_BODIES; ++b) {
        for (int k = 0; k < 3; ++k) shift[b][k] = ts_random_between(random, -whole, whole);
    }
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        for (int k = 0; k < 3; ++k) p[i][k] = shift[s->body_of[i]][k] + ts_random_between(random, -each, each);
    }
}

/* ---- All pairs, by plain enumeration ---- */

typedef struct scene_pair {
    ts_ccd_kind kind;
    ts_stencil node;
    double xi;
} scene_pair;

typedef struct scene_pairs {
    size_t count;
    scene_pair pair[SCENE_PAIRS];
} scene_pairs;

static inline void scene_try(const contact_scene *s, scene_pairs *out, ts_ccd_kind kind, const int32_t *a,
                             const int32_t *b) {
    const int n = ts_ccd_first_vertices(kind), m = ts_ccd_vertices(kind) - n;
    const ts_stitch *t = s->stitch;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < m; ++j) {
            if (a[i] == b[j]) return;
            if (a[i] == t->a && (b[j] == t->b || b[j] == t->c)) return;
            if (b[j] == t->a && (a[i] == t->b || a[i] == t->c)) return;
        }
    }
    const ts_body *one = &s->body[s->body_of[a[0]]], *other = &s->body[s->body_of[b[0]]];
    if (one->obstacle && other->obstacle) return;
    scene_pair *pair = &out->pair[out->count++];
    *pair = (scene_pair){.kind = kind, .node = {-1, -1, -1, -1}, .xi = 0.5 * (one->offset + other->offset)};
    memcpy(pair->node, a, (size_t)n * sizeof *a);
    memcpy(pair->node + n, b, (size_t)m * sizeof *b);
}

typedef struct scene_surface {
    size_t edges, faces, rods;
    int32_t edge[400][2], face[200][3], rod[32][2];
} scene_surface;

static inline bool scene_has_edge(int32_t (*edge)[2], size_t count, int32_t a, int32_t b) {
    for (size_t e = 0; e < count; ++e) {
        if ((edge[e][0] == a && edge[e][1] == b) || (edge[e][0] == b && edge[e][1] == a)) return true;
    }
    return false;
}

static inline void scene_gather(const contact_scene *s, scene_surface *out) {
    out->edges = out->faces = out->rods = 0;
    for (size_t f = 0; f < s->bodies.triangles; ++f) memcpy(out->face[out->faces++], s->triangle[f], sizeof *out->face);
    for (size_t f = 0; f < 4; ++f) memcpy(out->face[out->faces++], s->boundary[f], sizeof *out->face);
    for (size_t f = 0; f < out->faces; ++f) {
        for (int k = 0; k < 3; ++k) {
            const int32_t a = out->face[f][k], b = out->face[f][(k + 1) % 3];
            if (scene_has_edge(out->edge, out->edges, a, b)) continue;
            memcpy(out->edge[out->edges++], a < b ? (int32_t[]){a, b} : (int32_t[]){b, a}, sizeof *out->edge);
        }
    }
    for (size_t e = 0; e < s->bodies.segments; ++e) {
        const int32_t a = s->segment[e][0], b = s->segment[e][1];
        memcpy(out->edge[out->edges++], a < b ? (int32_t[]){a, b} : (int32_t[]){b, a}, sizeof *out->edge);
        memcpy(out->rod[out->rods++], out->edge[out->edges - 1], sizeof *out->rod);
    }
}

/* Every node of the scene is on its surface. */
static inline void scene_all_pairs(const contact_scene *s, scene_pairs *out) {
    static scene_surface surface;
    scene_gather(s, &surface);
    out->count = 0;
    for (int32_t p = 0; p < (int32_t)s->bodies.nodes; ++p) {
        for (size_t f = 0; f < surface.faces; ++f) scene_try(s, out, TS_POINT_TRIANGLE, &p, surface.face[f]);
        for (size_t e = 0; e < surface.rods; ++e) scene_try(s, out, TS_POINT_EDGE, &p, surface.rod[e]);
    }
    for (size_t e = 0; e < surface.edges; ++e) {
        for (size_t f = e + 1; f < surface.edges; ++f)
            scene_try(s, out, TS_EDGE_EDGE, surface.edge[e], surface.edge[f]);
    }
    for (size_t i = 0; i < s->bodies.particles; ++i) {
        for (size_t j = i + 1; j < s->bodies.particles; ++j) {
            scene_try(s, out, TS_POINT_POINT, &s->particle[i], &s->particle[j]);
        }
    }
}

static inline void scene_rows(const ts_stencil node, const double (*x)[3], double rows[4][3]) {
    memset(rows, 0, 12 * sizeof(double));
    for (int i = 0; i < TS_STENCIL_NODES && node[i] >= 0; ++i) memcpy(rows[i], x[node[i]], sizeof rows[i]);
}

#endif
