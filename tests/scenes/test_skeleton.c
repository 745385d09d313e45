/* SPDX-License-Identifier: MIT
 * Skeletons: against rigid motions worked out by hand and against quaternions; who follows whom; what is refused. */
#include "scenes/read/skeleton.h"

#include <complex.h>

#include "core/random.h"
#include "core/vec3.h"
#include "mesh/generate.h"
#include "mesh/generate/capsule_body.h"
#include "scenes/read/scene.h"
#include "tests/datasets/scratch.h"

/* Nine nodes in y = 0 with x and z of -1, 0, 1, by rows along x, told by the skeleton `text`. */
static ts_status read_skeleton(const char *text, ts_scene *scene, ts_error *error) {
    char whole[4096];
    snprintf(whole, sizeof whole,
             "{\"time_step\": 0.25, \"objects\": [{\"mesh\": {\"generator\": \"grid\", \"columns\": 3, \"rows\": 3,"
             "\"width\": 2, \"depth\": 2}, \"conditions\": [{%s}]}]}",
             text);
    write_file(scratch("scene.json"), whole);
    return ts_scene_read(scratch("scene.json"), NULL, scene, error);
}

static ts_scene read_fine(const char *text) {
    ts_scene scene;
    ts_error error;
    ck_assert_msg(read_skeleton(text, &scene, &error) == TS_OK, "%s", error.message);
    ck_assert_uint_eq(scene.setup.conditions.count, 1);
    return scene;
}

static const double *frame_of(const ts_condition *condition, size_t frame, size_t node) {
    return condition->frame[frame * condition->count + node];
}

static void expect_at(const double *x, double ex, double ey, double ez) {
    const double apart[3] = {x[0] - ex, x[1] - ey, x[2] - ez};
    ck_assert_msg(ts_norm2(apart) < 1e-28, "(%g, %g, %g) instead of (%g, %g, %g)", x[0], x[1], x[2], ex, ey, ez);
}

/* ---- By hand ---- */

/* About y, x + i z turns by exp(-i angle). */
static double complex turned(double complex about, double degrees, double complex place) {
    return about + cexp(-I * degrees * M_PI / 180.0) * (place - about);
}

static double complex node_place(size_t node) {
    return (double)(node % 3) - 1.0 + I * ((double)(node / 3) - 1.0);
}

START_TEST(a_bone_turns_about_its_joint) {
    ts_scene scene = read_fine("\"skeleton\": {\"bones\": [{\"name\": \"a\", \"joint\": [1, 0, 0], \"tip\": [2, 0, 0],"
                               "\"keys\": [{\"time\": 1, \"degrees\": 90}, {\"time\": 1.6, \"degrees\": -30}]}]}");
    const ts_condition *c = &scene.setup.conditions.condition[0];
    static const double degrees[] = {0.0, 22.5, 45.0, 67.5, 90.0, 40.0, -10.0, -30.0};
    ck_assert_uint_eq(c->frames, 8); /* at every time step, the last behind the last key */
    ck_assert(c->frame_seconds == 0.25);
    for (size_t f = 0; f < 8; ++f) {
        for (size_t i = 0; i < 9; ++i) {
            const double complex at = turned(1.0, degrees[f], node_place(i));
            expect_at(frame_of(c, f, i), creal(at), 0.0, cimag(at));
        }
        const double *joint = frame_of(c, f, 5);
        ck_assert(joint[0] == 1.0 && joint[1] == 0.0 && joint[2] == 0.0); /* to the bit */
    }
    ts_scene_clear(&scene);
}
END_TEST

/* The middle column is as near to both bones: it follows the first. The child stands before its parent. */
START_TEST(a_chain_of_two_composes) {
    ts_scene scene =
        read_fine("\"skeleton\": {\"frame_seconds\": 0.5, \"bones\": ["
                  "{\"name\": \"fore\", \"parent\": \"upper\", \"joint\": [0.5, 0, 0], \"tip\": [1, 0, 0],"
                  " \"keys\": [{\"time\": 0}, {\"time\": 1, \"degrees\": 60, \"translate\": [0, 2, 0.5]}]},"
                  "{\"name\": \"upper\", \"joint\": [-1, 0, 0], \"tip\": [-0.5, 0, 0],"
                  " \"keys\": [{\"time\": 1, \"degrees\": 90, \"translate\": [0, 0, 1]}]}]}");
    const ts_condition *c = &scene.setup.conditions.condition[0];
    ck_assert_uint_eq(c->frames, 3);
    for (size_t f = 0; f < 3; ++f) {
        const double share = 0.5 * (double)f;
        for (size_t i = 0; i < 9; ++i) {
            double complex at = node_place(i);
            double y = 0.0;
            if (i % 3 != 0) {
                at = turned(0.5, 60.0 * share, at) + 0.5 * share * I;
                y = 2.0 * share;
            }
            at = turned(-1.0, 90.0 * share, at) + share * I;
            expect_at(frame_of(c, f, i), creal(at), y, cimag(at));
        }
    }
    ts_scene_clear(&scene);
}
END_TEST

