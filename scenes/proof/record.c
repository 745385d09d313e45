/* SPDX-License-Identifier: MIT
 * The walk as its prover goes it. */
#include "scenes/proof/record.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

enum { SPLIT_FIRST = 0, SPLIT_SECOND, SPLIT_BOTH, HALVE };

enum { ROUNDS_OF_NODES = 6, GRAIN = 200 /* elements of a node that one thread takes on by itself */ };

/* A part of the walk: pairs below one pair, recorded by one thread. */
typedef struct part {
    int32_t a, b;
    unsigned char *byte;
    size_t size, room;
    bool no_memory;
    size_t failures, failures_room;
    ts_prover_failure *failure;
} part;

typedef struct walk {
    const ts_prover_task *task;
    const ts_prover_forest *forest;
    ts_prover_search search;
    part *part;
} walk;

/* ---- Bytes ---- */

static void put(part *p, const unsigned char *byte, size_t size) {
    if (p->room - p->size < size) {
        const size_t room = 2 * p->room + 1024;
        unsigned char *more = realloc(p->byte, room);
        if (!more) {
            p->no_memory = true;
            return;
        }
        p->byte = more;
        p->room = room;
    }
    memcpy(p->byte + p->size, byte, size);
    p->size += size;
}

static void put_code(part *p, unsigned char code) {
    put(p, &code, 1);
}

static void add_failure(part *p, const ts_prover_failure *failure) {
    if (p->failures == TS_PROVER_FAILURES) return;
    if (p->failures == p->failures_room) {
        const size_t room = 2 * p->failures_room + 4;
        ts_prover_failure *more = realloc(p->failure, room * sizeof *more);
        if (!more) {
            p->no_memory = true;
            return;
        }
        p->failure = more;
        p->failures_room = room;
    }
    p->failure[p->failures++] = *failure;
}

/* ---- Pairs ---- */

static void visit(walk *w, const ts_prover_pair *pair);

static void visit_nodes(walk *w, const ts_prover_pair *from, int32_t a, int32_t b) {
    visit(w, &(ts_prover_pair){a, b, from->start, from->stop});
}

static void visit_self(walk *w, const ts_prover_pair *pair) {
    const ts_prover_node *node = &w->forest->node[pair->a];
    const int32_t *child = w->forest->child + node->child_first;
    for (size_t i = 0; i < node->children; ++i) {
        if (w->forest->node[child[i]].children > 0) visit_nodes(w, pair, child[i], child[i]);
        for (size_t j = i + 1; j < node->children; ++j) visit_nodes(w, pair, child[i], child[j]);
    }
}

static void visit_primitives(walk *w, const ts_prover_pair *pair, int32_t a, int32_t b) {
    if (!ts_prover_excluded(w->forest, a, b)) visit_nodes(w, pair, a, b);
}

/* What an element owns: points, then edges, as nodes. */
typedef struct owned {
    int points, edges;
    int32_t point[3], edge[3];
} owned;

static owned owned_by(const ts_prover_forest *forest, int32_t element) {
    owned own = {0};
    int count;
    const int32_t *v = ts_prover_element(forest->shape, (size_t)element, &count);
    for (int k = 0; k < count; ++k) {
        if (forest->point_owner[v[k]] == element) own.point[own.points++] = (int32_t)forest->first_point + v[k];
        if (count == 1 || k > 3 * (count - 2)) continue;
        const int32_t edge = forest->element_edge[element][k];
        if (forest->edge_owner[edge] == element) own.edge[own.edges++] = (int32_t)forest->first_edge + edge;
    }
    return own;
}

static void visit_elements(walk *w, const ts_prover_pair *pair) {
    const ts_prover_node *a = &w->forest->node[pair->a], *b = &w->forest->node[pair->b];
    const owned of_a = owned_by(w->forest, a->element), of_b = owned_by(w->forest, b->element);
    for (int k = 0; b->vertices > 1 && k < of_a.points; ++k) visit_primitives(w, pair, of_a.point[k], pair->b);
    for (int k = 0; a->vertices > 1 && k < of_b.points; ++k) visit_primitives(w, pair, pair->a, of_b.point[k]);
    for (int i = 0; i < of_a.edges; ++i) {
        for (int j = 0; j < of_b.edges; ++j) visit_primitives(w, pair, of_a.edge[i], of_b.edge[j]);
    }
    if (!w->task->at_start) return;
    for (int k = 0; b->vertices == 3 && k < of_a.edges; ++k) visit_primitives(w, pair, of_a.edge[k], pair->b);
    for (int k = 0; a->vertices == 3 && k < of_b.edges; ++k) visit_primitives(w, pair, pair->a, of_b.edge[k]);
}

