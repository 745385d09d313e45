/* SPDX-License-Identifier: MIT
 * The stages against each other on every generated family and on random lattices; each forced alone; what
 * ts_oracle_toi refuses. */
#include <pthread.h>

#include <touchstone/dataset.h>

#include "core/random.h"
#include "tests/oracles/truths.h"

/* Every family and kind: staged, exact alone, MPFR alone and floating point alone give the same bits. */
START_TEST(test_families_agree) {
    const uint64_t seed = ts_test_seed();
    const int cases = ts_test_cases(4);
    int decided[TS_ORACLE_ALL + 1] = {0}, asked = 0;
    for (size_t f = 0; f < ts_family_count(); ++f) {
        for (int i = 0; i < cases * TS_CCD_KINDS; ++i, ++asked) {
            ts_ccd_query query;
            ts_family_at(f)->generate(seed, (uint64_t)i, (ts_ccd_kind)(i % TS_CCD_KINDS), &query);
            check_stages_agree(&query, decided);
        }
    }
    /* Each stage decides something, and only the exact one everything. */
    ck_assert_int_gt(decided[TS_ORACLE_FLOAT], asked / 4);
    ck_assert_int_lt(decided[TS_ORACLE_FLOAT], asked);
    ck_assert_int_gt(decided[TS_ORACLE_MPFR], asked / 4);
    ck_assert_int_lt(decided[TS_ORACLE_MPFR], asked);
    ck_assert_int_ge(decided[TS_ORACLE_FLOAT | TS_ORACLE_MPFR], decided[TS_ORACLE_FLOAT]);
    ck_assert_int_eq(decided[TS_ORACLE_EXACT], asked);
}
END_TEST

static double small_integer(ts_random *random, int most) {
    return (double)ts_random_below(random, (uint64_t)(2 * most + 1)) - (double)most;
}

/* Integers in {-2..2}: almost every query is a coincidence of some sort. */
START_TEST(test_small_integers_agree) {
    static const double thickness[] = {0.0, 0.0, 1.0, 2.0, 0.5};
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int i = ts_test_cases(1000); i > 0; --i) {
        ts_ccd_query query = {.kind = (ts_ccd_kind)(i % TS_CCD_KINDS), .t_max = 1.0};
        for (int v = 0; v < ts_ccd_vertices(query.kind); ++v) {
            for (int c = 0; c < 3; ++c) {
                query.x0[v][c] = small_integer(&random, 2);
                query.x1[v][c] = small_integer(&random, 2);
            }
        }
        query.min_distance = thickness[ts_random_below(&random, 5)];
        check_stages_agree(&query, NULL);
    }
}
END_TEST

/* ---- each stage decides what it is for ---- */

static ts_status ask(const ts_ccd_query *query, unsigned stages, ts_oracle_stage *stage) {
    ts_oracle_truth truth = {0};
    const ts_status status = ts_oracle_toi(query, stages, &truth);
    *stage = truth.stage;
    return status;
}

/* The first stage of those allowed that can decide is the one reported, and none below it can. */
static void check_decided_by(const ts_ccd_query *query, unsigned allowed, ts_oracle_stage expected) {
    ts_oracle_stage stage;
    ck_assert_int_eq(ask(query, allowed, &stage), TS_OK);
    ck_assert_int_eq(stage, expected);
    const ts_status below = ask(query, allowed & (expected - 1u), &stage);
    ck_assert_int_eq(below, TS_ERROR_UNDECIDED);
}

START_TEST(test_float_decides_the_plain) {
    const ts_ccd_query query = {TS_POINT_TRIANGLE,
                                {{0, 0, 1}, {-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}},
                                {{0, 0, -2}, {-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}},
                                0,
                                1};
    check_decided_by(&query, TS_ORACLE_ALL, TS_ORACLE_FLOAT);
}
END_TEST

/* Inside by `margin` of the size: below the errors of doubles, far above those of MPFR intervals. */
static ts_ccd_query close_to_the_edge(double margin) {
    return (ts_ccd_query){TS_POINT_TRIANGLE,
                          {{margin, 0, 1}, {0, -1, 0}, {0, 1, 0}, {1, 0, 0}},
                          {{margin, 0, -2}, {0, -1, 0}, {0, 1, 0}, {1, 0, 0}},
                          0,
                          1};
}

/* With all stages MPFR is asked where the integers of the exact stage are long; on request, always. */
START_TEST(test_mpfr_decides_the_close) {
    const ts_ccd_query near = close_to_the_edge(0x1p-70), nearer = close_to_the_edge(0x1p-300);
    check_decided_by(&near, TS_ORACLE_FLOAT | TS_ORACLE_MPFR, TS_ORACLE_MPFR);
    check_decided_by(&near, TS_ORACLE_ALL & ~(unsigned)TS_ORACLE_MPFR, TS_ORACLE_EXACT);
    check_decided_by(&nearer, TS_ORACLE_ALL, TS_ORACLE_MPFR);
}
END_TEST

