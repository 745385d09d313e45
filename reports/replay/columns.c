/* SPDX-License-Identifier: GPL-2.0-or-later
 * What each column of a replay's tables is called, measures, and looks like. */
#include "reports/replay/columns.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "core/shortest.h"
#include "core/suggest.h"

typedef enum measure { COUNT, UNSAFE, QUANTILE, MEAN, RATIO } measure;

typedef struct replay_column {
    const char *key, *heading;
    unsigned parts; /* that have it */
    measure measure;
    size_t offset;   /* of the count or histogram within ts_replay_cell */
    double fraction; /* of the quantile */
} replay_column;

#define CELL(member) offsetof(ts_replay_cell, member)
#define VERDICT(which) (offsetof(ts_replay_cell, verdicts) + sizeof(uint64_t) * (which))

#define FAILURE(which) (offsetof(ts_replay_cell, failures) + sizeof(uint64_t) * (which))

static const replay_column COLUMNS[] = {
    {"queries", "queries", TS_PART_VERDICTS, COUNT, CELL(queries), 0},
    {"contacts", "contacts", TS_PART_VERDICTS, COUNT, CELL(contacts), 0},
    {"true_negative", "true\nneg.", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_TRUE_NEGATIVE), 0},
    {"safe", "safe", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_SAFE), 0},
    {"touching", "touch-\ning", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_TOUCHING), 0},
    {"false_positive", "false\npos.", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_FALSE_POSITIVE), 0},
    {"false_negative", "false\nneg.", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_FALSE_NEGATIVE), 0},
    {"late", "late", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_LATE), 0},
    {"limit", "limit", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_LIMIT), 0},
    {"unsupported", "unsup-\nported", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_UNSUPPORTED), 0},
    {"error", "error", TS_PART_VERDICTS | TS_PART_REASONS, COUNT, VERDICT(TS_VERDICT_ERROR), 0},
    {"unverified", "unver-\nified", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_UNVERIFIED), 0},
    {"inconsistent", "incon-\nsistent", TS_PART_VERDICTS, COUNT, VERDICT(TS_VERDICT_INCONSISTENT), 0},
    {"unsafe", "UNSAFE", TS_PART_VERDICTS, UNSAFE, 0, 0},
    {"certificates_checked", "proofs\nchecked", TS_PART_PROOFS, COUNT, CELL(certificates), 0},
    {"certificates_failed", "proofs\nFAILED", TS_PART_PROOFS, COUNT, CELL(certificates_failed), 0},
    {"stalls", "stalls", TS_PART_QUALITY, COUNT, CELL(stalls), 0},
    {"below_bound", "below\nbound", TS_PART_QUALITY, COUNT, CELL(below_bound), 0},
    {"toi_error_median", "TOI error\nmedian", TS_PART_QUALITY, QUANTILE, CELL(toi_error), 0.5},
    {"toi_error_largest", "TOI error\nlargest", TS_PART_QUALITY, QUANTILE, CELL(toi_error), 1.0},
    {"lateness_largest", "late by\nat most", TS_PART_QUALITY, QUANTILE, CELL(lateness), 1.0},
    {"kept_gap_least", "kept gap\nleast", TS_PART_QUALITY, QUANTILE, CELL(kept_gap), 0.0},
    {"kept_gap_median", "kept gap\nmedian", TS_PART_DETAIL, QUANTILE, CELL(kept_gap), 0.5},
    {"closest_gap_median", "closest gap\nmedian", TS_PART_DETAIL, QUANTILE, CELL(closest_gap), 0.5},
    {"closest_gap_largest", "closest gap\nlargest", TS_PART_DETAIL, QUANTILE, CELL(closest_gap), 1.0},
    {"step_lost_median", "step lost\nmedian", TS_PART_DETAIL, QUANTILE, CELL(step_lost), 0.5},
    {"step_lost_largest", "step lost\nlargest", TS_PART_DETAIL, QUANTILE, CELL(step_lost), 1.0},
    {"iterations_mean", "iterations\nmean", TS_PART_DETAIL, MEAN, CELL(iterations), 0},
    {"iterations_median", "iterations\nmedian", TS_PART_DETAIL, QUANTILE, CELL(iterations), 0.5},
    {"iterations_p99", "iterations\np99", TS_PART_DETAIL, QUANTILE, CELL(iterations), 0.99},
    {"iterations_largest", "iterations\nlargest", TS_PART_DETAIL, QUANTILE, CELL(iterations), 1.0},
    {"ns_mean", "ns\nmean", TS_PART_QUALITY, MEAN, CELL(nanoseconds), 0},
    {"ns_median", "ns\nmedian", TS_PART_QUALITY, QUANTILE, CELL(nanoseconds), 0.5},
    {"ns_p99", "ns\np99", TS_PART_QUALITY, QUANTILE, CELL(nanoseconds), 0.99},
    {"ns_largest", "ns\nlargest", TS_PART_DETAIL, QUANTILE, CELL(nanoseconds), 1.0},
    {"ns_batch", "ns in a\nbatch", TS_PART_QUALITY, MEAN, CELL(batch_nanoseconds), 0},
    {"asked", "asked", TS_PART_DETAIL, COUNT, CELL(asked), 0},
    {"error_own", "own\nerror", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_OWN), 0},
    {"error_nan", "toi\nNaN", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_NAN), 0},
    {"error_outside", "toi\noutside", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_OUTSIDE), 0},
    {"error_status", "no\nstatus", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_STATUS), 0},
    {"error_crashed", "crashed", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_CRASHED), 0},
    {"error_exited", "exited", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_EXITED), 0},
    {"error_timed_out", "timed\nout", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_TIMED_OUT), 0},
    {"error_output", "no\nanswer", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_OUTPUT), 0},
    {"error_given_up", "given\nup", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_GIVEN_UP), 0},
    {"error_meddled", "meddled", TS_PART_REASONS, COUNT, FAILURE(TS_CCD_FAILURE_MEDDLED), 0},
    {"ratio_to_fastest", "ratio to\nfastest", TS_PART_QUALITY, RATIO, 0, 0},
};

