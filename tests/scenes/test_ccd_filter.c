/* SPDX-License-Identifier: GPL-2.0-or-later
 * The step that contact allows, refereed by the exact oracle on all pairs of primitives by plain enumeration. */
#include <math.h>
#include <omp.h>

#include <touchstone/oracle.h>

#include "cipc/contact.h"
#include "core/share.h"
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

static void listen(void *self, const ts_ccd_block *block) {
    heard *h = self;
    const ts_ccd_query *queries = block->queries;
    for (size_t i = 0; i < block->count; ++i) {
        h->ordered = h->ordered && queries[i].t_max <= h->t_max && ts_ccd_query_check(&queries[i], NULL) == TS_OK;
        h->t_max = queries[i].t_max;
        h->hits += block->results[i].status == TS_CCD_HIT;
    }
    h->queries += block->count;
}

/* ts_contact_settings of a test. */
typedef struct asked {
    const ts_ccd_method *method;
    ts_ccd_asking asking;
    ts_ccd_listener listener;
    double start; /* the step that is allowed before */
} asked;

static double step_as_asked(const contact_scene *s, const asked *how, const double (*x)[3], const double (*p)[3],
                            ts_contact_report *report) {
    const ts_contact_settings settings = {
        .dhat = DHAT, .method = how->method, .listener = how->listener, .asking = how->asking};
    ts_contact *contact;
    ts_potential potential;
    double alpha = how->start;
    ck_assert_int_eq(ts_contact_create(&s->bodies, &settings, &contact, NULL), TS_OK);
    ts_contact_potential(contact, &potential);
    ck_assert_int_eq(potential.max_step(&potential, x, p, &alpha, NULL), TS_OK);
    *report = *ts_contact_last(contact);
    ts_contact_destroy(contact);
    return alpha;
}

static double step_of(const contact_scene *s, const ts_ccd_method *method, const double (*x)[3], const double (*p)[3],
                      double alpha, heard *h, ts_contact_report *report) {
    const asked how = {.method = method, .listener = {.listen = h ? listen : NULL, .self = h}, .start = alpha};
    return step_as_asked(s, &how, x, p, report);
}

/* The step is shorter than what the oracle says of any pair, and all of `start` where it says so of none; true: of one.
 */
static bool referee(const contact_scene *s, const double (*x)[3], const double (*p)[3], double start, double alpha) {
    double least = INFINITY;
    scene_all_pairs(s, &all);
    for (size_t i = 0; i < all.count; ++i) {
        ts_ccd_query query;
        ts_oracle_truth truth;
        set_query(&all.pair[i], x, p, &query);
        query.t_max = start;
        ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
        if (truth.contact) least = fmin(least, truth.lo);
    }
    ck_assert(alpha < least);
    ck_assert(isinf(least) || alpha < start);
    return isfinite(least);
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
        const bool meets_later = referee(s, (const double(*)[3])x, (const double(*)[3])p, start, alpha);
        cut += meets_later;
        whole += alpha == start;
        free(s);
    }
    ck_assert_int_gt(cut, 0);
    ck_assert_int_gt(whole, 0);
}
END_TEST

