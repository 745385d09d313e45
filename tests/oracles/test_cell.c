/* SPDX-License-Identifier: MIT
 * Cells of a polynomial: halves are what the polynomial has there, and a part that ts_cell_shrink finds holds exactly
 * the roots of the whole, for polynomials with known dyadic roots and clusters of complex ones. */
#include "core/random.h"
#include "oracles/cell.h"
#include "tests/support.h"

static uint64_t seed;

enum { MOST_ROOTS = 3 };

/* f = product of (2^depth x - k), the real roots, and of one or two (2^p x - m)^2 + 1. */
typedef struct example {
    ts_zpoly f;
    ts_dyadic root[MOST_ROOTS];
    int roots;
} example;

static void multiply(ts_zpoly *f, const ts_zpoly *factor) {
    ts_zpoly product;
    ts_zpoly_init(&product);
    ts_zpoly_mul(&product, f, factor);
    ts_zpoly_set(f, &product);
    ts_zpoly_clear(&product);
}

/* Near the centre c / 8 by 2^-near of an odd number below 8. */
static void pick_near(ts_random *random, unsigned centre, unsigned near, ts_dyadic *at) {
    at->depth = near + 3;
    mpz_set_ui(at->k, centre);
    mpz_mul_2exp(at->k, at->k, near);
    mpz_add_ui(at->k, at->k, 2 * ts_random_below(random, 4) + 1);
}

/* factor = 2^depth x - k */
static void set_factor(ts_zpoly *factor, const ts_dyadic *at) {
    factor->degree = 1;
    mpz_neg(factor->c[0], at->k);
    mpz_set_ui(factor->c[1], 1);
    mpz_mul_2exp(factor->c[1], factor->c[1], at->depth);
}

static bool is_new_root(const example *e) {
    for (int i = 0; i < e->roots; ++i) {
        if (e->root[i].depth == e->root[e->roots].depth && mpz_cmp(e->root[i].k, e->root[e->roots].k) == 0)
            return false;
    }
    return true;
}

static void make(ts_random *random, example *e) {
    ts_zpoly factor, square;
    ts_dyadic complex;
    ts_zpoly_init(&factor);
    ts_zpoly_init(&square);
    mpz_init(complex.k);
    e->roots = 0;
    e->f.degree = 0;
    mpz_set_ui(e->f.c[0], 1);
    const unsigned centre = (unsigned)ts_random_below(random, 8);
    const int wanted = (int)ts_random_below(random, MOST_ROOTS + 1);
    for (int i = 0; i < wanted; ++i) {
        pick_near(random, centre, (unsigned)ts_random_below(random, 300), &e->root[e->roots]);
        if (!is_new_root(e)) continue;
        set_factor(&factor, &e->root[e->roots++]);
        multiply(&e->f, &factor);
    }
    for (int pairs = 1 + (int)ts_random_below(random, 2); pairs > 0; --pairs) { /* (2^p x - m)^2 + 1 */
        pick_near(random, centre, (unsigned)ts_random_below(random, 300), &complex);
        set_factor(&factor, &complex);
        ts_zpoly_mul(&square, &factor, &factor);
        mpz_add_ui(square.c[0], square.c[0], 1);
        multiply(&e->f, &square);
    }
    mpz_clear(complex.k);
    ts_zpoly_clear(&square);
    ts_zpoly_clear(&factor);
}

/* Sign of root - (k + offset) / 2^depth. */
static int compare(const ts_dyadic *root, const ts_dyadic *at, unsigned offset) {
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    mpz_mul_2exp(left, root->k, at->depth);
    mpz_add_ui(right, at->k, offset);
    mpz_mul_2exp(right, right, root->depth);
    const int sign = mpz_cmp(left, right);
    mpz_clears(left, right, NULL);
    return (sign > 0) - (sign < 0);
}

