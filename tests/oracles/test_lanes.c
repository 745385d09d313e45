/* SPDX-License-Identifier: MIT
 * What the oracle computes in vectors of four: terms of a pair's distance against GMP rationals by other formulas
 * (Lagrange's identity, Leibniz' sum), guesses against those one by one, and the same bits with every set of
 * instructions. */
#include <touchstone/dataset.h>

#include "core/random.h"
#include "oracles/guess.h"
#include "oracles/pair_terms.h"
#include "tests/ccd/exact_distance.h"
#include "tests/oracles/truths.h"

static bool has_avx2(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* Every family, at times of all sizes; ask sees queries that need no other scale. */
static void for_each_query(void (*ask)(const ts_ccd_query *, ts_random *)) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 21);
    const int cases = ts_test_cases(20);
    for (size_t f = 0; f < ts_family_count(); ++f) {
        for (int i = 0; i < cases * TS_CCD_KINDS; ++i) {
            ts_ccd_query query;
            ts_float_query q;
            ts_family_at(f)->generate(ts_test_seed(), (uint64_t)i + 7000000, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
            if (ts_float_query_init(&q, &query) && q.x0 == query.x0) ask(&query, &random);
        }
    }
}

static double some_time(ts_random *random) {
    const double share = ts_random_unit(random);
    switch (ts_random_below(random, 4)) {
    case 0: return 0.0;
    case 1: return 1.0;
    case 2: return ts_random_log(random, 0x1p-60, 1.0);
    default: return share;
    }
}

/* ---- Terms ---- */

static void check_encloses(const ts_ball *ball, const mpq_t exact, const char *what, const ts_ccd_query *query) {
    mpq_t off, part;
    mpq_inits(off, part, NULL);
    mpq_set_d(off, ball->hi);
    mpq_set_d(part, ball->lo);
    mpq_add(off, off, part);
    mpq_sub(off, off, exact);
    mpq_abs(off, off);
    mpq_set_d(part, ball->err);
    ck_assert_msg(mpq_cmp(off, part) <= 0, "%s (%a, %a) is off by more than %a: %s", what, ball->hi, ball->lo,
                  ball->err, query_text(query));
    mpq_clears(off, part, NULL);
}

/* |a|^2 |b|^2 - (a.b)^2 */
static void exact_area2(exact_pair *pair, const exact_vector *a, const exact_vector *b, mpq_t out) {
    exact_dot(pair, a, a, out);
    exact_dot(pair, b, b, pair->value[0]);
    mpq_mul(out, out, pair->value[0]);
    exact_dot(pair, a, b, pair->value[0]);
    mpq_mul(pair->value[0], pair->value[0], pair->value[0]);
    mpq_sub(out, out, pair->value[0]);
}

static void exact_determinant(exact_pair *pair, mpq_t out) {
    static const int permutations[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    mpq_set_ui(out, 0, 1);
    for (int p = 0; p < 6; ++p) {
        mpq_mul(pair->value[0], pair->w.c[permutations[p][0]], pair->u.c[permutations[p][1]]);
        mpq_mul(pair->value[0], pair->value[0], pair->v.c[permutations[p][2]]);
        (p < 3 ? mpq_add : mpq_sub)(out, out, pair->value[0]);
    }
}

static void rows_between(const exact_pair *pair, ts_rows rows, exact_vector *out) {
    exact_sub(&pair->x[rows.to], &pair->x[rows.from], out);
}

static void check_terms(const ts_ccd_query *query, const ts_pair *of, double t, const ts_pair_terms *terms) {
    exact_pair pair;
    exact_pair_init_at(&pair, query, t);
    mpq_t *square = &pair.value[1], *scale = &pair.value[2], *volume = &pair.value[3];
    rows_between(&pair, of->w, &pair.w);
    rows_between(&pair, of->u, &pair.u);
    rows_between(&pair, of->v, &pair.v);
    mpq_set_ui(*scale, 1, 1);
    if (of->type == TS_PAIR_POINTS) {
        exact_dot(&pair, &pair.w, &pair.w, *square);
    } else if (of->type == TS_PAIR_POINT_LINE) {
        exact_area2(&pair, &pair.w, &pair.u, *square);
        exact_dot(&pair, &pair.u, &pair.u, *scale);
    } else {
        exact_determinant(&pair, *volume);
        check_encloses(&terms->volume, *volume, "volume", query);
        mpq_mul(*square, *volume, *volume);
        exact_area2(&pair, &pair.u, &pair.v, *scale);
    }
    check_encloses(&terms->square, *square, "square", query);
    check_encloses(&terms->scale, *scale, "scale", query);
    exact_pair_clear(&pair);
}

static bool same_ball(const ts_ball *a, const ts_ball *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static void ask_terms(const ts_ccd_query *query, ts_random *random) {
    const ts_float_query q = {.x0 = query->x0, .x1 = query->x1, .xi = query->min_distance};
    const ts_feature_pair_list *list = ts_pairs_of(query->kind);
    const ts_pair *pair = &list->pairs[ts_random_below(random, list->count)];
    const double t = some_time(random);
    ts_pair_terms terms, other;
    ts_pair_terms_at(&q, pair, t, false, &terms);
    check_terms(query, pair, t, &terms);
    ts_pair_terms_at(&q, pair, t, true, &other);
    ck_assert_msg(same_ball(&terms.volume, &other.volume), "volume alone: %s", query_text(query));
    for (int avx2 = 0; avx2 <= has_avx2(); ++avx2) {
        (avx2 ? ts_pair_terms_avx2 : ts_pair_terms_portable)(&q, pair, t, false, &other);
        ck_assert_msg(same_ball(&terms.square, &other.square) && same_ball(&terms.scale, &other.scale) &&
                          same_ball(&terms.volume, &other.volume),
                      "other bits with%s AVX2: %s", avx2 ? "" : "out", query_text(query));
    }
}

START_TEST(test_terms) {
    for_each_query(ask_terms);
}
END_TEST

/* ---- Guesses ---- */

static void ask_guesses(const ts_ccd_query *query, ts_random *random) {
    const ts_float_query q = {.x0 = query->x0, .x1 = query->x1, .xi = query->min_distance};
    double times[4], four[4], direction[3];
    for (int i = 0; i < 4; ++i) times[i] = some_time(random);
    ts_guess_four(&q, query->kind, times, four);
    for (int i = 0; i < 4; ++i) {
        const double one = ts_guess_direction(&q, query->kind, times[i], direction);
        ck_assert_msg(memcmp(&one, &four[i], sizeof one) == 0, "%a alone, %a of four at %a: %s", one, four[i], times[i],
                      query_text(query));
    }
    for (int avx2 = 0; avx2 <= has_avx2(); ++avx2) {
        double other[4];
        (avx2 ? ts_guess_four_avx2 : ts_guess_four_portable)(&q, query->kind, times, other);
        ck_assert_msg(memcmp(four, other, sizeof four) == 0, "other bits with%s AVX2: %s", avx2 ? "" : "out",
                      query_text(query));
    }
}

START_TEST(test_guesses) {
    for_each_query(ask_guesses);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/lanes");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_terms);
    tcase_add_test(cases, test_guesses);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
