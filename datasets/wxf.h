/* SPDX-License-Identifier: MIT
 * WXF, the binary form of expressions in the Wolfram Language, as far as lists of rules with exact numbers need it. */
#ifndef TS_DATASETS_WXF_H
#define TS_DATASETS_WXF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ts_wxf_sort {
    TS_WXF_OTHER = 0, /* understood so far that it can be passed over */
    TS_WXF_INTEGER,   /* `value`, or when text is not NULL its decimal digits */
    TS_WXF_STRING,
    TS_WXF_SYMBOL,
    TS_WXF_FUNCTION /* parts: the head, then the arguments */
} ts_wxf_sort;

typedef struct ts_wxf_node {
    ts_wxf_sort sort;
    int64_t value;
    const char *text; /* not ended by a 0 byte; points into the data */
    size_t length;
    size_t first, parts; /* of a function: nodes first ... first + parts - 1 */
} ts_wxf_node;

/* An expression: node 0 is the whole. Owned. */
typedef struct ts_wxf {
    ts_wxf_node *node;
    size_t count, capacity;
    unsigned char *unpacked; /* NULL: the data were not compressed */
} ts_wxf;

typedef enum ts_wxf_result {
    TS_WXF_READ = 0,
    TS_WXF_UNKNOWN, /* a part of a sort that is not read, or deeper than is read */
    TS_WXF_BROKEN,  /* it ends early, or is no WXF */
    TS_WXF_NO_MEMORY
} ts_wxf_result;

/* The data are borrowed until the expression is cleared; it can be cleared after any result. Associations become lists
 * of rules. */
ts_wxf_result ts_wxf_parse(const unsigned char *data, size_t size, ts_wxf *expression);
void ts_wxf_clear(ts_wxf *expression);

/* Is it a function with this head, "Plus" say, of any context? */
bool ts_wxf_is(const ts_wxf *expression, size_t node, const char *head);
/* Argument k of a function, from 0. */
size_t ts_wxf_argument(const ts_wxf *expression, size_t node, size_t k);
/* How many arguments a function has. */
size_t ts_wxf_arguments(const ts_wxf *expression, size_t node);
/* A string, or a symbol of any context, with this text. */
bool ts_wxf_says(const ts_wxf *expression, size_t node, const char *text);

#endif
