/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone verify`: are the frames of a simulation, anybody's, free of intersections and within their limits? */
#include <omp.h>
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/outputs.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/progress.h"
#include "core/say.h"
#include "results/verify_json.h"

/* Of thickness and limits, as the verifier takes them. */
#define MOST 1e150

/* What the command line asks for. */
typedef struct request {
    ts_text_list paths;
    ts_frame_rules rules;
    const char *json;
    uint64_t threads;
    bool allow_gaps;
} request;

/* The run. */
typedef struct outcome {
    size_t frames, offending, on_the_way, single; /* single: that store coordinates as 32-bit numbers */
    uint64_t pairs, missing;                      /* missing: frames, by their numbers */
    ts_verify_json json;                          /* empty unless it is asked for */
} outcome;

static ts_status check_output(const request *asked, ts_error *error) {
    ts_status status =
        ts_outputs_check(&asked->json, 1, (const char *const *)asked->paths.items, asked->paths.count, error);
    if (status == TS_OK) status = ts_output_replaces_report(asked->json, true, error);
    return status == TS_OK ? ts_output_is_no_input(asked->json, asked->rules.rest, error) : status;
}

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    ts_frame_rules *rules = &asked->rules;
    const ts_argument arguments[] = {
        {"thickness", TS_ARGUMENT_REAL, "X",
         "every pair is to be farther apart than this, in metres (default: {default})",
         .to.real = {&rules->thickness, 0.0, MOST, false}},
        {"rest", TS_ARGUMENT_STRING, "FILE", "the mesh at rest, with the elements of the frames",
         .to.string = &rules->rest},
        {"strain-limit", TS_ARGUMENT_REAL, "S",
         "every singular value of a triangle's deformation is to be below, 1.1 say; needs --rest",
         .to.real = {&rules->most_stretch, 0.0, MOST, true}},
        {"compression-limit", TS_ARGUMENT_REAL, "S", "and above; needs --rest",
         .to.real = {&rules->least_stretch, 0.0, MOST, true}},
        {"motion", TS_ARGUMENT_FLAG, NULL, "also the straight way of every node from frame to frame, by exact CCD",
         .to.flag = &rules->motion},
        {"solid", TS_ARGUMENT_FLAG, NULL,
         "closed surfaces of triangles bound matter, as those of tets do: nothing is to lie inside them",
         .to.flag = &rules->solid},
        {"allow-gaps", TS_ARGUMENT_FLAG, NULL, "frames may lack: exit 0 also when a folder has 0, 1 and 3",
         .to.flag = &asked->allow_gaps},
        {"json", TS_ARGUMENT_STRING, "FILE", "write the verdicts in full", .to.string = &asked->json},
        {"threads", TS_ARGUMENT_INTEGER, "N", "threads to use (default: {default}, all cores)",
         .to.integer = {&asked->threads, 0, 1024}},
    };
    const ts_syntax syntax = {
        .command = "touchstone verify",
        .operands = "PATH...",
        .about = "Verifies the frames of a simulation in exact arithmetic, without tolerance: intersections between\n"
                 "triangles, segments and points (touching counts), distances against a thickness, stretch against\n"
                 "limits, flat triangles, inverted tets, tets that overlap, pieces inside of tets; with --motion,\n"
                 "contact on the straight way from frame to frame.\n\n"
                 "A PATH is a .vtu, .obj or other mesh file, a folder of .vtu (or else .obj, .vtp, .ply, .stl) files,\n"
                 "a .pvd, or what 'touchstone simulate --out' left.\n\n"
                 "Exit code: 0 clean; 1 something offends: it is named, with its frame; or frames are missing; 6 no\n"
                 "frame offends, but some met on the straight way between two, which a solver need not have gone;\n"
                 "2 usage; 4 data missing or malformed; 130 interrupted.",
        .examples = "  touchstone verify run/drape.pvd --thickness 1e-3 --motion\n"
                    "  touchstone verify frames --rest frames/000.obj --strain-limit 1.1 --json verdict.json\n"
                    "  touchstone verify before.obj after.obj --motion",
        .least_operands = 1,
        .most_operands = SIZE_MAX,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    ts_status status = ts_arguments_parse(&syntax, argc, argv, &asked->paths, help, error);
    if (status == TS_OK && !rules->rest && (rules->most_stretch > 0.0 || rules->least_stretch > 0.0)) {
        status = ts_fail(error, TS_ERROR_USAGE, "--%s needs --rest FILE, the mesh to measure stretch from",
                         rules->most_stretch > 0.0 ? "strain-limit" : "compression-limit");
    }
    if (status == TS_OK && !*help) status = check_output(asked, error);
    return status;
}

/* ---- The run ---- */

static ts_status find_frames(const request *asked, ts_frame_files *files, outcome *run, ts_error *error) {
    ts_status status = TS_OK;
    for (size_t i = 0; status == TS_OK && i < asked->paths.count; ++i) {
        const size_t before = files->count;
        status = ts_frame_files_add(files, asked->paths.items[i], error);
        if (status != TS_OK) break;
        run->missing += ts_say_missing_frames(asked->paths.items[i], files->path + before, files->count - before);
    }
    return status;
}

/* The frame's offences; nothing for a clean one. */
static void print_verdict(const ts_frame_verdict *verdict) {
    const ts_verify_report *report = &verdict->report;
    const size_t total = ts_verify_report_total(report);
    char text[512];
    if (total == 0) return;
    ts_say(stdout, "%s:", verdict->path);
    const char *comma = "";
    for (int kind = 0; kind < TS_OFFENCE_KINDS; ++kind) {
        if (report->count[kind] == 0) continue;
        printf("%s %zu %s", comma, report->count[kind], ts_offence_name((ts_offence_kind)kind));
        comma = ",";
    }
    if (ts_frame_finding_of(report) == TS_FRAME_MET_ON_THE_WAY) {
        printf(" (met on the straight way, not shown to intersect)");
    }
    printf("\n");
    for (size_t i = 0; i < report->listed; ++i) {
        ts_offence_text(&report->list[i], text, sizeof text);
        ts_say(stdout, "  %s\n", text);
    }
    if (total == report->listed) return;
    printf("  ... and %zu more; the worst of each kind:\n", total - report->listed);
    for (int kind = 0; kind < TS_OFFENCE_KINDS; ++kind) {
        if (report->count[kind] == 0) continue;
        ts_offence_text(&report->worst[kind], text, sizeof text);
        ts_say(stdout, "  %s\n", text);
    }
}

static ts_status check_frames(const request *asked, const ts_frame_files *files, outcome *run, ts_error *error) {
    ts_frame_checker *checker = NULL;
    ts_progress progress;
    ts_progress_init(&progress);
    ts_status status = ts_frame_checker_create(&asked->rules, &checker, error);
    for (size_t i = 0; status == TS_OK && i < files->count; ++i) {
        ts_frame_verdict verdict;
        if (ts_interrupted()) {
            status = ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted after %zu of %zu frames", i, files->count);
            break;
        }
        ts_progress_update(&progress, "frames", i, files->count);
        status = ts_frame_check(checker, files->path[i], &verdict, error);
        if (status != TS_OK) break;
        if (ts_verify_report_total(&verdict.report) > 0) ts_progress_finish(&progress);
        print_verdict(&verdict);
        ++run->frames;
        run->offending += ts_frame_finding_of(&verdict.report) == TS_FRAME_OFFENDS;
        run->on_the_way += ts_frame_finding_of(&verdict.report) == TS_FRAME_MET_ON_THE_WAY;
        run->single += verdict.is_single;
        run->pairs += verdict.report.pairs;
        if (asked->json) ts_verify_json_add(&run->json, &verdict);
    }
    ts_progress_finish(&progress);
    ts_frame_checker_destroy(checker);
    return status;
}

static void print_sum(const outcome *run) {
    printf("%zu frame%s, %llu pairs decided: ", run->frames, run->frames == 1 ? "" : "s",
           (unsigned long long)run->pairs);
    if (run->offending > 0) printf("%zu offend%s", run->offending, run->offending == 1 ? "s" : "");
    if (run->offending > 0 && run->on_the_way > 0) printf("; ");
    if (run->on_the_way > 0) {
        printf("%zu met on the straight way, not shown to intersect: the steps between frames need not be straight",
               run->on_the_way);
    }
    if (run->offending + run->on_the_way == 0) printf(run->missing == 0 ? "clean" : "clean as far as they go");
    printf("\n");
}

static ts_status verify(const request *asked, outcome *run, ts_error *error) {
    ts_frame_files files = {0};
    if (asked->threads > 0) omp_set_num_threads((int)asked->threads);
    if (asked->json) ts_verify_json_begin(&run->json);
    ts_status status = find_frames(asked, &files, run, error);
    if (status == TS_OK) status = check_frames(asked, &files, run, error);
    if (status == TS_OK) ts_note_single_precision(run->single, run->frames);
    if (status == TS_OK) print_sum(run);
    if (status == TS_OK && asked->json) {
        status = ts_verify_json_write(&run->json, &asked->rules, run->missing, asked->json, error);
    }
    ts_frame_files_clear(&files);
    return status;
}

int ts_cmd_verify(int argc, char **argv) {
    request asked = {0};
    outcome run = {0};
    ts_error error;
    bool help;
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = verify(&asked, &run, &error);
    int code = run.on_the_way > 0 ? TS_EXIT_ON_THE_WAY : TS_EXIT_FINE;
    if (run.offending > 0 || (run.missing > 0 && !asked.allow_gaps)) code = TS_EXIT_UNSAFE;
    if (status != TS_OK) code = ts_complain(&error);
    ts_verify_json_clear(&run.json);
    ts_text_list_clear(&asked.paths);
    return code;
}
