/* SPDX-License-Identifier: GPL-2.0-or-later
 * Checking output paths against the file system and against the data. */
#include "cli/replay/outputs.h"

#include "cli/outputs.h"
#include "core/error.h"
#include "reports/replay/columns.h"
#include <touchstone/dataset.h>

static ts_status check_against_data(const char *output, const char *path, ts_error *error) {
    ts_query_files files;
    ts_status status = TS_OK;
    /* Data that is missing is the replay's to report. */
    if (ts_query_files_find(path, &files, NULL) != TS_OK) return TS_OK;
    for (size_t f = 0; status == TS_OK && f < files.count; ++f) {
        if (!ts_outputs_meet(output, files.paths[f])) continue;
        status = ts_fail(error, TS_ERROR_USAGE, "%s is among the data to replay; choose another output path", output);
    }
    ts_query_files_clear(&files);
    return status;
}

ts_status ts_replay_outputs_check(const ts_replay_outputs *outputs, const ts_text_list *paths, ts_error *error) {
    const char *const all[TS_REPLAY_OUTPUTS] = {outputs->json,  outputs->csv,       outputs->markdown,
                                                outputs->latex, outputs->per_query, outputs->part};
    ts_status status =
        ts_replay_check_columns((const char *const *)outputs->columns.items, outputs->columns.count, error);
    if (status == TS_OK) status = ts_outputs_check(all, TS_REPLAY_OUTPUTS, NULL, 0, error);
    for (int i = 0; status == TS_OK && i < TS_REPLAY_OUTPUTS; ++i) {
        for (size_t p = 0; status == TS_OK && all[i] && p < paths->count; ++p)
            status = check_against_data(all[i], paths->items[p], error);
    }
    for (int i = 0; status == TS_OK && i < TS_REPLAY_OUTPUTS; ++i)
        status = all[i] == outputs->part ? TS_OK : ts_output_replaces_report(all[i], all[i] == outputs->json, error);
    return status;
}
