/* SPDX-License-Identifier: MIT
 * What may be done to a query without changing its truth: rows renamed, axes renamed or reflected, powers of two,
 * exact translation, time reversed, t_max cut. */
#include <touchstone/dataset.h>

#include "core/random.h"
#include "tests/oracles/truths.h"

/* Row i of the image is row order[i] of the query. */
static ts_ccd_query reordered(const ts_ccd_query *query, const int order[4]) {
    ts_ccd_query image = *query;
    for (int i = 0; i < 4; ++i) {
        memcpy(image.x0[i], query->x0[order[i]], sizeof image.x0[i]);
        memcpy(image.x1[i], query->x1[order[i]], sizeof image.x1[i]);
    }
    return image;
}

typedef struct orders {
    int count;
    int order[7][4];
} orders;

/* The rows of a primitive in any order, and the two primitives swapped where they are of one sort. */
static const orders ORDERS[TS_CCD_KINDS] = {
    [TS_POINT_TRIANGLE] = {5, {{0, 2, 1, 3}, {0, 1, 3, 2}, {0, 3, 2, 1}, {0, 2, 3, 1}, {0, 3, 1, 2}}},
    [TS_EDGE_EDGE] =
        {7, {{1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}}},
    [TS_POINT_EDGE] = {1, {{0, 2, 1, 3}}},
    [TS_POINT_POINT] = {1, {{1, 0, 2, 3}}},
};

static void check_image(const ts_ccd_query *image, const ts_oracle_truth *truth, const char *how) {
    const ts_oracle_truth found = truth_of(image);
    check_same_truth(&found, truth, how, image);
    check_feature(image, &found);
}

static void check_orders(const ts_ccd_query *query, const ts_oracle_truth *truth) {
    for (int i = 0; i < ORDERS[query->kind].count; ++i) {
        const ts_ccd_query image = reordered(query, ORDERS[query->kind].order[i]);
        check_image(&image, truth, "rows renamed");
    }
}

static void check_axes(const ts_ccd_query *query, const ts_oracle_truth *truth, ts_random *random) {
    const int turn = (int)ts_random_below(random, 3), flip = (int)ts_random_below(random, 8);
    ts_ccd_query image = *query;
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) {
            const double sign = flip >> c & 1 ? -1.0 : 1.0;
            image.x0[i][c] = sign * query->x0[i][(c + turn) % 3];
            image.x1[i][c] = sign * query->x1[i][(c + turn) % 3];
        }
    }
    check_image(&image, truth, "axes renamed or reflected");
}

static bool scale_exactly(double *x, int exponent) {
    const double scaled = ldexp(*x, exponent);
    const bool exact = isfinite(scaled) && ldexp(scaled, -exponent) == *x;
    *x = scaled;
    return exact;
}

static bool check_scale(const ts_ccd_query *query, const ts_oracle_truth *truth, int exponent) {
    ts_ccd_query image = *query;
    bool exact = scale_exactly(&image.min_distance, exponent);
    for (int i = 0; i < 4; ++i) {
        for (int c = 0; c < 3; ++c) {
            exact = scale_exactly(&image.x0[i][c], exponent) && exact;
            exact = scale_exactly(&image.x1[i][c], exponent) && exact;
        }
    }
    if (exact) check_image(&image, truth, "times a power of two");
    return exact;
}

/* x(t) and y(t) = x(1 - t) touch or do not; and t = 0 of the one is t = 1 of the other. */
static void check_reversed(const ts_ccd_query *query) {
    ts_ccd_query forth = *query, back = *query;
    forth.t_max = back.t_max = 1.0;
    memcpy(back.x0, query->x1, sizeof back.x0);
    memcpy(back.x1, query->x0, sizeof back.x1);
    const ts_oracle_truth there = truth_of(&forth), again = truth_of(&back);
    ck_assert_msg(there.contact == again.contact, "reversed in time: %s", query_text(query));
    /* The first contact of one is no later than the last of the other. */
    if (there.contact) ck_assert_msg(there.lo <= 1.0 - again.lo + 0x1p-52, "reversed in time: %s", query_text(query));
    int sign = 0;
    ck_assert_int_eq(ts_oracle_compare(query, 1.0, query->min_distance, &sign), TS_OK);
    ck_assert_msg((sign <= 0) == (again.contact && again.hi == 0.0), "reversed in time: %s", query_text(query));
}

