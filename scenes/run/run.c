/* SPDX-License-Identifier: MIT
 * The loop over time steps and what each leaves in the run's folder. */
#include "scenes/run/run.h"

#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/crowd.h"
#include "core/error.h"
#include "core/files.h"
#include "core/hold.h"
#include "core/surroundings.h"
#include "scenes/run/checkpoint.h"
#include "scenes/run/frames.h"
#include "scenes/run/log.h"
#include "scenes/run/others.h"

/* A run under way. */
typedef struct running {
    const ts_scene *scene;
    const ts_run_options *options;
    ts_run_result *result;
    ts_simulation *simulation;
    ts_recorder *recorder;
    ts_hold hold;                                                      /* the folder's frames, against other runs */
    char *folder, *log_path, *checkpoint_path, *frames, *failure_path; /* NULL without a folder */
    FILE *log;
    double (*x_before)[3];
    size_t step;
    int iteration;               /* the last one of the step, -1: none */
    ts_limiting_answer limiting; /* of the last displacement */
    bool displacement_is_over;   /* the next query is of another one */
    ts_step_history *history;    /* NULL when steps are not verified */
    ts_run_proof *proof;         /* NULL: none is made */
    ts_missed_query *missed;     /* hears the answers; NULL: the run does */
    double contacts;             /* summed over the iterations */
    bool resumes;                /* from a checkpoint */
    size_t first_frame;          /* of those in the folder, however often the run was resumed since */
} running;

/* ---- The folder ---- */

/* Does the log tell of a finished step? A run that dies before its first checkpoint leaves one that does not. */
static bool has_finished_step(const char *log_path) {
    static const char STEP[] = "{\"kind\":\"step\"";
    char start[sizeof STEP];
    bool found = false, at_start = true;
    const char *why;
    FILE *log = ts_regular_open(log_path, &why);
    while (log && !found && fgets(start, sizeof start, log)) {
        found = at_start && strcmp(start, STEP) == 0;
        at_start = strchr(start, '\n');
    }
    if (log) fclose(log);
    return found;
}

static ts_status prepare_folder(running *run, ts_error *error) {
    const char *folder = run->options->folder;
    if (!folder && run->options->resume) {
        return ts_fail(error, TS_ERROR_USAGE, "a run is resumed from its folder; name it");
    }
    if (!folder) return TS_OK;
    run->folder = ts_text("%s", folder);
    run->log_path = ts_path_join(folder, "log.jsonl");
    run->checkpoint_path = ts_path_join(folder, "checkpoint.bin");
    run->frames = ts_path_join(folder, "frames");
    run->failure_path = ts_path_join(folder, TS_RUN_FAILURE_FILE);
    if (!run->folder || !run->log_path || !run->checkpoint_path || !run->frames || !run->failure_path) {
        return ts_fail_memory(error, "paths");
    }
    const bool has_checkpoint = ts_path_exists(run->checkpoint_path), has_steps = has_finished_step(run->log_path);
    const bool died_at_once = ts_path_exists(run->log_path) && !has_checkpoint && !has_steps;
    run->resumes = run->options->resume && !died_at_once;
    if ((has_checkpoint || has_steps) && !run->options->resume && !run->options->replace) {
        return ts_fail(
            error, TS_ERROR_USAGE,
            "%s already holds a run: resume it with --resume, start anew with --replace, or name another folder",
            folder);
    }
    const bool begins = !has_checkpoint && !has_steps && !run->options->replace;
    return begins ? ts_run_refuse_others(run->log_path, run->frames, error) : TS_OK;
}

/* Not before the scene and what is resumed have proved sound: a refusal leaves nothing behind. */
static ts_status make_folders(const running *run, ts_error *error) {
    if (!run->options->folder) return TS_OK;
    const ts_status status = ts_folder_make(run->options->folder, error);
    return status == TS_OK ? ts_folder_make(run->frames, error) : status;
}

/* The frames stand for all of it: the folder itself may be that of a proof, which has a hold of its own. */
static ts_status hold_folder(running *run, ts_error *error) {
    return run->frames ? ts_hold_folder(&run->hold, run->frames, "running a simulation in", error) : TS_OK;
}

