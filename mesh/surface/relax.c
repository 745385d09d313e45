/* SPDX-License-Identifier: MIT
 * Better triangles for a surface: flips to Delaunay (Lawson 1977) in turn with moves of every node to the middle of the
 * triangles around it, weighted by area (Chen, Holst 2011: centroidal patch triangulation). */
#include "mesh/surface/relax.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/vec3.h"

enum { LARGEST_STAR = 64, MOST_SWEEPS = 100 };

/* A triangle's neighbour k lies across the edge opposite its corner k; -1: none. */
typedef struct network {
    ts_mesh *mesh;
    int32_t (*neighbour)[3];
    int32_t *at; /* some triangle at every node */
} network;

static int turn(int corner, int by) {
    return (corner + by) % 3;
}

static int corner_of(const network *net, int32_t triangle, int32_t node) {
    const int32_t *v = net->mesh->triangle[triangle];
    return v[0] == node ? 0 : v[1] == node ? 1 : 2;
}

/* ---- Who borders whom ---- */

/* Finds each edge's other triangle in the list of edges that start at the edge's lower node. */
static void match_edges(network *net, int32_t *head, int32_t *link) {
    ts_mesh *mesh = net->mesh;
    for (size_t n = 0; n < mesh->nodes; ++n) head[n] = -1;
    for (int32_t t = 0; t < (int32_t)mesh->triangles; ++t) {
        for (int k = 0; k < 3; ++k) {
            const int32_t *v = mesh->triangle[t];
            const int32_t a = v[turn(k, 1)], b = v[turn(k, 2)], low = a < b ? a : b;
            net->at[v[k]] = t;
            net->neighbour[t][k] = -1;
            for (int32_t e = head[low]; e >= 0; e = link[e]) {
                const int32_t *w = mesh->triangle[e / 3];
                if (w[turn(e % 3, 1)] != b || w[turn(e % 3, 2)] != a) continue;
                net->neighbour[t][k] = e / 3;
                net->neighbour[e / 3][e % 3] = t;
                break;
            }
            link[3 * t + k] = head[low];
            head[low] = 3 * t + k;
        }
    }
}

static ts_status network_init(network *net, ts_mesh *mesh, ts_error *error) {
    *net = (network){.mesh = mesh};
    net->neighbour = malloc(mesh->triangles * sizeof *net->neighbour);
    net->at = malloc(mesh->nodes * sizeof *net->at);
    int32_t *head = malloc(mesh->nodes * sizeof *head), *link = malloc(3 * mesh->triangles * sizeof *link);
    const bool complete = net->neighbour && net->at && head && link;
    if (complete) match_edges(net, head, link);
    free(head);
    free(link);
    return complete ? TS_OK : ts_fail_memory(error, "a mesh");
}

/* The triangles around a node in turn; 0 where the border interrupts them. */
static int star_of(const network *net, int32_t node, int32_t star[LARGEST_STAR]) {
    int count = 0;
    int32_t triangle = net->at[node];
    do {
        if (count == LARGEST_STAR) return 0;
        star[count++] = triangle;
        triangle = net->neighbour[triangle][turn(corner_of(net, triangle, node), 1)];
    } while (triangle >= 0 && triangle != star[0]);
    return triangle < 0 ? 0 : count;
}

static void normal_of(const double x[][3], const int32_t v[3], double out[3]) {
    double a[3], b[3];
    ts_sub(x[v[1]], x[v[0]], a);
    ts_sub(x[v[2]], x[v[0]], b);
    ts_cross(a, b, out);
}

/* ---- Flips ---- */

/* Cotangent of the angle at p of the triangle p, a, b. */
static double cotangent(const double p[3], const double a[3], const double b[3]) {
    double u[3], w[3], normal[3];
    ts_sub(a, p, u);
    ts_sub(b, p, w);
    ts_cross(u, w, normal);
    return ts_dot(u, w) / sqrt(ts_dot(normal, normal));
}

static bool joined(const network *net, int32_t from, int32_t to) {
    for (int side = 1; side <= 2; ++side) {
        int32_t triangle = net->at[from];
        do {
            const int corner = corner_of(net, triangle, from);
            if (net->mesh->triangle[triangle][turn(corner, 1)] == to) return true;
            if (net->mesh->triangle[triangle][turn(corner, 2)] == to) return true;
            triangle = net->neighbour[triangle][turn(corner, side)];
        } while (triangle >= 0 && triangle != net->at[from]);
        if (triangle >= 0) return false;
    }
    return false;
}

