/* SPDX-License-Identifier: GPL-2.0-or-later
 * What replay and merge do with results: reports, complaints, the exit code. */
#ifndef TS_CLI_REPLAY_FINISH_H
#define TS_CLI_REPLAY_FINISH_H

#include "benches/replay.h"
#include "cli/replay/fail_on.h"
#include "cli/replay/outputs.h"

/* Prints the table, writes the files that are asked for, complains about data that could not be read; the exit code. */
int ts_replay_finish(const ts_replay_results *results, const ts_replay_outputs *outputs, const ts_fail_on *fail_on);

#endif
