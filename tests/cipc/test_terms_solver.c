/* SPDX-License-Identifier: MIT
 * Every formula of the solver against its definition in MPFR (ts_term_reference), at random inputs and in the corners:
 * gaps of 1e-16, edges parallel to 1e-15 rad, equal singular values, stretch to within 1e-12 of its limit, rods and
 * hinges flat to 1e-12 rad, sizes from 1e-6 to 1e3 m. And what a step makes of its Hessian against the nearest
 * semi-definite matrix. */
#include <float.h>
#include <math.h>

#include "cipc/terms.h"
#include "tests/oracles/term_samples.h"
#include "tests/support.h"

/* The most that a term may be off: ulps of the value; DBL_EPSILON times the largest entry of gradient and Hessian. */
typedef struct term_bound {
    const char *name;
    double value, gradient, hessian;
} term_bound;

/* Where a bound is in the hundreds and more, what is asked for is a difference far below the last digit of what it is
 * made of: a gap of 1e-16 m at 1e3 m, a triangle that thin, a tet's stretch beyond 1, an angle next to the one at rest.
 * Of the barrier given its d2 and xi no more than 8 ulps are forgiven. */
static const term_bound BOUNDS[] = {
    {"distance-point-point", 1, 1, 1},
    {"distance-point-line", 50, 16, 16},
    {"distance-point-plane", 50, 100, 32},
    {"distance-line-line", 100, 100, 32},
    {"excess-point-point", 1, 1, 1},
    {"excess-point-line", 500, 16, 16},
    {"excess-point-plane", 500, 500, 32},
    {"excess-line-line", 500, 200, 32},
    {"barrier", 8, 8, 8},
    {"barrier-point-point", 8, 8, 16},
    {"barrier-point-line", 16, 2000, 2000},
    {"barrier-point-plane", 100, 2000, 2000},
    {"barrier-line-line", 100, 2000, 2000},
    {"barrier-mollified", 100, 2000, 2000},
    {"mollifier", 4, 4, 4},
    {"mollifier-edge-edge", 8, 16, 16},
    {"collision-weight", 4, 4, 4},
    {"friction-f0", 4, 4, 4},
    {"friction-f1", 4, 4, 4},
    {"friction-f1-over-y", 4, 4, 4},
    {"friction", 4, 4, 8},
    {"strain-limit", 4, 4, 8},
    {"strain-limit-2x2", 16, 16, 16},
    {"strain-limit-3x2", 16, 16, 16},
    {"membrane-stvk", 16, 16, 16},
    {"membrane-neo-hookean", 16, 16, 16},
    {"membrane-corotated", 16, 16, 16},
    {"orthotropic-eta", 4, 4, 4},
    {"membrane-orthotropic", 64, 200, 16},
    {"fixed-corotated", 2000, 500, 32},
    {"neo-hookean", 100000, 100000, 64},
    {"hinge-angle", 32, 32, 50},
    {"hinge-bending", 100000, 100000, 100},
    {"rod-stretch", 16, 16, 16},
    {"rod-bending", 16, 16, 16},
    {"rod-bending-angle", 16, 16, 16},
};

static const term_bound *bound_of(const char *name) {
    for (size_t i = 0; i < sizeof BOUNDS / sizeof *BOUNDS; ++i) {
        if (strcmp(BOUNDS[i].name, name) == 0) return &BOUNDS[i];
    }
    return NULL;
}

/* Largest difference of n numbers over the largest of the reference, in DBL_EPSILON; what the reference does not have
 * is not compared. */
typedef struct comparison {
    double off, most;
} comparison;

static void compare(comparison *with, double got, double expected) {
    if (isnan(expected)) return;
    const double off = fabs(got - expected);
    if (off > with->off || isnan(off)) with->off = isnan(off) ? INFINITY : off;
    with->most = fmax(with->most, fabs(expected));
}

static double error_of(const comparison *with) {
    return with->off == 0.0 ? 0.0 : with->off / with->most / DBL_EPSILON;
}

static double ulps(double got, double expected) {
    return got == expected ? 0.0 : fabs(got - expected) / (nextafter(fabs(expected), INFINITY) - fabs(expected));
}

static void check_point(const ts_term *term, const term_sample *at, term_bound *worst) {
    ts_term_value expected, got;
    ts_error error;
    if (ts_term_reference(term, at->x, at->p, &expected, &error) != TS_OK || isnan(expected.value)) return;
    term->evaluate(term, at->x, at->p, &got);
    if (isinf(expected.value)) {
        ck_assert_msg(got.value == INFINITY && isnan(got.gradient[0]), "%s: %g", term->name, got.value);
        return;
    }
    comparison gradient = {0}, hessian = {0};
    for (int i = 0; i < term->inputs; ++i) {
        compare(&gradient, got.gradient[i], expected.gradient[i]);
        for (int j = 0; j < term->inputs; ++j) compare(&hessian, got.hessian[i][j], expected.hessian[i][j]);
    }
    worst->value = fmax(worst->value, ulps(got.value, expected.value));
    worst->gradient = fmax(worst->gradient, error_of(&gradient));
    worst->hessian = fmax(worst->hessian, error_of(&hessian));
}

