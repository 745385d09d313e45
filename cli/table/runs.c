/* SPDX-License-Identifier: GPL-2.0-or-later
 * The folder of a table, and how many runs at once. */
#include "cli/table/runs.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"
#include "core/files.h"
#include "core/say.h"

/* What a results file of the table says of its kind, and the folder of its runs. */
static const struct {
    const char *kind, *inside;
} KINDS[] = {
    [TS_TABLE_OF_METHODS] = {"table", "cells"},
    [TS_TABLE_OF_BARRIERS] = {"barriers", "runs"},
    [TS_TABLE_NDB] = {"ndb", "runs"},
};

/* Of what is in the folder under one of the names that a table has. */
static bool has_any(const char *folder, const char *const *names, bool *complete) {
    bool any = false;
    *complete = true;
    for (; *names; ++names) {
        char *path = ts_path_join(folder, *names);
        any = any || (path && ts_path_exists(path));
        *complete = *complete && path;
        free(path);
    }
    return any;
}

/* The table that the folder holds is of another kind. One that nobody can read is of none. */
static ts_status check_kind(const char *folder, ts_table_kind kind, ts_error *error) {
    char *path = ts_path_join(folder, "table.json"), *text = NULL;
    if (!path) return ts_fail_memory(error, "paths");
    if (ts_path_exists(path) && ts_text_file_read(path, &text, NULL) != TS_OK) text = NULL;
    cJSON *root = text ? cJSON_Parse(text) : NULL;
    const char *found = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(root, "kind"));
    if (root && !found && cJSON_HasObjectItem(root, "claims")) found = KINDS[TS_TABLE_NDB].kind;
    ts_status status = TS_OK;
    if (found && strcmp(found, KINDS[kind].kind) != 0) {
        status = ts_fail(error, TS_ERROR_USAGE,
                         "%s holds a table of another kind, '%s' for '%s': name another folder with --out", folder,
                         found, KINDS[kind].kind);
    }
    cJSON_Delete(root);
    free(text);
    free(path);
    return status;
}

static ts_status check_free(const ts_table_runs *runs, ts_table_kind kind, ts_error *error) {
    const char *const names[] = {KINDS[kind].inside, "table.json", "table.md", "table.csv", NULL};
    ts_status status = check_kind(runs->folder, kind, error);
    if (status != TS_OK || runs->resume || runs->replace) return status;
    bool complete;
    const bool is_taken = has_any(runs->folder, names, &complete);
    if (!complete) return ts_fail_memory(error, "paths");
    if (!is_taken) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s already holds a table: go on with --resume, start anew with --replace, or name another folder",
                   runs->folder);
}

/* The hold comes first: a table that another process makes would be taken for one that is there. */
ts_status ts_table_runs_begin(const ts_table_runs *runs, ts_table_kind kind, ts_hold *hold, ts_error *error) {
    if (mkdir(runs->folder, 0777) != 0 && errno != EEXIST) {
        return ts_fail(error, TS_ERROR_USAGE, "the folder %s cannot be made: %s; name another with --out", runs->folder,
                       strerror(errno));
    }
    ts_status status = ts_hold_folder(hold, runs->folder, "making a table in", error);
    if (status != TS_OK) return status;
    status = check_free(runs, kind, error);
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
