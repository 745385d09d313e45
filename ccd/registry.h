/* SPDX-License-Identifier: MIT
 * What the registry knows beside ccd.h. */
#ifndef TS_CCD_REGISTRY_H
#define TS_CCD_REGISTRY_H

#include <stdbool.h>

#include <touchstone/ccd.h>

/* ts_ccd_register of a backend from outside (ts_ccd_is_foreign). */
ts_status ts_ccd_register_foreign(const ts_ccd_backend *backend, ts_error *error);

/* Is it a query that the backend says it can answer, by its capabilities? */
bool ts_ccd_can_answer(const ts_ccd_backend *backend, const ts_ccd_query *query);

#endif
