/* SPDX-License-Identifier: GPL-2.0-or-later
 * A table of strings in groups, and its four forms: aligned text, Markdown, CSV, LaTeX. */
#ifndef TS_REPORTS_TABLE_H
#define TS_REPORTS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <touchstone/status.h>

typedef struct ts_table_column {
    const char *key;     /* one word, parts joined by '_': CSV as it is, Markdown in words */
    const char *heading; /* in text; '\n' parts its lines */
    bool text;           /* aligned to the left; numbers to the right */
} ts_table_column;

typedef struct ts_table_row {
    char *group; /* rows of one group follow each other */
    char **cells;
    bool *best; /* of each cell: bold in LaTeX; NULL: none is */
} ts_table_row;

typedef struct ts_table {
    ts_table_column group;    /* names the groups; a line of its own in text, the first column elsewhere */
    ts_table_column *columns; /* owned */
    size_t column_count, row_count;
    ts_table_row *rows;  /* owned */
    const char *caption; /* of LaTeX, plain text; NULL: none */
    const char *label;   /* of LaTeX: "tab:..." */
} ts_table;

/* `columns` is copied. */
ts_status ts_table_init(ts_table *table, ts_table_column group, const ts_table_column *columns, size_t column_count);
void ts_table_clear(ts_table *table);
/* cells: column_count strings made by malloc, owned by the table from here on, also on failure; a NULL among
 * them (an allocation that failed) is TS_ERROR_MEMORY. */
ts_status ts_table_add(ts_table *table, const char *group, char *const *cells);

/* Marks a cell as the best of its column. TS_ERROR_MEMORY. */
ts_status ts_table_mark(ts_table *table, size_t row, size_t column);

void ts_table_print_text(const ts_table *table, FILE *out);
void ts_table_print_markdown(const ts_table *table, FILE *out);
void ts_table_print_csv(const ts_table *table, FILE *out);
/* A table environment with the caption, made narrower where it does not fit the column of text. Needs the packages
 * booktabs and graphicx. */
void ts_table_print_latex(const ts_table *table, FILE *out);

#endif
