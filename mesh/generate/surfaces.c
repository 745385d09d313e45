/* SPDX-License-Identifier: MIT
 * Unstructured meshes of the square, sphere, bowl and cylinder, of exactly so many nodes. */
#include <math.h>

#include "core/error.h"
#include "mesh/generate.h"
#include "mesh/generate/blame.h"
#include "mesh/surface/circle.h"
#include "mesh/surface/swept_surface.h"

static ts_status check_nodes(const ts_swept_surface *surface, size_t nodes, ts_error *error) {
    const size_t least = ts_swept_surface_least(surface);
    if (nodes >= least) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "nodes: %zu is too few; the surface needs %zu", nodes, least);
}

static ts_status make(const char *generator, const ts_swept_surface *surface, size_t nodes, uint64_t seed,
                      ts_mesh *mesh, ts_error *error) {
    ts_status status = check_nodes(surface, nodes, error);
    if (status == TS_OK) status = ts_swept_surface_mesh(surface, nodes, seed, mesh, error);
    return ts_generate_blame(generator, status, error);
}

/* ---- Square: rows along x, in the plane y = 0 ---- */

static double square_girth(const ts_swept_surface *square, double v) {
    (void)v;
    return square->length;
}

static void square_point(const ts_swept_surface *square, double u, double v, double x[3]) {
    x[0] = (u - 0.5) * square->length;
    x[1] = 0.0;
    x[2] = (v - 0.5) * square->length;
}

ts_status ts_generate_square(const ts_square_parameters *square, ts_mesh *mesh, ts_error *error) {
    const ts_swept_surface surface = {
        .length = square->size, .profile = square->size, .girth = square_girth, .point = square_point};
    return make("square", &surface, square->nodes, square->seed, mesh, error);
}

/* ---- Sphere and bowl: rings about y, downwards ---- */

/* The point at so many turns from the upper pole. */
static void ball_point(double radius, double from_pole, double u, double x[3]) {
    double meridian[2], ring[2];
    ts_circle(from_pole, meridian);
    ts_circle(u, ring);
    x[0] = radius * meridian[1] * ring[0];
    x[1] = radius * meridian[0];
    x[2] = -radius * meridian[1] * ring[1];
}

static double ball_girth(double radius, double from_pole) {
    double meridian[2];
    ts_circle(from_pole, meridian);
    return 2.0 * TS_PI * radius * meridian[1];
}

static void ball_project(const ts_swept_surface *ball, double x[3]) {
    const double scale = ball->radius / sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int c = 0; c < 3; ++c) x[c] *= scale;
}

static double sphere_girth(const ts_swept_surface *sphere, double v) {
    return ball_girth(sphere->radius, 0.5 * v);
}

static void sphere_point(const ts_swept_surface *sphere, double u, double v, double x[3]) {
    ball_point(sphere->radius, 0.5 * v, u, x);
}

ts_status ts_generate_sphere(const ts_sphere_parameters *sphere, ts_mesh *mesh, ts_error *error) {
    const ts_swept_surface surface = {.radius = sphere->radius,
                                      .closed = true,
                                      .pole = {true, true},
                                      .profile = TS_PI * sphere->radius,
                                      .girth = sphere_girth,
                                      .point = sphere_point,
                                      .project = ball_project};
    return make("sphere", &surface, sphere->nodes, sphere->seed, mesh, error);
}

static double bowl_girth(const ts_swept_surface *bowl, double v) {
    return ball_girth(bowl->radius, 0.25 * (1.0 + v));
}

static void bowl_point(const ts_swept_surface *bowl, double u, double v, double x[3]) {
    ball_point(bowl->radius, 0.25 * (1.0 + v), u, x);
}

ts_status ts_generate_bowl(const ts_bowl_parameters *bowl, ts_mesh *mesh, ts_error *error) {
    const ts_swept_surface surface = {.radius = bowl->radius,
                                      .closed = true,
                                      .pole = {false, true},
                                      .profile = 0.5 * TS_PI * bowl->radius,
                                      .rim = bowl->rim,
                                      .girth = bowl_girth,
                                      .point = bowl_point,
                                      .project = ball_project};
    return make("bowl", &surface, bowl->nodes, bowl->seed, mesh, error);
}

/* ---- Cylinder: open shell about y ---- */

static double cylinder_girth(const ts_swept_surface *cylinder, double v) {
    (void)v;
    return 2.0 * TS_PI * cylinder->radius;
}

static void cylinder_point(const ts_swept_surface *cylinder, double u, double v, double x[3]) {
    double ring[2];
    ts_circle(u, ring);
    x[0] = cylinder->radius * ring[0];
    x[1] = (0.5 - v) * cylinder->length;
    x[2] = -cylinder->radius * ring[1];
}

static void cylinder_project(const ts_swept_surface *cylinder, double x[3]) {
    const double scale = cylinder->radius / sqrt(x[0] * x[0] + x[2] * x[2]);
    x[0] *= scale;
    x[2] *= scale;
}

ts_status ts_generate_cylinder(const ts_cylinder_parameters *cylinder, ts_mesh *mesh, ts_error *error) {
    const ts_swept_surface surface = {.radius = cylinder->radius,
                                      .length = cylinder->length,
                                      .closed = true,
                                      .profile = cylinder->length,
                                      .girth = cylinder_girth,
                                      .point = cylinder_point,
                                      .project = cylinder_project};
    return make("cylinder", &surface, cylinder->nodes, cylinder->seed, mesh, error);
}
