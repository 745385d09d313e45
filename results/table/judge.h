/* SPDX-License-Identifier: GPL-2.0-or-later
 * The queries behind the comparison table, replayed: a sample of each cell's own, and the same ones for all methods. */
#ifndef TS_RESULTS_TABLE_JUDGE_H
#define TS_RESULTS_TABLE_JUDGE_H

#include "core/progress.h"
#include "results/table/table.h"

/* Does some cell of the scene lack its verdicts on the shared queries? */
bool ts_scene_table_lacks_shared(const ts_scene_table_work *work, size_t scene);
/* Judges what has been recorded and not been judged yet, and saves the cells. */
ts_status ts_scene_table_judge(const ts_scene_table_work *work, ts_progress *progress, ts_error *error);

#endif
