/* SPDX-License-Identifier: GPL-2.0-or-later
 * Hunting for queries that defeat a method, and storing them in a container that says how each was found. */
#include "cli/dataset/hunt.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "benches/hunt.h"
#include "cli/methods.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/progress.h"
#include <touchstone/version.h>

static const uint64_t STANDARD_TRIES = 20000;

const char *const TS_HUNT_GOAL_NAMES[TS_HUNT_GOAL_COUNT] = {"late", "stall", "slow", "time"};
_Static_assert(TS_HUNT_GOAL_COUNT == TS_HUNT_GOALS, "a name for every goal");

/* ---- The search ---- */

typedef struct watch {
    ts_progress progress;
    uint64_t total;
} watch;

static void report(void *self, uint64_t tries, const ts_trial *worst) {
    watch *shown = self;
    (void)worst;
    ts_progress_update(&shown->progress, "hunting", tries, shown->total);
}

static bool interrupted(void *self) {
    (void)self;
    return ts_interrupted();
}

static ts_status search(const ts_hunt_request *request, const ts_ccd_method *method, ts_hunt_results *results,
                        ts_error *error) {
    const bool timed = request->seconds > 0.0;
    watch shown = {.total = request->tries ? request->tries : timed ? 0 : STANDARD_TRIES};
    const ts_hunt_options options = {
        .method = method,
        .goal = (ts_hunt_goal)request->goal,
        .families = request->families,
        .family_count = request->family_count,
        .kinds = request->kind ? 1u << (request->kind - 1) : TS_CCD_CAN_ALL_KINDS,
        .seed = request->seed,
        .tries = shown.total ? shown.total : UINT64_MAX,
        .seconds = request->seconds,
        .count = (size_t)request->count,
        .report = report,
        .interrupted = interrupted,
        .self = &shown,
    };
    ts_progress_init(&shown.progress);
    const ts_status status = ts_hunt(&options, results, error);
    ts_progress_finish(&shown.progress);
    return status;
}

/* ---- What the container says ---- */

/* "missed by 0.5 (from parallel)"; the caller frees it. */
static char *tell(const ts_hunt_request *request, const ts_hunt_find *find) {
    const double score = find->trial.score;
    const char *from = find->family->name;
    const char *how = ts_failure_name(find->trial.failure);
    switch ((ts_hunt_goal)request->goal) {
    case TS_HUNT_STALL: return ts_text("stall: %.3g of the step lost (from %s)", score, from);
    case TS_HUNT_TIME: return ts_text("time: %.3g ns (from %s)", score, from);
    case TS_HUNT_SLOW:
        return find->trial.failure == TS_FAILURE_LIMIT ? ts_text("slow: limit at %.0f (from %s)", score, from)
                                                       : ts_text("slow: %.0f iterations (from %s)", score, from);
    default: break;
    }
    if (find->trial.failure == TS_FAILURE_PROOF) return ts_text("late: its proof fails (from %s)", from);
    if (ts_is_early(&find->trial.truth)) return ts_text("late: %s though in contact early (from %s)", how, from);
    return ts_text("late: %s by %.3g (from %s)", how, score, from);
}

/* The command that finds the same again. */
static char *tell_command(const ts_hunt_request *request, const ts_ccd_method *method, uint64_t tries) {
    const bool all = request->family_count == ts_family_count();
    return ts_text("dataset generate %s%s --against %s --goal %s --tries %" PRIu64 " --seed %" PRIu64
                   " --count %" PRIu64 "; options %s",
                   all ? "all" : request->families[0]->name, !all && request->family_count > 1 ? ",..." : "",
                   request->against, TS_HUNT_GOAL_NAMES[request->goal], tries, request->seed, request->count,
                   method->options);
}

