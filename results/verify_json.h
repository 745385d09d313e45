/* SPDX-License-Identifier: GPL-2.0-or-later
 * What `touchstone verify` writes: the verdicts of all frames. */
#ifndef TS_RESULTS_VERIFY_JSON_H
#define TS_RESULTS_VERIFY_JSON_H

#include "benches/frame_checker.h"
#include "core/json_build.h"

/* The file in the making. */
typedef struct ts_verify_json {
    ts_json_builder builder;
    cJSON *frames;                            /* owned */
    size_t offending, met_on_the_way, single; /* frames */
} ts_verify_json;

void ts_verify_json_begin(ts_verify_json *json);
void ts_verify_json_add(ts_verify_json *json, const ts_frame_verdict *verdict);
/* missing: frames that the sequences lack. Complete or not at all; a file that exists is replaced. Nothing more can be
 * added. */
ts_status ts_verify_json_write(ts_verify_json *json, const ts_frame_rules *rules, uint64_t missing, const char *path,
                               ts_error *error);
void ts_verify_json_clear(ts_verify_json *json);

#endif
