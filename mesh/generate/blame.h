/* SPDX-License-Identifier: MIT
 * Whose parameter it is. */
#ifndef TS_MESH_GENERATE_BLAME_H
#define TS_MESH_GENERATE_BLAME_H

#include <touchstone/status.h>

/* Puts "GENERATOR: " before the message of TS_ERROR_USAGE, which comes from what does not know for whom it works;
 * returns the status. */
ts_status ts_generate_blame(const char *generator, ts_status status, ts_error *error);

#endif