static ts_status describe(const ts_hunt_request *request, const ts_ccd_method *method, const ts_hunt_results *results,
                          ts_query_meta *meta, ts_error *error) {
    ts_query_meta made = {.seed = request->seed, .has_truth = true};
    made.about = ts_text("hunted against %s by touchstone %s", request->against, TS_VERSION);
    made.generator = tell_command(request, method, results->tries);
    made.scenes = calloc(results->count, sizeof *made.scenes);
    bool complete = made.about && made.generator && made.scenes;
    for (; complete && made.scene_count < results->count; ++made.scene_count) {
        made.scenes[made.scene_count] = tell(request, &results->finds[made.scene_count]);
        complete = made.scenes[made.scene_count] != NULL;
    }
    if (!complete) {
        ts_query_meta_clear(&made);
        return ts_fail_memory(error, "a description");
    }
    *meta = made;
    return TS_OK;
}

/* ---- Writing ---- */

static void set_note(const ts_hunt_find *find, size_t index, ts_query_note *note) {
    const ts_oracle_truth *truth = &find->trial.truth;
    *note = (ts_query_note){.contact = truth->contact,
                            .truth_feature = truth->contact ? truth->feature : 0,
                            .truth_lo = truth->contact ? truth->lo : NAN,
                            .truth_hi = truth->contact ? truth->hi : NAN,
                            .scene = (uint32_t)index,
                            .origin = index};
}

static ts_status append(const ts_hunt_results *results, ts_query_writer *writer, ts_error *error) {
    ts_query_chunk chunk;
    ts_status status = ts_query_chunk_init(&chunk, results->count, error);
    if (status != TS_OK) return status;
    chunk.count = results->count;
    for (size_t i = 0; i < results->count; ++i) {
        chunk.queries[i] = results->finds[i].query;
        set_note(&results->finds[i], i, &chunk.notes[i]);
    }
    status = ts_query_writer_append(writer, &chunk, error);
    ts_query_chunk_clear(&chunk);
    return status;
}

static ts_status write_finds(const ts_hunt_request *request, const ts_ccd_method *method,
                             const ts_hunt_results *results, ts_error *error) {
    ts_query_meta meta;
    ts_query_writer *writer;
    ts_status status = describe(request, method, results, &meta, error);
    if (status != TS_OK) return status;
    status = ts_query_writer_create(request->out, TS_FORMAT_HDF5, request->replace, &meta, &writer, error);
    if (status == TS_OK) {
        status = append(results, writer, error);
        if (status == TS_OK) {
            status = ts_query_writer_finish(writer, error);
        } else {
            ts_query_writer_abandon(writer);
        }
    }
    if (status == TS_OK) {
        printf("%s: %zu queries; the worst, %s\n", request->out, results->count, meta.scenes[0]);
    }
    ts_query_meta_clear(&meta);
    return status;
}

static ts_status hunt(const ts_hunt_request *request, const ts_ccd_method *method, ts_error *error) {
    ts_hunt_results results;
    ts_status status = search(request, method, &results, error);
    if (status != TS_OK) return status;
    printf("%s, goal %s, seed %" PRIu64 ": %" PRIu64 " tries, %" PRIu64 " restarts, of which %" PRIu64
           " ended in a find\n",
           request->against, TS_HUNT_GOAL_NAMES[request->goal], request->seed, results.tries, results.restarts,
           results.failures);
    if (results.count > 0) {
        status = write_finds(request, method, &results, error);
    } else {
        printf("%s was not written\n", request->out);
    }
    if (status == TS_OK && results.interrupted) {
        status = ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted after %" PRIu64 " tries", results.tries);
    }
    ts_hunt_results_clear(&results);
    return status;
}

ts_status ts_dataset_hunt(ts_hunt_request *request, ts_error *error) {
    char *name = ts_text("%s", request->against);
    const ts_text_list names = {.items = &name, .count = 1};
    ts_method_list methods = {0};
    if (!name) return ts_fail_memory(error, "a name");
    ts_status status = ts_output_check(request->out, request->replace, error);
    if (status == TS_OK) status = ts_backends_register(&request->plugins, &request->settings, error);
    if (status == TS_OK) status = ts_method_list_init(&methods, &names, &request->settings, error);
    if (status == TS_OK) status = hunt(request, &methods.items[0], error);
    ts_method_list_clear(&methods);
    free(name);
    return status;
}
