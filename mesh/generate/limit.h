/* SPDX-License-Identifier: MIT
 * The largest mesh that is generated. */
#ifndef TS_MESH_GENERATE_LIMIT_H
#define TS_MESH_GENERATE_LIMIT_H

#include <touchstone/status.h>

/* TS_ERROR_USAGE where the mesh would be larger than any machine's. parameter: the one to blame, "grid: columns". */
ts_status ts_generate_limit(const char *parameter, double nodes, ts_error *error);

#endif
