/* SPDX-License-Identifier: GPL-2.0-or-later
 * The table for other programs: as CSV every column, exact numbers, a row for all kinds of query and one for each; for
 * LaTeX the columns that are asked for. */
#include "core/error.h"
#include "core/files.h"
#include "reports/replay/columns.h"
#include "reports/replay/replay.h"

typedef struct format {
    bool per_kind;
    unsigned parts;
    ts_number_style style;
    void (*print)(const ts_table *table, FILE *out);
} format;

static ts_status build(const ts_replay_results *results, const format *as, ts_table *table, ts_error *error) {
    ts_replay_rows rows;
    ts_status status = ts_replay_rows_init(results, as->per_kind, &rows);
    if (status != TS_OK) return ts_fail_memory(error, "the table");
    status = ts_replay_build_table(&rows, as->parts, as->style, table);
    ts_replay_rows_clear(&rows);
    return status == TS_OK ? TS_OK : ts_fail_memory(error, "the table");
}

static ts_status write_as(const ts_replay_results *results, const format *as, const char *path, ts_error *error) {
    ts_table table;
    ts_output output;
    ts_status status = build(results, as, &table, error);
    if (status != TS_OK) return status;
    status = ts_output_open(&output, path, true, error);
    if (status == TS_OK) {
        as->print(&table, output.stream);
        status = ts_output_close(&output, error);
    }
    ts_table_clear(&table);
    return status;
}

ts_status ts_replay_write_csv(const ts_replay_results *results, const char *path, ts_error *error) {
    return write_as(results, &(format){true, TS_PART_ALL, TS_STYLE_EXACT, ts_table_print_csv}, path, error);
}

static const char CAPTION[] = "Answers of CCD methods to recorded queries, judged by exact arithmetic. UNSAFE: late or "
                              "missed contacts. TOI error: "
                              "t* - toi of safe answers, as a fraction of the step. ns: nanoseconds per query. Bold: "
                              "the best of the methods that "
                              "answer all queries; for errors and times of those that are safe as well.";

ts_status ts_replay_write_latex(const ts_replay_results *results, const ts_text_list *columns, const char *path,
                                ts_error *error) {
    const char *brief[TS_REPLAY_MOST_BRIEF];
    ts_text_list chosen = columns ? *columns : (ts_text_list){0};
    ts_replay_rows rows;
    ts_table table;
    ts_output output;
    ts_status status = ts_replay_check_columns((const char *const *)chosen.items, chosen.count, error);
    if (status != TS_OK) return status;
    if (ts_replay_rows_init(results, false, &rows) != TS_OK) return ts_fail_memory(error, "the table");
    const size_t count = chosen.count > 0 ? chosen.count : ts_replay_brief_columns(&rows, brief);
    status =
        ts_replay_build_columns(&rows, chosen.count > 0 ? (const char *const *)chosen.items : brief, count, &table);
    ts_replay_rows_clear(&rows);
    if (status != TS_OK) return ts_fail_memory(error, "the table");
    table.caption = CAPTION;
    table.label = "tab:ccd-methods";
    status = ts_output_open(&output, path, true, error);
    if (status == TS_OK) {
        ts_table_print_latex(&table, output.stream);
        status = ts_output_close(&output, error);
    }
    ts_table_clear(&table);
    return status;
}
