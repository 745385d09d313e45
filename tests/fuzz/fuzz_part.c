/* SPDX-License-Identifier: MIT
 * Fuzz target of the states of a replay, which are parts of one as well: the input is the file, its checksum put right.
 * What is read is written, read again, and merged into results. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/replay/replay.h"
#include "results/replay_json.h"
#include "results/replay_merge.h"
#include "tests/fuzz/fuzz.h"

/* The same text again. */
static void check_round_trip(const ts_replay_state *state) {
    ts_replay_state again;
    ts_error error = {0};
    char *text = ts_replay_state_print(&state->results);
    fuzz_require(text != NULL, "a state that cannot be written");
    fuzz_require(ts_replay_state_parse(text, "again", &again, &error) == TS_OK, error.message);
    ts_merged merged = {0};
    const char *name = "again";
    if (ts_merge_states(&again, &name, 1, &merged, &error) == TS_OK) {
        char *once_more = ts_replay_state_print(&again.results);
        fuzz_require(once_more && strcmp(text, once_more) == 0, "another state when it is read again");
        free(once_more);
    }
    ts_merged_clear(&merged);
    ts_replay_state_clear(&again);
    free(text);
}

static void write_results(const ts_replay_results *results) {
    static const ts_context context = {.cpu = "a CPU"};
    char path[128];
    ts_error error = {0};
    snprintf(path, sizeof path, "%s/results.json", fuzz_folder());
    FILE *nowhere = fopen("/dev/null", "w");
    ts_replay_print(results, nowhere, &error);
    fclose(nowhere);
    fuzz_require(ts_replay_write_json(results, &context, path, &error) == TS_OK, error.message);
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ts_replay_state state;
    ts_merged merged = {0};
    ts_error error = {0};
    const char *name = "x.part";
    char *text = fuzz_seal(data, size);
    fuzz_require(ts_ccd_register_builtin(&error) == TS_OK, error.message);
    if (ts_replay_state_parse(text, name, &state, &error) == TS_OK) {
        if (ts_merge_states(&state, &name, 1, &merged, &error) == TS_OK) {
            check_round_trip(&state);
            write_results(merged.results);
        }
        ts_merged_clear(&merged);
        ts_replay_state_clear(&state);
    } else {
        fuzz_require(error.status == TS_ERROR_DATA && strncmp(error.message, name, strlen(name)) == 0,
                     "an error without a reason");
    }
    free(text);
    return 0;
}
