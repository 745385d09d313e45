/* SPDX-License-Identifier: MIT
 * Paths, and output files that appear complete or not at all: a temporary file beside the target, renamed. */
#ifndef TS_CORE_FILES_H
#define TS_CORE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <touchstone/status.h>

#include "core/error.h"

/* A string made by printf's rules; the caller frees it. NULL without memory. */
char *ts_text(const char *format, ...) TS_PRINTF(1, 2);
/* FOLDER/NAME without a doubled '/'; the caller frees it. NULL without memory. */
char *ts_path_join(const char *folder, const char *name);
/* What follows the last '/'. */
const char *ts_path_name(const char *path);
/* The folder that holds it, "." for a bare name; the caller frees it. NULL without memory. */
char *ts_path_folder(const char *path);
bool ts_path_exists(const char *path);

/* Can `path` be written, as far as one can know beforehand? Creates nothing. TS_ERROR_USAGE: its folder is
 * missing or not writable, it is a folder, or it exists and `replace` is false. */
ts_status ts_output_check(const char *path, bool replace, ts_error *error);

/* A free name beside `path`, for what will be renamed to it; created by the caller with O_EXCL or mkdir. */
char *ts_temporary_name(const char *path);

/* A file being written. Devices and pipes (/dev/stdout) are written directly. */
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
