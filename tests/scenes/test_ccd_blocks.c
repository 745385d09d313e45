/* SPDX-License-Identifier: GPL-2.0-or-later
 * What a step asks of more candidates than a block holds; tests/scenes/test_ccd_filter.c has how far it goes. */
#include <math.h>
#include <omp.h>

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
    size_t blocks, count;
    ts_ccd_query query[MOST_HEARD];
} heard;

/* What positions may be off by (m) when a block is asked, and the least that it was; NULL: nobody asks. */
static const double *padding;
static double least_padding = INFINITY;

static void hear(void *self, const ts_ccd_block *block) {
    heard *all = self;
    if (padding) least_padding = fmin(least_padding, *padding);
    ck_assert_uint_gt(block->count, 0);
    ck_assert_uint_le(all->count + block->count, MOST_HEARD);
    memcpy(all->query + all->count, block->queries, block->count * sizeof *block->queries);
    all->count += block->count;
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

static heard told;

static void set_up(stage *s) {
    ts_error error;
    const ts_ccd_listener listener = {hear, &told};
    s->scene = scene_create(0.0);
    ck_assert_int_eq(ts_ccd_method_init(&s->method, "blind", NULL, &error), TS_OK);
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

static void write_rows(const stage *s, const ts_stencil node, ts_ccd_query *query) {
    scene_rows(node, (const double(*)[3])s->x, query->x0);
    scene_rows(node, (const double(*)[3])s->x, query->x1);
    for (int i = 0; i < TS_STENCIL_NODES && node[i] >= 0; ++i) {
        for (int c = 0; c < 3; ++c) query->x1[i][c] += s->p[node[i]][c];
    }
}

static bool is_same(const ts_ccd_query *one, const ts_ccd_query *other) {
    return one->kind == other->kind && one->t_max == other->t_max && one->min_distance == other->min_distance &&
           memcmp(one->x0, other->x0, sizeof one->x0) == 0 && memcmp(one->x1, other->x1, sizeof one->x1) == 0;
}

static void step(stage *s) {
    ts_error error;
    ts_ccd_filter_report report = {0};
    const ts_sweep motion = {(const double(*)[3])s->x, (const double(*)[3])s->p, ALPHA};
    told.blocks = told.count = 0;
    ck_assert_int_eq(ts_candidates_find(&s->candidates, &motion, &error), TS_OK);
    double allowed;
    ck_assert_int_eq(ts_ccd_filter_step(&s->filter, &s->candidates, &motion, &report, &allowed, &error), TS_OK);
    ck_assert(allowed == ALPHA);
    ck_assert_uint_eq(report.queries, told.count);
    ck_assert_uint_eq(report.statuses[TS_CCD_FREE], told.count);
    /* as a step that nothing has cut */
    ts_candidates_tighten(&s->candidates, &motion, 0.0, ts_candidates_count(&s->candidates));
}

/* The candidates of a chunk whose boxes meet, from query `asked` on; returns where they end. */
static size_t check_chunk(const stage *s, const ts_candidate_chunk *chunk, size_t asked) {
    for (size_t i = 0; i < chunk->count; ++i) {
        if (!ts_candidates_meet(&s->candidates, chunk->kind, chunk->pair[i])) continue;
        ts_stencil node;
        ts_ccd_query query = {.kind = chunk->kind, .t_max = ALPHA};
        ts_surface_stencil(&s->surface, chunk->kind, chunk->pair[i], node);
        write_rows(s, node, &query);
        ck_assert_uint_lt(asked, told.count);
        ck_assert(is_same(&told.query[asked++], &query));
    }
    return asked;
}

/* Where nothing cuts the step all candidates whose boxes meet are asked, in their order, by any number of threads. */
START_TEST(all_that_may_meet_is_asked) {
    static stage s;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    set_up(&s);
    const int before = omp_get_max_threads();
    size_t most_blocks = 0;
    for (int trial = 0; trial < ts_test_cases(6); ++trial) {
        displace(&s, &random, 0.3 * (trial % 6));
        for (int threads = 1; threads <= 3; ++threads) {
            omp_set_num_threads(threads);
            step(&s);
            size_t asked = 0;
            for (size_t c = 0; c < ts_candidates_chunks(&s.candidates); ++c) {
                const ts_candidate_chunk chunk = ts_candidates_chunk(&s.candidates, c);
                asked = check_chunk(&s, &chunk, asked);
            }
            ck_assert_uint_eq(asked, told.count);
        }
        most_blocks = told.blocks > most_blocks ? told.blocks : most_blocks;
    }
    omp_set_num_threads(before);
    ck_assert_uint_gt(most_blocks, 1);
    tear_down(&s);
}
END_TEST

/* Known pairs that are asked first are tested by boxes of a motion that nobody has followed yet. */
START_TEST(known_pairs_are_tested_as_far_as_the_motion_rounds) {
    static stage s;
    ts_error error;
    ts_ccd_filter_report report = {0};
    double allowed;
    set_up(&s);
    memcpy(s.x, s.scene->rest, sizeof s.scene->rest);
    memset(s.p, 0, sizeof s.p);
    const ts_sweep still = {.x = (const double(*)[3])s.x}, motion = {still.x, (const double(*)[3])s.p, 1.0};
    ck_assert_int_eq(ts_candidates_find(&s.candidates, &still, &error), TS_OK);
    ck_assert_double_lt(s.candidates.pad, 0x1p-40);
    s.p[0][1] = -0x1p30;
    s.filter.was_cut = true;
    told.blocks = told.count = 0;
    padding = &s.candidates.pad;
    ck_assert_int_eq(ts_ccd_filter_step(&s.filter, &s.candidates, &motion, &report, &allowed, &error), TS_OK);
    padding = NULL;
    ck_assert_uint_gt(told.blocks, 1);
    ck_assert_double_ge(least_padding, 0x1p-48 * 0x1p29);
    tear_down(&s);
}
END_TEST

int main(void) {
    ts_error error;
    if (ts_ccd_register(&BLIND, &error) != TS_OK) return EXIT_FAILURE;
    ts_share_everything(true);
    Suite *suite = suite_create("ccd blocks");
    TCase *tests = tcase_create("ccd blocks");
    tcase_add_test(tests, all_that_may_meet_is_asked);
    tcase_add_test(tests, known_pairs_are_tested_as_far_as_the_motion_rounds);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
