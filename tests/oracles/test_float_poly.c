/* SPDX-License-Identifier: MIT
 * The error bounds of polynomials in Bernstein form, operation by operation, against 113 bits: what they leave out is
 * below 2^-100 of the largest term. */
#include "core/random.h"
#include "oracles/float_poly.h"
#include "tests/support.h"

typedef __float128 wide;

typedef struct wide_curve {
    int n;
    wide c[3][3];
} wide_curve;

typedef struct wide_poly {
    int n;
    wide c[7];
} wide_poly;

static wide magnitude(wide a) {
    return a < 0 ? -a : a;
}

static int binomial(int n, int k) {
    int result = 1;
    for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return result;
}

/* ---- The same operations by their definition: coefficients of a product are averages of products ---- */

static wide_curve cross_of(const wide_curve *a, const wide_curve *b) {
    wide_curve r = {.n = a->n + b->n};
    for (int i = 0; i <= a->n; ++i) {
        for (int j = 0; j <= b->n; ++j) {
            const wide share = (wide)(binomial(a->n, i) * binomial(b->n, j)) / binomial(r.n, i + j);
            for (int k = 0; k < 3; ++k) {
                const int l = (k + 1) % 3, m = (k + 2) % 3;
                r.c[i + j][k] += share * (a->c[i][l] * b->c[j][m] - a->c[i][m] * b->c[j][l]);
            }
        }
    }
    return r;
}

static wide_poly dot_of(const wide_curve *a, const wide_curve *b) {
    wide_poly r = {.n = a->n + b->n};
    for (int i = 0; i <= a->n; ++i) {
        for (int j = 0; j <= b->n; ++j) {
            const wide share = (wide)(binomial(a->n, i) * binomial(b->n, j)) / binomial(r.n, i + j);
            for (int k = 0; k < 3; ++k) r.c[i + j] += share * a->c[i][k] * b->c[j][k];
        }
    }
    return r;
}

static wide_poly product_of(const wide_poly *a, const wide_poly *b) {
    wide_poly r = {.n = a->n + b->n};
    for (int i = 0; i <= a->n; ++i) {
        for (int j = 0; j <= b->n; ++j) {
            r.c[i + j] += (wide)(binomial(a->n, i) * binomial(b->n, j)) / binomial(r.n, i + j) * a->c[i] * b->c[j];
        }
    }
    return r;
}

static wide_poly difference_of(const wide_poly *a, double f, const wide_poly *b) {
    wide_poly r = {.n = a->n};
    for (int i = 0; i <= a->n; ++i) r.c[i] = a->c[i] - (wide)f * b->c[i];
    return r;
}

/* ---- Checks ---- */

static void check_curve(const ts_quadratic3 *r, const wide_curve *exact) {
    for (int i = 0; i < 9; ++i) {
        const wide off = magnitude((wide)r->c[i / 3][i % 3] - exact->c[i / 3][i % 3]);
        ck_assert_msg(off <= (wide)r->err, "a component is off by %g, more than %g", (double)off, r->err);
    }
}

static void check_poly(const char *what, const ts_bernstein *r, const wide_poly *exact) {
    ck_assert_int_eq(r->n, exact->n);
    for (int i = 0; i <= r->n; ++i) {
        const wide off = magnitude((wide)r->c[i] - exact->c[i]);
        ck_assert_msg(off <= (wide)r->err, "%s: coefficient %d is off by %g, more than %g", what, i, (double)off,
                      r->err);
    }
}

/* All of them near the largest, so that roundings are large against the bound, or of any size. */
static double coordinate(ts_random *random, int kind) {
    const double sign = ts_random_below(random, 2) ? 1.0 : -1.0;
    if (kind == 0) return sign * ts_random_between(random, 0.5, 1.0);
    if (kind == 1) return sign * ts_random_log(random, 0x1p-30, 1.0);
    return 1000.0 + sign * ts_random_unit(random);
}

static wide_curve rows_of(const ts_float_query *q, ts_rows rows) {
    wide_curve r = {.n = 1};
    for (int k = 0; k < 3; ++k) {
        r.c[0][k] = (wide)q->x0[rows.to][k] - q->x0[rows.from][k];
        r.c[1][k] = (wide)q->x1[rows.to][k] - q->x1[rows.from][k];
    }
    return r;
}

