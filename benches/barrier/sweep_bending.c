/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sweeps of hinges and rods: nearly flat, nearly folded, slivers, all sizes. */
#include "benches/barrier/sweep.h"
#include "benches/barrier/sweep_parts.h"

/* A draft of `nodes` points, turned and moved by its size. */
static void place(ts_random *random, int nodes, double size, const double draft[][3], double *inputs) {
    double frame[3][3], origin[3];
    ts_draw_frame(random, frame);
    ts_draw_unit(random, origin);
    for (int i = 0; i < nodes; ++i) {
        double *at = inputs + 3 * i;
        ts_scale(size, origin, at);
        for (int c = 0; c < 3; ++c) ts_axpy(at, size * draft[i][c], frame[c], at);
    }
}

/* Heights over the edge, and how the second triangle leaves the plane of the first. */
typedef struct hinge_shape {
    double height, across, up;
} hinge_shape;

static void place_hinge(ts_random *random, const hinge_shape *wanted, ts_term_point *point) {
    const double first = ts_random_between(random, 0.1, 0.9), second = ts_random_between(random, 0.1, 0.9);
    const double draft[4][3] = {{0, 0, 0}, {1, 0, 0}, {first, wanted->height, 0}, {second, wanted->across, wanted->up}};
    place(random, 4, ts_random_log(random, 1e-6, 1e3), draft, point->inputs);
    point->parameters[0] = ts_random_log(random, 1e-9, 1e3);
    point->parameters[1] = ts_random_below(random, 2) == 0 ? 0.0 : ts_random_between(random, -3.0, 3.0);
}

/* Angles next to 0 (across < 0) and next to pi, from 1e-12 rad. */
static void turned_hinge(ts_random *random, double side, ts_term_point *point) {
    const double turn = ts_random_log(random, 1e-12, 1.0), sign = ts_random_below(random, 2) == 0 ? 1.0 : -1.0;
    const double height = ts_random_between(random, 0.3, 1.0);
    place_hinge(random, &(hinge_shape){ts_random_between(random, 0.3, 1.0), side * height, sign * turn * height},
                point);
    point->variable = turn;
}

static void fill_flat(ts_random *random, ts_term_point *point) {
    turned_hinge(random, -1.0, point);
}

static void fill_folded(ts_random *random, ts_term_point *point) {
    turned_hinge(random, 1.0, point);
}

/* Triangles of heights from 1e-9 of the edge, at any angle. */
static void fill_sliver(ts_random *random, ts_term_point *point) {
    const double thin = ts_random_log(random, 1e-9, 1.0);
    place_hinge(
        random,
        &(hinge_shape){thin, thin * ts_random_between(random, -1.0, 1.0), thin * ts_random_between(random, 0.1, 1.0)},
        point);
    point->variable = thin;
}

/* Away from its length at rest by 1e-15 to a half of it. */
static void fill_rod_stretch(ts_random *random, ts_term_point *point) {
    const double off = ts_random_log(random, 1e-15, 0.5), size = ts_random_log(random, 1e-6, 1e3);
    const double sign = ts_random_below(random, 2) == 0 ? 1.0 : -1.0,
                 draft[2][3] = {{0, 0, 0}, {1.0 + sign * off, 0, 0}};
    point->parameters[0] = ts_random_log(random, 1e-6, 1e9);
    point->parameters[1] = size;
    place(random, 2, size, draft, point->inputs);
    point->variable = off;
}

/* Two segments at an angle whose tangent, or next to a fold whose supplement, is `turn`. */
static void place_rod(ts_random *random, double along, double turn, ts_term_point *point) {
    const double size = ts_random_log(random, 1e-6, 1e3), length = ts_random_between(random, 0.9, 1.1);
    const double whole = length / sqrt(1.0 + turn * turn);
    const double draft[3][3] = {{0, 0, 0}, {1, 0, 0}, {1.0 + along * whole, turn * whole, 0}};
    place(random, 3, size, draft, point->inputs);
    point->parameters[0] = ts_random_log(random, 1e-12, 1e3);
    point->parameters[1] = size;
    point->parameters[2] = size * length;
    point->variable = turn;
}

static void fill_straight(ts_random *random, ts_term_point *point) {
    place_rod(random, 1.0, ts_random_log(random, 1e-12, 2.0), point);
}

