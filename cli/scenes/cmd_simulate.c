/* SPDX-License-Identifier: GPL-2.0-or-later
 * `touchstone simulate`: a scene through the C-IPC solver, with any CCD method in its line search. */
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "benches/referee.h"
#include "cli/arguments.h"
#include "cli/attended.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "cli/methods.h"
#include "cli/outputs.h"
#include "cli/plugins.h"
#include "cli/scenes/barrier_option.h"
#include "cli/scenes/find_scene.h"
#include "cli/scenes/simulate_report.h"
#include "core/crowd.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/progress.h"
#include "core/say.h"
#include "scenes/run/run.h"

/* The method of the line search where the command line names none. */
#define STANDARD_CCD "certified"

#define NO_SEED UINT64_MAX

/* Which queries the line search asks: what the scene says, or one of TS_CCD_ASKING_NAMES. */
static const char *const ASKINGS[] = {"scene", "all", "published"};

/* What the command line asks for. */
typedef struct request {
    ts_text_list paths, backends, settings, meshes, solver_options;
    ts_plugin_list plugins;
    ts_method_list methods;
    const char *folder, *resume, *from, *record, *proof, *json, *solver;
    const char *barrier, *stiffness;
    double record_share, kappa;
    uint64_t steps, threads, checkpoint_every, proof_rounds, proof_halvings;
    int size;         /* into TS_SCENE_SIZES */
    int ask;          /* into ASKINGS */
    uint64_t disturb; /* NO_SEED: not asked for */
    bool referee, replace, no_verify;
} request;

static void clear_request(request *asked) {
    ts_text_list_clear(&asked->paths);
    ts_text_list_clear(&asked->backends);
    ts_text_list_clear(&asked->settings);
    ts_text_list_clear(&asked->meshes);
    ts_text_list_clear(&asked->solver_options);
    ts_plugin_list_clear(&asked->plugins);
    ts_method_list_clear(&asked->methods);
}

