/* SPDX-License-Identifier: GPL-2.0-or-later
 * The broad phase against plain enumeration: no pair that comes within xi + dhat is missing, none is there twice,
 * none that must not be there. */
#include <math.h>

#include <touchstone/distance.h>

#include "scenes/collision/candidates.h"
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

static bool comes_close(const scene_pair *pair, const ts_sweep *motion) {
    enum { SAMPLES = 8 };
    for (int t = 0; t <= SAMPLES; ++t) {
        double rows[4][3];
        scene_rows(pair->node, motion->x, rows);
        for (int i = 0; motion->p && i < TS_STENCIL_NODES && pair->node[i] >= 0; ++i) {
            for (int k = 0; k < 3; ++k) rows[i][k] += motion->alpha * t / (double)SAMPLES * motion->p[pair->node[i]][k];
        }
        const double range = pair->xi + DHAT;
        if (ts_distance2(pair->kind, (const double(*)[3])rows) <= range * range) return true;
    }
    return false;
}

/* Every pair that comes close is a candidate, none is twice, all exist; returns how many come close. */
static size_t check_pairs(const ts_candidates *candidates, const ts_sweep *motion) {
    static scene_pairs found;
    size_t near = 0;
    collect(candidates, &found);
    for (size_t i = 0; i < all.count; ++i) {
        if (!comes_close(&all.pair[i], motion)) continue;
        ++near;
        ck_assert_ptr_nonnull(bsearch(&all.pair[i], found.pair, found.count, sizeof *found.pair, compare_pairs));
    }
    for (size_t i = 0; i < found.count; ++i) {
        ck_assert(i == 0 || compare_pairs(&found.pair[i - 1], &found.pair[i]) < 0);
        ck_assert_ptr_nonnull(bsearch(&found.pair[i], all.pair, all.count, sizeof *all.pair, compare_pairs));
    }
    return near;
}

/* All pairs of the scene, in the order of compare_pairs. */
static void list_all(const contact_scene *s) {
    scene_all_pairs(s, &all);
    for (size_t i = 0; i < all.count; ++i) normalise(all.pair[i].kind, all.pair[i].node);
    qsort(all.pair, all.count, sizeof *all.pair, compare_pairs);
}

START_TEST(no_pair_is_missed) {
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
        list_all(s);
        for (int move = 0; move < 4; ++move) {
            scene_displace(s, &random, 0.1, 0.02, x);
            for (size_t i = 0; i < s->bodies.nodes; ++i) {
                for (int k = 0; k < 3; ++k) x[i][k] += s->rest[i][k];
            }
            scene_displace(s, &random, 0.3 * move, 0.03 * move, p); /* move 0: none */
            const double alpha = move == 3 ? 0.3 : 1.0;
            const ts_sweep motion = {(const double(*)[3])x, move ? (const double(*)[3])p : NULL, alpha};
            ck_assert_int_eq(ts_candidates_find(&candidates, &motion, NULL), TS_OK);
            ck_assert_uint_eq(ts_candidates_find_strays(&candidates, &(ts_sweep){.x = (const double(*)[3])x}), 0);
            near += check_pairs(&candidates, &motion);
        }
        ts_candidates_clear(&candidates);
        ts_surface_clear(&surface);
        free(s);
    }
    ck_assert_uint_gt(near, 1000);
}
END_TEST

/* The narrower test, of few candidates and of many, lets every pair pass that comes close. */
static void check_narrower(ts_candidates *candidates, const ts_sweep *motion) {
    ts_candidates_tighten(candidates, motion, 0.5 * DHAT, ts_candidates_count(candidates));
    for (size_t c = 0; c < ts_candidates_chunks(candidates); ++c) {
        const ts_candidate_chunk chunk = ts_candidates_chunk(candidates, c);
        for (size_t i = 0; i < chunk.count; ++i) {
            scene_pair pair = {.kind = chunk.kind};
            ts_surface_stencil(candidates->surface, chunk.kind, chunk.pair[i], pair.node);
            pair.xi =
                ts_surface_thickness(candidates->surface, pair.node[0], pair.node[ts_ccd_first_vertices(chunk.kind)]);
            if (!comes_close(&pair, motion)) continue;
            ck_assert(ts_candidates_meet(candidates, chunk.kind, chunk.pair[i]));
            ck_assert(ts_candidates_meet_by_nodes(candidates, chunk.kind, chunk.pair[i]));
        }
    }
}

