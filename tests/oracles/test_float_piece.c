/* SPDX-License-Identifier: MIT
 * Where the stage in doubles gives up halving: at what no halving decides, and nowhere else. Roots and values of
 * polynomials in Bernstein form, which guide it. */
#include <math.h>

#include "core/random.h"
#include "oracles/bracket.h"
#include "oracles/float_piece.h"
#include "tests/support.h"

enum { MOST_DEGREE = 6 };
#define ERROR 1e-15

/* (x - r)^2 + rise, of degree 2. */
static ts_bernstein valley(double r, double rise) {
    return (ts_bernstein){.n = 2, .c = {r * r + rise, r * r - r + rise, (1.0 - r) * (1.0 - r) + rise}, .err = ERROR};
}

/* slope (x - r), raised to degree 2. */
static ts_bernstein line(double slope, double r) {
    return (ts_bernstein){.n = 2, .c = {-slope * r, slope * (0.5 - r), slope * (1.0 - r)}, .err = ERROR};
}

static bool in_vain(ts_bernstein f, ts_bernstein inside, bool is_signed, double *near) {
    const ts_float_piece piece = {
        .distance = f, .inside = {inside}, .inside_count = 1, .is_signed = is_signed, .lo = 0.25, .hi = 0.75};
    *near = -1.0;
    return ts_float_is_in_vain(&piece, near);
}

START_TEST(test_double_root) {
    const ts_bernstein far = line(1.0, -1.0); /* positive throughout */
    double near;
    for (double r = 0.0; r <= 1.0; r += 0.0625) {
        ck_assert(in_vain(valley(r, 0.0), far, false, &near));
        ck_assert_double_eq_tol(near, 0.25 + 0.5 * r, 1e-7);
        ck_assert(in_vain(valley(r, -ERROR / 2), far, false, &near));
        ck_assert(!in_vain(valley(r, 4.0 * ERROR), far, false, &near));
        ck_assert_double_eq(near, -1.0);
        /* Where the closest points are outside it is no matter. */
        ck_assert(!in_vain(valley(r, 0.0), line(1.0, r + 1e-12), false, &near));
        ck_assert(in_vain(valley(r, 0.0), line(1.0, r), false, &near));
    }
}
END_TEST

START_TEST(test_simple_root) {
    double near;
    for (double r = 0.0625; r < 1.0; r += 0.0625) {
        const ts_bernstein falls = line(-1.0, r);
        ck_assert(!in_vain(falls, line(1.0, r - 1e-12), false, &near));
        ck_assert(!in_vain(falls, line(1.0, r + 1e-12), false, &near));
        ck_assert(in_vain(falls, line(1.0, r), false, &near));
        ck_assert_double_eq_tol(near, 0.25 + 0.5 * r, 1e-14);
    }
}
END_TEST

/* F < 0 at the start is a contact there, unless F is signed: then it is one side of the plane. */
START_TEST(test_in_contact_at_the_start) {
    const ts_bernstein rises = line(1.0, 0.5);
    double near;
    ck_assert(!in_vain(rises, line(1.0, -0.25), false, &near));
    ck_assert(in_vain(rises, line(1.0, 0.0), false, &near));
    ck_assert_double_eq(near, 0.25);
    ck_assert(!in_vain(rises, line(1.0, 0.5), false, &near));
    ck_assert(in_vain(rises, line(1.0, 0.5), true, &near));
    ck_assert_double_eq_tol(near, 0.5, 1e-14);
}
END_TEST

/* ---- Polynomials in Bernstein form ---- */

static double binomial(int n, int k) {
    double result = 1.0;
    for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return result;
}

static long double value_by_definition(int n, const double *c, long double x) {
    long double sum = 0.0L;
    for (int i = 0; i <= n; ++i) sum += (long double)(binomial(n, i) * c[i]) * powl(x, i) * powl(1.0L - x, n - i);
    return sum;
}

START_TEST(test_values_and_roots) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int i = ts_test_cases(2000); i > 0; --i) {
        const int n = 1 + i % MOST_DEGREE;
        double c[MOST_DEGREE + 1], slope;
        for (int k = 0; k <= n; ++k) c[k] = ts_random_between(&random, -1.0, 1.0);
        const double x = ts_random_between(&random, 0.0, 1.0), value = ts_bernstein_value(n, c, x, &slope);
        ck_assert_double_eq_tol(value, (double)value_by_definition(n, c, x), 1e-14);
        const long double h = 1e-6L;
        ck_assert_double_eq_tol(
            slope, (double)((value_by_definition(n, c, x + h) - value_by_definition(n, c, x - h)) / (2.0L * h)), 1e-8);
        if (c[0] * c[n] >= 0.0) continue;
        const double root = ts_bernstein_root(n, c);
        ck_assert_double_ge(root, 0.0);
        ck_assert_double_le(root, 1.0);
        (void)ts_bernstein_value(n, c, root, &slope);
        ck_assert_double_eq_tol((double)value_by_definition(n, c, root), 0.0, 1e-14 * (1.0 + fabs(slope)));
    }
}
END_TEST

/* What a bracket costs: from a good guess at most four signs. */
typedef struct line_at {
    double root;
    int asked;
} line_at;

static int sign_of_line(void *self, double t) {
    line_at *of = self;
    ++of->asked;
    return (t > of->root) - (t < of->root);
}

START_TEST(test_bracket_from_a_good_guess) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    for (int i = ts_test_cases(200); i > 0; --i) {
        const double below = ts_random_between(&random, 0.1, 0.9);
        line_at of = {.root = nextafter(below, 1.0)};
        const ts_pair_outcome found = ts_bracket_root((ts_sign_at){sign_of_line, &of}, -1, 0.0, 1.0, below);
        ck_assert_int_eq(found.state, TS_PAIR_CONTACT);
        ck_assert_double_eq(found.lo, of.root);
        ck_assert_double_eq(found.hi, of.root);
        ck_assert_int_le(of.asked, 4);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("float_piece");
    tcase_add_test(cases, test_double_root);
    tcase_add_test(cases, test_simple_root);
    tcase_add_test(cases, test_in_contact_at_the_start);
    tcase_add_test(cases, test_values_and_roots);
    tcase_add_test(cases, test_bracket_from_a_good_guess);
    Suite *suite = suite_create("float_piece");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
