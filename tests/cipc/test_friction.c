/* SPDX-License-Identifier: MIT
 * Smoothed friction of a pair: f0 and its derivatives against MPFR, the pair's gradient and Hessian against f0 of the
 * slip, the normal force against the barrier, sticking and sliding. */
#include "cipc/contact/friction.h"

#include <math.h>

#include "tests/cipc/contact_reference.h"
#include "tests/support.h"

/* -y^3/(3 e^2) + y^2/e + e/3 for y < e, else y */
static void f0(double e, mpfr_t y, mpfr_t out) {
    mpfr_t t;
    mpfr_set(out, y, MPFR_RNDN);
    if (mpfr_cmp_d(y, e) >= 0) return;
    mpfr_init2(t, REFERENCE_BITS);
    mpfr_div_d(t, y, e, MPFR_RNDN); /* t = y/e: e (t^2 - t^3/3 + 1/3) */
    mpfr_ui_sub(out, 3, t, MPFR_RNDN);
    mpfr_mul(out, out, t, MPFR_RNDN);
    mpfr_mul(out, out, t, MPFR_RNDN);
    mpfr_add_ui(out, out, 1, MPFR_RNDN);
    mpfr_mul_d(out, out, e, MPFR_RNDN);
    mpfr_div_ui(out, out, 3, MPFR_RNDN);
    mpfr_clear(t);
}

static void f0_of(const void *self, mpfr_t *y, mpfr_t out) {
    f0(*(const double *)self, y[0], out);
}

START_TEST(closed_forms_are_those_of_f0) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int i = 0; i < ts_test_cases(2000); ++i) {
        const double e = ts_random_log(&random, 1e-8, 1.0);
        const double y = e * ts_random_log(&random, 1e-3, 1e3);
        const reference_function f = {f0_of, &e, 1};
        reference_point expected;
        reference_evaluate(&f, &y, &expected);
        const ts_friction_value smooth = ts_friction_smooth(y, e);
        const double slope = expected.gradient[0], curve = (expected.hessian[0] * y - slope) / y / y;
        ck_assert_double_le(fabs(smooth.f0 - expected.value), 1e-15 * expected.value);
        ck_assert_double_le(fabs(smooth.f1_over_y * y - slope), 1e-15 * slope);
        ck_assert_double_le(fabs(smooth.curvature - curve), 4e-13 * (slope / y / y));
    }
    const ts_friction_value rest = ts_friction_smooth(0.0, 1e-5);
    ck_assert_double_eq_tol(rest.f0, 1e-5 / 3.0, 1e-20);
    ck_assert(rest.f1_over_y == 2.0 / 1e-5 && isfinite(rest.curvature));
}
END_TEST

/* ---- Pairs ---- */

typedef struct friction_case {
    ts_friction_pair friction;
    ts_stencil stencil;
    double e, x[4][3], moved[4][3];
} friction_case;

static const ts_barrier_scale SCALE = {.barrier = &ts_cipc_barrier, .kappa = 1e3, .dhat = 1e-3};

static ts_contact_pair random_contact(ts_random *random, ts_ccd_kind kind, double sine, double x[4][3]) {
    ts_contact_pair pair = {.kind = kind,
                            .feature = (ts_feature)((1u << ts_ccd_vertices(kind)) - 1u),
                            .xi = ts_random_below(random, 2) ? 1e-3 : 0.0,
                            .multiplicity = 2.0,
                            .friction = 0.3};
    for (int i = 0; i < 4; ++i) pair.node[i] = i < ts_ccd_vertices(kind) ? 10 + i : -1;
    const random_features wanted = {kind, 0.1, pair.xi + ts_random_log(random, 1e-9, 9e-4), sine};
    memset(x, 0, 12 * sizeof(double));
    random_pair(random, &wanted, x);
    return pair;
}

/* Slips from 1e-3 e to 1e3 e. */
static void random_friction(ts_random *random, int kind, friction_case *c) {
    const double sine = ts_random_between(random, 0.1, 1.0);
    const ts_contact_pair pair = random_contact(random, (ts_ccd_kind)kind, sine, c->x);
    ts_friction_pair_init(&c->friction, &pair, &SCALE, c->x, c->stencil);
    c->e = ts_random_log(random, 1e-7, 1e-4);
    const double most = c->e * ts_random_log(random, 1e-3, 1e3);
    for (int i = 0; i < 12; ++i) {
        c->moved[i / 3][i % 3] = i / 3 < ts_ccd_vertices(pair.kind) ? ts_random_between(random, -most, most) : 0.0;
    }
}

