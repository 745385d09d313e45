/* SPDX-License-Identifier: MIT
 * The query files below a path. */
#include <touchstone/dataset.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/error.h"
#include "core/files.h"

/* A folder being walked, and the folders it lies in: a link back to one of them is not followed. */
typedef struct folder {
    const struct folder *above;
    dev_t device;
    ino_t inode;
} folder;

static ts_status add(ts_query_files *files, char *path, ts_error *error) {
    if ((files->count & (files->count - 1)) == 0) { /* full at the powers of two */
        char **larger = realloc(files->paths, (files->count ? 2 * files->count : 1) * sizeof *larger);
        if (!larger) {
            free(path);
            return ts_fail_memory(error, "a list of files");
        }
        files->paths = larger;
    }
    files->paths[files->count++] = path;
    return TS_OK;
}

static bool is_query_file(const char *name) {
    static const char *const endings[] = {".csv", ".h5", ".hdf5"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; ++i) {
        if (strcmp(dot, endings[i]) == 0) return true;
    }
    return false;
}

static bool walked_already(const folder *at, const struct stat *status) {
    for (; at; at = at->above) {
        if (at->device == status->st_dev && at->inode == status->st_ino) return true;
    }
    return false;
}

static ts_status walk(const char *path, const folder *here, ts_query_files *files, ts_error *error);

static ts_status fail_entry(const char *path, const char *what, ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s %s; expected a query file by its name: remove it or give it another", path,
                   what);
}

/* A link round in a circle leads to no file, nor does what somebody has removed meanwhile: by other names they are no
 * loss. Where any other link leads nowhere, it may have been to a folder of queries. */
static ts_status visit_missing(const char *path, int reason, ts_error *error) {
    const bool may_be_no_loss = reason == ELOOP || !ts_path_exists(path);
    if (may_be_no_loss && !is_query_file(ts_path_name(path))) return TS_OK;
    if (ts_path_name(path)[0] == '.') return TS_OK; /* editors mark files that are open so: .#data.csv */
    return ts_fail(error, TS_ERROR_DATA, "%s cannot be read: %s; bring back what it leads to or remove it", path,
                   strerror(reason));
}

static ts_status visit_folder(const char *path, const struct stat *status, const folder *within, ts_query_files *files,
                              ts_error *error) {
    const bool named_as_file = is_query_file(ts_path_name(path));
    if (walked_already(within, status)) {
        return named_as_file ? fail_entry(path, "is a link to a folder that it lies in", error) : TS_OK;
    }
    const folder here = {within, status->st_dev, status->st_ino};
    const size_t before = files->count;
    const ts_status walked = walk(path, &here, files, error);
    if (walked != TS_OK || files->count > before || !named_as_file) return walked;
    return fail_entry(path, "is a folder that holds no query file", error);
}

/* Takes the path over. */
static ts_status visit(char *path, const folder *within, ts_query_files *files, ts_error *error) {
    struct stat status;
    ts_status result = TS_OK;
    if (stat(path, &status) != 0) {
        result = visit_missing(path, errno, error);
    } else if (S_ISDIR(status.st_mode)) {
        result = visit_folder(path, &status, within, files, error);
    } else if (is_query_file(ts_path_name(path))) {
        if (S_ISREG(status.st_mode)) return add(files, path, error);
        result = fail_entry(path, "is not a regular file", error);
    }
    free(path);
    return result;
}

static ts_status walk(const char *path, const folder *here, ts_query_files *files, ts_error *error) {
    DIR *directory = opendir(path);
    if (!directory) return ts_fail(error, TS_ERROR_DATA, "folder %s cannot be read: %s", path, strerror(errno));
    ts_status result = TS_OK;
    const struct dirent *entry;
    while (result == TS_OK && (entry = readdir(directory))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        char *below = ts_path_join(path, entry->d_name);
        result = below ? visit(below, here, files, error) : ts_fail_memory(error, "a path");
    }
    closedir(directory);
    return result;
}

static int compare_paths(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static ts_status find_below(const char *path, const struct stat *status, ts_query_files *files, ts_error *error) {
    const folder top = {NULL, status->st_dev, status->st_ino};
    const ts_status walked = walk(path, &top, files, error);
    if (walked != TS_OK) return walked;
    if (files->count == 0) {
        return ts_fail(error, TS_ERROR_DATA, "folder %s holds no query file; expected .csv, .h5 or .hdf5 files in it",
                       path);
    }
    qsort(files->paths, files->count, sizeof *files->paths, compare_paths);
    return TS_OK;
}

ts_status ts_query_files_find(const char *path, ts_query_files *files, ts_error *error) {
    struct stat status;
    ts_query_files found = {0};
    if (stat(path, &status) != 0) {
        return ts_fail(error, TS_ERROR_DATA, "%s cannot be read: %s; expected a query file or a folder of them", path,
                       strerror(errno));
    }
    ts_status result;
    if (S_ISDIR(status.st_mode)) {
        result = find_below(path, &status, &found, error);
    } else {
        char *copy = strdup(path);
        result = copy ? add(&found, copy, error) : ts_fail_memory(error, "a path");
    }
    if (result != TS_OK) {
        ts_query_files_clear(&found);
        return result;
    }
    *files = found;
    return TS_OK;
}

void ts_query_files_clear(ts_query_files *files) {
    for (size_t i = 0; i < files->count; ++i) free(files->paths[i]);
    free(files->paths);
    *files = (ts_query_files){0};
}
