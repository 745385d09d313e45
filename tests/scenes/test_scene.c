/* SPDX-License-Identifier: MIT
 * Scene files: what they mean. */
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/solvers.h"
#include "core/files.h"
#include "scenes/read/facts.h"
#include "scenes/run/frames.h"
#include "tests/scenes/scene_text.h"

/* ---- What is right means what it says ---- */

START_TEST(a_scene_means_what_it_says) {
    ts_scene scene;
    ts_error error;
    const char *text =
        "{\"name\": \"n\", \"time_step\": 0.02, \"steps\": 7, \"integrator\": \"bdf2\", \"gravity\": [1, 2, 3],"
        "\"newton\": {\"tolerance\": 1e-4}, \"contact\": {\"dhat\": 0.002},"
        "\"friction\": {\"mu\": 0.1, \"eps_v\": 1e-5, \"lags\": 3,"
        " \"pairs\": [{\"objects\": [\"a-1\", \"b\"], \"mu\": 0.7}]},"
        "\"output\": {\"every\": 4, \"obj\": true},"
        "\"objects\": ["
        "{\"name\": \"a\", \"mesh\": @, \"scale\": 2, \"rotate\": {\"axis\": [0, 0, 1], \"degrees\": 90},"
        " \"translate\": [0, 0, 5], \"repeat\": {\"count\": 2, \"translate\": [10, 0, 0]},"
        " \"material\": {\"base\": \"cotton\", \"membrane_scale\": 0.01, \"strain_limit\": true}},"
        "{\"name\": \"b\", \"mesh\": @, \"obstacle\": true, \"offset\": 0.003,"
        " \"conditions\": [{\"select\": {\"relative_box\": {\"lo\": [0, 0, 0], \"hi\": [0, 1, 1]}},"
        "  \"from\": 1, \"velocity\": [0, 1, 0]}]}]}";
    ck_assert_msg(read_text(text, &scene, &error) == TS_OK, "%s", error.message);
    const ts_setup *s = &scene.setup;
    ck_assert_str_eq(scene.name, "n");
    ck_assert_uint_eq(scene.steps, 7);
    ck_assert_uint_eq(scene.frame_every, 4);
    ck_assert(scene.frame_formats == (ts_frame_format_bit("vtu") | ts_frame_format_bit("obj")));
    ck_assert(s->settings.h == 0.02 && s->settings.integrator == TS_BDF2 && s->settings.gravity[2] == 3.0);
    ck_assert(s->settings.tolerance == 1e-4 && s->settings.dhat == 0.002 && s->settings.eps_v == 1e-5);
    ck_assert_int_eq(s->settings.friction_lags, 3);
    ck_assert_uint_eq(s->bodies.bodies, 3);
    ck_assert_uint_eq(s->bodies.nodes, 27);
    ck_assert_str_eq(s->bodies.body[1].name, "a-1");
    ck_assert(s->bodies.friction[1 * 3 + 2] == 0.7 && s->bodies.friction[2 * 3 + 1] == 0.7);
    ck_assert(s->bodies.friction[0 * 3 + 2] == 0.1);
    ck_assert(s->bodies.body[0].material.strain_limit.upper == 1.0608);
    ck_assert(s->bodies.body[2].obstacle && s->bodies.body[2].offset == 0.003);
    for (size_t i = 0; i < 9; ++i) { /* the grid in x-z, doubled, turned into y-z, moved to z = 5; the copy 10 on */
        const double *grid = s->bodies.rest[18 + i], *a = s->x[i], *copy = s->x[9 + i];
        ck_assert_double_eq_tol(a[0], 0.0, 1e-12);
        ck_assert_double_eq_tol(a[1], 2.0 * grid[0], 1e-12);
        ck_assert_double_eq_tol(a[2], 2.0 * grid[2] + 5.0, 1e-12);
        ck_assert_double_eq_tol(copy[0], 10.0, 1e-12);
        ck_assert_double_eq_tol(copy[1], a[1], 1e-12);
    }
    ck_assert_uint_eq(s->conditions.count, 1);
    ck_assert_uint_eq(s->conditions.condition[0].count, 3);
    ck_assert(s->conditions.condition[0].start == 1.0 && isinf(s->conditions.condition[0].end));
    ts_scene_clear(&scene);
}
END_TEST

START_TEST(a_mesh_at_rest_is_not_posed) {
    ts_scene scene;
    check_ok(read_text("{\"objects\": [{\"mesh\": @, \"rest\": @, \"scale\": 2, \"translate\": [0, 0, 5]}]}", &scene,
                       error));
    for (size_t i = 0; i < 9; ++i) {
        const double *rest = scene.setup.bodies.rest[i], *x = scene.setup.x[i];
        ck_assert(x[0] == 2.0 * rest[0] && x[1] == 2.0 * rest[1] && x[2] == 2.0 * rest[2] + 5.0);
    }
    ck_assert(scene.setup.bodies.rest[0][0] == -0.5);
    ts_scene_clear(&scene);
}
END_TEST

