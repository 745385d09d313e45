/* SPDX-License-Identifier: MIT
 * Filling a ts_error. */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

ts_status ts_fail(ts_error *error, ts_status status, const char *format, ...) {
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        error->status = status;
    }
    return status;
}

ts_status ts_fail_memory(ts_error *error, const char *what) {
    return ts_fail(error, TS_ERROR_MEMORY, "out of memory for %s; close other programs or use smaller data", what);
}

void ts_error_clear(ts_error *error) {
    error->status = TS_OK;
    error->message[0] = '\0';
}
