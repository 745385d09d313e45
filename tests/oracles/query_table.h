/* SPDX-License-Identifier: MIT
 * Tables of queries with their truth: one line each of comma-separated hex floats,
 * kind,x0 (12),x1 (12),min_distance,t_max,contact,lo,hi,reason; lines that start with '#' are comments. */
#ifndef TS_TESTS_ORACLES_QUERY_TABLE_H
#define TS_TESTS_ORACLES_QUERY_TABLE_H

#include "tests/oracles/truths.h"

typedef struct table_row {
    ts_ccd_query query;
    ts_oracle_truth truth; /* contact, lo, hi */
    char reason[256];
    int line;
} table_row;

static inline double table_number(char **at) {
    char *end;
    const double value = strtod(*at, &end);
    ck_assert_msg(end != *at && *end == ',', "a number and a comma expected at \"%.40s\"", *at);
    *at = end + 1;
    return value;
}

static inline ts_ccd_kind table_kind(char **at) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        const char *name = ts_ccd_kind_name((ts_ccd_kind)kind);
        const size_t length = strlen(name);
        if (strncmp(*at, name, length) != 0 || (*at)[length] != ',') continue;
        *at += length + 1;
        return (ts_ccd_kind)kind;
    }
    ck_abort_msg("unknown kind at \"%.40s\"", *at);
    return TS_POINT_POINT;
}

static inline void table_parse(char *text, table_row *row) {
    char *at = text;
    row->query.kind = table_kind(&at);
    for (int i = 0; i < 12; ++i) row->query.x0[i / 3][i % 3] = table_number(&at);
    for (int i = 0; i < 12; ++i) row->query.x1[i / 3][i % 3] = table_number(&at);
    row->query.min_distance = table_number(&at);
    row->query.t_max = table_number(&at);
    row->truth = (ts_oracle_truth){.contact = table_number(&at) != 0.0};
    row->truth.lo = table_number(&at);
    row->truth.hi = table_number(&at);
    snprintf(row->reason, sizeof row->reason, "%.*s", (int)strcspn(at, "\n"), at);
}

/* Calls `visit` for every line of tests/`name`; returns how many there were. */
static inline int for_each_row(const char *name, void (*visit)(const table_row *row)) {
    char path[512], text[2048];
    snprintf(path, sizeof path, "%s/tests/%s", TS_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    int count = 0;
    for (int line = 1; fgets(text, sizeof text, file); ++line) {
        if (text[0] == '#') continue;
        table_row row = {.line = line};
        table_parse(text, &row);
        visit(&row);
        ++count;
    }
    fclose(file);
    return count;
}

#endif
