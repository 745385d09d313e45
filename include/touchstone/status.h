/* SPDX-License-Identifier: MIT
 * What a function that can fail returns, and the message that goes with it.
 * Conventions of every header in this folder: lengths in metres and times as a fraction of the step
 * (0 = start, 1 = end) unless said; outputs are untouched when a function does not return TS_OK. */
#ifndef TOUCHSTONE_STATUS_H
#define TOUCHSTONE_STATUS_H

#include <touchstone/api.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ts_status {
    TS_OK = 0,
    TS_ERROR_USAGE,       /* a value, an option or an output path of the caller's is wrong */
    TS_ERROR_DATA,        /* data is missing, empty or malformed */
    TS_ERROR_MEMORY,      /* an allocation failed */
    TS_ERROR_UNDECIDED,   /* an oracle restricted to some stages could not decide */
    TS_ERROR_INTERRUPTED, /* the user asked to stop */
    TS_ERROR_INTERNAL     /* our own mistake */
} ts_status;

#define TS_ERROR_LENGTH 1024

/* A caller-owned message; `message` is a complete sentence: what, where, what to do. */
typedef struct ts_error {
    ts_status status;
    char message[TS_ERROR_LENGTH];
} ts_error;

#ifdef __cplusplus
}
#endif
#endif
