/* SPDX-License-Identifier: GPL-2.0-or-later
 * Checking that parts are of one run and all there, and adding them. */
#include "cli/replay/merge.h"

#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"

static ts_status make_methods(ts_replay_state *part, const char *name, ts_method_list *methods, ts_error *error) {
    ts_error failure;
    methods->items = calloc(part->backend_count + 1, sizeof *methods->items);
    if (!methods->items) return ts_fail_memory(error, "the methods");
    for (size_t b = 0; b < part->backend_count; ++b) {
        if (ts_ccd_method_init(&methods->items[b], part->backends[b].name, part->backends[b].options, &failure) !=
            TS_OK) {
            return ts_fail(error, TS_ERROR_USAGE, "%s: %s (plug-ins must be named again)", name, failure.message);
        }
        ++methods->count;
    }
    part->options.methods = methods->items;
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
    ts_status status = make_methods(&parts[0], names[0], &merged->methods, error);
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
    ts_method_list_clear(&merged->methods);
    merged->results = NULL;
}

/* ---- Ranks ---- */

/* A text that is no JSON: why that rank has no results. */
enum { FAILURE = '!' };

static ts_status add_rank(ts_replay_results *results, const char *text, int rank, ts_error *error) {
    ts_replay_state part;
    if (text[0] == FAILURE) return ts_fail(error, TS_ERROR_INTERNAL, "rank %d of mpirun: %s", rank, text + 1);
    char *name = ts_text("rank %d of mpirun", rank);
    if (!name) return ts_fail_memory(error, "a rank's results");
    ts_status status = ts_replay_state_parse(text, name, &part, error);
    if (status == TS_OK) {
        status = ts_replay_merge(results, &part.results, error);
        ts_replay_state_clear(&part);
    }
    free(name);
    return status;
}

ts_status ts_merge_ranks(const ts_ranks *ranks, ts_replay_results *results, const ts_error *failure, ts_error *error) {
    if (ranks->count == 1) return TS_OK;
    char **texts = NULL, *own = failure ? ts_text("%c%s", FAILURE, failure->message) : ts_replay_state_print(results);
    ts_status status = ts_ranks_gather(ranks, own ? own : "!no memory", &texts, error);
    if (status == TS_OK && !own) status = ts_fail_memory(error, "a rank's results");
    free(own);
    for (int r = 1; texts && r < ranks->count; ++r) {
        if (status == TS_OK && !failure) status = add_rank(results, texts[r], r, error);
    }
    for (int r = 0; texts && r < ranks->count; ++r) free(texts[r]);
    free(texts);
    return status;
}