START_TEST(selected_nodes_follow_and_a_bone_without_keys_rests) {
    ts_scene scene = read_fine("\"select\": {\"nodes\": [7, 2]}, \"from\": 3,"
                               "\"skeleton\": {\"bones\": [{\"name\": \"a\", \"joint\": [0, 0, 0], \"tip\": [0, 0, 0]}"
                               "]}");
    const ts_condition *c = &scene.setup.conditions.condition[0];
    ck_assert_uint_eq(c->count, 2);
    ck_assert_uint_eq(c->frames, 1);
    ck_assert(c->start == 3.0);
    expect_at(frame_of(c, 0, 0), 0.0, 0.0, 1.0);
    expect_at(frame_of(c, 0, 1), 1.0, 0.0, -1.0);
    ts_scene_clear(&scene);
}
END_TEST

/* ---- Against quaternions ---- */

typedef struct quaternion {
    double w, v[3];
} quaternion;

static quaternion quaternion_of(const double turn[3]) {
    const double degrees = sqrt(ts_norm2(turn)), half = 0.5 * degrees * M_PI / 180.0;
    quaternion q = {.w = cos(half)};
    ts_scale(sin(half) / degrees, turn, q.v);
    return q;
}

/* q x q*, as x + 2 w v x x + 2 v x (v x x). */
static void turn_by(const quaternion *q, double x[3]) {
    double once[3], twice[3];
    ts_cross(q->v, x, once);
    ts_cross(q->v, once, twice);
    ts_axpy(x, 2.0 * q->w, once, x);
    ts_axpy(x, 2.0, twice, x);
}

static void random_vector(ts_random *random, double size, double out[3]) {
    for (int c = 0; c < 3; ++c) out[c] = ts_random_between(random, -size, size);
}

/* A node that hangs on the last of a chain: each bone's own motion, from the last to the first. */
START_TEST(chains_agree_with_quaternions) {
    enum { BONES = 6 };
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (int trial = 0; trial < ts_test_cases(100); ++trial) {
        ts_bone bone[BONES];
        ts_bone_key key[BONES];
        size_t order[BONES];
        const ts_skeleton skeleton = {.bones = BONES, .bone = bone, .order = order};
        for (int b = 0; b < BONES; ++b) {
            key[b] = (ts_bone_key){.time = 2.0};
            random_vector(&random, 200.0, key[b].turn);
            random_vector(&random, 1.0, key[b].translate);
            bone[b] = (ts_bone){.parent = b + 1 < BONES ? b + 1 : -1, .keys = 1, .key = &key[b]};
            random_vector(&random, 1.0, bone[b].joint);
            order[BONES - 1 - b] = (size_t)b;
        }
        double x[3], expected[3], found[3], apart[3];
        ts_rigid motion[BONES];
        random_vector(&random, 3.0, x);
        memcpy(expected, x, sizeof x);
        const double share = ts_random_between(&random, 0.1, 1.0);
        for (int b = 0; b < BONES; ++b) { /* x -> joint + translate + q (x - joint) q* */
            double turn[3], r[3];
            ts_scale(share, key[b].turn, turn);
            const quaternion q = quaternion_of(turn);
            ts_sub(expected, bone[b].joint, r);
            turn_by(&q, r);
            ts_add(bone[b].joint, r, expected);
            ts_axpy(expected, share, key[b].translate, expected);
        }
        ts_skeleton_pose(&skeleton, 2.0 * share, motion);
        ts_rigid_apply(&motion[0], x, found);
        ts_sub(found, expected, apart);
        ck_assert_double_lt(sqrt(ts_norm2(apart)), 1e-12);
    }
}
END_TEST

/* ---- The body of capsules ---- */

/* With its parts as bones each node of the body follows its own part. */
START_TEST(parts_of_the_body_keep_their_nodes) {
    ts_bone bone[TS_BODY_PARTS] = {{0}};
    const ts_skeleton skeleton = {.bones = TS_BODY_PARTS, .bone = bone};
    size_t first[TS_BODY_PARTS + 1];
    ts_mesh mesh;
    ts_error error;
    ts_capsule_body_parameters body = TS_CAPSULE_BODY_STANDARD;
    body.nodes = 1500;
    ck_assert_int_eq(ts_generate_capsule_body(&body, &mesh, &error), TS_OK);
    ts_body_share(mesh.nodes, first);
    for (size_t p = 0; p < TS_BODY_PARTS; ++p) {
        const ts_body_part *part = ts_body_part_at(p);
        bone[p].radius = part->radius;
        memcpy(bone[p].joint, part->end[0], sizeof bone[p].joint);
        memcpy(bone[p].tip, part->end[1], sizeof bone[p].tip);
    }
    for (size_t p = 0; p < TS_BODY_PARTS; ++p) {
        for (size_t i = first[p]; i < first[p + 1]; ++i) {
            ck_assert_msg(ts_skeleton_nearest(&skeleton, mesh.x[i]) == p, "node %zu of %s", i,
                          ts_body_part_at(p)->name);
        }
    }
    ts_mesh_clear(&mesh);
}
END_TEST

