/* SPDX-License-Identifier: GPL-2.0-or-later
 * A uniform grid of boxes. Two boxes that share several cells are a pair only in the one that holds the lowest corner
 * of what they have in common, so that each pair is found once and nothing has to be merged. */
#include "benches/micro/box_grid.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "core/error.h"
#include "core/outward.h"

enum { DIGIT = 11, BLOCK = 512 };
static const size_t MOST_ENTRIES = (size_t)1 << 28;

/* ---- Cells ---- */

static double cells_of(ts_lattice *lattice, const ts_box *all) {
    double product = 1.0;
    for (int k = 0; k < 3; ++k) {
        const double cells = floor((all->hi[k] - all->lo[k]) / lattice->cell) + 1.0;
        lattice->cells[k] = cells < 0x1p32 ? (uint32_t)cells : UINT32_MAX;
        product *= cells;
    }
    return product;
}

void ts_lattice_set(ts_lattice *lattice, const ts_box *all, double cell) {
    memcpy(lattice->origin, all->lo, sizeof lattice->origin);
    lattice->cell = cell;
    while (cells_of(lattice, all) >= 0x1p32) lattice->cell *= 1.25;
    lattice->per_metre = 1.0 / lattice->cell;
}

/* Monotonic in x, so that the cell of the greater of two corners is the greater of their cells. */
static uint32_t cell_at(const ts_lattice *lattice, int k, double x) {
    const uint32_t cell = (uint32_t)((x - lattice->origin[k]) * lattice->per_metre);
    return cell < lattice->cells[k] ? cell : lattice->cells[k] - 1;
}

static uint32_t key_of(const ts_lattice *lattice, const uint32_t at[3]) {
    return (at[2] * lattice->cells[1] + at[1]) * lattice->cells[0] + at[0];
}

/* ---- Building ---- */

static ts_float_box float_box(const ts_box *box) {
    return (ts_float_box){
        .lo = {ts_float_below(box->lo[0]), ts_float_below(box->lo[1]), ts_float_below(box->lo[2]), 0.0f},
        .hi = {ts_float_above(box->hi[0]), ts_float_above(box->hi[1]), ts_float_above(box->hi[2]), 0.0f},
    };
}

/* The cells of each box, and where its entries begin; returns the number of all. */
static size_t count_entries(ts_grid *grid) {
#pragma omp parallel for schedule(static) if (grid->count > 2048)
    for (size_t i = 0; i < grid->count; ++i) {
        uint32_t *span = grid->span[i];
        grid->shape[i] = float_box(&grid->box[i]);
        grid->first[i] = 1;
        for (int k = 0; k < 3; ++k) {
            span[k] = cell_at(&grid->lattice, k, grid->box[i].lo[k]);
            span[3 + k] = cell_at(&grid->lattice, k, grid->box[i].hi[k]);
            grid->first[i] *= span[3 + k] - span[k] + 1;
        }
    }
    size_t entries = 0;
    for (size_t i = 0; i < grid->count; ++i) {
        const size_t cells = grid->first[i];
        grid->first[i] = entries;
        entries += cells;
    }
    return entries;
}

static void fill_entries(ts_grid *grid) {
#pragma omp parallel for schedule(static) if (grid->count > 2048)
    for (size_t i = 0; i < grid->count; ++i) {
        const uint32_t *span = grid->span[i];
        ts_grid_entry *to = &grid->entry[grid->first[i]];
        for (uint32_t z = span[2]; z <= span[5]; ++z) {
            for (uint32_t y = span[1]; y <= span[4]; ++y) {
                const uint32_t row = key_of(&grid->lattice, (uint32_t[3]){0, y, z});
                for (uint32_t x = span[0]; x <= span[3]; ++x) *to++ = (ts_grid_entry){row + x, (int32_t)i};
            }
        }
    }
}

