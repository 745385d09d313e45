/* SPDX-License-Identifier: MIT
 * query_batch against query, bit for bit: kinds and families mixed, blocks of any size, and every width of lanes that
 * this machine has. */
#include <string.h>

#include "ccd/accd.h"
#include "ccd/builtin.h"
#include "ccd/certified/certified.h"
#include "ccd/certified/float_lanes.h"
#include "core/random.h"
#include "tests/ccd/motions.h"
#include "tests/ccd/thin.h"
#include <touchstone/dataset.h>

static uint64_t seed;

/* Queries of all families and kinds in random order, and one that does not move. */
static size_t mixed_queries(ts_ccd_query *queries, size_t count) {
    ts_random random;
    ts_random_init(&random, seed, 1);
    for (size_t q = 0; q < count; ++q) {
        const ts_family *family = ts_family_at((size_t)ts_random_below(&random, ts_family_count()));
        family->generate(seed, q, (ts_ccd_kind)ts_random_below(&random, TS_CCD_KINDS), &queries[q]);
        if (q % 50 == 7) memcpy(queries[q].x1, queries[q].x0, sizeof queries[q].x0);
        if (q % 50 == 9) queries[q].t_max = 0.5 * queries[q].t_max;
    }
    return count;
}

static void check_same(const ts_ccd_query *query, const ts_ccd_result *batch, const ts_ccd_result *one) {
    ck_assert_msg(batch->status == one->status && batch->iterations == one->iterations &&
                      memcmp(&batch->toi, &one->toi, sizeof one->toi) == 0,
                  "%s: %s %a after %u in a batch, %s %a after %u alone", ts_ccd_kind_name(query->kind),
                  ts_ccd_status_name(batch->status), batch->toi, batch->iterations, ts_ccd_status_name(one->status),
                  one->toi, one->iterations);
}

enum { MOST = 9000, MIXED = 4000 };
static ts_ccd_query queries[MOST];
static ts_ccd_result alone[MOST], together[MOST + 1];

/* The answers in blocks of that size; nothing is written behind a block. */
static void check_blocks(const ts_ccd_method *method, size_t count, size_t block) {
    static const ts_ccd_result untouched = {.status = TS_CCD_UNSUPPORTED, .toi = -1.0, .iterations = 77};
    for (size_t first = 0; first < count; first += block) {
        const size_t n = count - first < block ? count - first : block;
        together[first + n] = untouched;
        method->backend->query_batch(method->self, n, queries + first, together + first);
        check_same(&queries[0], &together[first + n], &untouched);
    }
    for (size_t q = 0; q < count; ++q) check_same(&queries[q], &together[q], &alone[q]);
}

static void answer_alone(const ts_ccd_method *method, size_t count) {
    for (size_t q = 0; q < count; ++q) method->backend->query(method->self, &queries[q], &alone[q]);
}

static void check_options(const char *name, const char *options) {
    static const size_t blocks[] = {1, 3, 4, 5, 64, 1000};
    const size_t count = mixed_queries(queries, (size_t)(ts_test_cases(2000) < MIXED ? ts_test_cases(2000) : MIXED));
    ts_ccd_method method = method_with(name, options);
    answer_alone(&method, count);
    for (size_t b = 0; b < sizeof blocks / sizeof *blocks; ++b) check_blocks(&method, count, blocks[b]);
    method.backend->query_batch(method.self, 0, NULL, NULL);
    ts_ccd_method_clear(&method);
}

START_TEST(accd_answers_the_same_in_batches) {
    check_options("accd", "{\"max_iterations\": 2000}");
    check_options("accd", "{\"s\": 0.5, \"max_iterations\": 7}");
    check_options("accd", "{\"max_iterations\": 1}");
    check_options("accd", "{\"s\": 0, \"max_iterations\": 100}");
}
END_TEST

START_TEST(certified_answers_the_same_in_batches) {
    check_options("certified", NULL);
    check_options("certified", "{\"s\": 0.5}");
    check_options("certified", "{\"s\": 0, \"max_advances\": 5}");
    check_options("certified", "{\"max_advances\": 1}");
    check_options("certified", "{\"max_advances\": 2}");
}
END_TEST