/* A random t_max: the same bracket, or none when it ends before. */
static void check_cut(const ts_ccd_query *query, const ts_oracle_truth *truth, ts_random *random) {
    ts_ccd_query shorter = *query;
    shorter.t_max = query->t_max * (0x1p-53 + ts_random_unit(random) * 0x1.fffffffffffffp-1);
    const ts_oracle_truth free_until = {.contact = false};
    const bool within = truth->contact && truth->hi <= shorter.t_max;
    const ts_oracle_truth found = truth_of(&shorter);
    check_same_truth(&found, within ? truth : &free_until, "t_max cut", &shorter);
}

START_TEST(test_families) {
    const uint64_t seed = ts_test_seed();
    ts_random random;
    ts_random_init(&random, seed, 3);
    const int cases = ts_test_cases(10);
    int scaled = 0;
    for (size_t f = 0; f < ts_family_count(); ++f) {
        for (int i = 0; i < cases * TS_CCD_KINDS; ++i) {
            ts_ccd_query query;
            ts_family_at(f)->generate(seed, (uint64_t)i + 2000000, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
            const ts_oracle_truth truth = truth_of(&query);
            check_orders(&query, &truth);
            check_axes(&query, &truth, &random);
            scaled += check_scale(&query, &truth, -300) + check_scale(&query, &truth, 300);
            check_reversed(&query);
            check_t_max(&query, &truth);
            check_cut(&query, &truth, &random);
        }
    }
    ck_assert_int_gt(scaled, 4 * cases * TS_CCD_KINDS);
}
END_TEST

/* Integers far below 2^53 move without rounding. */
START_TEST(test_translation) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    for (int i = ts_test_cases(1000); i > 0; --i) {
        ts_ccd_query query = {.kind = (ts_ccd_kind)(i % TS_CCD_KINDS), .t_max = 1.0};
        query.min_distance = (double)ts_random_below(&random, 3);
        double shift[3];
        for (int c = 0; c < 3; ++c) shift[c] = (double)ts_random_below(&random, 1u << 30) - 0x1p29;
        ts_ccd_query image = query;
        for (int v = 0; v < ts_ccd_vertices(query.kind); ++v) {
            for (int c = 0; c < 3; ++c) {
                query.x0[v][c] = (double)ts_random_below(&random, 9) - 4.0;
                query.x1[v][c] = (double)ts_random_below(&random, 9) - 4.0;
                image.x0[v][c] = query.x0[v][c] + shift[c];
                image.x1[v][c] = query.x1[v][c] + shift[c];
            }
        }
        const ts_oracle_truth truth = truth_of(&query);
        check_image(&image, &truth, "translated");
    }
}
END_TEST

/* A motion cut in two at a dyadic time: contact in the whole when in either half, at the time of the half that
 * comes first. Lattice positions, so that the middle is exact. */
START_TEST(test_halves) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    for (int i = ts_test_cases(1000); i > 0; --i) {
        ts_ccd_query whole = {.kind = (ts_ccd_kind)(i % TS_CCD_KINDS), .t_max = 1.0};
        whole.min_distance = (double)ts_random_below(&random, 3) * 0.5;
        ts_ccd_query left = whole, right = whole;
        for (int v = 0; v < ts_ccd_vertices(whole.kind); ++v) {
            for (int c = 0; c < 3; ++c) {
                const double a = (double)ts_random_below(&random, 7) - 3.0;
                const double b = (double)ts_random_below(&random, 7) - 3.0;
                whole.x0[v][c] = left.x0[v][c] = a;
                whole.x1[v][c] = right.x1[v][c] = b;
                left.x1[v][c] = right.x0[v][c] = 0.5 * (a + b);
            }
        }
        const ts_oracle_truth all = truth_of(&whole), first = truth_of(&left), second = truth_of(&right);
        ck_assert_msg(all.contact == (first.contact || second.contact), "halves: %s", query_text(&whole));
        if (first.contact) {
            ck_assert_msg(all.lo == 0.5 * first.lo && all.hi == 0.5 * first.hi, "first half: %s", query_text(&whole));
        } else if (second.contact) {
            ck_assert_msg(all.lo <= 0.5 + 0.5 * second.hi && all.hi >= 0.5 + 0.5 * second.lo, "second half: %s",
                          query_text(&whole));
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/toi_symmetry");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_families);
    tcase_add_test(cases, test_translation);
    tcase_add_test(cases, test_halves);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
