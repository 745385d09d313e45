/* SPDX-License-Identifier: GPL-2.0-or-later
 * The comparison table: scenes by methods, each simulated; and each method on the same queries of each scene. */
#ifndef TS_BENCHES_TABLE_SCENE_TABLE_H
#define TS_BENCHES_TABLE_SCENE_TABLE_H

#include <stddef.h>

#include <touchstone/ccd.h>

#include "benches/table/scene_cell.h"
#include "scenes/read/facts.h"

typedef struct ts_table_scene {
    char *name;    /* owned */
    char *operand; /* of `simulate`: a path, or the name of one that comes with Touchstone; owned */
    bool thick;    /* some surface has an offset: methods without min_distance cannot take part */
    uint64_t hash; /* of the scene at the table's size */
    ts_scene_facts facts;
    const char *const *solver_options; /* key=value, ended by NULL: the solver's loop as published; NULL: it has none */
} ts_table_scene;

typedef struct ts_scene_table {
    const char *size; /* borrowed */
    uint64_t steps;   /* 0: what each scene says */
    ts_ccd_asking asking;
    bool disturb; /* generated rods and cones, with this seed */
    uint64_t disturb_seed;
    size_t reference;   /* the method whose run the shared queries are recorded from */
    size_t scene_count; /* rows */
    ts_table_scene *scenes;
    size_t method_count; /* columns */
    const ts_ccd_method *methods;
    ts_scene_cell *cells; /* [scene][method] */
} ts_scene_table;

/* names, operands: of the scenes, copied; paths: of their files. All cells are empty; those of methods that cannot do
 * what their scene asks are TS_CELL_NOT_AVAILABLE, which takes a look at each scene. The reference is accd, or the
 * first method. */
typedef struct ts_scene_table_plan {
    ts_scene_options options; /* with the size */
    uint64_t steps;
    ts_ccd_asking asking;
    char *const *names, *const *operands, *const *paths;
    size_t scene_count;
    const ts_ccd_method *methods;
    size_t method_count;
} ts_scene_table_plan;

ts_status ts_scene_table_init(ts_scene_table *table, const ts_scene_table_plan *plan, ts_error *error);
void ts_scene_table_clear(ts_scene_table *table);

ts_scene_cell *ts_scene_table_cell(const ts_scene_table *table, size_t scene, size_t method);
/* Its time over that of the reference in the same scene; NaN unless both have one. */
double ts_scene_table_ratio(const ts_scene_table *table, size_t scene, size_t method);
/* The same of queries and their set-up. */
double ts_scene_table_ratio_with_set_up(const ts_scene_table *table, size_t scene, size_t method);

/* What the run of the reference in a scene was like; NaN: it was not made. */
typedef struct ts_scene_statistics {
    double mean_contacts, most_contacts;
    double cores, seconds_per_step, iterations_per_step;
} ts_scene_statistics;

ts_scene_statistics ts_scene_table_statistics(const ts_scene_table *table, size_t scene);

#endif