enum { COLUMN_COUNT = sizeof COLUMNS / sizeof *COLUMNS, MOST_COLUMNS = COLUMN_COUNT + 2 };

/* ---- Numbers ---- */

static uint64_t count_of(const replay_column *column, const ts_replay_row *row) {
    if (column->measure == UNSAFE) return ts_replay_unsafe(&row->cell);
    const void *member = (const char *)&row->cell + column->offset;
    return *(const uint64_t *)member;
}

static double real_of(const replay_column *column, const ts_replay_row *row) {
    if (column->measure == RATIO) return row->ratio;
    const void *member = (const char *)&row->cell + column->offset;
    const ts_histogram *histogram = member;
    return column->measure == MEAN ? ts_histogram_mean(histogram) : ts_histogram_quantile(histogram, column->fraction);
}

static bool is_large_scale(const replay_column *column) {
    return column->offset == CELL(nanoseconds) || column->offset == CELL(batch_nanoseconds) ||
           column->offset == CELL(iterations);
}

static char *nothing(ts_number_style style) {
    return ts_text("%s", style == TS_STYLE_EXACT ? "" : "-");
}

static char *real_text(const replay_column *column, const ts_replay_row *row, ts_number_style style) {
    const double value = real_of(column, row);
    if (isnan(value)) return nothing(style);
    char number[TS_SHORTEST];
    if (style == TS_STYLE_EXACT) return ts_text("%s", ts_shortest(value, number));
    if (column->measure == RATIO) return ts_text("%.2f%s", value, row->partial ? "*" : "");
    return ts_text(is_large_scale(column) && value >= 100.0 && value < 1e8 ? "%.0f" : "%.3g", value);
}

static char *cell_text(const replay_column *column, const ts_replay_row *row, ts_number_style style) {
    const bool is_count = column->measure == COUNT || column->measure == UNSAFE;
    const bool applies = column->parts != TS_PART_PROOFS || row->method->backend->certify;
    if (!applies) return nothing(style);
    return is_count ? ts_text("%" PRIu64, count_of(column, row)) : real_text(column, row, style);
}

