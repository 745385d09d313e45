/* SPDX-License-Identifier: GPL-2.0-or-later
 * Tables and facts of the page out of a results file, by the forms' descriptions. */
#include "reports/page/forms.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"

const cJSON *ts_report_at(const cJSON *object, const char *path) {
    char name[64];
    while (object && *path) {
        const size_t length = strcspn(path, "/");
        if (length >= sizeof name) return NULL;
        memcpy(name, path, length);
        name[length] = '\0';
        object = cJSON_GetObjectItemCaseSensitive(object, name);
        path += length + (path[length] == '/');
    }
    return object;
}

/* ---- Values ---- */

/* An element of an array; numbers with a few digits. */
static char *word_of(const cJSON *item) {
    if (cJSON_IsString(item)) return ts_text("%s", item->valuestring);
    return cJSON_IsNumber(item) ? ts_text("%.4g", item->valuedouble) : ts_text("%s", "-");
}

static char *joined(const cJSON *array) {
    char *text = ts_text("%s", "");
    const cJSON *item;
    cJSON_ArrayForEach(item, array) {
        char *word = word_of(item);
        char *longer = text && word ? ts_text("%s%s%s", text, *text ? ", " : "", word) : NULL;
        free(word);
        free(text);
        text = longer;
    }
    return text;
}

void ts_report_value_build(ts_json_builder *builder, cJSON *list, const cJSON *value) {
    if (cJSON_IsNumber(value)) {
        ts_build_copy(builder, list, NULL, value);
    } else if (cJSON_IsString(value)) {
        ts_build_text(builder, list, NULL, value->valuestring);
    } else if (cJSON_IsBool(value)) {
        ts_build_text(builder, list, NULL, cJSON_IsTrue(value) ? "yes" : "no");
    } else if (cJSON_IsArray(value)) {
        ts_build_own_text(builder, list, NULL, joined(value));
    } else if (cJSON_IsObject(value)) {
        char *text = cJSON_PrintUnformatted(value);
        ts_build_own_text(builder, list, NULL, text);
    } else {
        ts_build_null(builder, list, NULL);
    }
}

static bool says_something(const cJSON *value) {
    return value && !cJSON_IsNull(value);
}

void ts_report_facts_build(ts_json_builder *builder, cJSON *section, const cJSON *from, const ts_report_column *columns,
                           size_t count) {
    cJSON *facts = ts_build_array(builder, section, "facts");
    for (size_t c = 0; c < count; ++c) {
        const cJSON *value = ts_report_at(from, columns[c].path);
        if (!says_something(value)) continue;
        cJSON *fact = ts_build_array(builder, facts, NULL);
        ts_build_text(builder, fact, NULL, columns[c].label);
        ts_report_value_build(builder, fact, value);
    }
}

/* ---- Tables ---- */

cJSON *ts_report_table_begin(ts_json_builder *builder, cJSON *tables, const char *title, bool folded) {
    cJSON *table = ts_build_object(builder, tables, NULL);
    ts_build_text(builder, table, "title", title);
    ts_build_flag(builder, table, "folded", folded);
    ts_build_array(builder, table, "columns");
    return ts_build_array(builder, table, "rows");
}

void ts_report_column_build(ts_json_builder *builder, cJSON *tables, const ts_report_column *column) {
    cJSON *table = cJSON_GetArrayItem(tables, cJSON_GetArraySize(tables) - 1);
    cJSON *object = ts_build_object(builder, cJSON_GetObjectItemCaseSensitive(table, "columns"), NULL);
    ts_build_text(builder, object, "label", column->label);
    if (column->help) ts_build_text(builder, object, "help", column->help);
    if (column->fault) ts_build_text(builder, object, "fault", column->fault);
}

static bool is_kept(const ts_report_form *form, const cJSON *row) {
    return !form->keep || form->keep(row);
}

/* The columns that some row has a value for, bit c for column c. */
static uint64_t used_columns(const ts_report_form *form, const cJSON *rows) {
    const cJSON *row;
    uint64_t used = 0;
    cJSON_ArrayForEach(row, rows) {
        if (!is_kept(form, row)) continue;
        for (size_t c = 0; c < form->count; ++c) {
            if (says_something(ts_report_at(row, form->columns[c].path))) used |= UINT64_C(1) << c;
        }
    }
    return used;
}

void ts_report_form_build(ts_json_builder *builder, cJSON *tables, const cJSON *from, const ts_report_form *form) {
    const cJSON *rows = ts_report_at(from, form->rows), *row;
    const uint64_t used = used_columns(form, rows);
    if (used == 0) return;
    assert(form->count <= 64);
    cJSON *list = ts_report_table_begin(builder, tables, form->title, form->folded);
    for (size_t c = 0; c < form->count; ++c) {
        if (used >> c & 1) ts_report_column_build(builder, tables, &form->columns[c]);
    }
    cJSON_ArrayForEach(row, rows) {
        if (!is_kept(form, row)) continue;
        cJSON *values = ts_build_array(builder, list, NULL);
        for (size_t c = 0; c < form->count; ++c) {
            if (used >> c & 1) ts_report_value_build(builder, values, ts_report_at(row, form->columns[c].path));
        }
    }
}
