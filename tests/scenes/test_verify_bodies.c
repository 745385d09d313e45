/* SPDX-License-Identifier: MIT
 * Bodies as the verifier sees them: thickness and limits of each, obstacles, stitches, tets; and a simulation. */
#include "cipc/potentials/table.h"
#include "mesh/read/frames.h"
#include "scenes/run/frames.h"
#include "scenes/run/verify.h"
#include "tests/cipc/small_scenes.h"

#include <unistd.h>

static ts_verify_report report;

static void verify(const ts_setup *setup, unsigned checks) {
    ts_error error;
    ts_verify_report_init(&report);
    ck_assert_msg(ts_verify_bodies(&setup->bodies, (const double(*)[3])setup->x, checks, &report, &error) == TS_OK,
                  "%s", error.message);
}

static void expect(ts_offence_kind kind, size_t count) {
    char text[512] = "nothing";
    if (report.listed) ts_offence_text(&report.list[0], text, sizeof text);
    ck_assert_msg(report.count[kind] == count && ts_verify_report_total(&report) == count,
                  "%zu of %s and %zu in all, expected %zu; first: %s", report.count[kind], ts_offence_name(kind),
                  ts_verify_report_total(&report), count, text);
}

static void add(ts_setup *setup, const char *name, ts_mesh mesh, const ts_body *like) {
    ts_test_add(setup, name, mesh, &(ts_new_body){.body = *like});
}

START_TEST(a_pair_keeps_the_mean_of_its_bodies_offsets) {
    ts_setup setup = {0};
    add(&setup, "cloth", ts_test_sheet(2, 1.0, 0.0), &(ts_body){.material = ts_test_material(), .offset = 0.25});
    add(&setup, "grain", ts_test_particle(0.1, 0.5, 0.2), &(ts_body){.material = ts_test_material(), .offset = 0.75});
    verify(&setup, TS_VERIFY_ALL);
    ck_assert_uint_gt(report.count[TS_OFFENCE_THICKNESS], 0);
    ck_assert_double_eq(report.worst[TS_OFFENCE_THICKNESS].bound, 0.5);
    char text[512];
    ts_verify_text(&setup.bodies, &report.worst[TS_OFFENCE_THICKNESS], text, sizeof text);
    ck_assert_msg(strstr(text, "'cloth'") && strstr(text, "'grain'"), "%s", text);
    setup.x[9][1] = nextafter(0.5, 1.0);
    verify(&setup, TS_VERIFY_ALL);
    expect(TS_OFFENCE_THICKNESS, 0);
    ts_setup_clear(&setup);
}
END_TEST

START_TEST(obstacles_see_bodies_but_not_each_other) {
    for (int still = 0; still < 4; ++still) { /* which of the two are obstacles */
        ts_setup setup = {0};
        const double centre[3] = {0.05, 0.0, 0.03};
        add(&setup, "floor", ts_test_sheet(2, 1.0, 0.0),
            &(ts_body){.material = ts_test_material(), .obstacle = still & 1});
        add(&setup, "cube", ts_test_cube(0.2, centre),
            &(ts_body){.material = ts_test_material(), .obstacle = still & 2});
        verify(&setup, TS_VERIFY_ALL);
        ck_assert_int_eq(report.count[TS_OFFENCE_INTERSECTION] > 0, still != 3);
        ts_setup_clear(&setup);
    }
}
END_TEST

START_TEST(what_is_stitched_may_touch) {
    ts_setup setup = {0};
    add(&setup, "cloth", ts_test_sheet(1, 1.0, 0.0), &(ts_body){.material = ts_test_material()});
    add(&setup, "bead", ts_test_particle(-0.5, 0.0, -0.5), &(ts_body){.material = ts_test_material()});
    verify(&setup, TS_VERIFY_ALL);
    expect(TS_OFFENCE_INTERSECTION, 1); /* on the corner of one triangle */
    setup.bodies.stitch = calloc(1, sizeof *setup.bodies.stitch);
    setup.bodies.stitch[0] = (ts_stitch){.a = 4, .b = 0, .c = 0, .stiffness = 1.0};
    setup.bodies.stitches = 1;
    verify(&setup, TS_VERIFY_ALL);
    expect(TS_OFFENCE_INTERSECTION, 0);
    ts_setup_clear(&setup);
}
END_TEST

