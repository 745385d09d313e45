/* SPDX-License-Identifier: MIT
 * Bodies of tets that are unions of tapered capsules. */
#include "mesh/generate/tet_figure.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/vec3.h"
#include "mesh/generate/blame.h"
#include "mesh/solid/solid.h"
#include "mesh/surface/edges.h"

/* ---- Depth, cuts, projection ---- */

/* The ball around a capsule. */
typedef struct ball {
    double middle[3], reach;
} ball;

typedef struct figure {
    const ts_tet_figure_parameters *shape;
    ball *around; /* of each part */
} figure;

/* Depth under one capsule, and the direction to its axis. */
static double capsule_depth(const ts_tapered_capsule *part, const double x[3], double inward[3]) {
    double along[3], to[3];
    ts_sub(part->end[1], part->end[0], along);
    ts_sub(x, part->end[0], to);
    const double length2 = ts_norm2(along);
    const double share = length2 > 0.0 ? fmin(fmax(ts_dot(to, along) / length2, 0.0), 1.0) : 0.0;
    const double radius = part->radius[0] + share * (part->radius[1] - part->radius[0]);
    ts_axpy(to, -share, along, to);
    const double distance = sqrt(ts_norm2(to));
    ts_scale(distance > 0.0 ? -1.0 / distance : 0.0, to, inward);
    return radius - distance;
}

/* Is x less deep in the capsule than that, as the ball around the capsule says? */
static bool is_out_of_reach(const ball *around, const double x[3], double depth) {
    double to[3];
    ts_sub(x, around->middle, to);
    const double reach = around->reach - depth;
    return reach <= 0.0 || ts_norm2(to) >= reach * reach;
}

static ball ball_around(const ts_tapered_capsule *part) {
    ball made;
    double along[3];
    for (int c = 0; c < 3; ++c) {
        made.middle[c] = 0.5 * (part->end[0][c] + part->end[1][c]);
        along[c] = 0.5 * (part->end[1][c] - part->end[0][c]);
    }
    made.reach = fmax(part->radius[0], part->radius[1]) + sqrt(ts_norm2(along));
    return made;
}

/* The largest depth; near creases a little more, so that the surface is smooth (polynomial smooth maximum). */
static double depth_in(const figure *body, const double x[3], double inward[3]) {
    const ts_tet_figure_parameters *shape = body->shape;
    double depth = capsule_depth(&shape->part[0], x, inward);
    for (size_t k = 1; k < shape->parts; ++k) {
        double other[3];
        if (is_out_of_reach(&body->around[k], x, depth - shape->blend)) continue;
        const double there = capsule_depth(&shape->part[k], x, other), apart = fabs(depth - there);
        const double h = apart < shape->blend ? 1.0 - apart / shape->blend : 0.0;
        const double share = there > depth ? 1.0 - 0.5 * h : 0.5 * h; /* of the other one */
        depth = fmax(depth, there) + 0.25 * h * h * shape->blend;
        for (int c = 0; c < 3; ++c) inward[c] += share * (other[c] - inward[c]);
    }
    return depth;
}

static double figure_depth(const ts_solid *solid, const double x[3]) {
    double inward[3];
    return depth_in(solid->shape, x, inward);
}

/* Regula falsi that halves the weight of an end that stays (Illinois). */
static double figure_cut(const ts_solid *solid, const double a[3], const double b[3]) {
    double inside = 0.0, outside = 1.0, edge[3], x[3], share = 0.5;
    double under = figure_depth(solid, a), over = figure_depth(solid, b);
    ts_sub(b, a, edge);
    for (int k = 0, stayed = 0; k < 40; ++k) {
        share = inside + (outside - inside) * under / (under - over);
        ts_axpy(a, share, edge, x);
        const double depth = figure_depth(solid, x);
        if (fabs(depth) < 1e-13 * solid->size) break;
        if (depth > 0.0) {
            inside = share;
            under = depth;
            if (stayed > 0) over *= 0.5;
            stayed = 1;
        } else {
            outside = share;
            over = depth;
            if (stayed < 0) under *= 0.5;
            stayed = -1;
        }
    }
    return share;
}

