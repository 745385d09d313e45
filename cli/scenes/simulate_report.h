/* SPDX-License-Identifier: GPL-2.0-or-later
 * What `simulate` prints: a line per step and a summary with the time of each phase. */
#ifndef TS_CLI_SCENES_SIMULATE_REPORT_H
#define TS_CLI_SCENES_SIMULATE_REPORT_H

#include "results/simulate_json.h"

void ts_simulate_print_head(const ts_scene *scene, const ts_ccd_method *method);
/* referee: NULL, or the verdicts since the step before. */
void ts_simulate_print_step(const ts_state *state, const ts_step_report *report, const ts_referee *referee);
void ts_simulate_print_summary(const ts_simulate_summary *summary);

#endif
