/* SPDX-License-Identifier: MIT
 * The registry of CCD backends: the one global state, filled before threads start. */
#include <touchstone/ccd.h>

#include <stdbool.h>
#include <string.h>

#include "ccd/builtin.h"
#include "ccd/options.h"
#include "ccd/registry.h"
#include "core/error.h"

static const ts_ccd_backend *const BUILTIN[] = {
    &ts_ccd_accd,         &ts_ccd_cubic,       &ts_ccd_minsep,          &ts_ccd_root_parity,
    &ts_ccd_bsc,          &ts_ccd_tbsc,        &ts_ccd_minsep_careful,  &ts_ccd_bsc_exact,
    &ts_ccd_tbsc_bounded, &ts_ccd_lower_bound, &ts_ccd_tight_inclusion, &ts_ccd_polynomial,
    &ts_ccd_partial,      &ts_ccd_certified,   &ts_ccd_accd_float,      &ts_ccd_certified_float};

static struct {
    const ts_ccd_backend *backends[TS_CCD_MAX_BACKENDS];
    bool foreign[TS_CCD_MAX_BACKENDS];
    const char *origin[TS_CCD_MAX_BACKENDS];
    size_t count;
} registry;

static ts_status check_name(const char *name, ts_error *error) {
    if (!name || name[0] == '\0')
        return ts_fail(error, TS_ERROR_USAGE, "a backend without a name cannot be registered");
    const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (name[length] != '\0' || length > 40) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "'%.60s' is no name for a backend; expected up to 40 lower-case letters, digits and '-'", name);
    }
    if (ts_ccd_find(name)) {
        return ts_fail(error, TS_ERROR_USAGE, "a backend named '%s' is registered already; choose another name", name);
    }
    return TS_OK;
}

static ts_status check_backend(const ts_ccd_backend *backend, ts_error *error) {
    if (!backend) return ts_fail(error, TS_ERROR_USAGE, "there is no backend to register (a null pointer)");
    /* The version first: nothing else of the struct can be trusted before it. */
    if (backend->abi != TS_CCD_ABI) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "the backend is built for interface version %u, this program for %u; rebuild it with this "
                       "program's touchstone/ccd.h",
                       backend->abi, TS_CCD_ABI);
    }
    const ts_status status = check_name(backend->name, error);
    if (status != TS_OK) return status;
    const char *missing = !backend->create    ? "the function create"
                          : !backend->query   ? "the function query"
                          : !backend->destroy ? "the function destroy"
                          : !backend->summary ? "its summary"
                          : !backend->source  ? "its source"
                                              : NULL;
    if (missing) return ts_fail(error, TS_ERROR_USAGE, "backend '%s' lacks %s", backend->name, missing);
    if ((backend->capabilities & TS_CCD_CAN_ALL_KINDS) == 0) {
        return ts_fail(error, TS_ERROR_USAGE, "backend '%s' says that it answers no kind of query", backend->name);
    }
    return ts_ccd_check_declarations(backend, error);
}

ts_status ts_ccd_register(const ts_ccd_backend *backend, ts_error *error) {
    const ts_status status = check_backend(backend, error);
    if (status != TS_OK) return status;
    if (registry.count == TS_CCD_MAX_BACKENDS) {
        return ts_fail(error, TS_ERROR_USAGE, "backend '%s' does not fit: %d are registered already", backend->name,
                       TS_CCD_MAX_BACKENDS);
    }
    registry.backends[registry.count++] = backend;
    return TS_OK;
}

ts_status ts_ccd_register_foreign(const ts_ccd_backend *backend, ts_error *error) {
    const ts_status status = ts_ccd_register(backend, error);
    if (status == TS_OK) registry.foreign[registry.count - 1] = true;
    return status;
}

/* The count when it is not there. */
static size_t place_of(const ts_ccd_backend *backend) {
    size_t i = 0;
    while (i < registry.count && registry.backends[i] != backend) ++i;
    return i;
}

int ts_ccd_is_foreign(const ts_ccd_backend *backend) {
    const size_t i = place_of(backend);
    return i < registry.count && registry.foreign[i];
}

void ts_ccd_set_origin(const ts_ccd_backend *backend, const char *arguments) {
    const size_t i = place_of(backend);
    if (i < registry.count) registry.origin[i] = arguments;
}

const char *ts_ccd_origin(const ts_ccd_backend *backend) {
    const size_t i = place_of(backend);
    return i < registry.count && registry.origin[i] ? registry.origin[i] : "";
}

ts_status ts_ccd_register_builtin(ts_error *error) {
    for (size_t i = 0; i < sizeof BUILTIN / sizeof *BUILTIN; ++i) {
        if (ts_ccd_find(BUILTIN[i]->name) == BUILTIN[i]) continue;
        const ts_status status = ts_ccd_register(BUILTIN[i], error);
        if (status != TS_OK) return status;
    }
    return TS_OK;
}

size_t ts_ccd_backend_count(void) {
    return registry.count;
}

const ts_ccd_backend *ts_ccd_backend_at(size_t index) {
    return index < registry.count ? registry.backends[index] : NULL;
}

const ts_ccd_backend *ts_ccd_find(const char *name) {
    for (size_t i = 0; i < registry.count; ++i) {
        if (strcmp(registry.backends[i]->name, name) == 0) return registry.backends[i];
    }
    return NULL;
}

bool ts_ccd_can_answer(const ts_ccd_backend *backend, const ts_ccd_query *query) {
    if ((unsigned)query->kind >= TS_CCD_KINDS || !(backend->capabilities >> query->kind & 1u)) return false;
    return query->min_distance == 0.0 || (backend->capabilities & TS_CCD_CAN_MIN_DISTANCE);
}
