/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table of barriers for people, spreadsheets and programs (docs/barriers.md). */
#ifndef TS_REPORTS_BARRIERS_TABLE_H
#define TS_REPORTS_BARRIERS_TABLE_H

#include <stdio.h>

#include "benches/context.h"
#include "results/barriers/table.h"

ts_status ts_barrier_table_print(const ts_barrier_table *table, FILE *out, ts_error *error);
/* The names of its files besides table.json; NULL after the last. */
const char *ts_barrier_table_file(size_t at);
/* table.md, table.csv, table.tex and table.json, of which page and plots are made, into the folder. */
ts_status ts_barrier_table_write(const ts_barrier_table *table, const ts_context *context, const char *folder,
                                 ts_error *error);

#endif
