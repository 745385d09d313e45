/* SPDX-License-Identifier: MIT
 * Stretch and bending of rods against their definitions in MPFR, their Hessians against clamped eigenvalues; a rod on
 * a circle against the energy of theory; how far a rod may fold. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cipc/potentials/table.h"
#include "core/random.h"
#include "tests/cipc/differences.h"
#include "tests/cipc/precise.h"
#include "tests/support.h"

enum { MOST_NODES = 201 };

typedef struct rod {
    ts_bodies bodies;
    ts_body body;
    double rest[MOST_NODES][3], x[MOST_NODES][3];
    int32_t body_of[MOST_NODES], segment[MOST_NODES][2];
} rod;

static const ts_material HAIR = {.thickness = 0.02,
                                 .young = 3e7,
                                 .membrane_scale = 0.5,
                                 .bending_scale = 0.25,
                                 .rod_bending = {.name = "bergou"},
                                 .bends = true};
static const ts_model_choice ANGLE = {.name = "angle"};

/* A straight rod of the given length along x. */
static void make_rod(rod *r, int segments, double length) {
    memset(r, 0, sizeof *r);
    r->body = (ts_body){.name = "rod", .material = HAIR, .node_count = (size_t)segments + 1};
    for (int i = 0; i <= segments; ++i) r->rest[i][0] = length * i / segments;
    for (int i = 0; i < segments; ++i) r->segment[i][0] = i, r->segment[i][1] = i + 1;
    r->bodies = (ts_bodies){.bodies = 1,
                            .body = &r->body,
                            .nodes = (size_t)segments + 1,
                            .rest = r->rest,
                            .body_of = r->body_of,
                            .segments = (size_t)segments,
                            .segment = r->segment};
}

static ts_potential made_by(ts_potential_init *init, const rod *r) {
    ts_potential potential;
    ts_error error;
    ck_assert_int_eq(init(&r->bodies, &potential, &error), TS_OK);
    return potential;
}

static double energy_of(const ts_potential *potential, const double (*x)[3]) {
    double sum = 0.0;
    for (size_t k = 0; k < potential->count; ++k) {
        double value;
        potential->evaluate(potential->self, x, k, 1, &(ts_locals){.value = &value});
        sum += value;
    }
    return sum;
}

/* ---- The definitions ---- */

static precise length_of(const precise a[3], precise difference[3], const precise b[3]) {
    precise sum = number(0);
    for (int i = 0; i < 3; ++i) {
        difference[i] = sub(b[i], a[i]);
        sum = add(sum, mul(difference[i], difference[i]));
    }
    return root(sum);
}

static void load(mpfr_t *x, int nodes, precise at[][3]) {
    for (int k = 0; k < 3 * nodes; ++k) {
        at[k / 3][k % 3] = precise_new();
        mpfr_set(at[k / 3][k % 3], x[k], MPFR_RNDN);
    }
}

static void load_rest(const rod *r, int nodes, precise at[][3]) {
    for (int k = 0; k < 3 * nodes; ++k) at[k / 3][k % 3] = number(r->rest[k / 3][k % 3]);
}

static precise circle_constant(void) {
    precise out = precise_new();
    mpfr_const_pi(out, MPFR_RNDN);
    return out;
}

static void stretch_energy(const void *self, mpfr_t *x, mpfr_t out) {
    const rod *r = self;
    const ts_material *m = &r->body.material;
    const int mark = precise_used;
    precise now[2][3], rest[2][3], e[3];
    load(x, 2, now);
    load_rest(r, 2, rest);
    const precise rest_length = length_of(rest[0], e, rest[1]), length = length_of(now[0], e, now[1]);
    const precise d = number(m->thickness), young = mul(number(m->young), number(m->membrane_scale));
    const precise volume = times(0.25, mul(circle_constant(), mul(mul(d, d), rest_length)));
    const precise strain = sub(over(length, rest_length), number(1));
    mpfr_set(out, times(0.5, mul(mul(volume, young), mul(strain, strain))), MPFR_RNDN);
    precise_reset(mark);
}

