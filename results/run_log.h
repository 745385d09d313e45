/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading the log that a run leaves in its folder (docs/simulation.md), line by line. */
#ifndef TS_RESULTS_RUN_LOG_H
#define TS_RESULTS_RUN_LOG_H

#include <cJSON.h>

#include <touchstone/status.h>

/* One object of the log; another status than TS_OK ends the reading. */
typedef ts_status ts_run_log_line(void *self, const cJSON *line, ts_error *error);

/* Each line of RUN/log.jsonl whose "kind" is that, in order. A last line that is not whole, of a run that was killed,
 * is left out. TS_ERROR_DATA: there is no log, or nothing of the kind in it. */
ts_status ts_run_log_each(const char *run, const char *kind, ts_run_log_line *each, void *self, ts_error *error);

#endif