/* Shares of what is hung on, beside the mass of the elements; on every copy, on no other object. */
START_TEST(weights_are_shared_by_the_nodes_they_hang_on) {
    ts_scene plain, hung;
    check_ok(read_text("{\"objects\": [{\"mesh\": @}, {\"mesh\": @, \"repeat\": {\"count\": 2}}]}", &plain, error));
    check_ok(
        read_text("{\"objects\": [{\"mesh\": @}, {\"mesh\": @, \"repeat\": {\"count\": 2}, \"weights\": [{\"mass\": 6, "
                  "\"select\": {\"nodes\": [0, 2, 8]}}, {\"mass\": 9}]}]}",
                  &hung, error));
    ck_assert_uint_eq(hung.setup.bodies.nodes, 27);
    for (size_t i = 0; i < 27; ++i) {
        const size_t own = i % 9;
        const double weight = i < 9 ? 0.0 : own == 0 || own == 2 || own == 8 ? 3.0 : 1.0;
        ck_assert_double_eq_tol(hung.setup.bodies.mass[i] - plain.setup.bodies.mass[i], weight, 1e-12);
    }
    ts_scene_clear(&plain);
    ts_scene_clear(&hung);
}
END_TEST

/* The warp of one that is spelled out runs along x, as that of the measured ones does. */
START_TEST(an_orthotropy_is_spelled_out_or_changes_that_of_its_base) {
    ts_scene scene;
    check_ok(read_text("{\"objects\": [{\"mesh\": @, \"material\": {\"membrane\": \"orthotropic\", \"orthotropy\": "
                       "{\"a11\": 1e6, \"a22\": 2e6, \"G12\": 1e5, \"L1\": 0.1, \"L2\": 0.2, \"L12\": 0.3}}}, "
                       "{\"mesh\": @, \"material\": {\"base\": \"denim\", \"orthotropy\": {\"L2\": 0.25}}}]}",
                       &scene, error));
    const ts_orthotropy *own = &scene.setup.bodies.body[0].material.orthotropy;
    const ts_orthotropy *denim = &scene.setup.bodies.body[1].material.orthotropy;
    ck_assert(own->a11 == 1e6 && own->a12 == 0.0 && own->a22 == 2e6 && own->g12 == 1e5);
    ck_assert(own->l1 == 0.1 && own->l2 == 0.2 && own->l12 == 0.3);
    ck_assert(own->warp[0] == 1.0 && own->warp[1] == 0.0 && own->warp[2] == 0.0);
    ck_assert(denim->a11 == 4.793e6 && denim->l1 == 0.28 && denim->l2 == 0.25 && denim->warp[0] == 1.0);
    ts_scene_clear(&scene);
}
END_TEST

START_TEST(clamps_are_where_conditions_say_so) {
    ts_scene scene;
    check_ok(read_text("{\"objects\": [{\"mesh\": " ROD ", \"repeat\": {\"count\": 2}, \"conditions\": "
                       "[{\"clamps\": true, \"select\": {\"nodes\": [0, 1]}}, {\"select\": {\"nodes\": [3]}}]}]}",
                       &scene, error));
    const ts_bodies *bodies = &scene.setup.bodies;
    ck_assert_uint_eq(bodies->nodes, 8);
    for (size_t i = 0; i < 8; ++i) ck_assert_int_eq(bodies->clamped[i], i % 4 < 2);
    ck_assert_uint_eq(bodies->segments, 6);
    for (size_t k = 0; k < 6; ++k) ck_assert_int_eq(ts_is_clamped(bodies, bodies->segment[k]), k % 3 == 0);
    ts_scene_clear(&scene);
}
END_TEST

/* As many degrees a second; about what is up where no axis is given, else about one made as long as 1. */
START_TEST(a_turn_is_about_y_unless_it_says_otherwise) {
    ts_scene scene;
    check_ok(read_text("{\"objects\": [{\"mesh\": @, \"conditions\": [{\"select\": {\"nodes\": [0]}, \"turn\": "
                       "{\"degrees_per_second\": 90}}, {\"select\": {\"nodes\": [1]}, \"turn\": {\"axis\": [3, 0, 4], "
                       "\"centre\": [5, 6, 7], \"degrees_per_second\": -180}}]}]}",
                       &scene, error));
    const ts_condition *up = &scene.setup.conditions.condition[0], *own = &scene.setup.conditions.condition[1];
    ck_assert(up->axis[0] == 0.0 && up->axis[1] == 1.0 && up->axis[2] == 0.0);
    ck_assert(up->centre[0] == 0.0 && up->centre[1] == 0.0 && up->centre[2] == 0.0);
    ck_assert_double_eq_tol(up->rate, M_PI / 2.0, 1e-15);
    ck_assert_double_eq_tol(own->axis[0], 0.6, 1e-15);
    ck_assert_double_eq(own->axis[1], 0.0);
    ck_assert_double_eq_tol(own->axis[2], 0.8, 1e-15);
    ck_assert(own->centre[0] == 5.0 && own->centre[1] == 6.0 && own->centre[2] == 7.0);
    ck_assert_double_eq_tol(own->rate, -M_PI, 1e-15);
    ts_scene_clear(&scene);
}
END_TEST