START_TEST(strain_limits_are_each_bodys_own) {
    ts_setup setup = {0};
    ts_material limited = ts_test_material();
    limited.strain_limit = (ts_strain_limit){.upper = 1.25, .upper_start = 1.0, .stiffness = 1e3};
    add(&setup, "free", ts_test_sheet(1, 1.0, 0.0), &(ts_body){.material = ts_test_material()});
    add(&setup, "held", ts_test_sheet(1, 1.0, 1.0), &(ts_body){.material = limited});
    for (int i = 0; i < 8; ++i) setup.x[i][0] *= 1.25;
    verify(&setup, TS_VERIFY_ALL);
    expect(TS_OFFENCE_STRETCH, 2);
    for (int i = 0; i < 8; ++i) setup.x[i][0] *= 1.0 - 0x1p-50;
    verify(&setup, TS_VERIFY_ALL);
    expect(TS_OFFENCE_STRETCH, 0);
    ts_setup_clear(&setup);
}
END_TEST

START_TEST(tets_are_inverted_only_where_their_energy_forbids) {
    const ts_model *const models[] = {ts_fixed_corotated_potential.model, ts_neo_hookean_potential.model};
    for (int model = 0; model < 2; ++model) {
        ts_setup setup = {0};
        ts_material material = ts_test_material();
        material.tet = ts_model_chosen(models[model]);
        add(&setup, "cube", ts_test_cube(1.0, (const double[3]){0, 0, 0}), &(ts_body){.material = material});
        verify(&setup, TS_VERIFY_ELEMENTS);
        expect(TS_OFFENCE_INVERTED, 0);
        for (int i = 0; i < 8; ++i) setup.x[i][0] = -setup.x[i][0];
        verify(&setup, TS_VERIFY_ELEMENTS);
        expect(TS_OFFENCE_INVERTED, model == 1 ? 5 : 0);
        ts_setup_clear(&setup);
    }
}
END_TEST

/* A cloth falls onto a floor: every step passes, and a state put where it intersects does not. */
START_TEST(steps_of_a_simulation_pass) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_ccd_method method;
    add(&setup, "floor", ts_test_sheet(2, 2.0, 0.0), &(ts_body){.material = ts_test_material(), .obstacle = true});
    add(&setup, "cloth", ts_test_sheet(4, 0.5, 0.01), &(ts_body){.material = ts_test_material(), .offset = 1e-3});
    ts_simulation *simulation = ts_test_start(&setup, 0.2, &method);
    const size_t nodes = simulation->bodies.nodes;
    double(*before)[3] = malloc(nodes * sizeof *before);
    ts_error error;
    for (int step = 0; step < 8; ++step) {
        memcpy(before, simulation->state.x, nodes * sizeof *before);
        ts_test_step(simulation);
        ck_assert_int_eq(ts_verify_simulation(simulation, (const double(*)[3])before, &report, &error), TS_OK);
        expect(TS_OFFENCE_INTERSECTION, 0);
    }
    ck_assert_uint_gt(report.pairs, 0);
    simulation->state.x[nodes - 1][1] = -0.1;
    ck_assert_int_eq(ts_verify_simulation(simulation, (const double(*)[3])before, &report, &error), TS_OK);
    ck_assert_uint_gt(report.count[TS_OFFENCE_INTERSECTION], 0);
    ck_assert_uint_gt(report.count[TS_OFFENCE_MOTION], 0);
    free(before);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
    ts_setup_clear(&setup);
}
END_TEST

