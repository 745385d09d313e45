/* SPDX-License-Identifier: MIT
 * What rules for stiffness and areas of contact are made of, against sums by hand and differences of energies; barriers
 * that are somebody else's terms. */
#include "cipc/barriers/foreign.h"
#include "cipc/contact/areas.h"
#include "cipc/contact/pair_stiffness.h"
#include "cipc/solver_parts.h"
#include "cipc/stiffness/stiffness.h"
#include "core/vec3.h"
#include "tests/cipc/small_scenes.h"

/* ---- Areas ---- */

START_TEST(areas_are_shared_out_in_full) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const ts_new_body body = {.body = {.material = ts_test_material()}};
    const double centre[3] = {0.0, 1.0, 0.0};
    ts_test_add(&setup, "sheet", ts_test_sheet(3, 0.3, 0.0), &body);
    ts_test_add(&setup, "cube", ts_test_cube(0.1, centre), &body);
    ts_test_add(&setup, "rod", ts_test_rod(4, 0.2, 2.0), &body);
    ts_test_add(&setup, "particle", ts_test_particle(0.0, 3.0, 0.0), &body);
    ts_surface surface;
    ts_contact_areas areas;
    ts_error error;
    ck_assert_msg(ts_surface_init(&surface, &setup.bodies, &error) == TS_OK, "%s", error.message);
    ck_assert_int_eq(ts_contact_areas_init(&areas, &surface, &error), TS_OK);
    double nodes = 0.0, edges = 0.0;
    for (size_t i = 0; i < setup.bodies.nodes; ++i) nodes += areas.node[i];
    for (size_t e = 0; e < surface.count[TS_EDGES]; ++e) edges += areas.edge[e];
    const double faces = 0.09 + 6 * 0.01, rod = 0.2 * 1e-3, section = M_PI / 4.0 * 1e-6; /* 1 mm thick */
    ck_assert_double_eq_tol(nodes / (faces + rod + section), 1.0, 1e-8);
    ck_assert_double_eq_tol(edges / (faces + rod), 1.0, 1e-8);
    /* A point over a face counts a quarter of its area, two edges a quarter of the sum of theirs. */
    ck_assert_double_eq(ts_contact_area(&areas, &surface, TS_POINT_TRIANGLE, (int32_t[]){5, 0}),
                        0.25 * areas.node[surface.point[5]]);
    ck_assert_double_eq(ts_contact_area(&areas, &surface, TS_EDGE_EDGE, (int32_t[]){2, 7}),
                        0.25 * (areas.edge[2] + areas.edge[7]));
    ts_contact_areas_clear(&areas);
    ts_surface_clear(&surface);
    ts_setup_clear(&setup);
}
END_TEST

/* ---- A pair's own stiffness ---- */

/* A cube over a board; of a corner and a point of the board. */
START_TEST(a_pair_is_as_stiff_as_its_inertia_and_its_body) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const double centre[3] = {0.0, 0.06, 0.0}, e = 1e-5;
    const ts_new_body board = ts_test_obstacle(0.0), cube = {.body = {.material = ts_test_material()}};
    ts_test_add(&setup, "board", ts_test_sheet(2, 0.5, 0.0), &board);
    ts_test_add(&setup, "cube", ts_test_cube(0.1, centre), &cube);
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_cipc *solver = s->self;
    ts_error error;
    ts_block_matrix elastic = {0};
    const double(*x)[3] = (const double(*)[3])s->state.x;
    const int32_t corner = (int32_t)s->bodies.body[1].node_first, point = 0;
    ck_assert_int_eq(ts_objective_elastic_hessian(&solver->objective, x, 1.0, &elastic, &error), TS_OK);
    const ts_contact_pair pair = {
        .node = {corner, point, -1, -1}, .kind = TS_POINT_POINT, .feature = (ts_feature)3, .multiplicity = 1.0};
    double way[3];
    ts_sub(x[corner], x[point], way);
    const double gap = sqrt(ts_norm2(way));
    /* The inertia alone, twice as far in time: four times. */
    const ts_pair_stiffness inertia = {&s->bodies, NULL, 0.01, 0.0}, both = {&s->bodies, &elastic, 1.0, 0.0};
    const double mass = s->bodies.mass[corner];
    ck_assert_double_eq_tol(ts_pair_stiffness_at(&inertia, &pair, x) / (mass * 1e-4 / (gap * gap)), 1.0, 1e-12);
    ck_assert_double_eq(ts_pair_stiffness_at(&(ts_pair_stiffness){&s->bodies, NULL, 0.01, 7.0}, &pair, x), 7.0);
    /* n^T H n by differences of the energy along n; at rest nothing is projected. */
    double energy[3], start[3];
    memcpy(start, x[corner], sizeof start);
    for (int k = 0; k < 3; ++k) {
        ts_axpy(start, (k - 1) * e * 0.1 / gap, way, s->state.x[corner]);
        energy[k] = s->choice.solver->energies(s->self).elastic;
    }
    memcpy(s->state.x[corner], start, sizeof start);
    const double curvature = (energy[0] - 2.0 * energy[1] + energy[2]) / (0.1 * e * 0.1 * e);
    const double own = ts_pair_stiffness_at(&both, &pair, x) - mass / (gap * gap);
    ck_assert_double_gt(curvature, 1.0);
    ck_assert_double_eq_tol(own / curvature, 1.0, 1e-4);
    ts_block_matrix_clear(&elastic);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* ---- Somebody else's barrier ---- */

static void nothing(const ts_term *self, const double *inputs, const double *parameters, ts_term_value *out) {
    (void)self, (void)inputs, (void)parameters;
    *out = (ts_term_value){.value = 1.0};
}

START_TEST(a_term_becomes_a_barrier_or_is_refused) {
    ts_error error;
    const ts_term *term = ts_term_find("barrier-two-stage");
    ck_assert_msg(ts_foreign_barrier_add(term, &error) == TS_OK, "%s", error.message);
    const ts_barrier *barrier = ts_barrier_find("barrier-two-stage"), *ours = ts_barrier_find("two-stage");
    ck_assert(barrier && barrier->term == term);
    for (double gap = 1e-6; gap < 1.2e-3; gap *= 1.3) {
        const double d2[2] = {(1e-3 + gap) * (1e-3 + gap), 0.0};
        const ts_barrier_value one = ts_barrier_evaluate(barrier, d2, 1e-3, 1e-3, NULL);
        const ts_barrier_value two = ts_barrier_evaluate(ours, d2, 1e-3, 1e-3, NULL);
        ck_assert(fabs(one.b - two.b) <= 1e-14 * two.b && fabs(one.db - two.db) <= -1e-14 * two.db);
        ck_assert(fabs(one.d2b - two.d2b) <= 1e-14 * two.d2b);
    }
    ck_assert_int_eq(ts_foreign_barrier_add(term, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "there is a barrier 'barrier-two-stage' already"));
    ck_assert_int_eq(ts_foreign_barrier_add(ts_term_find("mollifier"), &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "a function of d2 with the parameters xi, dhat"));
    ts_term flat = *term;
    flat.name = "flat";
    flat.evaluate = nothing;
    ck_assert_int_eq(ts_foreign_barrier_check(&flat, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "must be positive, fall and be finite"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stiffness");
    TCase *tests = tcase_create("stiffness");
    tcase_add_test(tests, areas_are_shared_out_in_full);
    tcase_add_test(tests, a_pair_is_as_stiff_as_its_inertia_and_its_body);
    tcase_add_test(tests, a_term_becomes_a_barrier_or_is_refused);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