static ts_status parse(request *asked, int argc, char **argv, bool *help, ts_error *error) {
    const ts_argument arguments[] = {
        {"ccd", TS_ARGUMENT_LIST, "NAME", "CCD method of the line search (default: " STANDARD_CCD ")",
         .to.list = &asked->backends},
        {"backend-option", TS_ARGUMENT_LIST, "NAME.key=value", "an option of the method, such as accd.s=0.2",
         .to.list = &asked->settings},
        TS_PLUGIN_ARGUMENTS(&asked->plugins),
        {"ask", TS_ARGUMENT_CHOICE, NULL,
         "CCD queries of the line search: all pairs, or those of the published program (default: {default}, or all)",
         .to.choice = {&asked->ask, ASKINGS, sizeof ASKINGS / sizeof *ASKINGS}},
        {"solver", TS_ARGUMENT_STRING, "NAME", "what steps the scene (default: what the scene says, or cipc)",
         .to.string = &asked->solver},
        {"solver-option", TS_ARGUMENT_TEXTS, "key=value", "an option of the solver, such as tolerance=1e-4; repeatable",
         .to.list = &asked->solver_options},
        TS_BARRIER_ARGUMENTS(asked),
        {"size", TS_ARGUMENT_CHOICE, "SIZE",
         "of a scene with values by size (default: {default}); others stay as they are",
         .to.choice = {&asked->size, TS_SCENE_SIZES, TS_SCENE_SIZE_COUNT}},
        {"steps", TS_ARGUMENT_INTEGER, "N", "time steps in all (default: {default}, what the scene says)",
         .to.integer = {&asked->steps, 0, UINT32_MAX}},
        {"out", TS_ARGUMENT_STRING, "DIR", "folder for frames, log and checkpoints (default: none are written)",
         .to.string = &asked->folder},
        {"replace", TS_ARGUMENT_FLAG, NULL, "start anew in a folder that holds a run; write over the file of --record",
         .to.flag = &asked->replace},
        {"resume", TS_ARGUMENT_STRING, "DIR", "go on from the last checkpoint of a run of the same scene",
         .to.string = &asked->resume},
        {"from", TS_ARGUMENT_STRING, "FILE",
         "begin where a run of the same scene stood: its checkpoint, whatever its method and options",
         .to.string = &asked->from},
        {"checkpoint-every", TS_ARGUMENT_INTEGER, "N",
         "steps between checkpoints (default: {default}); runs with another number differ in their last digits",
         .to.integer = {&asked->checkpoint_every, 1, UINT32_MAX}},
        {"record", TS_ARGUMENT_STRING, "FILE.h5", "record the CCD queries of the line search",
         .to.string = &asked->record},
        {"record-share", TS_ARGUMENT_REAL, "X", "share of the queries that is recorded (default: {default})",
         .to.real = {&asked->record_share, 0.0, 1.0, true}, .needs = "record"},
        {"proof", TS_ARGUMENT_STRING, "DIR",
         "prove every step, and write the proof for `touchstone check` or anybody's program",
         .to.string = &asked->proof},
        {"proof-rounds", TS_ARGUMENT_INTEGER, "N", "as --rounds of `touchstone prove` (default: {default})",
         .to.integer = {&asked->proof_rounds, 1, 100000}, .needs = "proof"},
        {"proof-halvings", TS_ARGUMENT_INTEGER, "N", "as its --halvings (default: {default})",
         .to.integer = {&asked->proof_halvings, 0, 40}, .needs = "proof"},
        {"referee", TS_ARGUMENT_FLAG, NULL, "judge every CCD answer by the exact oracle", .to.flag = &asked->referee},
        {"no-verify", TS_ARGUMENT_FLAG, NULL,
         "leave out the exact check of every step: intersections, thickness, strain limits, inverted tets",
         .to.flag = &asked->no_verify},
        {"mesh", TS_ARGUMENT_TEXTS, "NAME=FILE",
         "take FILE for the object NAME, or where the scene says mesh NAME; repeatable", .to.list = &asked->meshes},
        {"disturb", TS_ARGUMENT_INTEGER, "SEED", "turn and jitter generated rods and cones, which are exactly parallel",
         .to.integer = {&asked->disturb, 0, UINT32_MAX}},
        {"threads", TS_ARGUMENT_INTEGER, "N", "threads; the results are the same (default: {default}, all cores)",
         .to.integer = {&asked->threads, 0, 1024}},
        {"json", TS_ARGUMENT_STRING, "FILE", "write the summary as JSON", .to.string = &asked->json},
    };
    const ts_syntax syntax = {
        .command = "touchstone simulate",
        .operands = "SCENE.json|NAME",
        .about = "Simulates a scene (docs/simulation.md), with the solver C-IPC unless it names another: volumes,\n"
                 "shells, rods and particles in contact with thickness and friction, free of intersections. NAME is\n"
                 "one of `touchstone list scenes`, such as drape-2k.\n\n"
                 "Exit code: 0 fine; 1 a step that stalled or could not be made, an unsafe or inconsistent CCD answer\n"
                 "(--referee), a state that fails its exact check, or a step without its proof (--proof); 2 usage; 4\n"
                 "scene missing or malformed; 130 interrupted, with everything up to the last checkpoint in the\n"
                 "folder.",
        .examples = "  touchstone simulate needle-bed --size tiny\n"
                    "  touchstone simulate drape.json --out drape\n"
                    "  touchstone simulate drape.json --resume drape\n"
                    "  touchstone simulate drape-2k --size tiny --barrier log-squared\n"
                    "  touchstone simulate drape.json --from drape/checkpoint.bin --ccd accd --out accd\n"
                    "  touchstone simulate drape.json --out drape --proof drape/proof\n"
                    "  touchstone simulate drape.json --ccd accd --steps 10 --referee --record queries.h5",
        .least_operands = 1,
        .most_operands = 1,
        .arguments = arguments,
        .argument_count = sizeof arguments / sizeof *arguments,
    };
    return ts_arguments_parse(&syntax, argc, argv, &asked->paths, help, error);
}

/* ---- The run ---- */

/* What the callbacks of a run need. */
typedef struct watch {
    ts_progress progress;
    ts_referee referee;
    bool referees;
} watch;

static void show_progress(void *self, size_t done, size_t total) {
    watch *watched = self;
    if (watched->progress.shown) ts_progress_update(&watched->progress, "steps", done, total);
}

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static ts_status after_step(void *self, ts_simulation *simulation, const double (*x_before)[3],
                            const ts_step_report *report, ts_error *error) {
    watch *watched = self;
    (void)x_before, (void)error;
    ts_progress_finish(&watched->progress);
    ts_simulate_print_step(&simulation->state, report, watched->referees ? &watched->referee : NULL);
    ts_referee_begin_step(&watched->referee);
    return TS_OK;
}

