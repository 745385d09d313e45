/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results file of a replay. */
#ifndef TS_RESULTS_REPLAY_JSON_H
#define TS_RESULTS_REPLAY_JSON_H

#include "benches/context.h"
#include "benches/replay.h"

/* The file appears complete or not at all; one that exists is replaced. */
ts_status ts_replay_write_json(const ts_replay_results *results, const ts_context *context, const char *path,
                               ts_error *error);

#endif
