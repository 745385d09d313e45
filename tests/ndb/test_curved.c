/* SPDX-License-Identifier: GPL-2.0-or-later
 * Cloth that is curved at rest, and strained: hinges turn nothing, and their forces are the gradient of an energy that
 * iterations lower. */
#include <check.h>
#include <math.h>

#include "core/share.h"
#include "core/vec3.h"
#include "ndb/bending.h"
#include "tests/ndb/ndb_scenes.h"

/* A part of a cylinder, free, without gravity. */
static ts_setup arc(double bending_scale) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.contact = false;
    setup.settings.h = 1e-3;
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    ts_mesh sheet = ts_test_sheet(6, 0.06, 0.0);
    for (size_t i = 0; i < sheet.nodes; ++i) {
        const double s = sheet.x[i][0] / 0.04;
        sheet.x[i][0] = 0.04 * sin(s);
        sheet.x[i][1] = 0.04 * cos(s);
    }
    ts_new_body body = {.body = {.material = ts_test_cloth()}};
    body.body.material.bending_scale = bending_scale;
    ts_test_add(&setup, "cloth", sheet, &body);
    return setup;
}

/* Sheared, stretched and pressed, so that no hinge's sum is along its mean normal. */
static void strain(const double rest[3], double x[3]) {
    x[0] = rest[0] + 0.3 * rest[2] + 0.1 * rest[1];
    x[1] = 1.3 * rest[1] + 4.0 * rest[0] * rest[2];
    x[2] = 0.8 * rest[2];
}

static void init(ts_ndb_elastic *elastic, ts_setup *setup) {
    ts_error error;
    ts_test_complete(setup, 0.0);
    ck_assert_msg(ts_ndb_elastic_init(elastic, &setup->bodies, &error) == TS_OK, "%s", error.message);
}

/* weight/2 (|sum| - rest)^2 of all hinges, the sum negative where it is against both normals. */
static double bent_energy(const ts_ndb_elastic *elastic, const ts_ndb_row *x) {
    double energy = 0.0;
    for (size_t k = 0; k < elastic->bending.count; ++k) {
        const ts_ndb_hinge *hinge = &elastic->bending.hinge[k];
        double sum[3] = {0.0}, edge[3], wing[3], normal[3];
        for (int a = 0; a < 4; ++a) ts_axpy(sum, hinge->share[a], x[hinge->node[a]], sum);
        ts_sub(x[hinge->node[1]], x[hinge->node[0]], edge);
        ts_sub(x[hinge->node[2]], x[hinge->node[0]], wing);
        ts_cross(edge, wing, normal);
        const double off = copysign(sqrt(ts_norm2(sum)), ts_dot(normal, sum)) - hinge->rest;
        energy += 0.5 * hinge->weight * off * off;
    }
    return energy;
}

START_TEST(forces_of_hinges_are_a_gradient_and_turn_nothing) {
    ts_setup setup = arc(1e3);
    setup.bodies.body[0].material.membrane = (ts_model_choice){0};
    ts_ndb_elastic elastic;
    init(&elastic, &setup);
    const size_t n = setup.bodies.nodes;
    ck_assert_uint_gt(elastic.bending.curved, 0);
    ts_ndb_row *x = calloc(n + 1, sizeof *x), *force = calloc(n + 1, sizeof *force);
    double torque[3] = {0.0}, size = 0.0;
    for (size_t i = 0; i < n; ++i) strain(setup.bodies.rest[i], x[i]);
    const double energy = ts_ndb_elastic_local(&elastic, (const ts_ndb_row *)x, force);
    const double wanted = bent_energy(&elastic, (const ts_ndb_row *)x);
    ck_assert_double_eq_tol(energy, wanted, 1e-10 * wanted);
    for (size_t i = 0; i < n; ++i) {
        double turn[3];
        ts_cross(x[i], force[i], turn);
        ts_add(torque, turn, torque);
        size += sqrt(ts_norm2(x[i]) * ts_norm2(force[i]));
    }
    ck_assert_double_gt(size, 0.0);
    for (int c = 0; c < 3; ++c) ck_assert_double_eq_tol(torque[c], 0.0, 1e-11 * size);
    for (size_t i = 0; i < n; i += 4) {
        for (int c = 0; c < 3; ++c) {
            const double at = x[i][c], by = 1e-7;
            x[i][c] = at + by;
            const double above = bent_energy(&elastic, (const ts_ndb_row *)x);
            x[i][c] = at - by;
            const double below = bent_energy(&elastic, (const ts_ndb_row *)x);
            x[i][c] = at;
            ck_assert_double_eq_tol(force[i][c], (below - above) / (2.0 * by), 1e-5 * size);
        }
    }
    free(x);
    free(force);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}
