/* SPDX-License-Identifier: GPL-2.0-or-later
 * Names of the scenes that come with Touchstone, found where its data lie. */
#include "cli/scenes/find_scene.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/data_folder.h"
#include "core/error.h"
#include "core/files.h"
#include "core/suggest.h"

static const char ENDING[] = ".json";

static bool has_ending(const char *name) {
    const size_t length = strlen(name), ending = sizeof ENDING - 1;
    return length > ending && strcmp(name + length - ending, ENDING) == 0;
}

static ts_status list_names(const char *folder, ts_text_list *names, ts_error *error) {
    DIR *open_folder = opendir(folder);
    if (!open_folder) return ts_fail(error, TS_ERROR_DATA, "the folder %s cannot be read", folder);
    ts_status status = TS_OK;
    for (const struct dirent *entry; status == TS_OK && (entry = readdir(open_folder));) {
        const size_t length = strlen(entry->d_name);
        if (!has_ending(entry->d_name)) continue;
        status = ts_text_list_add(names, entry->d_name, length - (sizeof ENDING - 1), error);
    }
    closedir(open_folder);
    return status;
}

ts_status ts_scene_names(ts_text_list *names, ts_error *error) {
    char folder[PATH_MAX];
    if (!ts_data_folder("scenes", folder)) return TS_OK;
    return list_names(folder, names, error);
}

static ts_status complain_with_nearest(const char *name, const char *folder, ts_error *error) {
    ts_text_list names = {0};
    ts_status status = list_names(folder, &names, error);
    if (status == TS_OK) {
        const char *near = ts_nearest_name(name, (const char *const *)names.items, names.count);
        status = ts_fail(error, TS_ERROR_DATA,
                         "there is no file '%s' and no scene of that name in %s; the nearest is '%s'; `touchstone list "
                         "scenes` shows them all",
                         name, folder, near ? near : "none");
    }
    ts_text_list_clear(&names);
    return status;
}

static ts_status keep(const char *text, char path[PATH_MAX], ts_error *error) {
    const int length = snprintf(path, PATH_MAX, "%s", text);
    return length < PATH_MAX ? TS_OK : ts_fail(error, TS_ERROR_USAGE, "the path of the scene is too long: %s", text);
}

ts_status ts_find_scene(const char *name, char path[PATH_MAX], ts_error *error) {
    char folder[PATH_MAX];
    const bool is_path = strchr(name, '/') || has_ending(name) || ts_path_exists(name);
    if (is_path || !ts_data_folder("scenes", folder)) return keep(name, path, error);
    char *found = ts_text("%s/%s%s", folder, name, ENDING);
    if (!found) return ts_fail_memory(error, "a path");
    const ts_status status =
        ts_path_exists(found) ? keep(found, path, error) : complain_with_nearest(name, folder, error);
    free(found);
    return status;
}
