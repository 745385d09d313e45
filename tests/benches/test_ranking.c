/* SPDX-License-Identifier: MIT
 * The first ones of many by their key, against all of them sorted. */
#include <math.h>

#include "benches/ranking.h"
#include "core/random.h"
#include "tests/support.h"

enum { ITEMS = 200 };

static int by_key(const void *left, const void *right) {
    const ts_ranked *a = left, *b = right;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return (a->ordinal > b->ordinal) - (a->ordinal < b->ordinal);
}

static void check_first(ts_random *random, size_t most, uint64_t keys) {
    static ts_ranked items[ITEMS];
    ts_ranking ranking = {.most = most};
    for (size_t i = 0; i < ITEMS; ++i) {
        items[i] = (ts_ranked){.key = (double)ts_random_below(random, keys), .ordinal = i};
        ck_assert_int_eq(ts_ranking_add(&ranking, &items[i], NULL), TS_OK);
    }
    ts_ranking_sort(&ranking);
    qsort(items, ITEMS, sizeof *items, by_key);
    ck_assert_uint_eq(ranking.count, most);
    for (size_t i = 0; i < most; ++i) ck_assert_uint_eq(ranking.items[i].ordinal, items[i].ordinal);
    ts_ranking_clear(&ranking);
}

/* Of many keys, and of few, among which the earlier one counts. */
START_TEST(the_first_ones_are_kept) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (size_t most = 1; most < 70; ++most) {
        check_first(&random, most, 1000);
        check_first(&random, most, 5);
    }
}
END_TEST

START_TEST(a_key_below_the_limit_has_a_place) {
    ts_ranking ranking = {.most = 3}, none = {.most = 0};
    ck_assert_double_eq(ts_ranking_limit(&none), -INFINITY);
    for (uint64_t i = 0; i < 4; ++i) {
        ck_assert_double_eq(ts_ranking_limit(&ranking), i < 3 ? INFINITY : 2.0);
        ck_assert_int_eq(ts_ranking_add(&ranking, &(ts_ranked){.key = (double)i, .ordinal = i}, NULL), TS_OK);
    }
    ck_assert_int_eq(ts_ranking_add(&ranking, &(ts_ranked){.key = 0.5, .ordinal = 4}, NULL), TS_OK);
    ck_assert_double_eq(ts_ranking_limit(&ranking), 1.0);
    ts_ranking_clear(&ranking);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ranking");
    TCase *cases = tcase_create("ranking");
    tcase_add_test(cases, the_first_ones_are_kept);
    tcase_add_test(cases, a_key_below_the_limit_has_a_place);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
