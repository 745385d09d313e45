/* SPDX-License-Identifier: MIT
 * A box tree of width four over Morton-sorted primitives, complete and without pointers: node i of a level holds
 * the boxes of nodes 4i to 4i+3 of the level below, in floats rounded outward; primitives keep their doubles. */
#include "core/bvh.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "core/bvh_tree.h"
#include "core/error.h"
#include "core/outward.h"
#include "core/share.h"

/* ---- Order ---- */

/* 16 bits spread to every third place. */
static uint64_t spread(uint64_t v) {
    v = (v | v << 16) & UINT64_C(0x0000FF0000FF);
    v = (v | v << 8) & UINT64_C(0x00F00F00F00F);
    v = (v | v << 4) & UINT64_C(0x0C30C30C30C3);
    return (v | v << 2) & UINT64_C(0x249249249249);
}

static double middle(const ts_box *box, int k) {
    return 0.5 * box->lo[k] + 0.5 * box->hi[k];
}

static void morton_codes(const ts_bvh *tree, const ts_box *boxes, uint64_t *code) {
    double lo[3] = {INFINITY, INFINITY, INFINITY}, extent = 0.0;
    for (size_t i = 0; i < tree->count; ++i) {
        for (int k = 0; k < 3; ++k) lo[k] = fmin(lo[k], middle(&boxes[i], k));
    }
    for (size_t i = 0; i < tree->count; ++i) {
        for (int k = 0; k < 3; ++k) extent = fmax(extent, middle(&boxes[i], k) - lo[k]);
    }
    const double scale = extent > 0.0 ? 65535.0 / extent : 0.0;
    for (size_t i = 0; i < tree->count; ++i) {
        uint64_t cell[3];
        for (int k = 0; k < 3; ++k) {
            const double place = (middle(&boxes[i], k) - lo[k]) * scale;
            cell[k] = place >= 0.0 && place <= 65535.0 ? (uint64_t)place : 0; /* extents near overflow */
        }
        code[i] = spread(cell[0]) << 2 | spread(cell[1]) << 1 | spread(cell[2]);
    }
}

/* tree->order by ascending code, equal codes in the order of the primitives. */
static void sort_by_code(ts_bvh *tree) {
    if (tree->count == 0) return;
    uint64_t *code = tree->code, *other_code = tree->code + tree->count;
    int32_t *order = tree->order, *other = tree->order + tree->count;
    for (size_t i = 0; i < tree->count; ++i) order[i] = (int32_t)i;
    for (int shift = 0; shift < 48; shift += 8) { /* an even number of passes: the result ends where it began */
        size_t place[257] = {0};
        for (size_t i = 0; i < tree->count; ++i) ++place[(code[i] >> shift & 255) + 1];
        for (int digit = 0; digit < 256; ++digit) place[digit + 1] += place[digit];
        for (size_t i = 0; i < tree->count; ++i) {
            const size_t to = place[code[i] >> shift & 255]++;
            other_code[to] = code[i];
            other[to] = order[i];
        }
        uint64_t *const swap_code = code;
        int32_t *const swap = order;
        code = other_code, other_code = swap_code;
        order = other, other = swap;
    }
}

/* ---- Boxes ---- */

static void set_empty(ts_bvh_node *node, int slot) {
    for (int k = 0; k < 3; ++k) {
        node->lo[k][slot] = INFINITY;
        node->hi[k][slot] = -INFINITY;
    }
}

static void fit_leaf(ts_bvh *tree, const ts_box *boxes, size_t i) {
    ts_bvh_node *node = &tree->node[i];
    for (int slot = 0; slot < TS_BVH_WIDTH; ++slot) {
        const size_t place = TS_BVH_WIDTH * i + (size_t)slot;
        if (place >= tree->count) {
            set_empty(node, slot);
            continue;
        }
        const ts_box *box = &boxes[tree->order[place]];
        tree->box[place] = *box;
        for (int k = 0; k < 3; ++k) {
            node->lo[k][slot] = ts_float_below(box->lo[k]);
            node->hi[k][slot] = ts_float_above(box->hi[k]);
        }
    }
}

