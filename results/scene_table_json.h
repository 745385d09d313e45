/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results file of the comparison table. */
#ifndef TS_RESULTS_SCENE_TABLE_JSON_H
#define TS_RESULTS_SCENE_TABLE_JSON_H

#include "benches/context.h"
#include "benches/table/scene_table.h"

/* Everything known. The file appears complete or not at all; one that exists is replaced. */
ts_status ts_scene_table_write_json(const ts_scene_table *table, const ts_context *context, const char *path,
                                    ts_error *error);

#endif
