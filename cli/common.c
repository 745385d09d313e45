/* SPDX-License-Identifier: GPL-2.0-or-later
 * Complaints, exit codes, JSON on the standard output. */
#include "cli/common.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/files.h"
#include "core/say.h"
#include "mesh/read/frame_gaps.h"
#include "results/read.h"

static int exit_code(ts_status status) {
    switch (status) {
    case TS_OK: return TS_EXIT_FINE;
    case TS_ERROR_USAGE: return TS_EXIT_USAGE;
    case TS_ERROR_DATA: return TS_EXIT_DATA;
    case TS_ERROR_INTERRUPTED: return TS_EXIT_INTERRUPTED;
    case TS_ERROR_MEMORY:
    case TS_ERROR_UNDECIDED:
    case TS_ERROR_INTERNAL: break;
    }
    return TS_EXIT_INTERNAL;
}

int ts_complain(const ts_error *error) {
    fflush(stdout);
    ts_say(stderr, "touchstone: %s\n", error->message);
    return exit_code(error->status);
}

void ts_note_no_checksum(const ts_text_list *paths) {
    for (size_t p = 0; p < paths->count; ++p) {
        if (!ts_results_lack_checksum(paths->items[p])) continue;
        fprintf(stderr,
                "touchstone: note: %s has no checksum, as older versions wrote it: damage would not be noticed\n",
                paths->items[p]);
    }
}

uint64_t ts_say_missing_frames(const char *operand, char *const *path, size_t count) {
    const ts_frame_gaps gaps = ts_frame_gaps_find(path, count);
    if (gaps.missing == 0) return 0;
    printf("%s: %llu frame%s missing, the first after %s\n", operand, (unsigned long long)gaps.missing,
           gaps.missing == 1 ? " is" : "s are", ts_path_name(path[gaps.first]));
    return gaps.missing;
}

void ts_note_single_precision(size_t single, size_t frames) {
    if (single == 0) return;
    fprintf(stderr,
            "touchstone: note: %zu of %zu frame%s store%s coordinates as 32-bit numbers; judged are these, exactly as "
            "they stand in the file, not the doubles that they may have been rounded from\n",
            single, frames, frames == 1 ? "" : "s", single == 1 ? "s" : "");
}

int ts_print_json(ts_json_builder *builder, cJSON *tree) {
    char *text = ts_build_print(builder, tree);
    if (!text) {
        ts_error error;
        ts_fail_memory(&error, "the JSON output");
        return ts_complain(&error);
    }
    puts(text);
    free(text);
    return TS_EXIT_FINE;
}
