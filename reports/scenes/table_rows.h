/* SPDX-License-Identifier: GPL-2.0-or-later
 * The comparison table and its companions as tables of strings (docs/comparison-table.md explains each). */
#ifndef TS_REPORTS_SCENES_TABLE_ROWS_H
#define TS_REPORTS_SCENES_TABLE_ROWS_H

#include "benches/table/scene_table.h"
#include "reports/table.h"

/* All return TS_OK or TS_ERROR_MEMORY. */

/* Scenes by methods: the cells' texts. */
ts_status ts_scene_table_build_matrix(const ts_scene_table *table, ts_table *out);
/* Of every cell: what the run was like, and what the exact verdicts of a sample of its queries are. */
ts_status ts_scene_table_build_cells(const ts_scene_table *table, ts_table *out);
/* Of every cell that the paper has as well: both, and whether they agree. */
ts_status ts_scene_table_build_comparison(const ts_scene_table *table, ts_table *out);
/* Every method on the same queries of each scene. */
ts_status ts_scene_table_build_shared(const ts_scene_table *table, ts_table *out);

/* Of every scene what it is and what the run of the reference was like, beside the paper's Fig. 24. */
ts_status ts_scene_table_build_statistics(const ts_scene_table *table, ts_table *out);

#endif
