/* SPDX-License-Identifier: MIT
 * The references of terms: derivatives against central differences of the value at more than twice the precision, every
 * number against a third precision, and values that are known without the formulas of oracles/terms. */
#include <float.h>
#include <math.h>

#include "oracles/terms.h"
#include "tests/oracles/term_samples.h"
#include "tests/support.h"

static ts_term_value reference(const char *name, const double *x, const double *p) {
    const ts_term *term = ts_term_find(name);
    ts_error error = {0};
    ts_term_value value = {0};
    ck_assert_msg(term != NULL, "no term %s", name);
    ck_assert_msg(ts_term_reference(term, x, p, &value, &error) == TS_OK, "%s", error.message);
    return value;
}

/* Within so many units in the last place. */
static void check_near(double got, double expected, double ulps, const char *what) {
    const double unit = nextafter(fabs(expected), HUGE_VAL) - fabs(expected);
    ck_assert_msg(fabs(got - expected) <= ulps * unit, "%s: %a, not %a", what, got, expected);
}

/* ---- derivatives ---- */

/* The value as a function of its inputs, in a precision in which differences of step 2^step are exact beyond doubt. */
typedef struct neighbourhood {
    const ts_term *term;
    const double *parameters;
    mpfr_prec_t bits;
    long step;
    mpfr_t x[TS_TERM_MOST_INPUTS], term_value;
} neighbourhood;

static void neighbourhood_init(neighbourhood *near, const ts_term *term, const term_sample *at) {
    const mpfr_prec_t bits = 1024 + 2 * ts_term_bits(term, at->x, at->p);
    *near = (neighbourhood){.term = term, .parameters = at->p, .bits = bits, .step = -(long)bits / 4};
    for (int i = 0; i < term->inputs; ++i) mpfr_init2(near->x[i], bits);
    for (int i = 0; i < term->inputs; ++i) mpfr_set_d(near->x[i], at->x[i], MPFR_RNDN);
    mpfr_init2(near->term_value, bits);
}

static void neighbourhood_clear(neighbourhood *near) {
    for (int i = 0; i < near->term->inputs; ++i) mpfr_clear(near->x[i]);
    mpfr_clear(near->term_value);
}

static void move(neighbourhood *near, int i, long steps) {
    mpfr_t shift;
    mpfr_init2(shift, near->bits);
    mpfr_set_si_2exp(shift, steps, near->step, MPFR_RNDN);
    mpfr_add(near->x[i], near->x[i], shift, MPFR_RNDN);
    mpfr_clear(shift);
}

/* sum += sign f(x + si e_i + sj e_j) */
static void gather(neighbourhood *near, int i, long si, int j, long sj, mpfr_ptr sum) {
    move(near, i, si);
    move(near, j, sj);
    ck_assert(ts_term_value_at(near->term, near->x, near->parameters, near->term_value));
    move(near, i, -si);
    move(near, j, -sj);
    if (si * sj < 0 || (sj == 0 && si < 0)) {
        mpfr_sub(sum, sum, near->term_value, MPFR_RNDN);
    } else {
        mpfr_add(sum, sum, near->term_value, MPFR_RNDN);
    }
}

static double first_difference(neighbourhood *near, int i) {
    mpfr_t sum;
    mpfr_init2(sum, near->bits);
    mpfr_set_zero(sum, 1);
    gather(near, i, 1, i, 0, sum);
    gather(near, i, -1, i, 0, sum);
    mpfr_mul_2si(sum, sum, -near->step - 1, MPFR_RNDN);
    const double first = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clear(sum);
    return first;
}

static double second_difference(neighbourhood *near, int i, int j) {
    mpfr_t sum;
    mpfr_init2(sum, near->bits);
    mpfr_set_zero(sum, 1);
    for (long si = -1; si <= 1; si += 2) {
        for (long sj = -1; sj <= 1; sj += 2) gather(near, i, si, j, sj, sum);
    }
    mpfr_mul_2si(sum, sum, -2 * near->step - 2, MPFR_RNDN);
    const double second = mpfr_get_d(sum, MPFR_RNDN);
    mpfr_clear(sum);
    return second;
}