/* Angles that face the edge add up to more than half a turn, and the flipped pair faces where the old one did. */
static bool wants_flip(const network *net, int32_t t, int k, int32_t other, int m) {
    const double(*x)[3] = (const double(*)[3])net->mesh->x;
    const int32_t *v = net->mesh->triangle[t];
    const int32_t c = v[k], a = v[turn(k, 1)], b = v[turn(k, 2)], d = net->mesh->triangle[other][m];
    if (cotangent(x[c], x[a], x[b]) + cotangent(x[d], x[b], x[a]) > -1e-9) return false;
    double old[2][3], made[2][3];
    normal_of(x, v, old[0]);
    normal_of(x, net->mesh->triangle[other], old[1]);
    normal_of(x, (const int32_t[3]){c, a, d}, made[0]);
    normal_of(x, (const int32_t[3]){d, b, c}, made[1]);
    for (int k2 = 0; k2 < 4; ++k2) {
        if (ts_dot(old[k2 / 2], made[k2 % 2]) <= 0.0) return false;
    }
    return !joined(net, c, d);
}

static void replace_neighbour(network *net, int32_t triangle, int32_t old, int32_t new) {
    if (triangle < 0) return;
    int32_t *neighbour = net->neighbour[triangle];
    for (int k = 0; k < 3; ++k) {
        if (neighbour[k] == old) {
            neighbour[k] = new;
            return;
        }
    }
}

/* (c, a, b) and (d, b, a) become (c, a, d) and (d, b, c). */
static void flip(network *net, int32_t t, int k, int32_t other, int m) {
    int32_t *v = net->mesh->triangle[t], *w = net->mesh->triangle[other];
    const int32_t c = v[k], a = v[turn(k, 1)], b = v[turn(k, 2)], d = w[m];
    const int32_t across_bc = net->neighbour[t][turn(k, 1)], across_ca = net->neighbour[t][turn(k, 2)];
    const int32_t across_ad = net->neighbour[other][turn(m, 1)], across_db = net->neighbour[other][turn(m, 2)];
    const int32_t first[3] = {c, a, d}, second[3] = {d, b, c};
    const int32_t of_first[3] = {across_ad, other, across_ca}, of_second[3] = {across_bc, t, across_db};
    for (int i = 0; i < 3; ++i) {
        v[i] = first[i];
        w[i] = second[i];
        net->neighbour[t][i] = of_first[i];
        net->neighbour[other][i] = of_second[i];
    }
    replace_neighbour(net, across_ad, other, t);
    replace_neighbour(net, across_bc, t, other);
    net->at[a] = net->at[c] = t;
    net->at[b] = net->at[d] = other;
}

static size_t flip_all(network *net) {
    size_t flips = 0;
    for (int32_t t = 0; t < (int32_t)net->mesh->triangles; ++t) {
        for (int k = 0; k < 3; ++k) {
            const int32_t other = net->neighbour[t][k];
            if (other < 0) continue;
            const int32_t a = net->mesh->triangle[t][turn(k, 1)];
            const int m = turn(corner_of(net, other, a), 1); /* `other` is (d, b, a) */
            if (!wants_flip(net, t, k, other, m)) continue;
            flip(net, t, k, other, m);
            ++flips;
        }
    }
    return flips;
}

/* ---- Moves ---- */

/* Keeps the old place where a triangle would turn over. */
static void move_node(network *net, const ts_swept_surface *surface, int32_t node) {
    ts_mesh *mesh = net->mesh;
    int32_t star[LARGEST_STAR];
    const int count = star_of(net, node, star);
    if (count == 0) return;
    double old[LARGEST_STAR][3], target[3] = {0.0, 0.0, 0.0}, area = 0.0;
    const double(*x)[3] = (const double(*)[3])mesh->x;
    for (int k = 0; k < count; ++k) {
        const int32_t *v = mesh->triangle[star[k]];
        normal_of(x, v, old[k]);
        const double weight = sqrt(ts_dot(old[k], old[k]));
        area += weight;
        for (int c = 0; c < 3; ++c) target[c] += weight * (x[v[0]][c] + x[v[1]][c] + x[v[2]][c]) / 3.0;
    }
    double held[3];
    for (int c = 0; c < 3; ++c) {
        held[c] = mesh->x[node][c];
        mesh->x[node][c] = target[c] / area;
    }
    if (surface->project) surface->project(surface, mesh->x[node]);
    for (int k = 0; k < count; ++k) {
        double normal[3];
        normal_of(x, mesh->triangle[star[k]], normal);
        if (ts_dot(normal, old[k]) > 0.0) continue;
        for (int c = 0; c < 3; ++c) mesh->x[node][c] = held[c];
        return;
    }
}

ts_status ts_swept_surface_relax(const ts_swept_surface *surface, const bool *fixed, int rounds, ts_mesh *mesh,
                                 ts_error *error) {
    network net;
    const ts_status status = network_init(&net, mesh, error);
    for (int round = 0; status == TS_OK && round <= rounds; ++round) {
        for (size_t n = 0; round > 0 && n < mesh->nodes; ++n) {
            if (!fixed[n]) move_node(&net, surface, (int32_t)n);
        }
        for (int sweep = 0; sweep < MOST_SWEEPS && flip_all(&net) > 0; ++sweep) continue;
    }
    free(net.neighbour);
    free(net.at);
    return status;
}
