/* SPDX-License-Identifier: GPL-2.0-or-later
 * The step that contact allows, refereed by the exact oracle on all pairs of primitives by plain enumeration. */
#include <math.h>
#include <omp.h>

#include <touchstone/oracle.h>

#include "cipc/contact.h"
#include "core/vec3.h"
#include "tests/cipc/contact_scene.h"
#include "tests/support.h"

static const double DHAT = 0.01;
static scene_pairs all;
static ts_ccd_method certified;

static void set_query(const scene_pair *pair, const double (*x)[3], const double (*p)[3], ts_ccd_query *query) {
    *query = (ts_ccd_query){.kind = pair->kind, .min_distance = pair->xi, .t_max = 1.0};
    scene_rows(pair->node, x, query->x0);
    for (int i = 0; i < TS_STENCIL_NODES && pair->node[i] >= 0; ++i)
        ts_add(x[pair->node[i]], p[pair->node[i]], query->x1[i]);
}

/* Bodies apart, slightly disturbed, all flung about. */
static contact_scene *flung(ts_random *random, double offset, double speed, double (*x)[3], double (*p)[3]) {
    contact_scene *s = scene_create(offset);
    scene_displace(s, random, 0.0, 0.01, x);
    for (size_t i = 0; i < s->bodies.nodes; ++i) ts_add(s->rest[i], x[i], x[i]);
    scene_displace(s, random, speed, 0.3 * speed, p);
    return s;
}

typedef struct heard {
    size_t queries, hits;
    double t_max; /* of the last block: never grows */
    bool ordered;
} heard;

static void listen(void *self, size_t n, const ts_ccd_query *queries, const ts_ccd_result *results) {
    heard *h = self;
    for (size_t i = 0; i < n; ++i) {
        h->ordered = h->ordered && queries[i].t_max <= h->t_max && ts_ccd_query_check(&queries[i], NULL) == TS_OK;
        h->t_max = queries[i].t_max;
        h->hits += results[i].status == TS_CCD_HIT;
    }
    h->queries += n;
}

static double step_of(const contact_scene *s, const ts_ccd_method *method, const double (*x)[3], const double (*p)[3],
                      double alpha, heard *h, ts_contact_report *report) {
    const ts_contact_settings settings = {
        .dhat = DHAT, .method = method, .listener = {.listen = h ? listen : NULL, .self = h}};
    ts_contact *contact;
    ts_potential potential;
    ck_assert_int_eq(ts_contact_create(&s->bodies, &settings, &contact, NULL), TS_OK);
    ts_contact_potential(contact, &potential);
    ck_assert_int_eq(potential.max_step(&potential, x, p, &alpha, NULL), TS_OK);
    *report = *ts_contact_last(contact);
    ts_contact_destroy(contact);
    return alpha;
}

START_TEST(no_pair_meets_within_the_step) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    int cut = 0, whole = 0;
    for (int trial = 0; trial < ts_test_cases(12); ++trial) {
        double x[SCENE_NODES][3], p[SCENE_NODES][3];
        const double offset = trial % 2 ? 0.004 : 0.0, start = trial % 3 ? 1.0 : 0.75;
        contact_scene *s = flung(&random, offset, trial % 4 ? 0.4 : 0.005, x, p);
        ts_contact_report report;
        heard h = {.t_max = 1.0, .ordered = true};
        const double alpha = step_of(s, &certified, (const double(*)[3])x, (const double(*)[3])p, start, &h, &report);
        ck_assert(alpha > 0.0 && alpha <= start);
        ck_assert(h.ordered);
        ck_assert_uint_eq(h.queries, report.ccd.queries);
        ck_assert_uint_eq(h.hits, report.ccd.statuses[TS_CCD_HIT]);
        ck_assert_uint_eq(report.ccd.statuses[TS_CCD_FREE] + report.ccd.statuses[TS_CCD_HIT], report.ccd.queries);
        ck_assert((alpha < start) == (h.hits > 0));
        ck_assert_double_eq(report.ccd_alpha, alpha < start ? alpha : 1.0);
        scene_all_pairs(s, &all);
        bool meets_later = false;
        for (size_t i = 0; i < all.count; ++i) {
            ts_ccd_query query;
            ts_oracle_truth truth;
            set_query(&all.pair[i], (const double(*)[3])x, (const double(*)[3])p, &query);
            query.t_max = start;
            ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
            ck_assert(!truth.contact || truth.lo > alpha);
            meets_later = meets_later || truth.contact;
        }
        ck_assert(!meets_later || alpha < start);
        cut += meets_later;
        whole += alpha == start;
        free(s);
    }
    ck_assert_int_gt(cut, 0);
    ck_assert_int_gt(whole, 0);
}
END_TEST

START_TEST(threads_do_not_change_the_step) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    const int usual = omp_get_max_threads();
    for (int trial = 0; trial < 5; ++trial) {
        double x[SCENE_NODES][3], p[SCENE_NODES][3], alpha[2];
        contact_scene *s = flung(&random, 0.002, 1.0, x, p);
        ts_contact_report report[2];
        for (int c = 0; c < 2; ++c) {
            omp_set_num_threads(c + 1);
            alpha[c] = step_of(s, &certified, (const double(*)[3])x, (const double(*)[3])p, 1.0, NULL, &report[c]);
        }
        ck_assert_mem_eq(&alpha[0], &alpha[1], sizeof(double));
        ck_assert_uint_eq(report[0].candidates, report[1].candidates);
        ck_assert_uint_eq(report[0].ccd.queries, report[1].ccd.queries);
        ck_assert_mem_eq(report[0].ccd.statuses, report[1].ccd.statuses, sizeof report[0].ccd.statuses);
        free(s);
    }
    omp_set_num_threads(usual);
}
END_TEST

START_TEST(what_is_not_answered_is_not_passed) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    double x[SCENE_NODES][3], p[SCENE_NODES][3];
    contact_scene *s = flung(&random, 0.002, 0.4, x, p);
    ts_ccd_method parity; /* no thickness */
    ts_contact_report report;
    ck_assert_int_eq(ts_ccd_method_init(&parity, "root-parity", NULL, NULL), TS_OK);
    ck_assert_double_eq(step_of(s, &parity, (const double(*)[3])x, (const double(*)[3])p, 1.0, NULL, &report), 0.0);
    ck_assert_uint_gt(report.ccd.statuses[TS_CCD_UNSUPPORTED], 0);
    ts_ccd_method_clear(&parity);
    free(s);
}
END_TEST

int main(void) {
    if (ts_ccd_register_builtin(NULL) != TS_OK || ts_ccd_method_init(&certified, "certified", NULL, NULL) != TS_OK)
        return 1;
    Suite *suite = suite_create("ccd filter");
    TCase *tcase = tcase_create("step");
    tcase_add_test(tcase, no_pair_meets_within_the_step);
    tcase_add_test(tcase, threads_do_not_change_the_step);
    tcase_add_test(tcase, what_is_not_answered_is_not_passed);
    suite_add_tcase(suite, tcase);
    const int failed = ts_run_suite(suite);
    ts_ccd_method_clear(&certified);
    return failed;
}