START_TEST(certified_float_answers_the_same_in_batches) {
    check_options("certified-float", NULL);
    check_options("certified-float", "{\"s\": 0.5}");
    check_options("certified-float", "{\"s\": 0, \"max_advances\": 5}");
    check_options("certified-float", "{\"max_advances\": 1}");
    check_options("certified-float", "{\"max_advances\": 2}");
}
END_TEST

/* Numbers of every size, and vectors that are next to nothing beside them: other scales; many in a row, since one that
 * needs another scale takes its neighbours with it. */
START_TEST(queries_of_any_size_are_answered_the_same) {
    static const int exponents[] = {-1000, -460, -459, -399, 0, 60, 399, 460, 1000};
    static const char *const names[] = {"certified", "certified-float"};
    const size_t count = mixed_queries(queries, 2000);
    for (size_t q = 0; q < count; ++q) {
        const int exponent = exponents[q / 100 % (sizeof exponents / sizeof *exponents)];
        double *const numbers[] = {queries[q].x0[0], queries[q].x1[0]};
        for (int i = 0; i < 24; ++i) {
            double *x = &numbers[i / 12][i % 12];
            const double scaled = scalbn(*x, exponent), far = i % 3 == 0 ? 0x1p300 : *x;
            *x = q / 200 % 7 == 3 ? far : isfinite(scaled) ? scaled : *x;
        }
        const double distance = scalbn(queries[q].min_distance, q / 200 % 7 == 5 ? 70 : exponent);
        queries[q].min_distance = isfinite(distance) ? distance : 0.0;
    }
    for (int n = 0; n < 2; ++n) {
        ts_ccd_method method = method_with(names[n], NULL);
        answer_alone(&method, count);
        check_blocks(&method, count, count);
        ts_ccd_method_clear(&method);
    }
}
END_TEST

/* One family and kind at a time: lanes run full. */
static void check_families(const char *name, const char *options, size_t count) {
    ts_ccd_method method = method_with(name, options);
    for (size_t n = 0; n < TS_CCD_KINDS * ts_family_count(); ++n) {
        for (size_t q = 0; q < count; ++q) {
            ts_family_at(n / TS_CCD_KINDS)->generate(seed, q, (ts_ccd_kind)(n % TS_CCD_KINDS), &queries[q]);
        }
        answer_alone(&method, count);
        check_blocks(&method, count, count);
    }
    ts_ccd_method_clear(&method);
}

START_TEST(every_family_is_answered_the_same) {
    check_families("accd", "{\"max_iterations\": 500}", 100);
    check_families("certified", NULL, 400);
    check_families("certified-float", NULL, 400);
}
END_TEST

