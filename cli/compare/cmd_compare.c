/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone compare`: what became worse between two results, as an exit code for somebody's CI. */
#include <float.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/outputs.h"
#include "core/error.h"
#include "reports/compare/compare.h"
#include "results/read.h"

typedef struct request {
    ts_text_list paths;
    ts_compare_options options;
    const char *junit, *markdown;
} request;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    ts_compare_options *options = &asked->options;
    const ts_argument arguments[] = {
        {"max-slowdown", TS_ARGUMENT_REAL, "X", "ratio of median times that is still allowed (default: {default})",
         .to.real = {&options->max_slowdown, 1.0, DBL_MAX, false}},
        {"alpha", TS_ARGUMENT_REAL, "P",
         "a slowdown counts when its rank test's p-value is below P (default: {default})",
         .to.real = {&options->alpha, 0.0, 1.0, true}},
        {"tolerance", TS_ARGUMENT_REAL, "X", "relative rise that quantiles of errors may have (default: {default})",
         .to.real = {&options->tolerance, 0.0, DBL_MAX, false}},
        {"relative-to", TS_ARGUMENT_STRING, "BACKEND",
         "compare times divided by those of this backend in the same run: for machines that differ or are noisy",
         .to.string = &options->relative_to},
        {"answers-only", TS_ARGUMENT_FLAG, NULL, "compare no times; for results without any",
         .to.flag = &options->answers_only},
        {"junit", TS_ARGUMENT_STRING, "FILE", "write the findings as JUnit XML", .to.string = &asked->junit},
        {"markdown", TS_ARGUMENT_STRING, "FILE", "write the findings as Markdown", .to.string = &asked->markdown},
    };
    const ts_syntax syntax = {
        .command = "touchstone compare",
        .operands = "BASELINE.json CURRENT.json",
        .about =
            "Compares two results of 'touchstone replay --json' (or of table, barrier, simulate), before and after\n"
            "a change. More unsafe answers, stalls, errors, failed certificates, or other queries among them, and\n"
            "lost coverage are worse always; quantiles of errors within a tolerance; times only when both the\n"
            "ratio and a rank test over the repetitions say so. The first query that changed is named. Prints for\n"
            "each method and data set what it was and is, and what became better.\n\n"
            "Exit code: 0 nothing worse; 1 worse answers; 3 slower; 2 results that cannot be compared, such as\n"
            "times with none; 4 a file that cannot be read, or is not as it was written.",
        .examples = "  touchstone compare baseline.json now.json\n"
                    "  touchstone compare baseline.json now.json --relative-to accd --junit report.xml",
        .least_operands = 2,
        .most_operands = 2,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    const ts_status status = ts_arguments_parse(&syntax, argc, argv, &asked->paths, help, error);
    if (status != TS_OK || *help || !options->answers_only || !options->relative_to) return status;
    return ts_fail(error, TS_ERROR_USAGE,
                   "--answers-only compares no times, and --relative-to says how: leave one out");
}

static ts_status write_reports(const request *asked, const ts_comparison *comparison, ts_error *error) {
    ts_status status = ts_comparison_print(comparison, &asked->options, stdout, error);
    if (status == TS_OK && asked->junit) status = ts_comparison_write_junit(comparison, asked->junit, error);
    if (status == TS_OK && asked->markdown)
        status = ts_comparison_write_markdown(comparison, &asked->options, asked->markdown, error);
    return status;
}

/* Of a comparison that is refused there are no reports; those of an earlier one would be taken for its. */
static int refuse(const request *asked, const ts_error *error) {
    const char *const path[] = {asked->junit, asked->markdown};
    struct stat at;
    for (size_t k = 0; k < 2; ++k) {
        if (path[k] && lstat(path[k], &at) == 0 && S_ISREG(at.st_mode)) unlink(path[k]);
    }
    return ts_complain(error);
}

static int compare(const request *asked, ts_results_file *baseline, const ts_results_file *current) {
    ts_comparison comparison;
    ts_error error;
    ts_status status = ts_compare(baseline, current, &asked->options, &comparison, &error);
    if (status != TS_OK) return refuse(asked, &error);
    status = write_reports(asked, &comparison, &error);
    const bool worse = ts_comparison_count(&comparison, TS_FINDING_WORSE) > 0;
    const bool slower = ts_comparison_count(&comparison, TS_FINDING_SLOWER) > 0;
    ts_comparison_clear(&comparison);
    if (status != TS_OK) return ts_complain(&error);
    return worse ? TS_EXIT_UNSAFE : slower ? TS_EXIT_SLOWER : TS_EXIT_FINE;
}

static int compare_files(const request *asked) {
    ts_results_file baseline, current;
    ts_error error;
    const char *const outputs[] = {asked->junit, asked->markdown};
    if (ts_outputs_check(outputs, 2, (const char *const *)asked->paths.items, 2, &error) != TS_OK ||
        ts_output_replaces_report(asked->junit, false, &error) != TS_OK ||
        ts_output_replaces_report(asked->markdown, false, &error) != TS_OK)
        return ts_complain(&error);
    if (ts_results_read(asked->paths.items[0], &baseline, &error) != TS_OK) return refuse(asked, &error);
    if (ts_results_read(asked->paths.items[1], &current, &error) != TS_OK) {
        ts_results_file_clear(&baseline);
        return refuse(asked, &error);
    }
    ts_note_no_checksum(&asked->paths);
    const int code = compare(asked, &baseline, &current);
    ts_results_file_clear(&baseline);
    ts_results_file_clear(&current);
    return code;
}

int ts_cmd_compare(int argc, char **argv) {
    request asked = {.options = ts_compare_standard()};
    ts_error error;
    bool help;
    const ts_status status = parse(&asked, argc, argv, &help, &error);
    const int code = status != TS_OK ? ts_complain(&error) : help ? TS_EXIT_FINE : compare_files(&asked);
    ts_text_list_clear(&asked.paths);
    return code;
}
