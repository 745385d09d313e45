/* SPDX-License-Identifier: MIT
 * What the registry knows beside ccd.h. */
#ifndef TS_CCD_REGISTRY_H
#define TS_CCD_REGISTRY_H

#include <stdbool.h>

#include <touchstone/ccd.h>

/* ts_ccd_register of a backend from outside (ts_ccd_is_foreign). */
ts_status ts_ccd_register_foreign(const ts_ccd_backend *backend, ts_error *error);

/* How the command line brings a backend from outside, for the commands that are printed: " --plugin FILE.so", each
 * argument with a blank before it, fit for a shell. `arguments` must last as long as the program. */
void ts_ccd_set_origin(const ts_ccd_backend *backend, const char *arguments);
/* "" of the library's own. */
const char *ts_ccd_origin(const ts_ccd_backend *backend);

/* Is it a query that the backend says it can answer, by its capabilities? */
bool ts_ccd_can_answer(const ts_ccd_backend *backend, const ts_ccd_query *query);

#endif