static void bending_energy(const void *self, mpfr_t *x, mpfr_t out) {
    const rod *r = self;
    const ts_material *m = &r->body.material;
    const int mark = precise_used;
    precise now[3][3], rest[3][3], e0[3], e1[3];
    load(x, 3, now);
    load_rest(r, 3, rest);
    const precise length0 = length_of(rest[0], e0, rest[1]), length1 = length_of(rest[1], e1, rest[2]);
    const precise now0 = length_of(now[0], e0, now[1]), now1 = length_of(now[1], e1, now[2]);
    const bool as_it_is = strcmp(m->rod_bending.name, ANGLE.name) == 0;
    precise denominator = as_it_is ? mul(now0, now1) : mul(length0, length1), kb2 = number(0);
    for (int i = 0; i < 3; ++i) denominator = add(denominator, mul(e0[i], e1[i]));
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const precise kb = over(times(2, sub(mul(e0[j], e1[k]), mul(e0[k], e1[j]))), denominator);
        kb2 = add(kb2, mul(kb, kb));
    }
    const precise radius = times(0.5, number(m->thickness)), r2 = mul(radius, radius);
    const precise young = mul(number(m->young), number(m->bending_scale));
    const precise stiffness = times(0.25, mul(mul(circle_constant(), young), mul(r2, r2)));
    mpfr_set(out, over(mul(stiffness, kb2), add(length0, length1)), MPFR_RNDN);
    precise_reset(mark);
}

/* ---- One stencil ---- */

/* Compares the stencil of nodes 0, 1(, 2) of r at r->x; tolerances against the largest entry, `force` of the gradient
 * against force. */
static void check_stencil(ts_potential_init *init, const rod *r, const reference_function *f, double tolerance,
                          double force) {
    const int dofs = f->n;
    double value, gradient[12], hessian[144], expected[144];
    reference_point reference;
    ts_potential potential = made_by(init, r);
    ck_assert_uint_eq(potential.count, 1);
    ck_assert_int_eq(3 * ts_stencil_size(potential.stencil[0]), dofs);
    const ts_locals locals = {.value = &value, .gradient = &gradient, .hessian = &hessian};
    potential.evaluate(potential.self, (const double(*)[3])r->x, 0, 1, &locals);
    potential.clear(&potential);

    reference_evaluate(f, r->x[0], &reference);
    memcpy(expected, reference.hessian, sizeof expected);
    reference_project(dofs, expected);
    ck_assert_double_le(fabs(value - reference.value), tolerance * (reference.value + force));
    for (int i = 0; i < dofs; ++i) {
        ck_assert_double_le(fabs(gradient[i] - reference.gradient[i]),
                            tolerance * (fabs(reference.gradient[i]) + force));
    }
    const double error = reference_error(dofs, dofs, hessian, expected);
    ck_assert_msg(error <= tolerance, "projected Hessian off by %g", error);
    double largest = 0.0;
    for (int i = 0; i < dofs; ++i) largest = fmax(largest, fabs(hessian[13 * i]));
    ck_assert_double_ge(reference_project(dofs, hessian), -1e-13 * largest);
}

START_TEST(stretch_agrees_with_the_definition) {
    static const double lengths[] = {0.2, 1e-3, 0.199999999, 0.3, 10.0, 0.15};
    static rod r;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    const int cases = ts_test_cases(60);
    for (int k = 0; k < cases; ++k) {
        make_rod(&r, 1, 0.2);
        double direction[3], n = 0.0;
        for (int i = 0; i < 3; ++i)
            direction[i] = ts_random_between(&random, -1.0, 1.0), n += direction[i] * direction[i];
        const double length = lengths[(size_t)k % (sizeof lengths / sizeof *lengths)];
        for (int i = 0; i < 3; ++i) r.x[1][i] = length * direction[i] / sqrt(n);
        const double stiffness = HAIR.young * HAIR.thickness * HAIR.thickness;
        check_stencil(ts_rod_stretch_potential.init, &r, &(reference_function){stretch_energy, &r, 6}, 1e-12,
                      stiffness * 0.1);
    }
}
END_TEST