/* Differences have 100 digits and more; so both round to the same double, but for what is exactly 0 and for ties. */
static void check_same(double got, double expected, double size, const char *name, const char *what) {
    const bool same = fabs(got - expected) <= 1e-60 * size || fabs(got - expected) <= DBL_EPSILON * fabs(expected) / 2;
    ck_assert_msg(same, "%s: %s is %a by automatic differentiation, %a by differences", name, what, got, expected);
}

static void check_derivatives(const ts_term *term, const term_sample *at) {
    neighbourhood near;
    ts_term_value value;
    ts_term_at_precision(term, at->x, at->p, ts_term_bits(term, at->x, at->p), &value);
    double size = fabs(value.value);
    for (int i = 0; i < term->inputs; ++i) {
        size = fmax(size, fabs(value.gradient[i]));
        for (int j = 0; j < term->inputs; ++j) size = fmax(size, fabs(value.hessian[i][j]));
    }
    neighbourhood_init(&near, term, at);
    for (int i = 0; i < term->inputs; ++i) {
        check_same(value.gradient[i], first_difference(&near, i), size, term->name, "the gradient");
        for (int j = 0; j <= i; ++j) {
            check_same(value.hessian[i][j], second_difference(&near, i, j), size, term->name, "the Hessian");
        }
    }
    neighbourhood_clear(&near);
}

/* Rounding of coordinates may close a gap of 1e-16: then again. */
static term_sample draw_inside(ts_random *random, const ts_term *term) {
    sampler *draw = sampler_of(term->name);
    term_sample at;
    ts_term_value value;
    ck_assert_msg(draw != NULL, "no samples for %s", term->name);
    do {
        at = BLANK_SAMPLE;
        draw(random, &at);
        ts_term_at_precision(term, at.x, at.p, ts_term_bits(term, at.x, at.p), &value);
    } while (isinf(value.value));
    return at;
}

/* Differences straddle the corner of a clamp, and of friction at u = 0, y = 0. */
static bool is_at_corner(const char *name, const term_sample *at) {
    return strncmp(name, "friction", 8) == 0 && at->x[0] == 0.0;
}

START_TEST(derivatives_are_those_of_the_value) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    const int cases = ts_test_cases(6);
    for (size_t k = 0; k < ts_term_count(); ++k) {
        const ts_term *term = ts_term_at(k);
        for (int n = 0; n < cases; ++n) {
            const term_sample at = draw_inside(&random, term);
            if (!is_at_corner(term->name, &at)) check_derivatives(term, &at);
        }
    }
}
END_TEST

/* ---- rounding ---- */

static void check_number(double got, double expected, const ts_term *term, const char *what) {
    ck_assert_msg(got == expected, "%s: %s %a is %a at a third precision", term->name, what, got, expected);
    ck_assert(!(got == 0.0 && signbit(got)));
}

static void check_rounding(const ts_term *term, const term_sample *at) {
    ts_term_value third;
    const ts_term_value value = reference(term->name, at->x, at->p);
    ts_term_at_precision(term, at->x, at->p, 2900 + 5 * ts_term_bits(term, at->x, at->p), &third);
    check_number(value.value, third.value, term, "the value");
    for (int i = 0; i < TS_TERM_MOST_INPUTS; ++i) {
        check_number(value.gradient[i], third.gradient[i], term, "the gradient");
        for (int j = 0; j < TS_TERM_MOST_INPUTS; ++j) {
            check_number(value.hessian[i][j], third.hessian[i][j], term, "the Hessian");
            ck_assert(value.hessian[i][j] == value.hessian[j][i]);
            if (i >= term->inputs) ck_assert(value.hessian[i][j] == 0.0 && value.gradient[i] == 0.0);
        }
    }
}

