/* SPDX-License-Identifier: MIT
 * Brackets against the distance itself, computed in GMP rationals that share nothing with oracles/: apart before
 * t*, at thickness or nearer after it. */
#include <touchstone/dataset.h>

#include "core/random.h"
#include "tests/ccd/exact_distance.h"
#include "tests/oracles/truths.h"

/* Sign of d(t) - xi, by rationals; ts_oracle_compare must say the same. */
static int compare_at(const ts_ccd_query *query, double t) {
    exact_pair pair;
    exact_pair_init_at(&pair, query, t);
    exact_distance2(&pair, query->kind);
    mpq_set_d(pair.value[0], query->min_distance);
    mpq_mul(pair.value[0], pair.value[0], pair.value[0]);
    const int difference = mpq_cmp(pair.least, pair.value[0]), sign = (difference > 0) - (difference < 0);
    exact_pair_clear(&pair);
    int said = 2;
    ck_assert_int_eq(ts_oracle_compare(query, t, query->min_distance, &said), TS_OK);
    ck_assert_msg(said == sign, "compare at %a: %d, by rationals %d: %s", t, said, sign, query_text(query));
    return sign;
}

static void check_apart(const ts_ccd_query *query, double t) {
    ck_assert_msg(compare_at(query, t) > 0, "in contact at %a, before t*: %s", t, query_text(query));
}

static void check_apart_until(const ts_ccd_query *query, double end, ts_random *random) {
    for (int i = 0; i < 8; ++i) check_apart(query, end * ts_random_unit(random) * 0x1.fffffffffffffp-1);
    for (int i = 1; i < 50; i += 12) check_apart(query, end - end * ldexp(1.0, -i));
}

/* The distance cannot have fallen to xi within (lo, hi) and be more than this above it at hi: every vertex moves
 * along a line. For contacts that begin and end within a bracket. */
static void check_grazes(const ts_ccd_query *query, const ts_oracle_truth *truth) {
    double speed = 0.0;
    for (int i = 0; i < 4; ++i) {
        double most = 0.0;
        for (int c = 0; c < 3; ++c) most += fabs(query->x1[i][c]) + fabs(query->x0[i][c]);
        speed = fmax(speed, most);
    }
    ts_ccd_query thicker = *query;
    thicker.min_distance += 2.0 * speed * (truth->hi - truth->lo) + 0x1p-52 * query->min_distance;
    ck_assert_msg(compare_at(&thicker, truth->hi) <= 0, "no contact near %a: %s", truth->hi, query_text(query));
}

/* Returns whether a contact with thickness was over before the next double. */
static bool check_bracket(const ts_ccd_query *query, ts_random *random) {
    const ts_oracle_truth truth = truth_of(query);
    if (!truth.contact) {
        check_apart_until(query, query->t_max, random);
        check_apart(query, query->t_max);
        return false;
    }
    ck_assert_double_le(truth.hi, query->t_max);
    if (truth.lo > 0.0) check_apart_until(query, truth.lo, random);
    if (truth.lo == truth.hi) {
        const int sign = compare_at(query, truth.lo);
        ck_assert_msg(truth.lo > 0.0 ? sign == 0 : sign <= 0, "not t*: %a: %s", truth.lo, query_text(query));
        return false;
    }
    ck_assert_double_eq(nextafter(truth.lo, 1.0), truth.hi);
    check_apart(query, truth.lo);
    if (compare_at(query, truth.hi) <= 0) return false;
    check_grazes(query, &truth);
    return query->min_distance > 0.0;
}

START_TEST(test_families) {
    const uint64_t seed = ts_test_seed();
    ts_random random;
    ts_random_init(&random, seed, 2);
    const int cases = ts_test_cases(15);
    for (size_t f = 0; f < ts_family_count(); ++f) {
        const ts_family *family = ts_family_at(f);
        int grazing = 0;
        for (int i = 0; i < cases * TS_CCD_KINDS; ++i) {
            ts_ccd_query query;
            family->generate(seed, (uint64_t)i + 1000000, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
            grazing += check_bracket(&query, &random);
        }
        const bool may_graze = family->degenerate || strcmp(family->name, "grazing") == 0 ||
                               strcmp(family->name, "extreme") == 0 || strcmp(family->name, "parallel") == 0;
        ck_assert_msg(may_graze || grazing == 0, "%d contacts of %s last less than a double", grazing, family->name);
    }
}
END_TEST

/* Contact through rationals at the only moment it lasts, and none beside it. */
START_TEST(test_grazing_by_rationals) {
    const ts_ccd_query query = {TS_POINT_POINT, {{-8, 3, 0}}, {{8, 3, 0}}, 3, 1};
    const ts_oracle_truth truth = truth_of(&query);
    ck_assert_int_eq(compare_at(&query, truth.lo), 0);
    ck_assert_int_eq(compare_at(&query, nextafter(truth.lo, 0.0)), 1);
    ck_assert_int_eq(compare_at(&query, nextafter(truth.hi, 1.0)), 1);
}
END_TEST

/* The first pair of the list touches between 1/2 and the next double, a later one at 1/2 itself. */
START_TEST(test_a_double_comes_before_what_follows_it) {
    const ts_ccd_query query = {TS_POINT_EDGE, {{0}, {2, 0, 0}, {3, 0, 0}}, {{0}, {0x1p-52, 0, 0}, {-1, 0, 0}}, 1, 1};
    const ts_oracle_truth truth = truth_of(&query);
    ck_assert(truth.contact);
    ck_assert_double_eq(truth.lo, 0.5);
    ck_assert_double_eq(truth.hi, 0.5);
    ck_assert_uint_eq(truth.feature, 1u << 0 | 1u << 2);
    ck_assert_int_eq(compare_at(&query, 0.5), 0);
    ck_assert_int_eq(compare_at(&query, nextafter(0.5, 0.0)), 1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/toi_brackets");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_families);
    tcase_add_test(cases, test_grazing_by_rationals);
    tcase_add_test(cases, test_a_double_comes_before_what_follows_it);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
