/* SPDX-License-Identifier: GPL-2.0-or-later
 * Greedy simplification: every simpler neighbour of a query is tried in turn, and taken when the method still
 * fails on it in the same way, until a whole round takes none. */
#include "benches/hunt_minimise.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/vec3.h"
#include "datasets/generate/sample.h"

typedef struct minimiser {
    const ts_minimise_options *options;
    ts_minimised *best;
    ts_status status; /* of the oracle */
} minimiser;

/* ---- What is simpler ---- */

static int significand_bits(double x) {
    int exponent;
    const double significand = ldexp(frexp(fabs(x), &exponent), 53);
    return __builtin_popcountll((unsigned long long)significand);
}

static int exponent_size(double x) {
    int exponent = 1;
    if (x != 0.0) frexp(x, &exponent);
    return abs(exponent - 1); /* 0 for 1 */
}

/* The sum of `size` over the numbers of the query; what stands still counts once. */
static int sum_of(const ts_ccd_query *query, int (*size)(double x)) {
    int sum = size(query->min_distance) + size(query->t_max);
    for (int i = 0; i < ts_ccd_vertices(query->kind); ++i) {
        for (int c = 0; c < 3; ++c) {
            sum += size(query->x0[i][c]);
            if (query->x1[i][c] != query->x0[i][c]) sum += size(query->x1[i][c]);
        }
    }
    return sum;
}

int ts_query_bits(const ts_ccd_query *query) {
    return sum_of(query, significand_bits);
}

/* Fewer bits; among as many, exponents nearer to that of 1. */
static bool is_simpler(const ts_ccd_query *a, const ts_ccd_query *b) {
    const int bits = ts_query_bits(a) - ts_query_bits(b);
    return bits < 0 || (bits == 0 && sum_of(a, exponent_size) < sum_of(b, exponent_size));
}

static bool fails_alike(ts_hunt_goal goal, const ts_trial *before, const ts_trial *now) {
    if (now->failure != before->failure || now->reason != before->reason) return false;
    if (goal == TS_HUNT_LATE || goal == TS_HUNT_STALL) return ts_is_early(&now->truth) == ts_is_early(&before->truth);
    return before->failure == TS_FAILURE_LIMIT || now->score >= 0.5 * before->score;
}

/* ---- One candidate ---- */

static bool is_over(const minimiser *job) {
    const ts_minimise_options *options = job->options;
    return job->status != TS_OK || job->best->tries >= options->tries ||
           (options->interrupted && options->interrupted(options->self));
}

/* True when it is taken. */
static bool offer(minimiser *job, const ts_ccd_query *candidate) {
    ts_ccd_query tidy;
    ts_trial trial;
    ts_minimised *best = job->best;
    ts_hand_over(candidate, &tidy);
    if (ts_ccd_query_check(&tidy, NULL) != TS_OK || !is_simpler(&tidy, &best->query) || is_over(job)) return false;
    ++best->tries;
    job->status = ts_hunt_try(job->options->method, job->options->goal, &tidy, &trial);
    if (job->status != TS_OK || !fails_alike(job->options->goal, &best->before, &trial)) return false;
    best->query = tidy;
    best->after = trial;
    return true;
}

/* ---- Large steps: whole vertices, motions, axes, places and scales ---- */

static bool drop_extras(minimiser *job) {
    ts_ccd_query thin = job->best->query, full = job->best->query;
    thin.min_distance = 0.0;
    bool taken = offer(job, &thin);
    if (taken) full = job->best->query;
    full.t_max = 1.0;
    return offer(job, &full) || taken;
}

/* Sets x0, x1 or both (bits of `ends`) of one row to zero, on the axes of a set. */
static void clear_row(ts_ccd_query *query, int row, unsigned ends, unsigned axes) {
    for (int c = 0; c < 3; ++c) {
        if (!(axes & (1u << c))) continue;
        if (ends & 1u) query->x0[row][c] = 0.0;
        if (ends & 2u) query->x1[row][c] = 0.0;
    }
}

/* All axes at once first, then single ones; both ends first. */
static bool clear_coordinates(minimiser *job) {
    static const unsigned AXES[] = {7, 1, 2, 4}, ENDS[] = {3, 1, 2};
    bool taken = false;
    for (int row = 0; row < ts_ccd_vertices(job->best->query.kind); ++row) {
        for (int k = 0; k < 12; ++k) {
            ts_ccd_query candidate = job->best->query;
            clear_row(&candidate, row, ENDS[k % 3], AXES[k / 3]);
            taken |= offer(job, &candidate);
        }
    }
    return taken;
}

/* An axis that nothing needs. */
static bool clear_axes(minimiser *job) {
    bool taken = false;
    for (unsigned axis = 0; axis < 3; ++axis) {
        ts_ccd_query candidate = job->best->query;
        for (int row = 0; row < 4; ++row) clear_row(&candidate, row, 3u, 1u << axis);
        taken |= offer(job, &candidate);
    }
    return taken;
}

/* Vertices that stand still, wholly or along an axis, where they start or where they end. */
static bool stop_vertices(minimiser *job) {
    bool taken = false;
    for (int row = 0; row < ts_ccd_vertices(job->best->query.kind); ++row) {
        for (int k = 0; k < 8; ++k) {
            const bool at_start = k % 2 == 0;
            const int axis = k / 2 - 1; /* -1: all three */
            ts_ccd_query candidate = job->best->query;
            for (int c = 0; c < 3; ++c) {
                if (axis >= 0 && c != axis) continue;
                if (at_start)
                    candidate.x1[row][c] = candidate.x0[row][c];
                else
                    candidate.x0[row][c] = candidate.x1[row][c];
            }
            taken |= offer(job, &candidate);
        }
    }
    return taken;
}

