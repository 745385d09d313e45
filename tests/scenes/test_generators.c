/* SPDX-License-Identifier: MIT
 * All generators by name, their parameters from JSON: standard ones, repetition, seeds, refusals. */
#include <math.h>
#include <string.h>

#include "core/hash.h"
#include "scenes/read/generators/generators.h"
#include "tests/mesh/indices.h"

static ts_status generate(const char *name, const char *json, ts_mesh *mesh, ts_error *error) {
    const ts_mesh_generator *generator = ts_mesh_generator_find(name);
    ck_assert_msg(generator != NULL, "there is no generator %s", name);
    cJSON *parameters = cJSON_Parse(json);
    ck_assert_msg(parameters != NULL, "%s is not JSON", json);
    const ts_status status = generator->generate(parameters, mesh, error);
    cJSON_Delete(parameters);
    return status;
}

static ts_mesh make(const char *name, const char *json) {
    ts_mesh mesh = {0};
    ts_error error;
    ck_assert_msg(generate(name, json, &mesh, &error) == TS_OK, "%s %s: %s", name, json, error.message);
    return mesh;
}

static uint64_t hash_of(const ts_mesh *mesh) {
    uint64_t hash = TS_HASH_START;
    for (size_t n = 0; n < mesh->nodes; ++n) {
        for (int c = 0; c < 3; ++c) hash = ts_hash_double(hash, mesh->x[n][c]);
    }
    for (size_t k = 0; k < 4 * mesh->tets; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->tet[k / 4][k % 4]);
    for (size_t k = 0; k < 3 * mesh->triangles; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->triangle[k / 3][k % 3]);
    for (size_t k = 0; k < 2 * mesh->segments; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->segment[k / 2][k % 2]);
    for (size_t k = 0; k < mesh->particles; ++k) hash = ts_hash_word(hash, (uint64_t)mesh->particle[k]);
    return hash;
}

START_TEST(every_generator_has_standard_parameters_and_repeats_itself) {
    for (size_t g = 0; g < ts_mesh_generator_count(); ++g) {
        const ts_mesh_generator *generator = ts_mesh_generator_at(g);
        ck_assert_ptr_eq(ts_mesh_generator_find(generator->name), generator);
        ck_assert_ptr_nonnull(generator->parameters);
        if (strcmp(generator->name, "cylinder") == 0) continue; /* the standard is large */
        ts_mesh once = make(generator->name, "{}"), again = make(generator->name, "{}");
        ck_assert_uint_gt(once.nodes, 0);
        ts_test_check_indices(&once);
        ck_assert_uint_eq(hash_of(&once), hash_of(&again));
        ts_mesh_clear(&once);
        ts_mesh_clear(&again);
    }
    ck_assert_ptr_null(ts_mesh_generator_find("teapot"));
    ck_assert_ptr_null(ts_mesh_generator_at(ts_mesh_generator_count()));
}
END_TEST