static void count_lists(const ts_candidates *candidates, size_t count[TS_CCD_KINDS]) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) count[kind] = candidates->list[kind].count;
}

/* What was added are the rows that each list has beyond those it had before, one after the other. */
static void check_added(const ts_candidates *candidates, const size_t before[TS_CCD_KINDS]) {
    const ts_candidate_range added = ts_candidates_added(candidates);
    size_t rows = 0, at[TS_CCD_KINDS], end[TS_CCD_KINDS];
    memcpy(at, before, sizeof at);
    count_lists(candidates, end);
    for (size_t c = 0; c < ts_candidate_range_chunks(&added); ++c) {
        const ts_candidate_chunk chunk = ts_candidate_range_chunk(&added, c);
        ck_assert_ptr_eq(chunk.pair, candidates->list[chunk.kind].pair + at[chunk.kind]);
        ck_assert(chunk.count > 0 && chunk.count <= TS_CANDIDATE_CHUNK);
        at[chunk.kind] += chunk.count;
        rows += chunk.count;
    }
    ck_assert_mem_eq(at, end, sizeof at);
    ck_assert_uint_eq(ts_candidate_range_count(&added), rows);
}

/* Nodes wander, a few of them far, and what is known is extended from time to time. */
START_TEST(no_pair_of_strays_is_missed) {
    size_t near = 0, extensions = 0, added = 0;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int trial = 0; trial < ts_test_cases(8); ++trial) {
        contact_scene *s = scene_create(0.01 * (trial % 3));
        ts_surface surface;
        ts_candidates candidates;
        ck_assert_int_eq(ts_surface_init(&surface, &s->bodies, NULL), TS_OK);
        ck_assert_int_eq(ts_candidates_init(&candidates, &surface, DHAT, NULL), TS_OK);
        list_all(s);
        size_t before[TS_CCD_KINDS] = {0};
        for (int again = 0; again < 2; ++again) {
            ck_assert_int_eq(ts_candidates_find(&candidates, &(ts_sweep){.x = (const double(*)[3])s->rest}, NULL),
                             TS_OK);
            check_added(&candidates, before);
        }
        for (int move = 0; move < 12; ++move) {
            double p[SCENE_NODES][3] = {{0}};
            for (int far = 0; far < 3; ++far) {
                const size_t node = ts_random_below(&random, s->bodies.nodes);
                for (int k = 0; k < 3; ++k) p[node][k] = ts_random_between(&random, -0.4, 0.4);
            }
            const ts_sweep motion = {(const double(*)[3])s->rest, (const double(*)[3])p, 0.7};
            const size_t strays = ts_candidates_find_strays(&candidates, &motion);
            const size_t count = ts_candidates_count(&candidates);
            count_lists(&candidates, before);
            ck_assert_uint_le(strays, 3);
            ck_assert_int_eq(ts_candidates_extend(&candidates, &motion, NULL), TS_OK);
            ck_assert_uint_eq(ts_candidates_find_strays(&candidates, &motion), 0);
            check_added(&candidates, before);
            extensions += strays > 0;
            added += ts_candidates_count(&candidates) - count;
            near += check_pairs(&candidates, &motion);
            check_narrower(&candidates, &motion);
            count_lists(&candidates, before);
            ck_assert_int_eq(ts_candidates_follow(&candidates, &motion, NULL), TS_OK);
            check_added(&candidates, before); /* nothing */
            for (size_t i = 0; i < s->bodies.nodes; ++i) {
                for (int k = 0; k < 3; ++k) s->rest[i][k] += 0.7 * p[i][k];
            }
        }
        ts_candidates_clear(&candidates);
        ts_surface_clear(&surface);
        free(s);
    }
    ck_assert_uint_gt(near, 1000);
    ck_assert_uint_gt(extensions, 50);
    ck_assert_uint_gt(added, 100);
}
END_TEST

