/* SPDX-License-Identifier: GPL-2.0-or-later
 * The folder of a table, and how many runs at once. */
#include "cli/table/runs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cJSON.h>

#include "core/error.h"
#include "core/files.h"
#include "core/say.h"

/* ---- What the folder has ---- */

static bool has(const char *folder, const char *name) {
    char *path = ts_path_join(folder, name);
    const bool is_there = path && ts_path_exists(path);
    free(path);
    return is_there;
}

/* As the kind of any results, but for the table of ndb, which is known by its claims. "": of none. */
static const char *kind_of(const cJSON *root) {
    static const char *const MEMBERS[] = {"kind", "what"}; /* "what" in version 1 */
    for (int k = 0; k < 2; ++k) {
        const cJSON *kind = cJSON_GetObjectItemCaseSensitive(root, MEMBERS[k]);
        if (cJSON_IsString(kind)) return kind->valuestring;
    }
    return cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(root, "claims")) ? TS_TABLE_OF_NDB : "";
}

/* Is there a table of this kind? What is no file, cannot be read, or is of another kind fails; an empty file, which a
 * power cut may leave, is as good as none. */
static ts_status look_at_table(const char *path, const ts_table_place *place, bool *is_there, ts_error *error) {
    char *text = NULL;
    if (!ts_path_exists(path)) return TS_OK;
    if (ts_text_file_read(path, &text, error) != TS_OK) text = NULL;
    const bool is_empty = text && text[strspn(text, " \t\r\n")] == '\0';
    cJSON *root = text ? cJSON_Parse(text) : NULL;
    *is_there = strcmp(kind_of(root), place->kind) == 0;
    cJSON_Delete(root);
    free(text);
    if (is_empty || *is_there) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s is there and no table of this kind: name another folder, or start anew with --replace", path);
}

/* Files that the table would write over, where no table has left any. */
static ts_status check_files(const char *folder, const ts_table_place *place, ts_error *error) {
    const char *taken = place->draws && has(folder, "plots") ? "plots" : NULL;
    for (size_t k = 0; !taken && place->file(k); ++k) taken = has(folder, place->file(k)) ? place->file(k) : NULL;
    if (!taken) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s/%s is there, and %s holds no table: name another folder, or write over it with --replace",
                   folder, taken, folder);
}

static ts_status check_free(const ts_table_runs *runs, const ts_table_place *place, ts_error *error) {
    if (runs->replace) return TS_OK;
    bool is_there = false;
    char *path = ts_path_join(runs->folder, "table.json");
    ts_status status = path ? look_at_table(path, place, &is_there, error) : ts_fail_memory(error, "a path");
    free(path);
    if (status != TS_OK) return status;
    if (!is_there && !has(runs->folder, place->inside)) return check_files(runs->folder, place, error);
    if (runs->resume) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s already holds a table: go on with --resume, start anew with --replace, or name another folder",
                   runs->folder);
}

/* ---- The table ---- */

/* The hold comes first: a table that another process makes would be taken for one that is there. */
ts_status ts_table_runs_begin(const ts_table_runs *runs, const ts_table_place *place, ts_hold *hold, ts_error *error) {
    ts_status status = ts_folder_make(runs->folder, error);
    if (status == TS_OK) status = ts_hold_folder(hold, runs->folder, "making a table in", error);
    if (status != TS_OK) return status;
    status = check_free(runs, place, error);
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