static void sort_entries(ts_grid *grid) {
    const uint32_t *cells = grid->lattice.cells;
    const uint64_t keys = (uint64_t)cells[0] * cells[1] * cells[2];
    for (int shift = 0; (keys - 1) >> shift > 0; shift += DIGIT) {
        const uint32_t mask = (1u << DIGIT) - 1;
        size_t place[(1 << DIGIT) + 1] = {0};
        for (size_t e = 0; e < grid->entries; ++e) ++place[(grid->entry[e].key >> shift & mask) + 1];
        for (size_t digit = 0; digit < mask; ++digit) place[digit + 1] += place[digit];
        for (size_t e = 0; e < grid->entries; ++e) {
            grid->spare[place[grid->entry[e].key >> shift & mask]++] = grid->entry[e];
        }
        ts_grid_entry *const swap = grid->entry;
        grid->entry = grid->spare;
        grid->spare = swap;
    }
}

/* In the order of the entries, so that a cell's lie side by side. */
static void gather_boxes(ts_grid *grid) {
#pragma omp parallel for schedule(static) if (grid->entries > 2048)
    for (size_t e = 0; e < grid->entries; ++e) grid->around[e] = grid->shape[grid->entry[e].primitive];
}

static bool make_room(ts_grid *grid, size_t entries) {
    if (entries <= grid->capacity) return true;
    free(grid->entry);
    free(grid->spare);
    free(grid->around);
    grid->capacity = entries + entries / 2;
    grid->entry = malloc(grid->capacity * sizeof *grid->entry);
    grid->spare = malloc(grid->capacity * sizeof *grid->spare);
    grid->around = malloc(grid->capacity * sizeof *grid->around);
    if (!grid->entry || !grid->spare || !grid->around) grid->capacity = 0;
    return grid->capacity > 0;
}

ts_status ts_grid_build(ts_grid *grid, const ts_lattice *lattice, size_t count, const ts_box *boxes, ts_error *error) {
    if (count != grid->count) ts_grid_clear(grid);
    if (!grid->span) {
        grid->span = malloc((count + 1) * sizeof *grid->span);
        grid->first = malloc((count + 1) * sizeof *grid->first);
        grid->shape = malloc((count + 1) * sizeof *grid->shape);
        if (!grid->span || !grid->first || !grid->shape) return ts_fail_memory(error, "the cells of boxes");
    }
    grid->lattice = *lattice;
    grid->box = boxes;
    grid->count = count;
    grid->entries = 0;
    const size_t entries = count_entries(grid);
    if (entries > MOST_ENTRIES || !make_room(grid, entries)) return ts_fail_memory(error, "the entries of a grid");
    grid->entries = entries;
    fill_entries(grid);
    sort_entries(grid);
    gather_boxes(grid);
    return TS_OK;
}

void ts_grid_clear(ts_grid *grid) {
    free(grid->span);
    free(grid->first);
    free(grid->shape);
    free(grid->entry);
    free(grid->spare);
    free(grid->around);
    *grid = (ts_grid){0};
}

/* ---- Pairs ---- */

typedef struct search {
    const ts_grid *one, *other;
    ts_pair_list *out;
    bool failed;
} search;

static bool may_meet(const ts_float_box *a, const ts_float_box *b) {
    typedef int32_t bits __attribute__((vector_size(16)));
    const bits apart = (a->lo > b->hi) | (b->lo > a->hi);
#ifdef __SSE__
    return _mm_movemask_ps((__m128)apart) == 0;
#else
    return (apart[0] | apart[1] | apart[2]) == 0;
#endif
}

static bool boxes_meet(const ts_box *a, const ts_box *b) {
    bool meet = true;
    for (int k = 0; k < 3; ++k) meet &= a->lo[k] <= b->hi[k] && b->lo[k] <= a->hi[k];
    return meet;
}

static bool reserve(ts_pair_list *list, size_t count) {
    if (count <= list->capacity) return true;
    const size_t capacity = count + count / 2 + 1024;
    int32_t(*pair)[2] = realloc(list->pair, capacity * sizeof *pair);
    if (!pair) return false;
    list->pair = pair;
    list->capacity = capacity;
    return true;
}

