/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which members of a results file become which columns, and the machine that makes them so. */
#ifndef TS_REPORTS_PAGE_FORMS_H
#define TS_REPORTS_PAGE_FORMS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/json_build.h"

/* A member of an object, found by the names on the way to it: "verdicts/late". */
typedef struct ts_report_column {
    const char *path, *label;
    const char *help;  /* a phrase; may be NULL */
    const char *fault; /* the class whose failing queries it counts; NULL: none */
} ts_report_column;

/* A table whose rows are the members of an array. */
typedef struct ts_report_form {
    const char *title;
    const char *rows;               /* path of the array */
    bool (*keep)(const cJSON *row); /* NULL: every row */
    bool folded;                    /* shown on request */
    const ts_report_column *columns;
    size_t count;
} ts_report_form;

/* NULL when a member on the way is missing. */
const cJSON *ts_report_at(const cJSON *object, const char *path);

/* Adds `facts`, pairs of label and value, without those that are missing or null. */
void ts_report_facts_build(ts_json_builder *builder, cJSON *section, const cJSON *from, const ts_report_column *columns,
                           size_t count);

/* A table without its rows, which are added as arrays of values to the list that is returned. */
cJSON *ts_report_table_begin(ts_json_builder *builder, cJSON *tables, const char *title, bool folded);
void ts_report_column_build(ts_json_builder *builder, cJSON *tables, const ts_report_column *column);

/* The whole table of a form; none when it would have no row. */
void ts_report_form_build(ts_json_builder *builder, cJSON *tables, const cJSON *from, const ts_report_form *form);

/* A number or text as it is, yes or no, the elements of an array with commas, null for what is missing. */
void ts_report_value_build(ts_json_builder *builder, cJSON *list, const cJSON *value);

#endif