START_TEST(a_third_precision_rounds_to_the_same) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    const int cases = ts_test_cases(4);
    for (size_t k = 0; k < ts_term_count(); ++k) {
        for (int n = 0; n < cases; ++n) {
            const term_sample at = draw_inside(&random, ts_term_at(k));
            check_rounding(ts_term_at(k), &at);
        }
    }
}
END_TEST

/* ---- distances of integers: one division, which doubles round correctly ---- */

static void random_integers(ts_random *random, int count, int most, double *x) {
    for (int i = 0; i < count; ++i) x[i] = (double)ts_random_below(random, (uint64_t)(2 * most + 1)) - most;
}

static double plane_distance(const double r[3], const double u[3], const double v[3]) {
    double n[3];
    ts_cross(u, v, n);
    const double rn = ts_dot(r, n);
    return rn * rn / ts_dot(n, n);
}

START_TEST(distances_of_integers_are_exact) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int n = ts_test_cases(100); n > 0; --n) {
        double x[4][3], r[3], u[3], v[3], c[3];
        random_integers(&random, 12, 100, x[0]);
        ts_sub(x[0], x[1], r);
        ts_sub(x[2], x[1], u);
        ts_sub(x[3], x[1], v);
        ts_cross(u, r, c);
        if (ts_norm2(u) == 0.0) continue;
        ck_assert(reference("distance-point-point", x[0], NULL).value == ts_norm2(r));
        ck_assert(reference("distance-point-line", x[0], NULL).value == ts_norm2(c) / ts_norm2(u));
        ts_cross(u, v, c);
        if (ts_norm2(c) == 0.0) continue;
        ck_assert(reference("distance-point-plane", x[0], NULL).value == plane_distance(r, u, v));
        ts_sub(x[1], x[0], u);
        ts_sub(x[3], x[2], v);
        ts_sub(x[2], x[0], r);
        ts_cross(u, v, c);
        if (ts_norm2(c) == 0.0) continue;
        ck_assert(reference("distance-line-line", x[0], NULL).value == plane_distance(r, u, v));
        ck_assert(reference("mollifier-edge-edge", x[0], (double[]){2.0 * ts_norm2(c)}).value == 0.75);
    }
}
END_TEST

/* d = 2^-10 + 2^-60 beyond xi = 2^-10: D = 2^-69 + 2^-120 */
START_TEST(excess_of_a_thin_gap) {
    const double xi = 0x1p-10, expected = 0x1p-69 + 0x1p-120;
    const double pair[6] = {0x1p-60, 0, 0, -0x1p-10, 0, 0};
    const double line[9] = {0, 0x1p-60, 0, 0, -0x1p-10, 0, 5, -0x1p-10, 0};
    const double plane[12] = {0, 0, 0x1p-60, 1, 0, -0x1p-10, 0, 1, -0x1p-10, 3, 3, -0x1p-10};
    const double lines[12] = {-1, 0, 0x1p-60, 1, 0, 0x1p-60, 1, 1, -0x1p-10, 1, 7, -0x1p-10};
    ck_assert(reference("excess-point-point", pair, &xi).value == expected);
    ck_assert(reference("excess-point-line", line, &xi).value == expected);
    ck_assert(reference("excess-point-plane", plane, &xi).value == expected);
    ck_assert(reference("excess-line-line", lines, &xi).value == expected);
}
END_TEST

/* ---- contact and friction ---- */

START_TEST(barrier_at_half_its_range) {
    const double d2 = 0.5, range[2] = {0.0, 1.0};
    const ts_term_value b = reference("barrier", &d2, range);
    ck_assert(b.value == 0.25 * M_LN2);
    check_near(b.gradient[0], -M_LN2 - 0.5, 1, "b'");
    check_near(b.hessian[0][0], 2 * M_LN2 + 5, 1, "b''");
    /* Dhat = 3 with xi = dhat = 1; D = 1.5 */
    const double thick[2] = {1.0, 1.0}, at = 2.5;
    check_near(reference("barrier", &at, thick).value, 2.25 * M_LN2, 1, "thick b");
}
END_TEST