/* Newton's method along the slope; at a crease without blend it goes on from one capsule to the next. */
static bool figure_project(const ts_solid *solid, double x[3]) {
    for (int tries = 0; tries < 20; ++tries) {
        double inward[3];
        const double depth = depth_in(solid->shape, x, inward), square = ts_norm2(inward);
        if (fabs(depth) < 1e-12 * solid->size) return true;
        if (square < 0.01) return false;
        ts_axpy(x, -depth / square, inward, x);
    }
    return false;
}

/* ---- Filling ---- */

static void enclose(const ts_tet_figure_parameters *shape, ts_solid *solid) {
    for (int c = 0; c < 3; ++c) solid->lo[c] = INFINITY, solid->hi[c] = -INFINITY;
    for (size_t k = 0; k < 2 * shape->parts; ++k) {
        const ts_tapered_capsule *part = &shape->part[k / 2];
        solid->size = fmax(solid->size, part->radius[k % 2]);
        const double reach = part->radius[k % 2] + shape->blend;
        for (int c = 0; c < 3; ++c) {
            solid->lo[c] = fmin(solid->lo[c], part->end[k % 2][c] - reach);
            solid->hi[c] = fmax(solid->hi[c], part->end[k % 2][c] + reach);
        }
    }
}

/* By a lattice of points: it need not be exact. */
static double volume_about(const ts_solid *solid) {
    enum { SIDE = 40 };
    double extent[3], box = 1.0;
    ts_sub(solid->hi, solid->lo, extent);
    for (int c = 0; c < 3; ++c) box *= extent[c] / (double)SIDE;
    size_t inside = 0;
    for (int k = 0; k < SIDE * SIDE * SIDE; ++k) {
        const int layer = k / (SIDE * SIDE);
        const double share[3] = {k % SIDE + 0.5, k / SIDE % SIDE + 0.5, layer + 0.5};
        double x[3];
        for (int c = 0; c < 3; ++c) x[c] = solid->lo[c] + share[c] / (double)SIDE * extent[c];
        inside += solid->depth(solid, x) > 0.0;
    }
    return box * (double)(inside + 1);
}

/* With the standard part where there is none. */
static ts_tet_figure_parameters with_parts(const ts_tet_figure_parameters *given) {
    static const ts_tapered_capsule STANDARD = {{{0.0, -0.5, 0.0}, {0.0, 0.5, 0.0}}, {0.25, 0.25}};
    ts_tet_figure_parameters made = *given;
    if (made.parts > 0) return made;
    made.parts = 1;
    made.part = &STANDARD;
    return made;
}

/* Tets that touch along an edge alone are a body, but no surface: a cloth would be folded into itself there. */
static ts_status hollow(const ts_tet_figure_parameters *shape, ts_mesh *mesh, ts_error *error) {
    bool crowded = false;
    ts_status status = ts_mesh_hollow(mesh, error);
    if (status == TS_OK) status = ts_edges_are_crowded(mesh, &crowded, error);
    if (status != TS_OK || !crowded) return status;
    return ts_fail(
        error, TS_ERROR_USAGE,
        "nodes: %zu make a body that touches itself along an edge, where its surface has four triangles; take "
        "another number, or tets",
        shape->nodes);
}

ts_status ts_figure_make(const char *generator, const ts_tet_figure_parameters *parameters, ts_mesh *mesh,
                         ts_error *error) {
    const ts_tet_figure_parameters shape = with_parts(parameters);
    figure body = {&shape, malloc(shape.parts * sizeof *body.around)};
    if (!body.around) return ts_fail_memory(error, "a figure");
    for (size_t k = 0; k < shape.parts; ++k) body.around[k] = ball_around(&shape.part[k]);
    ts_solid solid = {
        .slack = 0.002, .shape = &body, .depth = figure_depth, .cut = figure_cut, .project = figure_project};
    enclose(&shape, &solid);
    solid.volume = volume_about(&solid);
    ts_mesh made = {0};
    ts_status status = ts_solid_fill(&solid, shape.nodes, &made, error);
    free(body.around);
    if (status == TS_OK && shape.surface) status = hollow(&shape, &made, error);
    if (status == TS_OK)
        *mesh = made;
    else
        ts_mesh_clear(&made);
    return ts_generate_blame(generator, status, error);
}

ts_status ts_generate_tet_figure(const ts_tet_figure_parameters *parameters, ts_mesh *mesh, ts_error *error) {
    return ts_figure_make("tet-figure", parameters, mesh, error);
}
