/* SPDX-License-Identifier: MIT
 * ts_oracle_distance and ts_oracle_compare against GMP rationals that share nothing with oracles/: signs,
 * enclosures that hold and could not be tighter, overflow and underflow. */
#include <float.h>

#include <touchstone/dataset.h>

#include "core/random.h"
#include "oracles/exact_distance.h"
#include "oracles/float_distance.h"
#include "tests/ccd/exact_distance.h"
#include "tests/oracles/truths.h"

#define TINY 0x1p-1074

/* Sign of x - d2, x a double or infinity. */
static int compare_square(exact_pair *pair, double x) {
    if (isinf(x)) return 1;
    mpq_set_d(pair->value[0], x);
    return mpq_cmp(pair->value[0], pair->least);
}

/* Sign of gap - (d - bound): that of gap + bound against d, squared where both are positive. */
static int compare_gap(exact_pair *pair, double gap, double bound) {
    if (isinf(gap)) return 1;
    mpq_set_d(pair->value[0], gap);
    mpq_set_d(pair->value[1], bound);
    mpq_add(pair->value[0], pair->value[0], pair->value[1]);
    if (mpq_sgn(pair->value[0]) < 0) return -1;
    mpq_mul(pair->value[0], pair->value[0], pair->value[0]);
    return mpq_cmp(pair->value[0], pair->least);
}

/* lo <= x <= hi given the signs of lo - x and hi - x; equal exactly when x is a double, else adjacent. */
static void check_tight(double lo, int lo_side, double hi, int hi_side, const char *what, const ts_ccd_query *query) {
    ck_assert_msg(lo_side <= 0 && hi_side >= 0, "%s not in [%a, %a]: %s", what, lo, hi, query_text(query));
    if (lo_side == 0 || hi_side == 0) {
        ck_assert_msg(lo == hi, "%s is a double, not [%a, %a]: %s", what, lo, hi, query_text(query));
    } else {
        ck_assert_msg(nextafter(lo, (double)INFINITY) == hi, "%s: [%a, %a] could be tighter: %s", what, lo, hi,
                      query_text(query));
    }
}

static ts_oracle_distance_result distance_of(const ts_ccd_query *query, double t, double bound) {
    ts_oracle_distance_result result = {0};
    ck_assert_int_eq(ts_oracle_distance(query, t, bound, &result), TS_OK);
    return result;
}

static void check_closest_feature(const ts_ccd_query *query, double t, ts_feature feature, exact_pair *pair) {
    exact_pair own;
    const ts_ccd_query alone = feature_query(query, feature);
    exact_pair_init_at(&own, &alone, t);
    exact_distance2(&own, alone.kind);
    ck_assert_msg(mpq_equal(own.least, pair->least), "%s is not the closest pair at %a: %s",
                  ts_feature_name(query->kind, feature), t, query_text(query));
    exact_pair_clear(&own);
}

static void check_distance(const ts_ccd_query *query, double t, double bound) {
    const ts_oracle_distance_result result = distance_of(query, t, bound);
    exact_pair pair;
    exact_pair_init_at(&pair, query, t);
    exact_distance2(&pair, query->kind);

    const int above = -compare_gap(&pair, 0.0, bound);
    ck_assert_msg(result.compare == (above > 0) - (above < 0), "compare %d at %a with %a: %s", result.compare, t, bound,
                  query_text(query));
    int sign = 2;
    ck_assert_int_eq(ts_oracle_compare(query, t, bound, &sign), TS_OK);
    ck_assert_int_eq(sign, result.compare);
    check_tight(result.d2_lo, compare_square(&pair, result.d2_lo), result.d2_hi, compare_square(&pair, result.d2_hi),
                "d2", query);
    check_tight(result.gap_lo, compare_gap(&pair, result.gap_lo, bound), result.gap_hi,
                compare_gap(&pair, result.gap_hi, bound), "gap", query);
    check_closest_feature(query, t, result.feature, &pair);
    exact_pair_clear(&pair);
}

static double random_time(ts_random *random) {
    switch (ts_random_below(random, 4)) {
    case 0: return 0.0;
    case 1: return 1.0;
    case 2: return ts_random_unit(random);
    default: return ts_random_log(random, 0x1p-1070, 1.0);
    }
}