/* ---- The table ---- */

static bool has_kinds(const ts_replay_rows *rows) {
    for (size_t r = 0; r < rows->count; ++r) {
        if (strcmp(rows->rows[r].kind, "all") != 0) return true;
    }
    return false;
}

/* Which columns a table has, and what it says of rows. */
typedef struct table_plan {
    bool kinds, shown[COLUMN_COUNT];
    ts_number_style style;
} table_plan;

/* Does any of the rows count something there? */
static bool occurs(const ts_replay_rows *rows, const replay_column *column) {
    for (size_t r = 0; r < rows->count; ++r) {
        if (count_of(column, &rows->rows[r]) > 0) return true;
    }
    return false;
}

static void plan_table(const ts_replay_rows *rows, unsigned parts, ts_number_style style, table_plan *plan) {
    *plan = (table_plan){.kinds = has_kinds(rows), .style = style};
    for (size_t c = 0; c < COLUMN_COUNT; ++c) {
        const bool rare = COLUMNS[c].parts == TS_PART_REASONS && style == TS_STYLE_READABLE;
        plan->shown[c] = parts & COLUMNS[c].parts && (!rare || occurs(rows, &COLUMNS[c]));
    }
}

static ts_status add_cells(ts_table *table, const ts_replay_row *row, const table_plan *plan) {
    char *cells[MOST_COLUMNS];
    size_t count = 0;
    cells[count++] = ts_text("%s", row->method->backend->name);
    if (plan->kinds) cells[count++] = ts_text("%s", row->kind);
    for (size_t c = 0; c < COLUMN_COUNT; ++c) {
        if (plan->shown[c]) cells[count++] = cell_text(&COLUMNS[c], row, plan->style);
    }
    return ts_table_add(table, row->data_set->path, cells);
}

ts_status ts_replay_build_table(const ts_replay_rows *rows, unsigned parts, ts_number_style style, ts_table *table) {
    const ts_table_column group = {"dataset", "data set", true};
    ts_table_column columns[MOST_COLUMNS];
    ts_table made;
    table_plan plan;
    if (!rows->proofs) parts &= ~(unsigned)TS_PART_PROOFS;
    plan_table(rows, parts, style, &plan);
    size_t count = 0;
    columns[count++] = (ts_table_column){"backend", "backend", true};
    if (plan.kinds) columns[count++] = (ts_table_column){"kind", "kind", true};
    for (size_t c = 0; c < COLUMN_COUNT; ++c) {
        if (plan.shown[c]) columns[count++] = (ts_table_column){COLUMNS[c].key, COLUMNS[c].heading, false};
    }
    ts_status status = ts_table_init(&made, group, columns, count);
    if (status != TS_OK) return status;
    for (size_t r = 0; status == TS_OK && r < rows->count; ++r) {
        const bool fails = rows->rows[r].cell.verdicts[TS_VERDICT_ERROR] > 0;
        if (parts != TS_PART_REASONS || fails) status = add_cells(&made, &rows->rows[r], &plan);
    }
    if (status == TS_OK)
        *table = made;
    else
        ts_table_clear(&made);
    return status;
}

/* ---- Chosen columns ---- */

/* NULL: there is none. */
static const replay_column *column_of(const char *key) {
    for (size_t c = 0; c < COLUMN_COUNT; ++c) {
        if (strcmp(COLUMNS[c].key, key) == 0) return &COLUMNS[c];
    }
    return NULL;
}

ts_status ts_replay_check_columns(const char *const *keys, size_t count, ts_error *error) {
    const char *known[COLUMN_COUNT];
    for (size_t c = 0; c < COLUMN_COUNT; ++c) known[c] = COLUMNS[c].key;
    if (count > MOST_COLUMNS - 1)
        return ts_fail(error, TS_ERROR_USAGE, "--columns names %zu columns; %d at most", count, MOST_COLUMNS - 1);
    for (size_t k = 0; k < count; ++k) {
        if (column_of(keys[k])) continue;
        return ts_fail(error, TS_ERROR_USAGE, "--columns %s: there is no such column; the nearest is '%s'", keys[k],
                       ts_nearest_name(keys[k], known, COLUMN_COUNT));
    }
    return TS_OK;
}

