/* SPDX-License-Identifier: MIT
 * A backend whose methods run in touchstone-host: each request a block of queries, each failure one query's. */
#include "ccd/hosted.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <touchstone/plugin.h>

#include "ccd/failure.h"
#include "ccd/registry.h"
#include "ccd/timing.h"
#include "core/error.h"
#include "core/host/pool.h"

/* A backend of a shared object, for as long as our own process lives. */
typedef struct hosted_backend {
    ts_ccd_backend backend; /* first, so that it is found from it */
    ts_hosted_description told;
    ts_ccd_option options[TS_CCD_MAX_OPTIONS];
    ts_host_load load; /* its path is owned */
} hosted_backend;

/* A method of it. */
typedef struct hosted_method {
    ts_host_pool pool;
} hosted_method;

/* A query that is not slow is called some times more: what they may take together, beside the first. */
static const double TIMED_SECONDS = 5.0 * TS_SLOW_QUERY_NS * 1e-9;

static ts_ccd_status status_of(ts_channel_end end) {
    switch (end) {
    case TS_CHANNEL_CRASHED: return ts_ccd_failed_because(TS_CCD_FAILURE_CRASHED);
    case TS_CHANNEL_EXITED: return ts_ccd_failed_because(TS_CCD_FAILURE_EXITED);
    case TS_CHANNEL_TIMED_OUT: return ts_ccd_failed_because(TS_CCD_FAILURE_TIMED_OUT);
    case TS_CHANNEL_ANSWERED: break;
    }
    return TS_CCD_FAILED;
}

static const ts_ccd_result NOT_ASKED = {.status = (ts_ccd_status)(TS_CCD_FIRST_REASON + (int)TS_CCD_FAILURE_GIVEN_UP)};

static void give_up(size_t n, ts_ccd_result *results) {
    for (size_t q = 0; q < n; ++q) results[q] = NOT_ASKED;
}

/* ---- Queries ---- */

/* Copies the queries in; what the host leaves unanswered must not look like an answer of the last block. */
static void put_queries(ts_channel *channel, size_t n, const ts_ccd_query *queries) {
    ts_hosted_results *out = (ts_hosted_results *)channel->page->out;
    memcpy(channel->page->in, queries, n * sizeof *queries);
    for (size_t q = 0; q < n; ++q) out->result[q].status = (ts_ccd_status)-1;
}

static void get_results(const ts_channel *channel, size_t n, ts_ccd_result *results) {
    memcpy(results, channel->page->out, n * sizeof *results);
    for (size_t q = 0; q < n; ++q) {
        if ((unsigned)results[q].status > TS_CCD_FAILED) {
            results[q].status = ts_ccd_failed_because(TS_CCD_FAILURE_STATUS);
        }
    }
}

static ts_channel_end ask(hosted_method *m, ts_channel *channel, ts_host_word word, size_t n, size_t *at) {
    const ts_host_request request = {.word = word, .count = n, .seconds = m->pool.load.limits.query_seconds};
    return ts_host_pool_ask(&m->pool, channel, &request, at);
}

/* Query by query, as far as the first failure; returns how many are settled. */
static size_t ask_each(hosted_method *m, ts_channel *channel, size_t n, const ts_ccd_query *queries,
                       ts_ccd_result *results) {
    size_t at = 0;
    put_queries(channel, n, queries);
    const ts_channel_end end = ask(m, channel, TS_HOST_QUERY, n, &at);
    get_results(channel, end == TS_CHANNEL_ANSWERED ? n : at, results);
    if (end == TS_CHANNEL_ANSWERED) return n;
    results[at] = (ts_ccd_result){.status = status_of(end)};
    return at + 1;
}

/* A batch that went wrong does not say on which query: each is asked again in a batch of its own. When none of them
 * fails alone, the first stands for the block, unless it only took long. */