START_TEST(boxes_do_not_cover_what_left_them) {
    contact_scene *s = scene_create(0.0);
    ts_surface surface;
    ts_candidates candidates;
    ck_assert_int_eq(ts_surface_init(&surface, &s->bodies, NULL), TS_OK);
    ck_assert_int_eq(ts_candidates_init(&candidates, &surface, DHAT, NULL), TS_OK);
    ck_assert_uint_gt(ts_candidates_find_strays(&candidates, &(ts_sweep){.x = (const double(*)[3])s->rest}), 0);
    double p[SCENE_NODES][3] = {{0}};
    p[3][1] = 0.5;
    const ts_sweep motion = {(const double(*)[3])s->rest, (const double(*)[3])p, 0.5};
    ck_assert_int_eq(ts_candidates_find(&candidates, &motion, NULL), TS_OK);
    s->rest[3][1] += 0.25;
    const ts_sweep still = {.x = (const double(*)[3])s->rest};
    ck_assert_uint_eq(ts_candidates_find_strays(&candidates, &still), 0);
    s->rest[3][1] += DHAT; /* more than the broad phase leaves for the iterations to come */
    ck_assert_uint_eq(ts_candidates_find_strays(&candidates, &still), 1);
    ts_candidates_clear(&candidates);
    ts_surface_clear(&surface);
    free(s);
}
END_TEST

static void serve(ts_candidates *candidates, const ts_sweep *still, int times) {
    for (int k = 0; k < times; ++k) ck_assert_int_eq(ts_candidates_follow(candidates, still, NULL), TS_OK);
}

/* What the slack is after so many motions that need nothing new, perhaps a stray, and a broad phase. */
static void check_next_slack(ts_candidates *candidates, const ts_sweep *still, int served, bool is_strayed,
                             double slack) {
    serve(candidates, still, served);
    if (is_strayed) {
        double p[SCENE_NODES][3] = {{0}};
        p[0][1] = 0.1;
        ck_assert_int_eq(ts_candidates_follow(candidates, &(ts_sweep){still->x, (const double(*)[3])p, 1.0}, NULL),
                         TS_OK);
    }
    ck_assert_int_eq(ts_candidates_find(candidates, still, NULL), TS_OK);
    ck_assert_double_eq(candidates->slack, slack * candidates->dhat);
}

START_TEST(slack_that_serves_well_is_left) {
    contact_scene *s = scene_create(0.0);
    ts_surface surface;
    ts_candidates candidates;
    const double dhat = 1e-4;
    ck_assert_int_eq(ts_surface_init(&surface, &s->bodies, NULL), TS_OK);
    ck_assert_int_eq(ts_candidates_init(&candidates, &surface, dhat, NULL), TS_OK);
    const ts_sweep still = {.x = (const double(*)[3])s->rest};
    check_next_slack(&candidates, &still, 0, false, 1.0);
    check_next_slack(&candidates, &still, 4, false, 1.0);
    check_next_slack(&candidates, &still, 3, false, 2.0);
    serve(&candidates, &still, 4);
    ts_candidates_forget(&candidates); /* of what was served as well */
    check_next_slack(&candidates, &still, 0, false, 1.0);
    check_next_slack(&candidates, &still, 4, true, 2.0);
    ts_candidates_clear(&candidates);
    ts_surface_clear(&surface);
    free(s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("candidates");
    TCase *tcase = tcase_create("broad phase");
    tcase_add_test(tcase, no_pair_is_missed);
    tcase_add_test(tcase, no_pair_of_strays_is_missed);
    tcase_add_test(tcase, boxes_do_not_cover_what_left_them);
    tcase_add_test(tcase, slack_that_serves_well_is_left);
    suite_add_tcase(suite, tcase);
    return ts_run_suite(suite);
}
