/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone check`: does a folder prove that an animation never met itself? */
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/progress.h"
#include "core/say.h"
#include "oracles/proof/inside.h"
#include "scenes/proof/frames.h"

/* What the command line asks for. */
typedef struct request {
    ts_text_list folder;
    const char *frames;
} request;

/* The run. */
typedef struct outcome {
    size_t proven, open; /* steps, the first state among them */
    size_t pieces, bytes;
    uint64_t records, exact;
    bool other_frames;
} outcome;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"frames", TS_ARGUMENT_STRING, "PATH",
         "frames (a folder, .pvd or file, as `touchstone verify` takes them) that are to be states of the proof, bit "
         "for bit",
         .to.string = &asked->frames},
    };
    const ts_syntax syntax = {
        .command = "touchstone check",
        .operands = "FOLDER",
        .about =
            "Checks a proof that nothing in an animation ever met (docs/proof.md): every step in exact arithmetic,\n"
            "trusting nothing of what made it. Prints the pairs that are claimed, those that are excluded, for\n"
            "every step whether it is proven, and what lay inside a closed surface from the first state on.\n\n"
            "Exit code: 0 all is proven; 1 a step is not, or a frame is not a state of the proof: it is named;\n"
            "2 usage; 4 a file is missing or malformed; 130 interrupted.",
        .examples = "  touchstone check drape/proof --frames drape\n"
                    "  python3 tests/reference/check_proof.py drape/proof",
        .least_operands = 1,
        .most_operands = 1,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, &asked->folder, help, error);
}

static ts_status print_claim(const ts_proof_folder *proof, ts_error *error) {
    const ts_proof_topology *topology = &proof->topology;
    ts_proof_counts counts;
    const ts_status status = ts_proof_count(topology, &counts, error);
    if (status != TS_OK) return status;
    printf("%zu states of %zu vertices, %zu triangles, %zu segments, %zu particles\n", proof->states,
           topology->vertices, topology->triangles, topology->segments, topology->particles);
    printf("%llu pairs claimed; excluded: %llu share a vertex, %llu are of obstacles, %llu of strangers\n",
           (unsigned long long)counts.claimed, (unsigned long long)counts.sharing, (unsigned long long)counts.obstacles,
           (unsigned long long)counts.strangers);
    return TS_OK;
}

/* Not part of the claim; but what a reader will want to know beside it. */
static ts_status print_inside(const ts_proof_folder *proof, ts_error *error) {
    ts_verify_report report;
    const ts_status status = ts_proof_inside(proof, &report, error);
    char text[400];
    if (status != TS_OK) return status;
    const size_t count = report.count[TS_OFFENCE_CONTAINMENT];
    if (count == 0) {
        printf("in the first state nothing lies inside a closed surface\n");
        return TS_OK;
    }
    ts_offence_text(&report.list[0], text, sizeof text);
    printf("not part of the claim: in the first state %zu piece%s inside closed surfaces; the first: %s\n", count,
           count == 1 ? " lies" : "s lie", text);
    return TS_OK;
}

static void print_step(const ts_proof_folder *proof, size_t number, const ts_proof_verdict *verdict) {
    char text[400];
    if (verdict->proven) {
        printf("step %zu: proven, %zu pieces, %llu records, %zu bytes\n", number, verdict->pieces,
               (unsigned long long)verdict->records, verdict->bytes);
        return;
    }
    ts_proof_failure_text(proof, verdict, text, sizeof text);
    printf("step %zu: NOT proven: %s\n", number, text);
}

static ts_status check_steps(const ts_proof_folder *proof, outcome *run, ts_error *error) {
    ts_progress progress;
    ts_progress_init(&progress);
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && k < proof->states; ++k) {
        ts_proof_verdict verdict;
        if (ts_interrupted()) {
            status = ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted after %zu of %zu steps", k, proof->states);
            break;
        }
        ts_progress_update(&progress, "steps", k, proof->states);
        status = ts_proof_check(proof, k, &verdict, error);
        if (status != TS_OK) break;
        ts_progress_finish(&progress);
        print_step(proof, k, &verdict);
        run->proven += verdict.proven;
        run->open += !verdict.proven;
        run->pieces += verdict.pieces;
        run->bytes += verdict.bytes;
        run->records += verdict.records;
        run->exact += verdict.exact;
    }
    ts_progress_finish(&progress);
    return status;
}

static ts_status check_frames(const ts_proof_folder *proof, const char *path, outcome *run, ts_error *error) {
    ts_frame_files files = {0};
    ts_prover_match match;
    ts_status status = ts_frame_files_add(&files, path, error);
    if (status == TS_OK) status = ts_prover_match_frames(proof, &files, &match, error);
    ts_frame_files_clear(&files);
    if (status != TS_OK) return status;
    printf("%zu frames are states of the proof, bit for bit", match.frames);
    if (match.other > 0) ts_say(stdout, "; %zu are NOT: %s", match.other, match.what);
    printf("\n");
    run->other_frames = match.other > 0;
    return TS_OK;
}

static void print_sum(const ts_proof_folder *proof, const outcome *run, double seconds) {
    if (run->open > 0)
        printf("NOT proven: %zu of %zu steps, the first state counted as one\n", run->open, proof->states);
    else
        printf("proven: nothing that is claimed met in %zu states and on the %zu pieces between them\n", proof->states,
               run->pieces);
    printf("%zu bytes, %llu records, %llu decided by integers, %.3g s\n", run->bytes, (unsigned long long)run->records,
           (unsigned long long)run->exact, seconds);
}

static ts_status check(const request *asked, outcome *run, ts_error *error) {
    ts_proof_folder proof;
    const double start = ts_seconds();
    ts_status status = ts_proof_open(asked->folder.items[0], &proof, error);
    if (status != TS_OK) return status;
    status = print_claim(&proof, error);
    if (status == TS_OK) status = check_steps(&proof, run, error);
    if (status == TS_OK && run->open == 0) status = print_inside(&proof, error);
    if (status == TS_OK) print_sum(&proof, run, ts_seconds() - start);
    if (status == TS_OK && asked->frames) status = check_frames(&proof, asked->frames, run, error);
    ts_proof_close(&proof);
    return status;
}

int ts_cmd_check(int argc, char **argv) {
    request asked = {0};
    outcome run = {0};
    ts_error error;
    bool help;
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = check(&asked, &run, &error);
    const int code = status != TS_OK                    ? ts_complain(&error)
                     : run.open > 0 || run.other_frames ? TS_EXIT_UNSAFE
                                                        : TS_EXIT_FINE;
    ts_text_list_clear(&asked.folder);
    return code;
}
