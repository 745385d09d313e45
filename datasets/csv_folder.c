/* SPDX-License-Identifier: MIT
 * The folder that the CSV writer makes: what it may hold, and so what may be removed or replaced. */
#include "datasets/csv_folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/files.h"
#include "datasets/csv.h"
#include "datasets/sidecar.h"

static const char *const PART_NAMES[TS_CSV_PARTS] = {"data.csv", "data" TS_SIDECAR_MIN_DISTANCE,
                                                     "data" TS_SIDECAR_T_MAX, "data" TS_SIDECAR_NOTES};

char *ts_csv_part_path(const char *folder, int kind, ts_csv_part part) {
    return ts_text("%s/%s/%s", folder, TS_CSV_FOLDERS[kind], PART_NAMES[part]);
}

static bool is_among(const char *name, const char *const *names, int count) {
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return true;
    for (int i = 0; i < count; ++i) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

/* Has the folder only entries of these names? */
static bool holds_only(const char *folder, const char *const *names, int count) {
    DIR *directory = opendir(folder);
    if (!directory) return false;
    bool only = true;
    const struct dirent *entry;
    while (only && (entry = readdir(directory))) only = is_among(entry->d_name, names, count);
    closedir(directory);
    return only;
}

bool ts_csv_folder_is_ours(const char *folder) {
    bool ours = holds_only(folder, TS_CSV_FOLDERS, TS_CCD_KINDS);
    for (int kind = 0; kind < TS_CCD_KINDS && ours; ++kind) {
        char *below = ts_path_join(folder, TS_CSV_FOLDERS[kind]);
        ours = below && (!ts_path_exists(below) || holds_only(below, PART_NAMES, TS_CSV_PARTS));
        free(below);
    }
    return ours;
}

void ts_csv_folder_remove(const char *folder) {
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        for (int part = 0; part < TS_CSV_PARTS; ++part) {
            char *path = ts_csv_part_path(folder, kind, (ts_csv_part)part);
            if (path) unlink(path);
            free(path);
        }
        char *below = ts_path_join(folder, TS_CSV_FOLDERS[kind]);
        if (below) rmdir(below);
        free(below);
    }
    rmdir(folder);
}
