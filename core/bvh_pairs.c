/* SPDX-License-Identifier: MIT
 * All pairs of two box trees: both are descended together; the pairs of nodes some levels down are shared out among
 * threads, and what they find is put together in the order of these pairs. */
#include "core/bvh.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "core/bvh_descend.h"
#include "core/error.h"
#include "core/share.h"

/* Opening a pair of nodes gives up to 16, so a front that is not large enough yet becomes at most this long. */
enum { ENOUGH_TASKS = 512, MOST_TASKS = 16 * ENOUGH_TASKS };

typedef struct node_pair {
    size_t a, b;
} node_pair;

/* Where the pairs of a task are: a run of a thread's buffer. */
typedef struct run {
    int thread;
    size_t first, count, to;
} run;

struct ts_pair_scratch {
    int threads;
    ts_pair_buffer *found; /* of each thread */
    node_pair front[2][MOST_TASKS];
    run run[MOST_TASKS];
};

/* Opens pairs of nodes level by level until there are enough of them; returns their level, *tasks their number. */
static int open_front(const ts_bvh_walk *w, struct ts_pair_scratch *scratch, size_t *tasks) {
    int level = (w->one->levels > w->other->levels ? w->one->levels : w->other->levels) - 1;
    node_pair *front = scratch->front[0], *next = scratch->front[1];
    size_t count = 1;
    front[0] = (node_pair){0, 0};
    for (; level > 0 && count > 0 && count < ENOUGH_TASKS; --level) {
        size_t opened = 0;
        for (size_t t = 0; t < count; ++t) {
            const size_t a = front[t].a, b = front[t].b;
            const unsigned once = ts_bvh_once(w, level, a, b);
            for (int slot = 0; slot < TS_BVH_WIDTH; ++slot) {
                unsigned mask =
                    ts_bvh_meeting(ts_bvh_node_at(w->one, level, a), slot, ts_bvh_node_at(w->other, level, b)) &
                    once >> (TS_BVH_WIDTH * slot);
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
static bool run_tasks(const ts_bvh_walk *w, struct ts_pair_scratch *scratch, int level, size_t tasks) {
    ts_bvh_descend *const descend = ts_bvh_descend_here();
    const size_t fewer = w->one->count < w->other->count ? w->one->count : w->other->count;
    bool failed = false;
    for (int t = 0; t < scratch->threads; ++t) scratch->found[t].count = 0;
#pragma omp parallel for schedule(dynamic, 8) num_threads(ts_threads_at_most(scratch->threads))                        \
    reduction(||                                                                                                       \
              : failed) if (ts_pays_to_share(fewer, 150))
    for (size_t t = 0; t < tasks; ++t) {
        const int thread = omp_get_thread_num();
        ts_bvh_walk mine = *w;
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
#pragma omp parallel for schedule(static)                                                                              \
    num_threads(ts_threads_at_most(scratch->threads)) if (ts_pays_to_share(total, 2))
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
    ts_pair_buffer *more = realloc(list->scratch->found, (size_t)threads * sizeof *more);
    if (!more) return false;
    memset(more + list->scratch->threads, 0, (size_t)(threads - list->scratch->threads) * sizeof *more);
    list->scratch->found = more;
    list->scratch->threads = threads;
    return true;
}

ts_status ts_bvh_pairs(const ts_bvh *one, const ts_bvh *other, const ts_pair_test *test, ts_pair_list *list,
                       ts_error *error) {
    static const ts_pair_test BOXES = {0};
    if (one->count == 0 || other->count == 0) {
        list->count = 0;
        return TS_OK;
    }
    if (!prepare(list)) return ts_fail_memory(error, "a list of pairs");
    const ts_bvh_walk w = {.one = one, .other = other, .test = test ? test : &BOXES};
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
