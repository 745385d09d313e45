/* SPDX-License-Identifier: MIT
 * Better tets: every node in turn tries the middle of its neighbours and small steps, and takes what improves the worst
 * tet around it (optimization-based smoothing: Freitag, Ollivier-Gooch 1997). Nothing gets worse, nothing turns over.
 */
#include "mesh/solid/improve.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/vec3.h"
#include "mesh/solid/tets.h"

/* Tets as good as this are left alone; 1 is regular. */
static const double GOOD_ENOUGH = 0.8;

/* The tets at every node: those of node n are tet[start[n]] to tet[start[n + 1]]. */
typedef struct stars {
    size_t *start;
    int32_t *tet;
} stars;

static ts_status stars_init(stars *made, const ts_mesh *mesh, ts_error *error) {
    made->start = calloc(mesh->nodes + 2, sizeof *made->start);
    made->tet = malloc((4 * mesh->tets + 1) * sizeof *made->tet);
    if (!made->start || !made->tet) return ts_fail_memory(error, "a mesh");
    size_t *fill = made->start + 1; /* the end of each node's run moves up while it fills */
    for (size_t k = 0; k < 4 * mesh->tets; ++k) ++fill[mesh->tet[k / 4][k % 4] + 1];
    for (size_t n = 1; n <= mesh->nodes; ++n) fill[n] += fill[n - 1];
    for (size_t k = 0; k < 4 * mesh->tets; ++k) made->tet[fill[mesh->tet[k / 4][k % 4]]++] = (int32_t)(k / 4);
    return TS_OK;
}

/* Volume over the cube of the edges' root mean square, 1 for the regular tet (Parthasarathy et al. 1994). */
static double quality_of(const double x[][3], const int32_t tet[4]) {
    static const int EDGES[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
    double square = 0.0;
    for (int e = 0; e < 6; ++e) {
        double edge[3];
        ts_sub(x[tet[EDGES[e][0]]], x[tet[EDGES[e][1]]], edge);
        square += ts_norm2(edge) / 6.0;
    }
    return ts_tet_volume6(x, tet) * sqrt(2.0) / (square * sqrt(square));
}

/* The worst tet at the node; once one is no better than `enough`, whichever that is. */
static double worst_around(const ts_mesh *mesh, const stars *around, size_t node, double enough) {
    double worst = 1.0;
    for (size_t k = around->start[node]; k < around->start[node + 1] && worst > enough; ++k) {
        worst = fmin(worst, quality_of((const double(*)[3])mesh->x, mesh->tet[around->tet[k]]));
    }
    return worst;
}

static void middle_around(const ts_mesh *mesh, const stars *around, size_t node, double out[3]) {
    const size_t first = around->start[node], end = around->start[node + 1];
    double sum[3] = {0.0, 0.0, 0.0};
    for (size_t k = first; k < end; ++k) {
        for (int corner = 0; corner < 4; ++corner) ts_add(sum, mesh->x[mesh->tet[around->tet[k]][corner]], sum);
    }
    ts_scale(0.25 / (double)(end - first), sum, out);
}

/* Moves the node by so much, along the surface where one is given, if its worst tet gets better. */
static bool try_step(ts_mesh *mesh, const stars *around, size_t node, const double step[3], const ts_solid *surface,
                     double *worst) {
    double *x = mesh->x[node];
    const double held[3] = {x[0], x[1], x[2]};
    ts_add(x, step, x);
    const bool arrived = !surface || surface->project(surface, x);
    const double quality = arrived ? worst_around(mesh, around, node, *worst) : *worst;
    if (quality > *worst) {
        *worst = quality;
        return true;
    }
    for (int c = 0; c < 3; ++c) x[c] = held[c];
    return false;
}

/* A tenth of an edge, or a fortieth, along the axes. */
static void try_small_steps(ts_mesh *mesh, const stars *around, size_t node, const ts_solid *surface, double *worst) {
    double edge[3];
    const int32_t *tet = mesh->tet[around->tet[around->start[node]]];
    ts_sub(mesh->x[tet[0]], mesh->x[tet[1]], edge);
    const double size = 0.1 * sqrt(ts_norm2(edge));
    for (int k = 0; k < 6; ++k) {
        double step[3] = {0.0, 0.0, 0.0};
        step[k / 2] = k % 2 ? size : -size;
        if (try_step(mesh, around, node, step, surface, worst)) continue;
        ts_scale(0.25, step, step);
        try_step(mesh, around, node, step, surface, worst);
    }
}

static void improve_node(ts_mesh *mesh, const stars *around, size_t node, const ts_solid *surface) {
    double worst = worst_around(mesh, around, node, -INFINITY), step[3];
    if (worst >= GOOD_ENOUGH) return;
    middle_around(mesh, around, node, step);
    ts_sub(step, mesh->x[node], step);
    for (int k = 0; k < 3 && !try_step(mesh, around, node, step, surface, &worst); ++k) ts_scale(0.5, step, step);
    if (worst < GOOD_ENOUGH) try_small_steps(mesh, around, node, surface, &worst);
}

ts_status ts_solid_improve(const ts_solid *solid, int rounds, ts_mesh *mesh, ts_error *error) {
    stars around = {0};
    bool *on_surface = calloc(mesh->nodes + 1, sizeof *on_surface);
    ts_status status = on_surface ? stars_init(&around, mesh, error) : ts_fail_memory(error, "a mesh");
    for (size_t n = 0; status == TS_OK && n < mesh->nodes; ++n) {
        on_surface[n] = fabs(solid->depth(solid, mesh->x[n])) < 1e-9 * solid->size;
    }
    for (int round = 0; status == TS_OK && round < rounds; ++round) {
        for (size_t n = 0; n < mesh->nodes; ++n) improve_node(mesh, &around, n, on_surface[n] ? solid : NULL);
    }
    free(on_surface);
    free(around.start);
    free(around.tet);
    return status;
}
