/* SPDX-License-Identifier: MIT
 * Loading a term, and refusing one that cannot be judged. */
#include "oracles/term_plugin.h"

#include <stdbool.h>
#include <string.h>

#include "core/error.h"
#include "core/shared_object.h"

static const ts_plugin_symbol SYMBOL = {TS_TERM_PLUGIN_SYMBOL, "const ts_term *" TS_TERM_PLUGIN_SYMBOL "(void)", NULL};

/* Names become those of files. */
static bool is_name(const char *name) {
    static const char *const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    return name && name[0] != '\0' && name[0] != '-' && strspn(name, LETTERS) == strlen(name);
}

static bool has_names(const char *const *names, int count) {
    for (int i = 0; i < count; ++i) {
        if (!names || !names[i]) return false;
    }
    return true;
}

static ts_status check_reference(const ts_term *term, const char *path, ts_error *error) {
    const ts_term *reference = term->reference ? ts_term_find(term->reference) : NULL;
    if (!term->reference) return TS_OK;
    if (!reference) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "plug-in %s: there is no reference called %s; docs/barrier-accuracy.md lists them, NULL is none",
                       path, term->reference);
    }
    if (term->inputs == reference->inputs && term->parameters == reference->parameters) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "plug-in %s: %s has %d inputs and %d parameters, its reference %s has %d and %d; they must be the "
                   "same",
                   path, term->name, term->inputs, term->parameters, reference->name, reference->inputs,
                   reference->parameters);
}

ts_status ts_term_check(const ts_term *term, const char *path, ts_error *error) {
    if (term->abi != TS_TERM_ABI) {
        return ts_fail(error, TS_ERROR_USAGE, "plug-in %s was built for version %u of ts_term, this is %u; rebuild it",
                       path, term->abi, TS_TERM_ABI);
    }
    if (!is_name(term->name)) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "plug-in %s: the term needs a name of letters, digits, '-', '_' and '.', not beginning with '-'",
                       path);
    }
    if (term->inputs < 1 || term->inputs > TS_TERM_MOST_INPUTS || term->parameters < 0 ||
        term->parameters > TS_TERM_MOST_PARAMETERS) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "plug-in %s: %s has %d inputs and %d parameters; allowed are 1 to %d and "
                       "0 to %d",
                       path, term->name, term->inputs, term->parameters, TS_TERM_MOST_INPUTS, TS_TERM_MOST_PARAMETERS);
    }
    if (!term->evaluate || !has_names(term->input_names, term->inputs) ||
        !has_names(term->parameter_names, term->parameters)) {
        return ts_fail(error, TS_ERROR_USAGE, "plug-in %s: %s lacks its function or a name of an input or parameter",
                       path, term->name);
    }
    return check_reference(term, path, error);
}

ts_status ts_term_load_plugin(const char *path, const ts_term **term, ts_error *error) {
    ts_shared_object object;
    ts_status status = ts_shared_object_open(path, &SYMBOL, &object, error);
    if (status != TS_OK) return status;
    /* ISO C has no conversion from an object's address to a function's; POSIX promises that the bytes serve. */
    ts_term_plugin_function function;
    memcpy(&function, &object.symbol, sizeof function);
    const ts_term *offered = function();
    status = offered ? ts_term_check(offered, path, error)
                     : ts_fail(error, TS_ERROR_DATA,
                               "plug-in %s: " TS_TERM_PLUGIN_SYMBOL " returned no term (a null pointer)", path);
    if (status == TS_OK)
        *term = offered;
    else
        ts_shared_object_close(&object);
    return status;
}
