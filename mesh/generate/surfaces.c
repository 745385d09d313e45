/* SPDX-License-Identifier: MIT
 * Unstructured meshes of the square, sphere, bowl and cylinder, of exactly so many nodes. */
#include <math.h>

#include "mesh/generate/generators.h"
#include "mesh/generate/swept_surface.h"

static ts_status make_surface(ts_parameters *parameters, const ts_swept_surface *surface, size_t nodes, ts_mesh *mesh) {
    const uint64_t seed = ts_parameter_seed(parameters);
    const size_t least = ts_swept_surface_least(surface);
    if (nodes < least) {
        const ts_json_at member = ts_json_member(&parameters->at, "nodes");
        ts_json_complain(&member, "%zu is too few; the surface needs %zu", nodes, least);
    }
    const ts_status status = ts_parameters_status(parameters);
    return status == TS_OK ? ts_swept_surface_mesh(surface, nodes, seed, mesh, parameters->reading.error) : status;
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

ts_status ts_generate_square(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "size", "seed", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "square", json, NAMES, error);
    const size_t nodes = ts_parameter_count(&parameters, "nodes", 1939, 4);
    const double size = ts_parameter_length(&parameters, "size", 1.0);
    const ts_swept_surface square = {.length = size, .profile = size, .girth = square_girth, .point = square_point};
    return make_surface(&parameters, &square, nodes, mesh);
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

ts_status ts_generate_sphere(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "radius", "seed", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "sphere", json, NAMES, error);
    const size_t nodes = ts_parameter_count(&parameters, "nodes", 1239, 5);
    const double radius = ts_parameter_length(&parameters, "radius", 0.5);
    const ts_swept_surface sphere = {.radius = radius,
                                     .closed = true,
                                     .pole = {true, true},
                                     .profile = TS_PI * radius,
                                     .girth = sphere_girth,
                                     .point = sphere_point,
                                     .project = ball_project};
    return make_surface(&parameters, &sphere, nodes, mesh);
}

static double bowl_girth(const ts_swept_surface *bowl, double v) {
    return ball_girth(bowl->radius, 0.25 * (1.0 + v));
}

static void bowl_point(const ts_swept_surface *bowl, double u, double v, double x[3]) {
    ball_point(bowl->radius, 0.25 * (1.0 + v), u, x);
}

ts_status ts_generate_bowl(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "radius", "rim", "seed", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "bowl", json, NAMES, error);
    const size_t nodes = ts_parameter_count(&parameters, "nodes", 1196, 4);
    const double radius = ts_parameter_length(&parameters, "radius", 0.1);
    const ts_swept_surface bowl = {.radius = radius,
                                   .closed = true,
                                   .pole = {false, true},
                                   .profile = 0.5 * TS_PI * radius,
                                   .rim = ts_parameter_count(&parameters, "rim", 0, 3),
                                   .girth = bowl_girth,
                                   .point = bowl_point,
                                   .project = ball_project};
    return make_surface(&parameters, &bowl, nodes, mesh);
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

ts_status ts_generate_cylinder(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    static const char *const NAMES[] = {"nodes", "radius", "length", "seed", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "cylinder", json, NAMES, error);
    const size_t nodes = ts_parameter_count(&parameters, "nodes", 88000, 6);
    const double radius = ts_parameter_length(&parameters, "radius", 0.25);
    const double length = ts_parameter_length(&parameters, "length", 1.0);
    const ts_swept_surface cylinder = {.radius = radius,
                                       .length = length,
                                       .closed = true,
                                       .profile = length,
                                       .girth = cylinder_girth,
                                       .point = cylinder_point,
                                       .project = cylinder_project};
    return make_surface(&parameters, &cylinder, nodes, mesh);
}
