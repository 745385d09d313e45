/* SPDX-License-Identifier: GPL-2.0-or-later
 * A replay of one file, summed over kinds. */
#include "benches/table/query_verdicts.h"

#include "core/error.h"

static ts_query_verdicts verdicts_of(const ts_replay_cell *cell) {
    return (ts_query_verdicts){
        .queries = cell->queries,
        .contacts = cell->contacts,
        .missed = cell->verdicts[TS_VERDICT_FALSE_NEGATIVE],
        .late = cell->verdicts[TS_VERDICT_LATE],
        .false_positives = cell->verdicts[TS_VERDICT_FALSE_POSITIVE],
        .stalls = cell->stalls,
        .limits = cell->verdicts[TS_VERDICT_LIMIT],
        .errors = cell->verdicts[TS_VERDICT_ERROR],
        .inconsistent = cell->verdicts[TS_VERDICT_INCONSISTENT],
        .unsupported = cell->verdicts[TS_VERDICT_UNSUPPORTED],
        .nanoseconds = ts_histogram_mean(&cell->nanoseconds),
        .batch_nanoseconds = ts_histogram_mean(&cell->batch_nanoseconds),
    };
}

static ts_status collect(const ts_replay_results *results, ts_query_verdicts *verdicts, ts_error *error) {
    if (results->interrupted) return ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted while replaying queries");
    if (ts_replay_any_failure(results)) {
        *error = results->data_sets[0].failures[0].error;
        return error->status;
    }
    for (size_t m = 0; m < results->options->method_count; ++m) {
        ts_replay_cell sum;
        const ts_status status = ts_replay_sum_kinds(results, 0, m, &sum);
        if (status != TS_OK) return ts_fail_memory(error, "the verdicts");
        verdicts[m] = verdicts_of(&sum);
        ts_replay_cell_clear(&sum);
    }
    return TS_OK;
}

ts_status ts_query_trial_run(const ts_query_trial *trial, ts_query_verdicts *verdicts, ts_error *error) {
    const ts_replay_options options = {
        .paths = &trial->path,
        .path_count = 1,
        .methods = trial->methods,
        .method_count = trial->method_count,
        .t_max = 1.0,
        .sample = trial->most,
        .seed = 1,
        .repetitions = trial->repetitions,
        .progress = trial->progress,
    };
    ts_replay_results results;
    ts_status status = ts_replay(&options, &results, error);
    if (status != TS_OK) return status;
    status = collect(&results, verdicts, error);
    ts_replay_results_clear(&results);
    return status;
}