/* Edges at `angle` to each other (0: straight), turned about x by `twist`. */
static void bend_elbow(rod *r, double angle, double twist, const double length[2]) {
    make_rod(r, 2, 0.4);
    r->rest[2][0] = 0.55;
    r->x[1][0] = length[0];
    r->x[2][0] = length[0] + length[1] * cos(angle);
    r->x[2][1] = length[1] * sin(angle) * cos(twist);
    r->x[2][2] = length[1] * sin(angle) * sin(twist);
}

static void check_bending(const ts_potential_entry *entry) {
    static const double angles[] = {0.0, 1e-15, 1e-11, 1e-6, 0.01, 0.5, M_PI / 2, 2.0, 3.0, M_PI - 0.01};
    static const double lengths[][2] = {{0.2, 0.35}, {0.1, 0.3}, {0.3, 0.1}, {1e-3, 0.5}, {0.2, 0.1}};
    static rod r;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (size_t a = 0; a < sizeof angles / sizeof *angles; ++a) {
        for (size_t l = 0; l < sizeof lengths / sizeof *lengths; ++l) {
            bend_elbow(&r, angles[a], ts_random_between(&random, -3.0, 3.0), lengths[l]);
            r.body.material.rod_bending = ts_model_chosen(entry->model);
            const double stiffness = HAIR.young * HAIR.bending_scale * pow(0.01, 4.0);
            check_stencil(entry->init, &r, &(reference_function){bending_energy, &r, 9}, 1e-10, stiffness);
        }
    }
    const int cases = ts_test_cases(40);
    for (int k = 0; k < cases; ++k) {
        bend_elbow(&r, 0.0, 0.0, lengths[0]);
        for (int i = 0; i < 9; ++i) r.x[i / 3][i % 3] = ts_random_between(&random, -0.15, 0.15);
        double dot = 0.0;
        for (int i = 0; i < 3; ++i) dot += (r.x[1][i] - r.x[0][i]) * (r.x[2][i] - r.x[1][i]);
        if (dot < -0.99 * 0.2 * 0.35) continue; /* folded back */
        r.body.material.rod_bending = ts_model_chosen(entry->model);
        check_stencil(entry->init, &r, &(reference_function){bending_energy, &r, 9}, 1e-10, 1.0);
    }
}

START_TEST(bending_agrees_with_the_definition) {
    check_bending(&ts_rod_bending_potential);
    check_bending(&ts_rod_bending_angle_potential);
}
END_TEST

/* Whatever the lengths, a right angle costs k (2 tan 45)^2 / l_i; folded back it is infinite from every side. */
START_TEST(the_angle_alone_counts) {
    static rod r;
    const double stiffness = HAIR.young * HAIR.bending_scale * 0.25 * M_PI * pow(0.01, 4.0);
    for (int k = -3; k <= 3; ++k) {
        bend_elbow(&r, 0.5 * M_PI, 0.3, (const double[2]){0.2 * pow(2.0, k), 0.35});
        r.body.material.rod_bending = ANGLE;
        ts_potential potential = made_by(ts_rod_bending_angle_potential.init, &r);
        ck_assert_double_eq_tol(energy_of(&potential, (const double(*)[3])r.x), stiffness * 4.0 / 0.55,
                                1e-14 * stiffness);
        memcpy(r.x[2], (const double[3]){0.0, 0.0, 0.0}, sizeof r.x[2]);
        ck_assert(isinf(energy_of(&potential, (const double(*)[3])r.x)));
        potential.clear(&potential);
    }
}
END_TEST

/* ---- Whole rods ---- */

