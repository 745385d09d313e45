/* SPDX-License-Identifier: MIT
 * The strain limit against its energy in 512 bits, from well inside to 1e-10 before the limit, with and without a lower
 * bound; steps within the limits, and the growing stiffness. */
#include "tests/cipc/elements.h"

static const double upper = 1.0608, start = 1, lower = 0.7, lower_start = 0.75;

static ts_potential potential_of(specimen *s, bool has_lower) {
    ts_material material = {.thickness = 0.3, .young = 1, .strain_limit = {upper, start, 0, 0, 1.5}};
    if (has_lower) material.strain_limit = (ts_strain_limit){upper, start, lower, lower_start, 1.5};
    ts_potential potential;
    ts_error error;
    specimen_init(s, 3, &material);
    ck_assert_msg(ts_strain_limit_potential.init(&s->bodies, &potential, &error) == TS_OK, "%s", error.message);
    ck_assert_uint_eq(potential.count, 1);
    return potential;
}

/* -y^2 ln(1 + y) for y < 0 */
static precise barrier(precise y) {
    if (rounded(y) >= 0) return number(0);
    return times(-1, mul(mul(y, y), logarithm(add(number(1), y))));
}

/* sigma^2 = (tr C +- sqrt(tr^2 C - 4 det C)) / 2 */
static precise density(const ts_material *m, precise f[3][3]) {
    const ts_strain_limit *limit = &m->strain_limit;
    precise c[3] = {number(0), number(0), number(0)}, sum = number(0);
    for (int i = 0; i < 3; ++i) {
        c[0] = add(c[0], mul(f[0][i], f[0][i]));
        c[1] = add(c[1], mul(f[1][i], f[1][i]));
        c[2] = add(c[2], mul(f[0][i], f[1][i]));
    }
    precise apart = sub(c[0], c[1]);
    apart = root(add(mul(apart, apart), times(4, mul(c[2], c[2]))));
    for (int sign = -1; sign <= 1; sign += 2) {
        precise sigma = root(times(0.5, add(add(c[0], c[1]), times(sign, apart))));
        precise width = sub(number(limit->upper), number(limit->upper_start));
        sum = add(sum, barrier(over(sub(number(limit->upper_start), sigma), width)));
        if (!(limit->lower > 0)) continue;
        width = sub(number(limit->lower_start), number(limit->lower));
        sum = add(sum, barrier(over(sub(sigma, number(limit->lower_start)), width)));
    }
    return times(limit->stiffness, sum);
}

START_TEST(it_has_the_derivatives_of_its_energy) {
    const struct {
        double sigma[3], slack; /* distance to the limit or to the start: what rounding of sigma counts against */
    } states[] = {{{0.9, 0.8}, 0.1},
                  {{1.03, 0.98}, 0.03},
                  {{1.05, 1.02}, 0.01},
                  {{1.04, 1.04}, 0.02},
                  {{1.04, 1.04 - 1e-9}, 0.02},
                  {{1.06, 1.06 - 1e-6}, 8e-4},
                  {{upper - 1e-6, 1}, 1e-6},
                  {{upper - 1e-8, upper - 1e-8}, 1e-8},
                  {{upper - 1e-10, 1.03}, 1e-10},
                  {{1 + 1e-6, 1 + 1e-7}, 1e-6},
                  {{1 + 1e-6, 1 - 1e-7}, 1e-6},
                  {{1.01, 0.72}, 0.02},
                  {{0.74, 0.74 - 1e-10}, 0.04},
                  {{1.05, lower + 1e-7}, 1e-7},
                  {{0.72, lower + 1e-9}, 1e-9}};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int has_lower = 0; has_lower <= 1; ++has_lower) {
        specimen s;
        ts_potential potential = potential_of(&s, has_lower);
        for (size_t k = 0; k < sizeof states / sizeof *states; ++k) {
            specimen_pose(&s, states[k].sigma, &random);
            check_specimen(&potential, &s, density, 1e-14 / states[k].slack);
            check_objectivity(&potential, &s, &random, 1e-14 / states[k].slack);
        }
        potential.clear(&potential);
    }
}
END_TEST

START_TEST(rigid_motions_and_compression_cost_nothing) {
    const double sigma[][3] = {{1, 1}, {0.99, 0.3}, {0.99, 0}, {0, 0}};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    specimen s;
    ts_potential potential = potential_of(&s, false);
    for (int k = 0; k < ts_test_cases(200); ++k) {
        response found;
        specimen_pose(&s, sigma[k % 4], &random);
        respond(&potential, &s, &found);
        ck_assert_double_le(fabs(found.value), 1e-30);
        for (int i = 0; i < 9; ++i) ck_assert_double_le(fabs(found.gradient[i]), 1e-25);
        if (k % 4 > 0) ck_assert(found.value == 0 && dense_largest(9, found.hessian, 12) == 0);
    }
    potential.clear(&potential);
}
END_TEST

