/* SPDX-License-Identifier: MIT
 * Looking for touchstone-host. */
#define _GNU_SOURCE
#include "core/host/program.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"

/* A folder that it may be beside, and the way from there to where it is installed. */
typedef struct place {
    char folder[PATH_MAX]; /* "": none */
    const char *installed;
} place;

static void keep_folder(char folder[PATH_MAX]) {
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
}

/* Of the file that this function is in: the shared library, or the program where it is linked with the archives. A
 * relative name may be one of another folder by now. */
static void find_library(char folder[PATH_MAX]) {
    static const char here = 0;
    Dl_info file;
    const bool known = dladdr(&here, &file) && file.dli_fname && file.dli_fname[0] == '/';
    if (!known || !realpath(file.dli_fname, folder)) folder[0] = '\0';
    keep_folder(folder);
}

static void find_running(char folder[PATH_MAX]) {
    const ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
    folder[length > 0 ? length : 0] = '\0';
    keep_folder(folder);
}

static bool is_there(char path[TS_HOST_PATH], const char *folder, const char *way) {
    if (!folder[0]) return false;
    const int length = snprintf(path, TS_HOST_PATH, "%s/%stouchstone-host", folder, way);
    return length > 0 && length < TS_HOST_PATH && access(path, X_OK) == 0;
}

ts_status ts_host_find_program(char path[TS_HOST_PATH], ts_error *error) {
    const char *named = getenv("TOUCHSTONE_HOST");
    if (named && named[0]) {
        snprintf(path, TS_HOST_PATH, "%s", named);
        if (access(path, X_OK) == 0) return TS_OK;
        return ts_fail(error, TS_ERROR_DATA, "TOUCHSTONE_HOST=%s is no program that can be run", named);
    }
    place library = {.installed = TS_HOST_FROM_LIBRARY "/"}, running = {.installed = TS_HOST_FROM_COMMAND "/"};
    find_library(library.folder);
    find_running(running.folder);
    const place *const places[] = {&library, &running};
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        if (is_there(path, places[i]->folder, "") || is_there(path, places[i]->folder, places[i]->installed)) {
            return TS_OK;
        }
    }
    if (is_there(path, TS_HOST_INSTALLED, "")) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA,
                   "touchstone-host, the program that plug-ins run in, is neither in the library's folder '%s' or "
                   "its " TS_HOST_FROM_LIBRARY ", nor in the program's '%s' or its " TS_HOST_FROM_COMMAND
                   ", nor in " TS_HOST_INSTALLED "; name it in TOUCHSTONE_HOST, or load plug-ins with --in-process",
                   library.folder, running.folder);
}