/* Opened for appending after the first `bytes`, which must be there. */
static ts_status open_log(running *run, uint64_t bytes, ts_error *error) {
    if (!run->log_path) return TS_OK;
    struct stat status;
    if (bytes > 0 && (stat(run->log_path, &status) != 0 || (uint64_t)status.st_size < bytes)) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s is missing or shorter than when the checkpoint beside it was written: start the run anew "
                       "with --replace, or in another folder",
                       run->log_path);
    }
    run->log = fopen(run->log_path, bytes > 0 ? "r+" : "w");
    if (run->log && bytes > 0 && ftruncate(fileno(run->log), (off_t)bytes) != 0) {
        fclose(run->log);
        run->log = NULL;
    }
    if (!run->log) return ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: %s", run->log_path, strerror(errno));
    fseek(run->log, 0, SEEK_END);
    return TS_OK;
}

static ts_status check_log(const running *run, ts_error *error) {
    if (!run->log || (fflush(run->log) == 0 && !ferror(run->log))) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s could not be written: %s; frames and the last checkpoint are whole, make room and resume",
                   run->log_path, strerror(errno));
}

/* ---- Frames and checkpoints ---- */

static ts_status write_frame(const running *run, const ts_frame_format *format, ts_error *error) {
    const size_t step = run->simulation->state.step;
    char *path = ts_frame_path(run->frames, step, format);
    ts_status status =
        path ? format->write(path, run->simulation, error) : ts_fail_memory(error, "the name of a frame");
    free(path);
    if (status != TS_OK || !format->index) return status;
    path = ts_path_join(run->folder, format->index);
    if (!path) return ts_fail_memory(error, "the name of a frame");
    const ts_frame_series series = {
        .first = run->first_frame, .last = step, .every = run->scene->frame_every, .h = run->simulation->settings.h};
    status = format->write_index(path, &series, error);
    free(path);
    return status;
}

static ts_status write_frames(const running *run, ts_error *error) {
    ts_status status = TS_OK;
    const ts_frame_format *format;
    if (!run->frames || run->simulation->state.step % run->scene->frame_every != 0) return TS_OK;
    for (size_t k = 0; status == TS_OK && (format = ts_frame_format_at(k)) != NULL; ++k) {
        if (run->scene->frame_formats >> k & 1u) status = write_frame(run, format, error);
    }
    return status;
}

/* What a run must have in common with the one that it goes on from. */
static ts_checkpoint_note note_of(const running *run) {
    const ts_ccd_method *method = run->options->method;
    ts_checkpoint_note note = {.scene_hash = run->scene->hash, .first_frame = run->first_frame};
    const ts_simulation *simulation = run->simulation;
    const ts_ccd_asking asking = simulation->settings.asking;
    snprintf(note.method, sizeof note.method, "the CCD method %.100s %.500s%s%s", method->backend->name,
             method->options, asking == TS_ASK_ALL ? "" : ", asked as ",
             asking == TS_ASK_ALL ? "" : TS_CCD_ASKING_NAMES[asking]);
    char rules[sizeof note.rules - 64];
    simulation->choice.solver->describe(simulation->self, rules, sizeof rules);
    snprintf(note.rules, sizeof note.rules, "%s, a checkpoint every %zu steps", rules, run->options->checkpoint_every);
    return note;
}

static ts_status write_checkpoint(running *run, ts_error *error) {
    if (!run->checkpoint_path) return TS_OK;
    const long bytes = ftell(run->log);
    ts_checkpoint_note note = note_of(run);
    note.log_bytes = (uint64_t)bytes;
    return ts_checkpoint_write(run->checkpoint_path, run->simulation, &note, error);
}

/* Frames of a run that is replaced would stand among those of the new one. */
static ts_status remove_matching(const running *run, const char *pattern, ts_error *error) {
    char *path = ts_path_join(run->frames, pattern);
    glob_t found;
    if (!path) return ts_fail_memory(error, "paths");
    const bool is_any = glob(path, GLOB_NOSORT, NULL, &found) == 0;
    free(path);
    ts_status status = TS_OK;
    for (size_t k = 0; is_any && k < found.gl_pathc && status == TS_OK; ++k) {
        if (unlink(found.gl_pathv[k]) == 0) continue;
        status = ts_fail(error, TS_ERROR_USAGE, "%s cannot be removed: %s", found.gl_pathv[k], strerror(errno));
    }
    if (is_any) globfree(&found);
    return status;
}

