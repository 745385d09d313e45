/* SPDX-License-Identifier: GPL-2.0-or-later
 * Planning a scan: so many places for each stratum, dealt out to lines. */
#include "benches/barrier/scan/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

/* u as a function of t in (0, 1). */
enum stratum {
    EVENLY,     /* from 0 to 1, of a path to 2 */
    TOWARDS_0,  /* from 1 to the nearest, by the logarithm; likewise */
    BEFORE_1,   /* from 1/2 towards 1 */
    BEHIND_1,   /* from 3/2 towards 1 */
    FAR_BEYOND, /* from 2 to the farthest */
    BELOW_0,    /* from -1 to -nearest */
    STRATA
};

/* Strides: a stratum is shared by so many lines at once. Even places see more parameters that way; logarithmic ones
 * are close together for the sake of what is smooth by u/(u + h). */
static const struct {
    double share[2]; /* without a path, with one */
    uint32_t stride;
} STRATUM[STRATA] = {
    {{0.60, 0.43}, 16}, {{0.20, 0.22}, 2}, {{0.20, 0.11}, 2}, {{0.0, 0.11}, 2}, {{0.0, 0.11}, 2}, {{0.0, 0.02}, 2},
};

/* How close to 1 the strata go. */
#define CLOSEST 1e-13

static bool is_asked(const ts_term_path *path, int stratum) {
    if (stratum == FAR_BEYOND) return path && path->farthest > 2.0;
    if (stratum == BELOW_0) return path && path->below;
    return STRATUM[stratum].share[path != NULL] > 0.0;
}

double ts_scan_u(const ts_scan_series *series, const ts_term_line *line, double k) {
    const ts_term_path *path = series->sweep->path;
    const double t = ((double)series->first + k * series->stride + 0.5) / (double)series->places;
    switch ((enum stratum)series->stratum) {
    case TOWARDS_0: return exp((1.0 - t) * log(line->nearest));
    case BEFORE_1: return 1.0 - 0.5 * exp(t * log(2.0 * CLOSEST));
    case BEHIND_1: return 1.0 + 0.5 * exp(t * log(2.0 * CLOSEST));
    case FAR_BEYOND: return 2.0 * exp(t * log(0.5 * path->farthest));
    case BELOW_0: return -exp((1.0 - t) * log(line->nearest));
    case EVENLY:
    case STRATA: break;
    }
    return path ? 2.0 * t : t;
}

void ts_scan_point_at(const ts_term_line *line, double u, ts_term_point *point) {
    for (int i = 0; i < TS_TERM_MOST_INPUTS; ++i) point->inputs[i] = line->from[i] + u * (line->to[i] - line->from[i]);
    memcpy(point->parameters, line->parameters, sizeof point->parameters);
    point->variable = fmax(fabs(u), 1e-300);
}

void ts_scan_line_of(const ts_scan_plan *plan, const ts_scan_series *series, ts_term_line *line) {
    ts_term_sweep_line(series->sweep, plan->seed, series->line, line);
}

/* ---- planning ---- */

/* One series of a block of stride * TS_SERIES_OWN places that begins at `begin`: those at begin + lane, with the
 * overlap as far as the stratum has places for it. */
static ts_scan_series cut(const ts_term_sweep *sweep, int stratum, uint64_t places, uint64_t begin, uint64_t lane) {
    const uint64_t stride = STRATUM[stratum].stride;
    int64_t first = (int64_t)(begin + lane), last = first + (int64_t)(stride * (TS_SERIES_OWN + TS_SERIES_OVERLAP - 1));
    first -= (int64_t)(stride * TS_SERIES_OVERLAP);
    while (first < 0) first += (int64_t)stride;
    while (last >= (int64_t)places) last -= (int64_t)stride;
    const int64_t count = last < first ? 0 : (last - first) / (int64_t)stride + 1;
    return (ts_scan_series){.sweep = sweep,
                            .first = (uint64_t)first,
                            .places = places,
                            .stride = (uint32_t)stride,
                            .count = (uint16_t)count,
                            .stratum = (uint16_t)stratum};
}

/* An even number, so that no place is exactly at 1. */
static uint64_t places_of(const ts_term_sweep *sweep, int stratum, uint64_t points) {
    if (!is_asked(sweep->path, stratum)) return 0;
    return 2 * (uint64_t)ceil(0.5 * STRATUM[stratum].share[sweep->path != NULL] * (double)points);
}

static void plan_stratum(ts_scan_plan *plan, const ts_term_sweep *sweep, int stratum, uint64_t points) {
    const uint64_t places = places_of(sweep, stratum, points), stride = STRATUM[stratum].stride;
    for (uint64_t begin = 0; begin < places; begin += stride * TS_SERIES_OWN) {
        for (uint64_t lane = 0; lane < stride && begin + lane < places; ++lane) {
            const ts_scan_series series = cut(sweep, stratum, places, begin, lane);
            if (plan->series) {
                plan->series[plan->count] = series;
                plan->series[plan->count].line = plan->count;
            }
            ++plan->count;
            plan->points += series.count;
        }
    }
}

static void plan_all(ts_scan_plan *plan, const ts_term_sweep *sweeps, size_t count, uint64_t points) {
    size_t chosen = 0;
    plan->count = 0;
    plan->points = 0;
    for (size_t s = 0; s < count; ++s) chosen += sweeps[s].path != NULL;
    const bool any = chosen > 0;
    for (size_t s = 0; s < count; ++s) {
        if (any && !sweeps[s].path) continue;
        for (int stratum = 0; stratum < STRATA; ++stratum) {
            plan_stratum(plan, &sweeps[s], stratum, points / (any ? chosen : count));
        }
    }
}

ts_status ts_scan_plan_make(const ts_term *term, uint64_t points, uint64_t seed, ts_scan_plan *plan, ts_error *error) {
    ts_scan_plan made = {.seed = seed};
    size_t count;
    const ts_term_sweep *sweeps = ts_term_sweeps_of(term, &count);
    plan_all(&made, sweeps, count, points); /* counts */
    made.series = calloc(made.count + 1, sizeof *made.series);
    if (!made.series) return ts_fail_memory(error, "the plan of a scan");
    plan_all(&made, sweeps, count, points);
    *plan = made;
    return TS_OK;
}

void ts_scan_plan_clear(ts_scan_plan *plan) {
    free(plan->series);
    *plan = (ts_scan_plan){0};
}