/* ---- What is wrong is named ---- */

#define BONE(name) "{\"name\": \"" name "\", \"joint\": [0, 0, 0], \"tip\": [1, 0, 0]"
#define BONES(list) "\"skeleton\": {\"bones\": [" list "]}"

static const struct {
    const char *text, *message;
} WRONG[] = {
    {"\"skeleton\": []", "skeleton: an object"},
    {"\"skeleton\": {}", "skeleton.bones: an array of 1 to"},
    {BONES(""), "skeleton.bones: an array of 1 to"},
    {BONES("3"), "skeleton.bones[0]: an object"},
    {"\"skeleton\": {\"bone\": []}", "did you mean 'bones'"},
    {"\"skeleton\": {\"bones\": [" BONE("a") "}], \"frame_seconds\": 0}", "skeleton.frame_seconds: 0 is outside"},
    {"\"velocity\": [0, 0, 0], " BONES(BONE("a") "}"), "conditions[0].velocity: a skeleton moves"},
    {"\"frames\": [], " BONES(BONE("a") "}"), "conditions[0].frames: a skeleton moves"},
    {BONES("{\"joint\": [0, 0, 0], \"tip\": [0, 0, 0]}"), "bones[0]: a bone needs a name"},
    {BONES("{\"name\": \"a\", \"tip\": [0, 0, 0]}"), "bones[0]: a bone has a \"joint\""},
    {BONES("{\"name\": \"a\", \"joint\": [0, 0, 0]}"), "bones[0]: a bone has a \"tip\""},
    {BONES("{\"name\": \"a\", \"joint\": [0, 0, 1e999], \"tip\": [0, 0, 0]}"), "bones[0].joint[2]"},
    {BONES(BONE("a") ", \"radius\": -1}"), "bones[0].radius"},
    {BONES(BONE("a") "}, " BONE("b") "}, " BONE("a") "}"), "bones[2]: there are two bones named 'a'"},
    {BONES(BONE("thigh") "}, " BONE("b") ", \"parent\": \"tigh\"}"),
     "objects[0].conditions[0].skeleton.bones[1].parent: there is no bone 'tigh'; did you mean 'thigh'?"},
    {BONES(BONE("a") ", \"parent\": \"a\"}"), "bones[0].parent: no root is ever reached from 'a'"},
    {BONES(BONE("r") "}, " BONE("a") ", \"parent\": \"b\"}, " BONE("b") ", \"parent\": \"a\"}"),
     "bones[1].parent: no root is ever reached from 'a'"},
    {BONES(BONE("a") ", \"keys\": 3}"), "bones[0].keys: an array"},
    {BONES(BONE("a") ", \"keys\": [{\"time\": -1}]}"), "keys[0].time: -1 is outside [0, inf)"},
    {BONES(BONE("a") ", \"keys\": [{\"time\": 1}, {\"time\": 1}]}"), "keys[1].time: 1 is outside (1, inf)"},
    {BONES(BONE("a") ", \"keys\": [{\"time\": 1}, {\"degrees\": 1}]}"), "keys[1]: a key after the first"},
    {BONES(BONE("a") ", \"keys\": [{\"time\": 1, \"axis\": [0, 0, 0]}]}"), "keys[0]: the axis must have a length"},
    {BONES(BONE("a") ", \"keys\": [{\"time\": 1, \"degree\": 3}]}"), "did you mean 'degrees'"},
    {BONES(BONE("a") ", \"keys\": [{\"time\": 1e300}]}"), "skeleton: the last key is"},
};

START_TEST(what_is_wrong_is_named) {
    ts_scene scene = {0};
    ts_error error = {0};
    ck_assert_int_eq(read_skeleton(WRONG[_i].text, &scene, &error), TS_ERROR_DATA);
    ck_assert_msg(strstr(error.message, WRONG[_i].message), "%s: '%s' lacks '%s'", WRONG[_i].text, error.message,
                  WRONG[_i].message);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("skeleton");
    TCase *tests = tcase_create("skeleton");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, a_bone_turns_about_its_joint);
    tcase_add_test(tests, a_chain_of_two_composes);
    tcase_add_test(tests, selected_nodes_follow_and_a_bone_without_keys_rests);
    tcase_add_test(tests, chains_agree_with_quaternions);
    tcase_add_test(tests, parts_of_the_body_keep_their_nodes);
    tcase_add_loop_test(tests, what_is_wrong_is_named, 0, (int)(sizeof WRONG / sizeof *WRONG));
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
