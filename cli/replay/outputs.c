/* SPDX-License-Identifier: GPL-2.0-or-later
 * Checking output paths against the file system and against the data. */
#include "cli/replay/outputs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/error.h"
#include "core/files.h"
#include "reports/replay/columns.h"
#include <touchstone/dataset.h>

/* Of two paths that lead nowhere yet. */
static bool same_place(const char *a, const char *b) {
    char *in_a = ts_path_folder(a), *in_b = ts_path_folder(b);
    const bool same = in_a && in_b && strcmp(ts_path_name(a), ts_path_name(b)) == 0 && ts_path_same(in_a, in_b);
    free(in_a);
    free(in_b);
    return same;
}

/* Do both paths lead to one regular file (or to the same place for one)? */
static bool same_file(const char *a, const char *b) {
    struct stat at_a, at_b;
    const bool a_is = stat(a, &at_a) == 0, b_is = stat(b, &at_b) == 0;
    if (a_is && b_is) return S_ISREG(at_a.st_mode) && ts_path_same(a, b);
    return !a_is && !b_is && same_place(a, b);
}

static ts_status check_against_data(const char *output, const char *path, ts_error *error) {
    ts_query_files files;
    ts_status status = TS_OK;
    /* Data that is missing is the replay's to report. */
    if (ts_query_files_find(path, &files, NULL) != TS_OK) return TS_OK;
    for (size_t f = 0; status == TS_OK && f < files.count; ++f) {
        if (!same_file(output, files.paths[f])) continue;
        status = ts_fail(error, TS_ERROR_USAGE, "%s is among the data to replay; choose another output path", output);
    }
    ts_query_files_clear(&files);
    return status;
}

ts_status ts_replay_outputs_check(const ts_replay_outputs *outputs, const ts_text_list *paths, ts_error *error) {
    const char *const all[TS_REPLAY_OUTPUTS] = {outputs->json, outputs->csv, outputs->markdown, outputs->latex,
                                                outputs->per_query};
    ts_status status =
        ts_replay_check_columns((const char *const *)outputs->columns.items, outputs->columns.count, error);
    for (int i = 0; status == TS_OK && i < TS_REPLAY_OUTPUTS; ++i) {
        if (!all[i]) continue;
        status = ts_output_check(all[i], true, error);
        for (int k = 0; status == TS_OK && k < i; ++k) {
            if (!all[k] || !same_file(all[i], all[k])) continue;
            status = ts_fail(error, TS_ERROR_USAGE, "%s is named as two outputs; give each its own file", all[i]);
        }
        for (size_t p = 0; status == TS_OK && p < paths->count; ++p) {
            status = check_against_data(all[i], paths->items[p], error);
        }
    }
    return status;
}
