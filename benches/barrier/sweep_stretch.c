/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sweeps of what depends on a deformation gradient: strain limits, membranes, tets. F = R S Q^T with rotations drawn
 * and singular values chosen. */
#include "benches/barrier/sweep.h"
#include "benches/barrier/sweep_parts.h"

/* F, `rows` by `columns`, row by row. */
typedef struct gradient_shape {
    int rows, columns;
    double sigma[3];
} gradient_shape;

/* A rotation of the plane, or of space. */
static void draw_turn(ts_random *random, int size, double turn[3][3]) {
    ts_draw_frame(random, turn);
    if (size == 3) return;
    const double r = sqrt(turn[0][0] * turn[0][0] + turn[0][1] * turn[0][1]);
    const double c = r > 0.0 ? turn[0][0] / r : 1.0, s = r > 0.0 ? turn[0][1] / r : 0.0;
    turn[0][0] = turn[1][1] = c;
    turn[0][1] = -s;
    turn[1][0] = s;
}

/* One in four unturned: singular values are then exact, and equal ones equal. */
static void compose(ts_random *random, const gradient_shape *wanted, double *f) {
    double left[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, right[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (ts_random_below(random, 4) > 0) {
        draw_turn(random, wanted->rows, left);
        draw_turn(random, wanted->columns, right);
    }
    for (int i = 0; i < wanted->rows; ++i) {
        for (int j = 0; j < wanted->columns; ++j) {
            double entry = 0.0;
            for (int k = 0; k < wanted->columns; ++k) entry += left[i][k] * wanted->sigma[k] * right[j][k];
            f[wanted->columns * i + j] = entry;
        }
    }
}

/* mu, lambda */
static void draw_material(ts_random *random, ts_term_point *point) {
    for (int k = 0; k < 2; ++k) point->parameters[k] = ts_random_log(random, 1e3, 1e9);
}

/* ---- strain limits ---- */

/* parameters = s, shat; an upper limit. The room left to it, from 1e-12 to beyond shat. */
static double draw_room(ts_random *random, ts_term_point *point) {
    const double limit = ts_random_between(random, 1.01, 1.5);
    point->parameters[0] = limit;
    point->parameters[1] = 1.0 + 0.5 * (limit - 1.0) * ts_random_unit(random);
    return ts_random_below(random, 4) == 0 ? ts_random_between(random, 0.9, 1.1) * (limit - point->parameters[1])
                                           : ts_random_log(random, 1e-12, limit - point->parameters[1]);
}

static void fill_limit(ts_random *random, ts_term_point *point) {
    point->variable = draw_room(random, point);
    point->inputs[0] = point->parameters[0] - point->variable;
    if (ts_random_below(random, 4) > 0) return;
    point->parameters[0] = 0.5; /* one in four is a lower limit */
    point->parameters[1] = 0.75;
    point->inputs[0] = 0.5 + fmin(point->variable, 0.3);
}

/* The other singular value is the same, next to it, or anything. */
static void fill_limit_matrix(ts_random *random, int rows, ts_term_point *point) {
    point->variable = draw_room(random, point);
    const double most = point->parameters[0] - point->variable;
    const double apart[3] = {0.0, ts_random_log(random, 1e-16, 1e-3), ts_random_between(random, 0.0, 0.5)};
    const gradient_shape wanted = {rows, 2, {most, most * (1.0 - apart[ts_random_below(random, 3)]), 0.0}};
    compose(random, &wanted, point->inputs);
}

static void fill_limit_2x2(ts_random *random, ts_term_point *point) {
    fill_limit_matrix(random, 2, point);
}

static void fill_limit_3x2(ts_random *random, ts_term_point *point) {
    fill_limit_matrix(random, 3, point);
}

/* ---- membranes ---- */

static void fill_eta(ts_random *random, ts_term_point *point) {
    const double most = ts_random_log(random, 1e-6, 10.0), sign = ts_random_below(random, 4) == 0 ? -1.0 : 1.0;
    const double room = ts_random_log(random, 1e-12, 1.0);
    point->parameters[0] = most;
    point->inputs[0] = ts_random_below(random, 2) == 0 ? most * (1.0 - room) : sign * most * room;
    point->variable = room;
}

/* Away from rest by 1e-12 to a half; one in eight degenerate. */
static void fill_stvk(ts_random *random, ts_term_point *point) {
    const double off = ts_random_log(random, 1e-12, 0.5), flat = ts_random_below(random, 8) == 0 ? 1e-9 : 1.0;
    const gradient_shape wanted = {3, 2, {1.0 + off, flat * (1.0 + off * ts_random_between(random, -1.0, 1.0)), 0.0}};
    point->parameters[0] = ts_random_log(random, 1e-12, 1.0);
    for (int k = 1; k < 3; ++k) point->parameters[k] = ts_random_log(random, 1e3, 1e9);
    compose(random, &wanted, point->inputs);
    point->variable = off;
}

/* Away from rest, and down to a triangle without area. */
static void fill_near_rest_membrane(ts_random *random, ts_term_point *point) {
    const double off = ts_random_log(random, 1e-12, 0.5);
    const gradient_shape wanted = {3, 2, {1.0 + off, 1.0 + off * ts_random_between(random, -1.0, 1.0), 0.0}};
    draw_material(random, point);
    compose(random, &wanted, point->inputs);
    point->variable = off;
}

static void fill_flat_membrane(ts_random *random, ts_term_point *point) {
    const double flat = ts_random_log(random, 1e-12, 1.0);
    const gradient_shape wanted = {3, 2, {ts_random_between(random, 1.0, 2.0), flat, 0.0}};
    draw_material(random, point);
    compose(random, &wanted, point->inputs);
    point->variable = flat;
}

/* Warp and weft stretched until the strain of one is within 1e-12 to 1 of its limit: E = (sigma^2 - 1)/2. */
static void fill_woven(ts_random *random, ts_term_point *point) {
    const double limit = ts_random_between(random, 0.05, 0.5), room = ts_random_log(random, 1e-12, 1.0);
    const double strain = limit * (1.0 - room), other = limit * ts_random_between(random, -0.5, 0.5);
    double frame[3][3];
    for (int k = 0; k < 4; ++k) point->parameters[k] = ts_random_log(random, 1.0, 1e6);
    for (int k = 4; k < 7; ++k) point->parameters[k] = limit;
    ts_draw_frame(random, frame);
    const double slant = 0.5 * limit * ts_random_between(random, -1.0, 1.0);
    for (int i = 0; i < 3; ++i) {
        point->inputs[2 * i] = sqrt(1.0 + 2.0 * strain) * frame[0][i];
        point->inputs[2 * i + 1] = sqrt(1.0 + 2.0 * other) * (frame[1][i] + slant * frame[0][i]);
    }
    point->variable = room;
}

/* ---- tets ---- */

/* Away from rest by 1e-12 to 1. */
static void fill_near_rest(ts_random *random, ts_term_point *point) {
    const double off = ts_random_log(random, 1e-12, 1.0);
    gradient_shape wanted = {3, 3, {1.0, 1.0, 1.0}};
    for (int k = 0; k < 3; ++k) wanted.sigma[k] += 0.9 * off * ts_random_between(random, -1.0, 1.0);
    draw_material(random, point);
    compose(random, &wanted, point->inputs);
    point->variable = off;
}

/* The least singular value from 1e-12; one in three with two of them alike. */
static void flattened(ts_random *random, double sign, ts_term_point *point) {
    const double flat = ts_random_log(random, 1e-12, 1.0), first = ts_random_between(random, 1.0, 2.0);
    const double apart = ts_random_below(random, 3) == 0 ? ts_random_log(random, 1e-16, 1e-2) : 0.4;
    const gradient_shape wanted = {3, 3, {first, first * (1.0 - apart), 0.5 * sign * flat}};
    draw_material(random, point);
    compose(random, &wanted, point->inputs);
    point->variable = flat;
}

static void fill_flat(ts_random *random, ts_term_point *point) {
    flattened(random, 1.0, point);
}

static void fill_inverted(ts_random *random, ts_term_point *point) {
    flattened(random, ts_random_below(random, 4) == 0 ? 1.0 : -1.0, point);
}

static const ts_term_sweep SWEEPS[] = {
    TS_SWEEP("strain-limit", "stretch", "room to the limit", fill_limit),
    TS_SWEEP("strain-limit-2x2", "stretch", "room to the limit", fill_limit_2x2),
    TS_SWEEP("strain-limit-3x2", "stretch", "room to the limit", fill_limit_3x2),
    TS_SWEEP("membrane-stvk", "stretch", "distance from rest", fill_stvk),
    TS_SWEEP("membrane-neo-hookean", "rest", "distance from rest", fill_near_rest_membrane),
    TS_SWEEP("membrane-neo-hookean", "flat", "least singular value", fill_flat_membrane),
    TS_SWEEP("orthotropic-eta", "stretch", "room to the limit over it", fill_eta),
    TS_SWEEP("membrane-orthotropic", "stretch", "room to the limit over it", fill_woven),
    TS_SWEEP("fixed-corotated", "rest", "distance from rest", fill_near_rest),
    TS_SWEEP("fixed-corotated", "inverted", "least singular value", fill_inverted),
    TS_SWEEP("neo-hookean", "rest", "distance from rest", fill_near_rest),
    TS_SWEEP("neo-hookean", "flat", "least singular value", fill_flat),
};

const ts_term_sweep_list ts_stretch_sweeps = TS_SWEEP_LIST(SWEEPS);
