/* SPDX-License-Identifier: MIT
 * Fixed corotated and neo-Hookean tets against their energies in 512 bits, at rest, stretched, nearly flat and
 * inverted; rigid motions; steps that keep tets from inverting. */
#include "tests/cipc/elements.h"

static const ts_material jelly = {.density = 1000, .young = 2.5, .poisson = 0.31};

static ts_material material_of(const ts_potential_entry *entry) {
    ts_material material = jelly;
    material.tet = ts_model_chosen(entry->model);
    return material;
}

static precise lame_mu(const ts_material *m) {
    return over(number(m->young), times(2, add(number(1), number(m->poisson))));
}

static precise lame_lambda(const ts_material *m) {
    precise nu = number(m->poisson);
    return over(mul(number(m->young), nu), mul(add(number(1), nu), sub(number(1), times(2, nu))));
}

static precise determinant(precise f[3][3]) {
    precise sum = number(0);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        sum = add(sum, mul(f[0][i], sub(mul(f[1][j], f[2][k]), mul(f[1][k], f[2][j]))));
    }
    return sum;
}

static precise square_sum(precise f[3][3]) {
    precise sum = number(0);
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) sum = add(sum, mul(f[j][i], f[j][i]));
    return sum;
}

/* Eigenvalues of F^T F by Cardano's formula in its trigonometric form; the sign of det F goes to the smallest root. */
static precise signed_sum_of_singular_values(precise f[3][3]) {
    precise c[3][3], mean = over(square_sum(f), number(3)), p = number(0), q[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            c[i][j] = number(0);
            for (int k = 0; k < 3; ++k) c[i][j] = add(c[i][j], mul(f[i][k], f[j][k]));
            q[i][j] = i == j ? sub(c[i][j], mean) : c[i][j];
            p = add(p, mul(q[i][j], q[i][j]));
        }
    p = root(over(p, number(6)));
    precise cos_angle = number(1), sum = number(0); /* of a third of the angle, in [0, pi/3] */
    if (rounded(p) > 0) {
        precise half = over(determinant(q), times(2, mul(p, mul(p, p))));
        cos_angle = cosine(over(arc_cosine(greater(number(-1), lesser(number(1), half))), number(3)));
    }
    precise sin_angle = root(times(3, sub(number(1), mul(cos_angle, cos_angle)))); /* times sqrt 3 */
    precise factor[3] = {times(2, cos_angle), sub(sin_angle, cos_angle), times(-1, add(cos_angle, sin_angle))};
    for (int k = 0; k < 3; ++k) {
        precise sigma = root(greater(add(mean, mul(p, factor[k])), number(0)));
        sum = k == 2 && rounded(determinant(f)) < 0 ? sub(sum, sigma) : add(sum, sigma);
    }
    return sum;
}

/* mu sum (sigma_i - 1)^2 + lambda/2 (J - 1)^2 */
static precise fixed_corotated(const ts_material *m, precise f[3][3]) {
    precise away = add(sub(square_sum(f), times(2, signed_sum_of_singular_values(f))), number(3));
    precise grown = sub(determinant(f), number(1));
    return add(mul(lame_mu(m), away), times(0.5, mul(lame_lambda(m), mul(grown, grown))));
}

/* mu/2 (sum sigma_i^2 - 3) - mu ln J + lambda/2 (ln J)^2 */
static precise neo_hookean(const ts_material *m, precise f[3][3]) {
    precise log_J = logarithm(determinant(f));
    precise stretch = sub(times(0.5, sub(square_sum(f), number(3))), log_J);
    return add(mul(lame_mu(m), stretch), times(0.5, mul(lame_lambda(m), mul(log_J, log_J))));
}

static const double upright[][3] = {{1, 1, 1},
                                    {1.3, 0.9, 0.7},
                                    {3, 2.9, 0.2},
                                    {1 + 1e-7, 1, 1 - 1e-7},
                                    {1.1, 1.1 + 1e-12, 1.1 - 1e-12},
                                    {0.5, 0.5, 0.5 + 1e-9},
                                    {1, 1, 1e-3},
                                    {2, 1e-2, 1e-3},
                                    {1.8, 1, 1},
                                    {2.5, 2.1, 1.9},
                                    {5, 4, 4}};
static const double inverted[][3] = {{1, 0.8, -0.5}, {1, 0.3, -0.29}, {1, 1, -1e-3}, {1.2, 1.2, -0.7}, {2, 1.1, -1}};

static ts_potential potential_of(specimen *s, const ts_potential_entry *entry) {
    const ts_material material = material_of(entry);
    ts_potential potential;
    ts_error error;
    specimen_init(s, 4, &material);
    ck_assert_msg(entry->init(&s->bodies, &potential, &error) == TS_OK, "%s", error.message);
    ck_assert_uint_eq(potential.count, 1);
    ck_assert_int_eq(ts_stencil_size(potential.stencil[0]), 4);
    return potential;
}

START_TEST(fixed_corotated_has_the_derivatives_of_its_energy) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    specimen s;
    ts_potential potential = potential_of(&s, &ts_fixed_corotated_potential);
    for (size_t k = 0; k < sizeof upright / sizeof *upright; ++k) {
        specimen_pose(&s, upright[k], &random);
        check_specimen(&potential, &s, fixed_corotated, 1e-13);
        check_objectivity(&potential, &s, &random, 1e-13);
    }
    for (size_t k = 0; k < sizeof inverted / sizeof *inverted; ++k) {
        specimen_pose(&s, inverted[k], &random);
        check_specimen(&potential, &s, fixed_corotated, 1e-13);
    }
    potential.clear(&potential);
}
END_TEST