START_TEST(seeds_matter) {
    static const char *const CASES[][3] = {
        {"square", "{\"seed\": 1}", "{\"seed\": 2}"},
        {"sphere", "{\"seed\": 1}", "{\"seed\": 2}"},
        {"bowl", "{\"seed\": 1}", "{\"seed\": 2}"},
        {"cylinder", "{\"nodes\": 500, \"seed\": 1}", "{\"nodes\": 500, \"seed\": 2}"},
        {"capsule-body", "{\"nodes\": 1000, \"seed\": 1}", "{\"nodes\": 1000, \"seed\": 2}"},
        {"rods", "{\"jitter\": 1e-3, \"seed\": 1}", "{\"jitter\": 1e-3, \"seed\": 2}"},
        {"bundle", "{\"shorten\": 1e-3, \"seed\": 1}", "{\"shorten\": 1e-3, \"seed\": 2}"},
        {"particles", "{\"jitter\": 1e-3, \"seed\": 1}", "{\"jitter\": 1e-3, \"seed\": 2}"},
        {"frustum", "{\"disturb\": {\"seed\": 1}}", "{\"disturb\": {\"seed\": 2}}"},
        {"needles", "{\"disturb\": {\"seed\": 1}}", "{\"disturb\": {\"seed\": 2}}"},
        {"rods", "{\"disturb\": true}", "{\"disturb\": {\"seed\": 2}}"},
        {"bundle", "{\"disturb\": true}", "{\"disturb\": false}"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_mesh one = make(CASES[k][0], CASES[k][1]), other = make(CASES[k][0], CASES[k][2]);
        ck_assert_uint_eq(one.nodes, other.nodes);
        ck_assert_uint_ne(hash_of(&one), hash_of(&other));
        ts_mesh_clear(&one);
        ts_mesh_clear(&other);
    }
}
END_TEST

START_TEST(bad_parameters_are_refused_by_name) {
    static const char *const CASES[][3] = {
        {"square", "{\"nodes\": 3}", "square: nodes: "},
        {"square", "{\"nodes\": 10.5}", "square: nodes: 10.5 is not a whole number"},
        {"square", "{\"nodes\": \"many\"}", "square: nodes: "},
        {"square", "{\"nodes\": 1e9}", "square: nodes: "},
        {"square", "{\"size\": 0}", "square: size: "},
        {"square", "{\"seed\": -1}", "square: seed: "},
        {"square", "{\"seed\": 9007199254740993}", "square: seed: "},
        {"square", "{\"sized\": 1}", "'sized'"},
        {"square", "[]", "square: "},
        {"sphere", "{\"nodes\": 4}", "sphere: nodes: "},
        {"sphere", "{\"radius\": -1}", "sphere: radius: "},
        {"bowl", "{\"nodes\": 10, \"rim\": 60}", "bowl: nodes: "},
        {"bowl", "{\"rim\": 2}", "bowl: rim: "},
        {"cylinder", "{\"length\": 0}", "cylinder: length: "},
        {"grid", "{\"columns\": 1}", "grid: columns: "},
        {"grid", "{\"columns\": 1e5, \"rows\": 1e5}", "grid: columns: "},
        {"grid", "{\"diagonals\": \"both\"}", "grid: diagonals: "},
        {"frustum", "{\"segments\": 2}", "frustum: segments: "},
        {"tetrahedron", "{\"surface\": 1}", "tetrahedron: surface: "},
        {"tet-box", "{\"ny\": 0}", "tet-box: ny: "},
        {"tet-box", "{\"size\": [1, 0, 1]}", "tet-box: size: "},
        {"tet-ball", "{\"nodes\": 2e6}", "tet-ball: nodes: "},
        {"tet-ball", "{\"nodes\": 8}", "tet-ball: nodes: "},
        {"needles", "{\"spacing\": 0}", "needles: spacing: "},
        {"rods", "{\"count\": [3]}", "rods: count: "},
        {"rods", "{\"count\": [3, 0]}", "rods: count[1]: "},
        {"rods", "{\"width\": 1, \"spacing\": 1}", "rods: width: "},
        {"rods", "{\"layers\": 2, \"length\": 1, \"layer_distance\": 1}", "rods: layer_distance: "},
        {"rods", "{\"axis\": \"w\"}", "rods: axis: "},
        {"bundle", "{\"shorten\": 0.2}", "bundle: shorten: "},
        {"bundle", "{\"disturb\": 1}", "bundle: disturb"},
        {"bundle", "{\"disturb\": {\"turn\": 361}}", "bundle: disturb.turn: "},
        {"frustum", "{\"disturb\": {\"jitter\": -1}}", "frustum: disturb.jitter: "},
        {"grid", "{\"disturb\": true}", "'disturb'"},
        {"particles", "{\"jitter\": 0.002, \"spacing\": 0.004}", "particles: jitter: "},
        {"capsule-body", "{\"nodes\": 100}", "capsule-body: nodes: "},
        {"tet-figure", "{\"parts\": []}", "tet-figure: parts: "},
        {"tet-figure", "{\"parts\": [{\"from\": [0, 0, 0], \"radii\": [1, 1]}]}", "tet-figure: parts[0]: "},
        {"tet-figure", "{\"parts\": [{\"from\": [0, 0, 0], \"to\": [0, 0, 0], \"radii\": [1, 0]}]}",
         "tet-figure: parts[0].radii[1]: "},
        {"tet-figure",
         "{\"nodes\": 61, \"blend\": 0.01, \"parts\": [{\"from\": [5, 0, 0], \"to\": [0, 2, 0], "
         "\"radii\": [5e-324, 1e-300]}]}",
         "the lattice that fills the body "},
        {"tet-creature", "{\"nodes\": 10}", "tet-creature: nodes: "},
        {"tet-vessel", "{\"shape\": \"cup\"}", "tet-vessel: shape: "},
        {"tet-tube", "{\"nodes\": 8}", "tet-tube: nodes: "},
        {"tet-tube", "{\"thickness\": 0.5}", "tet-tube: thickness: "},
        {"tet-link", "{\"bar\": 0.03}", "tet-link: bar: "},
        {"tet-arch", "{\"thickness\": 10}", "tet-arch: a thickness of "},
        {"net", "{\"lift\": 0}", "net: lift: "},
        {"reef-knot", "{\"leg\": 1e-3}", "reef-knot: leg: "},
        {"reef-knot", "{\"lift\": 0.01}", "reef-knot: lift: "},
        {"pleated-skirt", "{\"segments\": 100}", "pleated-skirt: segments: "},
        {"pleated-skirt", "{\"depth\": 0.5}", "pleated-skirt: depth: "},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        ts_mesh mesh = {0};
        ts_error error = {0};
        ck_assert_msg(generate(CASES[k][0], CASES[k][1], &mesh, &error) == TS_ERROR_USAGE, "%s %s is taken",
                      CASES[k][0], CASES[k][1]);
        ck_assert_int_eq(error.status, TS_ERROR_USAGE);
        ck_assert_msg(strstr(error.message, CASES[k][2]) != NULL, "%s %s: '%s'", CASES[k][0], CASES[k][1],
                      error.message);
        ck_assert_uint_eq(mesh.nodes, 0);
        ck_assert_ptr_null(mesh.x);
        ck_assert_int_eq(generate(CASES[k][0], CASES[k][1], &mesh, NULL), TS_ERROR_USAGE);
    }
}
END_TEST

/* ---- Disturbed ---- */

static void along(const ts_mesh *mesh, const int32_t *edge, double u[3]) {
    for (int c = 0; c < 3; ++c) u[c] = mesh->x[edge[1]][c] - mesh->x[edge[0]][c];
}

static double sine2(const double u[3], const double v[3]) {
    double sum = 0.0, uu = 0.0, vv = 0.0;
    for (int c = 0; c < 3; ++c) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        const double w = u[d] * v[e] - u[e] * v[d];
        sum += w * w;
        uu += u[c] * u[c];
        vv += v[c] * v[c];
    }
    return sum / (uu * vv);
}

