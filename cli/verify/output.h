/* SPDX-License-Identifier: GPL-2.0-or-later
 * What `touchstone verify` says about frames: lines for people, JSON for programs. */
#ifndef TS_CLI_VERIFY_OUTPUT_H
#define TS_CLI_VERIFY_OUTPUT_H

#include "cli/verify/sequence.h"
#include "core/json_build.h"

/* The frame's offences; nothing for a clean one. */
void ts_frame_verdict_print(const ts_frame_verdict *verdict);
/* Adds an object to the array `frames`. */
void ts_frame_verdict_build(ts_json_builder *builder, cJSON *frames, const ts_frame_verdict *verdict);

#endif
