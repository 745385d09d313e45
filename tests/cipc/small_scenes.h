/* SPDX-License-Identifier: MIT
 * Small setups built in memory, and running them. */
#ifndef TS_TESTS_SMALL_SCENES_H
#define TS_TESTS_SMALL_SCENES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cipc/solver_parts.h"
#include "core/vec3.h"
#include "scenes/read/read.h"
#include "scenes/run/verify.h"
#include "tests/support.h"

static inline void *ts_test_copy(const void *from, size_t bytes) {
    void *to = malloc(bytes + 1);
    memcpy(to, from, bytes);
    return to;
}

/* The largest difference of a coordinate. */
static inline double ts_test_apart(size_t nodes, double (*a)[3], double (*b)[3]) {
    double away = 0.0;
    for (size_t i = 0; i < nodes; ++i) {
        for (int c = 0; c < 3; ++c) away = fmax(away, fabs(a[i][c] - b[i][c]));
    }
    return away;
}

/* A grid of n x n squares of size / n in the x-z plane at height y, two triangles each. */
static inline ts_mesh ts_test_sheet(int n, double size, double y) {
    ts_mesh mesh = {.nodes = (size_t)((n + 1) * (n + 1)), .triangles = (size_t)(2 * n * n)};
    mesh.x = malloc(mesh.nodes * sizeof *mesh.x);
    mesh.triangle = malloc(mesh.triangles * sizeof *mesh.triangle);
    int32_t(*t)[3] = mesh.triangle;
    for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= n; ++j) {
            const double x[3] = {size * ((double)i / n - 0.5), y, size * ((double)j / n - 0.5)};
            memcpy(mesh.x[i * (n + 1) + j], x, sizeof x);
            if (i == n || j == n) continue;
            const int32_t a = i * (n + 1) + j, b = a + 1, c = a + n + 1, d = c + 1;
            const int32_t two[2][3] = {{a, b, c}, {b, d, c}};
            memcpy(t, two, sizeof two);
            t += 2;
        }
    }
    return mesh;
}

/* One cube of edge `size` around `centre`: five tets. */
static inline ts_mesh ts_test_cube(double size, const double centre[3]) {
    static const int32_t TETS[5][4] = {{0, 1, 2, 4}, {3, 2, 1, 7}, {5, 4, 7, 1}, {6, 7, 4, 2}, {1, 2, 4, 7}};
    ts_mesh mesh = {.nodes = 8, .tets = 5};
    mesh.x = malloc(8 * sizeof *mesh.x);
    mesh.tet = ts_test_copy(TETS, sizeof TETS);
    for (int i = 0; i < 8; ++i) {
        for (int c = 0; c < 3; ++c) mesh.x[i][c] = centre[c] + size * ((i >> c & 1) - 0.5);
    }
    for (size_t k = 0; k < 5; ++k) { /* made positive */
        int32_t *t = mesh.tet[k];
        double u[3][3], cross[3];
        for (int e = 0; e < 3; ++e) {
            for (int c = 0; c < 3; ++c) u[e][c] = mesh.x[t[e + 1]][c] - mesh.x[t[0]][c];
        }
        for (int c = 0; c < 3; ++c) {
            cross[c] = u[0][(c + 1) % 3] * u[1][(c + 2) % 3] - u[0][(c + 2) % 3] * u[1][(c + 1) % 3];
        }
        if (cross[0] * u[2][0] + cross[1] * u[2][1] + cross[2] * u[2][2] < 0.0) {
            const int32_t swap = t[0];
            t[0] = t[1];
            t[1] = swap;
        }
    }
    return mesh;
}

static inline ts_mesh ts_test_particle(double x, double y, double z) {
    ts_mesh mesh = {.nodes = 1, .particles = 1};
    mesh.x = malloc(sizeof *mesh.x);
    mesh.particle = calloc(1, sizeof *mesh.particle);
    mesh.x[0][0] = x, mesh.x[0][1] = y, mesh.x[0][2] = z;
    return mesh;
}

/* A straight rod along x of n segments. */
static inline ts_mesh ts_test_rod(int n, double length, double y) {
    ts_mesh mesh = {.nodes = (size_t)n + 1, .segments = (size_t)n};
    mesh.x = calloc(mesh.nodes, sizeof *mesh.x);
    mesh.segment = malloc(mesh.segments * sizeof *mesh.segment);
    for (int i = 0; i <= n; ++i) mesh.x[i][0] = length * i / n, mesh.x[i][1] = y;
    for (int i = 0; i < n; ++i) mesh.segment[i][0] = i, mesh.segment[i][1] = i + 1;
    return mesh;
}

/* Something soft to begin with; tests change what matters to them. */
static inline ts_material ts_test_material(void) {
    return (ts_material){
        .density = 1000.0,
        .thickness = 1e-3,
        .young = 1e5,
        .poisson = 0.3,
        .membrane_scale = 1.0,
        .bending_scale = 1.0,
        .tet = {.name = "neo-hookean"},
        .membrane = {.name = "stvk"},
        .rod_bending = {.name = "bergou"},
        .bends = true,
    };
}

/* Adds a body and takes the mesh over. */
static inline void ts_test_add(ts_setup *setup, const char *name, ts_mesh mesh, const ts_new_body *like) {
    static size_t capacity;
    if (setup->bodies.bodies == 0) capacity = 0;
    ts_new_body body = *like;
    ts_error error;
    body.body.name = ts_test_copy(name, strlen(name) + 1);
    body.mesh = mesh;
    ck_assert_msg(ts_scene_add_body(setup, &capacity, &body, &error) == TS_OK, "%s", error.message);
    ts_mesh_clear(&body.mesh);
}