/* Pairs of segments, or of first sides of triangles, whose squared sine is below 1e-16. */
static size_t parallel_pairs(const ts_mesh *mesh) {
    const size_t count = mesh->segments ? mesh->segments : mesh->triangles;
    size_t found = 0;
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = i + 1; j < count; ++j) {
            double u[3], v[3];
            along(mesh, mesh->segments ? mesh->segment[i] : mesh->triangle[i], u);
            along(mesh, mesh->segments ? mesh->segment[j] : mesh->triangle[j], v);
            found += sine2(u, v) < 1e-16;
        }
    }
    return found;
}

/* How far nodes are from where they are without "disturb"; the most along each axis. */
static void displacements(const ts_mesh *straight, const ts_mesh *disturbed, double most[3]) {
    ck_assert_uint_eq(straight->nodes, disturbed->nodes);
    for (int c = 0; c < 3; ++c) {
        most[c] = 0.0;
        for (size_t n = 0; n < straight->nodes; ++n)
            most[c] = fmax(most[c], fabs(disturbed->x[n][c] - straight->x[n][c]));
    }
}

START_TEST(a_disturbed_mesh_has_no_parallel_edges_and_is_nearly_the_same) {
    static const struct {
        const char *name, *straight, *disturbed;
        double most[3]; /* by the header's words: spacings and radii of the standard mesh */
    } cases[] = {
        {"needles", "{}", "{\"disturb\": true}", {2e-3, 1.1e-3, 2e-3}},
        {"rods", "{\"count\": [4, 4]}", "{\"count\": [4, 4], \"disturb\": true}", {1.1e-3, 2e-4, 1.1e-3}},
        {"bundle", "{\"across\": 5}", "{\"across\": 5, \"disturb\": true}", {4.5e-5, 4.5e-5, 5e-6}},
        {"bundle",
         "{\"across\": 5}",
         "{\"across\": 5, \"disturb\": {\"turn\": 0, \"jitter\": 1e-6}}",
         {1e-6, 1e-6, 1e-6}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        ts_mesh straight = make(cases[k].name, cases[k].straight), disturbed = make(cases[k].name, cases[k].disturbed);
        double most[3];
        displacements(&straight, &disturbed, most);
        for (int c = 0; c < 3; ++c) ck_assert(most[c] > 0.0 && most[c] <= cases[k].most[c]);
        ck_assert_uint_gt(parallel_pairs(&straight), 0);
        ck_assert_uint_eq(parallel_pairs(&disturbed), 0);
        ts_mesh_clear(&straight);
        ts_mesh_clear(&disturbed);
    }
}
END_TEST

/* Rings keep their heights, by which conditions select them; radii change by no more than a hundredth of a side. */
START_TEST(a_disturbed_cone_is_turned_and_keeps_its_heights) {
    ts_mesh straight = make("frustum", "{}"), disturbed = make("frustum", "{\"disturb\": true}");
    double turned = 0.0;
    for (size_t n = 0; n < straight.nodes; ++n) {
        const double *a = straight.x[n], *b = disturbed.x[n];
        ck_assert_double_eq(a[1], b[1]);
        ck_assert(fabs(hypot(a[0], a[2]) - hypot(b[0], b[2])) < 0.02 * 2.0 * M_PI * 0.1 / 64.0);
        turned = fmax(turned, hypot(a[0] - b[0], a[2] - b[2]) / hypot(a[0], a[2]));
    }
    ck_assert(turned > 1e-4 && turned < 2.0 * M_PI / 64.0 + 1e-3);
    ck_assert_uint_gt(parallel_pairs(&straight), 0);
    ck_assert_uint_eq(parallel_pairs(&disturbed), 0);
    ts_mesh_clear(&straight);
    ts_mesh_clear(&disturbed);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("generators");
    TCase *all = tcase_create("all");
    tcase_add_test(all, every_generator_has_standard_parameters_and_repeats_itself);
    tcase_add_test(all, seeds_matter);
    tcase_add_test(all, bad_parameters_are_refused_by_name);
    tcase_add_test(all, a_disturbed_mesh_has_no_parallel_edges_and_is_nearly_the_same);
    tcase_add_test(all, a_disturbed_cone_is_turned_and_keeps_its_heights);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