/* Steps of one solver, each from where the last one ended: those after one that was cut begin with what is known. */
START_TEST(known_pairs_first_leave_no_pair_out) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 6);
    size_t fewer = 0, added = 0;
    for (int trial = 0; trial < ts_test_cases(4); ++trial) {
        double x[SCENE_NODES][3], p[SCENE_NODES][3];
        contact_scene *s = flung(&random, trial % 2 ? 0.004 : 0.0, 0.4, x, p);
        const ts_contact_settings settings = {.dhat = DHAT, .method = &certified};
        ts_contact *contact;
        ts_potential potential;
        ck_assert_int_eq(ts_contact_create(&s->bodies, &settings, &contact, NULL), TS_OK);
        ts_contact_potential(contact, &potential);
        double last = 1.0;
        for (int round = 0; round < 4; ++round) {
            double alpha = 1.0;
            ck_assert_int_eq(potential.update(&potential, (const double(*)[3])x, NULL), TS_OK);
            const size_t known = ts_contact_last(contact)->candidates;
            ck_assert_int_eq(potential.max_step(&potential, (const double(*)[3])x, (const double(*)[3])p, &alpha, NULL),
                             TS_OK);
            ck_assert(referee(s, (const double(*)[3])x, (const double(*)[3])p, 1.0, alpha) || alpha == 1.0);
            ts_contact_report fresh;
            const double alone =
                step_of(s, &certified, (const double(*)[3])x, (const double(*)[3])p, 1.0, NULL, &fresh);
            ck_assert(alpha > 0.8 * alone && alone > 0.8 * alpha); /* a toi depends on how far a method looks */
            const size_t now = ts_contact_last(contact)->candidates;
            fewer += last < 1.0 && now < fresh.candidates;
            added += last < 1.0 && now > known;
            for (size_t i = 0; i < s->bodies.nodes; ++i) ts_axpy(x[i], 0.9 * alpha, p[i], x[i]);
            scene_displace(s, &random, round % 2 ? 0.05 : 0.4, 0.1, p);
            last = alpha;
        }
        ts_contact_destroy(contact);
        free(s);
    }
    ck_assert_uint_gt(fewer, 0);
    ck_assert_uint_gt(added, 0);
}
END_TEST

/* A flung scene's contact, what is allowed of p, and what was asked for it. */
typedef struct one_step {
    ts_contact *contact;
    ts_potential potential;
    double alpha;
    size_t candidates, queries;
} one_step;

static void take_step(one_step *of, const double (*x)[3], const double (*p)[3]) {
    const size_t before = ts_contact_last(of->contact)->ccd.queries;
    of->alpha = 1.0;
    ck_assert_int_eq(of->potential.update(&of->potential, x, NULL), TS_OK);
    ck_assert_int_eq(of->potential.max_step(&of->potential, x, p, &of->alpha, NULL), TS_OK);
    of->candidates = ts_contact_last(of->contact)->candidates;
    of->queries = ts_contact_last(of->contact)->ccd.queries - before;
}

/* So that a run that goes on from a checkpoint makes what the other one makes. */
START_TEST(what_was_cut_is_forgotten) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 7);
    double x[SCENE_NODES][3], p[SCENE_NODES][3];
    contact_scene *s = flung(&random, 0.002, 0.4, x, p);
    const ts_contact_settings settings = {.dhat = DHAT, .method = &certified};
    one_step of[2] = {0};
    for (int c = 0; c < 2; ++c) {
        ck_assert_int_eq(ts_contact_create(&s->bodies, &settings, &of[c].contact, NULL), TS_OK);
        ts_contact_potential(of[c].contact, &of[c].potential);
    }
    take_step(&of[0], (const double(*)[3])x, (const double(*)[3])p);
    ck_assert_double_lt(of[0].alpha, 1.0);
    const size_t whole = of[0].candidates;
    take_step(&of[0], (const double(*)[3])x, (const double(*)[3])p);
    of[0].potential.forget(&of[0].potential);
    for (int c = 0; c < 2; ++c) take_step(&of[c], (const double(*)[3])x, (const double(*)[3])p);
    ck_assert_mem_eq(&of[0].alpha, &of[1].alpha, sizeof(double));
    ck_assert_uint_eq(of[0].candidates, of[1].candidates);
    ck_assert_uint_eq(of[0].queries, of[1].queries);
    ck_assert_uint_eq(whole, of[1].candidates);
    for (int c = 0; c < 2; ++c) ts_contact_destroy(of[c].contact);
    free(s);
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

