/* SPDX-License-Identifier: GPL-2.0-or-later
 * The worst queries of each backend over all data sets, one for each kind of badness. */
#ifndef TS_REPORTS_REPLAY_WORST_H
#define TS_REPORTS_REPLAY_WORST_H

#include "reports/replay/columns.h"
#include "reports/table.h"

/* Rows grouped by backend: kind, what is bad about it, the command that shows the query. Only kinds that
 * occur. rows: of all kinds of queries. */
ts_status ts_replay_build_worst(const ts_replay_results *results, const ts_replay_rows *rows, ts_table *table);

#endif
