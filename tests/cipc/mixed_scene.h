/* SPDX-License-Identifier: MIT
 * A small scene of all codimensions: a cloth hung over a ball, a soft cube, rods and particles that fall onto it, one
 * corner led away for a while. */
#ifndef TS_TESTS_MIXED_SCENE_H
#define TS_TESTS_MIXED_SCENE_H

#include "mesh/generate.h"
#include "tests/cipc/small_scenes.h"

static inline ts_mesh ts_test_ball(size_t nodes, double radius) {
    ts_mesh mesh;
    const ts_sphere_parameters ball = {.nodes = nodes, .radius = radius, .seed = 1};
    ck_assert_int_eq(ts_generate_sphere(&ball, &mesh, NULL), TS_OK);
    return mesh;
}

static inline ts_mesh ts_test_soft_ball(size_t nodes, double radius) {
    ts_mesh mesh;
    const ts_tet_ball_parameters ball = {.nodes = nodes, .radius = radius};
    ck_assert_int_eq(ts_generate_tet_ball(&ball, &mesh, NULL), TS_OK);
    return mesh;
}

static inline ts_setup ts_test_mixed(ts_integrator integrator) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.integrator = integrator;
    ts_new_body body = {.body = {.material = ts_test_material(), .offset = 1e-3}};
    body.body.material.membrane_scale = 0.1;
    body.body.material.strain_limit = (ts_strain_limit){.upper = 1.1, .upper_start = 1.0, .stiffness = 1e3};
    ts_test_add(&setup, "cloth", ts_test_sheet(14, 0.3, 0.102), &body);
    body.body.material.strain_limit = (ts_strain_limit){0};

    const ts_new_body board = ts_test_obstacle(0.0);
    ts_test_add(&setup, "ball", ts_test_ball(120, 0.1), &board);

    body.velocity[1] = -1.0;
    ts_test_add(&setup, "cube", ts_test_cube(0.05, (const double[3]){0.0, 0.13, 0.0}), &body);
    body.body.material.tet = (ts_model_choice){.name = "fixed-corotated"};
    ts_mesh soft = ts_test_soft_ball(60, 0.03);
    ts_test_shift(&soft, 0.07, 0.14, 0.0);
    ts_test_add(&setup, "soft ball", soft, &body);
    body.body.material.thickness = 2e-3;
    body.body.material.young = 1e7;
    for (int k = 0; k < 3; ++k) {
        ts_mesh rod = ts_test_rod(10, 0.2, 0.0);
        ts_test_turn(&rod, k);
        ts_test_shift(&rod, -0.1 + 0.03 * k, 0.106 + 0.002 * k, -0.05 - 0.005 * k);
        ts_test_add(&setup, "rod", rod, &body);
    }
    for (int k = 0; k < 6; ++k) {
        ts_test_add(&setup, "particle", ts_test_particle(-0.06 - 0.005 * k, 0.106, 0.03 + 0.002 * k), &body);
    }
    ts_condition *led = ts_test_tell(&setup, 1, (const int32_t[]){0});
    led->start = 0.025;
    led->end = 0.085;
    led->velocity[0] = -0.2;
    led->rate = 2.0;
    led->axis[1] = 1.0;
    return setup;
}

#endif
