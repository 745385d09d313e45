/* SPDX-License-Identifier: GPL-2.0-or-later
 * How far a step may go, against one query for each pair of a scene by plain enumeration. */
#include <math.h>
#include <omp.h>

#include <touchstone/oracle.h>

#include "core/share.h"
#include "scenes/collision/ccd_filter.h"
#include "tests/cipc/contact_scene.h"
#include "tests/scenes/blind_method.h"
#include "tests/support.h"

/* So wide that all pairs are candidates, which are more than a block. */
static const double DHAT = 2.0, ALPHA = 0.8;

enum { MOST_HEARD = SCENE_PAIRS };

/* What a listener was told of one step. */
typedef struct heard {
    double alpha; /* that is still allowed */
    size_t blocks, count, statuses[5];
    ts_ccd_query query[MOST_HEARD];
} heard;

static void hear(void *self, const ts_ccd_block *block) {
    heard *all = self;
    const double before = all->alpha;
    ck_assert_uint_gt(block->count, 0);
    ck_assert_uint_le(all->count + block->count, MOST_HEARD);
    for (size_t q = 0; q < block->count; ++q) {
        ck_assert(block->queries[q].t_max == before); /* the shortest step known before the block */
        all->alpha = fmin(all->alpha, ts_ccd_filter_allowed(&block->results[q], before));
        ++all->statuses[block->results[q].status];
        all->query[all->count++] = block->queries[q];
    }
    ++all->blocks;
}

typedef struct stage {
    contact_scene *scene;
    ts_surface surface;
    ts_candidates candidates;
    ts_ccd_method method;
    ts_ccd_filter filter;
    double x[SCENE_NODES][3], p[SCENE_NODES][3];
} stage;

static heard told, first;

static void set_up(stage *s, const char *method) {
    ts_error error;
    const ts_ccd_listener listener = {hear, &told};
    s->scene = scene_create(0.0);
    ck_assert_int_eq(ts_ccd_method_init(&s->method, method, NULL, &error), TS_OK);
    ck_assert_int_eq(ts_surface_init(&s->surface, &s->scene->bodies, &error), TS_OK);
    ck_assert_int_eq(ts_candidates_init(&s->candidates, &s->surface, DHAT, &error), TS_OK);
    ck_assert_int_eq(ts_ccd_filter_init(&s->filter, &s->method, &listener, s->scene->bodies.nodes, &error), TS_OK);
}

static void tear_down(stage *s) {
    ts_ccd_filter_clear(&s->filter);
    ts_candidates_clear(&s->candidates);
    ts_surface_clear(&s->surface);
    ts_ccd_method_clear(&s->method);
    free(s->scene);
}

static void displace(stage *s, ts_random *random, double whole) {
    scene_displace(s->scene, random, 0.0, 0.005, s->x);
    for (size_t i = 0; i < s->scene->bodies.nodes; ++i) {
        for (int k = 0; k < 3; ++k) s->x[i][k] += s->scene->rest[i][k];
    }
    scene_displace(s->scene, random, whole, 0.02, s->p);
}

/* What the method allows all pairs, each asked by itself, and when the first of them meet. A step may be longer than
 * the one: ACCD stops short of what boxes tell apart within the step that is still allowed. */
typedef struct bounds {
    double least, most;
} bounds;

/* At most ALPHA. */
static double time_of_contact(const ts_ccd_query *query) {
    ts_oracle_truth truth;
    ck_assert_int_eq(ts_oracle_toi(query, TS_ORACLE_ALL, &truth), TS_OK);
    return truth.contact ? fmin(truth.hi, ALPHA) : ALPHA;
}

static void write_rows(const stage *s, const ts_stencil node, ts_ccd_query *query) {
    scene_rows(node, (const double(*)[3])s->x, query->x0);
    scene_rows(node, (const double(*)[3])s->x, query->x1);
    for (int i = 0; i < TS_STENCIL_NODES && node[i] >= 0; ++i) {
        for (int c = 0; c < 3; ++c) query->x1[i][c] += s->p[node[i]][c];
    }
}

static bounds step_by_enumeration(const stage *s, const scene_pairs *all) {
    bounds alpha = {ALPHA, ALPHA};
    for (size_t k = 0; k < all->count; ++k) {
        const scene_pair *pair = &all->pair[k];
        ts_ccd_query query = {.kind = pair->kind, .min_distance = pair->xi, .t_max = ALPHA};
        ts_ccd_result result;
        write_rows(s, pair->node, &query);
        ts_ccd_answer_batch(&s->method, 1, &query, &result);
        const double allowed = ts_ccd_filter_allowed(&result, ALPHA);
        alpha.least = fmin(alpha.least, allowed);
        if (allowed < alpha.most) alpha.most = fmin(alpha.most, time_of_contact(&query));
    }
    return alpha;
}