START_TEST(barrier_ends_smoothly_and_is_infinite_in_contact) {
    const double range[2] = {1.0, 1.0}, end = 4.0, beyond = 9.0, contact = 1.0;
    for (int k = 0; k < 2; ++k) {
        const ts_term_value b = reference("barrier", k ? &end : &beyond, range);
        ck_assert(b.value == 0.0 && b.gradient[0] == 0.0 && b.hessian[0][0] == 0.0);
    }
    const ts_term_value b = reference("barrier", &contact, range);
    ck_assert(b.value == HUGE_VAL && isnan(b.gradient[0]) && isnan(b.hessian[0][0]));
}
END_TEST

START_TEST(barrier_of_points_is_that_of_their_distance) {
    const double points[6] = {0, 0, 0, 0, 0, 0.75}, d2 = 0.5625, range[2] = {0.5, 0.5};
    const ts_term_value b = reference("barrier", &d2, range),
                        of_points = reference("barrier-point-point", points, range);
    ck_assert(b.value == of_points.value);
    /* db/dz1 = b' 2z, d2b/dz1^2 = b'' 4 z^2 + 2 b', d2b/dx1^2 = 2 b' */
    check_near(of_points.gradient[5], 1.5 * b.gradient[0], 1, "the gradient");
    check_near(of_points.hessian[5][5], 2.25 * b.hessian[0][0] + 2 * b.gradient[0], 4, "along the normal");
    ck_assert(of_points.hessian[3][3] == 2 * b.gradient[0] && of_points.hessian[3][5] == 0.0);
}
END_TEST

/* Features 3/4 apart; of the lines, |u x v|^2 = 144. */
START_TEST(barriers_of_features_are_that_of_their_distance) {
    const double line[9] = {0, 0.75, 0, 0, 0, 0, 5, 0, 0}, plane[12] = {0, 0, 0.75, 1, 0, 0, 0, 1, 0, 3, 3, 0};
    const double lines[12] = {-1, 0, 0.75, 1, 0, 0.75, 1, 1, 0, 1, 7, 0};
    const double d2 = 0.5625, range[3] = {0.5, 0.5, 288.0};
    const double b = reference("barrier", &d2, range).value;
    ck_assert(reference("barrier-point-line", line, range).value == b);
    ck_assert(reference("barrier-point-plane", plane, range).value == b);
    ck_assert(reference("barrier-line-line", lines, range).value == b);
    check_near(reference("barrier-mollified", lines, range).value, 0.75 * b, 1, "half mollified");
}
END_TEST

START_TEST(mollifier_and_weight) {
    const double eps = 0.5, half = 0.25, weight[3] = {3, 2, 5};
    ts_term_value e = reference("mollifier", &half, &eps);
    ck_assert(e.value == 0.75 && e.gradient[0] == 2.0 && e.hessian[0][0] == -8.0);
    e = reference("mollifier", &eps, &eps);
    ck_assert(e.value == 1.0 && e.gradient[0] == 0.0 && e.hessian[0][0] == 0.0);
    const ts_term_value w = reference("collision-weight", weight, NULL);
    ck_assert(w.value == 96.0 && w.gradient[0] == 32.0 && w.gradient[1] == 240.0 && w.gradient[2] == 96.0 * M_LN2);
}
END_TEST