/* The same open interval's roots, or with the ends those of the closed one. */
static int count_roots(const example *e, const ts_dyadic *at, bool closed) {
    int count = 0;
    for (int i = 0; i < e->roots; ++i) {
        const int start = compare(&e->root[i], at, 0), end = compare(&e->root[i], at, 1);
        count += closed ? start >= 0 && end <= 0 : start > 0 && end < 0;
    }
    return count;
}

/* Coefficients in the same proportion, by a positive factor. */
static void check_same(const ts_cell *a, const ts_cell *b) {
    mpz_t left, right;
    mpz_inits(left, right, NULL);
    for (int i = 0; i <= a->degree; ++i) {
        ck_assert_int_eq(mpz_sgn(a->b[i]), mpz_sgn(b->b[i]));
        for (int j = 0; j < i; ++j) {
            mpz_mul(left, a->b[i], b->b[j]);
            mpz_mul(right, a->b[j], b->b[i]);
            ck_assert_int_eq(mpz_cmp(left, right), 0);
        }
    }
    mpz_clears(left, right, NULL);
}

static void check_halves(const example *e, const ts_cell *cell, ts_cell half[2]) {
    ts_cell again;
    ts_cell_init(&again);
    ts_cell_halve(cell, &half[0], &half[1]);
    for (int i = 0; i < 2; ++i) {
        again.at.depth = half[i].at.depth;
        mpz_set(again.at.k, half[i].at.k);
        ts_cell_set(&again, &e->f);
        check_same(&half[i], &again);
        const int surplus = ts_cell_variations(&half[i]) - count_roots(e, &half[i].at, false);
        ck_assert_int_ge(surplus, 0);
        ck_assert_int_eq(surplus % 2, 0);
    }
    ts_cell_clear(&again);
}

/* Walks down to the cell with the most variations, trying to shrink at every one. Counts the successes. */
static void check_walk(const example *e, unsigned stride, int *found) {
    ts_cell cell, part, half[2];
    ts_cell *const all[4] = {&cell, &part, &half[0], &half[1]};
    for (int i = 0; i < 4; ++i) ts_cell_init(all[i]);
    ts_cell_set(&cell, &e->f);
    for (int steps = 0; steps < 40 && ts_cell_variations(&cell) > 1; ++steps) {
        if (ts_cell_shrink(&cell, &e->f, stride, &part)) {
            ck_assert_int_eq(count_roots(e, &part.at, false), count_roots(e, &cell.at, false));
            ck_assert_int_eq(count_roots(e, &part.at, true), count_roots(e, &part.at, false));
            ck_assert_uint_eq(part.at.depth, cell.at.depth + stride);
            ++*found;
            ts_cell_swap(&cell, &part);
            stride = ts_next_stride(stride, true);
        } else {
            check_halves(e, &cell, half);
            ts_cell_swap(&cell, &half[ts_cell_variations(&half[1]) > ts_cell_variations(&half[0])]);
            stride = stride > TS_LEAST_STRIDE ? ts_next_stride(stride, false) : TS_LEAST_STRIDE;
        }
    }
    for (int i = 0; i < 4; ++i) ts_cell_clear(all[i]);
}

START_TEST(a_part_that_is_found_holds_the_roots_of_the_cell) {
    ts_random random;
    example e;
    int found = 0;
    const int cases = ts_test_cases(1000);
    ts_random_init(&random, seed, 1);
    ts_zpoly_init(&e.f);
    for (int i = 0; i < MOST_ROOTS; ++i) mpz_init(e.root[i].k);
    for (int n = 0; n < cases; ++n) {
        make(&random, &e);
        check_walk(&e, (unsigned)TS_LEAST_STRIDE << ts_random_below(&random, 6), &found);
    }
    for (int i = 0; i < MOST_ROOTS; ++i) mpz_clear(e.root[i].k);
    ts_zpoly_clear(&e.f);
    ck_assert_int_gt(found, cases);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    TCase *cases = tcase_create("cell");
    tcase_add_test(cases, a_part_that_is_found_holds_the_roots_of_the_cell);
    Suite *suite = suite_create("cell");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