static ts_status remove_frames(const running *run, ts_error *error) {
    ts_status status = TS_OK;
    const ts_frame_format *format;
    for (size_t k = 0; run->frames && status == TS_OK && (format = ts_frame_format_at(k)) != NULL; ++k) {
        char pattern[64];
        snprintf(pattern, sizeof pattern, "frame_[0-9]*.%s", format->name);
        status = remove_matching(run, pattern, error);
    }
    return status;
}

/* ---- Listening ---- */

static void count_by_accd(running *run, const ts_ccd_block *block) {
    const ts_ccd_asking asking = run->simulation->settings.asking;
    for (size_t q = 0; q < block->count; ++q) {
        run->result->ccd_by_accd += ts_ccd_is_by_accd(asking, run->options->method, block->queries[q].kind);
    }
}

static void hear_queries(void *self, const ts_ccd_block *block) {
    running *run = self;
    if (run->missed) {
        ts_missed_query_listen(run->missed, block);
        return;
    }
    if (run->displacement_is_over) run->limiting.found = run->displacement_is_over = false;
    ts_limiting_answer_hear(&run->limiting, block);
    run->result->ccd_queries += block->count;
    count_by_accd(run, block);
    if (run->recorder) ts_recorder_listen(run->recorder, block);
    const ts_ccd_listener *other = &run->options->listener;
    if (other->listen) other->listen(other->self, block);
}

static void add_seconds(ts_run_result *result, const ts_iteration *iteration) {
    for (size_t k = 0; k < result->choice.solver->phase_count; ++k)
        result->phase_seconds[k] += iteration->phase_seconds[k];
    result->broad_seconds += iteration->broad_seconds;
    result->ccd_seconds += iteration->ccd_seconds;
    result->set_up_seconds += iteration->set_up_seconds;
}

static void hear_displacement(void *self, int iteration, const ts_displacement *displacement) {
    running *run = self;
    run->displacement_is_over = true;
    if (run->history) ts_step_history_listen(run->history, iteration, displacement);
    if (run->proof && !run->missed) ts_run_proof_listen(run->proof, displacement);
}

static bool is_interrupted(const running *run) {
    return run->options->interrupted && run->options->interrupted(run->options->self);
}

static bool hear_iteration(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    running *run = self;
    run->iteration = iteration->number;
    ++run->result->iterations;
    run->contacts += (double)iteration->contacts;
    add_seconds(run->result, iteration);
    if (run->log) ts_log_iteration(run->log, run->step, iteration, run->simulation, x);
    if (run->recorder) ts_recorder_at(run->recorder, run->step, iteration->number + 1);
    ts_crowd_mind();
    return !is_interrupted(run);
}

/* ---- The run ---- */

static void add_step(ts_run_result *result, const ts_step_report *report, size_t step) {
    result->last = *report;
    for (size_t k = 0; k < result->choice.solver->phase_count && report->phase_seconds; ++k)
        result->phase_seconds[k] += report->phase_seconds[k];
    result->last.phase_seconds = NULL; /* the solver's, which the result outlives */
    result->last_step = step;
    result->minimisations += (size_t)report->minimisations;
    result->steps_not_converged += report->outcome >= TS_STEP_LIMIT && report->outcome <= TS_STEP_NOT_SOLVED;
    if (report->most_contacts > result->most_contacts) result->most_contacts = report->most_contacts;
    result->least_gap = fmin(result->least_gap, report->least_gap);
    result->most_stretch = fmax(result->most_stretch, report->most_stretch);
    result->least_stretch = fmin(result->least_stretch, report->least_stretch);
}

static bool may_go_on(const ts_run_result *result) {
    return result->outcome == TS_RUN_FINISHED || result->outcome == TS_RUN_NOT_CONVERGED;
}

/* Of the run: a step that did not converge is forgotten for one that ends the run, and is the first of its kind. */
static void take_outcome(running *run, ts_run_outcome outcome, const ts_run_at *at) {
    ts_run_result *result = run->result;
    if (outcome == TS_RUN_FINISHED) return;
    if (outcome == TS_RUN_NOT_CONVERGED && result->outcome != TS_RUN_FINISHED) return;
    result->outcome = outcome;
    result->at = *at;
    result->at.step = run->step;
}

