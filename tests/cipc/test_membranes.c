/* SPDX-License-Identifier: MIT
 * StVK, neo-Hookean, corotated and orthotropic membranes against their energies in 512 bits, at rest, stretched,
 * compressed, collapsed and near limits; rigid motions; steps within the orthotropic limits. */
#include "cipc/potentials/membrane.h"
#include "tests/cipc/elements.h"

static const ts_potential_entry *const MODELS[] = {&ts_membrane_stvk_potential, &ts_membrane_neo_hookean_potential,
                                                   &ts_membrane_corotated_potential,
                                                   &ts_membrane_orthotropic_potential};
enum { MODEL_COUNT = sizeof MODELS / sizeof *MODELS, ISOTROPIC = 3 };

static ts_material material_of(const ts_potential_entry *entry) {
    return (ts_material){.density = 470,
                         .thickness = 0.3,
                         .young = 5,
                         .poisson = 0.243,
                         .membrane_scale = 0.5,
                         .membrane = ts_model_chosen(entry->model),
                         .orthotropy = {.a11 = 2.4,
                                        .a22 = 1.1,
                                        .a12 = 1.7,
                                        .g12 = 0.9,
                                        .l1 = 0.14,
                                        .l2 = 0.25,
                                        .l12 = 0.063,
                                        .warp = {1, 0, 5}}}; /* its component out of the plane does not count */
}

static ts_potential potential_of(specimen *s, const ts_potential_entry *entry) {
    const ts_material material = material_of(entry);
    ts_potential potential;
    ts_error error;
    specimen_init(s, 3, &material);
    ck_assert_msg(entry->init(&s->bodies, &potential, &error) == TS_OK, "%s", error.message);
    ck_assert_uint_eq(potential.count, 1);
    ck_assert_int_eq(ts_stencil_size(potential.stencil[0]), 3);
    return potential;
}

/* ---- Energies in terms of C = F^T F ---- */

static precise product(precise f[3][3], int i, int j) {
    precise sum = number(0);
    for (int k = 0; k < 3; ++k) sum = add(sum, mul(f[i][k], f[j][k]));
    return sum;
}

static precise lame_mu(const ts_material *m) {
    precise young = times(m->membrane_scale, number(m->young));
    return over(young, times(2, add(number(1), number(m->poisson))));
}

static precise lame_lambda(const ts_material *m) {
    precise young = times(m->membrane_scale, number(m->young)), nu = number(m->poisson);
    return over(mul(young, nu), sub(number(1), mul(nu, nu)));
}

/* 1/4 (lambda/2 tr^2 M + mu tr M^2), M = C - Id */
static precise stvk(const ts_material *m, precise f[3][3]) {
    precise a = sub(product(f, 0, 0), number(1)), b = sub(product(f, 1, 1), number(1)), c = product(f, 0, 1);
    precise trace = add(a, b), square = add(add(mul(a, a), mul(b, b)), times(2, mul(c, c)));
    return times(0.25, add(times(0.5, mul(lame_lambda(m), mul(trace, trace))), mul(lame_mu(m), square)));
}

/* mu/2 (tr C - 2) - mu ln J + lambda/2 (ln J)^2, J^2 = det C */
static precise neo_hookean(const ts_material *m, precise f[3][3]) {
    precise a = product(f, 0, 0), b = product(f, 1, 1), c = product(f, 0, 1);
    precise log_J = times(0.5, logarithm(sub(mul(a, b), mul(c, c))));
    precise stretch = sub(times(0.5, sub(add(a, b), number(2))), log_J);
    return add(mul(lame_mu(m), stretch), times(0.5, mul(lame_lambda(m), mul(log_J, log_J))));
}

/* mu |F - R|^2 + lambda/2 (tr sqrt C - 2)^2; tr^2 sqrt C = tr C + 2 sqrt det C */
static precise corotated(const ts_material *m, precise f[3][3]) {
    precise a = product(f, 0, 0), b = product(f, 1, 1), c = product(f, 0, 1);
    precise j = root(sub(mul(a, b), mul(c, c))), grown = sub(root(add(add(a, b), times(2, j))), number(2));
    precise away = sub(sub(add(a, b), times(2, grown)), number(2));
    return add(mul(lame_mu(m), away), times(0.5, mul(lame_lambda(m), mul(grown, grown))));
}

/* -Y ln((Y - y)/Y) */
static precise eta(precise y, precise limit) {
    return times(-1, mul(limit, logarithm(over(sub(limit, y), limit))));
}