static void found(search *s, const ts_grid_entry *a, int32_t j) {
    const int32_t i = a->primitive;
    uint32_t owner[3];
    for (int k = 0; k < 3; ++k) {
        const uint32_t low = s->one->span[i][k], other_low = s->other->span[j][k];
        owner[k] = low > other_low ? low : other_low;
    }
    if (key_of(&s->one->lattice, owner) != a->key || !boxes_meet(&s->one->box[i], &s->other->box[j])) return;
    if (!reserve(s->out, s->out->count + 1)) {
        s->failed = true;
        return;
    }
    const bool swap = s->one == s->other && i > j;
    s->out->pair[s->out->count][0] = swap ? j : i;
    s->out->pair[s->out->count][1] = swap ? i : j;
    ++s->out->count;
}

/* From `from` on, the first entry whose cell is not before key. */
static size_t first_of(const ts_grid *grid, size_t from, uint32_t key) {
    size_t end = grid->entries;
    while (from < end) {
        const size_t middle = from + (end - from) / 2;
        if (grid->entry[middle].key < key)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

/* The cells that begin among the entries of a block. */
static void search_block(search *s, size_t block) {
    const ts_grid *one = s->one, *other = s->other;
    size_t a = block * BLOCK;
    const size_t block_end = a + BLOCK < one->entries ? a + BLOCK : one->entries;
    while (a > 0 && a < block_end && one->entry[a].key == one->entry[a - 1].key) ++a;
    size_t b = a < block_end ? first_of(other, 0, one->entry[a].key) : 0;
    while (a < block_end) {
        const uint32_t key = one->entry[a].key;
        while (b < other->entries && other->entry[b].key < key) ++b;
        size_t b_end = b;
        while (b_end < other->entries && other->entry[b_end].key == key) ++b_end;
        for (; a < one->entries && one->entry[a].key == key; ++a) {
            for (size_t c = one == other ? a + 1 : b; c < b_end; ++c) {
                if (may_meet(&one->around[a], &other->around[c])) found(s, &one->entry[a], other->entry[c].primitive);
            }
        }
        b = b_end;
    }
}

static bool collect(ts_grid_pairs *pairs) {
    size_t total = 0;
    for (int t = 0; t < pairs->parts; ++t) total += pairs->part[t].count;
    if (!reserve(&pairs->all, total)) return false;
    pairs->all.count = 0;
    for (int t = 0; t < pairs->parts; ++t) {
        const ts_pair_list *part = &pairs->part[t];
        if (part->count == 0) continue;
        memcpy(pairs->all.pair[pairs->all.count], part->pair, part->count * sizeof *part->pair);
        pairs->all.count += part->count;
    }
    return true;
}

ts_status ts_grid_find_pairs(const ts_grid *one, const ts_grid *other, ts_grid_pairs *pairs, ts_error *error) {
    if (pairs->parts < omp_get_max_threads()) {
        ts_grid_pairs_clear(pairs);
        pairs->part = calloc((size_t)omp_get_max_threads(), sizeof *pairs->part);
        if (!pairs->part) return ts_fail_memory(error, "the pairs of a grid");
        pairs->parts = omp_get_max_threads();
    }
    for (int t = 0; t < pairs->parts; ++t) pairs->part[t].count = 0;
    const size_t blocks = (one->entries + BLOCK - 1) / BLOCK;
    bool failed = false;
#pragma omp parallel for schedule(dynamic, 4) reduction(|| : failed)
    for (size_t block = 0; block < blocks; ++block) {
        search mine = {.one = one, .other = other, .out = &pairs->part[omp_get_thread_num()]};
        search_block(&mine, block);
        failed = failed || mine.failed;
    }
    return failed || !collect(pairs) ? ts_fail_memory(error, "the pairs of a grid") : TS_OK;
}

void ts_grid_pairs_clear(ts_grid_pairs *pairs) {
    for (int t = 0; t < pairs->parts; ++t) free(pairs->part[t].pair);
    free(pairs->part);
    free(pairs->all.pair);
    *pairs = (ts_grid_pairs){0};
}