/* 1/2 E I kappa^2 a unit of length on a circle of radius 1, I = pi/4 r^4. */
static double circle_over_theory(rod *r, int segments) {
    make_rod(r, segments, 2.0);
    for (int i = 0; i <= segments; ++i) {
        r->x[i][0] = sin(r->rest[i][0]);
        r->x[i][1] = 1.0 - cos(r->rest[i][0]);
    }
    ts_potential potential = made_by(ts_rod_bending_potential.init, r);
    ck_assert_uint_eq(potential.count, (size_t)segments - 1);
    ck_assert_double_eq(energy_of(&potential, (const double(*)[3])r->rest), 0.0);
    const double energy = energy_of(&potential, (const double(*)[3])r->x);
    potential.clear(&potential);
    const double bending = HAIR.young * HAIR.bending_scale * 0.25 * M_PI * pow(0.5 * HAIR.thickness, 4.0);
    return energy / (0.5 * bending * 2.0);
}

START_TEST(circle_stores_what_theory_says) {
    static rod r;
    const double coarse = circle_over_theory(&r, 50), fine = circle_over_theory(&r, 200);
    ck_assert_double_eq_tol(fine, 1.0, 0.01);
    ck_assert(fabs(fine - 1.0) < 0.3 * fabs(coarse - 1.0));
}
END_TEST

START_TEST(rigid_motions_cost_nothing) {
    static rod r;
    make_rod(&r, 20, 1.0);
    for (int i = 0; i <= 20; ++i) {
        r.x[i][0] = 0.6 * r.rest[i][0] + 3.0;
        r.x[i][1] = -2.0;
        r.x[i][2] = 0.8 * r.rest[i][0];
    }
    ts_potential potential = made_by(ts_rod_bending_potential.init, &r);
    ck_assert_double_le(energy_of(&potential, (const double(*)[3])r.x), 1e-24 * HAIR.young);
    potential.clear(&potential);
    potential = made_by(ts_rod_stretch_potential.init, &r);
    ck_assert_double_le(energy_of(&potential, (const double(*)[3])r.x), 1e-24 * HAIR.young);
    potential.clear(&potential);
}
END_TEST

/* The third node swings over the first: the step ends before the edges fold back, also when its end would be fine. */
START_TEST(step_keeps_the_rod_open) {
    static rod r;
    make_rod(&r, 2, 2.0);
    memcpy(r.x, r.rest, sizeof r.x);
    ts_potential potential = made_by(ts_rod_bending_potential.init, &r);
    ts_error error;
    double p[3][3] = {{0}}, alpha = 1.0;
    p[2][0] = -1.9;
    ck_assert_int_eq(potential.max_step(&potential, (const double(*)[3])r.x, (const double(*)[3])p, &alpha, &error),
                     TS_OK);
    ck_assert_double_eq(alpha, 1.0);
    p[2][0] = -2.0; /* reaches -1 = -|ebar0||ebar1| */
    potential.max_step(&potential, (const double(*)[3])r.x, (const double(*)[3])p, &alpha, &error);
    ck_assert_double_eq(alpha, 0.5);
    alpha = 1.0;
    p[0][0] = 1.5, p[2][0] = -20.0; /* 1 + (1 - 1.5 t)(1 - 20 t) is 10.5 at 1, but below 0 from 0.11 to 0.61 */
    potential.max_step(&potential, (const double(*)[3])r.x, (const double(*)[3])p, &alpha, &error);
    ck_assert_double_eq(alpha, 0.0625);
    alpha = 0.0; /* of another potential */
    ck_assert_int_eq(potential.max_step(&potential, (const double(*)[3])r.x, (const double(*)[3])p, &alpha, &error),
                     TS_OK);
    ck_assert_double_eq(alpha, 0.0);
    r.x[0][0] = 0.0, r.x[1][0] = 1.5, r.x[2][0] = 0.5;
    alpha = 1.0;
    ck_assert(isinf(energy_of(&potential, (const double(*)[3])r.x)));
    ck_assert_int_eq(potential.max_step(&potential, (const double(*)[3])r.x, (const double(*)[3])p, &alpha, &error),
                     TS_ERROR_DATA);
    ck_assert_double_eq(alpha, 1.0);
    potential.clear(&potential);
}
END_TEST