static void ask_apart(hosted_method *m, ts_channel *channel, size_t n, const ts_ccd_query *queries,
                      ts_ccd_result *results, ts_channel_end whole) {
    bool found = whole == TS_CHANNEL_TIMED_OUT;
    for (size_t q = 0; q < n; ++q) {
        size_t at;
        if (ts_host_pool_ready(&m->pool, channel, NULL) != TS_OK) {
            give_up(n - q, results + q);
            return;
        }
        put_queries(channel, 1, &queries[q]);
        const ts_channel_end end = ask(m, channel, TS_HOST_BATCH, 1, &at);
        if (end == TS_CHANNEL_ANSWERED)
            get_results(channel, 1, &results[q]);
        else
            results[q] = (ts_ccd_result){.status = status_of(end)};
        found |= end != TS_CHANNEL_ANSWERED;
    }
    if (!found) results[0] = (ts_ccd_result){.status = status_of(whole)};
}

static size_t ask_together(hosted_method *m, ts_channel *channel, size_t n, const ts_ccd_query *queries,
                           ts_ccd_result *results) {
    size_t at;
    put_queries(channel, n, queries);
    const ts_channel_end end = ask(m, channel, TS_HOST_BATCH, n, &at);
    if (end == TS_CHANNEL_ANSWERED)
        get_results(channel, n, results);
    else if (n == 1)
        results[0] = (ts_ccd_result){.status = status_of(end)};
    else
        ask_apart(m, channel, n, queries, results, end);
    return n;
}

typedef size_t asker(hosted_method *, ts_channel *, size_t, const ts_ccd_query *, ts_ccd_result *);

static void answer(hosted_method *m, asker *ask_some, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    ts_channel *channel = ts_host_pool_take(&m->pool);
    for (size_t done = 0; done < n;) {
        const size_t count = n - done < TS_HOST_BLOCK ? n - done : TS_HOST_BLOCK;
        if (ts_host_pool_ready(&m->pool, channel, NULL) != TS_OK) {
            give_up(n - done, results + done);
            break;
        }
        done += ask_some(m, channel, count, queries + done, results + done);
    }
    ts_host_pool_give(&m->pool, channel);
}

static void hosted_query(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    answer(self, ask_each, 1, query, result);
}

static void hosted_query_each(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    answer(self, ask_each, n, queries, results);
}

void ts_hosted_set_timing(const ts_ccd_method *method, bool timing) {
    hosted_method *m = method->self;
    if (ts_is_hosted(method->backend)) ts_host_pool_set_timing(&m->pool, timing);
}

void ts_hosted_answer_each(const ts_ccd_method *method, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    answer(method->self, ask_each, n, queries, results);
}

static void hosted_query_batch(void *self, size_t n, const ts_ccd_query *queries, ts_ccd_result *results) {
    answer(self, ask_together, n, queries, results);
}

static void hosted_certify(void *self, const ts_ccd_query *query, ts_ccd_result *result,
                           ts_ccd_certificate *certificate) {
    hosted_method *m = self;
    size_t at;
    *result = NOT_ASKED;
    certificate->count = 0;
    ts_channel *channel = ts_host_pool_take(&m->pool);
    if (ts_host_pool_ready(&m->pool, channel, NULL) == TS_OK) {
        put_queries(channel, 1, query);
        const ts_channel_end end = ask(m, channel, TS_HOST_CERTIFY, 1, &at);
        result->status = status_of(end);
        if (end == TS_CHANNEL_ANSWERED) {
            get_results(channel, 1, result);
            memcpy(certificate, channel->page->out + offsetof(ts_hosted_proof, certificate), sizeof *certificate);
        }
    }
    ts_host_pool_give(&m->pool, channel);
}

/* ---- Times ---- */

static void put_timing(ts_channel *channel, size_t n, const ts_ccd_query *queries, const double *first) {
    ts_hosted_timing *in = (ts_hosted_timing *)channel->page->in;
    ts_hosted_times *out = (ts_hosted_times *)channel->page->out;
    memcpy(in->query, queries, n * sizeof *queries);
    memcpy(in->first, first, n * sizeof *first);
    for (size_t q = 0; q < n; ++q) out->result[q].status = (ts_ccd_status)-1;
}