static void fit_inner(ts_bvh *tree, int level, size_t i) {
    ts_bvh_node *node = &tree->node[tree->first[level] + i];
    const size_t below_first = tree->first[level - 1], below_count = tree->first[level] - below_first;
    for (int slot = 0; slot < TS_BVH_WIDTH; ++slot) {
        const size_t child = TS_BVH_WIDTH * i + (size_t)slot;
        if (child >= below_count) {
            set_empty(node, slot);
            continue;
        }
        const ts_bvh_node *from = &tree->node[below_first + child];
        for (int k = 0; k < 3; ++k) {
            float lo = INFINITY, hi = -INFINITY;
            for (int s = 0; s < TS_BVH_WIDTH; ++s) {
                lo = from->lo[k][s] < lo ? from->lo[k][s] : lo;
                hi = from->hi[k][s] > hi ? from->hi[k][s] : hi;
            }
            node->lo[k][slot] = lo;
            node->hi[k][slot] = hi;
        }
    }
}

static void fit(ts_bvh *tree, const ts_box *boxes, int level, size_t i) {
    if (level == 0)
        fit_leaf(tree, boxes, i);
    else
        fit_inner(tree, level, i);
}

void ts_bvh_refit(ts_bvh *tree, const ts_box *boxes) {
    for (int level = 0; level < tree->levels; ++level) {
        const size_t nodes = tree->first[level + 1] - tree->first[level];
#pragma omp parallel for schedule(static) if (ts_pays_to_share(nodes, 50))
        for (size_t i = 0; i < nodes; ++i) fit(tree, boxes, level, i);
    }
}

void ts_bvh_touch(ts_bvh *tree, size_t place) {
    for (int level = 0; level < tree->levels; ++level) {
        place /= TS_BVH_WIDTH;
        bool *touched = &tree->touched[tree->first[level] + place];
        if (*touched) return; /* and so are all above it */
        *touched = true;
    }
}

void ts_bvh_refit_touched(ts_bvh *tree, const ts_box *boxes) {
    for (int level = 0; level < tree->levels; ++level) {
        const size_t nodes = tree->first[level + 1] - tree->first[level];
        bool *touched = &tree->touched[tree->first[level]];
#pragma omp parallel for schedule(static) if (ts_pays_to_share(nodes, 10))
        for (size_t i = 0; i < nodes; ++i) {
            if (touched[i]) fit(tree, boxes, level, i);
            touched[i] = false;
        }
    }
}

void ts_bvh_rebuild(ts_bvh *tree, const ts_box *boxes) {
    morton_codes(tree, boxes, tree->code);
    sort_by_code(tree);
    ts_bvh_refit(tree, boxes);
}

/* ---- Life ---- */

/* Levels up to one of a single node with a single box: the crown. */
static void lay_out(ts_bvh *tree) {
    size_t below_count = tree->count;
    tree->levels = 0;
    if (tree->count == 0) return;
    while (tree->levels == 0 || below_count > 1) {
        const size_t nodes = (below_count + TS_BVH_WIDTH - 1) / TS_BVH_WIDTH;
        tree->first[tree->levels + 1] = tree->first[tree->levels] + nodes;
        ++tree->levels;
        below_count = nodes;
    }
    tree->first[tree->levels + 1] = tree->first[tree->levels] + 1;
    ++tree->levels;
}

void ts_bvh_assign(ts_bvh *tree, size_t count, const ts_box *boxes) {
    assert(count <= tree->capacity);
    tree->count = count;
    lay_out(tree);
    if (count > 0) ts_bvh_rebuild(tree, boxes);
}

ts_status ts_bvh_create(size_t count, const ts_box *boxes, ts_bvh **tree, ts_error *error) {
    if (count >= INT32_MAX) return ts_fail(error, TS_ERROR_USAGE, "a box tree of %zu primitives is too large", count);
    ts_bvh *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "a box tree");
    made->count = made->capacity = count;
    if (count > 0) {
        lay_out(made);
        made->node = malloc(made->first[made->levels] * sizeof *made->node);
        made->touched = calloc(made->first[made->levels], sizeof *made->touched);
        made->box = malloc(count * sizeof *made->box);
        made->order = malloc(2 * count * sizeof *made->order);
        made->code = malloc(2 * count * sizeof *made->code);
        if (!made->node || !made->touched || !made->box || !made->order || !made->code) {
            ts_bvh_destroy(made);
            return ts_fail_memory(error, "a box tree");
        }
        ts_bvh_rebuild(made, boxes);
    }
    *tree = made;
    return TS_OK;
}

void ts_bvh_destroy(ts_bvh *tree) {
    if (!tree) return;
    free(tree->node);
    free(tree->touched);
    free(tree->box);
    free(tree->order);
    free(tree->code);
    free(tree);
}

const int32_t *ts_bvh_order(const ts_bvh *tree) {
    return tree->order;
}
