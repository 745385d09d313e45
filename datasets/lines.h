/* SPDX-License-Identifier: MIT
 * A text file read line by line in bounded memory. */
#ifndef TS_DATASETS_LINES_H
#define TS_DATASETS_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include <touchstone/status.h>

/* No double needs a longer line: num/den of the least subnormal has 324 digits. */
#define TS_LINE_LIMIT ((size_t)1 << 20)

typedef struct ts_lines {
    char *path; /* owned */
    int file;
    char *buffer; /* bytes [begin, end) are read but not handed out */
    size_t begin, end, capacity;
    bool at_end;   /* nothing left in the file */
    size_t number; /* of the line handed out last, from 1 */
} ts_lines;

/* TS_ERROR_DATA: missing, unreadable, no regular file. */
ts_status ts_lines_open(ts_lines *lines, const char *path, ts_error *error);
void ts_lines_close(ts_lines *lines);
/* The next line without its LF or CRLF, ended by a 0 byte and valid until the next call; *text is NULL at
 * the end of the file. */
ts_status ts_lines_next(ts_lines *lines, char **text, size_t *length, ts_error *error);
/* Leaves out up to `count` lines; *skipped tells how many there were. */
ts_status ts_lines_skip(ts_lines *lines, size_t count, size_t *skipped, ts_error *error);
/* TS_OK when only blank lines are left, else TS_ERROR_DATA naming the first other line and what was expected. */
ts_status ts_lines_expect_end(ts_lines *lines, const char *expected, ts_error *error);
ts_status ts_lines_rewind(ts_lines *lines, ts_error *error);
bool ts_line_is_blank(const char *text, size_t length);

#define TS_EXCERPT_LENGTH 48
/* The beginning of `text` up to its end or a comma, fit for a message; returns `excerpt`. */
const char *ts_excerpt(const char *text, char excerpt[TS_EXCERPT_LENGTH]);

#endif
