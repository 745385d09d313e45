/* SPDX-License-Identifier: MIT
 * How threads share a block: who gets pieces that depend on their number, and who does not. */
#include "tests/support.h"

#include "ccd/pieces.h"
#include "ccd/registry.h"

static void query_one(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    (void)query;
    *result = (ts_ccd_result){.status = TS_CCD_FREE};
}

static void query_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    for (size_t q = 0; q < n; ++q) query_one(self, &queries[q], &results[q]);
}

static ts_status create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_OK;
}

static void destroy(void *self) {
    (void)self;
}

static ts_ccd_backend backend_of(const char *name, bool batch) {
    return (ts_ccd_backend){.abi = TS_CCD_ABI,
                            .name = name,
                            .summary = "a test",
                            .source = "a test",
                            .capabilities = TS_CCD_CAN_POINT_POINT,
                            .create = create,
                            .query = query_one,
                            .query_batch = batch ? query_batch : NULL,
                            .destroy = destroy};
}

START_TEST(batches_of_ours_get_large_pieces_and_two_for_each_thread) {
    const ts_ccd_backend backend = backend_of("ours", true);
    const ts_ccd_method method = {.backend = &backend};
    ck_assert_uint_eq(ts_ccd_piece(&method, 8192, 1), 4096);
    ck_assert_uint_eq(ts_ccd_piece(&method, 8192, 2), 2048);
    ck_assert_uint_eq(ts_ccd_piece(&method, 8192, 3), 1408); /* lanes are full: a multiple of 64 */
    ck_assert_uint_eq(ts_ccd_piece(&method, 8192, 1000), 256);
    ck_assert_uint_eq(ts_ccd_piece(&method, 10, 2), 256);
    ck_assert_uint_eq(ts_ccd_piece(&method, 1000000, 2), 4096);
}
END_TEST

START_TEST(what_answers_singly_gets_small_pieces) {
    const ts_ccd_backend backend = backend_of("single", false);
    const ts_ccd_method method = {.backend = &backend};
    for (int threads = 1; threads < 9; ++threads) ck_assert_uint_eq(ts_ccd_piece(&method, 8192, threads), 16);
}
END_TEST

/* Its answers may depend on what is asked together; results must not depend on the threads. */
START_TEST(pieces_of_a_method_from_outside_do_not_depend_on_the_threads) {
    static ts_ccd_backend backend;
    backend = backend_of("outside", true);
    const ts_ccd_method method = {.backend = &backend};
    ts_error error;
    ck_assert_int_eq(ts_ccd_register_foreign(&backend, &error), TS_OK);
    for (int threads = 1; threads < 9; ++threads) ck_assert_uint_eq(ts_ccd_piece(&method, 8192, threads), 256);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("pieces");
    tcase_add_test(cases, batches_of_ours_get_large_pieces_and_two_for_each_thread);
    tcase_add_test(cases, what_answers_singly_gets_small_pieces);
    tcase_add_test(cases, pieces_of_a_method_from_outside_do_not_depend_on_the_threads);
    Suite *suite = suite_create("pieces");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
