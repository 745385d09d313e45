/* SPDX-License-Identifier: MIT
 * BSC against the exact truth: whole steps are decided exactly, and it fails at inflection points and nowhere
 * else. */
#include <touchstone/ccd.h>

#include <gmp.h>

#include "ccd/expansion.h"
#include "ccd/signs.h"
#include "tests/ccd/families.h"

START_TEST(head_on_motions_are_halved) {
    static const double scales[] = {1.0, 0x1p-30, 0x1p400, 0x1p-400};
    check_halved("bsc-exact", scales, 4);
}
END_TEST

START_TEST(two_contacts_and_an_inflection) {
    ts_ccd_method method = method_with("bsc-exact", NULL), split = method_with("bsc-exact", "{\"split\": true}");
    const ts_ccd_query plain = two_contacts(1.0), inflected = two_contacts(3.0);
    ck_assert_double_eq(answer_of(&method, &plain).toi, 0.9 * 0.125);
    ck_assert_double_eq(answer_of(&split, &plain).toi, 0.9 * 0.125);
    ck_assert_int_eq(answer_of(&method, &inflected).status, TS_CCD_FAILED);
    ck_assert_int_eq(answer_of(&split, &inflected).status, TS_CCD_HIT);
    ck_assert_double_eq(answer_of(&split, &inflected).toi, 0.9 * 0.125);
    ts_ccd_method_clear(&method);
    ts_ccd_method_clear(&split);
}
END_TEST

