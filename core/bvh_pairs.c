/* SPDX-License-Identifier: MIT
 * All pairs of two box trees: both are descended together; the pairs of nodes some levels down are shared out among
 * threads, and what they find is put together in the order of these pairs. */
#include "core/bvh.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "core/bvh_tree.h"
#include "core/error.h"

/* Opening a pair of nodes gives up to 16, so a front that is not large enough yet becomes at most this long. */
enum { ENOUGH_TASKS = 512, MOST_TASKS = 16 * ENOUGH_TASKS };

typedef struct node_pair {
    size_t a, b;
} node_pair;

typedef struct buffer {
    size_t count, capacity;
    int32_t (*pair)[2];
} buffer;

/* Where the pairs of a task are: a run of a thread's buffer. */
typedef struct run {
    int thread;
    size_t first, count, to;
} run;

struct ts_pair_scratch {
    int threads;
    buffer *found; /* of each thread */
    node_pair front[2][MOST_TASKS];
    run run[MOST_TASKS];
};

typedef struct walk {
    const ts_bvh *one, *other;
    ts_pair_keep *keep;
    const void *self;
    buffer *out;
    bool failed;
} walk;

/* Above its crown a tree is its crown again and again, so that trees of different height descend together. */
static const ts_bvh_node *node_at(const ts_bvh *tree, int level, size_t i) {
    const int known = level < tree->levels ? level : tree->levels - 1;
    return &tree->node[tree->first[known] + i];
}

/* In one tree each unordered pair once: of a node with itself only slots s >= slot, of primitives s > slot. */
static unsigned once(const walk *w, int level, size_t a, size_t b, int slot) {
    if (w->one != w->other || a != b) return 15u;
    return (level > 0 ? 15u : 14u) << slot;
}

static bool grow(buffer *out) {
    const size_t capacity = out->capacity ? 2 * out->capacity : 1024;
    int32_t(*pair)[2] = realloc(out->pair, capacity * sizeof *pair);
    if (!pair) return false;
    out->pair = pair;
    out->capacity = capacity;
    return true;
}

static void found(walk *w, size_t place, size_t other_place) {
    if (!ts_boxes_meet(&w->one->box[place], &w->other->box[other_place])) return;
    int32_t i = w->one->order[place], j = w->other->order[other_place];
    if (w->one == w->other && i > j) {
        const int32_t swap = i;
        i = j;
        j = swap;
    }
    if (w->keep && !w->keep(w->self, i, j)) return;
    if (w->out->count == w->out->capacity && !grow(w->out)) {
        w->failed = true;
        return;
    }
    w->out->pair[w->out->count][0] = i;
    w->out->pair[w->out->count][1] = j;
    ++w->out->count;
}

static void descend(walk *w, int level, size_t a, size_t b) {
    const ts_bvh_node *node = node_at(w->one, level, a), *other = node_at(w->other, level, b);
    for (int slot = 0; slot < TS_BVH_WIDTH; ++slot) {
        unsigned mask = ts_bvh_meeting(node, slot, other) & once(w, level, a, b, slot);
        for (; mask; mask &= mask - 1) {
            const size_t child = TS_BVH_WIDTH * a + (size_t)slot;
            const size_t other_child = TS_BVH_WIDTH * b + (size_t)__builtin_ctz(mask);
            if (level > 0)
                descend(w, level - 1, child, other_child);
            else
                found(w, child, other_child);
        }
    }
}

/* Opens pairs of nodes level by level until there are enough of them; returns their level, *tasks their number. */
static int open_front(const walk *w, struct ts_pair_scratch *scratch, size_t *tasks) {
    int level = (w->one->levels > w->other->levels ? w->one->levels : w->other->levels) - 1;
    node_pair *front = scratch->front[0], *next = scratch->front[1];
    size_t count = 1;
    front[0] = (node_pair){0, 0};
    for (; level > 0 && count > 0 && count < ENOUGH_TASKS; --level) {
        size_t opened = 0;
        for (size_t t = 0; t < count; ++t) {
            const size_t a = front[t].a, b = front[t].b;
            for (int slot = 0; slot < TS_BVH_WIDTH; ++slot) {
                unsigned mask = ts_bvh_meeting(node_at(w->one, level, a), slot, node_at(w->other, level, b)) &
                                once(w, level, a, b, slot);
                for (; mask; mask &= mask - 1) {
                    next[opened++] =
                        (node_pair){TS_BVH_WIDTH * a + (size_t)slot, TS_BVH_WIDTH * b + (size_t)__builtin_ctz(mask)};
                }
            }
        }
        node_pair *const swap = front;
        front = next;
        next = swap;
        count = opened;
    }
    if (front != scratch->front[0]) memcpy(scratch->front[0], front, count * sizeof *front);
    *tasks = count;
    return level;
}

