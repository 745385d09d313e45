/* SPDX-License-Identifier: GPL-2.0-or-later
 * P from one full CCD to the next, and which of its pairs each node is in. */
#include "ndb/contact/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/share.h"

/* ---- Nodes ---- */

static bool acts_on(const ts_ndb_rebuild *rebuild, const ts_ndb_plane *plane, int i) {
    return plane->node[i] >= 0 && plane->compliance > 0.0 && plane->share[i] != 0.0 &&
           rebuild->inverse_mass[plane->node[i]] > 0.0;
}

/* place[v] becomes how many slots node v has; returns how many there are. */
static size_t count_slots(ts_ndb_pairs *pairs, const ts_ndb_rebuild *rebuild) {
    size_t slots = 0;
    memset(pairs->place, 0, rebuild->surface->bodies->nodes * sizeof *pairs->place);
    for (size_t p = 0; p < pairs->count; ++p) {
        for (int i = 0; i < TS_STENCIL_NODES; ++i) {
            if (!acts_on(rebuild, &pairs->plane[p], i)) continue;
            ++pairs->place[pairs->plane[p].node[i]];
            ++slots;
        }
    }
    return slots;
}

/* place[v] becomes where the slots of node v begin. */
static void list_nodes(ts_ndb_pairs *pairs, size_t nodes) {
    int32_t sum = 0;
    pairs->nodes = 0;
    for (size_t v = 0; v < nodes; ++v) {
        const int32_t here = pairs->place[v];
        if (here == 0) continue;
        pairs->node[pairs->nodes] = (int32_t)v;
        pairs->first[pairs->nodes++] = sum;
        pairs->place[v] = sum;
        sum += here;
    }
    pairs->first[pairs->nodes] = sum;
}

/* The lists of nodes and slots. */
static ts_status link_nodes(ts_ndb_pairs *pairs, const ts_ndb_rebuild *rebuild, ts_error *error) {
    const size_t slots = count_slots(pairs, rebuild);
    if (slots > pairs->slot_capacity) {
        ts_ndb_slot *larger = realloc(pairs->slot, 2 * slots * sizeof *larger);
        if (!larger) return ts_fail_memory(error, "the nodes in contact");
        pairs->slot = larger;
        pairs->slot_capacity = 2 * slots;
    }
    list_nodes(pairs, rebuild->surface->bodies->nodes);
    for (size_t p = 0; p < pairs->count; ++p) {
        const ts_ndb_plane *plane = &pairs->plane[p];
        for (int i = 0; i < TS_STENCIL_NODES; ++i) {
            if (!acts_on(rebuild, plane, i)) continue;
            pairs->slot[pairs->place[plane->node[i]]++] = (ts_ndb_slot){(int32_t)p, i, plane->share[i]};
        }
    }
    return TS_OK;
}

/* ---- Rebuilding ---- */

/* The P before becomes what is carried over. */
static void set_aside(ts_ndb_pairs *pairs) {
    uint64_t *key = pairs->key;
    ts_ndb_growth *growth = pairs->growth;
    pairs->key = pairs->old_key;
    pairs->growth = pairs->old_growth;
    pairs->old_key = key;
    pairs->old_growth = growth;
    pairs->old_count = pairs->count;
    pairs->count = 0;
}

/* A larger array with the old contents where they are wanted. */
static bool enlarge(void *array, size_t count, size_t size) {
    void **old = array;
    void *larger = realloc(*old, count * size);
    if (!larger) return false;
    *old = larger;
    return true;
}