/* From the block's query number `from` on, `n` of them, as far as the first failure; returns how many are settled. */
static size_t time_some(hosted_method *m, ts_channel *channel, const ts_timed_block *block, int pass, size_t from,
                        size_t n) {
    double *samples = block->samples + (size_t)pass * block->count + from;
    ts_ccd_result *answers = block->answers + (size_t)pass * block->count + from;
    const double limit = m->pool.load.limits.query_seconds + TIMED_SECONDS;
    const ts_host_request request = {.word = TS_HOST_TIME, .count = n, .pass = (unsigned)pass, .seconds = limit};
    size_t at = 0;
    put_timing(channel, n, block->queries + from, block->samples + from);
    const ts_channel_end end = ts_host_pool_ask(&m->pool, channel, &request, &at);
    const size_t settled = end == TS_CHANNEL_ANSWERED ? n : at;
    memcpy(samples, channel->page->out, settled * sizeof *samples);
    memcpy(answers, channel->page->out + offsetof(ts_hosted_times, result), settled * sizeof *answers);
    for (size_t q = 0; q < settled; ++q) {
        if (!(samples[q] >= 0.0 && isfinite(samples[q]))) samples[q] = NAN;
    }
    if (settled == n) return n;
    samples[at] = NAN;
    answers[at] = (ts_ccd_result){.status = status_of(end)};
    return at + 1;
}

/* What the first pass failed on, or found slow, later ones do not ask again. */
static bool is_timed(const ts_timed_block *block, int pass, size_t q) {
    return pass == 0 || block->samples[q] <= TS_SLOW_QUERY_NS; /* false for NaN */
}

static void skip(const ts_timed_block *block, int pass, size_t q) {
    block->samples[(size_t)pass * block->count + q] = block->samples[q];
    block->answers[(size_t)pass * block->count + q] = block->answers[q];
}

void ts_hosted_time_pass(const ts_ccd_method *method, const ts_timed_block *block, int pass) {
    hosted_method *m = method->self;
    ts_channel *channel = ts_host_pool_take(&m->pool);
    for (size_t q = 0; q < block->count;) {
        size_t end = q;
        while (end < block->count && end - q < TS_HOST_BLOCK && is_timed(block, pass, end) &&
               ts_ccd_can_answer(method->backend, &block->queries[end])) {
            ++end;
        }
        if (end == q) {
            if (pass == 0) {
                block->samples[q] = NAN;
                block->answers[q] = (ts_ccd_result){.status = TS_CCD_UNSUPPORTED};
            } else {
                skip(block, pass, q);
            }
            ++q;
        } else if (ts_host_pool_ready(&m->pool, channel, NULL) != TS_OK) {
            block->samples[(size_t)pass * block->count + q] = NAN;
            block->answers[(size_t)pass * block->count + q] = NOT_ASKED;
            ++q;
        } else {
            q += time_some(m, channel, block, pass, q, end - q);
        }
    }
    ts_host_pool_give(&m->pool, channel);
}

/* ---- The backend ---- */

/* Never called: ts_hosted_create is. It marks a backend as hosted. */
static ts_status hosted_create(const char *options_json, void **self) {
    (void)options_json;
    *self = NULL;
    return TS_ERROR_USAGE;
}

bool ts_is_hosted(const ts_ccd_backend *backend) {
    return backend->create == hosted_create;
}

bool ts_hosted_has_batch(const ts_ccd_backend *backend) {
    return backend->query_batch == hosted_query_batch;
}

static void hosted_destroy(void *self) {
    hosted_method *m = self;
    ts_host_pool_clear(&m->pool);
    free(m);
}