static bool is_same(const ts_ccd_query *one, const ts_ccd_query *other) {
    return one->kind == other->kind && one->t_max == other->t_max && one->min_distance == other->min_distance &&
           memcmp(one->x0, other->x0, sizeof one->x0) == 0 && memcmp(one->x1, other->x1, sizeof one->x1) == 0;
}

/* By this number of threads; the first is what others are compared with. */
static double step_by_filter(stage *s, int threads) {
    ts_error error;
    ts_ccd_filter_report report = {0};
    const ts_sweep motion = {(const double(*)[3])s->x, (const double(*)[3])s->p, ALPHA};
    told.blocks = told.count = 0;
    memset(told.statuses, 0, sizeof told.statuses);
    told.alpha = ALPHA;
    omp_set_num_threads(threads);
    ts_candidates_forget(&s->candidates);
    ck_assert_int_eq(ts_candidates_find(&s->candidates, &motion, &error), TS_OK);
    ck_assert_int_eq(ts_ccd_filter_reserve(&s->filter, &s->candidates, &error), TS_OK);
    const double step = ts_ccd_filter_step(&s->filter, &s->candidates, &motion, &report);
    ck_assert(step == told.alpha);
    ck_assert_uint_eq(report.queries, told.count);
    ck_assert_mem_eq(report.statuses, told.statuses, sizeof told.statuses);
    if (threads == 1) memcpy(&first, &told, sizeof first);
    ck_assert_uint_eq(told.count, first.count);
    for (size_t q = 0; q < told.count; ++q) ck_assert(is_same(&told.query[q], &first.query[q]));
    return step;
}

START_TEST(steps_are_those_of_all_pairs) {
    static stage s;
    static scene_pairs all;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    set_up(&s, "accd");
    scene_all_pairs(s.scene, &all);
    const int before = omp_get_max_threads();
    size_t cut = 0, several = 0;
    for (int trial = 0; trial < ts_test_cases(24); ++trial) {
        displace(&s, &random, trial % 2 ? 0.8 : 0.1);
        const bounds wanted = step_by_enumeration(&s, &all);
        for (int threads = 1; threads <= 3; ++threads) {
            const double step = step_by_filter(&s, threads);
            ck_assert_double_ge(step, wanted.least * (1.0 - 1e-9));
            ck_assert_double_le(step, wanted.most);
        }
        cut += wanted.most < ALPHA;
        several += told.blocks > 1;
    }
    omp_set_num_threads(before);
    ck_assert_uint_gt(cut, 5);
    ck_assert_uint_gt(several, 0);
    tear_down(&s);
}
END_TEST

/* Where nothing cuts the step all candidates whose boxes meet are asked, one after the other. */
START_TEST(all_that_may_meet_is_asked) {
    static stage s;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    set_up(&s, "blind");
    const int before = omp_get_max_threads();
    size_t most_blocks = 0;
    for (int trial = 0; trial < ts_test_cases(6); ++trial) {
        displace(&s, &random, 0.3 * trial);
        for (int threads = 1; threads <= 3; ++threads) ck_assert(step_by_filter(&s, threads) == ALPHA);
        size_t asked = 0;
        ts_candidates_tighten(&s.candidates, &(ts_sweep){(const double(*)[3])s.x, (const double(*)[3])s.p, ALPHA}, 0.0);
        for (size_t c = 0; c < ts_candidates_chunks(&s.candidates); ++c) {
            const ts_candidate_chunk chunk = ts_candidates_chunk(&s.candidates, c);
            for (size_t i = 0; i < chunk.count; ++i) {
                if (!ts_candidates_meet(&s.candidates, chunk.kind, chunk.pair[i])) continue;
                ts_stencil node;
                ts_ccd_query query = {.kind = chunk.kind, .t_max = ALPHA};
                ts_surface_stencil(&s.surface, chunk.kind, chunk.pair[i], node);
                write_rows(&s, node, &query);
                ck_assert_uint_lt(asked, told.count);
                ck_assert(is_same(&told.query[asked++], &query));
            }
        }
        ck_assert_uint_eq(asked, told.count);
        most_blocks = told.blocks > most_blocks ? told.blocks : most_blocks;
    }
    omp_set_num_threads(before);
    ck_assert_uint_gt(most_blocks, 1);
    tear_down(&s);
}
END_TEST

int main(void) {
    ts_error error;
    if (ts_ccd_register_builtin(&error) != TS_OK || ts_ccd_register(&BLIND, &error) != TS_OK) return EXIT_FAILURE;
    ts_share_everything(true);
    Suite *suite = suite_create("ccd filter");
    TCase *tests = tcase_create("ccd filter");
    tcase_add_test(tests, steps_are_those_of_all_pairs);
    tcase_add_test(tests, all_that_may_meet_is_asked);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
