/* SPDX-License-Identifier: MIT
 * The generator of a body of capsules, each a closed surface, none touching another. */
#include "mesh/generate/capsule_body.h"

#include <math.h>

#include "core/vec3.h"
#include "mesh/generate.h"
#include "mesh/generate/blame.h"
#include "mesh/surface/circle.h"
#include "mesh/surface/swept_surface.h"

static const double HEIGHT = 1.7; /* of the parts as they stand here */

static const ts_body_part PARTS[TS_BODY_PARTS] = {
    {"pelvis", {{-0.05, 0.86, 0.0}, {0.05, 0.86, 0.0}}, 0.12, -1, {0.0, 0.86, 0.0}},
    {"torso", {{0.0, 1.30, 0.0}, {0.0, 1.13, 0.0}}, 0.135, 0, {0.0, 0.99, 0.0}},
    {"head", {{0.0, 1.60, 0.0}, {0.0, 1.56, 0.0}}, 0.10, 1, {0.0, 1.45, 0.0}},
    {"left-upper-arm", {{0.22, 1.32, 0.0}, {0.36, 1.12, 0.0}}, 0.05, 1, {0.22, 1.32, 0.0}},
    {"left-forearm", {{0.417, 1.038, 0.0}, {0.54, 0.862, 0.0}}, 0.04, 3, {0.391, 1.075, 0.0}},
    {"left-hand", {{0.589, 0.792, 0.0}, {0.612, 0.76, 0.0}}, 0.035, 4, {0.566, 0.825, 0.0}},
    {"right-upper-arm", {{-0.22, 1.32, 0.0}, {-0.36, 1.12, 0.0}}, 0.05, 1, {-0.22, 1.32, 0.0}},
    {"right-forearm", {{-0.417, 1.038, 0.0}, {-0.54, 0.862, 0.0}}, 0.04, 6, {-0.391, 1.075, 0.0}},
    {"right-hand", {{-0.589, 0.792, 0.0}, {-0.612, 0.76, 0.0}}, 0.035, 7, {-0.566, 0.825, 0.0}},
    {"left-thigh", {{0.1, 0.65, 0.0}, {0.1, 0.50, 0.0}}, 0.075, 0, {0.1, 0.73, 0.0}},
    {"left-shin", {{0.1, 0.36, 0.0}, {0.1, 0.16, 0.0}}, 0.055, 9, {0.1, 0.42, 0.0}},
    {"left-foot", {{0.1, 0.05, -0.03}, {0.1, 0.05, 0.13}}, 0.04, 10, {0.1, 0.097, 0.0}},
    {"right-thigh", {{-0.1, 0.65, 0.0}, {-0.1, 0.50, 0.0}}, 0.075, 0, {-0.1, 0.73, 0.0}},
    {"right-shin", {{-0.1, 0.36, 0.0}, {-0.1, 0.16, 0.0}}, 0.055, 12, {-0.1, 0.42, 0.0}},
    {"right-foot", {{-0.1, 0.05, -0.03}, {-0.1, 0.05, 0.13}}, 0.04, 13, {-0.1, 0.097, 0.0}},
};

const ts_body_part *ts_body_part_at(size_t index) {
    return index < TS_BODY_PARTS ? &PARTS[index] : NULL;
}

static double length_of(const ts_body_part *part) {
    double axis[3];
    ts_sub(part->end[1], part->end[0], axis);
    return sqrt(ts_norm2(axis));
}

/* In proportion to the areas. */
void ts_body_share(size_t nodes, size_t first[TS_BODY_PARTS + 1]) {
    double area[TS_BODY_PARTS], total = 0.0, sum = 0.0;
    for (int p = 0; p < TS_BODY_PARTS; ++p) {
        area[p] = PARTS[p].radius * (2.0 * PARTS[p].radius + length_of(&PARTS[p])); /* over 2 pi */
        total += area[p];
    }
    first[0] = 0;
    for (int p = 0; p < TS_BODY_PARTS; ++p) {
        sum += area[p];
        first[p + 1] = (size_t)floor((double)nodes * fmin(sum / total, 1.0) + 0.5);
    }
    first[TS_BODY_PARTS] = nodes;
}

/* ---- A capsule about y, centred ---- */

