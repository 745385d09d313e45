/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether a results file keeps to docs/results-schema.json, which the program holds. */
#ifndef TS_RESULTS_SCHEMA_H
#define TS_RESULTS_SCHEMA_H

#include "results/read.h"

/* path: for messages, which say where in the tree. Trees of kinds that the schema does not describe pass.
 * TS_ERROR_DATA. */
ts_status ts_results_check_schema(const ts_results_tree *tree, const char *path, ts_error *error);

#endif