/* How far each answer lets a step go: one at the limit is as good as a hit, but no more. */
START_TEST(an_answer_allows_what_it_has_looked_at) {
    static const double ALLOWED[] = {[TS_CCD_FREE] = 0.75,
                                     [TS_CCD_HIT] = 0.25,
                                     [TS_CCD_LIMIT] = 0.25,
                                     [TS_CCD_UNSUPPORTED] = 0.0,
                                     [TS_CCD_FAILED] = 0.0};
    for (size_t k = 0; k < sizeof ALLOWED / sizeof *ALLOWED; ++k) {
        const ts_ccd_result result = {.status = (ts_ccd_status)k, .toi = 0.25};
        ck_assert_double_eq(ts_ccd_filter_allowed(&result, 0.75), ALLOWED[k]);
    }
}
END_TEST

/* ---- As published ---- */

enum { MOST_ASKED = 60000 };

typedef struct recording {
    size_t count;
    ts_ccd_query query[MOST_ASKED];
    ts_ccd_result result[MOST_ASKED];
} recording;

static recording told;

static void record(void *self, const ts_ccd_block *block) {
    recording *to = self;
    ck_assert_uint_le(to->count + block->count, MOST_ASKED);
    memcpy(to->query + to->count, block->queries, block->count * sizeof *block->queries);
    memcpy(to->result + to->count, block->results, block->count * sizeof *block->results);
    to->count += block->count;
}

static void say_free(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    *result = (ts_ccd_result){.status = TS_CCD_FREE, .toi = query->t_max};
}

static ts_status make_nothing(const char *options, void **self) {
    (void)options;
    *self = NULL;
    return TS_OK;
}

static void leave(void *self) {
    (void)self;
}

/* Sees nothing, and knows no points against edges and points. */
static const ts_ccd_backend blind_backend = {
    .abi = TS_CCD_ABI,
    .name = "blind",
    .summary = "of tests",
    .source = "none",
    .capabilities = TS_CCD_CAN_POINT_TRIANGLE | TS_CCD_CAN_EDGE_EDGE | TS_CCD_CAN_MIN_DISTANCE,
    .create = make_nothing,
    .query = say_free,
    .destroy = leave,
};

static bool boxes_near(const ts_ccd_query *query) {
    const int first = ts_ccd_first_vertices(query->kind), whole = ts_ccd_vertices(query->kind);
    for (int k = 0; k < 3; ++k) {
        double lo[2] = {INFINITY, INFINITY}, hi[2] = {-INFINITY, -INFINITY};
        for (int v = 0; v < whole; ++v) {
            lo[v >= first] = fmin(lo[v >= first], fmin(query->x0[v][k], query->x1[v][k]));
            hi[v >= first] = fmax(hi[v >= first], fmax(query->x0[v][k], query->x1[v][k]));
        }
        if (lo[0] - hi[1] > query->min_distance || lo[1] - hi[0] > query->min_distance) return false;
    }
    return true;
}

static bool is_particle(const contact_scene *s, int32_t node) {
    bool found = false;
    for (size_t i = 0; i < s->bodies.particles; ++i) found = found || s->particle[i] == node;
    return found;
}

static bool same_rows(const double a[3], const double b[3]) {
    return memcmp(a, b, 3 * sizeof(double)) == 0;
}

/* Are rows [from, to) of one among rows [at, at + to - from) of the other? */
static bool among(const ts_ccd_query *one, int from, int to, const ts_ccd_query *other, int at) {
    bool all_found = true;
    for (int v = from; v < to; ++v) {
        bool found = false;
        for (int w = at; w < at + to - from; ++w) found = found || same_rows(one->x0[v], other->x0[w]);
        all_found = all_found && found;
    }
    return all_found;
}

/* How often the pair was asked, with its primitives and their nodes in any order. */
static size_t times_asked(const ts_ccd_query *pair) {
    const int first = ts_ccd_first_vertices(pair->kind), whole = ts_ccd_vertices(pair->kind);
    size_t times = 0;
    for (size_t q = 0; q < told.count; ++q) {
        const ts_ccd_query *query = &told.query[q];
        if (query->kind != pair->kind) continue;
        const bool is_same = among(pair, 0, first, query, 0) && among(pair, first, whole, query, first);
        const bool is_swapped =
            2 * first == whole && among(pair, 0, first, query, first) && among(pair, first, whole, query, 0);
        times += is_same || is_swapped;
    }
    return times;
}