START_TEST(beyond_the_limit_is_not_admissible) {
    const double sigma[][3] = {{upper + 1e-12, 1}, {2, 2}, {1, lower - 1e-12}, {1, 0}};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    specimen s;
    ts_potential potential = potential_of(&s, true);
    for (int k = 0; k < 40; ++k) {
        response found;
        specimen_pose(&s, sigma[k % 4], &random);
        respond(&potential, &s, &found);
        ck_assert(found.value == INFINITY);
    }
    potential.clear(&potential);
}
END_TEST

START_TEST(steps_end_within_the_limits) {
    const double sigma[][3] = {{1, 1}, {1.05, 0.75}, {upper - 1e-9, 1.02}, {1, lower + 1e-9}};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    specimen s;
    ts_potential potential = potential_of(&s, true);
    int cut = 0;
    for (int k = 0; k < ts_test_cases(500); ++k) {
        double p[3][3], alpha = 0.75, before[3][3], value;
        ts_error error;
        specimen_pose(&s, sigma[k % 4], &random);
        const double size = ts_random_log(&random, 1e-11, 10);
        for (int a = 0; a < 3; ++a)
            for (int i = 0; i < 3; ++i) p[a][i] = size * ts_random_between(&random, -1, 1);
        ck_assert(potential.max_step(&potential, (const double(*)[3])s.x, (const double(*)[3])p, &alpha, &error) ==
                  TS_OK);
        ck_assert(alpha > 0 && alpha <= 0.75);
        memcpy(before, s.x, sizeof before);
        cut += alpha < 0.75;
        for (int step = alpha < 0.75 ? 2 : 1; step >= 1; --step) { /* twice the step is too much, the step is not */
            for (int a = 0; a < 3; ++a)
                for (int i = 0; i < 3; ++i) s.x[a][i] = before[a][i] + step * alpha * p[a][i];
            potential.evaluate(potential.self, (const double(*)[3])s.x, 0, 1, &(ts_locals){.value = &value});
            ck_assert(step == 2 ? value == INFINITY : isfinite(value));
        }
    }
    ck_assert_int_gt(cut, 50);
    potential.clear(&potential);
}
END_TEST

START_TEST(no_step_is_left_from_beyond_the_limit) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    specimen s;
    ts_potential potential = potential_of(&s, false);
    specimen_pose(&s, (const double[3]){1.2, 1}, &random);
    const double p[3][3] = {{0}};
    double alpha = 1;
    ts_error error;
    ck_assert(potential.max_step(&potential, (const double(*)[3])s.x, p, &alpha, &error) == TS_OK);
    ck_assert(alpha == 0);
    potential.clear(&potential);
}
END_TEST

static bool stiffens(ts_potential *potential, const specimen *s) {
    bool changed = false;
    ck_assert_int_eq(potential->adapt(potential, (const double(*)[3])s->x, &changed, NULL), TS_OK);
    return changed;
}

/* The second time in a row counts, and 1e5 Pa is the most. */
START_TEST(the_stiffness_doubles_when_a_triangle_stays_close) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 6);
    specimen s;
    ts_potential potential = potential_of(&s, false);
    response first, found;
    const double near = upper - 0.5e-4 * (upper - start), off = upper - 2e-4 * (upper - start);
    specimen_pose(&s, (const double[3]){near, 1}, &random);
    respond(&potential, &s, &first);
    ck_assert(!stiffens(&potential, &s));
    specimen_pose(&s, (const double[3]){off, off}, &random);
    ck_assert(!stiffens(&potential, &s));
    specimen_pose(&s, (const double[3]){near, 1}, &random);
    ck_assert(!stiffens(&potential, &s));
    for (int k = 0; k < 20; ++k) {
        const double kappa = fmin(1.5 * exp2(k + 1), 1e5);
        ck_assert(stiffens(&potential, &s) == (k == 0 || 1.5 * exp2(k) < 1e5));
        respond(&potential, &s, &found);
        ck_assert_double_le(fabs(found.value - kappa / 1.5 * first.value), 1e-10 * found.value);
    }
    potential.clear(&potential);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("strain limit");
    TCase *tests = tcase_create("strain limit");
    tcase_add_test(tests, it_has_the_derivatives_of_its_energy);
    tcase_add_test(tests, rigid_motions_and_compression_cost_nothing);
    tcase_add_test(tests, beyond_the_limit_is_not_admissible);
    tcase_add_test(tests, steps_end_within_the_limits);
    tcase_add_test(tests, no_step_is_left_from_beyond_the_limit);
    tcase_add_test(tests, the_stiffness_doubles_when_a_triangle_stays_close);
    suite_add_tcase(suite, tests);
    const int result = ts_run_suite(suite);
    precise_free();
    return result;
}
