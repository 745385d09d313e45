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

/* ---- One root ---- */

/* The product of x - r[i] over the roots, by its values at the ends of the factors: Bernstein coefficients of a product
 * are averages of products. */
static ts_bernstein with_roots(int n, const double *r, double sign) {
    ts_bernstein p = {.n = 0, .c = {sign}, .err = 0.0};
    for (int k = 0; k < n; ++k) {
        ts_bernstein next = {.n = k + 1};
        for (int i = 0; i <= k + 1; ++i) {
            const double share = (double)i / (k + 1);
            next.c[i] =
                (i <= k ? (1.0 - share) * -r[k] * p.c[i] : 0.0) + (i > 0 ? share * (1.0 - r[k]) * p.c[i - 1] : 0.0);
        }
        p = next;
    }
    p.err = 1e-14 * ts_max_abs(p.c, p.n + 1);
    return p;
}

/* Where it says that there is one root, there is one; it says so of a root that is alone. What is said of where it lies
 * and of a condition there is true. */
START_TEST(test_one_root) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    int said = 0, told = 0;
    for (int i = ts_test_cases(20000); i > 0; --i) {
        const int n = 1 + i % MOST_DEGREE;
        double r[MOST_DEGREE];
        int within = 0;
        double root = -1.0;
        for (int k = 0; k < n; ++k) {
            r[k] = ts_random_between(&random, k % 2 ? -3.0 : -0.5, k % 2 ? 4.0 : 1.5);
            within += r[k] > 0.0 && r[k] < 1.0;
            root = r[k] > 0.0 && r[k] < 1.0 ? r[k] : root;
        }
        const ts_bernstein f = with_roots(n, r, i % 7 < 3 ? 1.0 : -1.0);
        if (!ts_has_one_root(&f)) {
            ck_assert(n > 1 || within != 1 || fmin(root, 1.0 - root) < 1e-12);
            continue;
        }
        ck_assert_int_eq(within, 1);
        ++said;
        ts_float_root at;
        ck_assert(ts_float_enclose_root(&f, true, &at) && at.from == 0.0 && at.until == 1.0);
        if (!ts_float_enclose_root(&f, false, &at)) continue;
        ck_assert(at.from <= root && root <= at.until && at.until - at.from <= 0x1p-18);
        /* A condition that changes its sign anywhere, most often where the root is looked for. */
        const double edge = i % 3 ? root + ldexp(ts_random_between(&random, -4.0, 4.0), -20) : ts_random_unit(&random);
        const ts_float_piece piece = {.distance = f, .inside = {line(1.0, edge)}, .inside_count = 1, .hi = 1.0};
        const int holds = ts_float_inside_at(&piece, &at);
        ck_assert(holds == 0 || (holds > 0) == (root > edge));
        if (fabs(root - edge) > 0x1p-17) ck_assert_int_ne(holds, 0);
        told += holds != 0;
        /* Whatever the root is taken for, as long as it lies within. */
        const double off = root + ldexp(ts_random_between(&random, -1.0, 1.0), -20);
        const ts_float_root elsewhere = {off, off - 0x1p-20, off + 0x1p-20};
        const int there = ts_float_inside_at(&piece, &elsewhere);
        ck_assert(there == 0 || (there > 0) == (root > edge));
    }
    ck_assert_int_gt(said, 10);
    ck_assert_int_gt(told, 10);
}
END_TEST

/* Where values around the root are within their error it is not enclosed. */
START_TEST(test_root_in_noise) {
    ts_bernstein f = line(1.0, 0.5);
    ts_float_root at;
    ck_assert(ts_float_enclose_root(&f, false, &at));
    f.err = 0x1p-19;
    ck_assert(ts_has_one_root(&f) && !ts_float_enclose_root(&f, false, &at));
}
END_TEST

/* (1 - x)^2 - d^2 is steep before its root and flat behind it: raised by its error the root is nearly at 1. */
START_TEST(test_root_before_noise) {
    const double d2 = 4.2 * 0x1p-40;
    ts_bernstein f = {.n = 2, .c = {1.0 - d2, -d2, -d2}, .err = 0x1p-38};
    ts_float_root at;
    for (int sign = 1; sign >= -1; sign -= 2) {
        for (int i = 0; i < 3; ++i) f.c[i] = sign * fabs(f.c[i]) * (i == 0 ? 1.0 : -1.0);
        ck_assert(ts_has_one_root(&f) && !ts_float_enclose_root(&f, false, &at));
        f.err = 0x1p-40;
        ck_assert(ts_float_enclose_root(&f, false, &at));
        ck_assert(at.from < 1.0 - sqrt(d2) && 1.0 - sqrt(d2) < at.until && at.until < 1.0);
        f.err = 0x1p-38;
    }
}
END_TEST

/* One coefficient may have any sign, where signs change; two may not. */
START_TEST(test_uncertain_coefficients) {
    const ts_bernstein one = {.n = 3, .c = {1.0, ERROR / 2, -1.0, -1.0}, .err = ERROR},
                       two = {.n = 3, .c = {1.0, ERROR / 2, -ERROR / 2, -1.0}, .err = ERROR},
                       first = {.n = 3, .c = {ERROR / 2, -1.0, -1.0, -1.0}, .err = ERROR},
                       last = {.n = 3, .c = {1.0, 1.0, 1.0, -ERROR / 2}, .err = ERROR},
                       within = {.n = 3, .c = {1.0, ERROR / 2, 1.0, -1.0}, .err = ERROR},
                       behind = {.n = 3, .c = {1.0, -1.0, ERROR / 2, -1.0}, .err = ERROR},
                       twice = {.n = 3, .c = {1.0, -1.0, -1.0, 1.0}, .err = ERROR};
    ck_assert(ts_has_one_root(&one));
    ck_assert(!ts_has_one_root(&two) && !ts_has_one_root(&first) && !ts_has_one_root(&last));
    ck_assert(!ts_has_one_root(&within) && !ts_has_one_root(&behind) && !ts_has_one_root(&twice));
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
    tcase_add_test(cases, test_one_root);
    tcase_add_test(cases, test_root_in_noise);
    tcase_add_test(cases, test_root_before_noise);
    tcase_add_test(cases, test_uncertain_coefficients);
    tcase_add_test(cases, test_bracket_from_a_good_guess);
    Suite *suite = suite_create("float_piece");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
