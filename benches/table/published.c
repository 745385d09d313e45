/* SPDX-License-Identifier: GPL-2.0-or-later
 * The published table. */
#include "benches/table/published.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BACKENDS = 6 };

static const char *const BACKEND[BACKENDS + 1] = {"accd", "cubic", "root-parity", "minsep", "bsc", "tbsc", NULL};

typedef struct published_row {
    const char *scene;
    const char *cell[BACKENDS];
} published_row;

/* C-IPC, Fig. 19: total CCD time per Newton iteration without the broad phase, in ms. */
static const published_row ROW[] = {
    {"sprinkles", {"72.8", "tiny toi", "n/a", "tiny toi", "n/a", "n/a"}},
    {"noodles", {"98.0", "tiny toi", "n/a", "tiny toi", "n/a", "n/a"}},
    {"hair-clusters", {"855.5", "tiny toi", "n/a", "tiny toi", "n/a", "n/a"}},
    {"braids", {"965.4", "1012.8", "n/a", "tiny toi", "n/a", "n/a"}},
    {"card-shuffle", {"165.2", "tiny toi", "n/a", "tiny toi", "n/a", "n/a"}},
    {"needle-bed", {"43.4", "55.6", "intersect", "tiny toi", "error", "infinite"}},
    {"kick", {"229.6", "262.3", "intersect", "tiny toi", "error", "tiny toi"}},
    {"stack-1mm", {"441.5", "498.3", "448.5", "tiny toi", "error", "infinite"}},
    {"stack-5mm", {"189.6", "236.8", "191.9", "tiny toi", "error", "infinite"}},
    {"stack-10mm", {"123.3", "135.0", "124.4", "tiny toi", "error", "infinite"}},
};

enum { ROWS = sizeof ROW / sizeof *ROW };

const char *ts_published_scene(size_t index) {
    return index < ROWS ? ROW[index].scene : NULL;
}

const char *ts_published_backend(size_t index) {
    return index < BACKENDS ? BACKEND[index] : NULL;
}

const char *ts_published_cell(const char *scene, const char *backend) {
    size_t r = 0, b = 0;
    while (r < ROWS && strcmp(ROW[r].scene, scene) != 0) ++r;
    while (b < BACKENDS && strcmp(BACKEND[b], backend) != 0) ++b;
    return r < ROWS && b < BACKENDS ? ROW[r].cell[b] : NULL;
}

/* NaN: a word. */
static double milliseconds(const char *cell) {
    char *end;
    const double value = strtod(cell, &end);
    return end != cell && *end == '\0' ? value : NAN;
}

double ts_published_ratio(const char *scene, const char *backend) {
    const char *cell = ts_published_cell(scene, backend), *accd = ts_published_cell(scene, "accd");
    return cell ? milliseconds(cell) / milliseconds(accd) : NAN;
}

/* Of ratios: theirs and ours are of other machines, scenes of another size, and other amounts of set-up. */
static const double WITHIN = 2.0;

ts_published_comparison ts_compare_published(const ts_scene_cell *cell, double ratio, const char *scene,
                                             const char *backend) {
    const char *published = ts_published_cell(scene, backend);
    ts_published_comparison made = {.word = TS_NOT_COMPARED};
    if (!published) return made;
    made.is_informative = strcmp(published, "n/a") != 0 && strcmp(backend, "accd") != 0;
    if (cell->outcome == TS_CELL_EMPTY || cell->outcome == TS_CELL_FAILED) return made;
    const bool both_timed = cell->outcome == TS_CELL_TIMED && !isnan(milliseconds(published));
    const bool same_word = strcmp(ts_cell_outcome_name(cell->outcome), published) == 0;
    made.word = both_timed || same_word ? TS_AGREES : TS_DIFFERS;
    if (!both_timed || isnan(ratio)) return made;
    const double factor = ratio / ts_published_ratio(scene, backend);
    made.ratio = factor <= WITHIN && factor >= 1.0 / WITHIN ? TS_AGREES : TS_DIFFERS;
    return made;
}

ts_published_comparison ts_compare_table_cell(const ts_scene_table *table, size_t scene, size_t method) {
    const bool has_accd = strcmp(table->methods[table->reference].backend->name, "accd") == 0;
    const double ratio = has_accd ? ts_scene_table_ratio_with_set_up(table, scene, method) : NAN;
    return ts_compare_published(ts_scene_table_cell(table, scene, method), ratio, table->scenes[scene].name,
                                table->methods[method].backend->name);
}

const char *ts_agreement_name(ts_agreement agreement) {
    static const char *const names[] = {"", "agrees", "differs"};
    return names[agreement];
}