/* Of several elbows the one that may turn least says how far, wherever it is, and a folded one is told by its nodes. */
START_TEST(the_elbow_that_turns_least_says_how_far) {
    static rod r;
    ts_error error;
    make_rod(&r, 4, 4.0); /* elbows at nodes 1, 2, 3; edges of 1 */
    ts_potential potential = made_by(ts_rod_bending_potential.init, &r);
    ck_assert_uint_eq(potential.count, 3);
    for (int at = 0; at < 3; ++at) {
        double p[5][3] = {{0}}, alpha = 1.0;
        memcpy(r.x, r.rest, sizeof r.x);
        for (int i = at + 2; i < 5; ++i) p[i][0] = -2.0; /* the rest of the rod goes along: others stay straight */
        ck_assert_int_eq(potential.max_step(&potential, (const double(*)[3])r.x, (const double(*)[3])p, &alpha, &error),
                         TS_OK);
        ck_assert_double_eq(alpha, 0.5);
        for (int i = at + 2; i < 5; ++i) r.x[i][0] -= 2.0; /* folded */
        ck_assert_int_eq(potential.max_step(&potential, (const double(*)[3])r.x, (const double(*)[3])p, &alpha, &error),
                         TS_ERROR_DATA);
        char nodes[64];
        snprintf(nodes, sizeof nodes, "(nodes %d, %d, %d)", at, at + 1, at + 2);
        ck_assert_ptr_nonnull(strstr(error.message, nodes));
        ck_assert_double_eq(alpha, 0.5);
    }
    potential.clear(&potential);
}
END_TEST

START_TEST(who_bends) {
    static rod r;
    ts_error error;
    make_rod(&r, 3, 3.0); /* a star: three edges at node 1 */
    memcpy(r.rest[3], (double[3]){1.0, 1.0, 0.0}, sizeof r.rest[3]);
    r.segment[2][0] = 1;
    ts_potential potential = made_by(ts_rod_bending_potential.init, &r);
    ck_assert_uint_eq(potential.count, 3);
    for (int k = 0; k < 3; ++k) ck_assert_int_eq(potential.stencil[k][1], 1);
    potential.clear(&potential);
    r.body.material.bends = false;
    potential = made_by(ts_rod_bending_potential.init, &r);
    ck_assert_uint_eq(potential.count, 0);
    potential.clear(&potential);
    r.body.material.bends = true;
    r.body.material.bending_scale = 0.0; /* a chain, whose links may fold back on each other */
    potential = made_by(ts_rod_bending_potential.init, &r);
    ck_assert_uint_eq(potential.count, 0);
    potential.clear(&potential);
    r.body.material.bending_scale = HAIR.bending_scale;
    r.body.obstacle = true;
    potential = made_by(ts_rod_stretch_potential.init, &r);
    ck_assert_uint_eq(potential.count, 0);
    potential.clear(&potential);
    r.body.obstacle = false;
    r.body.material.bends = true;
    memcpy(r.rest[3], r.rest[1], sizeof r.rest[3]);
    ck_assert_int_eq(ts_rod_stretch_potential.init(&r.bodies, &potential, &error), TS_ERROR_DATA);
    ck_assert(strstr(error.message, "nodes 1 and 3") != NULL);
    ck_assert_int_eq(ts_rod_bending_potential.init(&r.bodies, &potential, &error), TS_ERROR_DATA);
    ck_assert(strstr(error.message, "node 1") != NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rods");
    TCase *tests = tcase_create("stretch and bending");
    tcase_add_test(tests, stretch_agrees_with_the_definition);
    tcase_add_test(tests, bending_agrees_with_the_definition);
    tcase_add_test(tests, the_angle_alone_counts);
    tcase_add_test(tests, circle_stores_what_theory_says);
    tcase_add_test(tests, rigid_motions_cost_nothing);
    tcase_add_test(tests, step_keeps_the_rod_open);
    tcase_add_test(tests, the_elbow_that_turns_least_says_how_far);
    tcase_add_test(tests, who_bends);
    suite_add_tcase(suite, tests);
    const int status = ts_run_suite(suite);
    precise_free();
    return status;
}
