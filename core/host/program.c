/* SPDX-License-Identifier: MIT
 * Looking for touchstone-host. */
#include "core/host/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/error.h"

ts_status ts_host_find_program(char path[TS_HOST_PATH], ts_error *error) {
    static const char *const places[] = {"touchstone-host", TS_HOST_FOLDER "/touchstone-host"};
    const char *named = getenv("TOUCHSTONE_HOST");
    if (named && named[0]) {
        snprintf(path, TS_HOST_PATH, "%s", named);
        if (access(path, X_OK) == 0) return TS_OK;
        return ts_fail(error, TS_ERROR_DATA, "TOUCHSTONE_HOST=%s is no program that can be run", named);
    }
    char self[TS_HOST_PATH - 64];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (slash) *slash = '\0';
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; ++i) {
        snprintf(path, TS_HOST_PATH, "%s/%s", self, places[i]);
        if (access(path, X_OK) == 0) return TS_OK;
    }
    return ts_fail(error, TS_ERROR_DATA,
                   "touchstone-host, the program that plug-ins run in, is neither in %s nor in %s/" TS_HOST_FOLDER "; "
                   "name it in TOUCHSTONE_HOST, or load plug-ins with --in-process",
                   self, self);
}
