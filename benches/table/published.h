/* SPDX-License-Identifier: GPL-2.0-or-later
 * The comparison of CCD methods as the C-IPC paper publishes it (Li, Kaufman, Jiang 2021, Fig. 19), and how a table of
 * ours compares with it. */
#ifndef TS_BENCHES_TABLE_PUBLISHED_H
#define TS_BENCHES_TABLE_PUBLISHED_H

#include <stddef.h>

#include "benches/table/scene_table.h"

typedef enum ts_agreement {
    TS_NOT_COMPARED = 0, /* not in the paper's table, or without a run that says anything */
    TS_AGREES,           /* both have a time, or the same word */
    TS_DIFFERS
} ts_agreement;

/* The ten scenes of the figure, in its order; NULL past the last. */
const char *ts_published_scene(size_t index);
/* Its six columns by the names of our methods; NULL past the last. */
const char *ts_published_backend(size_t index);

/* What the paper says: "72.8" (ms per Newton iteration) or a word; NULL: it has no such cell. */
const char *ts_published_cell(const char *scene, const char *backend);
/* The paper's time over its time of accd in the same scene; NaN where there is none. Milliseconds themselves are of
 * another machine and scenes of another size. */
double ts_published_ratio(const char *scene, const char *backend);

/* A cell beside the paper's. */
typedef struct ts_published_comparison {
    bool
        is_informative; /* the paper's says something: it is not "n/a", nor of accd, which all others are measured by */
    ts_agreement word;  /* both are times, or the same word */
    ts_agreement ratio; /* of two times: their ratios to accd are within a factor of 2 of each other */
} ts_published_comparison;

/* ratio: of the cell's time, queries and their set-up, over accd's; NaN: not known. */
ts_published_comparison ts_compare_published(const ts_scene_cell *cell, double ratio, const char *scene,
                                             const char *backend);
/* Of a table whose reference is accd; where it is another method, ratios are not compared. */
ts_published_comparison ts_compare_table_cell(const ts_scene_table *table, size_t scene, size_t method);
/* "agrees", "differs", "". */
const char *ts_agreement_name(ts_agreement agreement);

#endif
