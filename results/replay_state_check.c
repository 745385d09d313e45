/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether a state belongs to a run. */
#include <string.h>

#include "core/error.h"
#include "results/replay_state.h"

static ts_status differs(ts_error *error, const char *what) {
    return ts_fail(error, TS_ERROR_USAGE, "the part is of a run with another %s; ask for the same, or begin anew",
                   what);
}

static ts_status check_methods(const ts_replay_state *state, const ts_replay_options *options, ts_error *error) {
    if (state->backend_count != options->method_count) return differs(error, "list of backends");
    for (size_t m = 0; m < options->method_count; ++m) {
        if (strcmp(state->backends[m].name, options->methods[m].backend->name) != 0)
            return differs(error, "list of backends");
        if (strcmp(state->backends[m].options, options->methods[m].options) != 0)
            return differs(error, "--backend-option");
    }
    return TS_OK;
}

ts_status ts_replay_state_check(const ts_replay_state *state, const ts_replay_options *options, bool any_shard,
                                ts_error *error) {
    const ts_replay_options *had = &state->options;
    if (had->path_count != options->path_count) return differs(error, "list of data sets");
    for (size_t p = 0; p < options->path_count; ++p) {
        if (strcmp(had->paths[p], options->paths[p]) != 0) return differs(error, "list of data sets");
    }
    if (had->oracle != options->oracle) return differs(error, "--oracle");
    if (had->min_distance != options->min_distance) return differs(error, "--min-distance");
    if (had->t_max != options->t_max) return differs(error, "--t-max");
    if (had->reading.round != options->reading.round) return differs(error, "--round");
    if (had->reading.floats != options->reading.floats) return differs(error, "--precision");
    if (had->limit != options->limit) return differs(error, "--limit");
    if (had->sample != options->sample) return differs(error, "--sample");
    if (had->seed != options->seed) return differs(error, "--seed");
    if (had->repetitions != options->repetitions) return differs(error, "--repetitions");
    if (ts_replay_block_of(had) != ts_replay_block_of(options)) return differs(error, "--block");
    if (had->check_certificates != options->check_certificates) return differs(error, "--check-certificates");
    if (had->shards != options->shards || (!any_shard && had->shard != options->shard))
        return differs(error, "--shard");
    return check_methods(state, options, error);
}
