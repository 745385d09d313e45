/* SPDX-License-Identifier: GPL-2.0-or-later
 * What `touchstone verify` says about frames: lines for people, JSON for programs. */
#ifndef TS_CLI_VERIFY_OUTPUT_H
#define TS_CLI_VERIFY_OUTPUT_H

#include <cJSON.h>

#include "cli/verify/sequence.h"

/* The frame's offences; nothing for a clean one. */
void ts_frame_verdict_print(const ts_frame_verdict *verdict);
/* NULL without memory. */
cJSON *ts_frame_verdict_json(const ts_frame_verdict *verdict);

#endif
