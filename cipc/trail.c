/* SPDX-License-Identifier: GPL-2.0-or-later
 * Ways of a step in a ring of copies. */
#include "cipc/trail.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

static const size_t MOST_BYTES = (size_t)128 << 20;

typedef struct kept_way {
    double (*row)[3]; /* from, then p */
    double share;
    int iteration;
} kept_way;

struct ts_trail {
    size_t nodes, most; /* ways that may be kept */
    size_t made;        /* rows exist for so many */
    size_t gone;        /* ways of this step; the last of them are kept */
    size_t ring;        /* how many are kept at a time; `most`, or `made` once there was no memory for more */
    kept_way *way;
};

ts_status ts_trail_create(size_t nodes, ts_trail **trail, ts_error *error) {
    ts_trail *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the ways of a step");
    const size_t bytes = 2 * (nodes + 1) * sizeof *made->way->row;
    made->nodes = nodes;
    made->ring = made->most = bytes < MOST_BYTES ? MOST_BYTES / bytes : 1;
    if (made->most > 4096) made->ring = made->most = 4096;
    made->way = calloc(made->most, sizeof *made->way);
    if (!made->way) {
        free(made);
        return ts_fail_memory(error, "the ways of a step");
    }
    *trail = made;
    return TS_OK;
}

void ts_trail_destroy(ts_trail *trail) {
    if (!trail) return;
    for (size_t k = 0; k < trail->made; ++k) free(trail->way[k].row);
    free(trail->way);
    free(trail);
}

void ts_trail_begin(ts_trail *trail) {
    trail->gone = 0;
}

/* Where the next way goes; NULL when no memory was ever to be had. */
static kept_way *next_place(ts_trail *trail) {
    if (trail->gone >= trail->made && trail->made < trail->ring) {
        double(*row)[3] = malloc(2 * (trail->nodes + 1) * sizeof *row);
        if (row)
            trail->way[trail->made++].row = row;
        else
            trail->ring = trail->made;
    }
    return trail->ring > 0 ? &trail->way[trail->gone % trail->ring] : NULL;
}

void ts_trail_listen(void *self, int iteration, const ts_way *way) {
    ts_trail *trail = self;
    kept_way *kept = next_place(trail);
    ++trail->gone;
    if (!kept) return;
    memcpy(kept->row, way->from, trail->nodes * sizeof *kept->row);
    memcpy(kept->row + trail->nodes, way->p, trail->nodes * sizeof *kept->row);
    kept->share = way->share;
    kept->iteration = iteration;
}

size_t ts_trail_count(const ts_trail *trail) {
    return trail->gone < trail->ring ? trail->gone : trail->ring;
}

size_t ts_trail_lost(const ts_trail *trail) {
    return trail->gone - ts_trail_count(trail);
}

ts_way ts_trail_at(const ts_trail *trail, size_t k, int *iteration) {
    const kept_way *kept = &trail->way[(ts_trail_lost(trail) + k) % trail->ring];
    *iteration = kept->iteration;
    return (ts_way){(const double(*)[3])kept->row, (const double(*)[3])(kept->row + trail->nodes), kept->share};
}