/* The Hessian has no limit where two singular values are each other's negatives; it must still be a number. */
START_TEST(fixed_corotated_survives_where_its_hessian_has_no_limit) {
    const double sigma[][3] = {{1, 0.5, -0.5}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, -1}};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    specimen s;
    ts_potential potential = potential_of(&s, &ts_fixed_corotated_potential);
    for (size_t k = 0; k < sizeof sigma / sizeof *sigma; ++k) {
        specimen_pose(&s, sigma[k], &random);
        response found;
        respond(&potential, &s, &found);
        const double most = dense_largest(12, found.hessian, 12);
        ck_assert(isfinite(found.value) && isfinite(most) && most < 1e3);
        for (int i = 0; i < 12; ++i) ck_assert(isfinite(found.gradient[i]));
        ck_assert_double_ge(dense_least_eigenvalue(12, found.hessian, 12), -1e-13 * most);
    }
    potential.clear(&potential);
}
END_TEST

START_TEST(neo_hookean_has_the_derivatives_of_its_energy) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    specimen s;
    ts_potential potential = potential_of(&s, &ts_neo_hookean_potential);
    for (size_t k = 0; k < sizeof upright / sizeof *upright; ++k) {
        specimen_pose(&s, upright[k], &random);
        /* 1/sigma^2 magnifies the rounding of sigma. */
        check_specimen(&potential, &s, neo_hookean, 1e-13 / upright[k][2]);
        check_objectivity(&potential, &s, &random, 1e-13 / upright[k][2]);
    }
    specimen_pose(&s, inverted[0], &random);
    response found;
    respond(&potential, &s, &found);
    ck_assert(found.value == INFINITY);
    potential.clear(&potential);
}
END_TEST

START_TEST(rigid_motions_cost_nothing) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    for (int model = 0; model < 2; ++model) {
        specimen s;
        ts_potential potential = potential_of(&s, model ? &ts_neo_hookean_potential : &ts_fixed_corotated_potential);
        for (int k = 0; k < ts_test_cases(100); ++k) {
            specimen_pose(&s, (const double[3]){1, 1, 1}, &random);
            response found;
            respond(&potential, &s, &found);
            ck_assert_double_le(fabs(found.value), 1e-29);
            for (int i = 0; i < 12; ++i) ck_assert_double_le(fabs(found.gradient[i]), 1e-14);
        }
        potential.clear(&potential);
    }
}
END_TEST

static double volume_at(const specimen *s, double (*p)[3], double t) {
    double x[4][3];
    for (int a = 0; a < 4; ++a)
        for (int i = 0; i < 3; ++i) x[a][i] = s->x[a][i] + t * p[a][i];
    double e[3][3];
    for (int a = 0; a < 3; ++a)
        for (int i = 0; i < 3; ++i) e[a][i] = x[a + 1][i] - x[0][i];
    return e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) + e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
           e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
}

/* The step stops at 0.8 of the way to the first inversion, neither later nor much earlier. */
START_TEST(steps_do_not_invert_tets) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    specimen s;
    ts_potential potential = potential_of(&s, &ts_neo_hookean_potential);
    int cut = 0, whole = 0;
    for (int k = 0; k < ts_test_cases(2000); ++k) {
        double p[4][3];
        specimen_pose(&s, upright[k % 11], &random);
        const double size = ts_random_log(&random, 1e-4, 100);
        for (int a = 0; a < 4; ++a)
            for (int i = 0; i < 3; ++i) p[a][i] = size * ts_random_between(&random, -1, 1);
        double alpha = k % 2 ? 1 : 0.37;
        const double asked = alpha;
        ts_error error;
        ck_assert(potential.max_step(&potential, (const double(*)[3])s.x, (const double(*)[3])p, &alpha, &error) ==
                  TS_OK);
        ck_assert(alpha > 0 && alpha <= asked);
        for (int i = 1; i <= 64; ++i) ck_assert_double_gt(volume_at(&s, p, alpha * i / 64), 0);
        if (alpha < asked) {
            ++cut;
            ck_assert_double_le(volume_at(&s, p, alpha / 0.8 * (1 + 1e-6)), 0);
        } else {
            ++whole;
        }
    }
    ck_assert_int_gt(cut, 100);
    ck_assert_int_gt(whole, 100);
    potential.clear(&potential);
}
END_TEST

START_TEST(what_has_no_volume_is_refused) {
    const ts_material material = material_of(&ts_fixed_corotated_potential);
    specimen s;
    specimen_init(&s, 4, &material);
    memcpy(s.rest[3], s.rest[2], sizeof s.rest[3]);
    ts_potential potential = {0};
    ts_error error;
    ck_assert(ts_fixed_corotated_potential.init(&s.bodies, &potential, &error) == TS_ERROR_DATA);
    ck_assert(strstr(error.message, "'specimen': tet 0") != NULL);
    ck_assert(potential.self == NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tets");
    TCase *tests = tcase_create("tets");
    tcase_add_test(tests, fixed_corotated_has_the_derivatives_of_its_energy);
    tcase_add_test(tests, fixed_corotated_survives_where_its_hessian_has_no_limit);
    tcase_add_test(tests, neo_hookean_has_the_derivatives_of_its_energy);
    tcase_add_test(tests, rigid_motions_cost_nothing);
    tcase_add_test(tests, steps_do_not_invert_tets);
    tcase_add_test(tests, what_has_no_volume_is_refused);
    suite_add_tcase(suite, tests);
    const int result = ts_run_suite(suite);
    precise_free();
    return result;
}