/* A frame has all nodes of the object; of another object's before it, and of those not selected, none is taken. */
START_TEST(selected_nodes_follow_their_own_places_in_frames) {
    ts_scene scene;
    write_file(scratch("m.obj"), "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3\nf 1 3 4\n");
    write_file(scratch("f.obj"), "v 10 0 0\nv 11 0 0\nv 12 0 1\nv 13 0 1\nf 1 2 3\nf 1 3 4\n");
    check_ok(read_text("{\"objects\": [{\"mesh\": @, \"translate\": [0, 5, 0]}, {\"mesh\": \"m.obj\", \"conditions\": "
                       "[{\"select\": {\"nodes\": [3, 1]}, \"frames\": [\"m.obj\", \"f.obj\"]}]}]}",
                       &scene, error));
    const ts_condition *led = &scene.setup.conditions.condition[0];
    static const double FIRST[] = {0.0, 1.0, 13.0, 11.0}; /* x of each frame's nodes 3 and 1 */
    ck_assert(led->count == 2 && led->frames == 2);
    ck_assert(led->node[0] == 9 + 3 && led->node[1] == 9 + 1);
    for (int k = 0; k < 4; ++k) ck_assert_double_eq(led->frame[k][0], FIRST[k]);
    ts_scene_clear(&scene);
}
END_TEST

START_TEST(the_hash_tells_scenes_apart) {
    ts_scene one, two, three;
    ts_error error;
    ck_assert_int_eq(read_text("{\"objects\": [{\"mesh\": @}]}", &one, &error), TS_OK);
    ck_assert_int_eq(read_text("{\"objects\": [{\"mesh\": @}]}", &two, &error), TS_OK);
    ck_assert_int_eq(read_text("{\"objects\": [{\"mesh\": @}], \"steps\": 3}", &three, &error), TS_OK);
    ck_assert(one.hash == two.hash && one.hash != three.hash);
    ts_scene_clear(&one);
    ts_scene_clear(&two);
    ts_scene_clear(&three);
}
END_TEST

/* Of the scene, beside whose file that one stands. */
static uint64_t hash_beside(const char *text, const char *file, const char *mesh) {
    ts_scene scene;
    write_file(scratch("%s", file), mesh);
    check_ok(read_text(text, &scene, error));
    const uint64_t hash = scene.hash;
    ts_scene_clear(&scene);
    return hash;
}

#define SQUARE "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n"

/* A resumed run, and a comparison, take scenes of one hash for the same. */
START_TEST(the_hash_has_the_cells_of_meshes) {
    const char *text = "{\"objects\": [{\"mesh\": \"m.obj\"}]}";
    const char *one = SQUARE "f 1 2 3\nf 1 3 4\n", *other = SQUARE "f 1 2 4\nf 2 3 4\n";
    const uint64_t hash = hash_beside(text, "m.obj", one);
    ck_assert(hash_beside(text, "m.obj", other) != hash);
    ck_assert(hash_beside(text, "m.obj", one) == hash);
}
END_TEST

START_TEST(the_hash_has_the_frames_of_conditions) {
    const char *text = "{\"objects\": [{\"mesh\": \"m.obj\", \"obstacle\": true, \"conditions\": [{\"frames\": "
                       "[\"m.obj\", \"f.obj\"]}]}]}";
    const char *one = "v 0 2 0\nv 1 2 0\nv 1 2 1\nv 0 2 1\nf 1 2 3\n";
    const char *other = "v 0 2 0\nv 1 2 0\nv 1 2 1\nv 0 3 1\nf 1 2 3\n";
    write_file(scratch("m.obj"), SQUARE "f 1 2 3\nf 1 3 4\n");
    const uint64_t hash = hash_beside(text, "f.obj", one);
    ck_assert(hash_beside(text, "f.obj", other) != hash);
    ck_assert(hash_beside(text, "f.obj", one) == hash);
}
END_TEST

/* ---- Between objects ---- */

