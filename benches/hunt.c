/* SPDX-License-Identifier: GPL-2.0-or-later
 * The search: draw a few queries, climb from the worst of them until nothing helps any more, start again. */
#include "benches/hunt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benches/hunt_mutate.h"
#include "ccd/timing.h"
#include "core/error.h"
#include "core/random.h"

enum {
    DRAWS = 64,    /* per restart */
    PATIENCE = 100 /* mutations in a row that hardly help */
};

/* As low as a right answer to a start in contact. */
static const double EARLY_HEIGHT = -1.0;

typedef struct hunt {
    const ts_hunt_options *options;
    ts_hunt_results *results;
    ts_random random;
    ts_ccd_kind kinds[TS_CCD_KINDS];
    size_t kind_count;
    bool thick; /* the method takes min_distance > 0 */
    double started;
} hunt;

static bool is_over(hunt *job) {
    const ts_hunt_options *options = job->options;
    ts_hunt_results *results = job->results;
    if (options->interrupted && options->interrupted(options->self)) results->interrupted = true;
    if (results->interrupted || results->tries >= options->tries) return true;
    return options->seconds > 0.0 && (ts_nanoseconds_now() - job->started) * 1e-9 > options->seconds;
}

static ts_status try_query(hunt *job, const ts_ccd_query *query, ts_trial *trial, ts_error *error) {
    const ts_hunt_options *options = job->options;
    const ts_status status = ts_hunt_try(options->method, options->goal, query, trial);
    ++job->results->tries;
    if (status == TS_OK && trial->failure == TS_FAILURE_ERROR) ++job->results->errors[trial->reason];
    if (options->report) {
        options->report(options->self, job->results->tries,
                        job->results->count > 0 ? &job->results->finds[0].trial : NULL);
    }
    if (status == TS_OK) return TS_OK;
    return ts_fail(error, status, "the oracle has no answer for a query of the hunt with seed %llu; please report it",
                   (unsigned long long)options->seed);
}

/* What a climb goes by: the score, but failures on early contacts lead nowhere worse. */
static double height(const ts_trial *trial) {
    return trial->score == 0.0 && ts_is_early(&trial->truth) ? EARLY_HEIGHT : trial->score;
}

/* ---- The finds ---- */

/* The struct has holes. */
static bool is_same(const ts_ccd_query *a, const ts_ccd_query *b) {
    return a->kind == b->kind && memcmp(a->x0, b->x0, sizeof a->x0) == 0 && memcmp(a->x1, b->x1, sizeof a->x1) == 0 &&
           a->min_distance == b->min_distance && a->t_max == b->t_max;
}

/* Kept in order, the worst first; among equals the earlier one. */
static void keep(hunt *job, const ts_hunt_find *find) {
    ts_hunt_results *results = job->results;
    size_t at = results->count;
    for (size_t i = 0; i < results->count; ++i) {
        if (is_same(&results->finds[i].query, &find->query)) return;
    }
    while (at > 0 && results->finds[at - 1].trial.score < find->trial.score) --at;
    if (at == job->options->count) return;
    if (results->count < job->options->count) ++results->count;
    memmove(&results->finds[at + 1], &results->finds[at], (results->count - 1 - at) * sizeof *results->finds);
    results->finds[at] = *find;
}

/* ---- One restart ---- */

static void draw(hunt *job, ts_hunt_find *find) {
    const ts_hunt_options *options = job->options;
    find->family = options->families[ts_random_below(&job->random, options->family_count)];
    const ts_ccd_kind kind = job->kinds[ts_random_below(&job->random, job->kind_count)];
    find->family->generate(options->seed, ts_random_bits(&job->random), kind, &find->query);
    if (!job->thick) find->query.min_distance = 0.0;
}

