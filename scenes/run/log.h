/* SPDX-License-Identifier: MIT
 * The log of a run: JSON lines. */
#ifndef TS_SCENES_RUN_LOG_H
#define TS_SCENES_RUN_LOG_H

#include <stdio.h>

#include "scenes/proof/prover.h"
#include "scenes/simulation.h"

/* Adds one line for an iteration of step `step` as {"kind":"iteration",...}; docs/simulation.md names the members. */
void ts_log_iteration(FILE *log, size_t step, const ts_iteration *iteration, const ts_simulation *simulation,
                      const double (*x)[3]);
void ts_log_step(FILE *log, const ts_step_report *report, const ts_simulation *simulation);
/* The proof of a step, {"kind":"proof",...}. failure: of one that is not proven, the first pair in words. */
void ts_log_proof(FILE *log, const ts_prover_result *result, const char *failure);

#endif
