/* SPDX-License-Identifier: MIT
 * Serving a CCD method. It gets a copy of each query, and its calls alone are timed. */
#include <stdio.h>
#include <string.h>

#include "ccd/hosted.h"
#include "ccd/plugin.h"
#include "ccd/timing.h"
#include "core/error.h"
#include "host/serve.h"

/* What was loaded; the program has one. */
static ts_ccd_method method;
static ts_stopwatch stopwatch;

/* A line that cannot be copied whole is cut. */
static void put_text(char *to, size_t size, const char *from) {
    snprintf(to, size, "%s", from ? from : "");
}

static ts_status load(ts_host_page *page, const char *path, ts_error *error) {
    const ts_ccd_backend *backend;
    const ts_status status = ts_ccd_load_unguarded(path, &backend, error);
    if (status != TS_OK) return status;
    ts_hosted_description *told = (ts_hosted_description *)page->out;
    memset(told, 0, sizeof *told);
    put_text(told->name, sizeof told->name, backend->name);
    put_text(told->summary, sizeof told->summary, backend->summary);
    put_text(told->source, sizeof told->source, backend->source);
    told->capabilities = backend->capabilities;
    told->has_batch = backend->query_batch != NULL;
    told->has_certify = backend->certify != NULL;
    told->option_count = (uint32_t)backend->option_count;
    for (size_t i = 0; i < backend->option_count; ++i) {
        const ts_ccd_option *option = &backend->options[i];
        ts_hosted_option *out = &told->options[i];
        put_text(out->name, sizeof out->name, option->name);
        put_text(out->meaning, sizeof out->meaning, option->meaning);
        out->type = (int32_t)option->type;
        out->standard = option->standard;
        out->least = option->least;
        out->most = option->most;
    }
    method.backend = backend;
    return TS_OK;
}

/* It gets options that last as long as the process, and that its children can read. */
static ts_status create(ts_host_page *page, ts_error *error) {
    page->in[TS_HOST_IN_BYTES - 1] = '\0';
    char *options = strdup((const char *)page->in); /* never freed: there is one method */
    if (!options) return ts_fail_memory(error, "a method's options");
    const ts_status status = method.backend->create(options, &method.self);
    if (status == TS_OK) return TS_OK;
    return ts_fail(error, status, "backend '%s' could not be created with the options %.400s", method.backend->name,
                   options);
}

static void query_each(ts_host_page *page) {
    const ts_ccd_query *in = (const ts_ccd_query *)page->in;
    ts_ccd_result *out = (ts_ccd_result *)page->out;
    const uint32_t count = ts_asked_count(page);
    for (uint32_t q = 0; q < count; ++q) {
        atomic_store_explicit(&page->at, q, memory_order_release);
        const ts_ccd_query query = in[q];
        ts_ccd_result result = {.status = TS_CCD_FAILED};
        method.backend->query(method.self, &query, &result);
        out[q] = result;
    }
}

static void query_together(ts_host_page *page) {
    static ts_ccd_query queries[TS_HOST_BLOCK];
    static ts_ccd_result results[TS_HOST_BLOCK];
    const uint32_t count = ts_asked_count(page);
    memcpy(queries, page->in, count * sizeof *queries);
    for (uint32_t q = 0; q < count; ++q) results[q] = (ts_ccd_result){.status = TS_CCD_FAILED};
    method.backend->query_batch(method.self, count, queries, results);
    memcpy(page->out, results, count * sizeof *results);
}

static void certify(ts_host_page *page) {
    static ts_hosted_proof proof;
    ts_ccd_query query;
    memcpy(&query, page->in, sizeof query);
    proof = (ts_hosted_proof){.result.status = TS_CCD_FAILED};
    method.backend->certify(method.self, &query, &proof.result, &proof.certificate);
    memcpy(page->out, &proof, sizeof proof);
}

/* The first pass over a block, or a later one, for which ts_time_pass looks at the first one's samples. What was timed
 * is out at once: the next query may end the process. */
static void time_pass(ts_host_page *page) {
    static double samples[2];
    static ts_ccd_result answers[2];
    const ts_hosted_timing *in = (const ts_hosted_timing *)page->in;
    ts_hosted_times *out = (ts_hosted_times *)page->out;
    const uint32_t count = ts_asked_count(page);
    const int pass = page->pass > 0;
    if (stopwatch.long_enough == 0.0) ts_stopwatch_calibrate(&stopwatch);
    for (uint32_t q = 0; q < count; ++q) {
        atomic_store_explicit(&page->at, q, memory_order_release);
        const ts_ccd_query query = in->query[q];
        samples[0] = in->first[q];
        const ts_timed_block block = {&query, 1, pass + 1, samples, answers};
        ts_time_pass(&stopwatch, &method, &block, pass);
        out->sample[q] = samples[pass];
        out->result[q] = answers[pass];
    }
}

ts_status ts_serve_ccd(ts_host_page *page, const char *path, ts_error *error) {
    const uint32_t word = page->word;
    if (word == TS_HOST_LOAD) return load(page, path, error);
    if (!method.backend) return ts_fail(error, TS_ERROR_INTERNAL, "the host has no method");
    switch (word) {
    case TS_HOST_CREATE: return create(page, error);
    case TS_HOST_QUERY: query_each(page); return TS_OK;
    case TS_HOST_BATCH: query_together(page); return TS_OK;
    case TS_HOST_CERTIFY: certify(page); return TS_OK;
    case TS_HOST_TIME: time_pass(page); return TS_OK;
    default: return ts_fail(error, TS_ERROR_INTERNAL, "the host knows no request %u", word);
    }
}
