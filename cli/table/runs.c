/* SPDX-License-Identifier: GPL-2.0-or-later
 * The folder of a table, and how many runs at once. */
#include "cli/table/runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "core/say.h"

static ts_status check_free(const ts_table_runs *runs, const char *inside, ts_error *error) {
    char *path = ts_path_join(runs->folder, inside);
    if (!path) return ts_fail_memory(error, "paths");
    const bool is_taken = ts_path_exists(path);
    free(path);
    if (!is_taken || runs->resume || runs->replace) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s already holds a table: go on with --resume, start anew with --replace, or name another folder",
                   runs->folder);
}

/* The hold comes first: a table that another process makes would be taken for one that is there. */
ts_status ts_table_runs_begin(const ts_table_runs *runs, const char *inside, ts_hold *hold, ts_error *error) {
    if (mkdir(runs->folder, 0777) != 0 && errno != EEXIST) {
        return ts_fail(error, TS_ERROR_USAGE, "the folder %s cannot be made: %s; name another with --out", runs->folder,
                       strerror(errno));
    }
    ts_status status = ts_hold_folder(hold, runs->folder, "making a table in", error);
    if (status != TS_OK) return status;
    status = check_free(runs, inside, error);
    if (status != TS_OK) ts_hold_end(hold);
    return status;
}

size_t ts_table_runs_at_once(const ts_table_runs *runs) {
    return runs->jobs > 0 ? (size_t)runs->jobs : (size_t)sysconf(_SC_NPROCESSORS_ONLN);
}

void ts_table_runs_tell(const ts_table_runs *runs, bool is_complete, const char *files) {
    ts_say(stdout,
           is_complete ? "%s has it all: %s\n" : "%s has what was done: %s; the same command with --resume goes on\n",
           runs->folder, files);
}
