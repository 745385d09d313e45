/* SPDX-License-Identifier: MIT
 * A backend out of a shared object. */
#include "ccd/plugin.h"

#include <stdlib.h>
#include <string.h>

#include "ccd/guarded.h"
#include "ccd/registry.h"
#include "core/error.h"
#include "core/shared_object.h"
#include <touchstone/distance.h>

static const ts_plugin_symbol SYMBOL = {TS_CCD_PLUGIN_SYMBOL, "const ts_ccd_backend *" TS_CCD_PLUGIN_SYMBOL "(void)",
                                        "ts_ccd_read_options"};

/* Plug-ins may call what <touchstone/ccd.h> and <touchstone/distance.h> declare, and of an archive a program gets what
 * is referred to. All but this comes along with the registry (a test looks: tests/install/run.sh). */
__attribute__((used)) static const char *(*const CALLED_BY_PLUGINS)(ts_ccd_kind, ts_feature) = ts_feature_name;

/* The backend that the object offers; NULL with the reason. */
static const ts_ccd_backend *offered_backend(const ts_shared_object *object, const char *path, ts_error *error) {
    /* ISO C has no conversion from an object's address to a function's; POSIX promises that the bytes serve. */
    ts_ccd_plugin_function function;
    memcpy(&function, &object->symbol, sizeof function);
    const ts_ccd_backend *backend = function();
    if (!backend) {
        ts_fail(error, TS_ERROR_DATA, "plug-in %s: " TS_CCD_PLUGIN_SYMBOL " returned no backend (a null pointer)",
                path);
    }
    return backend;
}

static ts_status register_offered(const ts_ccd_backend *backend, const char *path, ts_error *error) {
    ts_error reason = {0};
    const ts_status status = ts_ccd_register_foreign(backend, &reason);
    return status == TS_OK ? TS_OK : ts_fail(error, status, "plug-in %s: %s", path, reason.message);
}

/* A backend of another version of the interface may be shorter than ours: it is refused as it is. */
static ts_status register_guarded(const ts_ccd_backend **backend, const char *path, ts_error *error) {
    if ((*backend)->abi != TS_CCD_ABI) return register_offered(*backend, path, error);
    ts_ccd_backend *guarded = ts_guard_backend(*backend);
    if (!guarded) return ts_fail_memory(error, "a plug-in");
    const ts_status status = register_offered(guarded, path, error);
    if (status == TS_OK)
        *backend = guarded;
    else
        free(guarded);
    return status;
}

static ts_status load(const char *path, bool guarded, const ts_ccd_backend **loaded, ts_error *error) {
    ts_shared_object object;
    ts_status status = ts_shared_object_open(path, &SYMBOL, &object, error);
    if (status != TS_OK) return status;
    const ts_ccd_backend *backend = offered_backend(&object, path, error);
    if (!backend)
        status = TS_ERROR_DATA;
    else
        status = guarded ? register_guarded(&backend, path, error) : register_offered(backend, path, error);
    if (status != TS_OK) {
        ts_shared_object_close(&object);
        return status;
    }
    if (loaded) *loaded = backend;
    return TS_OK;
}

ts_status ts_ccd_load_plugin(const char *path, const ts_ccd_backend **loaded, ts_error *error) {
    return load(path, true, loaded, error);
}

ts_status ts_ccd_load_unguarded(const char *path, const ts_ccd_backend **loaded, ts_error *error) {
    return load(path, false, loaded, error);
}
