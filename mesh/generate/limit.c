/* SPDX-License-Identifier: MIT
 * Refusing meshes that are too large, before anything is allocated. */
#include "mesh/generate/limit.h"

#include "core/error.h"
#include "mesh/generate.h"

ts_status ts_generate_limit(const char *parameter, double nodes, ts_error *error) {
    const double most = TS_GENERATE_MOST_NODES;
    if (nodes <= most) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s: %.3g nodes are more than the limit of %.0e", parameter, nodes, most);
}