/* Soft cotton with a limit of strain. */
static inline ts_new_body ts_test_limited_cloth(const ts_strain_limit *limit) {
    ts_new_body cloth = {.body.material = ts_test_material()};
    cloth.body.material.density = 472.6;
    cloth.body.material.thickness = 3e-4;
    cloth.body.material.young = 8e5;
    cloth.body.material.membrane_scale = 0.01;
    cloth.body.material.strain_limit = *limit;
    return cloth;
}

/* A body that stays where it is and only pushes back. */
static inline ts_new_body ts_test_obstacle(double offset) {
    ts_new_body board = {.body = {.material = ts_test_material(), .offset = offset, .obstacle = true}};
    board.body.material.membrane = (ts_model_choice){0};
    board.body.material.bends = false;
    return board;
}

/* Coordinates (x, y, z) become (y, z, x), once or twice. */
static inline void ts_test_turn(ts_mesh *mesh, int times) {
    for (int k = 0; k < times; ++k) {
        for (size_t i = 0; i < mesh->nodes; ++i) {
            const double x[3] = {mesh->x[i][1], mesh->x[i][2], mesh->x[i][0]};
            memcpy(mesh->x[i], x, sizeof x);
        }
    }
}

static inline void ts_test_shift(ts_mesh *mesh, double x, double y, double z) {
    for (size_t i = 0; i < mesh->nodes; ++i) mesh->x[i][0] += x, mesh->x[i][1] += y, mesh->x[i][2] += z;
}

/* Nodes of the setup are prescribed to be somewhere from time 0 on: where they are, unless the result is changed. */
static inline ts_condition *ts_test_tell(ts_setup *setup, size_t count, const int32_t *node) {
    ts_conditions *all = &setup->conditions;
    all->condition = realloc(all->condition, (all->count + 1) * sizeof *all->condition);
    all->condition[all->count] =
        (ts_condition){.count = count, .end = INFINITY, .node = ts_test_copy(node, count * sizeof *node)};
    return &all->condition[all->count++];
}

/* One coefficient of friction for all pairs, and the masses. */
static inline void ts_test_complete(ts_setup *setup, double mu) {
    ts_error error;
    const size_t pairs = setup->bodies.bodies * setup->bodies.bodies;
    setup->bodies.friction = malloc(pairs * sizeof *setup->bodies.friction);
    for (size_t k = 0; k < pairs; ++k) setup->bodies.friction[k] = mu;
    ck_assert_msg(ts_bodies_lump_mass(&setup->bodies, &error) == TS_OK, "%s", error.message);
    ck_assert_int_eq(ts_solver_register(&ts_cipc_solver, &error), TS_OK);
    ck_assert_int_eq(ts_solver_choose("cipc", NULL, &setup->solver, &error), TS_OK);
}

static inline void ts_test_certified(ts_ccd_method *method) {
    ts_error error;
    ck_assert_int_eq(ts_ccd_register_builtin(&error), TS_OK);
    ck_assert_int_eq(ts_ccd_method_init(method, "certified", NULL, &error), TS_OK);
}

/* Completes the setup and makes it run with the certified method. */
static inline ts_simulation *ts_test_start(ts_setup *setup, double mu, ts_ccd_method *method) {
    ts_error error;
    ts_test_complete(setup, mu);
    ts_test_certified(method);
    const ts_simulation_hooks hooks = {.method = method};
    ts_simulation *simulation = NULL;
    ck_assert_msg(ts_simulation_create(setup, &hooks, &simulation, &error) == TS_OK, "%s", error.message);
    return simulation;
}

static inline ts_step_report ts_test_step(ts_simulation *simulation) {
    ts_step_report report;
    ts_error error;
    ck_assert_msg(ts_simulation_step(simulation, &report, &error) == TS_OK, "%s", error.message);
    ck_assert_msg(report.outcome == TS_STEP_DONE, "step %zu: %s", simulation->state.step,
                  ts_step_outcome_name(report.outcome));
    return report;
}

/* About the origin. */
static inline void ts_test_momentum(const ts_simulation *s, double linear[3], double angular[3]) {
    const ts_bodies *b = &s->bodies;
    const ts_state *state = &s->state;
    memset(linear, 0, 3 * sizeof *linear);
    memset(angular, 0, 3 * sizeof *angular);
    for (size_t i = 0; i < b->nodes; ++i) {
        double cross[3];
        ts_cross(state->x[i], state->v[i], cross);
        ts_axpy(linear, b->mass[i], state->v[i], linear);
        ts_axpy(angular, b->mass[i], cross, angular);
    }
}

/* The Newton loop as published, of tests of one mechanism: they switch on what they are about. */
static inline ts_newton_settings *ts_test_as_published(ts_simulation *simulation) {
    ts_newton_settings *settings = &((ts_cipc *)simulation->self)->newton_settings;
    settings->trust_region = settings->corrected = settings->energy_settles = settings->by_body = false;
    return settings;
}

/* A figure of the log's. */
static inline double ts_test_figure(const ts_iteration *iteration, const char *name) {
    size_t k = 0;
    while (k < iteration->figures && strcmp(iteration->figure[k].name, name) != 0) ++k;
    ck_assert_uint_lt(k, iteration->figures);
    return iteration->figure[k].value;
}

/* The state keeps what the solver promises: no intersection, thickness, strain limits (exact arithmetic). */
static inline void ts_test_verify(ts_simulation *simulation) {
    ts_verify_report report;
    ts_error error;
    char text[512];
    ck_assert_msg(ts_verify_simulation(simulation, NULL, &report, &error) == TS_OK, "%s", error.message);
    if (report.listed > 0) ts_verify_text(&simulation->bodies, &report.list[0], text, sizeof text);
    ck_assert_msg(ts_verify_report_total(&report) == 0, "step %zu: %s", simulation->state.step, text);
}

#endif