/* force f0(|T^T sum w_i moved_i|) */
static void friction_energy(const void *self, mpfr_t *moved, mpfr_t out) {
    const friction_case *c = self;
    mpfr_t u, y, t;
    mpfr_inits2(REFERENCE_BITS, u, y, t, (mpfr_ptr)0);
    mpfr_set_zero(y, 1);
    for (int a = 0; a < 2; ++a) {
        mpfr_set_zero(u, 1);
        for (int i = 0; i < 12; ++i) {
            mpfr_mul_d(t, moved[i], c->friction.weight[i / 3], MPFR_RNDN);
            mpfr_mul_d(t, t, c->friction.tangent[a][i % 3], MPFR_RNDN);
            mpfr_add(u, u, t, MPFR_RNDN);
        }
        mpfr_fma(y, u, u, y, MPFR_RNDN);
    }
    mpfr_sqrt(y, y, MPFR_RNDN);
    f0(c->e, y, out);
    mpfr_mul_d(out, out, c->friction.force, MPFR_RNDN);
    mpfr_clears(u, y, t, (mpfr_ptr)0);
}

START_TEST(derivatives_are_those_of_the_value) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (int i = 0; i < ts_test_cases(120); ++i) {
        friction_case c;
        random_friction(&random, i % TS_CCD_KINDS, &c);
        const reference_function f = {friction_energy, &c, 12};
        reference_point expected;
        double value, gradient[12], hessian[144];
        reference_evaluate(&f, c.moved[0], &expected);
        const double(*moved)[3] = (const double(*)[3])(const void *)c.moved;
        ts_friction_pair_evaluate(&c.friction, (ts_friction_form){.e = c.e}, moved, &value, gradient, hessian);
        ck_assert_double_le(fabs(value - expected.value), 1e-14 * expected.value);
        ck_assert_double_le(reference_error(1, 12, gradient, expected.gradient), 1e-13);
        ck_assert_double_le(reference_error(12, 12, hessian, expected.hessian), 1e-12);
        double largest = 0.0;
        for (int k = 0; k < 12; ++k) largest = fmax(largest, hessian[13 * k]);
        ck_assert_double_ge(reference_project(12, hessian), -1e-15 * largest);
    }
}
END_TEST

/* The quadratic of the majorized Hessian touches D at u, and is nowhere below it; the other one is, in places. */
START_TEST(the_majorized_quadratic_is_never_below) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    int below = 0;
    for (int i = 0; i < ts_test_cases(4000); ++i) {
        friction_case c, other;
        random_friction(&random, i % TS_CCD_KINDS, &c);
        other = c;
        const double most = c.e * ts_random_log(&random, 1e-3, 1e3);
        for (int k = 0; k < 12; ++k) other.moved[k / 3][k % 3] += ts_random_between(&random, -most, most);
        double value, there, gradient[12], hessian[144], sum[2];
        ts_friction_pair_evaluate(&c.friction, (ts_friction_form){.e = c.e}, (const double(*)[3])other.moved, &there,
                                  NULL, NULL);
        for (int majorized = 0; majorized < 2; ++majorized) {
            const ts_friction_form form = {c.e, majorized};
            ts_friction_pair_evaluate(&c.friction, form, (const double(*)[3])c.moved, &value, gradient, hessian);
            sum[majorized] = value;
            for (int r = 0; r < 12; ++r) {
                const double step = other.moved[r / 3][r % 3] - c.moved[r / 3][r % 3];
                sum[majorized] += gradient[r] * step;
                for (int k = 0; k < 12; ++k)
                    sum[majorized] +=
                        0.5 * step * hessian[12 * r + k] * (other.moved[k / 3][k % 3] - c.moved[k / 3][k % 3]);
            }
        }
        ck_assert_double_ge(sum[1], there - 1e-12 * (there + value));
        below += sum[0] < there - 1e-3 * c.friction.force * c.e;
    }
    ck_assert_int_gt(below, 100); /* else this would tell nothing */
}
END_TEST

