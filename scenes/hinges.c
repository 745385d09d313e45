/* SPDX-License-Identifier: MIT
 * Sides of triangles, sorted by their edge. */
#include "scenes/hinges.h"

#include <stdlib.h>

#include "core/error.h"

/* A side of a triangle. */
typedef struct side {
    int32_t low, high, opposite;
    size_t triangle;
} side;

static int by_edge(const void *left, const void *right) {
    const side *a = left, *b = right;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

static bool bends(const ts_bodies *bodies, const int32_t triangle[3]) {
    const ts_body *body = &bodies->body[bodies->body_of[triangle[0]]];
    return !body->obstacle && body->material.bends;
}

/* Sides of all triangles that bend, those of an edge next to each other. */
static size_t list_sides(const ts_bodies *bodies, side *list) {
    size_t count = 0;
    for (size_t k = 0; k < bodies->triangles; ++k) {
        const int32_t *t = bodies->triangle[k];
        if (!bends(bodies, t)) continue;
        for (int i = 0; i < 3; ++i) {
            const int32_t a = t[i], b = t[(i + 1) % 3];
            list[count++] =
                (side){.low = a < b ? a : b, .high = a < b ? b : a, .opposite = t[(i + 2) % 3], .triangle = k};
        }
    }
    qsort(list, count, sizeof *list, by_edge);
    return count;
}

/* End of the run of sides that lie on the same edge as side `first`. */
static size_t end_of_edge(const side *list, size_t count, size_t first) {
    size_t end = first + 1;
    while (end < count && list[end].low == list[first].low && list[end].high == list[first].high) ++end;
    return end;
}

static size_t write_pairs(const side *list, size_t sides, ts_stencil *out) {
    size_t count = 0;
    for (size_t first = 0, end; first < sides; first = end) {
        end = end_of_edge(list, sides, first);
        for (size_t a = first; a < end; ++a) {
            for (size_t b = a + 1; b < end; ++b) {
                if (out) {
                    out[count][0] = list[a].low;
                    out[count][1] = list[a].high;
                    out[count][2] = list[a].opposite;
                    out[count][3] = list[b].opposite;
                }
                ++count;
            }
        }
    }
    return count;
}

ts_status ts_hinges_find(const ts_bodies *bodies, ts_stencil **list, size_t *count, ts_error *error) {
    side *sides = malloc((3 * bodies->triangles + 1) * sizeof *sides);
    if (!sides) return ts_fail_memory(error, "hinges of shells");
    const size_t found = list_sides(bodies, sides), pairs = write_pairs(sides, found, NULL);
    ts_stencil *made = malloc((pairs + 1) * sizeof *made);
    if (made) {
        write_pairs(sides, found, made);
        *list = made;
        *count = pairs;
    }
    free(sides);
    return made ? TS_OK : ts_fail_memory(error, "hinges of shells");
}