/* The sum l0 l1 + e0.e1 vanishes where the rod is folded back. */
static void fill_folded_rod(ts_random *random, ts_term_point *point) {
    place_rod(random, -1.0, ts_random_log(random, 1e-6, 2.0), point);
}

/* ---- paths ---- */

/* Both ends of a line in one frame, each at a place of its own. */
static void place_path(ts_random *random, int nodes, double size, const double draft[2][4][3], ts_term_line *line) {
    double frame[3][3], origin[3];
    ts_draw_frame(random, frame);
    for (int end = 0; end < 2; ++end) {
        ts_draw_unit(random, origin);
        for (int i = 0; i < nodes; ++i) {
            double *at = (end == 0 ? line->from : line->to) + 3 * i;
            ts_scale(size, origin, at);
            for (int c = 0; c < 3; ++c) ts_axpy(at, size * draft[end][i][c], frame[c], at);
        }
    }
    line->nearest = 1e-12;
}

/* From flat to beyond a right angle, either way. */
static void path_hinge(ts_random *random, ts_term_line *line) {
    const double first = ts_random_between(random, 0.1, 0.9), second = ts_random_between(random, 0.1, 0.9);
    const double height = ts_random_between(random, 0.3, 1.0), other = ts_random_between(random, 0.3, 1.0);
    const double up = ts_random_below(random, 2) == 0 ? other : -other;
    const double draft[2][4][3] = {{{0, 0, 0}, {1, 0, 0}, {first, height, 0}, {second, -other, 0}},
                                   {{0, 0, 0}, {1, 0, 0}, {second, height, 0}, {first, 0.5 * other, up}}};
    place_path(random, 4, ts_random_log(random, 1e-6, 1e3), draft, line);
    line->parameters[0] = ts_random_log(random, 1e-9, 1e3);
    line->parameters[1] = ts_random_below(random, 2) == 0 ? 0.0 : ts_random_between(random, -3.0, 3.0);
}

/* u = length over that at rest */
static void path_rod_stretch(ts_random *random, ts_term_line *line) {
    const double size = ts_random_log(random, 1e-6, 1e3), draft[2][4][3] = {{{0}}, {{0, 0, 0}, {1, 0, 0}}};
    place_path(random, 2, size, draft, line);
    line->parameters[0] = ts_random_log(random, 1e-6, 1e9);
    line->parameters[1] = size;
}

/* From straight to a right angle and beyond. */
static void path_rod_bending(ts_random *random, ts_term_line *line) {
    const double size = ts_random_log(random, 1e-6, 1e3);
    const double draft[2][4][3] = {{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}};
    place_path(random, 3, size, draft, line);
    line->parameters[0] = ts_random_log(random, 1e-12, 1e3);
    line->parameters[1] = size;
    line->parameters[2] = size * ts_random_between(random, 0.5, 2.0);
}

static const ts_term_path HINGE = {path_hinge, 2.0, true}, ROD_STRETCH = {path_rod_stretch, 100.0, true},
                          ROD_BENDING = {path_rod_bending, 2.0, true};

static const ts_term_sweep SWEEPS[] = {
    TS_SWEEP_ALONG("hinge-angle", "flat", "angle (rad)", fill_flat, &HINGE),
    TS_SWEEP("hinge-angle", "folded", "angle from the fold (rad)", fill_folded),
    TS_SWEEP("hinge-angle", "sliver", "height over width", fill_sliver),
    TS_SWEEP_ALONG("hinge-bending", "flat", "angle (rad)", fill_flat, &HINGE),
    TS_SWEEP("hinge-bending", "folded", "angle from the fold (rad)", fill_folded),
    TS_SWEEP("hinge-bending", "sliver", "height over width", fill_sliver),
    TS_SWEEP_ALONG("rod-stretch", "stretch", "distance from rest", fill_rod_stretch, &ROD_STRETCH),
    TS_SWEEP_ALONG("rod-bending", "straight", "tangent of the angle", fill_straight, &ROD_BENDING),
    TS_SWEEP("rod-bending", "folded", "tangent of the angle from the fold", fill_folded_rod),
    TS_SWEEP_ALONG("rod-bending-angle", "straight", "tangent of the angle", fill_straight, &ROD_BENDING),
    TS_SWEEP("rod-bending-angle", "folded", "tangent of the angle from the fold", fill_folded_rod),
};

const ts_term_sweep_list ts_bending_sweeps = TS_SWEEP_LIST(SWEEPS);