ts_status ts_hosted_create(const ts_ccd_backend *backend, const char *options_json, void **self, ts_error *error) {
    const hosted_backend *hosted = (const hosted_backend *)(const void *)backend;
    hosted_method *m = calloc(1, sizeof *m);
    if (!m) return ts_fail_memory(error, "a method of a plug-in");
    ts_status status = ts_host_pool_init(&m->pool, &hosted->load, options_json, error);
    if (status != TS_OK) {
        free(m);
        return status;
    }
    ts_channel *channel = ts_host_pool_take(&m->pool);
    status = ts_host_pool_ready(&m->pool, channel, error);
    ts_host_pool_give(&m->pool, channel);
    if (status == TS_OK)
        *self = m;
    else
        hosted_destroy(m);
    return status;
}

/* Texts end with a zero, whatever the host wrote. */
static void end_texts(ts_hosted_description *told) {
    if (told->option_count > TS_CCD_MAX_OPTIONS) told->option_count = TS_CCD_MAX_OPTIONS;
    told->name[TS_HOSTED_NAME - 1] = told->summary[TS_HOSTED_LINE - 1] = told->source[TS_HOSTED_LINE - 1] = '\0';
    for (uint32_t i = 0; i < told->option_count; ++i) {
        told->options[i].name[TS_HOSTED_NAME - 1] = told->options[i].meaning[TS_HOSTED_LINE - 1] = '\0';
    }
}

static void mirror(hosted_backend *made) {
    const ts_hosted_description *told = &made->told;
    for (uint32_t i = 0; i < told->option_count; ++i) {
        const ts_hosted_option *option = &told->options[i];
        made->options[i] = (ts_ccd_option){option->name,     (ts_ccd_option_type)option->type,
                                           option->standard, option->least,
                                           option->most,     option->meaning};
    }
    made->backend = (ts_ccd_backend){
        .abi = TS_CCD_ABI,
        .name = told->name,
        .summary = told->summary,
        .source = told->source,
        .capabilities = told->capabilities,
        .options = made->options,
        .option_count = told->option_count,
        .create = hosted_create,
        .query = hosted_query,
        .query_batch = told->has_batch ? hosted_query_batch : hosted_query_each,
        .certify = told->has_certify ? hosted_certify : NULL,
        .destroy = hosted_destroy,
    };
}

static ts_status describe(hosted_backend *made, ts_error *error) {
    ts_host_pool pool;
    ts_status status = ts_host_pool_init(&pool, &made->load, NULL, error);
    if (status != TS_OK) return status;
    ts_channel *channel = ts_host_pool_take(&pool);
    status = ts_host_pool_ready(&pool, channel, error);
    if (status == TS_OK) {
        memcpy(&made->told, channel->page->out, sizeof made->told);
        end_texts(&made->told);
        mirror(made);
    }
    ts_host_pool_give(&pool, channel);
    ts_host_pool_clear(&pool);
    return status;
}

static ts_status make(hosted_backend *made, ts_error *error) {
    ts_error reason = {0};
    ts_status status = describe(made, error);
    if (status != TS_OK) return status;
    status = ts_ccd_register_foreign(&made->backend, &reason);
    return status == TS_OK ? TS_OK : ts_fail(error, status, "plug-in %s: %s", made->load.path, reason.message);
}

ts_status ts_ccd_host_plugin(const char *path, const ts_plugin_limits *limits, const ts_ccd_backend **loaded,
                             ts_error *error) {
    hosted_backend *made = calloc(1, sizeof *made);
    char *copy = strdup(path);
    if (!made || !copy) {
        free(made);
        free(copy);
        return ts_fail_memory(error, "a plug-in");
    }
    made->load = (ts_host_load){.kind = "ccd", .path = copy, .limits = TS_PLUGIN_STANDARD_LIMITS};
    if (limits) made->load.limits = *limits;
    const ts_status status = make(made, error);
    if (status != TS_OK) {
        free(copy);
        free(made);
    } else if (loaded) {
        *loaded = &made->backend;
    }
    return status;
}