static void judge_step(running *run, const ts_step_report *report) {
    const ts_step_end end = {
        .bodies = &run->simulation->bodies,
        .method = run->options->method,
        .report = report,
        .iteration = run->iteration,
        .limiting = &run->limiting,
    };
    ts_run_at at = {0};
    const ts_run_outcome outcome = ts_run_judge_step(&end, &at);
    take_outcome(run, outcome, &at);
}

static ts_status judge_offence(running *run, const ts_verify_report *report, ts_error *error) {
    const ts_offence_end end = {
        .simulation = run->simulation,
        .history = run->history,
        .method = run->options->method,
        .report = report,
        .words = run->result->offence,
        .listen_to = &run->missed,
    };
    ts_run_at at = {.iteration = run->iteration};
    ts_run_outcome outcome;
    const ts_status status = ts_run_judge_offence(&end, &outcome, &at, error);
    if (status == TS_OK) take_outcome(run, outcome, &at);
    return status;
}

static ts_status store_query(running *run, ts_error *error) {
    ts_run_at *at = &run->result->at;
    if (may_go_on(run->result) || !run->failure_path || !at->has_query) return TS_OK;
    const ts_status status =
        ts_run_store_query(run->failure_path, run->scene->name, "The CCD query at fault", at, error);
    at->is_stored = status == TS_OK;
    return status;
}

static ts_status verify(running *run, ts_error *error) {
    if (!run->options->verify) return TS_OK;
    const double start = ts_seconds();
    ts_verify_report report;
    const ts_status status = ts_verify_simulation(run->simulation, NULL, &report, error);
    if (status != TS_OK) return status;
    ++run->result->verified;
    run->result->offences = ts_verify_report_total(&report);
    if (run->result->offences > 0) {
        ts_verify_text(&run->simulation->bodies, &report.list[0], run->result->offence, sizeof run->result->offence);
    }
    run->result->verify_seconds += ts_seconds() - start;
    return run->result->offences > 0 ? judge_offence(run, &report, error) : TS_OK;
}

static ts_status prove(running *run, ts_error *error) {
    if (!run->proof) return TS_OK;
    ts_prover_result result;
    ts_run_proof_sum step = {0}; /* of this one alone: its failure in words */
    ts_run_proof_sum *sum = &run->result->proof;
    const ts_status status = ts_run_proof_step(run->proof, (const double(*)[3])run->x_before, &result, &step, error);
    if (status != TS_OK) return status;
    const bool is_first = sum->open == 0 && step.open > 0;
    ts_run_proof_add(sum, &step);
    if (run->log) ts_log_proof(run->log, &result, step.failure);
    return is_first && run->folder ? ts_run_proof_store(sum, run->folder, run->scene->name, error) : TS_OK;
}

/* A barrier of others computes in these threads, and could have changed them for all that follows. */
static ts_status check_surroundings(const running *run, ts_error *error) {
    bool are_standard = true;
#pragma omp parallel reduction(&& : are_standard)
    {
        are_standard = ts_surroundings_are_standard();
        if (!are_standard) ts_surroundings_restore();
    }
    if (are_standard) return TS_OK;
    return ts_fail(
        error, TS_ERROR_DATA,
        "step %zu: a plug-in has left the rounding, the floating-point traps or the locale changed, which all "
        "of the run shares with it; it has to set them back before it returns",
        run->step);
}

static ts_status take_step(running *run, ts_step_report *report, ts_error *error) {
    const size_t nodes = run->simulation->bodies.nodes;
    memcpy(run->x_before, run->simulation->state.x, nodes * sizeof *run->x_before);
    run->step = run->simulation->state.step + 1;
    run->iteration = -1;
    run->displacement_is_over = true;
    if (run->history) ts_step_history_begin(run->history);
    if (run->recorder) ts_recorder_at(run->recorder, run->step, 0);
    ts_status status = ts_simulation_step(run->simulation, report, error);
    if (status == TS_OK) status = check_surroundings(run, error);
    if (status != TS_OK) return status;
    /* A method that hangs is not waited for then: that it has no answer says nothing of it. */
    const bool is_cut = report->outcome == TS_STEP_UNANSWERED && is_interrupted(run);
    if (report->outcome == TS_STEP_STOPPED || is_cut) {
        run->result->interrupted = true;
        take_outcome(run, TS_RUN_INTERRUPTED, &(ts_run_at){.iteration = run->iteration});
        return TS_OK;
    }
    add_step(run->result, report, run->step);
    judge_step(run, report);
    if (run->log) ts_log_step(run->log, report, run->simulation);
    status = verify(run, error);
    if (status == TS_OK) status = prove(run, error);
    if (status == TS_OK && run->options->after_step) {
        status = run->options->after_step(run->options->self, run->simulation, (const double(*)[3])run->x_before,
                                          report, error);
    }
    if (status == TS_OK) status = check_log(run, error);
    if (status == TS_OK) status = write_frames(run, error);
    if (status == TS_OK) status = store_query(run, error);
    const bool is_due = run->simulation->state.step % run->options->checkpoint_every == 0;
    return status == TS_OK && is_due && may_go_on(run->result) ? write_checkpoint(run, error) : status;
}

