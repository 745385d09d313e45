/* SPDX-License-Identifier: GPL-2.0-or-later
 * What `touchstone show` prints of a query, without its gap over time. */
#ifndef TS_REPORTS_SHOW_SHOWN_QUERY_H
#define TS_REPORTS_SHOW_SHOWN_QUERY_H

#include "benches/shown_query.h"

void ts_shown_query_print(const ts_shown_query *shown);

#endif
