/* SPDX-License-Identifier: MIT
 * The box tree against all pairs tested one by one. */
#include <check.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "core/bvh.h"
#include "core/random.h"
#include "tests/support.h"

enum { MOST = 500 };

typedef enum family { SPREAD = 0, THIN, FLAT, SAME, POINTS, FAR_AWAY, HUGE_RANGE, GRID, FAMILIES } family;

static ts_box random_box(ts_random *random, family which) {
    ts_box box;
    for (int k = 0; k < 3; ++k) {
        double at = ts_random_between(random, -1.0, 1.0), size = ts_random_between(random, 0.0, 0.2);
        if (which == THIN && k < 2) size = 0.0;
        if (which == FLAT && k == 2) at = 0.25, size = 0.0;
        if (which == SAME) at = 0.1, size = 0.3;
        if (which == POINTS) at = (double)ts_random_below(random, 4), size = 0.0;
        if (which == FAR_AWAY) at += 1e7;
        if (which == HUGE_RANGE) at *= ts_random_log(random, 1e-200, 1e300);
        if (which == GRID) at = 0.1 * (double)ts_random_below(random, 9), size = 0.1; /* many touch exactly */
        box.lo[k] = at;
        box.hi[k] = at + size;
    }
    if (which == THIN) box.lo[2] = -INFINITY, box.hi[2] = INFINITY;
    return box;
}

static void random_boxes(ts_random *random, family which, size_t count, ts_box *boxes) {
    for (size_t i = 0; i < count; ++i) boxes[i] = random_box(random, which);
}

static bool meet(const ts_box *a, const ts_box *b) {
    for (int k = 0; k < 3; ++k) {
        if (a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k]) return false;
    }
    return true;
}

static bool keep_odd(const void *self, int32_t i, int32_t j) {
    return !self || (i + j) % 2 == 1;
}

/* seen[i][j] counts how often a pair is on the list. */
static unsigned char seen[MOST][MOST];

static void mark(const ts_pair_list *list) {
    memset(seen, 0, sizeof seen);
    for (size_t p = 0; p < list->count; ++p) ++seen[list->pair[p][0]][list->pair[p][1]];
}

static void check_cross(const ts_bvh *a, const ts_box *x, size_t m, const ts_bvh *b, const ts_box *y, size_t n) {
    static ts_pair_list list;
    ck_assert_int_eq(ts_bvh_pairs(a, b, NULL, NULL, &list, NULL), TS_OK);
    mark(&list);
    size_t wrong = 0;
    for (size_t i = 0; i < m; ++i) {
        for (size_t j = 0; j < n; ++j) wrong += seen[i][j] != meet(&x[i], &y[j]);
    }
    ck_assert_uint_eq(wrong, 0);
    ts_pair_list_clear(&list);
}

static void check_self(const ts_bvh *a, const ts_box *x, size_t m, bool odd) {
    ts_pair_list list = {0};
    ck_assert_int_eq(ts_bvh_pairs(a, a, keep_odd, odd ? &odd : NULL, &list, NULL), TS_OK);
    mark(&list);
    size_t wrong = 0;
    for (size_t i = 0; i < m; ++i) {
        for (size_t j = 0; j < m; ++j) {
            wrong += seen[i][j] != (i < j && meet(&x[i], &x[j]) && (!odd || (i + j) % 2 == 1));
        }
    }
    ck_assert_uint_eq(wrong, 0);
    ts_pair_list_clear(&list);
}

static const size_t sizes[] = {0, 1, 2, 4, 5, 16, 17, 100, MOST};
enum { SIZES = sizeof sizes / sizeof *sizes };

START_TEST(pairs_are_those_of_brute_force) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    static ts_box x[MOST], y[MOST];
    for (int which = 0; which < FAMILIES; ++which) {
        for (size_t s = 0; s < SIZES; ++s) {
            const size_t m = sizes[s], n = sizes[ts_random_below(&random, SIZES)];
            random_boxes(&random, (family)which, m, x);
            random_boxes(&random, (family)which, n, y);
            ts_bvh *a, *b;
            ck_assert_int_eq(ts_bvh_create(m, x, &a, NULL), TS_OK);
            ck_assert_int_eq(ts_bvh_create(n, y, &b, NULL), TS_OK);
            check_cross(a, x, m, b, y, n);
            check_self(a, x, m, false);
            check_self(a, x, m, true);
            random_boxes(&random, (family)((which + 1) % FAMILIES), m, x); /* nothing like what it was built for */
            ts_bvh_refit(a, x);
            check_cross(a, x, m, b, y, n);
            ts_bvh_rebuild(a, x);
            check_self(a, x, m, false);
            ts_bvh_destroy(a);
            ts_bvh_destroy(b);
        }
    }
}
END_TEST

static void count_visit(void *self, int32_t primitive) {
    ++((unsigned char *)self)[primitive];
}

START_TEST(a_query_visits_what_meets_the_box) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    static ts_box x[MOST];
    for (int which = 0; which < FAMILIES; ++which) {
        for (size_t s = 0; s < SIZES; ++s) {
            random_boxes(&random, (family)which, sizes[s], x);
            ts_bvh *tree;
            ck_assert_int_eq(ts_bvh_create(sizes[s], x, &tree, NULL), TS_OK);
            for (int trial = 0; trial < 20; ++trial) {
                const ts_box box = random_box(&random, (family)which);
                unsigned char visits[MOST] = {0};
                ts_bvh_query(tree, &box, count_visit, visits);
                for (size_t i = 0; i < sizes[s]; ++i) ck_assert_uint_eq(visits[i], meet(&box, &x[i]));
            }
            ts_bvh_destroy(tree);
        }
    }
}
END_TEST

START_TEST(threads_do_not_change_the_list) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    enum { MANY = 6000 };
    ts_box *boxes = malloc(MANY * sizeof *boxes);
    for (size_t i = 0; i < MANY; ++i) boxes[i] = random_box(&random, SPREAD);
    ts_pair_list list[2] = {{0}, {0}};
    const int usual = omp_get_max_threads();
    for (int threads = 2; threads >= 1; --threads) {
        omp_set_num_threads(threads);
        ts_bvh *tree;
        ck_assert_int_eq(ts_bvh_create(MANY, boxes, &tree, NULL), TS_OK);
        ck_assert_int_eq(ts_bvh_pairs(tree, tree, NULL, NULL, &list[threads - 1], NULL), TS_OK);
        ts_bvh_destroy(tree);
    }
    omp_set_num_threads(usual);
    ck_assert_uint_gt(list[0].count, MANY);
    ck_assert_uint_eq(list[0].count, list[1].count);
    ck_assert_int_eq(memcmp(list[0].pair, list[1].pair, list[0].count * sizeof *list[0].pair), 0);
    for (int i = 0; i < 2; ++i) ts_pair_list_clear(&list[i]);
    free(boxes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bvh");
    TCase *tcase = tcase_create("boxes");
    tcase_add_test(tcase, pairs_are_those_of_brute_force);
    tcase_add_test(tcase, a_query_visits_what_meets_the_box);
    tcase_add_test(tcase, threads_do_not_change_the_list);
    suite_add_tcase(suite, tcase);
    return ts_run_suite(suite);
}