START_TEST(friction_by_its_polynomials) {
    const double e = 0.5, zero[2] = {0, 0}, half = 0.25, beyond[2] = {3, 4};
    ts_term_value f = reference("friction", zero, &e);
    check_near(f.value, 0.5 / 3, 0, "f0(0)");
    ck_assert(f.gradient[0] == 0.0 && f.hessian[0][0] == 4.0 && f.hessian[1][1] == 4.0 && f.hessian[0][1] == 0.0);
    f = reference("friction", beyond, &e);
    ck_assert(f.value == 5.0 && f.gradient[0] == 0.6 && f.gradient[1] == 0.8);
    ck_assert(f.hessian[0][0] == 16.0 / 125 && f.hessian[0][1] == -12.0 / 125 && f.hessian[1][1] == 9.0 / 125);
    f = reference("friction-f1", &half, &e);
    ck_assert(f.value == 0.75 && reference("friction-f0", &half, &e).gradient[0] == 0.75);
    ck_assert(reference("friction-f1-over-y", &half, &e).value == 3.0);
    ck_assert(reference("friction-f1-over-y", zero, &e).value == 4.0);
    ck_assert(reference("friction-f0", &e, &e).value == e);
}
END_TEST

/* ---- elasticity: matrices of integers whose singular values are known ---- */

/* |q|^2 times the rotation of the quaternion q: integers. */
static double scaled_rotation(ts_random *random, double r[3][3]) {
    double q[4];
    do {
        random_integers(random, 4, 2, q);
    } while (q[0] == 0.0 && q[1] == 0.0 && q[2] == 0.0 && q[3] == 0.0);
    const double a = q[0], b = q[1], c = q[2], d = q[3];
    const double m[3][3] = {{a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)},
                            {2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)},
                            {2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d}};
    memcpy(r, m, sizeof m);
    return a * a + b * b + c * c + d * d;
}

/* F = U diag(s) V^T of scaled rotations; sigma becomes its singular values, exactly. */
static void known_matrix(ts_random *random, double sigma[3], double f[3][3]) {
    double u[3][3], v[3][3];
    const double scale = scaled_rotation(random, u) * scaled_rotation(random, v);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            f[i][j] = 0;
            for (int k = 0; k < 3; ++k) f[i][j] += u[i][k] * sigma[k] * v[j][k];
        }
    }
    for (int k = 0; k < 3; ++k) sigma[k] *= scale;
}

START_TEST(tets_by_known_singular_values) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    for (int n = ts_test_cases(60); n > 0; --n) {
        const double material[2] = {3.0, 10.0}, last = ts_random_between(&random, -1.9, 3.0);
        double s[3] = {4, 2, floor(last)}, f[3][3];
        if (s[2] == 0.0) continue;
        known_matrix(&random, s, f);
        const double det = s[0] * s[1] * s[2];
        double corotated = 5.0 * (det - 1) * (det - 1);
        for (int k = 0; k < 3; ++k) corotated += 3.0 * (s[k] - 1) * (s[k] - 1);
        check_near(reference("fixed-corotated", f[0], material).value, corotated, 2, "fixed corotated");
        if (det <= 0) continue;
        const double log_j = log(det), norm2 = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
        check_near(reference("neo-hookean", f[0], material).value,
                   1.5 * (norm2 - 3) - 3.0 * log_j + 5.0 * log_j * log_j, 16, "neo-Hookean");
    }
}
END_TEST

/* A flat tet has an energy and derivatives; one that is a line, sigma = (2, 0, 0), has the energy only. */
START_TEST(degenerate_tets) {
    const double material[2] = {1.0, 2.0}, flat[9] = {2, 0, 0, 0, 3, 0, 0, 0, 0}, line[9] = {2};
    const ts_term_value of_flat = reference("fixed-corotated", flat, material);
    ck_assert(of_flat.value == 1.0 + 4.0 + 1.0 + 1.0 && isfinite(of_flat.hessian[0][0]));
    ck_assert(of_flat.gradient[0] == 2.0 && of_flat.gradient[4] == 4.0);
    ck_assert(of_flat.gradient[8] == -2.0 - 2.0 * 6.0);
    const ts_term_value of_line = reference("fixed-corotated", line, material);
    ck_assert(of_line.value == 1.0 + 1.0 + 1.0 + 1.0);
    ck_assert(isnan(of_line.gradient[0]) && isnan(of_line.hessian[4][4]));
    ck_assert(reference("neo-hookean", flat, material).value == HUGE_VAL);
}
END_TEST

