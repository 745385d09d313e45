/* SPDX-License-Identifier: MIT
 * Fuzz target of the memory shared with touchstone-host: what a hostile host leaves there. No process is started; the
 * input is what the host does at each request: a byte for how it ends, two for where it is or how much it writes, and
 * the bytes written. The first byte of all chooses a CCD method or a term. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <touchstone/oracle.h>
#include <touchstone/plugin.h>

#include "ccd/failure.h"
#include "ccd/hosted.h"
#include "ccd/registry.h"
#include "ccd/timing.h"
#include "oracles/hosted_term.h"
#include "oracles/term_plugin.h"
#include "tests/fuzz/fuzz.h"

enum { QUERIES = 5, POINTS = 3 };

static const uint8_t *script, *script_end;
static ts_host_page page;

/* In the places of the functions of those names, by the linker (cmake/Fuzz.cmake). */
ts_status fuzz_ts_channel_start(ts_channel *channel, const ts_host_load *load, ts_error *error);
ts_channel_end fuzz_ts_channel_ask(ts_channel *channel, const ts_host_request *request, size_t *at);
void fuzz_ts_channel_end_process(ts_channel *channel);
void fuzz_ts_channel_clear(ts_channel *channel);
ts_status fuzz_ts_ccd_register_foreign(const ts_ccd_backend *backend, ts_error *error);

ts_status fuzz_ts_channel_start(ts_channel *channel, const ts_host_load *load, ts_error *error) {
    (void)load, (void)error;
    *channel = (ts_channel){.id = 1, .page = &page};
    return TS_OK;
}

static unsigned next_byte(void) {
    return script < script_end ? *script++ : 0;
}

/* Without a script left the host is dead. */
ts_channel_end fuzz_ts_channel_ask(ts_channel *channel, const ts_host_request *request, size_t *at) {
    const unsigned act = script < script_end ? next_byte() : 1;
    const size_t number = next_byte() + 256 * next_byte(), left = (size_t)(script_end - script);
    fuzz_require(request->count <= TS_HOST_BLOCK, "more is asked than fits");
    if (act % 8 >= TS_CHANNEL_CRASHED && act % 8 <= TS_CHANNEL_TIMED_OUT) {
        *at = number < request->count ? number : 0;
        channel->id = 0;
        return (ts_channel_end)(act % 8);
    }
    const size_t length = number < left ? number : left;
    memcpy(page.out, script, length);
    script += length;
    page.refused = act == 8;
    return TS_CHANNEL_ANSWERED;
}

void fuzz_ts_channel_end_process(ts_channel *channel) {
    channel->id = 0;
}

void fuzz_ts_channel_clear(ts_channel *channel) {
    *channel = (ts_channel){0};
}

/* ---- Methods ---- */

static void fill_queries(ts_ccd_query *queries) {
    memset(queries, 0, QUERIES * sizeof *queries);
    for (int q = 0; q < QUERIES; ++q) {
        queries[q].kind = (ts_ccd_kind)(q % TS_CCD_KINDS);
        queries[q].x0[0][2] = queries[q].x1[0][2] = 1.0;
        queries[q].x0[1][0] = queries[q].x1[1][0] = queries[q].x0[2][1] = queries[q].x1[2][1] = 1.0;
        queries[q].t_max = 1.0;
    }
}

static void check_answers(const ts_ccd_query *queries, const ts_ccd_result *results, const ts_ccd_failure *failures) {
    for (int q = 0; q < QUERIES; ++q) {
        const ts_ccd_result *answer = &results[q];
        const int timed = answer->status == TS_CCD_HIT || answer->status == TS_CCD_LIMIT;
        fuzz_require((unsigned)answer->status <= TS_CCD_FAILED, "a status that there is none of");
        fuzz_require(!timed || (answer->toi >= 0.0 && answer->toi <= queries[q].t_max), "a time outside of the step");
        fuzz_require((answer->status == TS_CCD_FAILED) == (failures[q] != TS_CCD_FAILURE_NONE), "no reason");
    }
}

static void time_them(const ts_ccd_method *method, const ts_ccd_query *queries) {
    double samples[2 * QUERIES];
    ts_ccd_result answers[2 * QUERIES];
    const ts_timed_block block = {queries, QUERIES, 2, samples, answers};
    for (int pass = 0; pass < 2; ++pass) ts_hosted_time_pass(method, &block, pass);
    for (int k = 0; k < 2 * QUERIES; ++k) {
        ts_ccd_settle(&queries[k % QUERIES], &answers[k]);
        fuzz_require(isnan(samples[k]) || (samples[k] >= 0.0 && isfinite(samples[k])), "a time that is none");
    }
}

static void ask_for_proof(const ts_ccd_method *method, const ts_ccd_query *query) {
    static ts_ccd_certificate certificate;
    ts_ccd_result result = {.status = TS_CCD_FAILED};
    ts_error error = {0};
    if (!method->backend->certify) return;
    method->backend->certify(method->self, query, &result, &certificate);
    ts_ccd_settle(query, &result);
    ts_oracle_check_certificate(query, &result, &certificate, &error);
}

/* A backend that would be registered is tried, then refused: so it is freed. */
ts_status fuzz_ts_ccd_register_foreign(const ts_ccd_backend *backend, ts_error *error) {
    double values[TS_CCD_MAX_OPTIONS];
    ts_ccd_query queries[QUERIES];
    ts_ccd_result results[QUERIES];
    ts_ccd_failure failures[QUERIES];
    ts_ccd_method method = {.backend = backend};
    fuzz_require(backend->option_count <= TS_CCD_MAX_OPTIONS, "too many options");
    ts_status status = ts_ccd_check_declarations(backend, error);
    if (status == TS_OK) status = ts_ccd_resolve_options(backend, NULL, values, error);
    if (status == TS_OK) status = ts_ccd_print_options(backend, values, method.options, sizeof method.options, error);
    if (status == TS_OK) status = ts_hosted_create(backend, method.options, &method.self, error);
    if (status != TS_OK) return status;
    fill_queries(queries);
    ts_ccd_answer_batch_why(&method, QUERIES, queries, results, failures);
    check_answers(queries, results, failures);
    ts_ccd_answer_apart(&method, QUERIES, queries, results, failures);
    check_answers(queries, results, failures);
    time_them(&method, queries);
    ask_for_proof(&method, &queries[0]);
    ts_ccd_method_clear(&method);
    error->status = TS_ERROR_USAGE;
    return TS_ERROR_USAGE;
}

/* ---- Terms ---- */

static void try_term(void) {
    const ts_term *term;
    ts_term_trouble trouble;
    ts_error error = {0};
    ts_term_value values[POINTS];
    double inputs[POINTS * TS_TERM_MOST_INPUTS] = {0}, parameters[POINTS * TS_TERM_MOST_PARAMETERS] = {0};
    if (ts_term_host_plugin("a plug-in", NULL, &term, &error) != TS_OK) {
        fuzz_require(*error.message, "an error without a reason");
        return;
    }
    ts_term_evaluate_many(term, POINTS, inputs, parameters, values);
    if (ts_term_has_trouble(term, &trouble)) fuzz_require(trouble.what != NULL, "trouble without a word");
    ts_term_release(term);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ts_error error = {0};
    script = data;
    script_end = data + size;
    memset(page.out, 0, sizeof(ts_hosted_description) + sizeof(ts_hosted_times));
    if (next_byte() % 2 == 0)
        fuzz_require(ts_ccd_host_plugin("a plug-in", NULL, NULL, &error) != TS_OK, "an accepted plug-in");
    else
        try_term();
    return 0;
}
