/* SPDX-License-Identifier: GPL-2.0-or-later
 * A binary heap of queries, bounded: what comes after its top when it is full is not taken. */
#include "benches/ranking.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"

void ts_ranking_clear(ts_ranking *ranking) {
    free(ranking->items);
    *ranking = (ts_ranking){0};
}

double ts_ranking_limit(const ts_ranking *ranking) {
    if (ranking->most == 0) return -INFINITY;
    return ranking->count < ranking->most ? INFINITY : ranking->items[0].key;
}

static bool comes_before(const ts_ranked *a, const ts_ranked *b) {
    return a->key < b->key || (a->key == b->key && a->ordinal < b->ordinal);
}

static ts_status make_room(ts_ranking *ranking, ts_error *error) {
    if (ranking->count < ranking->capacity) return TS_OK;
    const size_t doubled = ranking->capacity ? 2 * ranking->capacity : 64;
    const size_t capacity = doubled < ranking->most ? doubled : ranking->most;
    ts_ranked *items = realloc(ranking->items, capacity * sizeof *items);
    if (!items) return ts_fail_memory(error, "the selected queries");
    ranking->items = items;
    ranking->capacity = capacity;
    return TS_OK;
}

static void rise(ts_ranking *ranking, const ts_ranked *item) {
    size_t at = ranking->count++;
    for (; at > 0 && comes_before(&ranking->items[(at - 1) / 2], item); at = (at - 1) / 2) {
        ranking->items[at] = ranking->items[(at - 1) / 2];
    }
    ranking->items[at] = *item;
}

/* In the place of the top. */
static void sink(ts_ranking *ranking, const ts_ranked *item) {
    ts_ranked *items = ranking->items;
    size_t at = 0;
    for (size_t below = 1; below < ranking->count; below = 2 * at + 1) {
        if (below + 1 < ranking->count && comes_before(&items[below], &items[below + 1])) ++below;
        if (!comes_before(item, &items[below])) break;
        items[at] = items[below];
        at = below;
    }
    items[at] = *item;
}

ts_status ts_ranking_add(ts_ranking *ranking, const ts_ranked *item, ts_error *error) {
    if (ranking->count < ranking->most) {
        const ts_status status = make_room(ranking, error);
        if (status == TS_OK) rise(ranking, item);
        return status;
    }
    if (ranking->most > 0 && comes_before(item, &ranking->items[0])) sink(ranking, item);
    return TS_OK;
}

static int compare(const void *a, const void *b) {
    return comes_before(a, b) ? -1 : comes_before(b, a);
}

void ts_ranking_sort(ts_ranking *ranking) {
    if (ranking->count > 0) qsort(ranking->items, ranking->count, sizeof *ranking->items, compare);
}
