/* SPDX-License-Identifier: MIT
 * Opening a shared object by its path. */
#include "core/shared_object.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"

ts_status ts_shared_object_open(const char *path, const ts_plugin_symbol *symbol, ts_shared_object *object,
                                ts_error *error) {
    char here[PATH_MAX];
    const char *exact = path;
    /* dlopen searches the system's folders for a name without a slash. */
    if (!strchr(path, '/') && snprintf(here, sizeof here, "./%s", path) < (int)sizeof here) exact = here;
    ts_shared_object opened = {.handle = dlopen(exact, RTLD_NOW | RTLD_LOCAL)};
    if (!opened.handle) return ts_fail(error, TS_ERROR_DATA, "plug-in %s cannot be opened: %s", path, dlerror());
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