START_TEST(test_families) {
    const uint64_t seed = ts_test_seed();
    ts_random random;
    ts_random_init(&random, seed, 6);
    const int cases = ts_test_cases(15);
    for (size_t f = 0; f < ts_family_count(); ++f) {
        for (int i = 0; i < cases * TS_CCD_KINDS; ++i) {
            ts_ccd_query query;
            ts_family_at(f)->generate(seed, (uint64_t)i + 3000000, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
            const double t = random_time(&random);
            /* d itself, rounded either way, is the hardest bound. */
            const ts_oracle_distance_result plain = distance_of(&query, t, 0.0);
            const double bounds[] = {0.0, query.min_distance, plain.gap_lo, plain.gap_hi, ts_random_unit(&random)};
            for (int b = 0; b < 5; ++b) {
                if (isfinite(bounds[b])) check_distance(&query, t, bounds[b]);
            }
        }
    }
}
END_TEST

/* ---- by hand ---- */

typedef struct known {
    const char *name;
    ts_ccd_query query;
    double t, bound;
    ts_oracle_distance_result expected;
} known;

#define PP TS_POINT_POINT
/* clang-format off */
static const known KNOWN[] = {
    {"3-4-5", {PP, {{0, 3, 4}}, {{0, 3, 4}}, 0, 1}, 0.5, 2, {1, 25, 25, 3, 3, 3}},
    {"equal", {PP, {{0, 3, 4}}, {{0, 3, 4}}, 0, 1}, 0.5, 5, {0, 25, 25, 0, 0, 3}},
    {"nearer", {PP, {{0, 3, 4}}, {{0, 3, 4}}, 0, 1}, 0.5, 6, {-1, 25, 25, -1, -1, 3}},
    {"zero", {PP, {{0}}, {{0}}, 0, 1}, 1, 0, {0, 0, 0, 0, 0, 3}},
    {"moving", {PP, {{-1, 0, 0}}, {{3, 0, 0}}, 0, 1}, 0.5, 0, {1, 1, 1, 1, 1, 3}},
    {"square root of 2", {PP, {{1, 1, 0}}, {{1, 1, 0}}, 0, 1}, 0, 0, {1, 2, 2, 0x1.6a09e667f3bccp0, 0x1.6a09e667f3bcdp0, 3}},
    {"its square below the doubles", {PP, {{TINY, 0, 0}}, {{TINY, 0, 0}}, 0, 1}, 0, 0, {1, 0, TINY, TINY, TINY, 3}},
    {"half the least double", {PP, {{TINY, 0, 0}}, {{0}}, 0, 1}, 0.5, 0, {1, 0, TINY, 0, TINY, 3}},
    {"half the least double below the bound", {PP, {{TINY, 0, 0}}, {{0}}, 0, 1}, 0.5, TINY, {-1, 0, TINY, -TINY, 0, 3}},
    {"its square above the doubles", {PP, {{DBL_MAX, 0, 0}}, {{DBL_MAX, 0, 0}}, 0, 1}, 0, 0, {1, DBL_MAX, (double)INFINITY, DBL_MAX, DBL_MAX, 3}},
    {"itself above the doubles", {PP, {{DBL_MAX, 0, 0}, {-DBL_MAX, 0, 0}}, {{DBL_MAX, 0, 0}, {-DBL_MAX, 0, 0}}, 0, 1}, 1, 0, {1, DBL_MAX, (double)INFINITY, DBL_MAX, (double)INFINITY, 3}},
    {"huge, and off the bound by the least double", {PP, {{DBL_MAX, TINY, 0}}, {{DBL_MAX, TINY, 0}}, 0, 1}, 0, DBL_MAX, {1, DBL_MAX, (double)INFINITY, 0, TINY, 3}},
    {"inside a triangle", {TS_POINT_TRIANGLE, {{1, 1, 2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{1, 1, 2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, 0, 1}, 0.25, 1, {1, 4, 4, 1, 1, 15}},
    {"parallel edges", {TS_EDGE_EDGE, {{0, 0, 0}, {4, 0, 0}, {-9, 3, 4}, {9, 3, 4}}, {{0, 0, 0}, {4, 0, 0}, {-9, 3, 4}, {9, 3, 4}}, 0, 1}, 0.75, 0, {1, 25, 25, 5, 5, 13}},
};
/* clang-format on */

/* What floating point decides is what the integers say (test_families looks at the enclosures); and it decides nearly
 * all queries of random meshes. */
START_TEST(test_floating_point) {
    static const char *const names[] = {"generic", "cloth",   "cloth-thick", "far",
                                        "even",    "sliding", "parallel",    "needle"};
    const uint64_t seed = ts_test_seed();
    ts_random random;
    ts_random_init(&random, seed, 7);
    const int cases = ts_test_cases(200);
    for (size_t f = 0; f < sizeof names / sizeof *names; ++f) {
        int decided = 0;
        for (int i = 0; i < cases; ++i) {
            ts_ccd_query query;
            ts_family_find(names[f])->generate(seed, (uint64_t)i + 5000000, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
            const double t = random_time(&random);
            ts_float_distance at;
            if (!ts_float_distance_at(&query, t, query.min_distance, &at)) continue;
            ++decided;
            ts_exact_d2 exact;
            ts_exact_d2_init(&exact, &query, t);
            ck_assert_int_eq(ts_ball_sign(at.gap), ts_exact_d2_compare(&exact, query.min_distance));
            ck_assert_uint_eq(at.feature, exact.feature);
            ts_exact_d2_clear(&exact);
        }
        if (f < 5) ck_assert_msg(decided > cases * 9 / 10, "%s: only %d of %d", names[f], decided, cases);
    }
}
END_TEST

START_TEST(test_by_hand) {
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; ++i) {
        const known *k = &KNOWN[i];
        const ts_oracle_distance_result r = distance_of(&k->query, k->t, k->bound), *e = &k->expected;
        const bool same = r.compare == e->compare && r.d2_lo == e->d2_lo && r.d2_hi == e->d2_hi &&
                          r.gap_lo == e->gap_lo && r.gap_hi == e->gap_hi;
        ck_assert_msg(same, "%s: %d, d2 [%a, %a], gap [%a, %a]", k->name, r.compare, r.d2_lo, r.d2_hi, r.gap_lo,
                      r.gap_hi);
        check_distance(&k->query, k->t, k->bound);
        if (k->query.kind != TS_EDGE_EDGE) ck_assert_uint_eq(r.feature, e->feature); /* parallel: several are closest */
    }
}
END_TEST

START_TEST(test_refusals) {
    const ts_ccd_query query = {PP, {{1, 0, 0}}, {{2, 0, 0}}, 0, 1};
    const double bad_times[] = {-TINY, 1.0 + DBL_EPSILON, (double)NAN},
                 bad_bounds[] = {-TINY, (double)INFINITY, (double)NAN};
    for (int i = 0; i < 3; ++i) {
        ts_oracle_distance_result result = {.compare = 7};
        int sign = 7;
        ck_assert_int_eq(ts_oracle_distance(&query, bad_times[i], 0.0, &result), TS_ERROR_USAGE);
        ck_assert_int_eq(ts_oracle_distance(&query, 0.5, bad_bounds[i], &result), TS_ERROR_USAGE);
        ck_assert_int_eq(ts_oracle_compare(&query, bad_times[i], 0.0, &sign), TS_ERROR_USAGE);
        ck_assert_int_eq(ts_oracle_compare(&query, 0.5, bad_bounds[i], &sign), TS_ERROR_USAGE);
        ts_ccd_query bad = query;
        bad.x0[0][i] = (double)NAN;
        ck_assert_int_eq(ts_oracle_distance(&bad, 0.5, 0.0, &result), TS_ERROR_DATA);
        ck_assert_int_eq(ts_oracle_compare(&bad, 0.5, 0.0, &sign), TS_ERROR_DATA);
        ck_assert_int_eq(result.compare, 7);
        ck_assert_int_eq(sign, 7);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/distance");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_families);
    tcase_add_test(cases, test_floating_point);
    tcase_add_test(cases, test_by_hand);
    tcase_add_test(cases, test_refusals);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
