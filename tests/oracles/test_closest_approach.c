/* SPDX-License-Identifier: MIT
 * ts_oracle_closest_approach: its enclosure of the least distance holds, is as tight as asked, and its time is one
 * at which that distance is reached. */
#include <touchstone/dataset.h>

#include "core/random.h"
#include "tests/oracles/truths.h"

typedef struct approach {
    double lo, hi, t_at;
} approach;

static approach approach_of(const ts_ccd_query *query, double tolerance) {
    approach a = {-1.0, -1.0, -1.0};
    ck_assert_int_eq(ts_oracle_closest_approach(query, tolerance, &a.lo, &a.hi, &a.t_at), TS_OK);
    return a;
}

static approach approach_within(const ts_ccd_query *query, double tolerance, double enough) {
    approach a = {-1.0, -1.0, -1.0};
    ck_assert_int_eq(ts_oracle_closest_approach_within(query, tolerance, enough, &a.lo, &a.hi, &a.t_at), TS_OK);
    return a;
}

static int compare_at(const ts_ccd_query *query, double t, double bound) {
    int sign = 2;
    ck_assert_int_eq(ts_oracle_compare(query, t, bound, &sign), TS_OK);
    return sign;
}

static void check_holds(const ts_ccd_query *query, const approach *a, double slack, ts_random *random) {
    ck_assert_msg(a->lo >= 0.0 && a->lo <= a->hi && a->hi - a->lo <= slack, "[%a, %a]: %s", a->lo, a->hi,
                  query_text(query));
    ck_assert_msg(a->t_at >= 0.0 && a->t_at <= query->t_max, "at %a: %s", a->t_at, query_text(query));
    const bool reached = compare_at(query, a->t_at, a->hi) <= 0 ||
                         (a->t_at > 0.0 && compare_at(query, nextafter(a->t_at, 0.0), a->hi) <= 0);
    /* A contact with xi = hi that lasts less than a double is seen by the exact stage alone. */
    ts_ccd_query touching = *query, apart = *query;
    touching.min_distance = a->hi;
    ts_oracle_truth truth = {0};
    ck_assert_int_eq(ts_oracle_toi(&touching, TS_ORACLE_EXACT, &truth), TS_OK);
    ck_assert_msg(truth.contact, "never as near as %a: %s", a->hi, query_text(query));
    ck_assert_msg(reached || truth.hi == a->t_at || truth.lo == a->t_at, "not at %a: %s", a->t_at, query_text(query));
    for (int i = 0; i < 24; ++i) {
        const double t = query->t_max * ts_random_unit(random);
        ck_assert_msg(compare_at(query, t, a->lo) >= 0, "nearer than %a at %a: %s", a->lo, t, query_text(query));
    }
    if (a->lo == 0.0) return;
    apart.min_distance = nextafter(a->lo, 0.0);
    ck_assert_int_eq(ts_oracle_toi(&apart, TS_ORACLE_EXACT, &truth), TS_OK);
    ck_assert_msg(!truth.contact, "nearer than %a: %s", a->lo, query_text(query));
}

static double distance_at_start(const ts_ccd_query *query) {
    ts_oracle_distance_result at;
    ck_assert_int_eq(ts_oracle_distance(query, 0.0, 0.0, &at), TS_OK);
    return at.gap_lo;
}