/* The warp of these specimens, projected, is the first axis of the rest shape. */
static precise orthotropic(const ts_material *material, precise f[3][3]) {
    const ts_orthotropy *m = &material->orthotropy;
    precise e11 = times(0.5, sub(product(f, 0, 0), number(1))), e22 = times(0.5, sub(product(f, 1, 1), number(1)));
    precise e12 = times(0.5, product(f, 0, 1)), l1 = number(m->l1), l2 = number(m->l2), l12 = number(m->l12);
    precise sum = times(0.5, mul(number(m->a11), eta(mul(e11, e11), mul(l1, l1))));
    sum = add(sum, times(0.5, mul(number(m->a22), eta(mul(e22, e22), mul(l2, l2)))));
    sum = add(sum, mul(number(m->a12), eta(mul(e11, e22), mul(l1, l2))));
    sum = add(sum, mul(number(m->g12), eta(mul(e12, e12), mul(l12, l12))));
    return times(material->membrane_scale, sum);
}

/* ---- Isotropic ---- */

static const double states[][3] = {{1, 1},        {1.2, 0.8},           {0.7, 0.6},  {1.05, 1.05},
                                   {1.4, 1.3999}, {1 + 1e-8, 1 - 1e-8}, {1.1, 1e-3}, {0.9, 0.9 - 1e-13}};

START_TEST(isotropic_membranes_have_the_derivatives_of_their_energy) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    energy_density *const densities[ISOTROPIC] = {stvk, neo_hookean, corotated};
    for (int model = 0; model < ISOTROPIC; ++model) {
        specimen s;
        ts_potential potential = potential_of(&s, MODELS[model]);
        energy_density *density = densities[model];
        for (size_t k = 0; k < sizeof states / sizeof *states; ++k) {
            specimen_pose(&s, states[k], &random);
            check_specimen(&potential, &s, density, 1e-13 / states[k][1]);
            check_objectivity(&potential, &s, &random, 1e-13 / states[k][1]);
        }
        potential.clear(&potential);
    }
}
END_TEST

START_TEST(collapsed_triangles_do_not_break_stvk) {
    const double sigma[][3] = {{1, 0}, {0, 0}, {1.2, 1e-20}};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    specimen s;
    ts_potential potential = potential_of(&s, &ts_membrane_stvk_potential);
    for (size_t k = 0; k < sizeof sigma / sizeof *sigma; ++k) {
        specimen_pose(&s, sigma[k], &random);
        check_specimen(&potential, &s, stvk, 1e-13);
    }
    potential.clear(&potential);
}
END_TEST

START_TEST(rigid_motions_cost_nothing) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int model = 0; model < MODEL_COUNT; ++model) {
        specimen s;
        ts_potential potential = potential_of(&s, MODELS[model]);
        for (int k = 0; k < ts_test_cases(100); ++k) {
            response found;
            specimen_pose(&s, (const double[3]){1, 1}, &random);
            respond(&potential, &s, &found);
            ck_assert_double_le(fabs(found.value), 1e-29);
            for (int i = 0; i < 9; ++i) ck_assert_double_le(fabs(found.gradient[i]), 1e-14);
        }
        potential.clear(&potential);
    }
}
END_TEST

enum { TRIANGLES = 13 };

typedef struct many_responses {
    double value[TRIANGLES], gradient[TRIANGLES][12], hessian[TRIANGLES][144];
} many_responses;

/* Triangles of three nodes each: as they come, at rest, collapsed to a line, to a point. */
static void lay_out_triangles(ts_random *random, double rest[][3], double x[][3], int32_t triangle[][3]) {
    for (int k = 0; k < TRIANGLES; ++k) {
        for (int a = 0; a < 3; ++a) {
            const int node = triangle[k][a] = 3 * k + a;
            for (int i = 0; i < 3; ++i) {
                rest[node][i] = specimen_shape[a][i] + 0.1 * ts_random_between(random, -1, 1);
                x[node][i] = rest[node][i] + 0.3 * ts_random_between(random, -1, 1);
                if (k % 5 == 1) x[node][i] = rest[node][i];
                if (k % 5 == 2) x[node][i] = 0.5 * a * (i + 1);
                if (k % 5 == 3) x[node][i] = 0.25;
            }
        }
    }
}

