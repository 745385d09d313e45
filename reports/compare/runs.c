/* SPDX-License-Identifier: GPL-2.0-or-later
 * Reading two runs: steps from their logs, positions from their frames, brought together by time. */
#include "reports/compare/runs.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "core/vec3.h"
#include "mesh/read/frames.h"
#include "reports/plots/plots.h"
#include "results/run_log.h"
#include "scenes/simulation.h"

/* Two frames of this distance in time are of the same moment: steps of other lengths add up to nearly the same. */
static const double SAME_TIME = 1e-9;

/* ---- A run ---- */

typedef struct step {
    size_t number;
    double time;
    ts_run_side side; /* of this step alone */
} step;

typedef struct run {
    const char *folder;
    step *step; /* owned */
    size_t steps, room, not_done;
    size_t failed; /* as in ts_run_total */
    ts_frame_files frames;
} run;

static void run_clear(run *of) {
    free(of->step);
    ts_frame_files_clear(&of->frames);
}

/* A step with too few iterations has one as well. */
static bool has_state(const char *outcome) {
    return strcmp(outcome, ts_step_outcome_name(TS_STEP_DONE)) == 0 ||
           strcmp(outcome, ts_step_outcome_name(TS_STEP_LIMIT)) == 0;
}

static ts_status add_step(void *self, const cJSON *line, ts_error *error) {
    run *of = self;
    if (of->steps == of->room) {
        const size_t room = 2 * of->room + 64;
        step *grown = realloc(of->step, room * sizeof *grown);
        if (!grown) return ts_fail_memory(error, "the steps of a run");
        of->step = grown;
        of->room = room;
    }
    const double number = ts_plot_number(line, "step"), time = ts_plot_number(line, "time");
    if (!(number >= 1.0 && number < 1e15) || !isfinite(time)) {
        return ts_fail(error, TS_ERROR_DATA, "%s: a step of its log has no number or no time", of->folder);
    }
    const char *outcome = ts_plot_text(line, "outcome");
    of->not_done += strcmp(outcome, ts_step_outcome_name(TS_STEP_DONE)) != 0;
    if (of->failed == 0 && !has_state(outcome)) of->failed = (size_t)number;
    of->step[of->steps++] = (step){.number = (size_t)number,
                                   .time = time,
                                   .side = {.step = (size_t)number,
                                            .kinetic = ts_plot_number(line, "kinetic_energy"),
                                            .elastic = ts_plot_number(line, "elastic_energy"),
                                            .gravity = ts_plot_number(line, "gravity_energy"),
                                            .contact = ts_plot_number(line, "contact_energy"),
                                            .least_gap = ts_plot_number(line, "least_gap"),
                                            .iterations = ts_plot_number(line, "iterations"),
                                            .seconds = ts_plot_number(line, "seconds")}};
    return TS_OK;
}

static ts_status run_read(run *of, ts_error *error) {
    const ts_status status = ts_run_log_each(of->folder, "step", add_step, of, error);
    return status == TS_OK ? ts_frame_files_add(&of->frames, of->folder, error) : status;
}

/* The last number in the name; false where it has none. */
static bool frame_number(const char *path, size_t *number) {
    const char *name = ts_path_name(path), *digits = NULL;
    for (const char *c = name; *c; ++c) {
        if (isdigit((unsigned char)*c) && (c == name || !isdigit((unsigned char)c[-1]))) digits = c;
    }
    if (digits) *number = strtoull(digits, NULL, 10);
    return digits != NULL;
}

/* Where a run is: frames and steps up to a time. */
typedef struct cursor {
    const run *of;
    size_t frame, step; /* the next ones */
    double time;        /* of that frame; INFINITY: there is none */
    size_t number;      /* of its step */
} cursor;

static const step *find_step(const run *of, size_t number) {
    size_t lo = 0, hi = of->steps;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (of->step[middle].number < number)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < of->steps && of->step[lo].number == number ? &of->step[lo] : NULL;
}

/* To the next frame whose time is known: 0, or that of a step in the log. */
static void look_at_frame(cursor *at) {
    for (; at->frame < at->of->frames.count; ++at->frame) {
        if (!frame_number(at->of->frames.path[at->frame], &at->number)) continue;
        const step *made = at->number > 0 ? find_step(at->of, at->number) : NULL;
        if (at->number > 0 && !made) continue;
        at->time = made ? made->time : 0.0;
        return;
    }
    at->time = INFINITY;
}