START_TEST(test_families) {
    static const char *const names[] = {"generic", "cloth",  "lattice", "coplanar", "degenerate", "parallel",
                                        "far",     "needle", "sliding", "even",     "touching"};
    const uint64_t seed = ts_test_seed();
    ts_random random;
    ts_random_init(&random, seed, 8);
    const int cases = ts_test_cases(4);
    for (size_t f = 0; f < sizeof names / sizeof *names; ++f) {
        const ts_family *family = ts_family_find(names[f]);
        ck_assert_ptr_nonnull(family);
        for (int i = 0; i < cases * TS_CCD_KINDS; ++i) {
            ts_ccd_query query;
            family->generate(seed, (uint64_t)i + 4000000, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
            const double tolerance = i % 2 ? 1e-3 : 1e-6;
            const approach a = approach_of(&query, tolerance);
            check_holds(&query, &a, tolerance * a.hi, &random);
            const double enough = 1e-4 * distance_at_start(&query);
            const approach b = approach_within(&query, tolerance, enough);
            check_holds(&query, &b, fmax(tolerance * b.hi, enough), &random);
        }
    }
}
END_TEST

typedef struct known {
    const char *name;
    ts_ccd_query query;
    double least;
} known;

/* clang-format off */
static const known KNOWN[] = {
    {"passing at 3", {TS_POINT_POINT, {{-8, 3, 0}}, {{8, 3, 0}}, 0, 1}, 3},
    {"passing at 3, thickness of no matter", {TS_POINT_POINT, {{-8, 3, 0}}, {{8, 3, 0}}, 7, 1}, 3},
    {"stopped at 5 by t_max", {TS_POINT_POINT, {{-8, 3, 0}}, {{8, 3, 0}}, 0, 0.25}, 5},
    {"contact", {TS_POINT_POINT, {{-8, 0, 0}}, {{8, 0, 0}}, 0, 1}, 0},
    {"static", {TS_POINT_POINT, {{2, 3, 6}}, {{2, 3, 6}}, 0, 1}, 7},
    {"leaving", {TS_POINT_EDGE, {{1, 2, 0}, {0, 0, 0}, {3, 0, 0}}, {{1, 9, 0}, {0, 0, 0}, {3, 0, 0}}, 0, 1}, 2},
    {"over a face", {TS_POINT_TRIANGLE, {{-9, 1, 2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{9, 1, 2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, 0, 1}, 2},
    {"edges passing", {TS_EDGE_EDGE, {{-9, -1, 3}, {-9, 1, 3}, {-1, 0, 0}, {1, 0, 0}}, {{9, -1, 3}, {9, 1, 3}, {-1, 0, 0}, {1, 0, 0}}, 0, 1}, 3},
};
/* clang-format on */

START_TEST(test_by_hand) {
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; ++i) {
        const approach a = approach_of(&KNOWN[i].query, 1e-9);
        ck_assert_msg(a.lo <= KNOWN[i].least && KNOWN[i].least <= a.hi && a.hi - a.lo <= 1e-9 * a.hi, "%s: [%a, %a]",
                      KNOWN[i].name, a.lo, a.hi);
    }
}
END_TEST

/* How near the point passes is of no matter beside 1: the bounds are not brought together. */
START_TEST(test_near_enough) {
    const ts_ccd_query query = {TS_POINT_POINT, {{-1, 1e-9, 0}}, {{1, 1e-9, 0}}, 0, 1};
    const approach a = approach_within(&query, 1e-9, 1e-6);
    ck_assert(a.lo == 0.0 && a.hi >= 1e-9 && a.hi <= 1e-6);
    const approach b = approach_within(&query, 1e-9, 0.0);
    ck_assert(b.lo > 0.99e-9 && b.hi - b.lo <= 1e-9 * b.hi);
}
END_TEST

/* Coordinates of a few of the least doubles: half of the slack is below half a unit of them. */
START_TEST(test_least_doubles) {
    const double d = nextafter(0.0, 1.0);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 7);
    for (int i = 0; i < 500; ++i) {
        /* The point goes from w to -2 w past the other: contact at t = 1/3. */
        ts_ccd_query query = {.kind = TS_POINT_POINT, .t_max = 1.0};
        for (int c = 0; c < 3; ++c) {
            const double w = (double)ts_random_below(&random, 21) - 10.0;
            query.x0[0][c] = w * d;
            query.x1[0][c] = -2.0 * w * d;
        }
        const approach met = approach_of(&query, 1e-6);
        ck_assert_msg(met.lo == 0.0 && met.hi == 0.0, "[%a, %a]: %s", met.lo, met.hi, query_text(&query));
        /* It passes at a distance of 40 of them: no bounds are nearer together than adjacent doubles. */
        query.x0[0][2] = query.x1[0][2] = 40.0 * d;
        const approach apart = approach_of(&query, 1e-6);
        ck_assert_msg(apart.lo > 0.0 && apart.hi <= nextafter(apart.lo, 1.0), "[%a, %a]: %s", apart.lo, apart.hi,
                      query_text(&query));
        check_holds(&query, &apart, d, &random);
    }
}
END_TEST

START_TEST(test_refusals) {
    const ts_ccd_query query = {TS_POINT_POINT, {{1, 0, 0}}, {{2, 0, 0}}, 0, 1};
    const double bad[] = {0.0, 9e-13, 1.0, -1.0, (double)NAN};
    double lo = 7, hi = 7, t_at = 7;
    for (int i = 0; i < 5; ++i) {
        ck_assert_int_eq(ts_oracle_closest_approach(&query, bad[i], &lo, &hi, &t_at), TS_ERROR_USAGE);
    }
    const double too_little[] = {-1.0, (double)NAN};
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(ts_oracle_closest_approach_within(&query, 0.1, too_little[i], &lo, &hi, &t_at),
                         TS_ERROR_USAGE);
    }
    ts_ccd_query wrong = query;
    wrong.t_max = 2.0;
    ck_assert_int_eq(ts_oracle_closest_approach(&wrong, 0.1, &lo, &hi, &t_at), TS_ERROR_DATA);
    ck_assert(lo == 7 && hi == 7 && t_at == 7);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/closest_approach");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_families);
    tcase_add_test(cases, test_by_hand);
    tcase_add_test(cases, test_near_enough);
    tcase_add_test(cases, test_least_doubles);
    tcase_add_test(cases, test_refusals);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