/* Some triangles at a time against all. */
static void check_choices(ts_membrane_evaluate *evaluate, const ts_potential *potential, const double (*x)[3],
                          const many_responses *together) {
    static many_responses alone;
    const uint32_t entry[] = {0, 2, 3};
    for (size_t first = 0; first + 3 < TRIANGLES; ++first) {
        memset(&alone, 0x55, sizeof alone);
        const many_responses before = alone;
        const ts_locals some = {.value = alone.value, .gradient = alone.gradient, .hessian = alone.hessian};
        const ts_membrane_choice choice = {.first = first, .count = 3, .at = entry};
        evaluate(potential->self, x, &choice, &some);
        for (size_t k = 0; k < TRIANGLES; ++k) {
            const bool asked = k == 0 || k == 2 || k == 3;
            const many_responses *expected = asked ? together : &before;
            const size_t from = asked ? first + k : k;
            ck_assert(memcmp(&alone.value[k], &expected->value[from], sizeof(double)) == 0);
            ck_assert(memcmp(alone.gradient[k], expected->gradient[from], 9 * sizeof(double)) == 0);
            for (int row = 0; row < 9; ++row) {
                ck_assert(memcmp(alone.hessian[k] + 12 * row, expected->hessian[from] + 12 * row, 9 * sizeof(double)) ==
                          0);
            }
        }
    }
}

/* Neighbours in the lanes, how many lanes there are and which triangles are chosen change no bit; what is not asked
 * for is not touched. */
START_TEST(lanes_do_not_meet) {
    static ts_membrane_evaluate *const of_width[TS_TEST_WIDTHS] = {
        ts_membrane_evaluate_portable, ts_membrane_evaluate_avx2, ts_membrane_evaluate_avx512};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 6);
    specimen s;
    static double rest[3 * TRIANGLES][3], x[3 * TRIANGLES][3];
    static int32_t triangle[TRIANGLES][3], body_of[3 * TRIANGLES];
    const ts_material material = material_of(&ts_membrane_stvk_potential);
    specimen_init(&s, 3, &material);
    lay_out_triangles(&random, rest, x, triangle);
    s.bodies.nodes = 3 * TRIANGLES;
    s.bodies.triangles = TRIANGLES;
    s.bodies.rest = rest;
    s.bodies.triangle = triangle;
    s.bodies.body_of = body_of;
    ts_potential potential;
    ts_error error;
    ck_assert_msg(ts_membrane_stvk_potential.init(&s.bodies, &potential, &error) == TS_OK, "%s", error.message);
    static many_responses together;
    const ts_locals all = {.value = together.value, .gradient = together.gradient, .hessian = together.hessian};
    potential.evaluate(potential.self, (const double(*)[3])x, 0, TRIANGLES, &all);
    for (int w = 0; w < TS_TEST_WIDTHS; ++w) {
        if (ts_test_has_width(w)) check_choices(of_width[w], &potential, (const double(*)[3])x, &together);
    }
    potential.clear(&potential);
}
END_TEST

/* ---- Orthotropic ---- */

/* A pose with the Green strains E11, E22, E12: F's columns have these products. */
static void pose_with_strain(specimen *s, const double strain[3], ts_random *random) {
    double r[3][3];
    random_rotation(random, r);
    const double a = sqrt(1 + 2 * strain[0]), c = 2 * strain[2] / a, b = sqrt(1 + 2 * strain[1] - c * c);
    for (int node = 0; node < 3; ++node) {
        const double *u = s->rest[node], flat[3] = {a * u[0] + c * u[1], b * u[1], 0};
        apply(r, flat, s->x[node]);
    }
}

static const struct {
    double strain[3], slack; /* share of the limit that is left */
} strained[] = {{{0, 0, 0}, 1},
                {{0.05, -0.1, 0.02}, 0.6},
                {{-0.13, -0.2, -0.05}, 0.07},
                {{0.1399999, 0.1, 0.01}, 7e-7},
                {{-0.139999, 0.249999, 0}, 4e-6},
                {{1e-9, -1e-9, 1e-9}, 1},
                {{0.1, 0.2, 0.0629999}, 1.5e-6}};

START_TEST(orthotropic_membranes_have_the_derivatives_of_their_energy) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    specimen s;
    ts_potential potential = potential_of(&s, &ts_membrane_orthotropic_potential);
    for (size_t k = 0; k < sizeof strained / sizeof *strained; ++k) {
        pose_with_strain(&s, strained[k].strain, &random);
        check_specimen(&potential, &s, orthotropic, 1e-13 / strained[k].slack);
        check_objectivity(&potential, &s, &random, 1e-13 / strained[k].slack);
    }
    const double beyond[][3] = {{0.141, 0, 0}, {-0.141, 0, 0}, {0, 0.26, 0}, {0, 0, 0.064}, {0, 0, -0.064}};
    for (size_t k = 0; k < sizeof beyond / sizeof *beyond; ++k) {
        response found;
        pose_with_strain(&s, beyond[k], &random);
        respond(&potential, &s, &found);
        ck_assert(found.value == INFINITY);
    }
    potential.clear(&potential);
}
END_TEST

