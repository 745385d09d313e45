/* SPDX-License-Identifier: MIT
 * Paths, and output files that appear complete or not at all: a temporary file beside the target, renamed. */
#ifndef TS_CORE_FILES_H
#define TS_CORE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <touchstone/status.h>

#include "core/error.h"

/* Bytes of a text file: far above any real one, and far below what a machine has. */
#define TS_TEXT_MOST ((size_t)1 << 30)

/* A string made by printf's rules; the caller frees it. NULL without memory. */
char *ts_text(const char *format, ...) TS_PRINTF(1, 2);
/* FOLDER/NAME without a doubled '/'; the caller frees it. NULL without memory. */
char *ts_path_join(const char *folder, const char *name);
/* What follows the last '/'. */
const char *ts_path_name(const char *path);
/* The folder that holds it, "." for a bare name; the caller frees it. NULL without memory. */
char *ts_path_folder(const char *path);
bool ts_path_exists(const char *path);
bool ts_path_is_folder(const char *path);
/* Do both lead to the same file or folder? */
bool ts_path_same(const char *a, const char *b);

/* Opens a regular file for reading. NULL: `why` says for what reason; a pipe, a device and a folder are none, and are
 * not waited for. */
FILE *ts_regular_open(const char *path, const char **why);
/* All of a text file, which the caller frees. TS_ERROR_DATA: it cannot be read, is no regular file, has more than
 * TS_TEXT_MOST bytes, or holds a byte 0. */
ts_status ts_text_file_read(const char *path, char **text, ts_error *error);
/* The text and a line break as a file, complete or not at all; one that exists is replaced. */
ts_status ts_text_file_write(const char *path, const char *text, ts_error *error);

/* Makes a folder where there is none yet. TS_ERROR_USAGE: it cannot be made; what it is in is not made. */
ts_status ts_folder_make(const char *path, ts_error *error);
/* Removes a folder of files, as far as that can be done: one with a folder in it stays with that. */
void ts_folder_remove(const char *path);

/* Can `path` be written, as far as one can know beforehand? Leaves nothing behind: its temporary file is made and
 * removed again. TS_ERROR_USAGE: its folder is missing or not writable, it is a folder, ends as one's name or is a
 * named pipe, or it exists and `replace` is false. */
ts_status ts_output_check(const char *path, bool replace, ts_error *error);
/* TS_ERROR_USAGE: there is something that is no regular file, such as a device: a file that is renamed into its place
 * would take it away. what: of what such a file holds. */
ts_status ts_output_check_regular(const char *path, const char *what, ts_error *error);
/* The same as ts_output_check for a folder that does not exist yet. */
ts_status ts_output_folder_check(const char *path, ts_error *error);

/* A file being written. Devices and pipes are written directly, and so is what is open already (/dev/stdout). */
typedef struct ts_output {
    FILE *stream;    /* write here */
    char *path;      /* the target; a symbolic link is followed */
    char *temporary; /* NULL: the target is written directly */
    bool replace;
} ts_output;

ts_status ts_output_open(ts_output *output, const char *path, bool replace, ts_error *error);
/* Completes the file and clears the struct, also on failure (then the target is as it was). */
ts_status ts_output_close(ts_output *output, ts_error *error);
void ts_output_abandon(ts_output *output);

#endif
