/* SPDX-License-Identifier: MIT
 * The cubic in batches against one by one, bit for bit: kinds and families mixed, blocks of any size; and the roots
 * in lanes of every width that this machine has. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "ccd/cubic.h"
#include "ccd/roots.h"
#include "core/random.h"
#include "tests/ccd/motions.h"
#include <touchstone/dataset.h>

enum { MOST = 4000, WIDTHS = 3, POLYNOMIALS = 150 };

static ts_cubic_lanes *const lanes_of_width[WIDTHS] = {ts_cubic_lanes_portable, ts_cubic_lanes_avx2,
                                                       ts_cubic_lanes_avx512};

static bool has_width(size_t width) {
    static const char *const names[WIDTHS] = {"portable", "AVX2", "AVX-512"};
    bool has[WIDTHS] = {true, false, false};
#if defined(__x86_64__)
    has[1] = __builtin_cpu_supports("avx2");
    has[2] = __builtin_cpu_supports("avx512f");
#endif
    if (!has[width]) printf("this machine has no %s: skipped\n", names[width]);
    return has[width];
}

/* ---- Roots ---- */

/* One with any coefficients; with a root in [0, 1] or nearly; with a double root there; with few terms. */
static void random_polynomial(ts_random *random, int degree, int shape, double p[7]) {
    memset(p, 0, 7 * sizeof *p);
    for (int k = 0; k <= degree; ++k) p[k] = ts_random_between(random, -1.0, 1.0);
    const double root = ts_random_between(random, -0.2, 1.2);
    for (int times = shape % 4; times > 0 && degree >= times; --times) { /* p (t - root) */
        for (int k = degree; k > 0; --k) p[k] = p[k - 1] - root * p[k];
        p[0] *= -root;
    }
    if (shape % 4 == 3) p[ts_random_below(random, (uint64_t)degree + 1)] = 0.0;
    if (shape == 7) memset(p, 0, 7 * sizeof *p);
}

static void check_roots(ts_cubic_lanes *lanes, ts_random *random, int degree, size_t n) {
    double p[POLYNOMIALS][7], roots[POLYNOMIALS][7], alone[7];
    int counts[POLYNOMIALS];
    ts_cubic_rooting rootings[POLYNOMIALS];
    for (size_t i = 0; i < n; ++i) {
        random_polynomial(random, degree, (int)ts_random_below(random, 8), p[i]);
        counts[i] = -1;
        rootings[i] = (ts_cubic_rooting){p[i], roots[i], &counts[i]};
    }
    lanes(rootings, n, degree);
    for (size_t i = 0; i < n; ++i) {
        ck_assert_int_eq(counts[i], ts_roots_in_unit_interval(p[i], degree, alone));
        ck_assert_mem_eq(roots[i], alone, (size_t)counts[i] * sizeof *alone);
    }
}

START_TEST(roots_in_lanes_are_the_same) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (size_t w = 0; w < WIDTHS; ++w) {
        if (!has_width(w)) continue;
        for (int n = ts_test_cases(600); n-- > 0;) {
            check_roots(lanes_of_width[w], &random, 1 + n % 6, 1 + (size_t)n % POLYNOMIALS);
        }
    }
}
END_TEST

/* ---- Queries ---- */

static ts_ccd_query queries[MOST];
static ts_ccd_result alone[MOST], together[MOST + 1];

/* All families and kinds in random order, some far from any family, some out of range or at rest. */
static size_t mixed_queries(void) {
    const size_t count = (size_t)(ts_test_cases(2000) < MOST ? ts_test_cases(2000) : MOST);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (size_t q = 0; q < count; ++q) {
        const ts_family *family = ts_family_at((size_t)ts_random_below(&random, ts_family_count()));
        const ts_ccd_kind kind = (ts_ccd_kind)ts_random_below(&random, TS_CCD_KINDS);
        family->generate(ts_test_seed(), q, kind, &queries[q]);
        if (q % 10 == 3) queries[q] = wild_query(&random, kind);
        if (q % 50 == 7) memcpy(queries[q].x1, queries[q].x0, sizeof queries[q].x0);
        if (q % 50 == 9) queries[q].t_max = 0.5 * queries[q].t_max;
        if (q % 50 == 11) queries[q].x0[0][0] = 1e-9 * queries[q].x0[0][0];
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

/* Nothing is written behind a block. */
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

START_TEST(answers_are_the_same_in_blocks_of_any_size) {
    static const char *const options[] = {NULL, "{\"s\": 0.5}", "{\"s\": 0}"};
    static const size_t blocks[] = {1, 3, 4, 5, 64, 1000};
    const size_t count = mixed_queries();
    for (size_t o = 0; o < 3; ++o) {
        ts_ccd_method method = method_with("cubic", options[o]);
        size_t second = 0;
        for (size_t q = 0; q < count; ++q) {
            method.backend->query(method.self, &queries[q], &alone[q]);
            second += alone[q].iterations == 2;
        }
        ck_assert(second > 0 || o == 2); /* some are asked twice */
        for (size_t b = 0; b < sizeof blocks / sizeof *blocks; ++b) check_blocks(&method, count, blocks[b]);
        method.backend->query_batch(method.self, 0, NULL, NULL);
        ts_ccd_method_clear(&method);
    }
}
END_TEST

START_TEST(answers_are_the_same_in_lanes_of_every_width) {
    const size_t count = mixed_queries();
    double eta = 0.1;
    for (size_t q = 0; q < count; ++q) ts_cubic_query(&eta, &queries[q], &alone[q]);
    for (size_t w = 0; w < WIDTHS; ++w) {
        if (!has_width(w)) continue;
        ts_cubic_batch_with(lanes_of_width[w], eta, count, queries, together);
        for (size_t q = 0; q < count; ++q) check_same(&queries[q], &together[q], &alone[q]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("batch-cubic");
    TCase *tests = tcase_create("batch-cubic");
    tcase_add_test(tests, roots_in_lanes_are_the_same);
    tcase_add_test(tests, answers_are_the_same_in_blocks_of_any_size);
    tcase_add_test(tests, answers_are_the_same_in_lanes_of_every_width);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
