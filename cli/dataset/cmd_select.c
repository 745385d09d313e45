/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone dataset select`: of recorded queries the hardest ones and a random sample of the rest, with their exact
 * truth. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "benches/select.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/dataset/each_chunk.h"
#include "cli/dataset/one_file.h"
#include "core/error.h"
#include "core/files.h"
#include "core/say.h"

enum { MOST = 10000000 }; /* of a stratum: all that a gigabyte or two of memory hold */

typedef struct selecting {
    ts_select_settings settings;
    const char *out;
    bool round, replace;
    ts_select_counts counts[TS_CCD_KINDS];
} selecting;

/* ---- The container ---- */

static uint64_t sum_of_queries(const selecting *job) {
    uint64_t sum = 0;
    for (int k = 0; k < TS_CCD_KINDS; ++k) sum += job->counts[k].queries;
    return sum;
}

/* Says from what the queries were selected, and how. */
static ts_status describe(const selecting *job, ts_query_meta *meta, ts_error *error) {
    const uint64_t *most = job->settings.most;
    char *about = ts_text("%s%sselected of %" PRIu64, meta->about ? meta->about : "", meta->about ? "; " : "",
                          sum_of_queries(job));
    char *generator =
        ts_text("%s%stouchstone dataset select --tiny %" PRIu64 " --contacts %" PRIu64 " --closest %" PRIu64
                " --random %" PRIu64 " --seed %" PRIu64,
                meta->generator ? meta->generator : "", meta->generator ? "; " : "", most[TS_STRATUM_TINY],
                most[TS_STRATUM_CONTACT], most[TS_STRATUM_CLOSEST], most[TS_STRATUM_REST], job->settings.seed);
    if (!about || !generator) {
        free(about);
        free(generator);
        return ts_fail_memory(error, "a description");
    }
    free(meta->about);
    free(meta->generator);
    meta->about = about;
    meta->generator = generator;
    meta->has_truth = true;
    return TS_OK;
}

static ts_status write_selected(const selecting *job, const ts_query_meta *source, const ts_query_chunk *selected,
                                ts_error *error) {
    ts_query_meta meta;
    ts_query_writer *writer;
    if (selected->count == 0) return ts_fail(error, TS_ERROR_USAGE, "nothing to select: every stratum may have 0");
    ts_status status = ts_query_meta_copy(source, &meta, error);
    if (status != TS_OK) return status;
    status = describe(job, &meta, error);
    if (status == TS_OK) {
        status = ts_query_writer_create(job->out, TS_FORMAT_HDF5, job->replace, &meta, &writer, error);
    }
    ts_query_meta_clear(&meta);
    if (status != TS_OK) return status;
    status = ts_query_writer_append(writer, selected, error);
    if (status == TS_OK) return ts_query_writer_finish(writer, error);
    ts_query_writer_abandon(writer);
    return status;
}

static ts_status look_at(void *self, ts_query_chunk *chunk, ts_error *error) {
    return ts_selection_add(self, chunk, error);
}

static ts_status select_from(void *self, const char *path, ts_error *error) {
    selecting *job = self;
    const ts_reader_options options = {.round = job->round};
    ts_query_reader *reader;
    ts_selection *selection = NULL;
    ts_query_chunk selected = {0};
    ts_status status = ts_query_reader_open(path, &options, &reader, error);
    if (status != TS_OK) return status;
    status = ts_selection_create(&job->settings, &selection, error);
    const ts_chunk_work work = {.what = "selecting", .out = job->out, .take = look_at, .self = selection};
    if (status == TS_OK) status = ts_each_chunk(reader, &work, error);
    if (status == TS_OK) status = ts_selection_finish(selection, &selected, job->counts, error);
    if (status == TS_OK) status = write_selected(job, ts_query_reader_meta(reader), &selected, error);
    ts_query_chunk_clear(&selected);
    ts_selection_destroy(selection);
    ts_query_reader_close(reader);
    return status;
}

/* ---- The command ---- */

static void print_outcome(const selecting *job) {
    uint64_t sum = 0;
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        const ts_select_counts *c = &job->counts[k];
        if (c->queries == 0) continue;
        printf("%s: %" PRIu64 " queries, %" PRIu64 " tiny, %" PRIu64 " contacts; selected:",
               ts_ccd_kind_name((ts_ccd_kind)k), c->queries, c->tiny, c->contacts);
        for (int s = 0; s < TS_STRATA; ++s) {
            printf(" %" PRIu64 " %s%s", c->selected[s], ts_stratum_name((ts_stratum)s), s + 1 < TS_STRATA ? "," : "\n");
            sum += c->selected[s];
        }
    }
    ts_say(stdout, "%s: %" PRIu64 " queries\n", job->out, sum);
}

static ts_status parse(selecting *job, int argc, char **argv, ts_text_list *operands, bool *help, ts_error *error) {
    uint64_t *most = job->settings.most;
    const ts_argument arguments[] = {
        {"out", TS_ARGUMENT_STRING, "FILE.h5", "the HDF5 container to write", .to.string = &job->out},
        {"tiny", TS_ARGUMENT_INTEGER, "N",
         "of each kind, queries that may touch in the first thousandth of the step (default: {default})",
         .to.integer = {&most[TS_STRATUM_TINY], 0, MOST}},
        {"contacts", TS_ARGUMENT_INTEGER, "N", "of each kind, queries with a contact, at random (default: {default})",
         .to.integer = {&most[TS_STRATUM_CONTACT], 0, MOST}},
        {"closest", TS_ARGUMENT_INTEGER, "N", "of each kind, those free queries that come closest (default: {default})",
         .to.integer = {&most[TS_STRATUM_CLOSEST], 0, MOST}},
        {"random", TS_ARGUMENT_INTEGER, "N", "of each kind, a random sample of all others (default: {default})",
         .to.integer = {&most[TS_STRATUM_REST], 0, MOST}},
        {"seed", TS_ARGUMENT_INTEGER, "S", "of what is random (default: {default})",
         .to.integer = {&job->settings.seed, 0, UINT64_MAX}},
        {"round", TS_ARGUMENT_FLAG, NULL, "round rationals that are no doubles to the nearest", .to.flag = &job->round},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace what stands at the target", .to.flag = &job->replace},
    };
    const ts_syntax syntax = {
        .command = "touchstone dataset select",
        .operands = "PATH",
        .about = "Selects queries of a file or folder into an HDF5 container with their exact truth: of each kind the\n"
                 "tiny ones, contacts, near misses, and a random sample of all others, each up to a number.",
        .examples = "  touchstone dataset select recorded.h5 --out hard.h5 --random 500",
        .least_operands = 1,
        .most_operands = 1,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, operands, help, error);
}

static ts_status run(selecting *job, const char *path, ts_error *error) {
    if (!job->out) return ts_fail(error, TS_ERROR_USAGE, "--out is missing: the HDF5 file to write");
    const ts_one_file from = {.path = path, .out = job->out, .round = job->round, .replace = job->replace};
    return ts_with_one_file(&from, select_from, job, error);
}

int ts_cmd_dataset_select(int argc, char **argv) {
    selecting job = {.settings = {.most = {1000, 1000, 1000, 1000}, .seed = 1}};
    ts_text_list operands = {0};
    ts_error error;
    bool help;
    ts_status status = parse(&job, argc, argv, &operands, &help, &error);
    if (help) return TS_EXIT_FINE;
    if (status == TS_OK) status = run(&job, operands.items[0], &error);
    if (status == TS_OK) print_outcome(&job);
    ts_text_list_clear(&operands);
    return status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
}
