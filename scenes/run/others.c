/* SPDX-License-Identifier: MIT
 * By how lines of a log begin, and by the names of frames. */
#include "scenes/run/others.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/files.h"

/* A line may be cut off, by a power cut for example. */
static bool begins_as_a_log(const char *path) {
    static const char START[] = "{\"kind\":\"";
    char start[sizeof START];
    const char *why;
    FILE *file = ts_regular_open(path, &why);
    if (!file) return false;
    const size_t count = fread(start, 1, sizeof START - 1, file);
    fclose(file);
    return memcmp(start, START, count) == 0;
}

static bool has_frames(const char *folder) {
    char *pattern = ts_path_join(folder, "frame_[0-9]*");
    glob_t found;
    const bool is_any = pattern && glob(pattern, GLOB_NOSORT, NULL, &found) == 0;
    if (is_any) globfree(&found);
    free(pattern);
    return is_any;
}

ts_status ts_run_refuse_others(const char *log_path, const char *frames, ts_error *error) {
    const bool has_log = ts_path_exists(log_path);
    const char *taken = has_log ? log_path : frames;
    if (has_log ? begins_as_a_log(log_path) : !has_frames(frames)) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s is there and of no run that is known here: name another folder, or write over it with --replace",
                   taken);
}
