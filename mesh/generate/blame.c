/* SPDX-License-Identifier: MIT
 * Whose parameter it is. */
#include "mesh/generate/blame.h"

#include "core/error.h"

ts_status ts_generate_blame(const char *generator, ts_status status, ts_error *error) {
    if (status != TS_ERROR_USAGE || !error) return status;
    const ts_error why = *error;
    return ts_fail(error, status, "%s: %s", generator, why.message);
}