size_t ts_replay_brief_columns(const ts_replay_rows *rows, const char *keys[TS_REPLAY_MOST_BRIEF]) {
    static const char *const ALWAYS[] = {"unsafe", "stalls", "false_positive", "toi_error_median", "ns_median"};
    static const char *const WHERE_THEY_OCCUR[] = {"inconsistent", "limit"};
    size_t count = 0;
    for (size_t k = 0; k < sizeof ALWAYS / sizeof *ALWAYS; ++k) keys[count++] = ALWAYS[k];
    for (size_t k = 0; k < sizeof WHERE_THEY_OCCUR / sizeof *WHERE_THEY_OCCUR; ++k) {
        if (occurs(rows, column_of(WHERE_THEY_OCCUR[k]))) keys[count++] = WHERE_THEY_OCCUR[k];
    }
    for (size_t c = 0; c < COLUMN_COUNT && count < TS_REPLAY_MOST_BRIEF; ++c) {
        if (COLUMNS[c].parts == TS_PART_REASONS && occurs(rows, &COLUMNS[c])) keys[count++] = COLUMNS[c].key;
    }
    return count;
}

/* Is the row compared with others in that column? Counts of answers, and of queries, are of no use as a contest. */
static bool competes(const replay_column *column, const ts_replay_row *row) {
    const ts_replay_cell *cell = &row->cell;
    const bool complete = cell->verdicts[TS_VERDICT_UNSUPPORTED] + cell->verdicts[TS_VERDICT_ERROR] == 0;
    if (column->measure == COUNT || column->offset == CELL(kept_gap) || !complete) return false;
    return column->measure == UNSAFE || ts_replay_unsafe(cell) == 0;
}

static double value_of(const replay_column *column, const ts_replay_row *row) {
    return column->measure == UNSAFE ? (double)count_of(column, row) : real_of(column, row);
}

/* Marks what is the least of its data set. */
static ts_status mark_best(const ts_replay_rows *rows, const replay_column *column, size_t at, ts_table *table) {
    ts_status status = TS_OK;
    for (size_t r = 0; status == TS_OK && r < rows->count; ++r) {
        const ts_replay_row *row = &rows->rows[r];
        bool best = competes(column, row) && !isnan(value_of(column, row));
        for (size_t o = 0; best && o < rows->count; ++o) {
            const ts_replay_row *other = &rows->rows[o];
            if (other->data_set != row->data_set || !competes(column, other)) continue;
            best = !(value_of(column, other) < value_of(column, row)); /* true for NaN */
        }
        if (best) status = ts_table_mark(table, r, at);
    }
    return status;
}

ts_status ts_replay_build_columns(const ts_replay_rows *rows, const char *const *keys, size_t count, ts_table *table) {
    const ts_table_column group = {"dataset", "data set", true};
    ts_table_column columns[MOST_COLUMNS] = {{"backend", "method", true}};
    for (size_t k = 0; k < count; ++k)
        columns[k + 1] = (ts_table_column){column_of(keys[k])->key, column_of(keys[k])->heading, false};
    ts_table made;
    ts_status status = ts_table_init(&made, group, columns, count + 1);
    if (status != TS_OK) return status;
    for (size_t r = 0; status == TS_OK && r < rows->count; ++r) {
        char *cells[MOST_COLUMNS] = {ts_text("%s", rows->rows[r].method->backend->name)};
        for (size_t k = 0; k < count; ++k)
            cells[k + 1] = cell_text(column_of(keys[k]), &rows->rows[r], TS_STYLE_READABLE);
        status = ts_table_add(&made, ts_path_name(rows->rows[r].data_set->path), cells);
    }
    for (size_t k = 0; status == TS_OK && k < count; ++k) status = mark_best(rows, column_of(keys[k]), k + 1, &made);
    if (status == TS_OK)
        *table = made;
    else
        ts_table_clear(&made);
    return status;
}
