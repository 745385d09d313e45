/* SPDX-License-Identifier: GPL-2.0-or-later
 * Names and text of the table's cells. */
#include "benches/table/scene_cell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const NAMES[TS_CELL_OUTCOMES] = {
    "not run", "finished", "tiny toi", "intersect", "error", "infinite", "n/a", "unreached", "time", "memory", "failed",
};

ts_scene_cell ts_scene_cell_empty(void) {
    return (ts_scene_cell){
        .ccd_ms = NAN,
        .broad_ms = NAN,
        .set_up_ms = NAN,
        .step_seconds = NAN,
        .mean_contacts = NAN,
        .least_gap = NAN,
        .most_stretch = NAN,
        .sample = {.nanoseconds = NAN, .batch_nanoseconds = NAN},
        .shared = {.nanoseconds = NAN, .batch_nanoseconds = NAN},
    };
}

const char *ts_cell_outcome_name(ts_cell_outcome outcome) {
    return NAMES[outcome];
}

ts_cell_outcome ts_cell_outcome_of(const char *name) {
    int outcome = 0;
    while (outcome < TS_CELL_OUTCOMES && strcmp(NAMES[outcome], name) != 0) ++outcome;
    return (ts_cell_outcome)outcome;
}

void ts_scene_cell_text(const ts_scene_cell *cell, char text[TS_CELL_TEXT]) {
    const char *mark = cell->not_converged > 0 ? "*" : "", *helped = cell->by_accd > 0 ? "+" : "";
    if (cell->outcome != TS_CELL_TIMED)
        snprintf(text, TS_CELL_TEXT, "%s%s", NAMES[cell->outcome], helped);
    else if (cell->ccd_queries == 0)
        snprintf(text, TS_CELL_TEXT, "no query%s", mark);
    else
        snprintf(text, TS_CELL_TEXT, cell->ccd_ms >= 100.0 ? "%.1f%s%s" : "%.3g%s%s", cell->ccd_ms, mark, helped);
}

bool ts_scene_cell_has_failed(const ts_scene_cell *cell) {
    return cell->outcome != TS_CELL_EMPTY && cell->outcome != TS_CELL_TIMED && cell->outcome != TS_CELL_NOT_AVAILABLE;
}