END_TEST

/* A pose is flat or curved at rest whatever its size is. */
START_TEST(a_small_arc_is_as_curved_as_a_large_one) {
    size_t curved[2];
    for (int k = 0; k < 2; ++k) {
        ts_setup setup = arc(1.0);
        for (size_t i = 0; i < setup.bodies.nodes && k == 1; ++i) {
            ts_scale(0x1p-24, setup.bodies.rest[i], setup.bodies.rest[i]);
            ts_scale(0x1p-24, setup.x[i], setup.x[i]);
        }
        ts_ndb_elastic elastic;
        init(&elastic, &setup);
        curved[k] = elastic.bending.curved;
        ts_ndb_elastic_clear(&elastic);
        ts_setup_clear(&setup);
    }
    ck_assert_uint_gt(curved[0], 0);
    ck_assert_uint_eq(curved[0], curved[1]);
}
END_TEST

/* Two triangles in a plane, and one on the other: in the first the sum is none, in the second the normals cancel. The
 * force goes along the normal there, and here to the side of rest, to which it is nearer. */
START_TEST(flat_and_folded_hinges_are_bent_to_their_rest) {
    static const double FLAT[4][3] = {{0}, {1.0}, {0.5, 1.0}, {0.5, -1.0}};
    const double *const rows[] = {FLAT[0], FLAT[1], FLAT[2], FLAT[3]};
    ts_ndb_hinge hinge = {.node = {0, 1, 2, 3}, .weight = 2.0, .rest = _i % 2 == 0 ? 0.25 : -0.25};
    const bool is_folded = _i >= 2;
    ts_ndb_row x[4] = {{0}}, force[4] = {{0}};
    double sum[3] = {0.0}, sure[3] = {0.0};
    ts_ndb_hinge_row(rows, hinge.share);
    for (int a = 0; a < 4; ++a) {
        memcpy(x[a], FLAT[a], sizeof FLAT[a]);
        if (is_folded) x[a][1] = fabs(x[a][1]);
        ts_axpy(sum, hinge.share[a], x[a], sum);
    }
    const double length = sqrt(ts_norm2(sum));
    if (is_folded)
        ts_scale(copysign(1.0, hinge.rest) / length, sum, sure);
    else
        ts_ndb_hinge_normal((const double *const[]){x[0], x[1], x[2], x[3]}, sure);
    ck_assert_int_eq(length > 0.0, is_folded);
    ck_assert_double_eq_tol(ts_norm2(sure), 1.0, 1e-15);
    const double energy = ts_ndb_hinges_local(&hinge, 1, (const ts_ndb_row *)x, force);
    ck_assert_double_eq_tol(energy, 0.5 * 2.0 * 0.25 * 0.25 - 2.0 * 0.25 * length, 1e-14);
    for (int a = 0; a < 4; ++a) {
        for (int c = 0; c < 3; ++c)
            ck_assert_double_eq_tol(force[a][c], 2.0 * hinge.share[a] * hinge.rest * sure[c], 1e-14);
    }
}
END_TEST

