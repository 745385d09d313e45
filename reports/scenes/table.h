/* SPDX-License-Identifier: GPL-2.0-or-later
 * The comparison table on the terminal and in files: table.md, table.tex, table.json, and as CSV table, cells,
 * comparison, same-queries. */
#ifndef TS_REPORTS_SCENES_TABLE_H
#define TS_REPORTS_SCENES_TABLE_H

#include <stdio.h>

#include "benches/context.h"
#include "benches/table/scene_table.h"

/* The table, the evidence of its failures, the comparison with the paper, the same queries. */
ts_status ts_scene_table_print(const ts_scene_table *table, FILE *out, ts_error *error);
/* All files, into a folder that exists; those of an earlier run are replaced. */
ts_status ts_scene_table_write(const ts_scene_table *table, const ts_context *context, const char *folder,
                               ts_error *error);

/* ---- Parts, for both faces ---- */

/* A paragraph for every cell that failed, or whose time is not all there is to say: what happened, where, and the
 * command that shows it. `mark` stands before each, `code` around commands. */
ts_status ts_scene_table_print_evidence(const ts_scene_table *table, const char *mark, const char *code, FILE *out);
/* The cells that differ from the paper's, with the command that runs each again. */
void ts_scene_table_print_differences(const ts_scene_table *table, const char *mark, const char *code, FILE *out);
/* How many cells agree and differ, in a sentence. */
void ts_scene_table_print_agreement(const ts_scene_table *table, FILE *out);

#endif
