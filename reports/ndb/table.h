/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table beside that of Lan et al. 2024, for people, spreadsheets and programs (docs/ndb-table.md). */
#ifndef TS_REPORTS_NDB_TABLE_H
#define TS_REPORTS_NDB_TABLE_H

#include <stdio.h>

#include "benches/context.h"
#include "reports/plots/sheet.h"
#include "reports/table.h"
#include "results/ndb/table.h"

/* How far runs are from their references, whose folders are below `folder`: figures.apart. What cannot be compared
 * stays NaN. */
void ts_ndb_table_measure(ts_ndb_table *table, const char *folder);

/* Scenes beside Table 1; time steps and tolerances beside Table 2; global solves; every run; the claims. */
ts_status ts_ndb_table_build_scenes(const ts_ndb_table *table, ts_table *out);
ts_status ts_ndb_table_build_tolerances(const ts_ndb_table *table, ts_table *out);
ts_status ts_ndb_table_build_systems(const ts_ndb_table *table, ts_table *out);
ts_status ts_ndb_table_build_runs(const ts_ndb_table *table, ts_table *out);
ts_status ts_ndb_table_build_claims(const ts_ndb_table *table, ts_table *out);

ts_status ts_ndb_table_print(const ts_ndb_table *table, FILE *out, ts_error *error);
/* The names of its files besides table.json; NULL after the last. */
const char *ts_ndb_table_file(size_t at);
/* table.md, table.json and a CSV of each part into the folder. */
ts_status ts_ndb_table_write(const ts_ndb_table *table, const ts_context *context, const char *folder, ts_error *error);
/* Iterations over tolerance, iterations by step of the twist, shares of the time: data and scripts. */
ts_status ts_plot_ndb_systems(ts_plot_folder *plots, const ts_ndb_table *table, ts_error *error);
ts_status ts_plot_ndb_table(ts_plot_folder *plots, const ts_ndb_table *table, const char *folder, ts_error *error);

#endif
