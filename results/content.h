/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether the members of a results file fit together: what its schema cannot say. */
#ifndef TS_RESULTS_CONTENT_H
#define TS_RESULTS_CONTENT_H

#include "results/read.h"

/* Of a tree that keeps to the schema; path: for messages, which say where in it. TS_ERROR_DATA: counts that do not add
 * up, digests that are none. */
ts_status ts_results_check_content(const ts_results_tree *tree, const char *path, ts_error *error);

#endif
