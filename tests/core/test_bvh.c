/* SPDX-License-Identifier: MIT
 * The box tree against all pairs tested one by one. */
#include <check.h>
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "core/bvh.h"
#include "core/bvh_descend.h"
#include "core/random.h"
#include "core/share.h"
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
    ck_assert_int_eq(ts_bvh_pairs(a, b, NULL, &list, NULL), TS_OK);
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
    const ts_pair_test test = {.keep = keep_odd, .self = odd ? &odd : NULL};
    ck_assert_int_eq(ts_bvh_pairs(a, a, &test, &list, NULL), TS_OK);
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

/* ---- Leaves ---- */

/* What leaves say of a primitive: six more directions, and up to three names. */
typedef struct item {
    float lo[TS_LEAF_DIRECTIONS], hi[TS_LEAF_DIRECTIONS];
    int32_t name[TS_LEAF_NAMES];
} item;

/* Floats, as its box has to hold it. */
static void random_items(ts_random *random, size_t count, item *items, ts_box *boxes) {
    for (size_t i = 0; i < count; ++i) {
        for (int d = 0; d < TS_LEAF_DIRECTIONS; ++d) {
            items[i].lo[d] = (float)ts_random_below(random, 8);
            items[i].hi[d] = items[i].lo[d] + (float)ts_random_below(random, 4);
        }
        for (int n = 0; n < TS_LEAF_NAMES; ++n) items[i].name[n] = (int32_t)ts_random_below(random, 12);
        if (ts_random_below(random, 64) == 0) { /* it is apart from nothing, not even from what is not there */
            for (int d = 0; d < TS_LEAF_DIRECTIONS; ++d) items[i].lo[d] = -INFINITY, items[i].hi[d] = INFINITY;
        }
        for (int k = 0; k < 3; ++k) {
            boxes[i].lo[k] = (double)items[i].lo[k];
            boxes[i].hi[k] = (double)items[i].hi[k];
        }
    }
}

static bool items_meet(const item *a, const item *b, const int names[2]) {
    for (int d = 0; d < TS_LEAF_DIRECTIONS; ++d) {
        if (a->lo[d] > b->hi[d] || b->lo[d] > a->hi[d]) return false;
    }
    for (int i = 0; i < names[0]; ++i) {
        for (int j = 0; j < names[1]; ++j) {
            if (a->name[i] == b->name[j]) return false;
        }
    }
    return true;
}

static void fill_leaves(const ts_bvh *tree, size_t count, const item *items, ts_bvh_leaf *leaf) {
    const int32_t *order = ts_bvh_order(tree);
    for (size_t place = 0; place < (count + 3) / 4 * 4; ++place) {
        const item *from = place < count ? &items[order[place]] : NULL;
        for (int d = 0; d < TS_LEAF_DIRECTIONS; ++d) {
            leaf[place / 4].lo[d][place % 4] = from ? from->lo[d] : -INFINITY; /* meets everything */
            leaf[place / 4].hi[d][place % 4] = from ? from->hi[d] : INFINITY;
        }
        for (int n = 0; n < TS_LEAF_NAMES; ++n) leaf[place / 4].name[n][place % 4] = from ? from->name[n] : -1;
    }
}

static void check_leaves(const ts_bvh *a, const item *x, size_t m, const ts_bvh *b, const item *y, size_t n,
                         const ts_pair_test *test) {
    ts_pair_list list = {0};
    ck_assert_int_eq(ts_bvh_pairs(a, b, test, &list, NULL), TS_OK);
    mark(&list);
    size_t wrong = 0;
    for (size_t i = 0; i < m; ++i) {
        for (size_t j = 0; j < n; ++j)
            wrong += seen[i][j] != ((a != b || i < j) && items_meet(&x[i], &y[j], test->names));
    }
    ck_assert_uint_eq(wrong, 0);
    ts_pair_list_clear(&list);
}

