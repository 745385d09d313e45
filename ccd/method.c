/* SPDX-License-Identifier: MIT
 * A backend with its options set, and the guard around its answers. */
#include <touchstone/ccd.h>

#include <string.h>

#include "ccd/failure.h"
#include "ccd/guarded.h"
#include "ccd/hosted.h"
#include "ccd/options.h"
#include "ccd/registry.h"
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

    if (ts_is_hosted(backend)) {
        status = ts_hosted_create(backend, made.options, &made.self, error);
        if (status != TS_OK) return status;
    } else if (ts_is_guarded(backend)) {
        status = ts_guarded_create(backend, made.options, &made.self, error);
        if (status != TS_OK) return status;
    } else if ((status = backend->create(made.options, &made.self)) != TS_OK) {
        return ts_fail(
            error, status,
            "backend '%s' could not be created with the options %s; 'touchstone list backends' says what they may be",
            name, made.options);
    }
    *method = made;
    return TS_OK;
}

void ts_ccd_method_clear(ts_ccd_method *method) {
    if (method->backend) method->backend->destroy(method->self);
    *method = (ts_ccd_method){0};
}

void ts_ccd_answer_why(const ts_ccd_method *method, const ts_ccd_query *query, ts_ccd_result *result,
                       ts_ccd_failure *failure) {
    *result = (ts_ccd_result){.status = TS_CCD_UNSUPPORTED};
    *failure = TS_CCD_FAILURE_NONE;
    if (!ts_ccd_can_answer(method->backend, query)) return;
    result->status = TS_CCD_FAILED; /* what it stays when the method says nothing */
    method->backend->query(method->self, query, result);
    *failure = ts_ccd_settle(query, result);
}

void ts_ccd_answer(const ts_ccd_method *method, const ts_ccd_query *query, ts_ccd_result *result) {
    ts_ccd_failure failure;
    ts_ccd_answer_why(method, query, result, &failure);
}

/* Queries of a batch that the method can answer, next to one another, and where they came from. */
enum { BATCH_BLOCK = 256 };

typedef struct batch_block {
    ts_ccd_query queries[BATCH_BLOCK];
    ts_ccd_result results[BATCH_BLOCK];
    ts_ccd_failure failures[BATCH_BLOCK];
    size_t from[BATCH_BLOCK], count;
} batch_block;

/* failures: NULL when nobody asks. */
static void answer_together(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results,
                            ts_ccd_failure *failures) {
    for (size_t q = 0; q < n; ++q) results[q] = (ts_ccd_result){.status = TS_CCD_FAILED};
    method->backend->query_batch(method->self, n, queries, results);
    for (size_t q = 0; q < n; ++q) {
        const ts_ccd_failure failure = ts_ccd_settle(&queries[q], &results[q]);
        if (failures) failures[q] = failure;
    }
}

static void answer_block(const ts_ccd_method *method, batch_block *block, ts_ccd_result *results,
                         ts_ccd_failure *failures) {
    answer_together(method, block->count, block->queries, block->results, block->failures);
    for (size_t i = 0; i < block->count; ++i) {
        results[block->from[i]] = block->results[i];
        if (failures) failures[block->from[i]] = block->failures[i];
    }
    block->count = 0;
}

/* Some queries are not for the method: the others are gathered. */
static void answer_gathered(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results,
                            ts_ccd_failure *failures) {
    batch_block block;
    block.count = 0;
    for (size_t q = 0; q < n; ++q) {
        results[q] = (ts_ccd_result){.status = TS_CCD_UNSUPPORTED};
        if (failures) failures[q] = TS_CCD_FAILURE_NONE;
        if (!ts_ccd_can_answer(method->backend, &queries[q])) continue;
        block.queries[block.count] = queries[q];
        block.from[block.count++] = q;
        if (block.count == BATCH_BLOCK) answer_block(method, &block, results, failures);
    }
    if (block.count > 0) answer_block(method, &block, results, failures);
}

static void answer_each(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results,
                        ts_ccd_failure *failures) {
    for (size_t q = 0; q < n; ++q) {
        ts_ccd_failure failure;
        ts_ccd_answer_why(method, &queries[q], &results[q], &failure);
        if (failures) failures[q] = failure;
    }
}

static void answer_all(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results,
                       ts_ccd_failure *failures) {
    size_t able = 0;
    if (!method->backend->query_batch) {
        answer_each(method, n, queries, results, failures);
        return;
    }
    while (able < n && ts_ccd_can_answer(method->backend, &queries[able])) ++able;
    if (able == n)
        answer_together(method, n, queries, results, failures);
    else
        answer_gathered(method, n, queries, results, failures);
}

void ts_ccd_answer_batch(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    answer_all(method, n, queries, results, NULL);
}

void ts_ccd_answer_batch_why(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results,
                             ts_ccd_failure *failures) {
    answer_all(method, n, queries, results, failures);
}

void ts_ccd_answer_apart(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results,
                         ts_ccd_failure *failures) {
    if (!ts_is_hosted(method->backend)) {
        answer_each(method, n, queries, results, failures);
        return;
    }
    for (size_t q = 0; q < n; ++q) results[q] = (ts_ccd_result){.status = TS_CCD_FAILED};
    ts_hosted_answer_each(method, n, queries, results);
    for (size_t q = 0; q < n; ++q) {
        failures[q] = TS_CCD_FAILURE_NONE;
        if (ts_ccd_can_answer(method->backend, &queries[q])) {
            failures[q] = ts_ccd_settle(&queries[q], &results[q]);
        } else {
            results[q] = (ts_ccd_result){.status = TS_CCD_UNSUPPORTED};
        }
    }
}

int ts_ccd_same_answer(const ts_ccd_result *a, const ts_ccd_result *b) {
    if (a->status != b->status) return 0;
    return (a->status != TS_CCD_HIT && a->status != TS_CCD_LIMIT) || a->toi == b->toi;
}
