/* SPDX-License-Identifier: MIT
 * Opening a shared object by its path. */
#include "core/shared_object.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"

/* Does the program export it? Looked up as dlopen does, which is not what this library itself can see. */
static bool is_exported(const char *function) {
    void *program = dlopen(NULL, RTLD_LAZY);
    const bool found = program && dlsym(program, function);
    if (program) dlclose(program);
    return found;
}

/* The system says which symbol is missing, but not whose task it was to have it there. */
static ts_status fail_open(const char *path, const ts_plugin_symbol *symbol, ts_error *error) {
    char why[TS_ERROR_LENGTH / 2]; /* what dlerror returns does not outlive another call */
    snprintf(why, sizeof why, "%s", dlerror());
    const bool calls_us = symbol->called && strstr(why, "undefined symbol: ts_");
    if (calls_us && !is_exported(symbol->called)) {
        return ts_fail(error, TS_ERROR_DATA,
                       "plug-in %s cannot be opened: %s; it calls Touchstone, of which this program exports nothing: "
                       "link the program with -rdynamic (ENABLE_EXPORTS in CMake) or with the shared library, or have "
                       "the plug-in loaded in a process of its own (ts_ccd_host_plugin)",
                       path, why);
    }
    return ts_fail(error, TS_ERROR_DATA, "plug-in %s cannot be opened: %s", path, why);
}

ts_status ts_shared_object_open(const char *path, const ts_plugin_symbol *symbol, ts_shared_object *object,
                                ts_error *error) {
    char here[PATH_MAX];
    const char *exact = path;
    /* dlopen searches the system's folders for a name without a slash. */
    if (!strchr(path, '/') && snprintf(here, sizeof here, "./%s", path) < (int)sizeof here) exact = here;
    ts_shared_object opened = {.handle = dlopen(exact, RTLD_NOW | RTLD_LOCAL)};
    if (!opened.handle) return fail_open(path, symbol, error);
    opened.symbol = dlsym(opened.handle, symbol->name);
    if (!opened.symbol) {
        dlclose(opened.handle);
        return ts_fail(error, TS_ERROR_DATA, "plug-in %s has no symbol %s; it must export '%s' (in C++: extern \"C\")",
                       path, symbol->name, symbol->declaration);
    }
    *object = opened;
    return TS_OK;
}

void ts_shared_object_close(ts_shared_object *object) {
    dlclose(object->handle);
    *object = (ts_shared_object){NULL, NULL};
}
