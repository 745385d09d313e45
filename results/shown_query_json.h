/* SPDX-License-Identifier: GPL-2.0-or-later
 * What `touchstone show --json` prints of a query. */
#ifndef TS_RESULTS_SHOWN_QUERY_JSON_H
#define TS_RESULTS_SHOWN_QUERY_JSON_H

#include "benches/shown_query.h"
#include "core/json_build.h"

/* A tree of its own, the caller's. */
cJSON *ts_shown_query_build(ts_json_builder *builder, const ts_shown_query *shown);

#endif
