/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone prove`: a proof that frames, anybody's, never met on the straight ways between them. */
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/progress.h"
#include "core/say.h"
#include "mesh/read/frames.h"
#include "scenes/proof/prover.h"

/* Of a thickness. */
#define MOST 1e150

enum { LISTED = 16 }; /* pairs that met, of a step */

/* What the command line asks for. */
typedef struct request {
    ts_text_list paths;
    const char *folder;
    double thickness;
    uint64_t threads, rounds, halvings;
    bool replace, allow_gaps;
} request;

/* The run. */
typedef struct outcome {
    size_t proven, open, bytes, single; /* single: frames that store coordinates as 32-bit numbers */
    uint64_t missing;                   /* frames that a folder lacks */
    double seconds;
} outcome;

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"out", TS_ARGUMENT_STRING, "DIR", "folder for the proof", .to.string = &asked->folder},
        {"replace", TS_ARGUMENT_FLAG, NULL, "a proof that is there already", .to.flag = &asked->replace},
        {"thickness", TS_ARGUMENT_REAL, "X",
         "every pair is to stay farther apart than this, in metres (default: {default})",
         .to.real = {&asked->thickness, 0.0, MOST, false}},
        {"allow-gaps", TS_ARGUMENT_FLAG, NULL, "frames may lack: exit 0 also when a folder has 0, 1 and 3",
         .to.flag = &asked->allow_gaps},
        {"rounds", TS_ARGUMENT_INTEGER, "N",
         "directions looked at for a pair before its time is halved (default: {default})",
         .to.integer = {&asked->rounds, 1, 100000}},
        {"halvings", TS_ARGUMENT_INTEGER, "N", "of a step's time for a pair before giving up (default: {default})",
         .to.integer = {&asked->halvings, 0, 40}},
        {"threads", TS_ARGUMENT_INTEGER, "N", "threads; the proof is the same (default: {default}, all cores)",
         .to.integer = {&asked->threads, 0, 1024}},
    };
    const ts_syntax syntax = {
        .command = "touchstone prove",
        .operands = "PATH...",
        .about = "Proves that nothing in an animation meets while every node goes straight from frame to frame\n"
                 "(docs/proof.md), and writes the proof, which `touchstone check` or any short program can check. A\n"
                 "step that cannot be proven is named with the pairs that meet and the exact time; the other steps\n"
                 "are proven all the same.\n\n"
                 "A PATH is a .vtu, .obj or other mesh file, a folder of .vtu (or else .obj, .vtp, .ply, .stl) files,\n"
                 "a .pvd, or what 'touchstone simulate --out' left.\n\n"
                 "Exit code: 0 all is proven; 1 a step is not, or frames are missing; 2 usage; 4 data missing or "
                 "malformed;\n"
                 "130 interrupted.",
        .examples = "  touchstone prove run/drape.pvd --out proof\n"
                    "  touchstone prove frames --thickness 1e-3 --out proof && touchstone check proof --frames frames",
        .least_operands = 1,
        .most_operands = SIZE_MAX,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    const ts_status status = ts_arguments_parse(&syntax, argc, argv, &asked->paths, help, error);
    if (status != TS_OK || *help || asked->folder) return status;
    return ts_fail(error, TS_ERROR_USAGE, "--out DIR is missing: the folder for the proof");
}

static void print_result(const ts_prover *prover, const ts_prover_result *result, outcome *run) {
    run->seconds += result->seconds;
    if (result->proven) {
        ++run->proven;
        run->bytes += result->bytes;
        printf("step %zu: proven, %zu bytes, %.3g s\n", result->step, result->bytes, result->seconds);
        return;
    }
    ++run->open;
    printf("step %zu: NOT proven\n", result->step);
    for (size_t k = 0; k < result->failures && k < LISTED; ++k) {
        char text[400];
        ts_prover_failure_text(prover, result, k, text, sizeof text);
        printf("  %s\n", text);
    }
    if (result->failures > LISTED) printf("  ... and more\n");
}

static bool is_same_topology(const ts_mesh *a, const ts_mesh *b) {
    if (a->nodes != b->nodes || a->tets != b->tets || a->triangles != b->triangles || a->segments != b->segments ||
        a->particles != b->particles) {
        return false;
    }
    return (a->tets == 0 || memcmp(a->tet, b->tet, a->tets * sizeof *a->tet) == 0) &&
           (a->triangles == 0 || memcmp(a->triangle, b->triangle, a->triangles * sizeof *a->triangle) == 0) &&
           (a->segments == 0 || memcmp(a->segment, b->segment, a->segments * sizeof *a->segment) == 0) &&
           (a->particles == 0 || memcmp(a->particle, b->particle, a->particles * sizeof *a->particle) == 0);
}

static ts_status begin(const request *asked, const ts_mesh *mesh, ts_prover **prover, outcome *run, ts_error *error) {
    const ts_prover_options options = {
        .folder = asked->folder,
        .replace = asked->replace,
        .limits = {.rounds = (int)asked->rounds, .halvings = (int)asked->halvings},
    };
    ts_prover_shape shape;
    ts_prover_result result;
    ts_status status = ts_prover_shape_of_mesh(mesh, asked->thickness, &shape, error);
    if (status != TS_OK) return status;
    status = ts_prover_create(&options, &shape, (const double(*)[3])mesh->x, prover, &result, error);
    if (status == TS_OK) print_result(*prover, &result, run);
    return status;
}

static ts_status go_on(ts_prover *prover, const ts_mesh *before, const ts_mesh *mesh, outcome *run, ts_error *error) {
    const double(*const ends[2])[3] = {(const double(*)[3])before->x, (const double(*)[3])mesh->x};
    const ts_prover_trail straight = {.count = 2, .x = ends};
    ts_prover_result result;
    const ts_status status = ts_prover_step(prover, &straight, &result, error);
    if (status == TS_OK) print_result(prover, &result, run);
    return status;
}

static ts_status prove_frames(const request *asked, const ts_frame_files *files, outcome *run, ts_error *error) {
    ts_prover *prover = NULL;
    ts_mesh mesh = {0}, before = {0};
    ts_progress progress;
    ts_progress_init(&progress);
    ts_status status = TS_OK;
    for (size_t k = 0; status == TS_OK && k < files->count; ++k) {
        if (ts_interrupted()) {
            status = ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted after %zu of %zu frames", k, files->count);
            break;
        }
        ts_progress_update(&progress, "frames", k, files->count);
        status = ts_frame_read(files->path[k], &mesh, error);
        ts_progress_finish(&progress);
        if (status != TS_OK) break;
        run->single += mesh.is_single;
        if (k == 0) {
            status = begin(asked, &mesh, &prover, run, error);
        } else if (is_same_topology(&before, &mesh)) {
            status = go_on(prover, &before, &mesh, run, error);
        } else {
            status = ts_fail(error, TS_ERROR_DATA, "%s has other elements than %s: a proof is of one topology",
                             files->path[k], files->path[k - 1]);
        }
        ts_mesh_clear(&before);
        before = mesh;
        mesh = (ts_mesh){0};
    }
    ts_mesh_clear(&mesh);
    ts_mesh_clear(&before);
    ts_prover_destroy(prover);
    return status;
}

static ts_status prove(const request *asked, outcome *run, ts_error *error) {
    ts_frame_files files = {0};
    ts_status status = TS_OK;
    if (asked->threads > 0) omp_set_num_threads((int)asked->threads);
    for (size_t k = 0; status == TS_OK && k < asked->paths.count; ++k) {
        const size_t before = files.count;
        status = ts_frame_files_add(&files, asked->paths.items[k], error);
        if (status == TS_OK) {
            run->missing += ts_say_missing_frames(asked->paths.items[k], files.path + before, files.count - before);
        }
    }
    if (status == TS_OK) status = prove_frames(asked, &files, run, error);
    if (status == TS_OK) ts_note_single_precision(run->single, files.count);
    ts_frame_files_clear(&files);
    if (status != TS_OK) return status;
    printf("%zu of %zu steps proven, the first state counted as one%s; %zu bytes, %.3g s\n", run->proven,
           run->proven + run->open, run->missing > 0 ? ", as far as the frames go" : "", run->bytes, run->seconds);
    ts_say(stdout, "check it: touchstone check %s, or python3 tests/reference/check_proof.py %s\n", asked->folder,
           asked->folder);
    return TS_OK;
}

int ts_cmd_prove(int argc, char **argv) {
    const ts_prover_limits limits = ts_prover_standard_limits();
    request asked = {.rounds = (uint64_t)limits.rounds, .halvings = (uint64_t)limits.halvings};
    outcome run = {0};
    ts_error error;
    bool help;
    ts_status status = parse(&asked, argc, argv, &help, &error);
    if (status == TS_OK && !help) status = prove(&asked, &run, &error);
    int code = run.open > 0 || (run.missing > 0 && !asked.allow_gaps) ? TS_EXIT_UNSAFE : TS_EXIT_FINE;
    if (status != TS_OK) code = ts_complain(&error);
    ts_text_list_clear(&asked.paths);
    return code;
}
