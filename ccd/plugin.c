/* SPDX-License-Identifier: MIT
 * A backend out of a shared object. */
#include <touchstone/plugin.h>

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"

/* dlopen searches the system's folders for a name without a slash; a plug-in's path is a path. */
static void *open_object(const char *path) {
    char here[PATH_MAX];
    if (!strchr(path, '/') && snprintf(here, sizeof here, "./%s", path) < (int)sizeof here) path = here;
    return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* The backend that the object offers; NULL with the reason. */
static const ts_ccd_backend *offered_backend(void *object, const char *path, ts_error *error) {
    void *symbol = dlsym(object, TS_CCD_PLUGIN_SYMBOL);
    if (!symbol) {
        ts_fail(error, TS_ERROR_DATA,
                "plug-in %s has no symbol " TS_CCD_PLUGIN_SYMBOL "; it must export 'const ts_ccd_backend "
                "*" TS_CCD_PLUGIN_SYMBOL "(void)' (in C++: extern \"C\")",
                path);
        return NULL;
    }
    /* ISO C has no conversion from an object's address to a function's; POSIX promises that the bytes serve. */
    ts_ccd_plugin_function function;
    memcpy(&function, &symbol, sizeof function);
    const ts_ccd_backend *backend = function();
    if (!backend) {
        ts_fail(error, TS_ERROR_DATA, "plug-in %s: " TS_CCD_PLUGIN_SYMBOL " returned no backend (a null pointer)",
                path);
    }
    return backend;
}

static ts_status register_offered(const ts_ccd_backend *backend, const char *path, ts_error *error) {
    ts_error reason = {0};
    const ts_status status = ts_ccd_register(backend, &reason);
    return status == TS_OK ? TS_OK : ts_fail(error, status, "plug-in %s: %s", path, reason.message);
}

ts_status ts_ccd_load_plugin(const char *path, const ts_ccd_backend **loaded, ts_error *error) {
    void *object = open_object(path);
    if (!object) return ts_fail(error, TS_ERROR_DATA, "plug-in %s cannot be opened: %s", path, dlerror());
    const ts_ccd_backend *backend = offered_backend(object, path, error);
    const ts_status status = backend ? register_offered(backend, path, error) : TS_ERROR_DATA;
    if (status != TS_OK) {
        dlclose(object);
        return status;
    }
    if (loaded) *loaded = backend;
    return TS_OK;
}