/* What one descent finds from the crowns on. */
static void descend_by(ts_bvh_descend *descend, const ts_bvh *a, const ts_bvh *b, const ts_pair_test *test,
                       ts_pair_buffer *out) {
    ts_bvh_walk walk = {.one = a, .other = b, .test = test, .out = out};
    const int levels = a->levels > b->levels ? a->levels : b->levels;
    if (a->count > 0 && b->count > 0) descend(&walk, levels - 1, 0, 0);
    ck_assert(!walk.failed);
}

static void check_descents(const ts_bvh *a, const ts_bvh *b, const ts_pair_test *test) {
    ts_pair_buffer portable = {0}, here = {0};
    descend_by(ts_bvh_descend_portable, a, b, test, &portable);
    descend_by(ts_bvh_descend_here(), a, b, test, &here);
    ck_assert_uint_eq(portable.count, here.count);
    if (here.count > 0) ck_assert_int_eq(memcmp(portable.pair, here.pair, here.count * sizeof *here.pair), 0);
    free(portable.pair);
    free(here.pair);
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

START_TEST(leaves_tell_pairs_apart) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    static item x[MOST], y[MOST];
    static ts_box box[2][MOST];
    static ts_bvh_leaf leaf[2][MOST / 4 + 1];
    for (size_t s = 0; s < SIZES; ++s) {
        for (int names = 0; names < 16; ++names) {
            const size_t m = sizes[s], n = sizes[ts_random_below(&random, SIZES)];
            random_items(&random, m, x, box[0]);
            random_items(&random, n, y, box[1]);
            ts_bvh *a, *b;
            ck_assert_int_eq(ts_bvh_create(m, box[0], &a, NULL), TS_OK);
            ck_assert_int_eq(ts_bvh_create(n, box[1], &b, NULL), TS_OK);
            if (m > 0) fill_leaves(a, m, x, leaf[0]);
            if (n > 0) fill_leaves(b, n, y, leaf[1]);
            const ts_pair_test both = {.leaf = {leaf[0], leaf[1]}, .names = {names / 4, names % 4}};
            const ts_pair_test one = {.leaf = {leaf[0], leaf[0]}, .names = {names / 4, names / 4}};
            check_leaves(a, x, m, b, y, n, &both);
            check_leaves(a, x, m, a, x, m, &one);
            check_descents(a, b, &both);
            check_descents(a, a, &one);
            check_descents(a, b, &(ts_pair_test){0});
            ts_bvh_destroy(a);
            ts_bvh_destroy(b);
        }
    }
}
END_TEST

/* Some boxes change, few or most of them, and the tree is told which. */
START_TEST(touched_places_are_refitted) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    static ts_box x[MOST];
    for (size_t s = 0; s < SIZES; ++s) {
        const size_t m = sizes[s];
        random_boxes(&random, SPREAD, m, x);
        ts_bvh *tree;
        ck_assert_int_eq(ts_bvh_create(m, x, &tree, NULL), TS_OK);
        for (uint64_t one_in = 1; one_in <= 64; one_in *= 4) {
            for (size_t place = 0; place < m; ++place) {
                if (ts_random_below(&random, one_in) != 0) continue;
                x[ts_bvh_order(tree)[place]] = random_box(&random, one_in == 4 ? FAR_AWAY : SPREAD);
                ts_bvh_touch(tree, place);
            }
            ts_bvh_refit_touched(tree, x);
            check_self(tree, x, m, false);
        }
        ts_bvh_destroy(tree);
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
        ck_assert_int_eq(ts_bvh_pairs(tree, tree, NULL, &list[threads - 1], NULL), TS_OK);
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
    ts_share_everything(true);
    Suite *suite = suite_create("bvh");
    TCase *tcase = tcase_create("boxes");
    tcase_add_test(tcase, pairs_are_those_of_brute_force);
    tcase_add_test(tcase, leaves_tell_pairs_apart);
    tcase_add_test(tcase, touched_places_are_refitted);
    tcase_add_test(tcase, threads_do_not_change_the_list);
    suite_add_tcase(suite, tcase);
    return ts_run_suite(suite);
}
