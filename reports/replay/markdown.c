/* SPDX-License-Identifier: GPL-2.0-or-later
 * The report as Markdown, for a pull request or a wiki. */
#include <inttypes.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/escape.h"
#include "core/files.h"
#include "reports/replay/columns.h"
#include "reports/replay/replay.h"
#include "reports/replay/words.h"
#include "reports/replay/worst.h"
#include <touchstone/version.h>

static void print_context(const ts_context *context, FILE *out) {
    fprintf(out, "# Replay of recorded CCD queries\n\nTouchstone %s (%s), %s.\n", TS_VERSION, context->commit,
            context->date);
    fprintf(out, "%s, %d cores, %s; %s, `%s`.\n\n", context->cpu, context->cores, context->system, context->compiler,
            context->flags);
}

static ts_status print_data_sets(const ts_replay_results *results, FILE *out) {
    fputs("## Data\n\n", out);
    for (size_t d = 0; d < results->data_set_count; ++d) {
        const ts_replay_data_set *data_set = &results->data_sets[d];
        char *phrase = ts_data_set_phrase(results, data_set);
        if (!phrase) return TS_ERROR_MEMORY;
        fputs("- ", out);
        ts_put_markdown_code(out, data_set->path, false);
        fprintf(out, ": %s; hash %016" PRIx64 "\n", phrase, data_set->hash);
        for (size_t f = 0; f < data_set->failure_count; ++f) {
            fputs("  - not read to the end: ", out);
            ts_put_markdown(out, data_set->failures[f].error.message);
            putc('\n', out);
        }
        free(phrase);
    }
    if (results->interrupted) fputs("\nThe run was interrupted.\n", out);
    return TS_OK;
}

static ts_status print_part(const ts_replay_rows *rows, const char *title, unsigned parts, FILE *out) {
    ts_table table;
    const ts_status status = ts_replay_build_table(rows, parts, TS_STYLE_READABLE, &table);
    if (status != TS_OK) return status;
    if (table.row_count > 0) {
        fprintf(out, "\n## %s\n\n", title);
        ts_table_print_markdown(&table, out);
    }
    ts_table_clear(&table);
    return TS_OK;
}

static ts_status print_worst(const ts_replay_results *results, const ts_replay_rows *rows, FILE *out) {
    ts_table table;
    const ts_status status = ts_replay_build_worst(results, rows, &table);
    if (status != TS_OK) return status;
    fputs("\n## Worst queries\n\n", out);
    ts_table_print_markdown(&table, out);
    ts_table_clear(&table);
    return TS_OK;
}

static ts_status print_report(const ts_replay_results *results, const ts_context *context, FILE *out) {
    ts_replay_rows rows;
    ts_status status = ts_replay_rows_init(results, false, &rows);
    if (status != TS_OK) return status;
    print_context(context, out);
    status = print_data_sets(results, out);
    if (status == TS_OK) status = print_part(&rows, "Verdicts", TS_PART_VERDICTS | TS_PART_PROOFS, out);
    if (status == TS_OK) status = print_part(&rows, "Errors by reason", TS_PART_REASONS, out);
    if (status == TS_OK) status = print_part(&rows, "Quality and time", TS_PART_QUALITY | TS_PART_DETAIL, out);
    if (status == TS_OK) status = print_worst(results, &rows, out);
    ts_replay_rows_clear(&rows);
    return status;
}

ts_status ts_replay_write_markdown(const ts_replay_results *results, const ts_context *context, const char *path,
                                   ts_error *error) {
    ts_output output;
    const ts_status status = ts_output_open(&output, path, true, error);
    if (status != TS_OK) return status;
    if (print_report(results, context, output.stream) == TS_OK) return ts_output_close(&output, error);
    ts_output_abandon(&output);
    return ts_fail_memory(error, "the Markdown report");
}
