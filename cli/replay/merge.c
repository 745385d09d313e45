/* SPDX-License-Identifier: GPL-2.0-or-later
 * Adding what the ranks of mpirun did. */
#include "cli/replay/merge.h"

#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "results/replay_state.h"

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
