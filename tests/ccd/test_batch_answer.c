/* SPDX-License-Identifier: MIT
 * ts_ccd_answer_batch against as many calls of ts_ccd_answer: methods with and without a batch of their own, queries
 * that they lack in between, and a method that answers nonsense. */
#include <touchstone/ccd.h>

#include <math.h>

#include "core/random.h"
#include "tests/ccd/motions.h"
#include <touchstone/dataset.h>

static uint64_t seed;

enum { MOST = 1500 };
static ts_ccd_query queries[MOST];
static ts_ccd_result together[MOST + 1];

static void mix_queries(void) {
    ts_random random;
    ts_random_init(&random, seed, 1);
    for (size_t q = 0; q < MOST; ++q) {
        const ts_family *family = ts_family_at((size_t)ts_random_below(&random, ts_family_count()));
        family->generate(seed, q, (ts_ccd_kind)ts_random_below(&random, TS_CCD_KINDS), &queries[q]);
    }
}

static void check_same(const ts_ccd_result *batch, const ts_ccd_result *one) {
    ck_assert_int_eq(batch->status, one->status);
    ck_assert_mem_eq(&batch->toi, &one->toi, sizeof one->toi);
    ck_assert_uint_eq(batch->iterations, one->iterations);
}

/* Some answers of each status in `statuses` (bits) must be among them; nothing is written behind the batch. */
static void check_method(const ts_ccd_method *method, unsigned statuses) {
    static const size_t counts[] = {0, 1, 2, 255, 256, 257, MOST};
    static const ts_ccd_result untouched = {.status = TS_CCD_LIMIT, .toi = -1.0, .iterations = 77};
    unsigned seen = 0;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        together[counts[i]] = untouched;
        ts_ccd_answer_batch(method, counts[i], queries, together);
        check_same(&together[counts[i]], &untouched);
        for (size_t q = 0; q < counts[i]; ++q) {
            ts_ccd_result one;
            ts_ccd_answer(method, &queries[q], &one);
            check_same(&together[q], &one);
            seen |= 1u << one.status;
        }
    }
    ck_assert_uint_eq(seen & statuses, statuses);
}

START_TEST(a_batch_is_answered_like_its_queries) {
    static const struct {
        const char *name, *options;
        unsigned statuses;
    } cases[] = {
        {"accd", "{\"max_iterations\": 500}", 1u << TS_CCD_FREE | 1u << TS_CCD_HIT | 1u << TS_CCD_LIMIT},
        {"certified", NULL, 1u << TS_CCD_FREE | 1u << TS_CCD_HIT},
        {"root-parity", NULL, 1u << TS_CCD_FREE | 1u << TS_CCD_HIT | 1u << TS_CCD_UNSUPPORTED},
    };
    mix_queries();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        ts_ccd_method method = method_with(cases[i].name, cases[i].options);
        check_method(&method, cases[i].statuses);
        ts_ccd_method_clear(&method);
    }
}
END_TEST

/* ---- A method that knows two kinds, without min_distance, and is not always sensible ---- */

static void odd_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    ck_assert(query->kind == TS_EDGE_EDGE || query->kind == TS_POINT_POINT);
    ck_assert_double_eq(query->min_distance, 0.0);
    switch ((int)(fabs(query->x0[0][0]) * 0x1p20) % 5) {
    case 0: *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = NAN}; break;
    case 1: *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 2.0}; break;
    case 2: *result = (ts_ccd_result){.status = (ts_ccd_status)17, .toi = 0.5}; break;
    case 3: *result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = 0.5 * query->t_max, .iterations = 3}; break;
    default: break; /* says nothing */
    }
}

static void odd_batch(void *self, size_t n, const ts_ccd_query *some, ts_ccd_result *results) {
    for (size_t q = 0; q < n; ++q) odd_query(self, &some[q], &results[q]);
}

START_TEST(nonsense_fails_and_what_a_method_lacks_never_reaches_it) {
    ts_ccd_backend odd = {.capabilities = TS_CCD_CAN_EDGE_EDGE | TS_CCD_CAN_POINT_POINT, .query = odd_query};
    const ts_ccd_method method = {.backend = &odd};
    const unsigned all = 1u << TS_CCD_HIT | 1u << TS_CCD_FAILED | 1u << TS_CCD_UNSUPPORTED;
    mix_queries();
    queries[3].kind = (ts_ccd_kind)9;
    check_method(&method, all);
    odd.query_batch = odd_batch;
    check_method(&method, all);
    for (size_t q = 0; q < MOST; ++q) {
        queries[q].kind = TS_POINT_POINT;
        queries[q].min_distance = 0.0;
    }
    check_method(&method, 1u << TS_CCD_HIT | 1u << TS_CCD_FAILED);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    Suite *suite = suite_create("batch-answer");
    TCase *tcase = tcase_create("batch-answer");
    tcase_add_test(tcase, a_batch_is_answered_like_its_queries);
    tcase_add_test(tcase, nonsense_fails_and_what_a_method_lacks_never_reaches_it);
    suite_add_tcase(suite, tcase);
    return ts_run_suite(suite);
}