/* Each vertex in turn becomes the origin, at the start, or its whole motion is taken off all. */
static bool translate(minimiser *job) {
    bool taken = false;
    for (int row = 0; row < ts_ccd_vertices(job->best->query.kind); ++row) {
        for (int moving = 0; moving < 2; ++moving) {
            ts_ccd_query candidate = job->best->query;
            const ts_ccd_query from = candidate;
            for (int i = 0; i < ts_ccd_vertices(from.kind); ++i) {
                ts_sub(from.x0[i], from.x0[row], candidate.x0[i]);
                ts_sub(from.x1[i], moving ? from.x1[row] : from.x0[row], candidate.x1[i]);
            }
            taken |= offer(job, &candidate);
        }
    }
    return taken;
}

/* The largest coordinate between 1 and 2. */
static bool scale_to_unit(minimiser *job) {
    ts_ccd_query candidate = job->best->query;
    double largest = 0.0;
    for (int i = 0; i < 24; ++i)
        largest = fmax(largest, fabs((i < 12 ? candidate.x0 : candidate.x1)[i % 12 / 3][i % 3]));
    int exponent;
    frexp(largest, &exponent);
    const double factor = ldexp(1.0, 1 - exponent);
    for (int i = 0; i < 4; ++i) {
        ts_scale(factor, candidate.x0[i], candidate.x0[i]);
        ts_scale(factor, candidate.x1[i], candidate.x1[i]);
    }
    candidate.min_distance *= factor;
    return offer(job, &candidate);
}

/* ---- Small steps: single numbers ---- */

enum { NUMBERS = 26 };

static double *number_at(ts_ccd_query *query, int index) {
    if (index == 24) return &query->min_distance;
    if (index == 25) return &query->t_max;
    return &(index < 12 ? query->x0 : query->x1)[index % 12 / 3][index % 3];
}

static double rounded(double x, int bits) {
    int exponent;
    const double significand = frexp(x, &exponent);
    return ldexp(nearbyint(ldexp(significand, bits)), exponent - bits);
}

/* All numbers to as few bits as will do. */
static bool round_all(minimiser *job) {
    for (int bits = 1; bits < 53; ++bits) {
        ts_ccd_query candidate = job->best->query;
        for (int n = 0; n < NUMBERS; ++n) *number_at(&candidate, n) = rounded(*number_at(&candidate, n), bits);
        if (offer(job, &candidate)) return true;
    }
    return false;
}

/* Does the number stand for both ends of a coordinate that does not move? */
static bool stands_still(const ts_ccd_query *query, int index) {
    return index < 12 && query->x0[index / 3][index % 3] == query->x1[index / 3][index % 3];
}

/* Number `index` becomes `value`, at both ends of what stands still. */
static bool offer_number(minimiser *job, int index, double value) {
    ts_ccd_query candidate = job->best->query;
    if (stands_still(&candidate, index)) *number_at(&candidate, index + 12) = value;
    *number_at(&candidate, index) = value;
    return offer(job, &candidate);
}

static bool round_each(minimiser *job) {
    bool taken = false;
    for (int n = 0; n < NUMBERS; ++n) {
        const double x = *number_at(&job->best->query, n);
        bool shorter = false;
        if (x == 0.0) continue;
        for (int bits = 1; bits < 53 && !shorter; ++bits) shorter = offer_number(job, n, rounded(x, bits));
        taken |= shorter;
    }
    return taken;
}

/* Single ones cleared, the lowest first. */
static bool clear_bits(minimiser *job) {
    bool taken = false;
    for (int n = 0; n < NUMBERS; ++n) {
        int exponent;
        frexp(*number_at(&job->best->query, n), &exponent);
        for (int k = 0; k < 53; ++k) {
            const double x = *number_at(&job->best->query, n), one = ldexp(1.0, exponent - 53 + k);
            if (fmod(fabs(x), 2.0 * one) < one) continue;
            taken |= offer_number(job, n, x - copysign(one, x));
        }
    }
    return taken;
}

/* ---- All together ---- */

static bool simplify_once(minimiser *job) {
    static bool (*const STEPS[])(minimiser * job) = {drop_extras,   clear_axes, clear_coordinates,
                                                     stop_vertices, translate,  scale_to_unit,
                                                     round_all,     round_each, clear_bits};
    bool taken = false;
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; ++i) taken |= STEPS[i](job);
    return taken;
}

ts_status ts_minimise(const ts_minimise_options *options, const ts_ccd_query *query, ts_minimised *minimised,
                      ts_error *error) {
    ts_minimised best = {.query = *query, .bits_before = ts_query_bits(query)};
    minimiser job = {.options = options, .best = &best};
    job.status = ts_hunt_try(options->method, options->goal, query, &best.before);
    if (job.status != TS_OK) return ts_fail(error, job.status, "the query is not one that can be answered");
    best.after = best.before;
    const bool fast = options->goal == TS_HUNT_SLOW || options->goal == TS_HUNT_TIME;
    if (!fast && best.before.failure == TS_FAILURE_NONE) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "%s does not fail on this query; only its slowness can be kept (the goals slow and time)",
                       options->method->backend->name);
    }
    while (simplify_once(&job)) continue;
    if (job.status != TS_OK) return ts_fail(error, job.status, "the oracle has no answer; please report it");
    best.complete = !is_over(&job);
    best.bits_after = ts_query_bits(&best.query);
    *minimised = best;
    return TS_OK;
}
