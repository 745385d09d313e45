/* SPDX-License-Identifier: MIT
 * The quick check in front of the exact one of certificates: whatever it accepts the exact check accepts. On proofs
 * of every family as they are, stretched in time and thickness to where it only just accepts, and on random ones. */
#include "core/random.h"
#include "oracles/certificate.h"
#include "oracles/certificate_filter.h"
#include "tests/oracles/truths.h"
#include <touchstone/dataset.h>

static uint64_t seed;

typedef struct counts {
    int pieces, quick, exact; /* asked about; accepted by each */
} counts;

static bool holds_quickly(const ts_ccd_query *query, const ts_ccd_proof_piece *piece) {
    ts_float_query q;
    return ts_float_query_init(&q, query) && ts_piece_surely_apart(&q, query->kind, piece);
}

static void check(const ts_ccd_query *query, const ts_ccd_proof_piece *piece, counts *c) {
    const bool quick = holds_quickly(query, piece), exact = ts_piece_apart_exactly(query, piece);
    ck_assert_msg(!quick || exact, "[%a, %a], set %d, n = (%a, %a, %a), sign %d of %s", piece->t0, piece->t1,
                  piece->feature, piece->n[0], piece->n[1], piece->n[2], piece->sign, query_text(query));
    ++c->pieces;
    c->quick += quick;
    c->exact += exact;
}

typedef bool (*predicate)(const ts_ccd_query *, const ts_ccd_proof_piece *);

/* The double where the predicate, true at lo and false at hi, changes when it is put in place of *end. */
static double last_that_holds(const ts_ccd_query *query, ts_ccd_proof_piece *piece, double *end, double hi,
                              predicate holds) {
    double lo = *end;
    while (nextafter(lo, INFINITY) < hi) {
        const double middle = lo + 0.5 * (hi - lo);
        *end = middle > lo && middle < hi ? middle : nextafter(lo, INFINITY);
        if (holds(query, piece))
            lo = *end;
        else
            hi = *end;
    }
    *end = lo;
    return lo;
}

/* As late, then as thick, as the quick check accepts. */
static void check_stretched(const ts_ccd_query *query, const ts_ccd_proof_piece *piece, counts *c) {
    ts_ccd_proof_piece late = *piece;
    ts_ccd_query thick = *query;
    if (!holds_quickly(query, piece)) return;
    last_that_holds(query, &late, &late.t1, nextafter(1.0, 2.0), holds_quickly);
    check(query, &late, c);
    late.t1 = nextafter(late.t1, 0.0);
    if (late.t1 > late.t0) check(query, &late, c);
    thick.min_distance = fmax(thick.min_distance, 0x1p-60);
    if (!holds_quickly(&thick, piece)) return;
    late = *piece;
    last_that_holds(&thick, &late, &thick.min_distance, 0x1p10, holds_quickly);
    check(&thick, &late, c);
}

/* The last time up to which the piece holds exactly: one double more is refused, also by the whole check. */
static void check_boundary(const ts_ccd_query *query, const ts_ccd_proof_piece *piece, counts *c) {
    static ts_ccd_certificate certificate = {.count = 1};
    ts_ccd_proof_piece past = *piece;
    last_that_holds(query, &past, &past.t1, nextafter(1.0, 2.0), ts_piece_apart_exactly);
    if (past.t1 == 1.0) return;
    check(query, &past, c);
    past.t1 = nextafter(past.t1, 2.0);
    ck_assert(!holds_quickly(query, &past));
    certificate.pieces[0] = past;
    certificate.pieces[0].t0 = 0.0;
    const ts_ccd_result answer = {.status = TS_CCD_HIT, .toi = past.t1};
    ck_assert_int_eq(ts_oracle_check_certificate(query, &answer, &certificate, NULL), TS_ERROR_DATA);
}

/* Another direction or another time for the same query; small whole numbers, so that zeros occur. */
static void check_random(ts_random *random, const ts_ccd_query *query, const ts_ccd_proof_piece *piece, counts *c) {
    const unsigned rows = 1u << ts_ccd_vertices(query->kind);
    ts_ccd_proof_piece other = *piece;
    switch (ts_random_below(random, 3)) {
    case 0: other.feature = (uint8_t)ts_random_below(random, rows); break;
    case 1:
        for (int i = 0; i < 3; ++i) other.n[i] = (double)ts_random_below(random, 5) - 2.0;
        other.feature = 0;
        break;
    default:
        for (int i = 0; i < 3; ++i) other.n[i] *= 1.0 + 0.1 * ((double)ts_random_below(random, 9) - 4.0);
        other.t0 = 0.125 * (double)ts_random_below(random, 8);
        other.t1 = other.t0 + 0.125;
    }
    check(query, &other, c);
    other.sign = (int8_t)-other.sign;
    check(query, &other, c);
}

static void check_query(ts_random *random, const ts_ccd_method *method, const ts_ccd_query *query, counts c[4]) {
    static ts_ccd_certificate certificate;
    ts_ccd_result answer;
    certificate.count = 0;
    method->backend->certify(method->self, query, &answer, &certificate);
    for (size_t i = 0; i < certificate.count; ++i) {
        check(query, &certificate.pieces[i], &c[0]);
        if (i < 4) check_stretched(query, &certificate.pieces[i], &c[1]);
        if (i == 0 && ts_random_below(random, 8) == 0) check_boundary(query, &certificate.pieces[i], &c[2]);
        check_random(random, query, &certificate.pieces[i], &c[3]);
    }
}

START_TEST(what_is_accepted_quickly_is_accepted_exactly) {
    ts_random random;
    ts_ccd_method method;
    ts_error error = {0};
    counts c[4] = {{0}};
    ck_assert_int_eq(ts_ccd_register_builtin(&error), TS_OK);
    ck_assert_int_eq(ts_ccd_method_init(&method, "certified", NULL, &error), TS_OK);
    ts_random_init(&random, seed, 1);
    const int cases = ts_test_cases(700);
    for (size_t f = 0; f < ts_family_count(); ++f) {
        for (int n = 0; n < cases; ++n) {
            ts_ccd_query query;
            ts_family_at(f)->generate(seed, (uint64_t)n / TS_CCD_KINDS, (ts_ccd_kind)(n % TS_CCD_KINDS), &query);
            check_query(&random, &method, &query, c);
        }
    }
    ts_ccd_method_clear(&method);
    static const char *const names[4] = {"as given", "stretched", "at the boundary", "random"};
    for (int i = 0; i < 4; ++i) {
        printf("%-16s %7d pieces: accepted quickly %7d, exactly %7d\n", names[i], c[i].pieces, c[i].quick, c[i].exact);
    }
    /* It is worth having: most proofs need no integers. And the tests have seen refusals. */
    ck_assert_int_gt(10 * c[0].quick, 8 * c[0].pieces);
    ck_assert_int_eq(c[0].exact, c[0].pieces);
    ck_assert_int_lt(c[2].quick, c[2].pieces);
    ck_assert_int_lt(c[3].exact, c[3].pieces);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    TCase *cases = tcase_create("certificate_filter");
    tcase_add_test(cases, what_is_accepted_quickly_is_accepted_exactly);
    Suite *suite = suite_create("certificate_filter");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