START_TEST(frames_that_a_simulation_writes_are_read_back) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_ccd_method method;
    char path[512];
    snprintf(path, sizeof path, "%s/verify-%ld.vtu", TS_BINARY_DIR, (long)getpid());
    const ts_body plain = {.material = ts_test_material()};
    add(&setup, "cube", ts_test_cube(0.3, (const double[3]){0.1, 0.7, 1.0 / 3.0}), &plain);
    add(&setup, "cloth", ts_test_sheet(2, 0.7, 0.01), &plain);
    add(&setup, "rod", ts_test_rod(3, 0.1, 2.0), &plain);
    add(&setup, "grain", ts_test_particle(0.1, 3.0, 0.2), &plain);
    ts_simulation *simulation = ts_test_start(&setup, 0.0, &method);
    const ts_bodies *bodies = &simulation->bodies;
    ts_error error;
    ts_mesh mesh;
    ck_assert_int_eq(ts_frames_write_vtu(path, simulation, &error), TS_OK);
    ck_assert_msg(ts_frame_read(path, &mesh, &error) == TS_OK, "%s", error.message);
    ck_assert_uint_eq(mesh.nodes, bodies->nodes);
    ck_assert_mem_eq(mesh.x, simulation->state.x, mesh.nodes * sizeof *mesh.x);
    ck_assert(mesh.tets == bodies->tets && mesh.triangles == bodies->triangles);
    ck_assert(mesh.segments == bodies->segments && mesh.particles == bodies->particles);
    ck_assert_mem_eq(mesh.tet, bodies->tet, mesh.tets * sizeof *mesh.tet);
    ck_assert_mem_eq(mesh.triangle, bodies->triangle, mesh.triangles * sizeof *mesh.triangle);
    ck_assert_mem_eq(mesh.segment, bodies->segment, mesh.segments * sizeof *mesh.segment);
    ck_assert_mem_eq(mesh.particle, bodies->particle, mesh.particles * sizeof *mesh.particle);
    ts_mesh_clear(&mesh);
    unlink(path);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
    ts_setup_clear(&setup);
}
END_TEST

/* No triangle crosses another, and yet: named by their bodies, and no start. */
START_TEST(a_body_inside_another_is_found) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const ts_body like = {.material = ts_test_material()};
    add(&setup, "whale", ts_test_cube(0.4, (const double[3]){0, 0, 0}), &like);
    add(&setup, "jonah", ts_test_cube(0.05, (const double[3]){0.05, 0, 0}), &like);
    verify(&setup, TS_VERIFY_ALL);
    expect(TS_OFFENCE_CONTAINMENT, 1);
    char text[512];
    ts_verify_text(&setup.bodies, &report.list[0], text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "the first is of 'jonah', the second of 'whale'"));
    ts_test_complete(&setup, 0.0);
    ts_ccd_method method;
    ts_error error;
    ts_simulation *s = NULL;
    ts_test_certified(&method);
    ck_assert_int_eq(ts_simulation_create(&setup, &(ts_simulation_hooks){.method = &method}, &s, &error),
                     TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "'jonah'"));
    ts_setup_clear(&setup);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("verify bodies");
    tcase_add_test(cases, a_pair_keeps_the_mean_of_its_bodies_offsets);
    tcase_add_test(cases, obstacles_see_bodies_but_not_each_other);
    tcase_add_test(cases, what_is_stitched_may_touch);
    tcase_add_test(cases, strain_limits_are_each_bodys_own);
    tcase_add_test(cases, tets_are_inverted_only_where_their_energy_forbids);
    tcase_add_test(cases, steps_of_a_simulation_pass);
    tcase_add_test(cases, frames_that_a_simulation_writes_are_read_back);
    Suite *suite = suite_create("verify bodies");
    tcase_add_test(cases, a_body_inside_another_is_found);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
