/* SPDX-License-Identifier: GPL-2.0-or-later
 * A data set as one file, for commands that make one container of it: several files are joined first. */
#ifndef TS_CLI_DATASET_ONE_FILE_H
#define TS_CLI_DATASET_ONE_FILE_H

#include <stdbool.h>

#include <touchstone/status.h>

typedef struct ts_one_file {
    const char *path; /* a file or a folder */
    const char *out;  /* the container to be made; what is joined lies beside it for the while */
    bool round;       /* as in ts_reader_options */
    bool replace;     /* may `out` exist? */
} ts_one_file;

/* Calls `work` with the path of the one file. Joining keeps order, scenes and names, as `dataset convert` does. */
ts_status ts_with_one_file(const ts_one_file *from, ts_status (*work)(void *self, const char *path, ts_error *error),
                           void *self, ts_error *error);

#endif
