/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone dataset label`: the exact oracle's truth written into a container; labels that contradict it
 * are listed, never trusted. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/dataset/each_chunk.h"
#include "cli/dataset/one_file.h"
#include "core/error.h"
#include "core/say.h"
#include <touchstone/dataset.h>
#include <touchstone/oracle.h>

enum { MOST_LISTED = 20 };

typedef struct labelling {
    const char *out;
    bool round, replace;
    ts_query_writer *writer;
    uint64_t queries, contacts, conflicts;
} labelling;

static void list_conflict(labelling *job, uint64_t index, bool contact) {
    if (job->conflicts++ >= MOST_LISTED) return;
    printf("query %" PRIu64 ": labelled %s, but the exact truth is %s\n", index, contact ? "free" : "contact",
           contact ? "contact" : "free");
}

static ts_status label_chunk(void *self, ts_query_chunk *chunk, ts_error *error) {
    labelling *job = self;
    for (size_t i = 0; i < chunk->count; ++i) {
        ts_oracle_truth truth;
        ts_query_note *note = &chunk->notes[i];
        const ts_status status = ts_oracle_toi(&chunk->queries[i], TS_ORACLE_ALL, &truth);
        if (status != TS_OK) {
            return ts_fail(error, status, "the oracle has no answer for query %zu; please report it", chunk->first + i);
        }
        if (note->contact >= 0 && note->contact != truth.contact) list_conflict(job, chunk->first + i, truth.contact);
        note->contact = truth.contact;
        note->truth_feature = truth.contact ? truth.feature : 0;
        note->truth_lo = truth.contact ? truth.lo : NAN;
        note->truth_hi = truth.contact ? truth.hi : NAN;
        job->contacts += truth.contact;
    }
    job->queries += chunk->count;
    return ts_query_writer_append(job->writer, chunk, error);
}

static ts_status label_file(void *self, const char *path, ts_error *error) {
    labelling *job = self;
    const ts_reader_options options = {.round = job->round};
    const ts_chunk_work work = {.what = "labelling", .out = job->out, .take = label_chunk, .self = job};
    ts_query_reader *reader;
    ts_query_meta meta;
    ts_status status = ts_query_reader_open(path, &options, &reader, error);
    if (status != TS_OK) return status;
    status = ts_query_meta_copy(ts_query_reader_meta(reader), &meta, error);
    if (status == TS_OK) {
        meta.has_truth = true;
        status = ts_query_writer_create(job->out, TS_FORMAT_HDF5, job->replace, &meta, &job->writer, error);
        if (status == TS_OK) {
            status = ts_each_chunk(reader, &work, error);
            if (status == TS_OK) {
                status = ts_query_writer_finish(job->writer, error);
            } else {
                ts_query_writer_abandon(job->writer);
            }
        }
        ts_query_meta_clear(&meta);
    }
    ts_query_reader_close(reader);
    return status;
}

static ts_status label(labelling *job, const char *path, ts_error *error) {
    if (!job->out) return ts_fail(error, TS_ERROR_USAGE, "--out is missing: the HDF5 file to write");
    const ts_one_file from = {.path = path, .out = job->out, .round = job->round, .replace = job->replace};
    return ts_with_one_file(&from, label_file, job, error);
}

static void print_outcome(const labelling *job) {
    if (job->conflicts > MOST_LISTED) printf("and %" PRIu64 " more\n", job->conflicts - MOST_LISTED);
    ts_say(stdout, "%s: %" PRIu64 " queries, %" PRIu64 " contacts, %" PRIu64 " labels contradicted\n", job->out,
           job->queries, job->contacts, job->conflicts);
}

int ts_cmd_dataset_label(int argc, char **argv) {
    labelling job = {0};
    const ts_argument arguments[] = {
        {"out", TS_ARGUMENT_STRING, "FILE.h5", "the HDF5 container to write", .to.string = &job.out},
        {"round", TS_ARGUMENT_FLAG, NULL, "round rationals that are no doubles to the nearest", .to.flag = &job.round},
        {"replace", TS_ARGUMENT_FLAG, NULL, "replace what stands at the target", .to.flag = &job.replace},
    };
    const ts_syntax syntax = {
        .command = "touchstone dataset label",
        .operands = "PATH",
        .about = "Copies the queries of a file or folder into an HDF5 container with the exact oracle's truth:\n"
                 "contact or not, the two doubles around the time of impact, the features that touch.",
        .examples = "  touchstone dataset label sample-queries --out sample-with-truth.h5",
        .least_operands = 1,
        .most_operands = 1,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    ts_text_list operands = {0};
    ts_error error;
    bool help;
    ts_status status = ts_arguments_parse(&syntax, argc, argv, &operands, &help, &error);
    if (help) return TS_EXIT_FINE;
    if (status == TS_OK) status = label(&job, operands.items[0], &error);
    if (status == TS_OK) print_outcome(&job);
    ts_text_list_clear(&operands);
    return status == TS_OK ? TS_EXIT_FINE : ts_complain(&error);
}