/* Terms without a row are held to bounds by `touchstone barrier` alone. */
START_TEST(terms_are_as_defined) {
    size_t held = 0;
    for (size_t k = 0; k < ts_solver_term_count(); ++k) {
        const ts_term *term = ts_solver_term_at(k);
        const term_bound *bound = bound_of(term->name);
        sampler *draw = sampler_of(term->name);
        if (!bound) continue;
        ++held;
        ck_assert_msg(draw, "%s: no inputs", term->name);
        term_bound worst = {.name = term->name};
        ts_random random;
        ts_random_init(&random, ts_test_seed(), k);
        for (int i = 0; i < ts_test_cases(100); ++i) {
            term_sample at = BLANK_SAMPLE;
            draw(&random, &at);
            check_point(term, &at, &worst);
        }
        printf("%-22s value %6.3g ulps, gradient %6.3g, Hessian %6.3g\n", term->name, worst.value, worst.gradient,
               worst.hessian);
        ck_assert_msg(worst.value <= bound->value && worst.gradient <= bound->gradient &&
                          worst.hessian <= bound->hessian,
                      "%s: %g, %g, %g", term->name, worst.value, worst.gradient, worst.hessian);
    }
    ck_assert_uint_eq(held, sizeof BOUNDS / sizeof *BOUNDS);
}
END_TEST

/* ---- Projection: P is the nearest semi-definite matrix of H if P >= 0, P - H >= 0 and P (P - H) = 0 ---- */

typedef double matrix[TS_TERM_MOST_INPUTS][TS_TERM_MOST_INPUTS];

/* Is a + most I positive definite (Cholesky)? */
static bool is_above(int n, const matrix a, double most) {
    matrix l;
    memcpy(l, a, sizeof l);
    for (int i = 0; i < n; ++i) l[i][i] += most;
    for (int k = 0; k < n; ++k) {
        if (!(l[k][k] > 0.0)) return false;
        for (int i = k + 1; i < n; ++i) {
            const double factor = l[i][k] / l[k][k];
            for (int j = k + 1; j < n; ++j) l[i][j] -= factor * l[k][j];
        }
    }
    return true;
}

static double largest(int n, const matrix a) {
    double most = 0.0;
    for (int i = 0; i < n * n; ++i) most = fmax(most, fabs(a[i / n][i % n]));
    return most;
}

static void product(int n, const matrix a, const matrix b, matrix out) {
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            out[i][j] = 0.0;
            for (int k = 0; k < n; ++k) out[i][j] += a[i][k] * b[k][j];
        }
    }
}

static bool has_hessian(const ts_term_value *of, int n) {
    if (isinf(of->value) || isnan(of->value)) return false;
    for (int i = 0; i < n * n; ++i) {
        if (isnan(of->hessian[i / n][i % n])) return false;
    }
    return true;
}

static void check_projection(size_t index, const term_sample *at) {
    const ts_term *term = ts_solver_term_at(index);
    const int n = term->inputs;
    ts_term_value expected;
    ts_error error;
    matrix projected, added = {{0}}, rest;
    if (ts_term_reference(term, at->x, at->p, &expected, &error) != TS_OK || !has_hessian(&expected, n)) return;
    ck_assert(ts_solver_term_projected(index, at->x, at->p, projected));
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) added[i][j] = projected[i][j] - expected.hessian[i][j];
    }
    const double size = largest(n, (const double(*)[TS_TERM_MOST_INPUTS])expected.hessian), rounding = 1e-9 * size;
    product(n, (const double(*)[TS_TERM_MOST_INPUTS])projected, (const double(*)[TS_TERM_MOST_INPUTS])added, rest);
    ck_assert_msg(size == 0.0 || is_above(n, (const double(*)[TS_TERM_MOST_INPUTS])projected, 1e-13 * size),
                  "%s: a negative eigenvalue", term->name);
    ck_assert_msg(size == 0.0 || is_above(n, (const double(*)[TS_TERM_MOST_INPUTS])added, rounding),
                  "%s: something positive is lost", term->name);
    ck_assert_msg(largest(n, (const double(*)[TS_TERM_MOST_INPUTS])rest) <= rounding * size,
                  "%s: more than the negative part is changed", term->name);
}

START_TEST(projected_hessians_are_the_nearest) {
    int projecting = 0;
    for (size_t k = 0; k < ts_solver_term_count(); ++k) {
        sampler *draw = sampler_of(ts_solver_term_at(k)->name);
        ts_random random;
        matrix ignored;
        ts_random_init(&random, ts_test_seed(), 100 + k);
        for (int i = 0; draw && i < ts_test_cases(30); ++i) {
            term_sample at = BLANK_SAMPLE;
            draw(&random, &at);
            /* a barrier may be out of range or infinite: what projects at all is asked where it is finite */
            if (ts_solver_term_projected(k, at.x, at.p, ignored)) check_projection(k, &at), ++projecting;
        }
    }
    ck_assert_int_ge(projecting, ts_test_cases(30) * 12);
}
END_TEST

START_TEST(every_reference_is_answered_and_lists_end) {
    for (size_t i = 0; i < ts_term_count(); ++i) {
        const ts_term *reference = ts_term_at(i);
        bool found = false;
        for (size_t k = 0; k < ts_solver_term_count(); ++k) {
            const ts_term *term = ts_solver_term_at(k);
            if (strcmp(term->reference, reference->name) != 0) continue;
            found = true;
            ck_assert(term->abi == TS_TERM_ABI && term->evaluate != reference->evaluate);
            ck_assert(term->inputs == reference->inputs && term->parameters == reference->parameters);
        }
        ck_assert_msg(found, "%s", reference->name);
    }
    matrix untouched = {{7.0}};
    const double none[TS_TERM_MOST_INPUTS] = {0};
    ck_assert_ptr_null(ts_solver_term_at(ts_solver_term_count()));
    ck_assert(!ts_solver_term_projected(ts_solver_term_count(), none, none, untouched));
    ck_assert(!ts_solver_term_projected(0, none, none, untouched));
    ck_assert(untouched[0][0] == 7.0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("terms_solver");
    TCase *tests = tcase_create("terms_solver");
    tcase_add_test(tests, terms_are_as_defined);
    tcase_add_test(tests, projected_hessians_are_the_nearest);
    tcase_add_test(tests, every_reference_is_answered_and_lists_end);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