static ts_status draw_worst(hunt *job, ts_hunt_find *worst, ts_error *error) {
    for (int i = 0; i < DRAWS && (i == 0 || !is_over(job)); ++i) {
        ts_hunt_find drawn;
        draw(job, &drawn);
        const ts_status status = try_query(job, &drawn.query, &drawn.trial, error);
        if (status != TS_OK) return status;
        if (i == 0 || height(&drawn.trial) > height(&worst->trial)) *worst = drawn;
    }
    return TS_OK;
}

/* Worth going on for: creeping towards the last digits of a score is not. */
static bool is_progress(double score, double mark) {
    return score > mark + 0.02 * fabs(mark);
}

/* Changes that neither help nor harm are kept, too, since they lead off plateaus; not those that make the method
 * work longer, which would slow the hunt itself. */
static bool is_no_worse(const ts_trial *changed, const ts_trial *held) {
    if (height(changed) != height(held)) return height(changed) > height(held);
    return changed->answer.iterations <= held->answer.iterations;
}

static ts_status climb(hunt *job, ts_hunt_find *find, ts_error *error) {
    double mark = height(&find->trial);
    for (int idle = 0; idle < PATIENCE && !is_over(job); ++idle) {
        ts_hunt_find changed = *find;
        ts_hunt_mutate(&job->random, job->thick, &changed.query);
        const ts_status status = try_query(job, &changed.query, &changed.trial, error);
        if (status != TS_OK) return status;
        if (is_no_worse(&changed.trial, &find->trial))
            *find = changed;
        else if (changed.trial.score == 0.0)
            keep(job, &changed);
        if (is_progress(height(&find->trial), mark)) {
            mark = height(&find->trial);
            idle = 0;
        }
    }
    return TS_OK;
}

/* ---- All restarts ---- */

static ts_status search(hunt *job, ts_error *error) {
    while (!is_over(job)) {
        ts_hunt_find find = {0};
        ts_status status = draw_worst(job, &find, error);
        if (status == TS_OK) status = climb(job, &find, error);
        if (status != TS_OK) return status;
        ++job->results->restarts;
        if (find.trial.score < 0.0) continue;
        ++job->results->failures;
        keep(job, &find);
    }
    return TS_OK;
}

/* What was tried for speed has not been refereed yet. */
static ts_status add_truths(ts_hunt_results *results, ts_error *error) {
    for (size_t i = 0; i < results->count; ++i) {
        const ts_status status = ts_oracle_toi(&results->finds[i].query, TS_ORACLE_ALL, &results->finds[i].trial.truth);
        if (status != TS_OK) return ts_fail(error, status, "the oracle has no answer for a find; please report it");
    }
    return TS_OK;
}

static ts_status choose_kinds(hunt *job, ts_error *error) {
    const ts_ccd_backend *backend = job->options->method->backend;
    const unsigned kinds = job->options->kinds & backend->capabilities & TS_CCD_CAN_ALL_KINDS;
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        if (kinds & (1u << k)) job->kinds[job->kind_count++] = (ts_ccd_kind)k;
    }
    job->thick = (backend->capabilities & TS_CCD_CAN_MIN_DISTANCE) != 0;
    if (job->kind_count > 0) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s answers no query of the kind asked for", backend->name);
}

ts_status ts_hunt(const ts_hunt_options *options, ts_hunt_results *results, ts_error *error) {
    ts_hunt_results made = {0};
    hunt job = {.options = options, .results = &made, .started = ts_nanoseconds_now()};
    ts_status status = choose_kinds(&job, error);
    if (status != TS_OK) return status;
    made.finds = calloc(options->count + 1, sizeof *made.finds);
    if (!made.finds) return ts_fail_memory(error, "the finds");
    ts_random_init(&job.random, options->seed, (uint64_t)options->goal);
    status = search(&job, error);
    if (status == TS_OK) status = add_truths(&made, error);
    if (status == TS_OK) {
        *results = made;
    } else {
        ts_hunt_results_clear(&made);
    }
    return status;
}

void ts_hunt_results_clear(ts_hunt_results *results) {
    free(results->finds);
    *results = (ts_hunt_results){0};
}
