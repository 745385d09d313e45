/* SPDX-License-Identifier: GPL-2.0-or-later
 * The comparison table on the terminal and in files: table.md, table.tex, table.json, and as CSV table, cells,
 * comparison, statistics, same-queries. */
#ifndef TS_REPORTS_SCENES_TABLE_H
#define TS_REPORTS_SCENES_TABLE_H

#include <stdio.h>

#include "benches/context.h"
#include "benches/table/scene_table.h"

/* The table, the evidence of its failures, the comparison with the paper, the same queries. */
ts_status ts_scene_table_print(const ts_scene_table *table, FILE *out, ts_error *error);
/* The names of its files besides table.json; NULL after the last. */
const char *ts_scene_table_file(size_t at);
/* All files, into a folder that exists; those of an earlier run are replaced. */
ts_status ts_scene_table_write(const ts_scene_table *table, const ts_context *context, const char *folder,
                               ts_error *error);

/* ---- Parts, for the terminal and for files ---- */

/* A paragraph for every cell that failed, or whose time is not all there is to say: what happened, where, and the
 * command that shows it. As text for a terminal, or as a list of Markdown. */
ts_status ts_scene_table_print_evidence(const ts_scene_table *table, bool markdown, FILE *out);
/* The cells that differ from the paper's in word or ratio, with the command that runs each again. */
void ts_scene_table_print_differences(const ts_scene_table *table, bool markdown, FILE *out);
/* What CCD was asked, and of meshes that are generated parallel whether they are. */
void ts_scene_table_print_question(const ts_scene_table *table, FILE *out);
/* Of every cell marked '+' how many queries ACCD answered. */
void ts_scene_table_print_footnotes(const ts_scene_table *table, bool markdown, FILE *out);
/* How many cells agree and differ, those that say something apart. */
void ts_scene_table_print_agreement(const ts_scene_table *table, FILE *out);

#endif
