/* SPDX-License-Identifier: MIT
 * Filling a ts_error. */
#include "core/error.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/escape.h"

ts_status ts_fail(ts_error *error, ts_status status, const char *format, ...) {
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        char message[sizeof error->message];
        vsnprintf(message, sizeof message, format, arguments);
        va_end(arguments);
        ts_terminal_copy(message, error->message, sizeof error->message); /* one line, whatever names are in it */
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
