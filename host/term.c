/* SPDX-License-Identifier: MIT
 * Serving a term of an energy. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/shared_object.h"
#include "host/serve.h"
#include "oracles/hosted_term.h"

/* What was loaded; the program has one. */
static const ts_term *term;

static const ts_plugin_symbol SYMBOL = {TS_TERM_PLUGIN_SYMBOL, "const ts_term *" TS_TERM_PLUGIN_SYMBOL "(void)", NULL};

/* A text that cannot be copied whole is cut. */
static char put_text(char *to, size_t size, const char *from) {
    snprintf(to, size, "%s", from ? from : "");
    return from != NULL;
}

static char put_names(char to[][TS_HOSTED_TERM_NAME], const char *const *names, int count, int most) {
    char all = count >= 0 && count <= most;
    for (int i = 0; all && i < count; ++i) all = names && put_text(to[i], TS_HOSTED_TERM_NAME, names[i]);
    return all;
}

static void describe(ts_hosted_term_description *told) {
    memset(told, 0, sizeof *told);
    told->abi = term->abi;
    if (term->abi != TS_TERM_ABI) return;
    told->inputs = term->inputs;
    told->parameters = term->parameters;
    told->has_name = put_text(told->name, sizeof told->name, term->name);
    told->has_reference = put_text(told->reference, sizeof told->reference, term->reference);
    told->has_function = term->evaluate != NULL;
    put_text(told->about, sizeof told->about, term->about);
    told->has_names =
        put_names(told->input_names, term->input_names, term->inputs, TS_TERM_MOST_INPUTS) &&
        put_names(told->parameter_names, term->parameter_names, term->parameters, TS_TERM_MOST_PARAMETERS);
}

static ts_status load(ts_host_page *page, const char *path, ts_error *error) {
    ts_shared_object object;
    const ts_status status = ts_shared_object_open(path, &SYMBOL, &object, error);
    if (status != TS_OK) return status;
    /* ISO C has no conversion from an object's address to a function's; POSIX promises that the bytes serve. */
    ts_term_plugin_function function;
    memcpy(&function, &object.symbol, sizeof function);
    term = function();
    if (!term) {
        return ts_fail(error, TS_ERROR_DATA, "plug-in %s: " TS_TERM_PLUGIN_SYMBOL " returned no term (a null pointer)",
                       path);
    }
    describe((ts_hosted_term_description *)page->out);
    return TS_OK;
}

static void evaluate(ts_host_page *page) {
    const ts_hosted_point *in = (const ts_hosted_point *)page->in;
    ts_term_value *out = (ts_term_value *)page->out;
    const uint32_t asked = ts_asked_count(page), count = asked < TS_HOSTED_POINTS ? asked : TS_HOSTED_POINTS;
    for (uint32_t i = 0; i < count; ++i) {
        atomic_store_explicit(&page->at, i, memory_order_release);
        const ts_hosted_point point = in[i];
        ts_term_value value = {0};
        term->evaluate(term, point.inputs, point.parameters, &value);
        out[i] = value;
    }
}

ts_status ts_serve_term(ts_host_page *page, const char *path, ts_error *error) {
    if (page->word == TS_HOST_LOAD) return load(page, path, error);
    if (!term || page->word != TS_HOST_EVALUATE) return ts_fail(error, TS_ERROR_INTERNAL, "the host has no term");
    evaluate(page);
    return TS_OK;
}
