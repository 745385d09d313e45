/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results file of a simulation (kind "simulate"): what ran, how it ended and where, and what it took. */
#ifndef TS_RESULTS_SIMULATE_JSON_H
#define TS_RESULTS_SIMULATE_JSON_H

#include "benches/context.h"
#include "benches/referee.h"
#include "scenes/run/run.h"

typedef struct ts_simulate_summary {
    const ts_scene *scene;
    const ts_ccd_method *method;
    const ts_context *context;
    const char *folder; /* of the run; NULL: none */
    const ts_run_result *result;
    const ts_referee *referee; /* NULL: none */
} ts_simulate_summary;

/* Members: docs/simulation.md. Complete or not at all; a file that exists is replaced. */
ts_status ts_simulate_json_write(const ts_simulate_summary *summary, const char *path, ts_error *error);

#endif
