/* SPDX-License-Identifier: GPL-2.0-or-later
 * A comparison for the terminal and as Markdown: the worst first. */
#include <stdlib.h>

#include "core/error.h"
#include "core/escape.h"
#include "core/files.h"
#include "core/say.h"
#include "reports/compare/compare.h"

static const ts_finding_kind WORST_FIRST[] = {TS_FINDING_WORSE, TS_FINDING_SLOWER, TS_FINDING_WARNING,
                                              TS_FINDING_BETTER, TS_FINDING_NOTE};
enum { KINDS = sizeof WORST_FIRST / sizeof *WORST_FIRST };

static const char *heading_of(ts_finding_kind kind) {
    switch (kind) {
    case TS_FINDING_WORSE: return "Worse answers";
    case TS_FINDING_SLOWER: return "Slower";
    case TS_FINDING_WARNING: return "Not compared";
    case TS_FINDING_BETTER: return "Better";
    case TS_FINDING_NOTE: break;
    }
    return "Other changes";
}

static void print_finding(const ts_finding *finding, FILE *out) {
    if (finding->subject) ts_say(out, "  %s, %s:\n    ", finding->subject, finding->actor);
    ts_say(out, "%s%s\n", finding->subject ? "" : "  ", finding->text);
    if (finding->command) ts_say(out, "    %s\n", finding->command);
}

static void print_verdict(const ts_comparison *comparison, FILE *out) {
    fprintf(out, "%zu records compared, %zu of them by time: ", comparison->records, comparison->timed);
    const size_t worse = ts_comparison_count(comparison, TS_FINDING_WORSE);
    const size_t slower = ts_comparison_count(comparison, TS_FINDING_SLOWER);
    if (worse + slower == 0)
        fprintf(out, "nothing is worse");
    else
        fprintf(out, "%zu worse, %zu slower", worse, slower);
    const size_t better = ts_comparison_count(comparison, TS_FINDING_BETTER);
    if (better > 0) fprintf(out, ", %zu better", better);
}

static ts_status print_table(const ts_comparison *comparison, const ts_compare_options *options,
                             void (*print)(const ts_table *table, FILE *out), FILE *out) {
    ts_table table;
    const ts_status status = ts_comparison_table(comparison, options, &table);
    if (status == TS_OK && table.row_count > 0) {
        print(&table, out);
        fputc('\n', out);
    }
    ts_table_clear(&table);
    return status;
}

ts_status ts_comparison_print(const ts_comparison *comparison, const ts_compare_options *options, FILE *out,
                              ts_error *error) {
    if (print_table(comparison, options, ts_table_print_text, out) != TS_OK)
        return ts_fail_memory(error, "a comparison");
    for (int k = 0; k < KINDS; ++k) {
        if (ts_comparison_count(comparison, WORST_FIRST[k]) == 0) continue;
        fprintf(out, "%s\n", heading_of(WORST_FIRST[k]));
        for (size_t f = 0; f < comparison->finding_count; ++f) {
            if (comparison->findings[f].kind == WORST_FIRST[k]) print_finding(&comparison->findings[f], out);
        }
        fputc('\n', out);
    }
    print_verdict(comparison, out);
    fputc('\n', out);
    return TS_OK;
}

/* ---- Markdown ---- */

static void write_cell(FILE *out, const char *text) {
    fputs(" ", out);
    if (text) ts_put_markdown(out, text);
    fputs(" |", out);
}

static void write_row(FILE *out, const ts_finding *finding) {
    fputs("|", out);
    write_cell(out, finding->subject);
    write_cell(out, finding->actor);
    write_cell(out, finding->text);
    fputs(" ", out);
    if (finding->command) ts_put_markdown_code(out, finding->command, true);
    fputs(finding->command ? " |\n" : "|\n", out);
}

static ts_status write_markdown(const ts_comparison *comparison, const ts_compare_options *options, FILE *out) {
    fprintf(out, "## Touchstone: ");
    print_verdict(comparison, out);
    fprintf(out, "\n\n");
    const ts_status status = print_table(comparison, options, ts_table_print_markdown, out);
    for (int k = 0; k < KINDS; ++k) {
        if (ts_comparison_count(comparison, WORST_FIRST[k]) == 0) continue;
        fprintf(out, "\n### %s\n\n| what | who | finding | show it |\n| --- | --- | --- | --- |\n",
                heading_of(WORST_FIRST[k]));
        for (size_t f = 0; f < comparison->finding_count; ++f) {
            if (comparison->findings[f].kind == WORST_FIRST[k]) write_row(out, &comparison->findings[f]);
        }
    }
    return status;
}

ts_status ts_comparison_write_markdown(const ts_comparison *comparison, const ts_compare_options *options,
                                       const char *path, ts_error *error) {
    ts_output output;
    const ts_status status = ts_output_open(&output, path, true, error);
    if (status != TS_OK) return status;
    if (write_markdown(comparison, options, output.stream) == TS_OK) return ts_output_close(&output, error);
    ts_output_abandon(&output);
    return ts_fail_memory(error, "a comparison");
}