static ts_status take_steps(running *run, ts_error *error) {
    const size_t total = run->result->steps_asked;
    ts_status status = TS_OK;
    ts_step_report report;
    while (status == TS_OK && run->result->last_step < total && may_go_on(run->result)) {
        if (run->options->progress) run->options->progress(run->options->self, run->result->last_step, total);
        status = take_step(run, &report, error);
    }
    run->result->complete = status == TS_OK && run->result->last_step >= total && may_go_on(run->result);
    return status;
}

/* Steps of the other run may not have been verified. */
static ts_status take_state(running *run, ts_error *error) {
    const char *from = run->options->from;
    ts_verify_report report;
    ts_status status = ts_checkpoint_take_state(from, run->simulation, run->scene->hash, error);
    if (status != TS_OK || !run->options->verify) return status;
    status = ts_verify_simulation(run->simulation, NULL, &report, error);
    if (status != TS_OK || ts_verify_report_total(&report) == 0) return status;
    char text[400];
    ts_verify_text(&run->simulation->bodies, &report.list[0], text, sizeof text);
    return ts_fail(error, TS_ERROR_DATA, "%s: its state fails the exact check, begin from a sound one: %s", from, text);
}

/* log_bytes: of the log, as the checkpoint has it. */
static ts_status take_start(running *run, uint64_t *log_bytes, ts_error *error) {
    ts_checkpoint_note note = note_of(run);
    ts_status status = TS_OK;
    if (run->resumes) {
        status = ts_checkpoint_read(run->checkpoint_path, run->simulation, &note, error);
        run->first_frame = note.first_frame;
    } else if (run->options->from) {
        status = take_state(run, error);
        run->first_frame = run->simulation->state.step + 1; /* that of the state is the other run's */
    }
    if (status != TS_OK) return status;
    run->result->first_step = run->result->last_step = run->simulation->state.step;
    *log_bytes = note.log_bytes;
    return TS_OK;
}

/* After a resume of a run that died before its first checkpoint the proof begins anew, as the run does. */
static ts_status open_proof(running *run, ts_error *error) {
    if (!run->options->proof) return TS_OK;
    const ts_run_proof_options options = {
        .folder = run->options->proof,
        .resume = run->resumes,
        .replace = run->options->replace || run->options->resume,
        .first = run->first_frame > 0 ? run->first_frame - 1 : 0,
        .limits = run->options->proof_limits,
    };
    return ts_run_proof_create(&options, run->simulation, &run->proof, &run->result->proof, error);
}

/* The proof is begun before the first checkpoint: what goes on from one has a proof to go on with. */
static ts_status begin_or_resume(running *run, uint64_t log_bytes, ts_error *error) {
    ts_status status = make_folders(run, error);
    if (status == TS_OK) status = hold_folder(run, error);
    if (status == TS_OK) status = open_log(run, log_bytes, error);
    if (status == TS_OK && run->failure_path) unlink(run->failure_path); /* of an end that is gone on from */
    if (status != TS_OK) return status;
    if (run->resumes) return open_proof(run, error);
    if (run->folder) status = ts_run_proof_forget(run->folder, error);
    if (status == TS_OK) status = remove_frames(run, error);
    if (status == TS_OK && !run->options->from) status = write_frames(run, error);
    if (status == TS_OK) status = open_proof(run, error);
    return status == TS_OK ? write_checkpoint(run, error) : status;
}

