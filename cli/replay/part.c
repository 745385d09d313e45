/* SPDX-License-Identifier: GPL-2.0-or-later
 * From --part, --resume and --shard to the options of a replay. */
#include "cli/replay/part.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"

static ts_status save(void *self, const ts_replay_results *results, ts_error *error) {
    return ts_replay_state_write(results, ((const ts_replay_part *)self)->own_path, error);
}

static ts_status parse_shard(const char *text, ts_replay_options *options, ts_error *error) {
    unsigned shard, shards;
    int read = 0;
    if (sscanf(text, "%u/%u%n", &shard, &shards, &read) != 2 || text[read] || shard < 1 || shard > shards) {
        return ts_fail(error, TS_ERROR_USAGE, "--shard %s: expected I/N with I from 1 to N, such as 2/8", text);
    }
    options->shard = shard - 1;
    options->shards = shards;
    return TS_OK;
}

static ts_status share_out(const ts_replay_part *part, int rank, int ranks, ts_replay_options *options,
                           ts_error *error) {
    if (ranks > 1 && part->shard) {
        return ts_fail(error, TS_ERROR_USAGE, "--shard and mpirun both share the work out; use one of them");
    }
    if (part->shard && !part->path) {
        return ts_fail(error, TS_ERROR_USAGE, "--shard needs --part FILE, which 'touchstone merge' reads");
    }
    if (part->resume && !part->path) return ts_fail(error, TS_ERROR_USAGE, "--resume needs --part FILE");
    if (part->shard) return parse_shard(part->shard, options, error);
    if (ranks > 1) {
        options->shard = (unsigned)rank;
        options->shards = (unsigned)ranks;
    }
    return TS_OK;
}

static ts_status load(ts_replay_part *part, ts_replay_options *options, ts_error *error) {
    if (!ts_path_exists(part->own_path)) return ts_output_check(part->own_path, false, error);
    if (!part->resume) {
        return ts_fail(error, TS_ERROR_USAGE, "%s exists; --resume goes on from it, or choose another path",
                       part->own_path);
    }
    ts_status status = ts_replay_state_read(part->own_path, &part->state, error);
    if (status == TS_OK) options->block = part->state.options.block; /* it goes on as it began */
    if (status == TS_OK) status = ts_replay_state_check(&part->state, options, false, error);
    if (status == TS_OK) options->checkpoint.from = &part->state.results;
    return status;
}

ts_status ts_replay_part_prepare(ts_replay_part *part, int rank, int ranks, ts_replay_options *options,
                                 ts_error *error) {
    ts_status status = share_out(part, rank, ranks, options, error);
    if (status != TS_OK || !part->path) return status;
    if (options->per_query) {
        return ts_fail(error, TS_ERROR_USAGE, "--per-query writes one whole run; leave it or --part out");
    }
    part->own_path = ranks > 1 ? ts_text("%s.%d-of-%d", part->path, rank + 1, ranks) : ts_text("%s", part->path);
    if (!part->own_path) return ts_fail_memory(error, "a path");
    options->checkpoint.save = save;
    options->checkpoint.self = part;
    options->checkpoint.seconds = part->seconds;
    const ts_status held = ts_hold_file(&part->hold, part->own_path, "writing", error);
    return held == TS_OK ? load(part, options, error) : held;
}

void ts_replay_part_clear(ts_replay_part *part) {
    ts_hold_end(&part->hold);
    ts_replay_state_clear(&part->state);
    free(part->own_path);
    part->own_path = NULL;
}