/* The meridian at v: distance from the axis, and height. */
static void meridian(const ts_swept_surface *capsule, double v, double *from_axis, double *height) {
    const double round = 0.5 * TS_PI * capsule->radius, along = v * capsule->profile - round;
    const double on_shaft = fmin(fmax(along, 0.0), capsule->length);
    double around[2];
    ts_circle(0.25 + (along - on_shaft) / (2.0 * TS_PI * capsule->radius), around);
    *from_axis = capsule->radius * around[1];
    *height = 0.5 * capsule->length - on_shaft + capsule->radius * around[0];
}

static double capsule_girth(const ts_swept_surface *capsule, double v) {
    double from_axis, height;
    meridian(capsule, v, &from_axis, &height);
    return 2.0 * TS_PI * from_axis;
}

static void capsule_point(const ts_swept_surface *capsule, double u, double v, double x[3]) {
    double from_axis, ring[2];
    meridian(capsule, v, &from_axis, &x[1]);
    ts_circle(u, ring);
    x[0] = from_axis * ring[0];
    x[2] = -from_axis * ring[1];
}

static void capsule_project(const ts_swept_surface *capsule, double x[3]) {
    const double end = 0.5 * capsule->length, axis = fmin(fmax(x[1], -end), end);
    double away[3] = {x[0], x[1] - axis, x[2]};
    ts_scale(capsule->radius / sqrt(ts_norm2(away)), away, away);
    x[0] = away[0];
    x[1] = axis + away[1];
    x[2] = away[2];
}

/* ---- Parts to their places ---- */

static void unit(double v[3]) {
    ts_scale(1.0 / sqrt(ts_norm2(v)), v, v);
}

/* Turns y to the part's axis, and moves it there. */
static void place_part(const ts_body_part *part, double scale, ts_mesh *mesh) {
    double frame[3][3], middle[3]; /* where x, y, z go */
    ts_sub(part->end[0], part->end[1], frame[1]);
    unit(frame[1]);
    const double across[3] = {fabs(frame[1][2]) < 0.5 ? 0.0 : 1.0, 0.0, fabs(frame[1][2]) < 0.5 ? 1.0 : 0.0};
    ts_cross(frame[1], across, frame[0]);
    unit(frame[0]);
    ts_cross(frame[0], frame[1], frame[2]);
    ts_add(part->end[0], part->end[1], middle);
    ts_scale(0.5 * scale, middle, middle);
    for (size_t n = 0; n < mesh->nodes; ++n) {
        double placed[3] = {middle[0], middle[1], middle[2]};
        for (int c = 0; c < 3; ++c) ts_axpy(placed, mesh->x[n][c], frame[c], placed);
        for (int c = 0; c < 3; ++c) mesh->x[n][c] = placed[c];
    }
}

static ts_status append_part(const ts_body_part *part, double scale, size_t nodes, uint64_t seed, ts_mesh *body,
                             ts_error *error) {
    const double radius = scale * part->radius, length = scale * length_of(part);
    const ts_swept_surface capsule = {.radius = radius,
                                      .length = length,
                                      .closed = true,
                                      .pole = {true, true},
                                      .profile = TS_PI * radius + length,
                                      .girth = capsule_girth,
                                      .point = capsule_point,
                                      .project = capsule_project};
    ts_mesh made = {0};
    ts_status status = ts_swept_surface_mesh(&capsule, nodes, seed, &made, error);
    if (status != TS_OK) return status;
    place_part(part, scale, &made);
    status = ts_mesh_append(body, &made, error);
    ts_mesh_clear(&made);
    return status;
}

ts_status ts_generate_capsule_body(const ts_capsule_body_parameters *body, ts_mesh *mesh, ts_error *error) {
    size_t first[TS_BODY_PARTS + 1];
    ts_body_share(body->nodes, first);
    ts_mesh made = {0};
    ts_status status = TS_OK;
    for (size_t p = 0; status == TS_OK && p < TS_BODY_PARTS; ++p) {
        status = append_part(&PARTS[p], body->height / HEIGHT, first[p + 1] - first[p], body->seed + p, &made, error);
    }
    if (status == TS_OK) {
        *mesh = made;
    } else {
        ts_mesh_clear(&made);
    }
    return ts_generate_blame("capsule-body", status, error);
}