/* Two sheets at a distance: the one nearer to the seam's node is node 2, 5 or 8 of the first copy. */
START_TEST(a_seam_joins_nearest_nodes) {
    ts_scene scene;
    ts_error error;
    const char *text =
        "{\"objects\": [{\"name\": \"a\", \"mesh\": @}, {\"name\": \"b\", \"mesh\": @, \"translate\": [1.1, 0, 0.2]}],"
        "\"stitches\": [{\"from\": [\"a\", 4], \"to\": [\"b\", 1], \"and\": [\"b\", 2], \"weight\": 0.25},"
        "{\"seam\": [\"b\", \"a\"], \"select\": {\"relative_box\": {\"lo\": [0, 0, 0], \"hi\": [0, 1, 1]}}, "
        "\"stiffness\": 7}]}";
    ck_assert_msg(read_text(text, &scene, &error) == TS_OK, "%s", error.message);
    const ts_stitch *stitch = scene.setup.bodies.stitch;
    ck_assert_uint_eq(scene.setup.bodies.stitches, 4);
    ck_assert(stitch[0].a == 4 && stitch[0].b == 10 && stitch[0].c == 11 && stitch[0].weight == 0.25);
    for (int k = 0; k < 3; ++k) {
        const ts_stitch *sewn = &stitch[1 + k];
        ck_assert(sewn->a == 9 + 3 * k && sewn->b == 2 + 3 * k && sewn->c == sewn->b && sewn->stiffness == 7.0);
    }
    ts_scene_clear(&scene);
}
END_TEST

START_TEST(copies_are_released_in_turn) {
    ts_scene scene;
    ts_error error;
    const char *text =
        "{\"objects\": [{\"name\": \"card\", \"mesh\": @, \"repeat\": {\"count\": 5, \"translate\": [0, 1, 0]},"
        " \"conditions\": [{\"until\": 1, \"until_by_copy\": {\"add\": 0.25, \"for_every\": 2}}, {\"from\": 9}]}]}";
    static const double END[] = {1.0, 1.0, 1.25, 1.25, 1.5};
    ck_assert_msg(read_text(text, &scene, &error) == TS_OK, "%s", error.message);
    ck_assert_uint_eq(scene.setup.conditions.count, 10);
    for (int k = 0; k < 5; ++k) {
        ck_assert_double_eq(scene.setup.conditions.condition[2 * k].end, END[k]);
        ck_assert(isinf(scene.setup.conditions.condition[2 * k + 1].end));
    }
    ts_scene_clear(&scene);
}
END_TEST

START_TEST(friction_of_a_repeated_object_is_that_of_its_copies) {
    ts_scene scene;
    ts_error error;
    const char *text =
        "{\"objects\": [{\"name\": \"card\", \"mesh\": @, \"repeat\": {\"count\": 2, \"translate\": [0, 1, 0]}},"
        " {\"name\": \"card-table\", \"mesh\": @, \"translate\": [0, 5, 0]}],"
        "\"friction\": {\"mu\": 0.5, \"pairs\": [{\"objects\": [\"card\", \"card\"], \"mu\": 0.25},"
        " {\"objects\": [\"card-1\", \"card-table\"], \"mu\": 0.75}]}}";
    static const double MU[] = {0.25, 0.25, 0.5, 0.25, 0.25, 0.75, 0.5, 0.75, 0.5};
    ck_assert_msg(read_text(text, &scene, &error) == TS_OK, "%s", error.message);
    for (int k = 0; k < 9; ++k) ck_assert_double_eq(scene.setup.bodies.friction[k], MU[k]);
    ts_scene_clear(&scene);
}
END_TEST

/* "rod" is no copy of anything, nor is "rod-2"; "card-7" is no copy of "card". */
START_TEST(friction_of_an_object_is_not_that_of_one_whose_name_begins_alike) {
    ts_scene scene;
    ts_error error;
    const char *text =
        "{\"objects\": [{\"name\": \"rod\", \"mesh\": @}, {\"name\": \"rod-2\", \"mesh\": @, \"translate\": [0, 1, 0]},"
        " {\"name\": \"card\", \"mesh\": @, \"repeat\": {\"count\": 2, \"translate\": [0, 1, 0]}, \"translate\": [0, "
        "3, 0]},"
        " {\"name\": \"card-7\", \"mesh\": @, \"translate\": [0, 9, 0]}],"
        "\"friction\": {\"mu\": 0.5, \"pairs\": [{\"objects\": [\"rod\", \"card\"], \"mu\": 0.25},"
        " {\"objects\": [\"object-9\", \"card\"], \"mu\": 0.75}]}}";
    ck_assert_int_eq(read_text(text, &scene, &error), TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "friction.pairs[1].objects[0]: there is no object 'object-9'"));
    char *known = strdup(text), *name = strstr(known, "object-9\"");
    for (int k = 0; k < 9; ++k) name[k] = "card-7\"  "[k];
    ck_assert_msg(read_text(known, &scene, &error) == TS_OK, "%s", error.message);
    static const double MU[5][5] = {{0.5, 0.5, 0.25, 0.25, 0.5},
                                    {0.5, 0.5, 0.5, 0.5, 0.5},
                                    {0.25, 0.5, 0.5, 0.5, 0.75},
                                    {0.25, 0.5, 0.5, 0.5, 0.75},
                                    {0.5, 0.5, 0.75, 0.75, 0.5}};
    for (int k = 0; k < 25; ++k) ck_assert_double_eq(scene.setup.bodies.friction[k], MU[k / 5][k % 5]);
    ts_scene_clear(&scene);
    free(known);
}
END_TEST