/* ---- What cannot be kept apart as it is ---- */

static void halve_time(walk *w, const ts_prover_pair *pair) {
    int64_t middle = pair->start + (pair->stop - pair->start) / 2;
    if (pair->stop - pair->start > TS_PROVER_PIECE) middle -= middle % TS_PROVER_PIECE;
    const size_t failures = w->part->failures;
    put_code(w->part, HALVE);
    visit(w, &(ts_prover_pair){pair->a, pair->b, pair->start, middle});
    /* A pair that was given up once in a piece is not proven there. Given up again and again it would fill the list,
     * and hide the pairs that meet. */
    if (pair->stop - pair->start <= TS_PROVER_PIECE && w->part->failures > failures) return;
    visit(w, &(ts_prover_pair){pair->a, pair->b, middle, pair->stop});
}

/* Within one piece, or at a state. The oracle is asked before a piece is halved for the first time: where the two meet,
 * no halving helps. */
static bool is_hopeless(walk *w, const ts_prover_pair *pair, ts_prover_failure *failure) {
    const ts_prover_way *way = w->task->way;
    const size_t piece = (size_t)(pair->start / TS_PROVER_PIECE);
    const int64_t length = pair->stop - pair->start;
    *failure = (ts_prover_failure){
        .end = TS_PROVER_GAVE_UP,
        .a = pair->a,
        .b = pair->b,
        .vertex = {-1, -1, -1, -1},
        .piece = piece,
        .time = (double)(pair->start % TS_PROVER_PIECE) / (double)TS_PROVER_PIECE,
    };
    const double(*x1)[3] = length > 0 ? way->x[piece + 1] : way->x[piece];
    if (length == TS_PROVER_PIECE || length == 0)
        return ts_prover_meet(w->forest, way->x[piece], x1, failure) || length == 0;
    return length <= TS_PROVER_PIECE >> w->task->limits.halvings;
}

static void refine_time(walk *w, const ts_prover_pair *pair) {
    ts_prover_failure failure;
    if (pair->stop - pair->start <= TS_PROVER_PIECE && is_hopeless(w, pair, &failure))
        add_failure(w->part, &failure);
    else
        halve_time(w, pair);
}

static void split(walk *w, const ts_prover_pair *pair) {
    const ts_prover_node *a = &w->forest->node[pair->a], *b = &w->forest->node[pair->b];
    const bool first = b->children == 0 || (a->children > 0 && a->weight >= b->weight);
    const ts_prover_node *node = first ? a : b;
    const int32_t *child = w->forest->child + node->child_first;
    put_code(w->part, first ? SPLIT_FIRST : SPLIT_SECOND);
    for (size_t k = 0; k < node->children; ++k) {
        visit_nodes(w, pair, first ? child[k] : pair->a, first ? pair->b : child[k]);
    }
}

static void visit(walk *w, const ts_prover_pair *pair) {
    const ts_prover_node *a = &w->forest->node[pair->a], *b = &w->forest->node[pair->b];
    if ((a->obstacle && b->obstacle) || w->part->failures == TS_PROVER_FAILURES || w->part->no_memory) return;
    if (pair->a == pair->b) {
        visit_self(w, pair);
        return;
    }
    if (a->element >= 0 && b->element >= 0 && ts_prover_excluded(w->forest, pair->a, pair->b)) {
        visit_elements(w, pair);
        return;
    }
    const bool splits = a->children > 0 || b->children > 0;
    ts_prover_record record;
    const bool may = !splits || !ts_prover_shares(w->forest, pair->a, pair->b);
    const int rounds = splits ? ROUNDS_OF_NODES : w->task->limits.rounds;
    if (may && ts_prover_separate(&w->search, pair, rounds, &record))
        put(w->part, record.byte, record.size);
    else if (splits)
        split(w, pair);
    else
        refine_time(w, pair);
}

/* ---- Parts ---- */

