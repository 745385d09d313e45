/* SPDX-License-Identifier: GPL-2.0-or-later
 * Checking that parts are of one run and all there, and adding them. */
#include "results/replay_merge.h"

#include <stdlib.h>

#include "core/error.h"

static ts_status make_methods(ts_replay_state *part, const char *name, ts_merged *merged, ts_error *error) {
    ts_error failure;
    merged->methods = calloc(part->backend_count + 1, sizeof *merged->methods);
    if (!merged->methods) return ts_fail_memory(error, "the methods");
    for (size_t b = 0; b < part->backend_count; ++b) {
        const struct ts_state_backend *backend = &part->backends[b];
        if (ts_ccd_method_init(&merged->methods[b], backend->name, backend->options, &failure) != TS_OK) {
            return ts_fail(error, TS_ERROR_USAGE, "%s: %s (plug-ins must be named again)", name, failure.message);
        }
        ++merged->method_count;
    }
    part->options.methods = merged->methods;
    return TS_OK;
}

static unsigned shards_of(const ts_replay_state *part) {
    return part->options.shards ? part->options.shards : 1;
}

static ts_status check_shards(const ts_replay_state *parts, const char *const *names, size_t count, ts_error *error) {
    const unsigned shards = shards_of(&parts[0]);
    for (size_t p = 0; p < count; ++p) {
        for (size_t q = 0; q < p; ++q) {
            if (parts[p].options.shard != parts[q].options.shard) continue;
            return ts_fail(error, TS_ERROR_DATA, "%s and %s are both shard %u of %u", names[q], names[p],
                           parts[p].options.shard + 1, shards);
        }
        if (!parts[p].results.complete) {
            return ts_fail(error, TS_ERROR_DATA, "%s is not complete; go on with it: --resume --part %s", names[p],
                           names[p]);
        }
    }
    for (unsigned s = 0; s < shards; ++s) {
        bool there = false;
        for (size_t p = 0; p < count; ++p) there = there || parts[p].options.shard == s;
        if (!there) return ts_fail(error, TS_ERROR_DATA, "shard %u of %u is missing", s + 1, shards);
    }
    return TS_OK;
}

ts_status ts_merge_states(ts_replay_state *parts, const char *const *names, size_t count, ts_merged *merged,
                          ts_error *error) {
    ts_error failure;
    ts_status status = make_methods(&parts[0], names[0], merged, error);
    for (size_t p = 1; status == TS_OK && p < count; ++p) {
        if (ts_replay_state_check(&parts[p], &parts[0].options, true, &failure) == TS_OK) continue;
        status = ts_fail(error, TS_ERROR_USAGE, "%s, beside %s: %s", names[p], names[0], failure.message);
    }
    if (status == TS_OK) status = check_shards(parts, names, count, error);
    for (size_t p = 1; status == TS_OK && p < count; ++p) {
        status = ts_replay_merge(&parts[0].results, &parts[p].results, error);
    }
    if (status == TS_OK) merged->results = &parts[0].results;
    return status;
}

void ts_merged_clear(ts_merged *merged) {
    for (size_t m = 0; m < merged->method_count; ++m) ts_ccd_method_clear(&merged->methods[m]);
    free(merged->methods);
    *merged = (ts_merged){0};
}
