/* SPDX-License-Identifier: GPL-2.0-or-later
 * The per-query file: a line of CSV for every answer (docs/reading-the-table.md names the columns). */
#ifndef TS_BENCHES_PER_QUERY_H
#define TS_BENCHES_PER_QUERY_H

#include "benches/replay_cell.h"
#include "core/files.h"

ts_status ts_per_query_open(const char *path, ts_output *output, ts_error *error);
void ts_per_query_write(FILE *stream, const char *file, const char *backend, const ts_replay_answer *answer);

#endif
