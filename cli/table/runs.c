/* SPDX-License-Identifier: GPL-2.0-or-later
 * The folder of a table, and how many runs at once. */
#include "cli/table/runs.h"

#include <stdlib.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"

ts_status ts_table_runs_check(const ts_table_runs *runs, const char *inside, ts_error *error) {
    char *path = ts_path_join(runs->folder, inside);
    if (!path) return ts_fail_memory(error, "paths");
    const bool is_taken = ts_path_exists(path);
    free(path);
    if (!is_taken || runs->resume || runs->replace) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s already holds a table: go on with --resume, start anew with --replace, or name another folder",
                   runs->folder);
}

size_t ts_table_runs_at_once(const ts_table_runs *runs) {
    return runs->jobs > 0 ? (size_t)runs->jobs : (size_t)sysconf(_SC_NPROCESSORS_ONLN);
}