/* Not before it is known where the run begins: the file is to say so. */
static ts_status open_recorder(running *run, ts_error *error) {
    if (!run->options->record) return TS_OK;
    const size_t first = run->result->first_step;
    char about[160] = "CCD queries of a line search, recorded by touchstone simulate";
    const size_t length = strlen(about);
    if (first > 0) {
        snprintf(about + length, sizeof about - length, " from step %zu on: those of earlier steps are not in it",
                 first + 1);
    }
    const ts_recorder_settings settings = {
        .path = run->options->record,
        .replace = run->options->replace,
        .scene = run->scene->name,
        .about = about,
        .share = run->options->record_share,
    };
    return ts_recorder_open(&settings, &run->recorder, error);
}

static ts_status create(running *run, ts_scene *scene, ts_error *error) {
    const ts_simulation_hooks hooks = {
        .method = run->options->method,
        .listener = {.listen = hear_queries, .self = run},
        .observer = {.observe = hear_iteration, .self = run},
        .displacements = {.listen = hear_displacement, .self = run},
    };
    const size_t nodes = scene->setup.bodies.nodes;
    ts_status status = prepare_folder(run, error);
    if (status == TS_OK) status = ts_simulation_create(&scene->setup, &hooks, &run->simulation, error);
    if (status != TS_OK) return status;
    run->x_before = malloc((nodes + 1) * sizeof *run->x_before);
    if (!run->x_before) return ts_fail_memory(error, "the run");
    return run->options->verify ? ts_step_history_create(nodes, &run->history, error) : TS_OK;
}

static void take_figures(running *run) {
    ts_run_result *result = run->result;
    const ts_simulation *simulation = run->simulation;
    result->figures = result->choice.solver->figures(simulation->self, result->figure);
    if (!result->choice.solver->remark) return;
    result->choice.solver->remark(simulation->self, result->phase_seconds, result->remark, sizeof result->remark);
}

/* The recorded queries are kept whatever ended the run. */
static ts_status finish(running *run, ts_status status, ts_error *error) {
    if (run->recorder) {
        ts_error closing;
        const ts_status closed = ts_recorder_finish(run->recorder, &run->result->recorded, &closing);
        if (status == TS_OK && closed != TS_OK) {
            status = closed;
            if (error) *error = closing;
        }
    }
    if (run->log && fclose(run->log) != 0 && status == TS_OK) {
        status = ts_fail(error, TS_ERROR_USAGE, "%s could not be written to its end", run->log_path);
    }
    if (run->simulation) take_figures(run);
    ts_hold_end(&run->hold);
    ts_run_proof_destroy(run->proof);
    ts_simulation_destroy(run->simulation);
    free(run->folder);
    free(run->log_path);
    free(run->checkpoint_path);
    free(run->frames);
    free(run->failure_path);
    free(run->x_before);
    ts_step_history_destroy(run->history);
    return status;
}

static void note_error(running *run, const ts_error *error) {
    ts_run_at at = {.iteration = run->iteration};
    if (error) snprintf(at.message, sizeof at.message, "%s", error->message);
    take_outcome(run, TS_RUN_ERROR, &at);
}

ts_status ts_run(ts_scene *scene, const ts_run_options *options, ts_run_result *result, ts_error *error) {
    const double start = ts_seconds();
    ts_run_result made = {
        .steps_asked = options->steps > 0 ? options->steps : scene->steps,
        .least_gap = INFINITY,
        .most_stretch = 1.0,
        .least_stretch = 1.0,
        .asking = scene->setup.settings.asking,
        .choice = scene->setup.solver,
    };
    running run = {.scene = scene, .options = options, .result = &made};
    uint64_t log_bytes = 0;
    ts_status status = create(&run, scene, error);
    if (status == TS_OK) status = take_start(&run, &log_bytes, error);
    if (status == TS_OK) status = open_recorder(&run, error);
    if (status == TS_OK) status = begin_or_resume(&run, log_bytes, error);
    if (status == TS_OK) status = take_steps(&run, error);
    status = finish(&run, status, error);
    if (status != TS_OK) note_error(&run, error);
    if (made.iterations > 0) made.mean_contacts = run.contacts / (double)made.iterations;
    made.seconds = ts_seconds() - start;
    *result = made;
    return status;
}