START_TEST(strain_limit_by_known_singular_values) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    for (int n = ts_test_cases(60); n > 0; --n) {
        const double s[2] = {1 + (double)ts_random_below(&random, 4), 1 + (double)ts_random_below(&random, 4)};
        double u[3][3], columns[3][2];
        const double scale = scaled_rotation(&random, u);
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 2; ++j) columns[i][j] = u[i][j] * s[j] / 4;
        }
        const double limit[2] = {8.0 * scale, 1.0}, one = s[0] * scale / 4, two = s[1] * scale / 4;
        const double sum = reference("strain-limit", &one, limit).value + reference("strain-limit", &two, limit).value;
        check_near(reference("strain-limit-3x2", columns[0], limit).value, sum, 2, "the sum of two");
    }
    const double limit[2] = {1.5, 1.0}, sigma = 1.25, slack = 0.9, torn = 1.5;
    ck_assert(reference("strain-limit", &sigma, limit).value == 0.25 * M_LN2);
    ck_assert(reference("strain-limit", &slack, limit).value == 0.0);
    ck_assert(reference("strain-limit", &torn, limit).value == HUGE_VAL);
    const double least[2] = {0.5, 1.0}, short_of = 0.75; /* a lower limit in the same form */
    ck_assert(reference("strain-limit", &short_of, least).value == 0.25 * M_LN2);
    ck_assert(reference("strain-limit", &sigma, least).value == 0.0);
    const double square[4] = {0, -sigma, sigma, 0};
    ck_assert(reference("strain-limit-2x2", square, limit).value == 0.5 * M_LN2);
}
END_TEST

START_TEST(membranes_at_simple_stretch) {
    const double doubled[6] = {2, 0, 0, 1, 0, 0}, stvk[3] = {4, 3, 10}, half = 0.125, Y = 0.25;
    ck_assert(reference("membrane-stvk", doubled, stvk).value == 5.0 * 9 + 3.0 * 9);
    ck_assert(reference("orthotropic-eta", &half, &Y).value == 0.25 * M_LN2);
    /* E11 = 3/2, L1^2 = 9/2 - the nearest double of its root squared: eta = L1^2 ln 2 to a few ulps */
    const double woven[7] = {2, 5, 7, 11, sqrt(4.5), 1, 1};
    check_near(reference("membrane-orthotropic", doubled, woven).value, 4.5 * M_LN2, 8, "warp alone");
}
END_TEST

/* ---- bending ---- */

START_TEST(angles_of_hinges) {
    double x[12] = {0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.25, -1, 0};
    ck_assert(reference("hinge-angle", x, NULL).value == 0.0);
    x[10] = 0, x[11] = 1;
    ck_assert(reference("hinge-angle", x, NULL).value == M_PI_2);
    ck_assert(reference("hinge-angle", x, NULL).gradient[10] == 1.0); /* towards x2: the fold closes */
    x[10] = 1;
    ck_assert(reference("hinge-angle", x, NULL).value == 3 * M_PI_4);
    x[11] = -1;
    ck_assert(reference("hinge-angle", x, NULL).value == -3 * M_PI_4);
    const double weight[2] = {2.0, 0.0};
    check_near(reference("hinge-bending", x, weight).value, 1.125 * M_PI * M_PI, 4, "bending");
}
END_TEST