/* NAME=FILE; the '=' is replaced by the end of the name. */
static ts_status split_override(char *text, ts_mesh_override *override, ts_error *error) {
    char *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1]) {
        return ts_fail(error, TS_ERROR_USAGE, "--mesh '%s' is not of the form NAME=FILE", text);
    }
    *equals = '\0';
    *override = (ts_mesh_override){.name = text, .path = equals + 1};
    return TS_OK;
}

static ts_status read_scene(const request *asked, ts_scene *scene, ts_error *error) {
    enum { MOST_OVERRIDES = 64 };
    ts_mesh_override override[MOST_OVERRIDES];
    if (asked->meshes.count > MOST_OVERRIDES) {
        return ts_fail(error, TS_ERROR_USAGE, "at most %d meshes can be replaced", MOST_OVERRIDES);
    }
    for (size_t k = 0; k < asked->meshes.count; ++k) {
        const ts_status status = split_override(asked->meshes.items[k], &override[k], error);
        if (status != TS_OK) return status;
    }
    char path[PATH_MAX], *solver_options = NULL;
    const char *barrier = NULL;
    ts_status status = ts_barrier_option(asked->barrier, &asked->plugins, &barrier, error);
    if (status == TS_OK) status = ts_find_scene(asked->paths.items[0], path, error);
    if (status == TS_OK) status = ts_settings_json(&asked->solver_options, "solver-option", &solver_options, error);
    const ts_scene_options options = {
        .override = override,
        .overrides = asked->meshes.count,
        .size = TS_SCENE_SIZES[asked->size],
        .solver = asked->solver,
        .solver_options = solver_options,
        .barrier = barrier,
        .stiffness = asked->stiffness,
        .kappa = asked->kappa,
        .disturb = asked->disturb != NO_SEED,
        .disturb_seed = asked->disturb,
    };
    if (status == TS_OK) status = ts_scene_read(path, &options, scene, error);
    free(solver_options);
    if (status == TS_OK && asked->ask > 0) scene->setup.settings.asking = (ts_ccd_asking)(asked->ask - 1);
    return status;
}

static ts_run_options options_of(const request *asked, watch *watched) {
    return (ts_run_options){
        .folder = asked->resume ? asked->resume : asked->folder,
        .steps = asked->steps,
        .resume = asked->resume,
        .from = asked->from,
        .replace = asked->replace,
        .verify = !asked->no_verify,
        .checkpoint_every = asked->checkpoint_every,
        .method = &asked->methods.items[0],
        .record = asked->record,
        .record_share = asked->record_share,
        .proof = asked->proof,
        .proof_limits = {.rounds = (int)asked->proof_rounds, .halvings = (int)asked->proof_halvings},
        .listener = {.listen = asked->referee ? ts_referee_listen : NULL, .self = &watched->referee},
        .after_step = after_step,
        .progress = show_progress,
        .interrupted = interrupted,
        .self = watched,
    };
}

static int exit_code_of(const ts_run_result *result, const watch *watched) {
    if (result->interrupted) return TS_EXIT_INTERRUPTED;
    const ts_referee *referee = &watched->referee;
    const bool is_unsafe =
        watched->referees && (ts_referee_unsafe(referee) > 0 || referee->counts[TS_VERDICT_INCONSISTENT] > 0);
    return result->complete && !is_unsafe && result->proof.open == 0 ? TS_EXIT_FINE : TS_EXIT_UNSAFE;
}

/* Threads that spin while they wait are to notice other programs. */
static bool threads_spin(void) {
    const char *policy = getenv("OMP_WAIT_POLICY");
    return !policy || strcasecmp(policy, "passive") != 0;
}

static void print_recorded(const char *path, const ts_run_result *result) {
    if (result->recorded == 0)
        ts_say(stdout, "%s was not written: there was no query\n", path);
    else if (result->first_step > 0)
        ts_say(stdout, "%s begins with step %zu: queries of the steps before are not in it\n", path,
               result->first_step + 1);
}

