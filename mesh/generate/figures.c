/* SPDX-License-Identifier: MIT
 * Bodies of tets that are unions of tapered capsules: any figure, and a creature on two legs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/vec3.h"
#include "mesh/generate/build.h"
#include "mesh/generate/generators.h"
#include "mesh/generate/tets.h"

/* The points whose distance from the segment is at most the radius at the nearest point of it. */
typedef struct capsule {
    double end[2][3], radius[2];
} capsule;

typedef struct figure {
    size_t capsules;
    const capsule *capsule;
    double blend; /* metres: creases between capsules whose depths differ by less are filled */
} figure;

/* ---- Depth, cuts, projection ---- */

/* Depth under one capsule, and the direction to its axis. */
static double capsule_depth(const capsule *part, const double x[3], double inward[3]) {
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
static bool is_out_of_reach(const capsule *part, const double x[3], double depth) {
    double to[3], along[3];
    for (int c = 0; c < 3; ++c) {
        to[c] = x[c] - 0.5 * (part->end[0][c] + part->end[1][c]);
        along[c] = 0.5 * (part->end[1][c] - part->end[0][c]);
    }
    const double reach = fmax(part->radius[0], part->radius[1]) + sqrt(ts_norm2(along)) - depth;
    return reach <= 0.0 || ts_norm2(to) >= reach * reach;
}

/* The largest depth; near creases a little more, so that the surface is smooth (polynomial smooth maximum). */
static double depth_in(const figure *shape, const double x[3], double inward[3]) {
    double depth = capsule_depth(&shape->capsule[0], x, inward);
    for (size_t k = 1; k < shape->capsules; ++k) {
        double other[3];
        if (is_out_of_reach(&shape->capsule[k], x, depth - shape->blend)) continue;
        const double there = capsule_depth(&shape->capsule[k], x, other), apart = fabs(depth - there);
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

static void enclose(const figure *shape, ts_solid *solid) {
    for (int c = 0; c < 3; ++c) solid->lo[c] = INFINITY, solid->hi[c] = -INFINITY;
    for (size_t k = 0; k < 2 * shape->capsules; ++k) {
        const capsule *part = &shape->capsule[k / 2];
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
    for (int c = 0; c < 3; ++c) box *= extent[c] / SIDE;
    size_t inside = 0;
    for (int k = 0; k < SIDE * SIDE * SIDE; ++k) {
        const int layer = k / (SIDE * SIDE);
        const double share[3] = {k % SIDE + 0.5, k / SIDE % SIDE + 0.5, layer + 0.5};
        double x[3];
        for (int c = 0; c < 3; ++c) x[c] = solid->lo[c] + share[c] / SIDE * extent[c];
        inside += solid->depth(solid, x) > 0.0;
    }
    return box * (double)(inside + 1);
}

static ts_status fill_figure(const figure *shape, size_t nodes, ts_mesh *mesh, ts_error *error) {
    ts_solid solid = {
        .slack = 0.002, .shape = shape, .depth = figure_depth, .cut = figure_cut, .project = figure_project};
    enclose(shape, &solid);
    solid.volume = volume_about(&solid);
    return ts_fill_solid(&solid, nodes, mesh, error);
}

/* ---- Any figure ---- */

enum { MOST_PARTS = 200 };

static void read_part(const ts_json_at *at, capsule *part) {
    static const char *const NAMES[] = {"from", "to", "radii", NULL};
    ts_json_expect_object(at, NAMES);
    if (!ts_json_vector(at, "from", part->end[0]) || !ts_json_vector(at, "to", part->end[1])) {
        ts_json_complain(at, "a part has \"from\": [x, y, z], \"to\": [x, y, z] and \"radii\": [at from, at to]");
    }
    const ts_json_at radii = ts_json_member(at, "radii");
    if (ts_json_items(&radii) != 2) ts_json_complain(at, "\"radii\": [at from, at to] is expected here");
    for (int k = 0; k < 2 && !ts_json_failed(at); ++k) {
        const ts_json_at radius = ts_json_item(&radii, k);
        part->radius[k] = ts_json_value(&radius, TS_JSON_POSITIVE);
    }
}

ts_status ts_generate_tet_figure(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "parts", "blend", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "tet-figure", json, NAMES, error);
    const size_t nodes = ts_parameter_solid_nodes(&parameters, 1000);
    const double blend = ts_parameter_amount(&parameters, "blend", 0.0);
    const ts_json_at parts = ts_json_member(&parameters.at, "parts");
    const int count = parts.json ? ts_json_items(&parts) : 1;
    capsule part[MOST_PARTS] = {{{{0.0, -0.5, 0.0}, {0.0, 0.5, 0.0}}, {0.25, 0.25}}};
    if (count < 1 || count > MOST_PARTS) {
        ts_json_complain(&parts, "one to %d tapered capsules are expected here", MOST_PARTS);
    }
    for (int k = 0; parts.json && k < count && ts_parameters_status(&parameters) == TS_OK; ++k) {
        const ts_json_at item = ts_json_item(&parts, k);
        read_part(&item, &part[k]);
    }
    const ts_status status = ts_parameters_status(&parameters);
    if (status != TS_OK) return status;
    const figure shape = {.capsules = (size_t)count, .capsule = part, .blend = blend};
    return fill_figure(&shape, nodes, mesh, error);
}

/* ---- The creature: crouching, with ears, snout and tail; of height 1 it stands on y = 0 and looks along z ---- */

static const capsule CREATURE[] = {
    {{{0.0, 0.36, -0.04}, {0.0, 0.62, 0.02}}, {0.17, 0.15}},   /* trunk */
    {{{0.0, 0.76, 0.08}, {0.0, 0.78, 0.12}}, {0.12, 0.11}},    /* head */
    {{{0.0, 0.75, 0.20}, {0.0, 0.73, 0.30}}, {0.06, 0.035}},   /* snout */
    {{{0.07, 0.83, 0.06}, {0.16, 0.965, 0.02}}, {0.05, 0.03}}, /* ears */
    {{{-0.07, 0.83, 0.06}, {-0.16, 0.965, 0.02}}, {0.05, 0.03}},
    {{{0.14, 0.62, 0.04}, {0.33, 0.52, 0.12}}, {0.065, 0.05}}, /* arms */
    {{{-0.14, 0.62, 0.04}, {-0.33, 0.52, 0.12}}, {0.065, 0.05}},
    {{{0.33, 0.52, 0.12}, {0.37, 0.66, 0.25}}, {0.05, 0.042}},
    {{{-0.33, 0.52, 0.12}, {-0.37, 0.66, 0.25}}, {0.05, 0.042}},
    {{{0.37, 0.66, 0.25}, {0.36, 0.73, 0.28}}, {0.055, 0.035}}, /* hands */
    {{{-0.37, 0.66, 0.25}, {-0.36, 0.73, 0.28}}, {0.055, 0.035}},
    {{{0.11, 0.30, 0.0}, {0.22, 0.20, 0.10}}, {0.10, 0.075}}, /* legs */
    {{{-0.11, 0.30, 0.0}, {-0.22, 0.20, 0.10}}, {0.10, 0.075}},
    {{{0.22, 0.20, 0.10}, {0.20, 0.07, 0.0}}, {0.07, 0.055}},
    {{{-0.22, 0.20, 0.10}, {-0.20, 0.07, 0.0}}, {0.07, 0.055}},
    {{{0.20, 0.055, -0.01}, {0.24, 0.045, 0.13}}, {0.055, 0.045}}, /* feet */
    {{{-0.20, 0.055, -0.01}, {-0.24, 0.045, 0.13}}, {0.055, 0.045}},
    {{{0.0, 0.30, -0.16}, {0.0, 0.16, -0.32}}, {0.09, 0.055}}, /* tail */
    {{{0.0, 0.16, -0.32}, {0.0, 0.14, -0.48}}, {0.055, 0.025}},
};

static const double BLEND = 0.06; /* in heights */

static void stand_on_ground(ts_mesh *mesh) {
    double lowest = INFINITY;
    for (size_t n = 0; n < mesh->nodes; ++n) lowest = fmin(lowest, mesh->x[n][1]);
    for (size_t n = 0; n < mesh->nodes; ++n) mesh->x[n][1] -= lowest;
}

ts_status ts_generate_tet_creature(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "height", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "tet-creature", json, NAMES, error);
    const size_t nodes = ts_parameter_solid_nodes(&parameters, 13000);
    const double height = ts_parameter_length(&parameters, "height", 1.0);
    const ts_status status = ts_parameters_status(&parameters);
    if (status != TS_OK) return status;
    enum { PARTS = sizeof CREATURE / sizeof *CREATURE };
    capsule part[PARTS];
    for (size_t k = 0; k < 2 * PARTS; ++k) {
        ts_scale(height, CREATURE[k / 2].end[k % 2], part[k / 2].end[k % 2]);
        part[k / 2].radius[k % 2] = height * CREATURE[k / 2].radius[k % 2];
    }
    const figure shape = {.capsules = PARTS, .capsule = part, .blend = BLEND * height};
    ts_mesh made = {0};
    const ts_status filled = fill_figure(&shape, nodes, &made, error);
    if (filled == TS_OK) stand_on_ground(&made);
    if (filled == TS_OK) *mesh = made;
    return filled;
}
