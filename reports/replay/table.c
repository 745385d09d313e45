/* SPDX-License-Identifier: GPL-2.0-or-later
 * The report on the terminal: what was replayed, verdicts, reasons of errors, quality and time, worst queries, what
 * went wrong. */
#include <inttypes.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/say.h"
#include "reports/replay/replay.h"
#include "reports/replay/words.h"
#include "reports/replay/worst.h"
#include "results/show_command.h"

/* Conflicts printed per data set; the results file has more. */
enum { SHOWN_CONFLICTS = 10 };

static ts_status print_data_sets(const ts_replay_results *results, FILE *out) {
    for (size_t d = 0; d < results->data_set_count; ++d) {
        const ts_replay_data_set *data_set = &results->data_sets[d];
        char *phrase = ts_data_set_phrase(results, data_set);
        if (!phrase) return TS_ERROR_MEMORY;
        ts_say(out, "%s\n  %s\n", data_set->path, phrase);
        if (data_set->rounded > 0) {
            fprintf(out, "  %" PRIu64 " numbers rounded to %s\n", data_set->rounded,
                    results->options->reading.floats ? "single precision" : "doubles");
        }
        free(phrase);
    }
    putc('\n', out);
    return TS_OK;
}

static ts_status print_part(const ts_replay_rows *rows, unsigned part, FILE *out) {
    ts_table table;
    const ts_status status = ts_replay_build_table(rows, part, TS_STYLE_READABLE, &table);
    if (status != TS_OK) return status;
    if (table.row_count > 0) {
        ts_table_print_text(&table, out);
        putc('\n', out);
    }
    ts_table_clear(&table);
    return TS_OK;
}

static void print_footnote(const ts_replay_rows *rows, FILE *out) {
    bool any = false;
    for (size_t r = 0; r < rows->count; ++r) any = any || (rows->rows[r].partial && rows->rows[r].ratio > 0.0);
    if (any)
        fputs("* timed on the queries that it answers alone: no ratio of the same work (--csv has each kind)\n\n", out);
}

static ts_status print_worst(const ts_replay_results *results, const ts_replay_rows *rows, FILE *out) {
    ts_table table;
    const ts_status status = ts_replay_build_worst(results, rows, &table);
    if (status != TS_OK) return status;
    if (table.row_count > 0) {
        ts_table_print_text(&table, out);
        putc('\n', out);
    }
    ts_table_clear(&table);
    return TS_OK;
}

static const char *contact_name(bool contact) {
    return contact ? "contact" : "free";
}

static ts_status print_conflict(const ts_replay_results *results, const ts_replay_data_set *data_set,
                                const ts_label_conflict *conflict, FILE *out) {
    char *command = ts_show_command(results->options, NULL, data_set->files.paths[conflict->file], conflict->index);
    if (!command) return TS_ERROR_MEMORY;
    if (conflict->label != conflict->truth) {
        ts_say(out, "  label %s, truth %s: %s\n", contact_name(conflict->label), contact_name(conflict->truth),
               command);
    } else {
        ts_say(out, "  labelled toi %.17g, truth %.17g: %s\n", conflict->label_lo, conflict->truth_lo, command);
    }
    free(command);
    return TS_OK;
}

static ts_status print_conflicts(const ts_replay_results *results, const ts_replay_data_set *data_set, FILE *out) {
    if (data_set->conflict_count == 0) return TS_OK;
    ts_say(out, "%s: %" PRIu64 " labels contradict the oracle\n", data_set->path, data_set->conflict_count);
    for (uint64_t c = 0; c < data_set->conflict_count && c < SHOWN_CONFLICTS; ++c) {
        const ts_status status = print_conflict(results, data_set, &data_set->conflicts[c], out);
        if (status != TS_OK) return status;
    }
    if (data_set->conflict_count > SHOWN_CONFLICTS) {
        fprintf(out, "  and %" PRIu64 " more (--json lists up to %d)\n", data_set->conflict_count - SHOWN_CONFLICTS,
                TS_MAX_CONFLICTS);
    }
    putc('\n', out);
    return TS_OK;
}

static ts_status print_troubles(const ts_replay_results *results, FILE *out) {
    size_t failures = 0;
    for (size_t d = 0; d < results->data_set_count; ++d) {
        const ts_replay_data_set *data_set = &results->data_sets[d];
        const ts_status status = print_conflicts(results, data_set, out);
        if (status != TS_OK) return status;
        failures += data_set->failure_count;
    }
    if (failures > 0) fprintf(out, "incomplete: %zu of the inputs could not be read to the end\n", failures);
    if (results->interrupted) fputs("interrupted: the numbers above are of the queries replayed until then\n", out);
    return TS_OK;
}

ts_status ts_replay_print(const ts_replay_results *results, FILE *out, ts_error *error) {
    ts_replay_rows rows;
    ts_status status = ts_replay_rows_init(results, false, &rows);
    if (status != TS_OK) return ts_fail_memory(error, "the table");
    status = print_data_sets(results, out);
    if (status == TS_OK) status = print_part(&rows, TS_PART_VERDICTS | TS_PART_PROOFS, out);
    if (status == TS_OK) status = print_part(&rows, TS_PART_REASONS, out);
    if (status == TS_OK) status = print_part(&rows, TS_PART_QUALITY, out);
    if (status == TS_OK) print_footnote(&rows, out);
    if (status == TS_OK) status = print_worst(results, &rows, out);
    if (status == TS_OK) status = print_troubles(results, out);
    ts_replay_rows_clear(&rows);
    return status == TS_OK ? TS_OK : ts_fail_memory(error, "the table");
}
