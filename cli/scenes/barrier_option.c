/* SPDX-License-Identifier: GPL-2.0-or-later
 * A barrier by name or out of a shared object. */
#include "cli/scenes/barrier_option.h"

#include <string.h>

#include "cipc/barriers/foreign.h"
#include "core/error.h"
#include "oracles/term_plugin.h"

bool ts_barrier_option_is_object(const char *text) {
    if (!text) return false;
    const size_t length = strlen(text);
    return strchr(text, '/') || (length > 3 && strcmp(text + length - 3, ".so") == 0);
}

/* In a process of its own, so that an object that crashes there is not loaded here. */
ts_status ts_barrier_option_try(const char *path, const ts_plugin_limits *limits, ts_error *error) {
    const ts_term *term;
    ts_status status = ts_term_host_plugin(path, limits, &term, error);
    if (status != TS_OK) return status;
    status = ts_foreign_barrier_check(term, error);
    ts_term_trouble trouble;
    if (ts_term_has_trouble(term, &trouble))
        status = ts_fail(error, TS_ERROR_DATA, "plug-in %s: '%s' %s at d2 = %.17g, xi = %g, dhat = %g", path,
                         term->name, trouble.what, trouble.inputs[0], trouble.parameters[0], trouble.parameters[1]);
    ts_term_release(term);
    return status;
}

ts_status ts_barrier_option(const char *text, const ts_plugin_list *list, const char **name, ts_error *error) {
    *name = text;
    if (!ts_barrier_option_is_object(text)) return TS_OK;
    const ts_plugin_limits limits = ts_plugin_list_limits(list);
    const ts_term *term;
    ts_status status = list->in_process ? TS_OK : ts_barrier_option_try(text, &limits, error);
    if (status == TS_OK) status = ts_term_load_plugin(text, &term, error);
    if (status == TS_OK) status = ts_foreign_barrier_add(term, error);
    if (status == TS_OK) *name = term->name;
    return status;
}