/* Parts in the order of the walk, from the root down to nodes of GRAIN elements. */
typedef struct parts {
    size_t count, room;
    part *part;
} parts;

static bool add_parts(const ts_prover_forest *forest, int32_t a, int32_t b, parts *list) {
    const ts_prover_node *node = &forest->node[a];
    if (a == b && node->weight > GRAIN) {
        const int32_t *child = forest->child + node->child_first;
        return add_parts(forest, child[0], child[0], list) && add_parts(forest, child[0], child[1], list) &&
               add_parts(forest, child[1], child[1], list);
    }
    if (list->count == list->room) {
        const size_t room = 2 * list->room + 16;
        part *more = realloc(list->part, room * sizeof *more);
        if (!more) return false;
        list->part = more;
        list->room = room;
    }
    list->part[list->count++] = (part){.a = a, .b = b};
    return true;
}

static bool is_same_set(const int32_t *a, const int32_t *b, int count) {
    for (int i = 0; i < count; ++i) {
        bool found = false;
        for (int j = 0; j < count; ++j) found |= a[i] == b[j];
        if (!found) return false;
    }
    return true;
}

/* Neighbours share primitives, each with its vertices in an order of its own. */
static bool is_same_pair(const ts_prover_failure *a, const ts_prover_failure *b) {
    if (a->end != b->end || a->piece != b->piece) return false;
    if (a->end != TS_PROVER_MEETS) return a->a == b->a && a->b == b->b;
    if (a->kind != b->kind) return false;
    const int first = ts_ccd_first_vertices(a->kind), second = ts_ccd_vertices(a->kind) - first;
    if (is_same_set(a->vertex, b->vertex, first) && is_same_set(a->vertex + first, b->vertex + first, second))
        return true;
    return first == second && is_same_set(a->vertex, b->vertex + first, first) &&
           is_same_set(a->vertex + first, b->vertex, first);
}

/* Each pair once. */
static void list_failure(const ts_prover_failure *failure, ts_prover_recorded *recorded) {
    for (size_t k = 0; k < recorded->failures; ++k) {
        if (is_same_pair(&recorded->failure[k], failure)) return;
    }
    if (recorded->failures < TS_PROVER_FAILURES) recorded->failure[recorded->failures++] = *failure;
}

static ts_status join(const parts *list, ts_prover_recorded *recorded, ts_error *error) {
    size_t size = 0;
    for (size_t k = 0; k < list->count; ++k) {
        if (list->part[k].no_memory) return ts_fail_memory(error, "the record of a proof");
        size += list->part[k].size;
    }
    recorded->byte = malloc(size + 1);
    if (!recorded->byte) return ts_fail_memory(error, "the record of a proof");
    for (size_t k = 0; k < list->count; ++k) {
        const part *p = &list->part[k];
        if (p->size > 0) memcpy(recorded->byte + recorded->size, p->byte, p->size);
        recorded->size += p->size;
        for (size_t f = 0; f < p->failures; ++f) list_failure(&p->failure[f], recorded);
    }
    return TS_OK;
}

static void free_parts(parts *list) {
    for (size_t k = 0; k < list->count; ++k) {
        free(list->part[k].byte);
        free(list->part[k].failure);
    }
    free(list->part);
}

ts_status ts_prover_record_way(const ts_prover_task *task, ts_prover_recorded *recorded, ts_error *error) {
    parts list = {0};
    *recorded = (ts_prover_recorded){0};
    const int64_t stop = (int64_t)task->way->pieces * TS_PROVER_PIECE;
    if (!add_parts(task->forest, 0, 0, &list)) {
        free_parts(&list);
        return ts_fail_memory(error, "the record of a proof");
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (size_t k = 0; k < list.count; ++k) {
        walk w = {.task = task, .forest = task->forest, .part = &list.part[k]};
        w.search = (ts_prover_search){.forest = task->forest, .way = task->way, .table = task->table};
        visit(&w, &(ts_prover_pair){list.part[k].a, list.part[k].b, 0, stop});
    }
    const ts_status status = join(&list, recorded, error);
    free_parts(&list);
    if (status != TS_OK) ts_prover_recorded_clear(recorded);
    return status;
}

void ts_prover_recorded_clear(ts_prover_recorded *recorded) {
    free(recorded->byte);
    *recorded = (ts_prover_recorded){0};
}
