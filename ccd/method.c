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

/* Queries of a batch that the method can answer, next to one another, and where they came from. */
enum { BATCH_BLOCK = 256 };

typedef struct batch_block {
    ts_ccd_query queries[BATCH_BLOCK];
    ts_ccd_result results[BATCH_BLOCK];
    size_t from[BATCH_BLOCK], count;
} batch_block;

static void answer_together(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries,
                            ts_ccd_result *results) {
    for (size_t q = 0; q < n; ++q) results[q] = (ts_ccd_result){.status = TS_CCD_FAILED};
    method->backend->query_batch(method->self, n, queries, results);
    for (size_t q = 0; q < n; ++q) {
        if (!makes_sense(&queries[q], &results[q])) results[q].status = TS_CCD_FAILED;
    }
}

static void answer_block(const ts_ccd_method *method, batch_block *block, ts_ccd_result *results) {
    answer_together(method, block->count, block->queries, block->results);
    for (size_t i = 0; i < block->count; ++i) results[block->from[i]] = block->results[i];
    block->count = 0;
}

/* Some queries are not for the method: the others are gathered. */
static void answer_gathered(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries,
                            ts_ccd_result *results) {
    batch_block block;
    block.count = 0;
    for (size_t q = 0; q < n; ++q) {
        results[q] = (ts_ccd_result){.status = TS_CCD_UNSUPPORTED};
        if (!can_answer(method->backend, &queries[q])) continue;
        block.queries[block.count] = queries[q];
        block.from[block.count++] = q;
        if (block.count == BATCH_BLOCK) answer_block(method, &block, results);
    }
    if (block.count > 0) answer_block(method, &block, results);
}

void ts_ccd_answer_batch(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    size_t able = 0;
    if (!method->backend->query_batch) {
        for (size_t q = 0; q < n; ++q) ts_ccd_answer(method, &queries[q], &results[q]);
        return;
    }
    while (able < n && can_answer(method->backend, &queries[able])) ++able;
    if (able == n)
        answer_together(method, n, queries, results);
    else
        answer_gathered(method, n, queries, results);
}
