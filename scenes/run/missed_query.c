/* SPDX-License-Identifier: MIT
 * Pairs of features of two primitives, decided exactly along the displacements of a step, and found among the queries
 * asked. */
#include "scenes/run/missed_query.h"

#include <string.h>

#include <touchstone/oracle.h>

/* ---- Pairs of features ---- */

/* Nodes of a pair in the order of a query's rows; unused ones are -1. */
typedef struct feature_pair {
    ts_ccd_kind kind;
    int32_t node[4];
} feature_pair;

typedef struct feature_pairs {
    size_t count;
    feature_pair pair[TS_MISSED_QUERIES];
} feature_pairs;

static void add_pair(feature_pairs *pairs, ts_ccd_kind kind, const int32_t *first, const int32_t *second) {
    const int of_first = ts_ccd_first_vertices(kind), all = ts_ccd_vertices(kind);
    feature_pair pair = {.kind = kind, .node = {-1, -1, -1, -1}};
    for (int i = 0; i < all; ++i) pair.node[i] = i < of_first ? first[i] : second[i - of_first];
    for (int i = 0; i < of_first; ++i) {
        for (int j = of_first; j < all; ++j) {
            if (pair.node[i] == pair.node[j]) return; /* neighbours are not asked about */
        }
    }
    pairs->pair[pairs->count++] = pair;
}

static void add_points_against(feature_pairs *pairs, const ts_verify_part *points, const ts_verify_part *other) {
    const ts_ccd_kind kind = other->nodes == 3 ? TS_POINT_TRIANGLE : TS_POINT_EDGE;
    for (int i = 0; i < points->nodes; ++i) add_pair(pairs, kind, &points->node[i], other->node);
}

static int edges_of(const ts_verify_part *part) {
    return part->nodes == 3 ? 3 : part->nodes - 1;
}

static void add_edges(feature_pairs *pairs, const ts_verify_part *a, const ts_verify_part *b) {
    for (int i = 0; i < edges_of(a); ++i) {
        const int32_t first[2] = {a->node[i], a->node[(i + 1) % a->nodes]};
        for (int j = 0; j < edges_of(b); ++j) {
            const int32_t second[2] = {b->node[j], b->node[(j + 1) % b->nodes]};
            add_pair(pairs, TS_EDGE_EDGE, first, second);
        }
    }
}

/* What of two parts (triangles, edges, points) can come to meet first. */
static void list_pairs(const ts_verify_part part[2], feature_pairs *pairs) {
    pairs->count = 0;
    const ts_verify_part *a = &part[0], *b = &part[1];
    if (a->nodes > 3 || b->nodes > 3) return;
    if (a->nodes == 1 && b->nodes == 1) {
        add_pair(pairs, TS_POINT_POINT, a->node, b->node);
        return;
    }
    if (b->nodes == 3 || (b->nodes == 2 && a->nodes == 1)) add_points_against(pairs, a, b);
    if (a->nodes == 3 || (a->nodes == 2 && b->nodes == 1)) add_points_against(pairs, b, a);
    add_edges(pairs, a, b);
}

/* ---- Ways ---- */

/* As the step filter asks it (scenes/collision/ccd_filter.c), but only as far as was gone. */
static ts_ccd_query query_of(const feature_pair *pair, const ts_displacement *displacement, double thickness) {
    ts_ccd_query query = {.kind = pair->kind, .min_distance = thickness, .t_max = displacement->fraction};
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            query.x0[i][k] = pair->node[i] < 0 ? 0.0 : displacement->from[pair->node[i]][k];
            query.x1[i][k] = pair->node[i] < 0 ? 0.0 : query.x0[i][k] + displacement->p[pair->node[i]][k];
        }
    }
    return query;
}

static void find_meetings(const feature_pairs *pairs, double thickness, ts_missed_query *missed) {
    missed->count = 0;
    for (size_t k = 0; k < pairs->count; ++k) {
        const ts_ccd_query query = query_of(&pairs->pair[k], &missed->displacement, thickness);
        ts_oracle_truth truth;
        if (ts_oracle_toi(&query, TS_ORACLE_ALL, &truth) != TS_OK || !truth.contact) continue;
        missed->truth[missed->count] = truth.lo;
        missed->query[missed->count++] = query;
    }
}

static size_t first_to_meet(const ts_missed_query *missed) {
    size_t first = 0;
    for (size_t k = 1; k < missed->count; ++k) {
        if (missed->truth[k] < missed->truth[first]) first = k;
    }
    return first;
}

bool ts_missed_query_find(const ts_offence *offence, const ts_step_history *history, double thickness,
                          ts_missed_query *missed) {
    feature_pairs pairs;
    if (offence->parts != 2) return false;
    list_pairs(offence->part, &pairs);
    *missed = (ts_missed_query){0};
    for (size_t k = 0; k < ts_step_history_count(history) && missed->count == 0; ++k) {
        missed->displacement = ts_step_history_at(history, k, &missed->iteration);
        if (missed->displacement.fraction > 0.0) find_meetings(&pairs, thickness, missed);
    }
    missed->chosen = first_to_meet(missed);
    return missed->count > 0;
}

/* ---- Listening ---- */

static bool is_same_row(const ts_ccd_query *a, int i, const ts_ccd_query *b, int j) {
    return memcmp(a->x0[i], b->x0[j], sizeof a->x0[i]) == 0 && memcmp(a->x1[i], b->x1[j], sizeof a->x1[i]) == 0;
}

/* Are rows [from, to) of a those [at, at + to - from) of b, in whatever order? */
static bool are_same_rows(const ts_ccd_query *a, int from, int to, const ts_ccd_query *b, int at) {
    for (int i = from; i < to; ++i) {
        bool found = false;
        for (int j = at; j < at + to - from && !found; ++j) found = is_same_row(a, i, b, j);
        if (!found) return false;
    }
    return true;
}

static bool is_same_pair(const ts_ccd_query *a, const ts_ccd_query *b) {
    const int first = ts_ccd_first_vertices(a->kind), all = ts_ccd_vertices(a->kind);
    if (a->kind != b->kind) return false;
    if (are_same_rows(a, 0, first, b, 0) && are_same_rows(a, first, all, b, first)) return true;
    return 2 * first == all && are_same_rows(a, 0, first, b, first) && are_same_rows(a, first, all, b, 0);
}

void ts_missed_query_listen(void *self, const ts_ccd_block *block) {
    ts_missed_query *missed = self;
    const ts_ccd_query *queries = block->queries;
    for (size_t q = 0; q < block->count; ++q) {
        for (size_t k = 0; k < missed->count; ++k) {
            if (!is_same_pair(&queries[q], &missed->query[k])) continue;
            if (missed->asked && !(missed->truth[k] < missed->truth[missed->chosen])) continue;
            missed->asked = true;
            missed->chosen = k;
            missed->query[k] = queries[q];
            missed->answer = block->results[q];
        }
    }
}