/* Longer than what certified sorts by kind together, of families that need moving directions. */
START_TEST(a_long_batch_is_answered_the_same) {
    static const char *const families[] = {"sliding", "needle", "extreme", "cloth", "grazing"};
    ts_ccd_method method = method_with("certified", NULL);
    for (size_t q = 0; q < MOST; ++q) {
        const ts_family *family = ts_family_find(families[q % 5]);
        if (!family) family = ts_family_at(q % ts_family_count());
        family->generate(seed, q, (ts_ccd_kind)(q / 5 % TS_CCD_KINDS), &queries[q]);
    }
    answer_alone(&method, MOST);
    check_blocks(&method, MOST, MOST);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Blocks of which most are apart at once, some are, none is, in turn; every third in units of a power of two. */
static size_t far_queries(int exponent) {
    static const double sizes[] = {4.0, 0.5, 0.0, 2.0};
    ts_random random;
    ts_random_init(&random, seed, 2);
    const size_t count = mixed_queries(queries, 6000);
    for (size_t q = 0; q < count; ++q) move_apart(&random, q % 13 == 5 ? 0.1 : sizes[q / 1500], &queries[q]);
    for (size_t q = 1; exponent != 0 && q < count; q += 3) {
        for (int i = 0; i < 12; ++i) {
            double *const x[] = {&queries[q].x0[i / 3][i % 3], &queries[q].x1[i / 3][i % 3]};
            for (int e = 0; e < 2; ++e) *x[e] = fabs(*x[e]) < 1e100 ? scalbn(*x[e], exponent) : *x[e];
        }
        queries[q].min_distance = scalbn(fmin(queries[q].min_distance, 1.0), exponent);
    }
    return count;
}

START_TEST(what_is_apart_is_answered_the_same) {
    static const size_t blocks[] = {1, 7, 8, 300, 6000};
    static const int exponents[] = {0, 600, -600};
    ts_ccd_method method = method_with("certified", NULL);
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; ++e) {
        const size_t count = far_queries(exponents[e]);
        answer_alone(&method, count);
        for (size_t b = 0; b < sizeof blocks / sizeof *blocks; ++b) check_blocks(&method, count, blocks[b]);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

static void check_widths(size_t count) {
    static ts_accd_lanes *const accd_lanes[TS_TEST_WIDTHS] = {ts_accd_lanes_portable, ts_accd_lanes_avx2,
                                                              ts_accd_lanes_avx512};
    static ts_certified_lanes *const certified_lanes[TS_TEST_WIDTHS] = {
        ts_certified_lanes_portable, ts_certified_lanes_avx2, ts_certified_lanes_avx512};
    static ts_certified_lanes *const float_lanes[TS_TEST_WIDTHS] = {
        ts_certified_float_lanes_portable, ts_certified_float_lanes_avx2, ts_certified_float_lanes_avx512};
    static ts_certified_single *const certified_single[TS_TEST_WIDTHS] = {
        ts_certified_single_portable, ts_certified_single_avx2, ts_certified_single_avx2};
    ts_accd accd = {.s = 0.1, .max_iterations = 300};
    ts_certified certified = {.s = 0.1, .most_advances = 100, .most_stretches = CERTIFIED_MOST_STRETCHES};
    for (int w = 0; w < TS_TEST_WIDTHS; ++w) {
        if (!ts_test_has_width(w)) continue;
        for (size_t q = 0; q < count; ++q) ts_ccd_accd.query(&accd, &queries[q], &alone[q]);
        accd_lanes[w](&accd, count, queries, together);
        for (size_t q = 0; q < count; ++q) check_same(&queries[q], &together[q], &alone[q]);
        for (size_t q = 0; q < count; ++q) ts_certified_single_portable(&certified, &queries[q], NULL, &alone[q], NULL);
        certified_lanes[w](&certified, count, queries, together);
        for (size_t q = 0; q < count; ++q) check_same(&queries[q], &together[q], &alone[q]);
        for (size_t q = 0; q < count; ++q) certified_single[w](&certified, &queries[q], NULL, &together[q], NULL);
        for (size_t q = 0; q < count; ++q) check_same(&queries[q], &together[q], &alone[q]);
        for (size_t q = 0; q < count; ++q) ts_ccd_certified_float.query(&certified, &queries[q], &alone[q]);
        float_lanes[w](&certified, count, queries, together);
        for (size_t q = 0; q < count; ++q) check_same(&queries[q], &together[q], &alone[q]);
    }
}

START_TEST(lanes_of_every_width_answer_the_same) {
    check_widths(far_queries(0));
}
END_TEST

/* Kinds one after another, as lists have them: what is in a row is not sorted. */
START_TEST(kinds_in_a_row_are_answered_the_same) {
    static const size_t rows[] = {256, 1, 700, 255, 257, 512, 8, 1100, 300, 513, 249, 2000, 7};
    static const char *const families[] = {"sliding", "cloth", "extreme"};
    ts_random random;
    ts_random_init(&random, seed, 5);
    size_t q = 0;
    for (size_t row = 0; q < MOST; ++row) {
        const size_t end = q + rows[row % (sizeof rows / sizeof *rows)];
        for (; q < end && q < MOST; ++q) {
            const ts_family *family = ts_family_find(families[row / 2 % 3]);
            family->generate(seed, q, (ts_ccd_kind)(row * 3 % TS_CCD_KINDS), &queries[q]);
            if (row % 3 == 1) move_apart(&random, 4.0, &queries[q]);
        }
    }
    check_widths(MOST);
}
END_TEST

/* As many stretches for moving directions as leave some queries without one: what is left of them goes wherever a query
 * goes. */
START_TEST(stretches_are_used_up_the_same) {
    static ts_certified_lanes *const lanes[TS_TEST_WIDTHS] = {ts_certified_lanes_portable, ts_certified_lanes_avx2,
                                                              ts_certified_lanes_avx512};
    static const char *const families[] = {"sliding", "cloth", "extreme", "touching"};
    static const int few[] = {1, 2, 3, 4, 5};
    ts_certified certified = {.s = 0.1, .most_advances = 100, .most_stretches = CERTIFIED_MOST_STRETCHES};
    const size_t count = 4000;
    for (size_t q = 0; q < count; ++q)
        ts_family_find(families[q / 1000])->generate(seed, q, (ts_ccd_kind)(q / 250 % TS_CCD_KINDS), &queries[q]);
    for (size_t k = 0; k < sizeof few / sizeof *few; ++k) {
        size_t used_up = 0;
        for (size_t q = 0; q < count; ++q) {
            certified.most_stretches = CERTIFIED_MOST_STRETCHES;
            ts_certified_single_portable(&certified, &queries[q], NULL, &together[q], NULL);
            certified.most_stretches = few[k];
            ts_certified_single_portable(&certified, &queries[q], NULL, &alone[q], NULL);
            used_up += memcmp(&together[q].toi, &alone[q].toi, sizeof alone[q].toi) != 0 ||
                       together[q].iterations != alone[q].iterations;
        }
        printf("%zu of %zu queries use up %d stretches\n", used_up, count, few[k]);
        ck_assert_uint_gt(used_up, 0);
        for (int w = 0; w < TS_TEST_WIDTHS; ++w) {
            if (!ts_test_has_width(w)) continue;
            lanes[w](&certified, count, queries, together);
            for (size_t q = 0; q < count; ++q) check_same(&queries[q], &together[q], &alone[q]);
        }
    }
}
END_TEST

START_TEST(nearly_parallel_edges_and_slivers_are_answered_the_same) {
    ts_random random;
    ts_random_init(&random, seed, 3);
    for (size_t q = 0; q < MOST; ++q) queries[q] = thin_query(&random, q % 4 ? TS_EDGE_EDGE : TS_POINT_TRIANGLE);
    check_widths(MOST);
}
END_TEST

/* Starts within roundings of contact and steps so short that a share of one rounds to 0. */
START_TEST(the_shortest_steps_are_answered_the_same) {
    static const double sizes[] = {-1.0, 0.0, 1.0}, beside[] = {0.0, 0x1p-52, -0x1p-53, 0x1p-40};
    ts_random random;
    ts_random_init(&random, seed, 4);
    for (size_t q = 0; q < MOST; ++q) {
        queries[q] = (ts_ccd_query){.kind = (ts_ccd_kind)(q % TS_CCD_KINDS)};
        queries[q].t_max = 0x1p-1074 * (double)(1 + ts_random_below(&random, 40));
        for (int i = 0; i < 24; ++i) {
            double(*const x)[3] = i < 12 ? queries[q].x0 : queries[q].x1;
            x[i % 12 / 3][i % 3] = sizes[ts_random_below(&random, 3)] + beside[ts_random_below(&random, 4)];
        }
    }
    check_widths(MOST);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    Suite *suite = suite_create("batch");
    TCase *tcase = tcase_create("batch");
    tcase_add_test(tcase, accd_answers_the_same_in_batches);
    tcase_add_test(tcase, certified_answers_the_same_in_batches);
    tcase_add_test(tcase, certified_float_answers_the_same_in_batches);
    tcase_add_test(tcase, queries_of_any_size_are_answered_the_same);
    tcase_add_test(tcase, every_family_is_answered_the_same);
    tcase_add_test(tcase, a_long_batch_is_answered_the_same);
    tcase_add_test(tcase, what_is_apart_is_answered_the_same);
    tcase_add_test(tcase, lanes_of_every_width_answer_the_same);
    tcase_add_test(tcase, kinds_in_a_row_are_answered_the_same);
    tcase_add_test(tcase, stretches_are_used_up_the_same);
    tcase_add_test(tcase, nearly_parallel_edges_and_slivers_are_answered_the_same);
    tcase_add_test(tcase, the_shortest_steps_are_answered_the_same);
    suite_add_tcase(suite, tcase);
    return ts_run_suite(suite);
}
