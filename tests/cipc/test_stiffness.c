/* SPDX-License-Identifier: MIT
 * What rules for stiffness and areas of contact are made of, against sums by hand and differences of energies; barriers
 * that are somebody else's terms. */
#include <math.h>

#include <touchstone/distance.h>

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

/* A cube of 0.1 m, its centre so far above a board. */
static ts_simulation *start_cube_over_board(double height, ts_ccd_method *method) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const double centre[3] = {0.0, height, 0.0};
    const ts_new_body board = ts_test_obstacle(0.0), cube = {.body = {.material = ts_test_material()}};
    ts_test_add(&setup, "board", ts_test_sheet(2, 0.5, 0.0), &board);
    ts_test_add(&setup, "cube", ts_test_cube(0.1, centre), &cube);
    return ts_test_start(&setup, 0.0, method);
}

/* Of a corner and a point of the board. */
START_TEST(a_pair_is_as_stiff_as_its_inertia_and_its_body) {
    const double e = 1e-5;
    ts_ccd_method method;
    ts_simulation *s = start_cube_over_board(0.06, &method);
    ts_cipc *solver = s->self;
    ts_error error;
    ts_block_matrix elastic = {0};
    const double(*x)[3] = (const double(*)[3])s->state.x;
    const int32_t corner = (int32_t)s->bodies.body[1].node_first, point = 0;
    ck_assert_int_eq(ts_objective_elastic_hessian(&solver->objective, x, 1.0, &elastic, &error), TS_OK);
    const ts_stencil pair = {corner, point, -1, -1};
    double way[3];
    ts_sub(x[corner], x[point], way);
    const double gap = sqrt(ts_norm2(way));
    /* The inertia alone, twice as far in time: four times. */
    const ts_pair_stiffness inertia = {&s->bodies, NULL, 0.01, 0.0, 1.0}, both = {&s->bodies, &elastic, 1.0, 0.0, 1.0};
    const ts_pair_stiffness stiff = {&s->bodies, NULL, 0.01, 7.0, 1.0}, short_of = {&s->bodies, NULL, 0.01, 0.0, 1e-3};
    const double mass = s->bodies.mass[corner];
    ck_assert_double_eq_tol(ts_pair_stiffness_at(&inertia, TS_POINT_POINT, pair, 0.0, x) / (mass * 1e-4 / (gap * gap)),
                            1.0, 1e-12);
    ck_assert_double_eq(ts_pair_stiffness_at(&stiff, TS_POINT_POINT, pair, 0.0, x), 7.0);
    ck_assert_double_eq_tol(ts_pair_stiffness_at(&short_of, TS_POINT_POINT, pair, 0.0, x) / (mass * 100.0), 1.0, 1e-12);
    /* n^T H n by differences of the energy along n; at rest nothing is projected. */
    double energy[3], start[3];
    memcpy(start, x[corner], sizeof start);
    for (int k = 0; k < 3; ++k) {
        ts_axpy(start, (k - 1) * e * 0.1 / gap, way, s->state.x[corner]);
        energy[k] = s->choice.solver->energies(s->self).elastic;
    }
    memcpy(s->state.x[corner], start, sizeof start);
    const double curvature = (energy[0] - 2.0 * energy[1] + energy[2]) / (0.1 * e * 0.1 * e);
    const double own = ts_pair_stiffness_at(&both, TS_POINT_POINT, pair, 0.0, x) - mass / (gap * gap);
    ck_assert_double_gt(curvature, 1.0);
    ck_assert_double_eq_tol(own / curvature, 1.0, 1e-4);
    ts_block_matrix_clear(&elastic);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Two particles half of dhat apart: whatever the barrier, its second derivative by the gap is twice the pair's
 * stiffness, as that of the cubic one is there. */
START_TEST(any_barrier_is_as_stiff_amid_its_range) {
    for (size_t k = 0; ts_barrier_at(k); ++k) {
        const ts_barrier *barrier = ts_barrier_at(k);
        ts_setup setup = {.settings = ts_simulation_standard()};
        setup.settings.barrier = ts_model_chosen(&barrier->model);
        setup.settings.stiffness = ts_model_chosen(&ts_stiffness_find("semi-implicit")->model);
        const ts_new_body particle = {.body = {.material = ts_test_material()}};
        const double dhat = setup.settings.dhat;
        ts_test_add(&setup, "below", ts_test_particle(0, 0, 0), &particle);
        ts_test_add(&setup, "above", ts_test_particle(0, 0.5 * dhat, 0), &particle);
        ts_ccd_method method;
        ts_simulation *s = ts_test_start(&setup, 0.0, &method);
        const ts_cipc *solver = s->self;
        const double(*x)[3] = (const double(*)[3])s->state.x;
        const ts_contact_pair *pair = NULL;
        ck_assert_int_eq(ts_objective_update(&((ts_cipc *)s->self)->objective, x, NULL), TS_OK);
        ck_assert_uint_eq(ts_contact_pairs(solver->contact, &pair), 1);
        const ts_pair_stiffness own = {&s->bodies, NULL, s->settings.h, 0.0, dhat};
        const double stiffness = ts_pair_stiffness_at(&own, TS_POINT_POINT, pair->node, 0.0, x);
        const double bend = ts_barrier_bend(barrier, 0.0, dhat, s->settings.barrier.parameter);
        ck_assert_msg(fabs(pair->multiplicity * bend / (2.0 * stiffness) - 1.0) < 1e-9, "%s: %g %g %g",
                      barrier->model.name, pair->multiplicity, bend, stiffness);
        ts_simulation_destroy(s);
        ts_ccd_method_clear(&method);
    }
}
END_TEST

/* A particle over a held one, half of dhat apart, its inertia's target 0.2 m below: kappa balances the inertia of the
 * upper one alone, whatever is said of the held one. */
START_TEST(what_is_held_has_no_part_in_the_balance) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.barrier = (ts_model_choice){.name = "ipc"};
    setup.settings.stiffness = (ts_model_choice){.name = "balanced"};
    const ts_new_body particle = {.body = {.material = ts_test_material()}};
    const double dhat = setup.settings.dhat;
    ts_test_add(&setup, "below", ts_test_particle(0, 0, 0), &particle);
    ts_test_add(&setup, "above", ts_test_particle(0, 0.5 * dhat, 0), &particle);
    ts_test_tell(&setup, 1, (const int32_t[]){0});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_cipc *solver = s->self;
    const double(*x)[3] = (const double(*)[3])s->state.x;
    bool changed = false;
    memcpy(solver->xtilde, s->state.x, 2 * sizeof *solver->xtilde);
    solver->held[0] = 1;
    solver->xtilde[0][1] -= _i == 0 ? 0.0 : 0.1;
    solver->xtilde[1][1] -= 0.2;
    solver->objective.inertia_weight = 1.0;
    ck_assert_int_eq(ts_objective_update(&solver->objective, x, NULL), TS_OK);
    ck_assert_int_eq(ts_objective_adapt(&solver->objective, x, &changed, NULL), TS_OK);
    /* of -(g^2 - dhat^2)^2 ln(g^2 / dhat^2) by g, at dhat / 2 */
    const double slope = (1.5 * log(4.0) + 2.25) * dhat * dhat * dhat;
    ck_assert(changed);
    ck_assert_double_eq_tol(ts_contact_kappa(solver->contact) * slope / (0.2 * s->bodies.mass[1]), 1.0, 1e-12);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Of two nodes that move together, by halves: the middle of a diagonal of the cube's lower side, over the middle of the
 * board. */
START_TEST(nodes_of_a_pair_are_as_stiff_as_they_are_together) {
    const double e = 1e-6;
    ts_ccd_method method;
    ts_simulation *s = start_cube_over_board(0.35, &method);
    ts_cipc *solver = s->self;
    ts_error error;
    ts_block_matrix elastic = {0};
    double(*x)[3] = s->state.x, rows[4][3], energy[3], mass = 0.0, square = 0.0;
    ts_stencil pair = {4, -1, -1, -1};
    for (size_t t = 0; t < s->bodies.boundary_triangles; ++t) {
        const int32_t *corner = s->bodies.boundary[t];
        if (x[corner[0]][1] < 0.31 && x[corner[1]][1] < 0.31 && x[corner[2]][1] < 0.31)
            memcpy(pair + 1, corner, 3 * sizeof *corner);
    }
    ck_assert_int_ge(pair[3], 0);
    ck_assert_int_eq(ts_objective_elastic_hessian(&solver->objective, (const double(*)[3])x, 1.0, &elastic, &error),
                     TS_OK);
    for (int i = 0; i < 4; ++i) memcpy(rows[i], x[pair[i]], sizeof rows[i]);
    ts_closest closest;
    ts_closest_points(TS_POINT_TRIANGLE, (const double(*)[3])rows, &closest);
    for (int i = 1; i < 4; ++i) {
        ck_assert(fabs(closest.weight[i]) < 1e-12 || fabs(closest.weight[i] - 0.5) < 1e-12);
        mass += closest.weight[i] * closest.weight[i] * s->bodies.mass[pair[i]];
        square += closest.weight[i] * closest.weight[i];
    }
    for (int k = 0; k < 3; ++k) {
        for (int i = 1; i < 4; ++i) x[pair[i]][1] = rows[i][1] + (k - 1) * e * closest.weight[i];
        energy[k] = s->choice.solver->energies(s->self).elastic;
    }
    for (int i = 1; i < 4; ++i) x[pair[i]][1] = rows[i][1];
    const double gap = sqrt(closest.distance2), curvature = (energy[0] - 2.0 * energy[1] + energy[2]) / (e * e);
    const ts_pair_stiffness both = {&s->bodies, &elastic, 1.0, 0.0, 1.0};
    const double found = ts_pair_stiffness_at(&both, TS_POINT_TRIANGLE, pair, 0.0, (const double(*)[3])x);
    ck_assert_double_gt(curvature, 1.0);
    ck_assert_double_eq_tol((found - mass / square / (gap * gap)) * square / curvature, 1.0, 1e-3);
    ts_block_matrix_clear(&elastic);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* The closest features of primitives decide, and their weights: a point over the inside of a triangle and over its
 * edge, by hand. */
START_TEST(primitives_count_by_their_closest_points) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const ts_new_body body = {.body = {.material = ts_test_material()}};
    ts_test_add(&setup, "sheet", ts_test_sheet(1, 1.0, 0.0), &body); /* triangle 0, 1, 2: a right angle at 0 */
    ts_test_add(&setup, "particle", ts_test_particle(0.0, 1.0, 0.0), &body);
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    const ts_bodies *bodies = &s->bodies;
    const ts_pair_stiffness of = {bodies, NULL, 0.01, 0.0, 1.0};
    const ts_stencil nodes = {4, 0, 1, 2};
    double x[5][3];
    for (int i = 0; i < 5; ++i) memcpy(x[i], bodies->rest[i], sizeof x[i]);
    const double over[2][3] = {{-0.3, 0.1, -0.2}, {-0.8, 0.1, 0.25}},
                 weight[2][4] = {{1, -0.5, -0.3, -0.2}, {1, -0.25, -0.75, 0}};
    for (int k = 0; k < 2; ++k) {
        memcpy(x[4], over[k], sizeof over[k]);
        const double gap = k == 0 ? 0.1 : sqrt(0.01 + 0.09);
        double mass = 0.0, square = 0.0;
        for (int i = 0; i < 4; ++i) {
            mass += weight[k][i] * weight[k][i] * bodies->mass[nodes[i]];
            square += weight[k][i] * weight[k][i];
        }
        const double known = mass / square * 1e-4 / (gap * gap);
        const double got = ts_pair_stiffness_at(&of, TS_POINT_TRIANGLE, nodes, 0.0, (const double(*)[3])x);
        ck_assert_double_eq_tol(got / known, 1.0, 1e-12);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* The contact's energy where rod and particle have moved by `way` since the stiffnesses were found. */
static double energy_at(ts_potential *contact, const ts_bodies *bodies, const double (*from)[3], const double way[3],
                        double (*x)[3]) {
    double sum = 0.0, value[1024];
    ts_error error;
    for (size_t i = 0; i < bodies->nodes; ++i) {
        memcpy(x[i], from[i], sizeof x[i]);
        if (bodies->body_of[i] > 0) ts_axpy(x[i], 1.0, way, x[i]);
    }
    ck_assert_int_eq(contact->update(contact, (const double(*)[3])x, &error), TS_OK);
    ck_assert_uint_le(contact->count, sizeof value / sizeof *value);
    contact->evaluate(contact->self, (const double(*)[3])x, 0, contact->count, &(ts_locals){.value = value});
    for (size_t k = 0; k < contact->count; ++k) sum += value[k];
    return sum;
}

/* A rod and a particle glide over triangles and beyond their border: closest features change many times, and the
 * energy must not jump. */
START_TEST(energy_does_not_jump_where_features_change) {
    enum { SAMPLES = 20000 };
    const double dhat = 0.02, direction[3] = {0.15, 0.003, 0.11};
    ts_setup setup = {.settings = ts_simulation_standard()};
    const ts_new_body body = {.body = {.material = ts_test_material()}};
    ts_test_add(&setup, "sheet", ts_test_sheet(4, 0.2, 0.0), &body);
    ts_test_add(&setup, "rod", ts_test_rod(3, 0.05, 0.01), &body);
    ts_test_add(&setup, "particle", ts_test_particle(0.011, 0.009, -0.023), &body);
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    const ts_contact_settings settings = {.dhat = dhat,
                                          .h = 0.01,
                                          .diagonal = 1.0,
                                          .barrier = {.name = "cubic"},
                                          .stiffness = {.name = "semi-implicit"},
                                          .method = &method};
    ts_contact *contact;
    ts_potential potential;
    ck_assert_int_eq(ts_contact_create(&s->bodies, &settings, &contact, NULL), TS_OK);
    ts_contact_potential(contact, &potential);
    double(*x)[3] = calloc(s->bodies.nodes, sizeof *x), (*from)[3] = calloc(s->bodies.nodes, sizeof *from);
    memcpy(from, s->state.x, s->bodies.nodes * sizeof *from);
    for (size_t i = 0; i < s->bodies.nodes; ++i) { /* along no edge of the sheet */
        if (s->bodies.body_of[i] == 1) from[i][2] = 0.37 * from[i][0];
    }
    double before = 0.0, most = 0.0, jump = 0.0;
    for (int k = 0; k <= SAMPLES; ++k) {
        double way[3];
        ts_scale((double)k / SAMPLES, direction, way);
        const double energy = energy_at(&potential, &s->bodies, (const double(*)[3])from, way, x);
        most = fmax(most, energy);
        if (k > 0) jump = fmax(jump, fabs(energy - before));
        before = energy;
    }
    ck_assert_double_gt(most, 0.0);
    ck_assert_msg(jump < 2e-3 * most, "the energy jumps by %g of its most", jump / most);
    ck_assert_double_lt(before, 0.1 * most); /* it has gone beyond the border */
    free(x), free(from);
    ts_contact_destroy(contact);
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
    ck_assert(barrier && barrier->term && strcmp(barrier->term->name, term->name) == 0);
    const double at = 1e-7, parameters[2] = {0.0, 1e-3};
    ts_term_value asked = {0}, direct = {0};
    barrier->term->evaluate(barrier->term, &at, parameters, &asked);
    term->evaluate(term, &at, parameters, &direct);
    ck_assert(memcmp(&asked, &direct, sizeof asked) == 0 && asked.value > 0.0);
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
    tcase_add_test(tests, any_barrier_is_as_stiff_amid_its_range);
    tcase_add_loop_test(tests, what_is_held_has_no_part_in_the_balance, 0, 2);
    tcase_add_test(tests, nodes_of_a_pair_are_as_stiff_as_they_are_together);
    tcase_add_test(tests, primitives_count_by_their_closest_points);
    tcase_add_test(tests, energy_does_not_jump_where_features_change);
    tcase_add_test(tests, a_term_becomes_a_barrier_or_is_refused);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