static ts_status reserve(ts_ndb_pairs *pairs, size_t count, ts_error *error) {
    if (count <= pairs->capacity) return TS_OK;
    const size_t more = count + count / 2;
    if (!enlarge(&pairs->key, more, sizeof *pairs->key) || !enlarge(&pairs->old_key, more, sizeof *pairs->old_key) ||
        !enlarge(&pairs->growth, more, sizeof *pairs->growth) ||
        !enlarge(&pairs->old_growth, more, sizeof *pairs->old_growth) ||
        !enlarge(&pairs->probe, more, sizeof *pairs->probe) || !enlarge(&pairs->meets, more, sizeof *pairs->meets) ||
        !enlarge(&pairs->plane, more, sizeof *pairs->plane) ||
        (pairs->with_targets && !enlarge(&pairs->target, more, sizeof *pairs->target)))
        return ts_fail_memory(error, "the pairs in contact");
    pairs->capacity = more;
    return TS_OK;
}

/* Both lists ascend. A pair that only stays, beyond dhat, begins with the weight that it would have if it had gone and
 * come back: one that has grown is a wall that others are pressed against. */
static void carry_over(ts_ndb_pairs *pairs, double dhat) {
    size_t at = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        while (at < pairs->old_count && pairs->old_key[at] < pairs->key[i]) ++at;
        if (at == pairs->old_count) return;
        if (pairs->old_key[at] != pairs->key[i]) continue;
        const bool stays = !pairs->growth[i].is_hit && pairs->growth[i].gap >= dhat;
        pairs->growth[i].a = stays ? 0 : pairs->old_growth[at].a;
        pairs->growth[i].b = pairs->old_growth[at].b;
        pairs->growth[i].is_dropped = pairs->old_growth[at].is_dropped;
        pairs->growth[i].is_active = pairs->old_growth[at].is_active;
    }
}

ts_status ts_ndb_pairs_rebuild(ts_ndb_pairs *pairs, const ts_ndb_rebuild *rebuild, size_t *without_normal,
                               ts_error *error) {
    ts_status status = ts_ndb_pairs_find(pairs, rebuild, error);
    if (status == TS_OK) status = reserve(pairs, pairs->found_count, error);
    if (status != TS_OK) return status;
    set_aside(pairs);
    const size_t count = pairs->found_count;
    size_t without = 0;
#pragma omp parallel for schedule(static) reduction(+ : without) if (ts_pays_to_share(count, 40))
    for (size_t i = 0; i < count; ++i) without += !ts_ndb_pairs_write(pairs, rebuild, i);
    pairs->count = count;
    *without_normal += without;
    carry_over(pairs, rebuild->settings->dhat);
    status = link_nodes(pairs, rebuild, error);
    return status == TS_OK ? ts_ndb_links_find(pairs, rebuild->settings->body_of, error) : status;
}

void ts_ndb_pairs_forget(ts_ndb_pairs *pairs) {
    pairs->count = pairs->old_count = pairs->nodes = 0;
    pairs->links.count = pairs->links.pieces = pairs->links.pairs.count = 0;
}

/* ---- Life ---- */

ts_status ts_ndb_pairs_init(ts_ndb_pairs *pairs, const ts_bodies *bodies, bool with_targets, ts_error *error) {
    ts_ndb_pairs made = {.with_targets = with_targets};
    made.node = malloc((bodies->nodes + 1) * sizeof *made.node);
    made.first = malloc((bodies->nodes + 1) * sizeof *made.first);
    made.place = malloc((bodies->nodes + 1) * sizeof *made.place);
    if (!made.node || !made.first || !made.place) {
        ts_ndb_pairs_clear(&made);
        return ts_fail_memory(error, "the pairs in contact");
    }
    *pairs = made;
    return TS_OK;
}

void ts_ndb_pairs_clear(ts_ndb_pairs *pairs) {
    free(pairs->key);
    free(pairs->probe);
    free(pairs->meets);
    free(pairs->plane);
    free(pairs->growth);
    free(pairs->target);
    free(pairs->node);
    free(pairs->first);
    free(pairs->slot);
    free(pairs->place);
    free(pairs->found);
    free(pairs->sorting);
    free(pairs->chunk_found);
    free(pairs->old_key);
    free(pairs->old_growth);
    ts_ndb_links_clear(&pairs->links);
    *pairs = (ts_ndb_pairs){0};
}
