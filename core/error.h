/* SPDX-License-Identifier: MIT
 * Filling a ts_error. */
#ifndef TS_CORE_ERROR_H
#define TS_CORE_ERROR_H

#include <touchstone/status.h>

#if defined(__GNUC__)
#define TS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TS_PRINTF(text, first)
#endif

/* Writes the message (error may be NULL) and returns the status, so that `return ts_fail(...)` reads well. */
ts_status ts_fail(ts_error *error, ts_status status, const char *format, ...) TS_PRINTF(3, 4);
/* The same for a failed allocation of `what`. */
ts_status ts_fail_memory(ts_error *error, const char *what);
void ts_error_clear(ts_error *error);

#endif
