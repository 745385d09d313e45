/* SPDX-License-Identifier: MIT
 * A backend with its options set, and the guard around its answers. */
#include <touchstone/ccd.h>

#include <string.h>

#include "ccd/options.h"
#include "core/error.h"
#include "core/suggest.h"

static ts_status unknown_backend(const char *name, ts_error *error) {
    const char *names[TS_CCD_MAX_BACKENDS];
    const size_t count = ts_ccd_backend_count();
    for (size_t i = 0; i < count; ++i) names[i] = ts_ccd_backend_at(i)->name;
    const char *nearest = ts_nearest_name(name, names, count);
    if (!nearest) return ts_fail(error, TS_ERROR_USAGE, "there is no backend '%s'; none is registered", name);
    return ts_fail(error, TS_ERROR_USAGE, "there is no backend '%s'; did you mean '%s'?", name, nearest);
}

static double kept_gap(const ts_ccd_backend *backend, const double *values) {
    for (size_t i = 0; i < backend->option_count; ++i) {
        if (strcmp(backend->options[i].name, "s") == 0) return values[i];
    }
    return 0.0;
}

ts_status ts_ccd_method_init(ts_ccd_method *method, const char *name, const char *options_json, ts_error *error) {
    const ts_ccd_backend *backend = ts_ccd_find(name);
    if (!backend) return unknown_backend(name, error);

    double values[TS_CCD_MAX_OPTIONS];
    ts_ccd_method made = {.backend = backend};
    ts_status status = ts_ccd_resolve_options(backend, options_json, values, error);
    if (status == TS_OK) status = ts_ccd_print_options(backend, values, made.options, sizeof made.options, error);
    if (status != TS_OK) return status;
    made.kept_gap = kept_gap(backend, values);

    status = backend->create(made.options, &made.self);
    if (status != TS_OK) {
        return ts_fail(error, status, "backend '%s' could not be created with the options %s", name, made.options);
    }
    *method = made;
    return TS_OK;
}

void ts_ccd_method_clear(ts_ccd_method *method) {
    if (method->backend) method->backend->destroy(method->self);
    *method = (ts_ccd_method){0};
}

static int can_answer(const ts_ccd_backend *backend, const ts_ccd_query *query) {
    if ((unsigned)query->kind >= TS_CCD_KINDS || !(backend->capabilities >> query->kind & 1u)) return 0;
    return query->min_distance == 0.0 || (backend->capabilities & TS_CCD_CAN_MIN_DISTANCE);
}

static int makes_sense(const ts_ccd_query *query, const ts_ccd_result *result) {
    switch (result->status) {
    case TS_CCD_HIT:
    case TS_CCD_LIMIT: return result->toi >= 0.0 && result->toi <= query->t_max;
    case TS_CCD_FREE:
    case TS_CCD_UNSUPPORTED:
    case TS_CCD_FAILED: return 1;
    }
    return 0;
}

void ts_ccd_answer(const ts_ccd_method *method, const ts_ccd_query *query, ts_ccd_result *result) {
    *result = (ts_ccd_result){.status = TS_CCD_UNSUPPORTED};
    if (!can_answer(method->backend, query)) return;
    result->status = TS_CCD_FAILED; /* what it stays when the method says nothing */
    method->backend->query(method->self, query, result);
    if (!makes_sense(query, result)) result->status = TS_CCD_FAILED;
}
