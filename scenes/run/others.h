/* SPDX-License-Identifier: MIT
 * What stands where a run would leave its own, and no run has left. */
#ifndef TS_SCENES_RUN_OTHERS_H
#define TS_SCENES_RUN_OTHERS_H

#include <touchstone/status.h>

#include "core/error.h"

/* TS_ERROR_USAGE: the log has lines that no run writes, or the folder `frames` has frames and there is no log. A run
 * begins with its log, so what one that died at once has left passes. */
ts_status ts_run_refuse_others(const char *log_path, const char *frames, ts_error *error);

#endif