/* What happened since the moment before, and how things are at the frame. */
static ts_run_side side_at(cursor *at) {
    ts_run_side side = {.step = at->number,
                        .kinetic = NAN,
                        .elastic = NAN,
                        .gravity = NAN,
                        .contact = NAN,
                        .least_gap = NAN,
                        .iterations = 0.0,
                        .seconds = 0.0};
    for (; at->step < at->of->steps && at->of->step[at->step].number <= at->number; ++at->step) {
        const ts_run_side *made = &at->of->step[at->step].side;
        const ts_run_side sum = {.step = at->number,
                                 .kinetic = made->kinetic,
                                 .elastic = made->elastic,
                                 .gravity = made->gravity,
                                 .contact = made->contact,
                                 .least_gap = fmin(side.least_gap, made->least_gap), /* the other one of a NaN */
                                 .iterations = side.iterations + made->iterations,
                                 .seconds = side.seconds + made->seconds};
        side = sum;
    }
    return side;
}

static ts_run_total total_of(const run *of) {
    ts_run_total total = {
        .folder = of->folder, .steps = of->steps, .not_done = of->not_done, .failed = of->failed, .least_gap = NAN};
    for (size_t k = 0; k < of->steps; ++k) {
        const step *made = &of->step[k];
        total.time = fmax(total.time, made->time);
        total.iterations += made->side.iterations;
        total.seconds += made->side.seconds;
        total.least_gap = fmin(total.least_gap, made->side.least_gap);
    }
    return total;
}

/* ---- Both ---- */

typedef struct comparing {
    run run[2];
    cursor at[2];
    ts_run_pair *pair;
    size_t room;
    ts_mesh first; /* of the first run at the first moment */
    bool *differs; /* of each node; owned */
} comparing;

static bool same_cells(const void *a, const void *b, size_t count, size_t count_b, size_t each) {
    return count == count_b && (count == 0 || memcmp(a, b, count * each) == 0);
}

static bool same_mesh(const ts_mesh *a, const ts_mesh *b) {
    return a->nodes == b->nodes && same_cells(a->tet, b->tet, a->tets, b->tets, sizeof *a->tet) &&
           same_cells(a->triangle, b->triangle, a->triangles, b->triangles, sizeof *a->triangle) &&
           same_cells(a->segment, b->segment, a->segments, b->segments, sizeof *a->segment) &&
           same_cells(a->particle, b->particle, a->particles, b->particles, sizeof *a->particle);
}

static ts_status check_meshes(const comparing *both, const ts_mesh mesh[2], ts_error *error) {
    for (int k = 0; k < 2; ++k) {
        if (both->first.nodes == 0 ? same_mesh(&mesh[0], &mesh[1]) : same_mesh(&mesh[k], &both->first)) continue;
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s and %s are not of the same meshes: frames of %zu and %zu nodes, %zu and %zu triangles, or "
                       "others on them; compare runs of one scene at one size",
                       both->run[0].folder, both->run[1].folder, mesh[0].nodes, mesh[1].nodes, mesh[0].triangles,
                       mesh[1].triangles);
    }
    return TS_OK;
}

static ts_status new_moment(comparing *both, ts_run_moment **moment, ts_error *error) {
    ts_run_pair *pair = both->pair;
    if (pair->moments == both->room) {
        const size_t room = 2 * both->room + 64;
        ts_run_moment *grown = realloc(pair->moment, room * sizeof *grown);
        if (!grown) return ts_fail_memory(error, "the moments of two runs");
        pair->moment = grown;
        both->room = room;
    }
    *moment = &pair->moment[pair->moments++];
    **moment = (ts_run_moment){.time = both->at[0].time};
    return TS_OK;
}

/* rms: the sum of squares for now; how many nodes count is known at the end. */
static void measure(comparing *both, const ts_mesh mesh[2], ts_run_moment *moment) {
    double furthest = 0.0;
    for (size_t n = 0; n < mesh[0].nodes; ++n) {
        double apart[3];
        ts_sub(mesh[1].x[n], mesh[0].x[n], apart);
        const double square = ts_norm2(apart);
        if (!(square == 0.0)) both->differs[n] = true;
        moment->rms += square;
        if (square > furthest) furthest = square, moment->node = n;
    }
    moment->greatest = sqrt(furthest);
}

static ts_status take_meshes(comparing *both, ts_mesh mesh[2], ts_error *error) {
    ts_status status = check_meshes(both, (const ts_mesh *)mesh, error);
    if (status == TS_OK && !both->differs) {
        both->differs = calloc(mesh[0].nodes + 1, sizeof *both->differs);
        if (!both->differs) status = ts_fail_memory(error, "the nodes of two runs");
    }
    ts_run_moment *moment = NULL;
    if (status == TS_OK) status = new_moment(both, &moment, error);
    if (status != TS_OK) return status;
    measure(both, (const ts_mesh *)mesh, moment);
    for (int k = 0; k < 2; ++k) moment->side[k] = side_at(&both->at[k]);
    if (both->first.nodes == 0) {
        both->first = mesh[0];
        mesh[0] = (ts_mesh){0};
    }
    return TS_OK;
}

