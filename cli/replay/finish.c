/* SPDX-License-Identifier: GPL-2.0-or-later
 * The end of a replay. */
#include "cli/replay/finish.h"

#include <stdio.h>

#include "cli/common.h"
#include "reports/replay/replay.h"
#include "results/replay_json.h"

static ts_status write_reports(const ts_replay_results *results, const ts_replay_outputs *outputs, ts_error *error) {
    ts_context context;
    ts_context_fill(&context);
    ts_status status = ts_replay_print(results, stdout, error);
    if (status == TS_OK && outputs->json) status = ts_replay_write_json(results, &context, outputs->json, error);
    if (status == TS_OK && outputs->csv) status = ts_replay_write_csv(results, outputs->csv, error);
    if (status == TS_OK && outputs->markdown) {
        status = ts_replay_write_markdown(results, &context, outputs->markdown, error);
    }
    if (status == TS_OK && outputs->latex)
        status = ts_replay_write_latex(results, &outputs->columns, outputs->latex, error);
    return status;
}

static void complain_failures(const ts_replay_results *results) {
    for (size_t d = 0; d < results->data_set_count; ++d) {
        const ts_replay_data_set *data_set = &results->data_sets[d];
        for (size_t f = 0; f < data_set->failure_count; ++f) ts_complain(&data_set->failures[f].error);
    }
}

static int exit_code_of(const ts_replay_results *results, const ts_fail_on *fail_on) {
    if (results->interrupted) return TS_EXIT_INTERRUPTED;
    if (ts_replay_any_failure(results)) return TS_EXIT_DATA;
    return ts_fail_on_tell(fail_on, results) ? TS_EXIT_UNSAFE : TS_EXIT_FINE;
}

int ts_replay_finish(const ts_replay_results *results, const ts_replay_outputs *outputs, const ts_fail_on *fail_on) {
    ts_error error;
    const ts_status status = write_reports(results, outputs, &error);
    complain_failures(results);
    return status == TS_OK ? exit_code_of(results, fail_on) : ts_complain(&error);
}
