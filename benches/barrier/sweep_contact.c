/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sweeps of what depends on one number or two of contact: the barrier by squared distance, the mollifier by its
 * crossing, the weight, friction. */
#include <math.h>

#include "benches/barrier/sweep.h"
#include "benches/barrier/sweep_parts.h"

/* d2 by a gap from 1e-16 m to beyond dhat; where that is below a unit in the last place of d2, one unit. */
static void fill_gap(ts_random *random, ts_term_point *point) {
    const double gap = ts_draw_range(random, point), d = point->parameters[0] + gap;
    point->inputs[0] = fmax(d * d, nextafter(point->parameters[0] * point->parameters[0], HUGE_VAL));
    point->variable = gap;
}

static void fill_crossing(ts_random *random, ts_term_point *point) {
    point->variable = ts_random_log(random, 1e-16, 2.0);
    point->parameters[0] = ts_random_log(random, 1e-24, 1e6);
    point->inputs[0] = point->variable * point->parameters[0];
}

/* Collisions are counted in whole numbers; a weight grows while they last. */
static void fill_weight(ts_random *random, ts_term_point *point) {
    point->inputs[0] = ts_random_log(random, 1e-6, 1e9);
    point->inputs[1] = ts_random_between(random, 1.0, 3.0);
    point->inputs[2] = (double)ts_random_below(random, 60);
    point->variable = point->inputs[2] + 1.0;
}

/* y from 0, a part of the time exactly, through e; for the sliding vector in any direction. */
static void fill_sliding(ts_random *random, ts_term_point *point) {
    const double e = ts_random_log(random, 1e-12, 1e-2);
    const double part =
        ts_random_below(random, 4) == 0 ? ts_random_between(random, 0.9, 1.1) : ts_random_log(random, 1e-16, 10.0);
    const double y = ts_random_below(random, 16) == 0 ? 0.0 : part * e, across = ts_random_between(random, -1.0, 1.0);
    point->parameters[0] = e;
    point->inputs[0] = y;
    point->inputs[1] = across * y;
    point->variable = part;
}

/* ---- paths: u = D/Dhat, c/eps, y/e ---- */

/* As close to contact as d2 = xi^2 + D has 12 bits of D. */
static void path_gap(ts_random *random, ts_term_line *line) {
    double *p = line->parameters;
    ts_draw_wide_range(random, p);
    line->from[0] = p[0] * p[0];
    line->to[0] = (p[0] + p[1]) * (p[0] + p[1]);
    line->nearest = fmin(fmax(1e-30, 0x1p-40 * line->from[0] / (line->to[0] - line->from[0])), 0.1);
}

static void path_crossing(ts_random *random, ts_term_line *line) {
    line->to[0] = line->parameters[0] = ts_random_log(random, 1e-24, 1e6);
    line->nearest = 1e-16;
}

static void path_sliding(ts_random *random, ts_term_line *line) {
    const double e = ts_random_log(random, 1e-12, 10.0);
    line->parameters[0] = line->to[0] = e;
    line->nearest = 1e-16;
}

/* In any direction of the plane. */
static void path_sliding_vector(ts_random *random, ts_term_line *line) {
    const double e = ts_random_log(random, 1e-12, 10.0);
    double way[3];
    ts_draw_unit(random, way);
    const double length = hypot(way[0], way[1]);
    line->parameters[0] = e;
    for (int c = 0; c < 2; ++c) line->to[c] = e * (length > 0.0 ? way[c] / length : 1.0 - c);
    line->nearest = 1e-16;
}

static const ts_term_path GAP = {path_gap, 1e6, true}, CROSSING = {path_crossing, 1e3, false},
                          SLIDING = {path_sliding, 1e3, false}, SLIDING_VECTOR = {path_sliding_vector, 1e3, true};

static const ts_term_sweep SWEEPS[] = {
    TS_SWEEP_ALONG("barrier", "gap", "gap (m)", fill_gap, &GAP),
    TS_SWEEP_ALONG("mollifier", "crossing", "c/eps", fill_crossing, &CROSSING),
    TS_SWEEP("collision-weight", "count", "collisions + 1", fill_weight),
    TS_SWEEP_ALONG("friction-f0", "sliding", "y/e", fill_sliding, &SLIDING),
    TS_SWEEP_ALONG("friction-f1", "sliding", "y/e", fill_sliding, &SLIDING),
    TS_SWEEP_ALONG("friction-f1-over-y", "sliding", "y/e", fill_sliding, &SLIDING),
    TS_SWEEP_ALONG("friction", "sliding", "y/e", fill_sliding, &SLIDING_VECTOR),
};

const ts_term_sweep_list ts_contact_sweeps = TS_SWEEP_LIST(SWEEPS);