/* lambda is what the barrier pushes with: |gradient of the first primitive|, tangents are normal to it. */
START_TEST(normal_force_and_tangents_are_those_of_the_barrier) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int i = 0; i < ts_test_cases(1000); ++i) {
        double x[4][3], gradient[12], push[3] = {0}, weights[2] = {0};
        const ts_ccd_kind kind = (ts_ccd_kind)(i % TS_CCD_KINDS);
        const ts_contact_pair pair = random_contact(&random, kind, ts_random_between(&random, 0.1, 1.0), x);
        ts_friction_pair friction;
        ts_stencil stencil;
        ts_friction_pair_init(&friction, &pair, &SCALE, x, stencil);
        ts_contact_pair_evaluate(&pair, &SCALE, x, NULL, gradient, NULL);
        for (int k = 0; k < ts_ccd_vertices(kind); ++k) {
            const int first = k < ts_ccd_first_vertices(kind);
            if (first) ts_add(push, gradient + 3 * k, push);
            weights[first] += friction.weight[k];
            ck_assert_int_eq(stencil[k], 10 + k);
        }
        const double lambda = sqrt(ts_norm2(push));
        ck_assert_double_le(fabs(friction.force - pair.friction * lambda), 1e-12 * friction.force);
        ck_assert_double_le(fabs(weights[1] - 1.0) + fabs(weights[0] + 1.0), 1e-14);
        for (int a = 0; a < 2; ++a) ck_assert_double_le(fabs(ts_dot(push, friction.tangent[a])), 1e-13 * lambda);
    }
}
END_TEST

/* Exactly parallel edges, held by vertex 0 and the second edge. */
START_TEST(parallel_edges_rub_at_their_feature) {
    const ts_contact_pair pair = {.kind = TS_EDGE_EDGE,
                                  .feature = 0xd,
                                  .mollified = true,
                                  .node = {3, 4, 5, 6},
                                  .multiplicity = 1.0,
                                  .friction = 0.5,
                                  .mollifier = 1e-3};
    const double x[4][3] = {{0.25, 5e-4, 0}, {1.25, 5e-4, 1e-2}, {0, 0, 0}, {1, 0, 0}};
    ts_friction_pair friction;
    ts_stencil stencil;
    ts_friction_pair_init(&friction, &pair, &SCALE, x, stencil);
    ck_assert(stencil[0] == 3 && stencil[1] == 5 && stencil[2] == 6 && stencil[3] == -1);
    ck_assert_double_eq_tol(friction.weight[1], -0.75, 1e-15);
    const double c = 1e-4 + 0.0, ratio = c / 1e-3; /* u x v = (0, 1e-2, -0) */
    const double lambda = -SCALE.kappa *
                          ts_barrier_evaluate(&ts_cipc_barrier, (const double[2]){2.5e-7, 0.0}, 0.0, 1e-3, NULL).db *
                          1e-3 * ratio * (2.0 - ratio);
    ck_assert_double_eq_tol(friction.force / (0.5 * lambda), 1.0, 1e-12);
}
END_TEST

/* Far above e the force is mu lambda against the slip; at rest there is none. */
START_TEST(sliding_and_sticking_limits) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    double x[4][3], gradient[12], hessian[144], moved[4][3] = {{0}};
    const ts_contact_pair pair = random_contact(&random, TS_POINT_TRIANGLE, 1.0, x);
    ts_friction_pair friction;
    ts_stencil stencil;
    ts_friction_pair_init(&friction, &pair, &SCALE, x, stencil);
    ts_friction_pair_evaluate(&friction, (ts_friction_form){.e = 1e-6}, moved, NULL, gradient, hessian);
    for (int i = 0; i < 12; ++i) ck_assert_double_eq(gradient[i], 0.0);
    ck_assert(isfinite(hessian[0]) && hessian[0] + hessian[13] + hessian[26] > 0.0);
    ts_scale(1e-3, friction.tangent[0], moved[0]);
    ts_friction_pair_evaluate(&friction, (ts_friction_form){.e = 1e-6}, moved, NULL, gradient, NULL);
    ck_assert_double_eq_tol(ts_dot(gradient, friction.tangent[0]) / friction.force, 1.0, 1e-12);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("friction");
    TCase *tests = tcase_create("friction");
    tcase_add_test(tests, closed_forms_are_those_of_f0);
    tcase_add_test(tests, derivatives_are_those_of_the_value);
    tcase_add_test(tests, the_majorized_quadratic_is_never_below);
    tcase_add_test(tests, normal_force_and_tangents_are_those_of_the_barrier);
    tcase_add_test(tests, parallel_edges_rub_at_their_feature);
    tcase_add_test(tests, sliding_and_sticking_limits);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
