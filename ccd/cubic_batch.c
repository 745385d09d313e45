/* SPDX-License-Identifier: MIT
 * The cubic for a batch: most of its time goes into roots, and those of many queries are found in lanes. What one
 * question does not answer is left to the code for one query. */
#define CUBIC_LANES ts_cubic_lanes_portable
#include "ccd/cubic_lanes.inc"

#include <math.h>

/* Queries under way together. */
enum { BLOCK = 32, MOST_INSIDE = 4 };

/* Above the times that make the strategy ask again (ccd/conservative.c). */
static const double SMALL_TOI = 1e-5;

typedef struct task {
    const ts_ccd_query *query;
    ts_ccd_result *result;
    ts_cubic_problem problem;
} task;

typedef struct block {
    ts_cubic_lanes *lanes;
    double eta;
    int count;
    task tasks[BLOCK];
} block;

static void find_distance_roots(block *b) {
    ts_cubic_rooting rootings[BLOCK];
    for (int i = 0; i < b->count; ++i) {
        ts_cubic_meeting *pair = &b->tasks[i].problem.pair;
        rootings[i] = (ts_cubic_rooting){pair->distance, pair->roots, &pair->root_count};
    }
    b->lanes(rootings, (size_t)b->count, b->tasks[0].problem.pair.distance_degree);
}

/* Of the pairs that can meet. */
static void find_inside_roots(block *b) {
    ts_cubic_rooting rootings[BLOCK * MOST_INSIDE];
    size_t count = 0;
    int degree = 2;
    for (int i = 0; i < b->count; ++i) {
        ts_cubic_meeting *pair = &b->tasks[i].problem.pair;
        if (!ts_cubic_can_meet(pair)) continue;
        ts_cubic_pose_inside(&b->tasks[i].problem);
        degree = pair->inside_degree;
        for (int k = 0; k < pair->inside_count; ++k) {
            rootings[count++] = (ts_cubic_rooting){pair->inside[k], pair->inside_roots[k], &pair->inside_root_count[k]};
        }
    }
    if (count > 0) b->lanes(rootings, count, degree);
}

static void answer_block(block *b) {
    if (b->count == 0) return;
    find_distance_roots(b);
    find_inside_roots(b);
    for (int i = 0; i < b->count; ++i) {
        const task *now = &b->tasks[i];
        const ts_cubic_meeting *pair = &now->problem.pair;
        const double toi = ts_cubic_can_meet(pair) ? ts_cubic_first_meeting(pair) : INFINITY;
        if (toi < SMALL_TOI) {
            ts_cubic_query(&b->eta, now->query, now->result);
        } else if (toi <= now->query->t_max) {
            *now->result = (ts_ccd_result){.status = TS_CCD_HIT, .toi = toi, .iterations = 1};
        } else {
            *now->result = (ts_ccd_result){.status = TS_CCD_FREE, .toi = now->query->t_max, .iterations = 1};
        }
    }
    b->count = 0;
}

void ts_cubic_batch_with(ts_cubic_lanes *lanes_given, double eta, size_t n, const ts_ccd_query *queries,
                         ts_ccd_result *results) {
    block b = {.lanes = lanes_given, .eta = eta, .count = 0};
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (size_t q = 0; q < n; ++q) {
            if (queries[q].kind != (ts_ccd_kind)kind) continue;
            task *next = &b.tasks[b.count];
            next->query = &queries[q];
            next->result = &results[q];
            if (ts_cubic_pose(&queries[q], eta, &next->problem)) {
                ++b.count;
            } else {
                ts_cubic_query(&eta, &queries[q], &results[q]);
            }
            if (b.count == BLOCK) answer_block(&b);
        }
        answer_block(&b);
    }
}

void ts_cubic_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    const double *eta = self;
    ts_cubic_lanes *widest = ts_cubic_lanes_portable;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) widest = ts_cubic_lanes_avx2;
    if (__builtin_cpu_supports("avx512f")) widest = ts_cubic_lanes_avx512;
#endif
    ts_cubic_batch_with(widest, *eta, n, queries, results);
}
