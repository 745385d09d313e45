/* SPDX-License-Identifier: MIT
 * A term out of a shared object (<touchstone/term.h>). */
#ifndef TS_ORACLES_TERM_PLUGIN_H
#define TS_ORACLES_TERM_PLUGIN_H

#include <stdbool.h>

#include <touchstone/limits.h>
#include <touchstone/term.h>

/* The term of a shared object that is loaded and evaluated in a process of its own, touchstone-host. Where that
 * crashes, hangs or ends, the value and all derivatives are NaN, and the term remembers it. limits: NULL for
 * TS_PLUGIN_STANDARD_LIMITS. Errors as below, and TS_ERROR_DATA when the host is not found. */
ts_status ts_term_host_plugin(const char *path, const ts_plugin_limits *limits, const ts_term **term, ts_error *error);
/* Ends the processes of such a term and frees it; any other term stays. */
void ts_term_release(const ts_term *term);

/* What went wrong in the process of a term, and where first. */
typedef struct ts_term_trouble {
    uint64_t count;   /* evaluations that failed */
    const char *what; /* "crashed", ...; of the first */
    double inputs[TS_TERM_MOST_INPUTS], parameters[TS_TERM_MOST_PARAMETERS];
} ts_term_trouble;

/* False for a term without trouble, or one that is not hosted. Ask when no thread evaluates it. */
bool ts_term_has_trouble(const ts_term *term, ts_term_trouble *trouble);

/* evaluate at n points: inputs[i * term->inputs], parameters[i * term->parameters]. Of a hosted term in far less time
 * than n calls. */
void ts_term_evaluate_many(const ts_term *term, size_t n, const double *inputs, const double *parameters,
                           ts_term_value *out);

/* Refuses a term that cannot be judged; `path` is for the message. */
ts_status ts_term_check(const ts_term *term, const char *path, ts_error *error);

/* The same in this process, for debuggers. The term lives as long as the program. TS_ERROR_DATA: not a plug-in of
 * terms; TS_ERROR_USAGE: of another version of the interface, incomplete, or other than the reference that it names. */
ts_status ts_term_load_plugin(const char *path, const ts_term **term, ts_error *error);

#endif
