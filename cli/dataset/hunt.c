/* SPDX-License-Identifier: GPL-2.0-or-later
 * `dataset generate --against`: the hunt, watched, and what came of it. */
#include "cli/dataset/hunt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "benches/hunt_store.h"
#include "cli/methods.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "core/progress.h"
#include "core/say.h"

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

static ts_hunt_options options_of(const ts_hunt_request *request, const ts_ccd_method *method, watch *shown) {
    const bool timed = request->seconds > 0.0;
    shown->total = request->tries ? request->tries : timed ? 0 : TS_HUNT_TRIES;
    return (ts_hunt_options){
        .method = method,
        .goal = (ts_hunt_goal)request->goal,
        .families = request->families,
        .family_count = request->family_count,
        .kinds = request->kind ? 1u << (request->kind - 1) : TS_CCD_CAN_ALL_KINDS,
        .seed = request->seed,
        .tries = shown->total ? shown->total : UINT64_MAX,
        .seconds = request->seconds,
        .count = (size_t)request->count,
        .report = report,
        .interrupted = interrupted,
        .self = shown,
    };
}

/* ---- What came of it ---- */

static ts_status write_finds(const ts_hunt_request *request, const ts_hunt_options *options,
                             const ts_hunt_results *results, ts_error *error) {
    char *worst = ts_hunt_tell(options->goal, &results->finds[0]);
    ts_status status = worst ? TS_OK : ts_fail_memory(error, "a description");
    if (status == TS_OK) status = ts_hunt_store(options, results, request->out, request->replace, error);
    if (status == TS_OK) ts_say(stdout, "%s: %zu queries; the worst, %s\n", request->out, results->count, worst);
    free(worst);
    return status;
}

/* Not finds: a method that does not answer cannot be late. */
static void print_errors(const ts_hunt_results *results) {
    uint64_t all = 0;
    for (int f = 0; f < TS_CCD_FAILURES; ++f) all += results->errors[f];
    if (all == 0) return;
    printf("%" PRIu64 " tries without an answer:", all);
    const char *between = " ";
    for (int f = 0; f < TS_CCD_FAILURES; ++f) {
        if (results->errors[f] == 0) continue;
        printf("%s%" PRIu64 " %s", between, results->errors[f], ts_ccd_failure_name((ts_ccd_failure)f));
        between = ", ";
    }
    printf("\n");
}

static ts_status hunt(const ts_hunt_request *request, const ts_ccd_method *method, ts_error *error) {
    watch shown;
    ts_hunt_results results;
    const ts_hunt_options options = options_of(request, method, &shown);
    ts_progress_init(&shown.progress);
    ts_status status = ts_hunt(&options, &results, error);
    ts_progress_finish(&shown.progress);
    if (status != TS_OK) return status;
    printf("%s, goal %s, seed %" PRIu64 ": %" PRIu64 " tries, %" PRIu64 " restarts, of which %" PRIu64
           " ended in a find\n",
           request->against, TS_HUNT_GOAL_NAMES[request->goal], request->seed, results.tries, results.restarts,
           results.failures);
    print_errors(&results);
    if (results.count > 0)
        status = write_finds(request, &options, &results, error);
    else
        ts_say(stdout, "%s was not written\n", request->out);
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