/* False when memory ran out. */
static bool run_tasks(const walk *w, struct ts_pair_scratch *scratch, int level, size_t tasks) {
    bool failed = false;
    for (int t = 0; t < scratch->threads; ++t) scratch->found[t].count = 0;
#pragma omp parallel for schedule(dynamic, 8) num_threads(scratch->threads) reduction(|| : failed)
    for (size_t t = 0; t < tasks; ++t) {
        const int thread = omp_get_thread_num();
        walk mine = *w;
        mine.out = &scratch->found[thread];
        const size_t first = mine.out->count;
        descend(&mine, level, scratch->front[0][t].a, scratch->front[0][t].b);
        scratch->run[t] = (run){.thread = thread, .first = first, .count = mine.out->count - first};
        failed = failed || mine.failed;
    }
    return !failed;
}

int32_t (*ts_pair_list_append(ts_pair_list *list, size_t more))[2] {
    const size_t total = list->count + more;
    if (!list->pair || total > list->capacity) {
        const size_t capacity = total + total / 2 + 1;
        int32_t(*pair)[2] = realloc(list->pair, capacity * sizeof *pair);
        if (!pair) return NULL;
        list->pair = pair;
        list->capacity = capacity;
    }
    int32_t(*end)[2] = list->pair + list->count;
    list->count = total;
    return end;
}

static bool collect(struct ts_pair_scratch *scratch, size_t tasks, ts_pair_list *list) {
    size_t total = 0;
    for (size_t t = 0; t < tasks; ++t) {
        scratch->run[t].to = total;
        total += scratch->run[t].count;
    }
    list->count = 0;
    if (!ts_pair_list_append(list, total)) return false;
#pragma omp parallel for schedule(static) num_threads(scratch->threads) if (total > 4096)
    for (size_t t = 0; t < tasks; ++t) {
        const run *r = &scratch->run[t];
        if (r->count == 0) continue;
        memcpy(list->pair[r->to], scratch->found[r->thread].pair[r->first], r->count * sizeof *list->pair);
    }
    return true;
}

static bool prepare(ts_pair_list *list) {
    if (!list->scratch) list->scratch = calloc(1, sizeof *list->scratch);
    if (!list->scratch) return false;
    const int threads = omp_get_max_threads();
    if (threads <= list->scratch->threads) return true;
    buffer *more = realloc(list->scratch->found, (size_t)threads * sizeof *more);
    if (!more) return false;
    memset(more + list->scratch->threads, 0, (size_t)(threads - list->scratch->threads) * sizeof *more);
    list->scratch->found = more;
    list->scratch->threads = threads;
    return true;
}

ts_status ts_bvh_pairs(const ts_bvh *one, const ts_bvh *other, ts_pair_keep *keep, const void *self, ts_pair_list *list,
                       ts_error *error) {
    if (one->count == 0 || other->count == 0) {
        list->count = 0;
        return TS_OK;
    }
    if (!prepare(list)) return ts_fail_memory(error, "a list of pairs");
    const walk w = {.one = one, .other = other, .keep = keep, .self = self};
    size_t tasks;
    const int level = open_front(&w, list->scratch, &tasks);
    if (!run_tasks(&w, list->scratch, level, tasks) || !collect(list->scratch, tasks, list)) {
        return ts_fail_memory(error, "a list of pairs");
    }
    return TS_OK;
}

void ts_pair_list_clear(ts_pair_list *list) {
    if (list->scratch) {
        for (int t = 0; t < list->scratch->threads; ++t) free(list->scratch->found[t].pair);
        free(list->scratch->found);
        free(list->scratch);
    }
    free(list->pair);
    *list = (ts_pair_list){0};
}
