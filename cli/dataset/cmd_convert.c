/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone dataset convert`: query files into the other format, without loss. */
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/outputs.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/say.h"
#include <touchstone/dataset.h>

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

/* Without --format: a name ending in .h5 or .hdf5 is a container, any other a folder of CSV. */
static ts_query_format choose_format(int format, const char *path) {
    if (format != 0) return format == 1 ? TS_FORMAT_CSV : TS_FORMAT_HDF5;
    const char *dot = strrchr(ts_path_name(path), '.');
    return dot && (strcmp(dot, ".h5") == 0 || strcmp(dot, ".hdf5") == 0) ? TS_FORMAT_HDF5 : TS_FORMAT_CSV;
}

/* What is replaced would be gone: a file of IN, or a folder that holds one. */
static ts_status check_output(const char *from, const char *to, ts_error *error) {
    ts_query_files files;
    ts_status status = ts_query_files_find(from, &files, error);
    if (status != TS_OK) return status;
    for (size_t k = 0; status == TS_OK && k < files.count; ++k) {
        status = ts_output_is_no_input(to, files.paths[k], error);
        if (status != TS_OK || !ts_output_holds(to, files.paths[k])) continue;
        status =
            ts_fail(error, TS_ERROR_USAGE, "%s holds the input %s; choose another output path", to, files.paths[k]);
    }
    ts_query_files_clear(&files);
    return status;
}

int ts_cmd_dataset_convert(int argc, char **argv) {
    const char *const formats[] = {"by name", ts_query_format_name(TS_FORMAT_CSV),
                                   ts_query_format_name(TS_FORMAT_HDF5)};
    int format = 0;
    ts_convert_options options = {.interrupted = interrupted};
    const ts_argument arguments[] = {
        {"format", TS_ARGUMENT_CHOICE, "FORMAT", "csv or hdf5; by default hdf5 if OUT ends in .h5 or .hdf5, else csv",
         .to.choice = {&format, formats, sizeof formats / sizeof *formats}},
        {"round", TS_ARGUMENT_FLAG, NULL, "round rationals that are no doubles to the nearest and count them",
         .to.flag = &options.round},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace what stands at OUT", .to.flag = &options.replace},
    };
    const ts_syntax syntax = {
        .command = "touchstone dataset convert",
        .operands = "IN OUT",
        .about = "Converts a query file, or a folder of them, to one HDF5 container or to a folder of rational CSV.\n"
                 "Coordinates, min_distance, t_max, labels and provenance arrive bit for bit.",
        .examples = "  touchstone dataset convert sample-queries sample.h5\n"
                    "  touchstone dataset convert recorded.h5 recorded-csv",
        .least_operands = 2,
        .most_operands = 2,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    ts_text_list operands = {0};
    ts_error error;
    ts_convert_result done;
    bool help;
    ts_status status = ts_arguments_parse(&syntax, argc, argv, &operands, &help, &error);
    if (help) return TS_EXIT_FINE;
    if (status == TS_OK) {
        options.format = choose_format(format, operands.items[1]);
        status = check_output(operands.items[0], operands.items[1], &error);
    }
    if (status == TS_OK) {
        status = ts_query_convert(operands.items[0], operands.items[1], &options, &done, &error);
    }
    if (status == TS_OK) {
        ts_say(stdout, "%s: %zu queries from %zu file%s", operands.items[1], done.queries, done.files,
               done.files == 1 ? "" : "s");
        if (done.rounded) printf(", %zu numbers rounded", done.rounded);
        putchar('\n');
    }
    ts_text_list_clear(&operands);
    return status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
}
