/* SPDX-License-Identifier: GPL-2.0-or-later
 * The columns of a replay's tables, described once for the terminal, Markdown and CSV
 * (docs/reading-the-table.md explains each). */
#ifndef TS_REPORTS_REPLAY_COLUMNS_H
#define TS_REPORTS_REPLAY_COLUMNS_H

#include "reports/table.h"
#include "results/replay_rows.h"

/* Parts of the table. */
typedef enum ts_column_part {
    TS_PART_VERDICTS = 1, /* counts of each verdict */
    TS_PART_QUALITY = 2,  /* how good the answers are and how long they take */
    TS_PART_DETAIL = 4,   /* in files only */
    TS_PART_PROOFS = 8,   /* certificates; left out of the table when none were checked */
    TS_PART_REASONS = 16, /* of errors; a readable table has those that occur, and alone the rows with errors only */
    TS_PART_ALL = 31
} ts_column_part;

typedef enum ts_number_style {
    TS_STYLE_READABLE = 0, /* a few digits; "-" for what does not apply */
    TS_STYLE_EXACT         /* reads back as the same double; nothing for what does not apply */
} ts_number_style;

/* TS_ERROR_USAGE naming the first of these keys that no column has, with the nearest that one has. */
ts_status ts_replay_check_columns(const char *const *keys, size_t count, ts_error *error);
/* The keys of a table that fits a column of text, which has all that makes a method fail: unsafe, stalls,
 * false_positive, toi_error_median, ns_median, and of inconsistent answers, limits and errors by reason those that
 * occur. Returns how many, at most TS_REPLAY_MOST_BRIEF. */
enum { TS_REPLAY_MOST_BRIEF = 32 };
size_t ts_replay_brief_columns(const ts_replay_rows *rows, const char *keys[TS_REPLAY_MOST_BRIEF]);
/* A readable table of the rows of all kinds with those columns, in that order; the best of each data set are marked:
 * the least number of unsafe answers of the methods that answer all queries, and the least value of those of them that
 * are safe. */
ts_status ts_replay_build_columns(const ts_replay_rows *rows, const char *const *keys, size_t count, ts_table *table);
/* A table of the rows with the columns of those parts (a set of ts_column_part). */
ts_status ts_replay_build_table(const ts_replay_rows *rows, unsigned parts, ts_number_style style, ts_table *table);

#endif
