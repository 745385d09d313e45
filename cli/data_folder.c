/* SPDX-License-Identifier: GPL-2.0-or-later
 * The installed data, or those of the source tree above the command. */
#include "cli/data_folder.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/files.h"

bool ts_data_folder(const char *name, char path[PATH_MAX]) {
    char folder[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (length <= 0) return false;
    folder[length] = '\0';
    for (char *slash = strrchr(folder, '/'); slash; slash = strrchr(folder, '/')) {
        static const char *const places[] = {"share/touchstone", "datasets"};
        *slash = '\0';
        for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
            const int written = snprintf(path, PATH_MAX, "%s/%s/%s", folder, places[i], name);
            if (written > 0 && written < PATH_MAX && ts_path_is_folder(path)) return true;
        }
    }
    return false;
}