START_TEST(orthotropic_steps_end_within_the_limits) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    specimen s;
    ts_potential potential = potential_of(&s, &ts_membrane_orthotropic_potential);
    for (int k = 0; k < ts_test_cases(500); ++k) {
        double p[3][3], alpha = 1, start[3][3], value;
        ts_error error;
        pose_with_strain(&s, strained[k % 7].strain, &random);
        const double size = ts_random_log(&random, 1e-8, 10);
        for (int a = 0; a < 3; ++a)
            for (int i = 0; i < 3; ++i) p[a][i] = size * ts_random_between(&random, -1, 1);
        ck_assert(potential.max_step(&potential, (const double(*)[3])s.x, (const double(*)[3])p, &alpha, &error) ==
                  TS_OK);
        ck_assert(alpha > 0 && alpha <= 1);
        memcpy(start, s.x, sizeof start);
        for (int step = alpha < 1 ? 2 : 1; step >= 1; --step) { /* twice the step is too much, the step is not */
            for (int a = 0; a < 3; ++a)
                for (int i = 0; i < 3; ++i) s.x[a][i] = start[a][i] + step * alpha * p[a][i];
            potential.evaluate(potential.self, (const double(*)[3])s.x, 0, 1, &(ts_locals){.value = &value});
            ck_assert(step == 2 ? value == INFINITY : isfinite(value));
        }
    }
    potential.clear(&potential);
}
END_TEST

START_TEST(a_warp_normal_to_the_cloth_is_refused) {
    ts_material material = material_of(&ts_membrane_orthotropic_potential);
    memcpy(material.orthotropy.warp, (double[3]){0, 0, 1}, sizeof material.orthotropy.warp);
    specimen s;
    specimen_init(&s, 3, &material);
    ts_potential potential = {0};
    ts_error error;
    ck_assert(ts_membrane_orthotropic_potential.init(&s.bodies, &potential, &error) == TS_ERROR_DATA);
    ck_assert(strstr(error.message, "warp") != NULL);
    ck_assert(potential.self == NULL);
}
END_TEST

static void parameter_law(const ts_stretch_material *m, const ts_svd *svd, bool derivatives, ts_stretch *psi) {
    (void)svd, (void)derivatives;
    psi->value = m->parameter[1];
}

static bool every_one(const ts_material *material) {
    (void)material;
    return true;
}

START_TEST(laws_see_the_parameters_of_their_model) {
    ts_material material = material_of(&ts_membrane_stvk_potential);
    material.membrane.parameter[1] = 3.5;
    specimen s;
    specimen_init(&s, 3, &material);
    ts_elements elements;
    ts_potential potential;
    ts_error error;
    double value;
    ck_assert(ts_elements_of_shells(&s.bodies, every_one, false, &elements, &error) == TS_OK);
    const double volume = elements.element[0].volume;
    ck_assert(ts_elements_potential("parameters", &elements, parameter_law, &potential, &error) == TS_OK);
    potential.evaluate(potential.self, (const double(*)[3])s.rest, 0, 1, &(ts_locals){.value = &value});
    ck_assert_double_eq(value, volume * 3.5);
    potential.clear(&potential);
}
END_TEST

/* An obstacle has no elasticity, and a material without a model of this kind no element. */
START_TEST(obstacles_and_other_models_are_left_out) {
    const ts_material material = material_of(&ts_membrane_stvk_potential);
    specimen s;
    specimen_init(&s, 3, &material);
    ts_potential potential;
    ts_error error;
    ck_assert(ts_membrane_neo_hookean_potential.init(&s.bodies, &potential, &error) == TS_OK);
    ck_assert_uint_eq(potential.count, 0);
    potential.clear(&potential);
    s.body.obstacle = true;
    ck_assert(ts_membrane_stvk_potential.init(&s.bodies, &potential, &error) == TS_OK);
    ck_assert_uint_eq(potential.count, 0);
    potential.clear(&potential);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("membranes");
    TCase *tests = tcase_create("membranes");
    tcase_add_test(tests, isotropic_membranes_have_the_derivatives_of_their_energy);
    tcase_add_test(tests, collapsed_triangles_do_not_break_stvk);
    tcase_add_test(tests, lanes_do_not_meet);
    tcase_add_test(tests, rigid_motions_cost_nothing);
    tcase_add_test(tests, orthotropic_membranes_have_the_derivatives_of_their_energy);
    tcase_add_test(tests, orthotropic_steps_end_within_the_limits);
    tcase_add_test(tests, a_warp_normal_to_the_cloth_is_refused);
    tcase_add_test(tests, laws_see_the_parameters_of_their_model);
    tcase_add_test(tests, obstacles_and_other_models_are_left_out);
    suite_add_tcase(suite, tests);
    const int result = ts_run_suite(suite);
    precise_free();
    return result;
}