/* A polynomial whose coefficients are what they are, up to its error. */
static wide_poly with_error(ts_random *random, ts_bernstein *p, double error) {
    wide_poly exact = {.n = p->n};
    p->err = error;
    for (int i = 0; i <= p->n; ++i) {
        exact.c[i] = (wide)p->c[i] + (ts_random_below(random, 2) ? 1 : -1) * (wide)error;
    }
    return exact;
}

static ts_bernstein random_poly(ts_random *random, int n) {
    ts_bernstein p = {.n = n};
    for (int i = 0; i <= n; ++i) p.c[i] = coordinate(random, 0);
    return p;
}

START_TEST(test_vectors) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (int i = ts_test_cases(20000); i > 0; --i) {
        double x[2][4][3];
        for (int k = 0; k < 24; ++k) x[k / 12][k / 3 % 4][k % 3] = coordinate(&random, i % 3);
        const ts_float_query q = {.x0 = (const double(*)[3])x[0], .x1 = (const double(*)[3])x[1]};
        const ts_rows rows[3] = {{0, 1}, {0, 2}, {0, 3}};
        ts_linear3 a, b, c;
        ts_linear_rows(&q, rows[0], &a);
        ts_linear_rows(&q, rows[1], &b);
        ts_linear_rows(&q, rows[2], &c);
        const wide_curve wa = rows_of(&q, rows[0]), wb = rows_of(&q, rows[1]), wc = rows_of(&q, rows[2]);
        ts_bernstein p;
        ts_quadratic3 m, n;
        ts_linear_dot(&a, &b, &p);
        wide_poly exact = dot_of(&wa, &wb);
        check_poly("linear by linear", &p, &exact);
        ts_linear_cross(&a, &b, &n);
        ts_linear_cross(&c, &b, &m);
        const wide_curve wn = cross_of(&wa, &wb), wm = cross_of(&wc, &wb);
        check_curve(&n, &wn);
        ts_mixed_dot(&c, &n, &p);
        exact = dot_of(&wc, &wn);
        check_poly("linear by quadratic", &p, &exact);
        ts_quadratic_dot(&m, &n, &p);
        exact = dot_of(&wm, &wn);
        check_poly("quadratic by quadratic", &p, &exact);
    }
}
END_TEST

/* Each with coefficients that are off by all of their error, either way. */
START_TEST(test_scalars) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int i = ts_test_cases(20000); i > 0; --i) {
        const double error = i % 2 ? 0x1p-50 * ts_random_unit(&random) : 0.0;
        ts_bernstein cubic = random_poly(&random, 3), low = random_poly(&random, i % 4 < 2 ? 2 : 4), r, left, right;
        const wide_poly wide_cubic = with_error(&random, &cubic, error), wide_low = with_error(&random, &low, error);
        wide_poly exact = product_of(&wide_cubic, &wide_cubic);
        ts_square_cubic(&cubic, &r);
        check_poly("square", &r, &exact);
        const wide_poly one = {.n = 2, .c = {1, 1, 1}};
        exact = product_of(&wide_low, &one);
        ts_elevate2(&low, &r);
        check_poly("two degrees more", &r, &exact);
        ts_bernstein from = random_poly(&random, r.n);
        const wide_poly wide_from = with_error(&random, &from, 0x1p-52 * ts_random_unit(&random));
        const double f = i % 3 ? 1.0 : ts_random_log(&random, 0x1p-10, 4.0);
        exact = difference_of(&wide_from, f, &exact);
        ts_subtract(&from, f, &r, &r);
        check_poly("difference", &r, &exact);
        ts_halve(&from, &left, &right);
        wide b[7];
        wide_poly half[2] = {{.n = from.n}, {.n = from.n}};
        for (int k = 0; k <= from.n; ++k) b[k] = wide_from.c[k];
        for (int level = 0; level <= from.n; ++level) {
            half[0].c[level] = b[0];
            half[1].c[from.n - level] = b[from.n - level];
            for (int k = 0; k < from.n - level; ++k) b[k] = (b[k] + b[k + 1]) / 2;
        }
        check_poly("left half", &left, &half[0]);
        check_poly("right half", &right, &half[1]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("float_poly");
    TCase *tests = tcase_create("float_poly");
    tcase_add_test(tests, test_vectors);
    tcase_add_test(tests, test_scalars);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
