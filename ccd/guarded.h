/* SPDX-License-Identifier: MIT
 * A backend of a shared object in this process, for debuggers: what it does to its questions, to the floating-point
 * environment and to the locale is undone, and fails the queries it was asked. */
#ifndef TS_CCD_GUARDED_H
#define TS_CCD_GUARDED_H

#include <stdbool.h>

#include <touchstone/ccd.h>

/* A backend in front of `real`, with its name and options; NULL: no memory. The caller frees it when it is refused. */
ts_ccd_backend *ts_guard_backend(const ts_ccd_backend *real);
bool ts_is_guarded(const ts_ccd_backend *backend);
/* In place of create, which does not know its backend. */
ts_status ts_guarded_create(const ts_ccd_backend *backend, const char *options_json, void **self, ts_error *error);

#endif