/* Coplanar for all time: no interval tells zero from nearly zero. */
START_TEST(test_exact_decides_the_degenerate) {
    const ts_ccd_query query = {TS_POINT_TRIANGLE,
                                {{-1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
                                {{1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
                                0,
                                1};
    check_decided_by(&query, TS_ORACLE_ALL, TS_ORACLE_EXACT);
}
END_TEST

/* ---- threads ---- */

enum { THREADS = 4, IN_THREADS = 200 };

typedef struct shared_queries {
    ts_ccd_query query[IN_THREADS];
    ts_oracle_truth truth[IN_THREADS];
    pthread_barrier_t together;
    bool agree[THREADS];
} shared_queries;

typedef struct asker {
    shared_queries *all;
    int thread;
} asker;

static void *ask_in_thread(void *self) {
    const asker *me = self;
    bool agree = true;
    (void)pthread_barrier_wait(&me->all->together);
    for (int i = 0; i < IN_THREADS; ++i) {
        const int q = (i * (me->thread + 1)) % IN_THREADS; /* every thread in an order of its own */
        ts_oracle_truth truth;
        agree = agree && ts_oracle_toi(&me->all->query[q], TS_ORACLE_EXACT, &truth) == TS_OK &&
                truth.contact == me->all->truth[q].contact &&
                (!truth.contact || (truth.lo == me->all->truth[q].lo && truth.hi == me->all->truth[q].hi));
    }
    me->all->agree[me->thread] = agree;
    return NULL;
}

/* The exact stage keeps its integers from one query to the next: each thread its own. */
START_TEST(test_threads_agree) {
    static shared_queries all;
    pthread_t thread[THREADS];
    asker askers[THREADS];
    const uint64_t seed = ts_test_seed();
    for (int q = 0; q < IN_THREADS; ++q) {
        const ts_family *family = ts_family_at((size_t)q % ts_family_count());
        family->generate(seed, (uint64_t)q, (ts_ccd_kind)(q % TS_CCD_KINDS), &all.query[q]);
        ck_assert_int_eq(ts_oracle_toi(&all.query[q], TS_ORACLE_EXACT, &all.truth[q]), TS_OK);
    }
    ck_assert_int_eq(pthread_barrier_init(&all.together, NULL, THREADS), 0);
    for (int t = 0; t < THREADS; ++t) {
        askers[t] = (asker){&all, t};
        ck_assert_int_eq(pthread_create(&thread[t], NULL, ask_in_thread, &askers[t]), 0);
    }
    for (int t = 0; t < THREADS; ++t) {
        ck_assert_int_eq(pthread_join(thread[t], NULL), 0);
        ck_assert(all.agree[t]);
    }
    pthread_barrier_destroy(&all.together);
}
END_TEST

/* ---- what it refuses ---- */

static void check_refused(const ts_ccd_query *query, unsigned stages, ts_status expected) {
    ts_oracle_truth truth, untouched;
    memset(&truth, 0x5a, sizeof truth);
    memcpy(&untouched, &truth, sizeof truth);
    ck_assert_int_eq(ts_oracle_toi(query, stages, &truth), expected);
    ck_assert_mem_eq(&truth, &untouched, sizeof truth);
}

START_TEST(test_refusals) {
    const ts_ccd_query good = {TS_POINT_POINT, {{-1, 0, 0}}, {{1, 0, 0}}, 0, 1};
    check_refused(&good, 0, TS_ERROR_UNDECIDED);
    ts_ccd_query bad = good;
    bad.x1[1][2] = (double)NAN;
    check_refused(&bad, TS_ORACLE_ALL, TS_ERROR_DATA);
    bad = good;
    bad.x0[0][0] = (double)INFINITY;
    check_refused(&bad, TS_ORACLE_ALL, TS_ERROR_DATA);
    bad = good;
    bad.min_distance = -1.0;
    check_refused(&bad, TS_ORACLE_ALL, TS_ERROR_DATA);
    bad = good;
    bad.t_max = 0.0;
    check_refused(&bad, TS_ORACLE_ALL, TS_ERROR_DATA);
    bad = good;
    bad.kind = (ts_ccd_kind)4;
    check_refused(&bad, TS_ORACLE_ALL, TS_ERROR_DATA);
}
END_TEST

START_TEST(test_names) {
    ck_assert_str_eq(ts_oracle_stage_name(TS_ORACLE_FLOAT), "float");
    ck_assert_str_eq(ts_oracle_stage_name(TS_ORACLE_MPFR), "mpfr");
    ck_assert_str_eq(ts_oracle_stage_name(TS_ORACLE_EXACT), "exact");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/toi_stages");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_families_agree);
    tcase_add_test(cases, test_small_integers_agree);
    tcase_add_test(cases, test_float_decides_the_plain);
    tcase_add_test(cases, test_mpfr_decides_the_close);
    tcase_add_test(cases, test_exact_decides_the_degenerate);
    tcase_add_test(cases, test_threads_agree);
    tcase_add_test(cases, test_refusals);
    tcase_add_test(cases, test_names);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
