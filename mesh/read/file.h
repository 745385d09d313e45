/* SPDX-License-Identifier: MIT
 * A mesh file held in memory and read word by word. The first failure sticks: later calls do nothing, so that a reader
 * asks once, at the end of a loop. */
#ifndef TS_MESH_READ_FILE_H
#define TS_MESH_READ_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/c_locale.h"
#include "core/error.h"

typedef struct ts_word {
    const char *text; /* not ended by a 0 byte */
    size_t length;
} ts_word;

typedef struct ts_mesh_file {
    const char *path; /* borrowed */
    char *text;       /* owned: the whole file and a 0 byte */
    size_t size;
    size_t at;          /* of the next byte */
    size_t line;        /* that the next byte is on, from 1 */
    size_t said_line;   /* of the last word */
    bool binary;        /* places are bytes, not lines */
    ts_c_locale locale; /* from open to close */
    ts_status status;
    ts_error *error;
} ts_mesh_file;

void ts_mesh_file_open(ts_mesh_file *file, const char *path, ts_error *error);
void ts_mesh_file_close(ts_mesh_file *file);

/* Where the last word stood: its line, or the next byte of binary data. */
size_t ts_mesh_place(const ts_mesh_file *file);
/* "FILE:LINE: MESSAGE", for the first failure only. */
void ts_mesh_complain(ts_mesh_file *file, const char *format, ...) TS_PRINTF(2, 3);
void ts_mesh_complain_at(ts_mesh_file *file, size_t place, const char *format, ...) TS_PRINTF(3, 4);
/* "expected WHAT, found WORD"; an empty word is the end of the line or the file. */
void ts_mesh_expected(ts_mesh_file *file, const char *what, ts_word found);
void ts_mesh_no_memory(ts_mesh_file *file);

/* The next word, wherever it is; false at the end of the file or after a failure. */
bool ts_mesh_word(ts_mesh_file *file, ts_word *word);
/* The next word of this line; false at its end. */
bool ts_mesh_word_on_line(ts_mesh_file *file, ts_word *word);
/* Goes to the beginning of the next line; false at the end of the file or after a failure. */
bool ts_mesh_next_line(ts_mesh_file *file);
/* Goes to the first word of the next line that has one. */
bool ts_mesh_next_words(ts_mesh_file *file, ts_word *word);
/* Goes to the line of the next word, this one or a later one, for what has a line of its own. */
void ts_mesh_begin_line(ts_mesh_file *file);
/* Complains unless the line has no more words. */
void ts_mesh_end_line(ts_mesh_file *file);
bool ts_word_is(ts_word word, const char *text);

/* The next word, wherever it is or on this line, as a finite number or a whole one; `what` is for the message. 0 after
 * a failure. */
double ts_mesh_number(ts_mesh_file *file, const char *what);
double ts_mesh_number_on_line(ts_mesh_file *file, const char *what);
int64_t ts_mesh_integer(ts_mesh_file *file, const char *what);
int64_t ts_mesh_integer_on_line(ts_mesh_file *file, const char *what);
/* A count, on this line, of things that need at least `bytes` each in the rest of the file. */
size_t ts_mesh_count(ts_mesh_file *file, const char *what, size_t bytes);
double ts_mesh_parse_number(ts_mesh_file *file, ts_word word, const char *what);
int64_t ts_mesh_parse_integer(ts_mesh_file *file, ts_word word, const char *what);
/* Complains about a count of things that the rest of the file cannot hold: nothing is allocated for it. */
void ts_mesh_expect_room(ts_mesh_file *file, size_t count, size_t bytes, const char *what);

#endif
