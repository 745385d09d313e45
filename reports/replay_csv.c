/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table as CSV: every column, exact numbers, a row for all kinds of query and one for each. */
#include "core/error.h"
#include "core/files.h"
#include "reports/replay_columns.h"
#include "reports/replay_report.h"

static ts_status build(const ts_replay_results *results, ts_table *table, ts_error *error) {
    ts_replay_rows rows;
    ts_status status = ts_replay_rows_init(results, true, &rows);
    if (status != TS_OK) return ts_fail_memory(error, "the CSV table");
    status = ts_replay_build_table(&rows, TS_PART_ALL, TS_STYLE_EXACT, table);
    ts_replay_rows_clear(&rows);
    return status == TS_OK ? TS_OK : ts_fail_memory(error, "the CSV table");
}

ts_status ts_replay_write_csv(const ts_replay_results *results, const char *path, ts_error *error) {
    ts_table table;
    ts_output output;
    ts_status status = build(results, &table, error);
    if (status != TS_OK) return status;
    status = ts_output_open(&output, path, true, error);
    if (status == TS_OK) {
        ts_table_print_csv(&table, output.stream);
        status = ts_output_close(&output, error);
    }
    ts_table_clear(&table);
    return status;
}
