/* SPDX-License-Identifier: MIT
 * Watching a plug-in that runs in this process: it gets copies, and leaves what it finds as it was. */
#include "ccd/guarded.h"

#include <stdlib.h>
#include <string.h>

#include "ccd/failure.h"
#include "core/error.h"
#include "core/surroundings.h"

/* For as long as our process lives. */
typedef struct guarded_backend {
    ts_ccd_backend backend; /* first, so that it is found from it */
    const ts_ccd_backend *real;
} guarded_backend;

/* A method of it. */
typedef struct guarded_method {
    const ts_ccd_backend *real;
    void *self;
} guarded_method;

enum { BLOCK = 64 }; /* copies of queries that a batch takes at once */

/* ---- Questions ---- */

/* They are not for us to judge: a program that we are part of may speak any language, and round as it likes. */
static bool set_back(const ts_surroundings *before) {
    if (ts_surroundings_are(before)) return false;
    ts_surroundings_set_back(before);
    return true;
}

/* The results of `copies`, which were given for `queries`: those that were meddled with are none. */
static void settle(const ts_surroundings *before, size_t n, const ts_ccd_query *queries, const ts_ccd_query *copies,
                   ts_ccd_result *results) {
    const bool kept = !set_back(before);
    for (size_t q = 0; q < n; ++q) {
        if (kept && memcmp(&queries[q], &copies[q], sizeof *queries) == 0) continue;
        results[q] = (ts_ccd_result){.status = ts_ccd_failed_because(TS_CCD_FAILURE_MEDDLED)};
    }
}

static void guarded_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    const guarded_method *m = self;
    ts_ccd_query copy;
    ts_surroundings before;
    memcpy(&copy, query, sizeof copy); /* what is between its members, too */
    ts_surroundings_take(&before);
    m->real->query(m->self, &copy, result);
    settle(&before, 1, query, &copy, result);
}

static void guarded_query_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    const guarded_method *m = self;
    ts_ccd_query copies[BLOCK];
    ts_surroundings before;
    ts_surroundings_take(&before);
    for (size_t first = 0; first < n; first += BLOCK) {
        const size_t count = n - first < BLOCK ? n - first : BLOCK;
        memcpy(copies, queries + first, count * sizeof *copies);
        m->real->query_batch(m->self, count, copies, results + first);
        settle(&before, count, queries + first, copies, results + first);
    }
}

static void guarded_certify(void *self, const ts_ccd_query *query, ts_ccd_result *result,
                            ts_ccd_certificate *certificate) {
    const guarded_method *m = self;
    ts_ccd_query copy;
    ts_surroundings before;
    memcpy(&copy, query, sizeof copy);
    ts_surroundings_take(&before);
    m->real->certify(m->self, &copy, result, certificate);
    settle(&before, 1, query, &copy, result);
}

/* ---- The backend ---- */

/* Never called: ts_guarded_create is. It marks a backend as guarded. */
static ts_status guarded_create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_ERROR_USAGE;
}

bool ts_is_guarded(const ts_ccd_backend *backend) {
    return backend->create == guarded_create;
}

static void guarded_destroy(void *self) {
    guarded_method *m = self;
    ts_surroundings before;
    ts_surroundings_take(&before);
    m->real->destroy(m->self);
    set_back(&before);
    free(m);
}

ts_status ts_guarded_create(const ts_ccd_backend *backend, const char *options_json, void **self, ts_error *error) {
    guarded_method *m = calloc(1, sizeof *m);
    if (!m) return ts_fail_memory(error, "a method of a plug-in");
    m->real = ((const guarded_backend *)(const void *)backend)->real;
    ts_surroundings before;
    ts_surroundings_take(&before);
    const ts_status status = m->real->create(options_json, &m->self);
    set_back(&before);
    if (status != TS_OK) {
        free(m);
        return ts_fail(
            error, status,
            "backend '%s' could not be created with the options %s; 'touchstone list backends' says what they may be",
            backend->name, options_json);
    }
    *self = m;
    return TS_OK;
}

ts_ccd_backend *ts_guard_backend(const ts_ccd_backend *real) {
    guarded_backend *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    made->real = real;
    made->backend = *real;
    made->backend.create = real->create ? guarded_create : NULL; /* what it lacks is told of it */
    made->backend.query = real->query ? guarded_query : NULL;
    made->backend.query_batch = real->query_batch ? guarded_query_batch : NULL;
    made->backend.certify = real->certify ? guarded_certify : NULL;
    made->backend.destroy = real->destroy ? guarded_destroy : NULL;
    return &made->backend;
}
