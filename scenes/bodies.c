/* SPDX-License-Identifier: MIT
 * Bodies: freeing them, the models of their materials, and their nodes' masses from density and rest volume. */
#include "scenes/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/suggest.h"
#include "core/vec3.h"

void ts_bodies_clear(ts_bodies *bodies) {
    for (size_t i = 0; bodies->body && i < bodies->bodies; ++i) free(bodies->body[i].name);
    void *const owned[] = {bodies->body,     bodies->rest,   bodies->mass,    bodies->hung,     bodies->clamped,
                           bodies->body_of,  bodies->tet,    bodies->segment, bodies->triangle, bodies->particle,
                           bodies->boundary, bodies->stitch, bodies->friction};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; ++i) free(owned[i]);
    memset(bodies, 0, sizeof *bodies);
}

/* ---- Models ---- */

static bool has_elements(const ts_bodies *bodies, size_t body, ts_model_role role) {
    for (size_t k = 0; role == TS_MODEL_TET && k < bodies->tets; ++k) {
        if ((size_t)bodies->body_of[bodies->tet[k][0]] == body) return true;
    }
    for (size_t k = 0; role == TS_MODEL_MEMBRANE && k < bodies->triangles; ++k) {
        if ((size_t)bodies->body_of[bodies->triangle[k][0]] == body) return true;
    }
    for (size_t k = 0; role == TS_MODEL_ROD_BENDING && k < bodies->segments; ++k) {
        if ((size_t)bodies->body_of[bodies->segment[k][0]] == body) return true;
    }
    return false;
}

static ts_model_choice *choice_of(ts_material *material, ts_model_role role) {
    if (role == TS_MODEL_TET) return &material->tet;
    return role == TS_MODEL_MEMBRANE ? &material->membrane : &material->rod_bending;
}

/* What a body has no elements for need not be there: materials choose more than their bodies use. Nor is a model of
 * elements that the solver has none of looked for: it refuses them. */
static ts_status find_model(ts_bodies *bodies, size_t body, ts_model_list *models, ts_model_role role,
                            ts_error *error) {
    enum { ROOM = 64 };
    const char *names[ROOM], *name = bodies->body[body].name;
    ts_model_choice *choice = choice_of(&bodies->body[body].material, role);
    if (ts_model_look_up(models, role, choice) || !has_elements(bodies, body, role)) return TS_OK;
    const size_t count = ts_model_names(models, role, names, ROOM);
    if (count == 0) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA,
                   "objects '%s'.material.%s: this solver has no %s model '%s'; the nearest is %s", name ? name : "",
                   ts_model_role_name(role), ts_model_role_name(role), choice->name,
                   ts_nearest_name(choice->name, names, count));
}

ts_status ts_bodies_find_models(ts_bodies *bodies, ts_model_list *models, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t i = 0; i < bodies->bodies && status == TS_OK; ++i) {
        for (int role = TS_MODEL_TET; role < TS_MODEL_BARRIER && status == TS_OK; ++role)
            status = find_model(bodies, i, models, (ts_model_role)role, error);
    }
    return status;
}

/* ---- Volumes at rest ---- */

static double tet_volume(const ts_bodies *bodies, const int32_t tet[4]) {
    const double(*x)[3] = (const double(*)[3])bodies->rest;
    double edge[3][3], normal[3];
    for (int i = 0; i < 3; ++i) ts_sub(x[tet[i + 1]], x[tet[0]], edge[i]);
    ts_cross(edge[0], edge[1], normal);
    return fabs(ts_dot(normal, edge[2])) / 6;
}

static double triangle_volume(const ts_bodies *bodies, const int32_t triangle[3]) {
    const double(*x)[3] = (const double(*)[3])bodies->rest;
    double edge[2][3], normal[3];
    for (int i = 0; i < 2; ++i) ts_sub(x[triangle[i + 1]], x[triangle[0]], edge[i]);
    ts_cross(edge[0], edge[1], normal);
    return 0.5 * sqrt(ts_norm2(normal)) * ts_material_of(bodies, triangle[0])->thickness;
}

static double segment_volume(const ts_bodies *bodies, const int32_t segment[2]) {
    const double diameter = ts_material_of(bodies, segment[0])->thickness;
    double edge[3];
    ts_sub(bodies->rest[segment[1]], bodies->rest[segment[0]], edge);
    return 0.25 * M_PI * diameter * diameter * sqrt(ts_norm2(edge));
}

static double particle_volume(const ts_bodies *bodies, int32_t node) {
    const double r = 0.5 * ts_material_of(bodies, node)->thickness;
    return 4.0 / 3 * M_PI * r * r * r;
}

/* ---- Lumping ---- */

/* Equal shares to the nodes of an element. */
static void share(const ts_bodies *bodies, const int32_t *node, int nodes, double volume, double *mass) {
    const double part = ts_material_of(bodies, node[0])->density * volume / nodes;
    for (int i = 0; i < nodes; ++i) mass[node[i]] += part;
}

static ts_status check_masses(const ts_bodies *bodies, const double *mass, ts_error *error) {
    for (size_t node = 0; node < bodies->nodes; ++node) {
        if (mass[node] > 0 && isfinite(mass[node])) continue;
        const ts_body *body = &bodies->body[bodies->body_of[node]];
        return ts_fail(error, TS_ERROR_DATA,
                       "body '%s': node %zu has the mass %g kg, expected a positive one (density %g kg/m^3, "
                       "thickness %g m); give it a density and a thickness, and drop nodes that no element uses",
                       body->name ? body->name : "", node - body->node_first, mass[node], body->material.density,
                       body->material.thickness);
    }
    return TS_OK;
}

ts_status ts_bodies_lump_mass(ts_bodies *bodies, ts_error *error) {
    double *mass = calloc(bodies->nodes ? bodies->nodes : 1, sizeof *mass);
    if (!mass) return ts_fail_memory(error, "the masses of nodes");
    for (size_t k = 0; k < bodies->tets; ++k)
        share(bodies, bodies->tet[k], 4, tet_volume(bodies, bodies->tet[k]), mass);
    for (size_t k = 0; k < bodies->triangles; ++k)
        share(bodies, bodies->triangle[k], 3, triangle_volume(bodies, bodies->triangle[k]), mass);
    for (size_t k = 0; k < bodies->segments; ++k)
        share(bodies, bodies->segment[k], 2, segment_volume(bodies, bodies->segment[k]), mass);
    for (size_t k = 0; k < bodies->particles; ++k)
        share(bodies, &bodies->particle[k], 1, particle_volume(bodies, bodies->particle[k]), mass);
    for (size_t node = 0; bodies->hung && node < bodies->nodes; ++node) mass[node] += bodies->hung[node];
    const ts_status status = check_masses(bodies, mass, error);
    if (status != TS_OK) {
        free(mass);
        return status;
    }
    free(bodies->mass);
    bodies->mass = mass;
    return TS_OK;
}