/* A moment of which both have a frame. */
static ts_status meet(comparing *both, ts_error *error) {
    ts_mesh mesh[2] = {{0}};
    ts_status status = TS_OK;
    for (int k = 0; status == TS_OK && k < 2; ++k) {
        status = ts_frame_read(both->run[k].frames.path[both->at[k].frame], &mesh[k], error);
    }
    if (status == TS_OK) status = take_meshes(both, mesh, error);
    for (int k = 0; k < 2; ++k) ts_mesh_clear(&mesh[k]);
    return status;
}

static ts_status walk(comparing *both, ts_error *error) {
    ts_status status = TS_OK;
    for (int k = 0; k < 2; ++k) {
        both->at[k] = (cursor){.of = &both->run[k]};
        look_at_frame(&both->at[k]);
    }
    while (status == TS_OK && isfinite(both->at[0].time) && isfinite(both->at[1].time)) {
        const double ahead = both->at[1].time - both->at[0].time;
        if (fabs(ahead) <= SAME_TIME) status = meet(both, error);
        const bool go_on[2] = {ahead >= -SAME_TIME, ahead <= SAME_TIME};
        for (int k = 0; k < 2; ++k) {
            if (!go_on[k]) continue;
            ++both->at[k].frame;
            look_at_frame(&both->at[k]);
        }
    }
    if (status != TS_OK || both->pair->moments > 0) return status;
    return ts_fail(error, TS_ERROR_USAGE,
                   "%s and %s have no frame of the same time; compare runs with commensurable time steps",
                   both->run[0].folder, both->run[1].folder);
}

/* By less than a step it cannot be otherwise where steps have other lengths. */
static bool is_short(const run *of, const run *other) {
    const double end = of->steps > 0 ? of->step[of->steps - 1].time : 0.0;
    const double before = of->steps > 1 ? of->step[of->steps - 2].time : 0.0;
    const double others = other->steps > 0 ? other->step[other->steps - 1].time : 0.0;
    return others > end + SAME_TIME && others >= end + (end - before) - SAME_TIME;
}

/* The diagonal of the box of all nodes, or of those that differ. */
static double size_of(const comparing *both, bool all) {
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY}, extent[3];
    for (size_t n = 0; n < both->first.nodes; ++n) {
        if (!all && !both->differs[n]) continue;
        for (int c = 0; c < 3; ++c) {
            lo[c] = fmin(lo[c], both->first.x[n][c]);
            hi[c] = fmax(hi[c], both->first.x[n][c]);
        }
    }
    ts_sub(hi, lo, extent);
    return sqrt(ts_norm2(extent));
}

static void finish(comparing *both) {
    ts_run_pair *pair = both->pair;
    pair->nodes = both->first.nodes;
    for (size_t n = 0; n < pair->nodes; ++n) pair->differing += both->differs[n];
    pair->size = pair->differing > 0 ? size_of(both, false) : 0.0;
    if (!(pair->size > 0.0)) pair->size = size_of(both, true);
    for (size_t m = 0; m < pair->moments && pair->differing > 0; ++m) {
        pair->moment[m].rms = sqrt(pair->moment[m].rms / (double)pair->differing);
    }
    for (int k = 0; k < 2; ++k) {
        pair->total[k] = total_of(&both->run[k]);
        pair->total[k].is_short = is_short(&both->run[k], &both->run[1 - k]);
    }
}

void ts_run_pair_clear(ts_run_pair *pair) {
    free(pair->moment);
    *pair = (ts_run_pair){0};
}

ts_status ts_run_pair_read(const char *const folders[2], ts_run_pair *pair, ts_error *error) {
    ts_run_pair made = {0};
    comparing both = {.run = {{.folder = folders[0]}, {.folder = folders[1]}}, .pair = &made};
    ts_status status = TS_OK;
    for (int k = 0; status == TS_OK && k < 2; ++k) status = run_read(&both.run[k], error);
    if (status == TS_OK) status = walk(&both, error);
    if (status == TS_OK) {
        finish(&both);
        *pair = made;
    } else {
        ts_run_pair_clear(&made);
    }
    for (int k = 0; k < 2; ++k) run_clear(&both.run[k]);
    ts_mesh_clear(&both.first);
    free(both.differs);
    return status;
}

bool ts_run_pair_is_whole(const ts_run_pair *pair) {
    bool is_whole = true;
    for (int k = 0; k < 2; ++k) is_whole = is_whole && pair->total[k].failed == 0 && !pair->total[k].is_short;
    return is_whole;
}

/* ---- Extremes ---- */

const ts_run_moment *ts_run_pair_largest(const ts_run_pair *pair) {
    const ts_run_moment *most = pair->moment;
    for (size_t m = 1; m < pair->moments; ++m) {
        if (pair->moment[m].rms > most->rms) most = &pair->moment[m];
    }
    return most;
}

const ts_run_moment *ts_run_pair_furthest(const ts_run_pair *pair) {
    const ts_run_moment *most = pair->moment;
    for (size_t m = 1; m < pair->moments; ++m) {
        if (pair->moment[m].greatest > most->greatest) most = &pair->moment[m];
    }
    return most;
}
