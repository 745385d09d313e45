/* SPDX-License-Identifier: MIT
 * Fuzz target of baselines: the input is an array of two results, whose checksums are put right. The first is cut down
 * to a baseline, which says the same as the whole does, and the second is compared with it. */
#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/compare/compare.h"
#include "results/baseline.h"
#include "results/read.h"
#include "tests/fuzz/fuzz.h"

static char path_of_whole[128], path_of_baseline[128], path_of_current[128];

static void compare(ts_results_file *baseline, const ts_results_file *current, int same) {
    const ts_compare_options options = ts_compare_standard();
    ts_comparison comparison = {0};
    ts_error error = {0};
    if (ts_compare(baseline, current, &options, &comparison, &error) != TS_OK) {
        fuzz_require(error.status != TS_ERROR_INTERNAL && *error.message, "an error without a reason");
        fuzz_require(!same || error.status != TS_ERROR_USAGE, "a baseline is of another run than its own");
        return;
    }
    FILE *nowhere = fopen("/dev/null", "w");
    ts_comparison_print(&comparison, &options, nowhere, &error);
    fclose(nowhere);
    fuzz_require(!same || ts_comparison_count(&comparison, TS_FINDING_WORSE) == 0, "a run is worse than itself");
    fuzz_require(!same || ts_comparison_count(&comparison, TS_FINDING_SLOWER) == 0, "a run is slower than itself");
    ts_comparison_clear(&comparison);
}

static void compare_both(void) {
    ts_results_file whole = {0}, baseline = {0}, current = {0};
    ts_error error = {0};
    if (ts_results_read(path_of_whole, &whole, &error) != TS_OK) return;
    if (ts_baseline_write(path_of_whole, path_of_baseline, &error) == TS_OK) {
        fuzz_require(ts_results_read(path_of_baseline, &baseline, &error) == TS_OK, error.message);
        compare(&baseline, &whole, 1);
        if (ts_results_read(path_of_current, &current, &error) == TS_OK) {
            compare(&baseline, &current, 0);
            ts_results_file_clear(&current);
        }
        ts_results_file_clear(&baseline);
    }
    ts_results_file_clear(&whole);
}

static void write_value(const char *path, const cJSON *value) {
    char *text = cJSON_PrintUnformatted(value), *sealed;
    fuzz_require(text != NULL, "memory");
    sealed = fuzz_seal((const uint8_t *)text, strlen(text));
    fuzz_write(path, (const uint8_t *)sealed, strlen(sealed));
    free(sealed);
    cJSON_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    snprintf(path_of_whole, sizeof path_of_whole, "%s/whole.json", fuzz_folder());
    snprintf(path_of_baseline, sizeof path_of_baseline, "%s/baseline.json", fuzz_folder());
    snprintf(path_of_current, sizeof path_of_current, "%s/current.json", fuzz_folder());
    cJSON *both = cJSON_ParseWithLength((const char *)data, size);
    if (cJSON_IsArray(both) && cJSON_GetArraySize(both) == 2) {
        write_value(path_of_whole, both->child);
        write_value(path_of_current, both->child->next);
        compare_both();
        unlink(path_of_whole);
        unlink(path_of_baseline);
        unlink(path_of_current);
    }
    cJSON_Delete(both);
    return 0;
}
