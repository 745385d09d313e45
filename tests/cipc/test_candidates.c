/* SPDX-License-Identifier: GPL-2.0-or-later
 * The broad phase against plain enumeration: no pair that comes within xi + dhat is missing, none is there twice,
 * none that must not be there. */
#include <math.h>

#include <touchstone/distance.h>

#include "cipc/contact/candidates.h"
#include "tests/cipc/contact_scene.h"
#include "tests/support.h"

static const double DHAT = 0.02;
static scene_pairs all;

/* Pairs as sorted text of their nodes would be: kind, nodes of each side ascending, sides of equal kind ascending. */
static void normalise(ts_ccd_kind kind, ts_stencil node) {
    const int first = ts_ccd_first_vertices(kind), size = ts_ccd_vertices(kind);
    for (int a = 0; a < size; ++a) {
        for (int b = a + 1; b < size; ++b) {
            if ((a < first) != (b < first) || node[a] <= node[b]) continue;
            const int32_t swap = node[a];
            node[a] = node[b], node[b] = swap;
        }
    }
    if (kind == TS_EDGE_EDGE && (node[0] > node[2] || (node[0] == node[2] && node[1] > node[3]))) {
        const ts_stencil swap = {node[2], node[3], node[0], node[1]};
        memcpy(node, swap, sizeof swap);
    }
    if (kind == TS_POINT_POINT && node[0] > node[1]) {
        const int32_t swap = node[0];
        node[0] = node[1], node[1] = swap;
    }
}

static int compare_pairs(const void *one, const void *other) {
    const scene_pair *a = one, *b = other;
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    for (int i = 0; i < TS_STENCIL_NODES; ++i) {
        if (a->node[i] != b->node[i]) return a->node[i] < b->node[i] ? -1 : 1;
    }
    return 0;
}

static void collect(const ts_candidates *candidates, scene_pairs *out) {
    out->count = 0;
    for (size_t c = 0; c < ts_candidates_chunks(candidates); ++c) {
        const ts_candidate_chunk chunk = ts_candidates_chunk(candidates, c);
        for (size_t i = 0; i < chunk.count; ++i) {
            scene_pair *pair = &out->pair[out->count++];
            *pair = (scene_pair){.kind = chunk.kind};
            ts_surface_stencil(candidates->surface, chunk.kind, chunk.pair[i], pair->node);
            normalise(pair->kind, pair->node);
        }
    }
    qsort(out->pair, out->count, sizeof *out->pair, compare_pairs);
}

static bool comes_close(const scene_pair *pair, const double (*x)[3], const double (*p)[3], double alpha) {
    enum { SAMPLES = 8 };
    for (int t = 0; t <= SAMPLES; ++t) {
        double rows[4][3];
        scene_rows(pair->node, x, rows);
        for (int i = 0; i < TS_STENCIL_NODES && pair->node[i] >= 0; ++i) {
            for (int k = 0; k < 3; ++k) rows[i][k] += alpha * t / SAMPLES * p[pair->node[i]][k];
        }
        const double range = pair->xi + DHAT;
        if (ts_distance2(pair->kind, (const double(*)[3])rows) <= range * range) return true;
    }
    return false;
}

START_TEST(no_pair_is_missed) {
    static scene_pairs found;
    size_t near = 0;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (int trial = 0; trial < ts_test_cases(12); ++trial) {
        contact_scene *s = scene_create(trial % 3 == 0 ? 0.0 : 0.01 * trial);
        ts_surface surface;
        ts_candidates candidates;
        ck_assert_int_eq(ts_surface_init(&surface, &s->bodies, NULL), TS_OK);
        ck_assert_int_eq(ts_candidates_init(&candidates, &surface, DHAT, NULL), TS_OK);
        double x[SCENE_NODES][3], p[SCENE_NODES][3];
        scene_all_pairs(s, &all);
        for (size_t i = 0; i < all.count; ++i) normalise(all.pair[i].kind, all.pair[i].node);
        qsort(all.pair, all.count, sizeof *all.pair, compare_pairs);
        for (int move = 0; move < 4; ++move) {
            scene_displace(s, &random, 0.1, 0.02, x);
            for (size_t i = 0; i < s->bodies.nodes; ++i) {
                for (int k = 0; k < 3; ++k) x[i][k] += s->rest[i][k];
            }
            scene_displace(s, &random, 0.3 * move, 0.03 * move, p); /* move 0: none */
            const double alpha = move == 3 ? 0.3 : 1.0;
            const ts_sweep motion = {(const double(*)[3])x, move ? (const double(*)[3])p : NULL, alpha};
            ck_assert_int_eq(ts_candidates_find(&candidates, &motion, NULL), TS_OK);
            ck_assert(ts_candidates_cover(&candidates, (const double(*)[3])x));
            collect(&candidates, &found);
            for (size_t i = 0; i < all.count; ++i) {
                if (!comes_close(&all.pair[i], (const double(*)[3])x, (const double(*)[3])p, alpha)) continue;
                ++near;
                ck_assert_ptr_nonnull(
                    bsearch(&all.pair[i], found.pair, found.count, sizeof *found.pair, compare_pairs));
            }
            for (size_t i = 0; i < found.count; ++i) {
                ck_assert(i == 0 || compare_pairs(&found.pair[i - 1], &found.pair[i]) < 0);
                ck_assert_ptr_nonnull(bsearch(&found.pair[i], all.pair, all.count, sizeof *all.pair, compare_pairs));
            }
        }
        ts_candidates_clear(&candidates);
        ts_surface_clear(&surface);
        free(s);
    }
    ck_assert_uint_gt(near, 1000);
}
END_TEST

START_TEST(boxes_do_not_cover_what_left_them) {
    contact_scene *s = scene_create(0.0);
    ts_surface surface;
    ts_candidates candidates;
    ck_assert_int_eq(ts_surface_init(&surface, &s->bodies, NULL), TS_OK);
    ck_assert_int_eq(ts_candidates_init(&candidates, &surface, DHAT, NULL), TS_OK);
    ck_assert(!ts_candidates_cover(&candidates, (const double(*)[3])s->rest));
    double p[SCENE_NODES][3] = {{0}};
    p[3][1] = 0.5;
    const ts_sweep motion = {(const double(*)[3])s->rest, (const double(*)[3])p, 0.5};
    ck_assert_int_eq(ts_candidates_find(&candidates, &motion, NULL), TS_OK);
    s->rest[3][1] += 0.25;
    ck_assert(ts_candidates_cover(&candidates, (const double(*)[3])s->rest));
    s->rest[3][1] += DHAT; /* more than the broad phase leaves for the iterations to come */
    ck_assert(!ts_candidates_cover(&candidates, (const double(*)[3])s->rest));
    ts_candidates_clear(&candidates);
    ts_surface_clear(&surface);
    free(s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("candidates");
    TCase *tcase = tcase_create("broad phase");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, no_pair_is_missed);
    tcase_add_test(tcase, boxes_do_not_cover_what_left_them);
    suite_add_tcase(suite, tcase);
    return ts_run_suite(suite);
}