/* The coplanarity cubic is 0 throughout. */
START_TEST(motions_in_a_plane_are_decided) {
    ts_ccd_query query = {.kind = TS_POINT_TRIANGLE,
                          .x0 = {{1, -1, 0}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                          .x1 = {{1, 1, 0}, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}},
                          .t_max = 1.0};
    ts_ccd_query row = {.kind = TS_EDGE_EDGE,
                        .x0 = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}},
                        .x1 = {{2, 0, 0}, {3, 0, 0}, {2, 0, 0}, {3, 0, 0}},
                        .t_max = 1.0};
    ts_ccd_method method = method_with("bsc-exact", NULL);
    ts_ccd_query *const queries[] = {&query, &row};
    for (int i = 0; i < 2; ++i) {
        ck_assert_double_eq(answer_of(&method, queries[i]).toi, 0.9 * 0.25);
        queries[i]->t_max = 0.4375;
        ck_assert_int_eq(answer_of(&method, queries[i]).status, TS_CCD_FREE);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

/* Y(t), the determinant of three differences of vertices, in rationals. */
static void coplanarity_at(const ts_ccd_query *query, int t, mpq_t out) {
    mpq_t x[4][3], other;
    mpq_init(other);
    for (int i = 0; i < 12; ++i) {
        mpq_t *at = &x[i / 3][i % 3];
        mpq_init(*at);
        mpq_set_d(*at, query->x0[i / 3][i % 3]);
        mpq_set_d(out, query->x1[i / 3][i % 3]);
        mpq_sub(out, out, *at);
        mpq_set_si(other, t, 1);
        mpq_mul(out, out, other);
        mpq_add(*at, *at, out);
        if (i >= 3) mpq_sub(*at, *at, x[0][i % 3]);
    }
    mpq_set_ui(out, 0, 1);
    for (int p = 0; p < 6; ++p) {
        const int step = p < 3 ? 1 : 2;
        mpq_mul(other, x[1][p % 3], x[2][(p + step) % 3]);
        mpq_mul(other, other, x[3][(p + 2 * step) % 3]);
        if (p < 3) mpq_add(out, out, other);
        if (p >= 3) mpq_sub(out, out, other);
    }
    for (int i = 0; i < 12; ++i) mpq_clear(x[i / 3][i % 3]);
    mpq_clear(other);
}

/* The sign of the sum of factor[i] value[i]. */
static int sign_of_sum(const int factor[4], mpq_t value[4]) {
    mpq_t sum, term;
    mpq_init(sum);
    mpq_init(term);
    for (int i = 0; i < 4; ++i) {
        mpq_set_si(term, factor[i], 1);
        mpq_mul(term, term, value[i]);
        mpq_add(sum, sum, term);
    }
    const int sign = mpq_sgn(sum);
    mpq_clear(sum);
    mpq_clear(term);
    return sign;
}

/* From Y at -1, 0, 1 and 2: Y''(0) = Y(-1) - 2 Y(0) + Y(1), and 18 times the Bernstein coefficients
 * Y(0), Y(0) + Y'(0)/3, Y(1) - Y'(1)/3, Y(1) with Y' by the cubic through the four. */
static bool should_fail(const ts_ccd_query *query) {
    static const int bernstein[4][4] = {{0, 1, 0, 0}, {-2, 15, 6, -1}, {-1, 6, 15, -2}, {0, 0, 1, 0}};
    static const int bend[2][4] = {{1, -2, 1, 0}, {0, 1, -2, 1}};
    mpq_t y[4];
    for (int t = -1; t <= 2; ++t) {
        mpq_init(y[t + 1]);
        coplanarity_at(query, t, y[t + 1]);
    }
    const bool inflection = sign_of_sum(bend[0], y) * sign_of_sum(bend[1], y) < 0;
    const int first = sign_of_sum(bernstein[0], y);
    bool one_sign = first != 0;
    for (int k = 1; k < 4; ++k) one_sign &= sign_of_sum(bernstein[k], y) == first;
    for (int i = 0; i < 4; ++i) mpq_clear(y[i]);
    return inflection && !one_sign;
}

static int failed, hit, answered;

/* The first question, about the whole step. */
static void check_failure(const ts_ccd_query *query, const ts_ccd_result *result) {
    if (query->t_max != 1.0) return;
    const bool at_once = result->status == TS_CCD_FAILED && result->iterations == 1;
    ck_assert_int_eq(at_once, should_fail(query));
    failed += at_once;
    ++answered;
}

static void check_truth(const ts_ccd_query *query, const ts_ccd_result *result) {
    if (query->t_max != 1.0) return;
    ck_assert_int_ne(result->status, TS_CCD_FAILED);
    ck_assert_int_eq(result->status != TS_CCD_FREE, truth_of(query).contact);
    hit += result->status == TS_CCD_HIT;
    ++answered;
}

static void answer_all_but_extreme(const char *options, int count, family_check *check) {
    ts_ccd_method method = method_with("bsc-exact", options);
    failed = hit = answered = 0;
    for (size_t i = 0; i < ts_family_count(); ++i) {
        if (strcmp(ts_family_at(i)->name, "extreme") == 0) continue; /* more bits than expansions hold */
        answer_family(&method, ts_family_at(i), ts_test_cases(count), check);
    }
    ts_ccd_method_clear(&method);
}

START_TEST(it_fails_at_inflections_and_only_there) {
    answer_all_but_extreme(NULL, 80, check_failure);
    ck_assert_int_gt(failed, 5);
    ck_assert_int_gt(answered, 2 * failed);
}
END_TEST

START_TEST(whole_steps_are_decided_exactly) {
    answer_all_but_extreme("{\"split\": true}", 80, check_truth);
    ck_assert_int_gt(hit, 50);
    ck_assert_int_gt(answered, 2 * hit);
}
END_TEST

/* The doubles' certain signs are the exact ones, and they decide nearly all. */
START_TEST(both_arithmetics_agree) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    int decided = 0, collisions = 0;
    const int count = ts_test_cases(1500);
    for (int n = 0; n < count; ++n) {
        ts_ccd_query query = random_query(&random, (ts_ccd_kind)(n % 2), n % 4 < 2 ? 0.5 : 2.0), scaled;
        ck_assert_int_eq(ts_scale_for_degree(&query, BSC_DEGREE, &scaled), TS_SCALING_EXACT);
        for (int split = 0; split < 2; ++split) {
            const bsc_outcome exact = ts_bsc_exact(&scaled, split), bounded = ts_bsc_bounded(&scaled, split);
            ck_assert_int_ne(exact, BSC_UNSURE);
            if (bounded != BSC_UNSURE) ck_assert_int_eq(bounded, exact);
            decided += bounded != BSC_UNSURE;
            collisions += exact == BSC_COLLIDES;
        }
    }
    ck_assert_int_gt(decided, 2 * count - count / 20);
    ck_assert_int_gt(collisions, count / 20);
}
END_TEST

START_TEST(other_queries_are_unsupported) {
    ts_ccd_method method = method_with("bsc-exact", NULL);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        const ts_ccd_query query = head_on((ts_ccd_kind)kind, kind < 2 ? 0.25 : 0.0, 0.0, 1.0);
        ck_assert_int_eq(answer_of(&method, &query).status, TS_CCD_UNSUPPORTED);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(every_family_is_answered) {
    answer_families("bsc-exact", NULL, 30, NULL);
    answer_families("bsc-exact", "{\"split\": true}", 30, NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bsc-exact");
    TCase *tests = tcase_create("bsc-exact");
    tcase_add_test(tests, head_on_motions_are_halved);
    tcase_add_test(tests, two_contacts_and_an_inflection);
    tcase_add_test(tests, motions_in_a_plane_are_decided);
    tcase_add_test(tests, it_fails_at_inflections_and_only_there);
    tcase_add_test(tests, whole_steps_are_decided_exactly);
    tcase_add_test(tests, both_arithmetics_agree);
    tcase_add_test(tests, other_queries_are_unsupported);
    tcase_add_test(tests, every_family_is_answered);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
