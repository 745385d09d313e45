/* SPDX-License-Identifier: MIT
 * Ways of a step in a ring of copies. */
#include "scenes/run/history.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

static const size_t MOST_BYTES = (size_t)128 << 20;

typedef struct kept_displacement {
    double (*row)[3]; /* from, then p */
    double fraction;
    int iteration;
} kept_displacement;

struct ts_step_history {
    size_t nodes, most; /* displacements that may be kept */
    size_t made;        /* rows exist for so many */
    size_t gone;        /* displacements of this step; the last of them are kept */
    size_t ring;        /* how many are kept at a time; `most`, or `made` once there was no memory for more */
    kept_displacement *displacement;
};

ts_status ts_step_history_create(size_t nodes, ts_step_history **history, ts_error *error) {
    ts_step_history *made = calloc(1, sizeof *made);
    if (!made) return ts_fail_memory(error, "the displacements of a step");
    const size_t bytes = 2 * (nodes + 1) * sizeof *made->displacement->row;
    made->nodes = nodes;
    made->ring = made->most = bytes < MOST_BYTES ? MOST_BYTES / bytes : 1;
    if (made->most > 4096) made->ring = made->most = 4096;
    made->displacement = calloc(made->most, sizeof *made->displacement);
    if (!made->displacement) {
        free(made);
        return ts_fail_memory(error, "the displacements of a step");
    }
    *history = made;
    return TS_OK;
}

void ts_step_history_destroy(ts_step_history *history) {
    if (!history) return;
    for (size_t k = 0; k < history->made; ++k) free(history->displacement[k].row);
    free(history->displacement);
    free(history);
}

void ts_step_history_begin(ts_step_history *history) {
    history->gone = 0;
}

/* Where the next displacement goes; NULL when no memory was ever to be had. */
static kept_displacement *next_place(ts_step_history *history) {
    if (history->gone >= history->made && history->made < history->ring) {
        double(*row)[3] = malloc(2 * (history->nodes + 1) * sizeof *row);
        if (row)
            history->displacement[history->made++].row = row;
        else
            history->ring = history->made;
    }
    return history->ring > 0 ? &history->displacement[history->gone % history->ring] : NULL;
}

void ts_step_history_listen(void *self, int iteration, const ts_displacement *displacement) {
    ts_step_history *history = self;
    kept_displacement *kept = next_place(history);
    ++history->gone;
    if (!kept) return;
    memcpy(kept->row, displacement->from, history->nodes * sizeof *kept->row);
    memcpy(kept->row + history->nodes, displacement->p, history->nodes * sizeof *kept->row);
    kept->fraction = displacement->fraction;
    kept->iteration = iteration;
}

size_t ts_step_history_count(const ts_step_history *history) {
    return history->gone < history->ring ? history->gone : history->ring;
}

size_t ts_step_history_lost(const ts_step_history *history) {
    return history->gone - ts_step_history_count(history);
}

ts_displacement ts_step_history_at(const ts_step_history *history, size_t k, int *iteration) {
    const kept_displacement *kept = &history->displacement[(ts_step_history_lost(history) + k) % history->ring];
    *iteration = kept->iteration;
    return (ts_displacement){(const double(*)[3])kept->row, (const double(*)[3])(kept->row + history->nodes),
                             kept->fraction};
}