START_TEST(a_mesh_is_replaced_by_the_name_of_its_object_or_its_own) {
    const char *text =
        "{\"objects\": [{\"name\": \"a\", \"mesh\": @}, {\"mesh\": \"b.obj\", \"translate\": [0, 5, 0]}]}";
    ts_scene scene;
    ts_error error;
    char path[512];
    snprintf(path, sizeof path, "%s", scratch("mine.obj"));
    write_file(path, "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    ck_assert_int_eq(read_text(text, &scene, &error), TS_ERROR_DATA);
    const ts_mesh_override override[] = {{"a", path}, {"b.obj", path}, {"c", path}};
    ts_scene_options options = {.override = override, .overrides = 2};
    ck_assert_msg(ts_scene_read(scratch("scene.json"), &options, &scene, &error) == TS_OK, "%s", error.message);
    ck_assert(scene.setup.bodies.nodes == 6 && scene.setup.bodies.triangles == 2);
    ts_scene_clear(&scene);
    options.overrides = 3;
    ck_assert_int_eq(ts_scene_read(scratch("scene.json"), &options, &scene, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "--mesh: no mesh of scene.json is called 'c', and no object"));
}
END_TEST

START_TEST(of_two_files_for_one_mesh_the_last_is_taken) {
    ts_scene scene;
    char *one = ts_text("%s", scratch("one.obj")), *two = ts_text("%s", scratch("two.obj"));
    write_file(one, "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    write_file(two, "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nf 1 2 3\nf 1 3 4\n");
    check_ok(read_text("{\"objects\": [{\"name\": \"a\", \"mesh\": @}]}", &scene, error));
    ts_scene_clear(&scene);
    const ts_mesh_override override[] = {{"a", one}, {"a", two}};
    const ts_scene_options options = {.override = override, .overrides = 2};
    check_ok(ts_scene_read(scratch("scene.json"), &options, &scene, error));
    ck_assert_uint_eq(scene.setup.bodies.nodes, 4);
    ts_scene_clear(&scene);
    free(one);
    free(two);
}
END_TEST

/* ---- Straight meshes ---- */

/* Two needles, one repeated; one that says itself that it stays straight. */
static const char NEEDLES[] =
    "{\"objects\": [{\"mesh\": {\"generator\": \"needles\", \"columns\": 1, \"rows\": 1},"
    " \"translate\": [0, 1, 0], \"repeat\": {\"count\": 3, \"translate\": [1, 0, 0]}},"
    " {\"mesh\": {\"generator\": \"needles\", \"columns\": 1, \"rows\": 1, \"disturb\": false}}, {\"mesh\": @}]}";

static ts_scene read_needles(const uint64_t *seed) {
    ts_scene scene;
    ts_error error;
    const ts_scene_options options = {.disturb = seed != NULL, .disturb_seed = seed ? *seed : 0};
    ck_assert_msg(read_with(NEEDLES, &options, &scene, &error) == TS_OK, "%s", error.message);
    return scene;
}

/* From the foot of a needle, nodes 2 k and 2 k + 1, to its point. */
static void direction_of(const ts_scene *scene, size_t needle, double u[3]) {
    for (int c = 0; c < 3; ++c) u[c] = scene->setup.x[2 * needle + 1][c] - scene->setup.x[2 * needle][c];
}

START_TEST(straight_meshes_are_disturbed_where_asked_each_copy_in_its_own_way) {
    ts_scene straight = read_needles(NULL), one = read_needles(&(uint64_t){7}), again = read_needles(&(uint64_t){7});
    ts_scene other = read_needles(&(uint64_t){8});
    ck_assert(one.hash == again.hash && one.hash != other.hash && one.hash != straight.hash);
    ck_assert(straight.straight == 2 && straight.disturbed == 0 && one.straight == 2 && one.disturbed == 1);
    double u[4][3];
    for (size_t k = 0; k < 4; ++k) {
        direction_of(&straight, k, u[k]);
        ck_assert(u[k][0] == 0.0 && u[k][2] == 0.0);
        direction_of(&one, k, u[k]);
        ck_assert((k == 3) == (u[k][0] == 0.0 && u[k][2] == 0.0));
        for (size_t j = 0; j < k; ++j) ck_assert(fabs(u[j][0] - u[k][0]) + fabs(u[j][2] - u[k][2]) > 1e-9);
    }
    /* The copies stand where they stood. */
    for (size_t n = 0; n < 6; ++n) {
        for (int c = 0; c < 3; ++c) ck_assert(fabs(one.setup.x[n][c] - straight.setup.x[n][c]) < 3e-3);
    }
    ts_scene_clear(&straight);
    ts_scene_clear(&one);
    ts_scene_clear(&again);
    ts_scene_clear(&other);
}
END_TEST

/* The copy of the first object is the second rod. */
START_TEST(no_object_is_disturbed_as_another_or_its_copy) {
    static const char *const TEXT =
        "{\"objects\": [{\"mesh\": {\"generator\": \"needles\", \"columns\": 1, \"rows\": 1},"
        " \"repeat\": {\"count\": 2, \"translate\": [1, 0, 0]}},"
        " {\"mesh\": {\"generator\": \"needles\", \"columns\": 1, \"rows\": 1}, \"translate\": [5, 0, 0]}]}";
    const ts_scene_options options = {.disturb = true, .disturb_seed = 7};
    ts_scene scene;
    check_ok(read_with(TEXT, &options, &scene, error));
    ck_assert_uint_eq(scene.setup.bodies.nodes, 6);
    double u[3][3] = {{0.0}};
    for (size_t k = 0; k < 3; ++k) {
        direction_of(&scene, k, u[k]);
        for (size_t j = 0; j < k; ++j) ck_assert(fabs(u[j][0] - u[k][0]) + fabs(u[j][2] - u[k][2]) > 1e-9);
    }
    ts_scene_clear(&scene);
}
END_TEST

START_TEST(facts_are_those_of_the_file) {
    ts_scene scene;
    ts_error error;
    const char *text =
        "{\"time_step\": 0.02, \"contact\": {\"dhat\": 5e-4, \"ask\": \"published\"},"
        " \"friction\": {\"mu\": 0.1, \"eps_v\": 1e-4, \"pairs\": [{\"objects\": [\"a\", \"b\"], \"mu\": 0.3},"
        "  {\"objects\": [\"c\", \"d\"], \"mu\": 9}]}, \"objects\": ["
        "{\"name\": \"a\", \"mesh\": @, \"offset\": 1e-3, \"material\": {\"base\": \"cotton\", \"strain_limit\": "
        "true}},"
        "{\"name\": \"b\", \"mesh\": @, \"translate\": [0, 1, 0]},"
        "{\"name\": \"c\", \"mesh\": @, \"translate\": [0, 2, 0], \"obstacle\": true},"
        "{\"name\": \"d\", \"mesh\": @, \"translate\": [0, 3, 0], \"obstacle\": true}]}";
    ck_assert_msg(read_text(text, &scene, &error) == TS_OK, "%s", error.message);
    const ts_scene_facts facts = ts_scene_facts_of(&scene);
    ck_assert_uint_eq(facts.nodes, 36);
    ck_assert(facts.h == 0.02 && facts.dhat == 5e-4 && facts.eps_v == 1e-4);
    ck_assert(facts.offset.least == 0.0 && facts.offset.most == 1e-3);
    ck_assert(facts.strain_limit.least == 1.0608 && facts.strain_limit.most == 1.0608);
    ck_assert(facts.mu.least == 0.1 && facts.mu.most == 0.3); /* two obstacles never meet */
    ck_assert_int_eq(scene.setup.settings.asking, TS_ASK_PUBLISHED);
    ts_scene_clear(&scene);
    ck_assert_int_eq(read_text("{\"objects\": [{\"mesh\": @}]}", &scene, &error), TS_OK);
    ck_assert(isnan(ts_scene_facts_of(&scene).strain_limit.most));
    ck_assert_int_eq(scene.setup.settings.asking, TS_ASK_ALL);
    ts_scene_clear(&scene);
}
END_TEST

/* Of a grid whose squares are 0.25 m wide a triangle is that over the root of 2 high; of an obstacle it does not
 * matter. */
START_TEST(elements_within_the_range_of_contact_are_told) {
    ts_scene scene;
    ts_error error;
    const char *text = "{\"contact\": {\"dhat\": 0.17}, \"objects\": ["
                       "{\"name\": \"a\", \"mesh\": @, \"scale\": 0.5},"
                       "{\"name\": \"b\", \"mesh\": @, \"translate\": [0, 5, 0], \"scale\": 0.5, \"offset\": 0.02},"
                       "{\"name\": \"c\", \"mesh\": @, \"translate\": [0, 9, 0], \"scale\": 0.1, \"obstacle\": true}]}";
    ck_assert_msg(read_text(text, &scene, &error) == TS_OK, "%s", error.message);
    ts_tight_bodies tight = ts_scene_tight_bodies(&scene);
    ck_assert_uint_eq(tight.count, 1);
    ck_assert_uint_eq(tight.worst, 1);
    ck_assert_double_eq_tol(tight.size, 0.25 / sqrt(2.0), 1e-15);
    ck_assert_double_eq_tol(tight.range, 0.19, 1e-15);
    scene.setup.settings.dhat = 0.178;
    tight = ts_scene_tight_bodies(&scene);
    ck_assert(tight.count == 2 && tight.worst == 1);
    scene.setup.settings.contact = false;
    ck_assert_uint_eq(ts_scene_tight_bodies(&scene).count, 0);
    ts_scene_clear(&scene);
}
END_TEST

/* ---- Values by size ---- */

/* A number, a vector with one inside, an object, and one whose value is by size once more. */
static const char BY_SIZE[] =
    "{\"objects\": [{\"mesh\": @, \"repeat\": {\"count\": {\"by_size\": {\"tiny\": 1, \"small\": 2, \"paper\": 3}}},"
    " \"translate\": {\"by_size\": {\"tiny\": [1, 2, 3], \"paper\": [4, 5, 6],"
    "  \"small\": [7, {\"by_size\": {\"small\": 8}}, 9]}}}],"
    " \"contact\": {\"by_size\": {\"tiny\": {\"dhat\": 1}, \"small\": {\"by_size\": {\"small\": {\"dhat\": 2}}},"
    "  \"paper\": {\"dhat\": {\"by_size\": {\"paper\": 3, \"tiny\": 4}}}}}}";

START_TEST(values_are_taken_by_size) {
    static const double TRANSLATE[][3] = {{1.0, 2.0, 3.0}, {7.0, 8.0, 9.0}, {4.0, 5.0, 6.0}};
    for (int k = 0; k < TS_SCENE_SIZE_COUNT; ++k) {
        ts_scene scene;
        ts_error error;
        ck_assert_msg(read_sized(BY_SIZE, TS_SCENE_SIZES[k], &scene, &error) == TS_OK, "%s", error.message);
        ck_assert_str_eq(scene.size, TS_SCENE_SIZES[k]);
        ck_assert_uint_eq(scene.setup.bodies.bodies, (size_t)k + 1);
        ck_assert_double_eq(scene.setup.settings.dhat, 1.0 + k);
        for (int c = 0; c < 3; ++c) /* node 4 is the grid's middle */
            ck_assert_double_eq(scene.setup.x[4][c], TRANSLATE[k][c]);
        ts_scene_clear(&scene);
    }
}
END_TEST

START_TEST(a_scene_without_sizes_is_the_same_at_all) {
    const char *text = "{\"objects\": [{\"mesh\": @}]}", *resolved = "{\"objects\" : [ {\"mesh\": @} ], \"steps\": 2}";
    const char *sized = "{\"objects\": [{\"mesh\": @}], \"steps\": {\"by_size\": {\"small\": 3, \"tiny\": 2}}}";
    ts_scene at[TS_SCENE_SIZE_COUNT], plain, tiny, small;
    ts_error error;
    for (int k = 0; k < TS_SCENE_SIZE_COUNT; ++k) {
        ck_assert_int_eq(read_sized(text, TS_SCENE_SIZES[k], &at[k], &error), TS_OK);
        ck_assert_ptr_null(at[k].size);
        ck_assert(at[k].hash == at[0].hash);
    }
    ck_assert_int_eq(read_text(resolved, &plain, &error), TS_OK);
    ck_assert_int_eq(read_sized(sized, "tiny", &tiny, &error), TS_OK);
    ck_assert_int_eq(read_text(sized, &small, &error), TS_OK);
    ck_assert(tiny.hash == plain.hash && small.hash != plain.hash && plain.hash != at[0].hash);
    ck_assert_uint_eq(small.steps, 3);
    for (int k = 0; k < TS_SCENE_SIZE_COUNT; ++k) ts_scene_clear(&at[k]);
    ts_scene_clear(&plain);
    ts_scene_clear(&tiny);
    ts_scene_clear(&small);
}
END_TEST

START_TEST(an_unknown_size_is_refused) {
    ts_scene scene = {0};
    ts_error error = {0};
    ck_assert_int_eq(read_sized(BY_SIZE, "huge", &scene, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "no size 'huge'"));
    ck_assert_int_eq(read_sized(BY_SIZE, "", &scene, &error), TS_ERROR_USAGE);
}
END_TEST

START_TEST(sizes_of_a_scene_are_known) {
    ts_scene scene;
    ts_error error;
    bool has[TS_SCENE_SIZE_COUNT];
    ck_assert_int_eq(read_sized(BY_SIZE, "tiny", &scene, &error), TS_OK);
    ts_scene_clear(&scene);
    ck_assert_int_eq(ts_scene_sizes(scratch("scene.json"), has, &error), TS_OK);
    ck_assert(has[TS_SCENE_TINY] && has[TS_SCENE_SMALL] && has[TS_SCENE_PAPER]);
    read_sized("{\"steps\": {\"by_size\": {\"small\": {\"by_size\": {\"tiny\": 1}}, \"paper\": 2}}}", "tiny", &scene,
               &error);
    ck_assert_int_eq(ts_scene_sizes(scratch("scene.json"), has, &error), TS_OK);
    ck_assert(!has[TS_SCENE_TINY] && !has[TS_SCENE_SMALL] && has[TS_SCENE_PAPER]);
    read_sized("{\"steps\": 3}", "tiny", &scene, &error);
    ck_assert_int_eq(ts_scene_sizes(scratch("scene.json"), has, &error), TS_OK);
    ck_assert(!has[TS_SCENE_TINY] && !has[TS_SCENE_SMALL] && !has[TS_SCENE_PAPER]);
    ck_assert_int_eq(ts_scene_sizes(scratch("none.json"), has, &error), TS_ERROR_DATA);
}
END_TEST

/* Every scene of the tree can be read, at tiny where it has sizes, and started; those of the benchmarks are as large
 * as the paper's, and starting them would take long. */
START_TEST(scenes_of_the_tree_start) {
    enum { MANY_NODES = 10000 };
    glob_t found;
    ts_error error;
    ts_ccd_method method;
    ck_assert_int_eq(glob(TS_SOURCE_DIR "/datasets/scenes/*.json", 0, NULL, &found), 0);
    ck_assert_int_eq(ts_ccd_register_builtin(&error), TS_OK);
    ck_assert_int_eq(ts_ccd_method_init(&method, "certified", NULL, &error), TS_OK);
    for (size_t k = 0; k < found.gl_pathc; ++k) {
        ts_scene scene;
        ts_simulation *simulation;
        const ts_scene_options options = {.size = TS_SCENE_SIZES[TS_SCENE_TINY]};
        ck_assert_msg(ts_scene_read(found.gl_pathv[k], &options, &scene, &error) == TS_OK, "%s", error.message);
        if (scene.setup.bodies.nodes > MANY_NODES) {
            ts_scene_clear(&scene);
            continue;
        }
        ck_assert_msg(
            ts_simulation_create(&scene.setup, &(ts_simulation_hooks){.method = &method}, &simulation, &error) == TS_OK,
            "%s: %s", found.gl_pathv[k], error.message);
        ts_simulation_destroy(simulation);
        ts_scene_clear(&scene);
    }
    ts_ccd_method_clear(&method);
    globfree(&found);
}
END_TEST

int main(void) {
    if (ts_solvers_register_builtin(NULL) != TS_OK) return EXIT_FAILURE; /* scenes may choose any */
    Suite *suite = suite_create("scene");
    TCase *tests = tcase_create("scene");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, a_scene_means_what_it_says);
    tcase_add_test(tests, a_mesh_at_rest_is_not_posed);
    tcase_add_test(tests, an_orthotropy_is_spelled_out_or_changes_that_of_its_base);
    tcase_add_test(tests, clamps_are_where_conditions_say_so);
    tcase_add_test(tests, a_turn_is_about_y_unless_it_says_otherwise);
    tcase_add_test(tests, selected_nodes_follow_their_own_places_in_frames);
    tcase_add_test(tests, the_hash_tells_scenes_apart);
    tcase_add_test(tests, the_hash_has_the_cells_of_meshes);
    tcase_add_test(tests, the_hash_has_the_frames_of_conditions);
    tcase_add_test(tests, a_seam_joins_nearest_nodes);
    tcase_add_test(tests, copies_are_released_in_turn);
    tcase_add_test(tests, friction_of_a_repeated_object_is_that_of_its_copies);
    tcase_add_test(tests, friction_of_an_object_is_not_that_of_one_whose_name_begins_alike);
    tcase_add_test(tests, a_mesh_is_replaced_by_the_name_of_its_object_or_its_own);
    tcase_add_test(tests, of_two_files_for_one_mesh_the_last_is_taken);
    tcase_add_test(tests, straight_meshes_are_disturbed_where_asked_each_copy_in_its_own_way);
    tcase_add_test(tests, no_object_is_disturbed_as_another_or_its_copy);
    tcase_add_test(tests, facts_are_those_of_the_file);
    tcase_add_test(tests, elements_within_the_range_of_contact_are_told);
    tcase_add_test(tests, values_are_taken_by_size);
    tcase_add_test(tests, a_scene_without_sizes_is_the_same_at_all);
    tcase_add_test(tests, weights_are_shared_by_the_nodes_they_hang_on);
    tcase_add_test(tests, an_unknown_size_is_refused);
    tcase_add_test(tests, sizes_of_a_scene_are_known);
    tcase_add_test(tests, scenes_of_the_tree_start);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