START_TEST(rods_at_right_angles) {
    const double straight[6] = {0, 0, 0, 0, 0, 2}, stretch[2] = {6, 1};
    const ts_term_value stretched = reference("rod-stretch", straight, stretch);
    ck_assert(stretched.value == 3.0 && stretched.gradient[5] == 6.0 && stretched.hessian[5][5] == 6.0);
    ck_assert(stretched.hessian[3][3] == 3.0); /* tension over length */
    const double bent[9] = {0, 0, 0, 1, 0, 0, 1, 1, 0}, folded[9] = {0, 0, 0, 1, 0, 0, 0, 0, 0}, rod[3] = {5, 1, 1};
    ck_assert(reference("rod-bending", bent, rod).value == 10.0);
    ck_assert(reference("rod-bending", folded, rod).value == HUGE_VAL);
    const double longer[9] = {-3, 0, 0, 1, 0, 0, 1, 2, 0};
    ck_assert(reference("rod-bending-angle", longer, rod).value == 10.0);
    ck_assert(reference("rod-bending-angle", folded, rod).value == HUGE_VAL);
}
END_TEST

/* ---- the interface ---- */

START_TEST(terms_name_their_inputs) {
    for (size_t k = 0; k < ts_term_count(); ++k) {
        const ts_term *term = ts_term_at(k);
        ck_assert(ts_term_find(term->name) == term && strcmp(term->reference, term->name) == 0);
        ck_assert(term->inputs >= 1 && term->inputs <= TS_TERM_MOST_INPUTS && term->input_names[term->inputs] == NULL);
        ck_assert(term->parameters <= TS_TERM_MOST_PARAMETERS && term->parameter_names[term->parameters] == NULL);
        for (int i = 0; i < term->inputs; ++i) ck_assert(term->input_names[i] != NULL);
        for (int i = 0; i < term->parameters; ++i) ck_assert(term->parameter_names[i] != NULL);
    }
    ck_assert(ts_term_at(ts_term_count()) == NULL && ts_term_find("nothing") == NULL);
}
END_TEST

START_TEST(mistakes_are_refused) {
    ts_error error = {0};
    ts_term_value out = {.value = 7};
    const double x = NAN, p[2] = {0, 1};
    ts_term own = *ts_term_find("barrier");
    ck_assert_int_eq(ts_term_reference(&own, &x, p, &out, &error), TS_ERROR_USAGE);
    own.reference = "nothing";
    ck_assert_int_eq(ts_term_reference(&own, p, p, &out, &error), TS_ERROR_USAGE);
    own.reference = NULL;
    ck_assert_int_eq(ts_term_reference(&own, p, p, &out, &error), TS_ERROR_USAGE);
    own.reference = "mollifier";
    ck_assert_int_eq(ts_term_reference(&own, p, p, &out, &error), TS_ERROR_USAGE);
    ck_assert(out.value == 7 && error.message[0] != '\0');
    ts_term_find("barrier")->evaluate(ts_term_find("barrier"), &x, p, &out);
    ck_assert(isnan(out.value) && isnan(out.gradient[0]));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("terms");
    TCase *tests = tcase_create("references");
    tcase_add_test(tests, derivatives_are_those_of_the_value);
    tcase_add_test(tests, a_third_precision_rounds_to_the_same);
    tcase_add_test(tests, distances_of_integers_are_exact);
    tcase_add_test(tests, excess_of_a_thin_gap);
    tcase_add_test(tests, barrier_at_half_its_range);
    tcase_add_test(tests, barrier_ends_smoothly_and_is_infinite_in_contact);
    tcase_add_test(tests, barrier_of_points_is_that_of_their_distance);
    tcase_add_test(tests, barriers_of_features_are_that_of_their_distance);
    tcase_add_test(tests, mollifier_and_weight);
    tcase_add_test(tests, friction_by_its_polynomials);
    tcase_add_test(tests, tets_by_known_singular_values);
    tcase_add_test(tests, degenerate_tets);
    tcase_add_test(tests, strain_limit_by_known_singular_values);
    tcase_add_test(tests, membranes_at_simple_stretch);
    tcase_add_test(tests, angles_of_hinges);
    tcase_add_test(tests, rods_at_right_angles);
    tcase_add_test(tests, terms_name_their_inputs);
    tcase_add_test(tests, mistakes_are_refused);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
