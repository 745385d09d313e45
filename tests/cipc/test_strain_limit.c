/* SPDX-License-Identifier: MIT
 * The strain limit against its energy in 512 bits, from well inside to 1e-10 before the limit, with and without a lower
 * bound; steps within the limits, the growing stiffness, and what resists a step. */
#include "cipc/resistance.h"
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

/* ---- What resists a step ---- */

static const double WEIGHT = 0.04; /* of the limit in what is minimised */

/* Energy with two derivatives along a way on which one singular value grows by 1 (or falls: sign), at the pose. */
static void along(const ts_potential *potential, const specimen *s, double way[3][3], double out[3]) {
    double gradient[12], hessian[144];
    out[1] = out[2] = 0;
    potential->evaluate(potential->self, (const double(*)[3])s->x, 0, 1,
                        &(ts_locals){.value = &out[0],
                                     .gradient = (double(*)[12])gradient,
                                     .hessian = (double(*)[144])hessian,
                                     .unprojected = true});
    for (int i = 0; i < 9; ++i) {
        out[1] += gradient[i] * way[i / 3][i % 3];
        for (int j = 0; j < 9; ++j) out[2] += hessian[12 * i + j] * way[i / 3][i % 3] * way[j / 3][j % 3];
    }
    for (int k = 0; k < 3; ++k) out[k] *= WEIGHT;
}

typedef struct stretching {
    double from, to, other; /* singular values */
    bool is_upper;
    const ts_random *turn; /* and place, the same for all singular values */
} stretching;

/* The singular value that changes at this value. */
static void pose_at(specimen *s, const stretching *of, double value) {
    ts_random random = *of->turn;
    const double sigma[3] = {of->is_upper ? value : of->other, of->is_upper ? of->other : value, 0};
    specimen_pose(s, sigma, &random);
}

/* From one value to another: x is linear in the singular values. */
static void way_between(specimen *s, const stretching *of, double from, double to, double way[3][3]) {
    double begin[3][3];
    pose_at(s, of, from);
    memcpy(begin, s->x, sizeof begin);
    pose_at(s, of, to);
    for (int i = 0; i < 9; ++i) way[i / 3][i % 3] = s->x[i / 3][i % 3] - begin[i / 3][i % 3];
}

static size_t resist(const ts_potential *potential, specimen *s, const stretching *of, double share,
                     ts_resistances *seen) {
    double way[3][3];
    ts_error error;
    way_between(s, of, of->from, of->to, way);
    const ts_step_trial trial = {(const double(*)[3])s->x, (const double(*)[3])way, share, WEIGHT, false};
    seen->count = 0;
    ck_assert_int_eq(potential->resist(potential, &trial, seen, &error), TS_OK);
    return seen->count;
}

/* Against the energy, with two derivatives by the room to the bound. */
static void check_resistance(const ts_potential *potential, specimen *s, const stretching *of,
                             const ts_resistance *seen) {
    const double gone = -fabs(of->to - of->from);
    double way[3][3], at[3], before[3], after[3], gradient[12], bend;
    way_between(s, of, 0, of->to > of->from ? -1 : 1, way);
    pose_at(s, of, of->from);
    along(potential, s, way, before);
    pose_at(s, of, of->to);
    along(potential, s, way, after);
    const double excess = after[0] - before[0] - gone * (before[1] + 0.5 * before[2] * gone);
    ck_assert_double_eq_tol(seen->excess / excess, 1.0, 1e-9);
    potential->evaluate(potential->self, (const double(*)[3])s->x, 0, 1,
                        &(ts_locals){.gradient = (double(*)[12])gradient});
    for (int i = 0; i < 9; ++i) {
        ck_assert_int_eq(seen->node[i / 3], i / 3);
        ck_assert_double_eq_tol(seen->row[i / 3][i % 3] * after[1], WEIGHT * gradient[i], 1e-9 * fabs(after[1]));
    }
    for (int part = 1; part <= 8; ++part) {
        pose_at(s, of, of->from + (of->to - of->from) * part / 8);
        along(potential, s, way, at);
        const double delta = gone * part / 8, force = at[1] - before[1] - before[2] * delta;
        ck_assert_double_eq_tol(ts_resistance_force(seen, delta, &bend), fmin(force, 0), 1e-9 * fabs(after[1]));
        if (force < -1e-9 * fabs(after[1])) ck_assert_double_eq_tol(bend, at[2] - before[2], 1e-9 * after[2]);
    }
    const double bound = of->is_upper ? upper : lower;
    ck_assert(ts_resistance_force(seen, -fabs(bound - of->from) - 1e-12, NULL) == -INFINITY);
}

/* Ways that begin out of range, at its end and within it, to either bound. */
START_TEST(a_bound_resists_by_what_its_barrier_is_above_the_model) {
    stretching ways[] = {{0.98, 1.055, 0.9, true, NULL},   {1.0, 1.03, 0.8, true, NULL},
                         {1.03, 1.06, 0.99, true, NULL},   {0.76, 0.71, 0.97, false, NULL},
                         {0.74, 0.703, 0.97, false, NULL}, {0.72, 0.71, 0.9, false, NULL}};
    specimen s;
    ts_potential potential = potential_of(&s, true);
    ts_resistances seen = {0};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 7);
    for (size_t k = 0; k < sizeof ways / sizeof *ways; ++k) {
        ways[k].turn = &random;
        ck_assert_uint_eq(resist(&potential, &s, &ways[k], 1.0, &seen), 1);
        ck_assert(seen.at->when == INFINITY);
        check_resistance(&potential, &s, &ways[k], seen.at);
    }
    ts_resistances_clear(&seen);
    potential.clear(&potential);
}
END_TEST

/* Trials out of range of either barrier, whose whole ways end beyond a bound, or do not. */
START_TEST(a_bound_on_the_rest_of_the_way_is_foreseen) {
    struct {
        stretching of;
        double share;
        size_t count;
    } trials[] = {{{0.90, 0.95, 0.9, true, NULL}, 0.2, 1}, /* at the trial its bounds are clear */
                  {{0.90, 0.85, 0.9, false, NULL}, 0.2, 1}, {{0.97, 0.99, 0.9, true, NULL}, 0.2, 1},
                  {{0.97, 0.99, 0.9, true, NULL}, 0.25, 0}, {{0.99, 0.97, 0.9, true, NULL}, 0.1, 0},
                  {{0.8, 0.77, 0.9, false, NULL}, 0.25, 1}, {{0.8, 0.77, 0.9, false, NULL}, 0.35, 0}};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 8);
    specimen s;
    ts_potential potential = potential_of(&s, true);
    ts_resistances seen = {0};
    for (size_t k = 0; k < sizeof trials / sizeof *trials; ++k) {
        trials[k].of.turn = &random;
        const stretching *of = &trials[k].of;
        ck_assert_uint_eq(resist(&potential, &s, of, trials[k].share, &seen), trials[k].count);
        if (seen.count == 0) continue;
        const double bound = of->is_upper ? upper : lower;
        ck_assert(seen.at->excess == 0);
        ck_assert_double_eq_tol(seen.at->when, trials[k].share * (bound - of->from) / (of->to - of->from), 1e-12);
    }
    ts_resistances_clear(&seen);
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
    tcase_add_test(tests, a_bound_resists_by_what_its_barrier_is_above_the_model);
    tcase_add_test(tests, a_bound_on_the_rest_of_the_way_is_foreseen);
    suite_add_tcase(suite, tests);
    const int result = ts_run_suite(suite);
    precise_free();
    return result;
}