static int simulate(const request *asked) {
    ts_scene scene;
    ts_error error;
    ts_status status = read_scene(asked, &scene, &error);
    if (status != TS_OK) return ts_complain(&error);
    if (asked->threads > 0) omp_set_num_threads((int)asked->threads);
    ts_crowd_watch(threads_spin());
    ts_context context;
    ts_context_fill_of_solver(&context);
    watch watched = {.referees = asked->referee};
    ts_progress_init(&watched.progress);
    ts_referee_init(&watched.referee, &asked->methods.items[0]);
    ts_simulate_print_head(&scene, &asked->methods.items[0]);
    const ts_run_options options = options_of(asked, &watched);
    ts_run_result result;
    status = ts_run(&scene, &options, &result, &error);
    ts_progress_finish(&watched.progress);
    int code = status == TS_OK ? exit_code_of(&result, &watched) : ts_complain(&error);
    const ts_simulate_summary summary = {.scene = &scene,
                                         .method = &asked->methods.items[0],
                                         .context = &context,
                                         .folder = options.folder,
                                         .result = &result,
                                         .referee = asked->referee ? &watched.referee : NULL};
    if (status == TS_OK) {
        ts_simulate_print_summary(&summary);
        if (asked->record) print_recorded(asked->record, &result);
    }
    if (asked->json && ts_simulate_json_write(&summary, asked->json, &error) != TS_OK) code = ts_complain(&error);
    ts_scene_clear(&scene);
    return code;
}

/* A scene that is not found is told of when it is read. */
static ts_status check_outputs(const request *asked, ts_error *error) {
    char scene[PATH_MAX];
    const bool is_there = ts_find_scene(asked->paths.items[0], scene, NULL) == TS_OK;
    const char *const outputs[] = {asked->json, asked->record};
    const char *const inputs[] = {is_there ? scene : NULL, asked->folder, asked->resume, asked->from};
    char *from = asked->from ? ts_path_folder(asked->from) : NULL;
    ts_status status = ts_outputs_check(outputs, 2, inputs, 4, error);
    if (status == TS_OK) status = ts_output_replaces_report(asked->json, true, error);
    if (status == TS_OK && from && asked->folder && asked->replace && ts_path_same(from, asked->folder)) {
        status = ts_fail(error, TS_ERROR_USAGE,
                         "--replace would delete %s, from which the run is to start; choose "
                         "another folder for --out",
                         asked->from);
    }
    free(from);
    return status;
}

static ts_status check(const request *asked, ts_error *error) {
    if (asked->methods.count != 1) {
        return ts_fail(error, TS_ERROR_USAGE, "--ccd takes one method, not %zu", asked->methods.count);
    }
    if (asked->resume && asked->folder && strcmp(asked->resume, asked->folder) != 0) {
        return ts_fail(error, TS_ERROR_USAGE, "--resume %s goes on in that folder; leave out --out", asked->resume);
    }
    return check_outputs(asked, error);
}

static int carry_out(void *self) {
    request *asked = self;
    ts_error error;
    ts_status status = TS_OK;
    if (asked->backends.count == 0)
        status = ts_text_list_add(&asked->backends, STANDARD_CCD, strlen(STANDARD_CCD), &error);
    if (status == TS_OK) status = ts_backends_register(&asked->plugins, &asked->settings, &error);
    if (status == TS_OK) status = ts_method_list_init(&asked->methods, &asked->backends, &asked->settings, &error);
    if (status == TS_OK) status = check(asked, &error);
    return status == TS_OK ? simulate(asked) : ts_complain(&error);
}

int ts_cmd_simulate(int argc, char **argv) {
    const ts_prover_limits limits = ts_prover_standard_limits();
    request asked = {
        .record_share = 1.0,
        .checkpoint_every = 5,
        .proof_rounds = (uint64_t)limits.rounds,
        .proof_halvings = (uint64_t)limits.halvings,
        .size = TS_SCENE_SMALL,
        .disturb = NO_SEED,
    };
    ts_error error;
    bool help;
    int code = TS_EXIT_FINE;
    if (parse(&asked, argc, argv, &help, &error) != TS_OK)
        code = ts_complain(&error);
    else if (!help)
        code = ts_barrier_option_is_object(asked.barrier) ? ts_attended(carry_out, &asked, asked.barrier)
                                                          : carry_out(&asked);
    clear_request(&asked);
    return code;
}
