/* SPDX-License-Identifier: GPL-2.0-or-later
 * Joining the files of a data set in a temporary container. */
#include "cli/dataset/one_file.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/outputs.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/leftovers.h"
#include <touchstone/dataset.h>

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static ts_status with_joined(const ts_one_file *from, ts_status (*work)(void *self, const char *path, ts_error *error),
                             void *self, ts_error *error) {
    const ts_convert_options options = {.format = TS_FORMAT_HDF5, .round = from->round, .interrupted = interrupted};
    char *temporary = ts_temporary_name(from->out);
    if (!temporary) return ts_fail_memory(error, "a path");
    ts_status status = ts_query_convert(from->path, temporary, &options, NULL, error);
    if (status == TS_OK) {
        status = work(self, temporary, error);
        unlink(temporary);
    }
    free(temporary);
    return status;
}

ts_status ts_with_one_file(const ts_one_file *from, ts_status (*work)(void *self, const char *path, ts_error *error),
                           void *self, ts_error *error) {
    ts_query_files files;
    ts_status status = ts_query_files_find(from->path, &files, error);
    if (status != TS_OK) return status;
    status = ts_output_check(from->out, from->replace, error);
    for (size_t k = 0; status == TS_OK && k < files.count; ++k)
        status = ts_output_is_no_input(from->out, files.paths[k], error);
    if (status == TS_OK) {
        status = files.count == 1 ? work(self, files.paths[0], error) : with_joined(from, work, self, error);
    }
    ts_query_files_clear(&files);
    return status;
}