/* docs/simulation.md says which: of the pairs by plain enumeration those of the published kinds whose boxes come near,
 * each once, the others never; ACCD answers those that the method lacks. */
START_TEST(as_published_asks_the_pairs_of_the_program) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    ts_ccd_method blind, accd;
    ck_assert_int_eq(ts_ccd_method_init(&blind, "blind", NULL, NULL), TS_OK);
    ck_assert_int_eq(ts_ccd_method_init(&accd, "accd", NULL, NULL), TS_OK);
    size_t kinds[TS_CCD_KINDS] = {0}, left_out = 0;
    for (int trial = 0; trial < 3; ++trial) {
        double x[SCENE_NODES][3], p[SCENE_NODES][3];
        contact_scene *s = flung(&random, trial ? 0.004 : 0.0, 0.4, x, p);
        const asked how = {&blind, TS_ASK_PUBLISHED, {record, &told}, 1.0};
        ts_contact_report report;
        told.count = 0;
        step_as_asked(s, &how, (const double(*)[3])x, (const double(*)[3])p, &report);
        ck_assert_uint_eq(report.ccd.queries, told.count);
        size_t expected = 0;
        scene_all_pairs(s, &all);
        for (size_t i = 0; i < all.count; ++i) {
            ts_ccd_query query;
            const bool of_kind = all.pair[i].kind != TS_POINT_EDGE || is_particle(s, all.pair[i].node[0]);
            set_query(&all.pair[i], (const double(*)[3])x, (const double(*)[3])p, &query);
            const bool is_asked = of_kind && boxes_near(&query);
            left_out += !of_kind && boxes_near(&query);
            if (trial == 0 && i % 16 == 0) ck_assert_uint_eq(times_asked(&query), is_asked);
            expected += is_asked;
            kinds[query.kind] += is_asked;
        }
        ck_assert_uint_eq(told.count, expected);
        for (size_t q = 0; q < told.count; ++q) {
            const bool lacks = told.query[q].kind == TS_POINT_EDGE || told.query[q].kind == TS_POINT_POINT;
            ts_ccd_result result;
            ck_assert_int_eq(ts_ccd_leaves_to_accd(TS_ASK_PUBLISHED, &blind, told.query[q].kind), lacks);
            ck_assert(!ts_ccd_leaves_to_accd(TS_ASK_ALL, &blind, told.query[q].kind));
            ts_ccd_answer(lacks ? &accd : &blind, &told.query[q], &result);
            ck_assert(ts_ccd_same_answer(&result, &told.result[q]));
        }
        free(s);
    }
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) ck_assert_uint_gt(kinds[kind], 0);
    ck_assert_uint_gt(left_out, 0);
    ts_ccd_method_clear(&blind);
    ts_ccd_method_clear(&accd);
}
END_TEST

/* The same node, or, of edges, the same first one. */
static bool same_asker(const ts_ccd_query *a, const ts_ccd_query *b) {
    if ((a->kind == TS_EDGE_EDGE) != (b->kind == TS_EDGE_EDGE) || !same_rows(a->x0[0], b->x0[0])) return false;
    return a->kind != TS_EDGE_EDGE || same_rows(a->x0[1], b->x0[1]);
}