/* Places that are whole numbers of 2^-30 m are the same beside the origin and 2^20 m away: so are all differences. */
START_TEST(far_from_the_origin_nothing_is_lost) {
    ts_setup setup = arc(_i == 0 ? 1.0 : 1e3);
    const ts_stitch stitches[] = {{.a = 0, .b = 15, .c = 15, .stiffness = 20.0},
                                  {.a = 3, .b = 12, .c = 13, .weight = 0.25, .stiffness = 5.0}};
    setup.bodies.stitches = 2;
    setup.bodies.stitch = ts_test_copy(stitches, sizeof stitches);
    ts_ndb_elastic elastic;
    init(&elastic, &setup);
    const size_t n = setup.bodies.nodes;
    const ts_ndb_matrix *m = &elastic.constant;
    for (size_t i = 0; i < n; ++i) {
        double sum = m->diagonal[i];
        for (size_t k = m->first[i]; k < m->first[i + 1]; ++k) sum += m->value[k];
        ck_assert_double_eq_tol(sum, 0.0, 1e-13 * m->diagonal[i]);
    }
    ts_ndb_row *x = calloc(n + 1, sizeof *x), *near = calloc(n + 1, sizeof *near), *far = calloc(n + 1, sizeof *far);
    for (size_t i = 0; i < n; ++i) {
        strain(setup.bodies.rest[i], x[i]);
        for (int c = 0; c < 3; ++c) x[i][c] = ldexp(round(ldexp(x[i][c], 30)), -30);
    }
    const double here = ts_ndb_elastic_local(&elastic, (const ts_ndb_row *)x, near);
    for (size_t i = 0; i < n; ++i)
        for (int c = 0; c < 3; ++c) x[i][c] += 0x1p20;
    const double there = ts_ndb_elastic_local(&elastic, (const ts_ndb_row *)x, far);
    ck_assert_double_gt(here, 0.0);
    ck_assert_mem_eq(&here, &there, sizeof here);
    for (size_t i = 0; i < n; ++i) ck_assert_mem_eq(near[i], far[i], 3 * sizeof near[i][0]);
    free(x);
    free(near);
    free(far);
    ts_ndb_elastic_clear(&elastic);
    ts_setup_clear(&setup);
}
END_TEST

typedef struct heard {
    size_t iterations, rises;
    double before;
} heard;

static bool hear_energy(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    (void)x;
    heard *h = self;
    const double now = ts_test_figure_in(iteration, "energy", NAN);
    if (iteration->number > 0 && !(now <= h->before + 1e-9 * fabs(h->before))) ++h->rises;
    h->before = now;
    ++h->iterations;
    return true;
}

/* Implicit Euler's forces act where nodes end: none of them turns what was at rest. Energies rise by rounding alone. */
START_TEST(a_free_strained_arc_begins_to_turn_nowhere) {
    static const double SCALE[] = {1e3, 1e4, 3e4};
    static const char OPTIONS[] = "{\"smoother\": 3, \"sweeps\": 1000, \"acceleration\": 0, \"tolerance\": 1e-7, "
                                  "\"inner_tolerance\": 0, \"lg_per_step\": 4000, \"most_outer\": 200}";
    heard h = {0};
    ts_setup setup = arc(SCALE[_i]);
    ts_ccd_method method;
    ts_simulation *s = NULL;
    ts_error error;
    const ts_simulation_hooks hooks = {.observer = {hear_energy, &h}};
    ck_assert_msg(ts_test_start_ndb(&setup, OPTIONS, &method, hooks, &s, &error) == TS_OK, "%s", error.message);
    double spin[3] = {0.0}, size = 0.0;
    for (size_t i = 0; i < s->bodies.nodes; ++i) strain(s->bodies.rest[i], s->state.x[i]);
    ts_test_step(s);
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        double turn[3];
        ts_cross(s->state.x[i], s->state.v[i], turn);
        ts_axpy(spin, s->bodies.mass[i], turn, spin);
        size += s->bodies.mass[i] * sqrt(ts_norm2(s->state.x[i]) * ts_norm2(s->state.v[i]));
    }
    printf("%zu iterations; angular momentum %.3g of %.3g kg m^2/s\n", h.iterations, sqrt(ts_norm2(spin)), size);
    ck_assert_uint_gt(h.iterations, 10);
    ck_assert_uint_eq(h.rises, 0);
    ck_assert_double_lt(sqrt(ts_norm2(spin)), 1e-6 * size);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("curved cloth of ndb");
    TCase *tests = tcase_create("curved");
    tcase_add_test(tests, forces_of_hinges_are_a_gradient_and_turn_nothing);
    tcase_add_test(tests, a_small_arc_is_as_curved_as_a_large_one);
    tcase_add_loop_test(tests, flat_and_folded_hinges_are_bent_to_their_rest, 0, 4);
    tcase_add_loop_test(tests, far_from_the_origin_nothing_is_lost, 0, 2);
    tcase_add_loop_test(tests, a_free_strained_arc_begins_to_turn_nowhere, 0, 3);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