START_TEST(as_published_hands_on_the_least_toi_of_a_node_or_edge) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 4);
    const int usual = omp_get_max_threads();
    size_t handed_on = 0;
    for (int trial = 0; trial < 3; ++trial) {
        double x[SCENE_NODES][3], p[SCENE_NODES][3], alpha[2];
        contact_scene *s = flung(&random, trial ? 0.004 : 0.0, 0.4, x, p);
        const asked how = {&certified, TS_ASK_PUBLISHED, {record, &told}, 0.9};
        ts_contact_report report[2];
        for (int c = 0; c < 2; ++c) {
            omp_set_num_threads(2 - c);
            told.count = 0;
            alpha[c] = step_as_asked(s, &how, (const double(*)[3])x, (const double(*)[3])p, &report[c]);
        }
        ck_assert_mem_eq(&alpha[0], &alpha[1], sizeof(double));
        ck_assert_uint_eq(report[0].ccd.queries, report[1].ccd.queries);
        double points_left = how.start, least = how.start;
        for (size_t q = 0; q < told.count; ++q) {
            const ts_ccd_result *result = &told.result[q];
            if (told.query[q].kind != TS_EDGE_EDGE && result->status == TS_CCD_HIT)
                points_left = fmin(points_left, result->toi);
            if (result->status == TS_CCD_HIT) least = fmin(least, result->toi);
        }
        ck_assert_double_eq(alpha[0], least);
        for (size_t q = 0; q < told.count; ++q) {
            double left = told.query[q].kind == TS_EDGE_EDGE ? points_left : how.start;
            for (size_t before = 0; before < q; ++before) {
                if (!same_asker(&told.query[before], &told.query[q])) continue;
                if (told.result[before].status == TS_CCD_HIT) left = fmin(left, told.result[before].toi);
            }
            ck_assert_double_eq(told.query[q].t_max, left);
            handed_on += left < how.start && told.query[q].kind != TS_EDGE_EDGE;
        }
        free(s);
    }
    ck_assert_uint_gt(handed_on, 0);
    omp_set_num_threads(usual);
}
END_TEST

/* A method that allows nothing is not asked again. */
START_TEST(as_published_stops_where_no_step_is_left) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 5);
    double x[SCENE_NODES][3], p[SCENE_NODES][3];
    contact_scene *s = flung(&random, 0.002, 0.4, x, p);
    ts_ccd_method parity; /* no thickness */
    ts_contact_report report;
    ck_assert_int_eq(ts_ccd_method_init(&parity, "root-parity", NULL, NULL), TS_OK);
    const asked how = {&parity, TS_ASK_PUBLISHED, {record, &told}, 1.0};
    told.count = 0;
    ck_assert_double_eq(step_as_asked(s, &how, (const double(*)[3])x, (const double(*)[3])p, &report), 0.0);
    ck_assert_uint_gt(report.ccd.statuses[TS_CCD_UNSUPPORTED], 0);
    for (size_t q = 0; q < told.count; ++q) {
        ck_assert_int_eq(ts_ccd_query_check(&told.query[q], NULL), TS_OK);
        ck_assert_int_ne(told.query[q].kind, TS_EDGE_EDGE);
    }
    ts_ccd_method_clear(&parity);
    free(s);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    if (ts_ccd_register_builtin(NULL) != TS_OK || ts_ccd_register(&blind_backend, NULL) != TS_OK ||
        ts_ccd_method_init(&certified, "certified", NULL, NULL) != TS_OK)
        return 1;
    Suite *suite = suite_create("ccd filter");
    TCase *tcase = tcase_create("step");
    tcase_add_test(tcase, no_pair_meets_within_the_step);
    tcase_add_test(tcase, known_pairs_first_leave_no_pair_out);
    tcase_add_test(tcase, what_was_cut_is_forgotten);
    tcase_add_test(tcase, threads_do_not_change_the_step);
    tcase_add_test(tcase, what_is_not_answered_is_not_passed);
    tcase_add_test(tcase, an_answer_allows_what_it_has_looked_at);
    tcase_add_test(tcase, as_published_asks_the_pairs_of_the_program);
    tcase_add_test(tcase, as_published_hands_on_the_least_toi_of_a_node_or_edge);
    tcase_add_test(tcase, as_published_stops_where_no_step_is_left);
    suite_add_tcase(suite, tcase);
    const int failed = ts_run_suite(suite);
    ts_ccd_method_clear(&certified);
    return failed;
}
