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

/* R and Q */
typedef struct turns {
    double left[3][3], right[3][3];
} turns;

/* One in four unturned: singular values are then exact, and equal ones equal. */
static turns draw_turns(ts_random *random, int rows, int columns) {
    turns made = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (ts_random_below(random, 4) > 0) {
        draw_turn(random, rows, made.left);
        draw_turn(random, columns, made.right);
    }
    return made;
}

static void compose_turned(const turns *turned, const gradient_shape *wanted, double *f) {
    for (int i = 0; i < wanted->rows; ++i) {
        for (int j = 0; j < wanted->columns; ++j) {
            double entry = 0.0;
            for (int k = 0; k < wanted->columns; ++k)
                entry += turned->left[i][k] * wanted->sigma[k] * turned->right[j][k];
            f[wanted->columns * i + j] = entry;
        }
    }
}

static void compose(ts_random *random, const gradient_shape *wanted, double *f) {
    const turns turned = draw_turns(random, wanted->rows, wanted->columns);
    compose_turned(&turned, wanted, f);
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

/* ---- paths ---- */

/* The singular values go from those of `one` to those of `two`. */
static void compose_path(ts_random *random, const gradient_shape *one, const gradient_shape *two, ts_term_line *line) {
    const turns turned = draw_turns(random, one->rows, one->columns);
    compose_turned(&turned, one, line->from);
    compose_turned(&turned, two, line->to);
}

/* parameters = s, shat, an upper limit or a lower one; also closer to 1 and farther away than those of the sweeps. */
static void draw_limit(ts_random *random, bool either, double *parameters) {
    const double over = ts_random_log(random, 1e-3, 0.8), below = over / (1.0 + over);
    const bool lower = either && ts_random_below(random, 4) == 0;
    parameters[0] = lower ? 1.0 - below : 1.0 + over;
    parameters[1] = 1.0 + 0.5 * (parameters[0] - 1.0) * ts_random_unit(random);
}

/* u = (s - sigma)/(s - shat) */
static void path_limit(ts_random *random, ts_term_line *line) {
    draw_limit(random, true, line->parameters);
    line->from[0] = line->parameters[0];
    line->to[0] = line->parameters[1];
    line->nearest = 1e-11;
}

/* Likewise of the larger singular value. */
static void path_limit_matrix(ts_random *random, int rows, ts_term_line *line) {
    const double *p = line->parameters, close = ts_random_between(random, 0.3, 1.0);
    draw_limit(random, false, line->parameters);
    const double least = fmax(2.0 * p[1] - p[0], 0.0); /* of the larger one, at u = 2 */
    const gradient_shape one = {rows, 2, {p[0], close * least, 0.0}}, two = {rows, 2, {p[1], 0.9 * close * least, 0.0}};
    compose_path(random, &one, &two, line);
    line->nearest = 1e-11;
}

static void path_limit_2x2(ts_random *random, ts_term_line *line) {
    path_limit_matrix(random, 2, line);
}

static void path_limit_3x2(ts_random *random, ts_term_line *line) {
    path_limit_matrix(random, 3, line);
}

/* u = 1 - y/Y */
static void path_eta(ts_random *random, ts_term_line *line) {
    line->from[0] = line->parameters[0] = ts_random_log(random, 1e-6, 10.0);
    line->nearest = 1e-12;
}

/* Warp, weft and slant go to rest; the strain of the warp begins at its limit. */
static void path_woven(ts_random *random, ts_term_line *line) {
    const double limit = ts_random_between(random, 0.01, 0.5), other = limit * ts_random_between(random, -0.5, 0.5);
    const double slant = 0.5 * limit * ts_random_between(random, -1.0, 1.0);
    double frame[3][3];
    for (int k = 0; k < 4; ++k) line->parameters[k] = ts_random_log(random, 1.0, 1e6);
    for (int k = 4; k < 7; ++k) line->parameters[k] = limit;
    ts_draw_frame(random, frame);
    for (int i = 0; i < 3; ++i) {
        line->from[2 * i] = sqrt(1.0 + 2.0 * limit) * frame[0][i];
        line->from[2 * i + 1] = sqrt(1.0 + 2.0 * other) * (frame[1][i] + slant * frame[0][i]);
        line->to[2 * i] = frame[0][i];
        line->to[2 * i + 1] = frame[1][i];
    }
    line->nearest = 1e-12;
}

/* From a flat element to rest and on; `first` is where mu stands. */
static void path_element(ts_random *random, int columns, int first, ts_term_line *line) {
    gradient_shape flat = {3, columns, {0.0, 0.0, 0.0}}, rest = {3, columns, {1.0, 1.0, 1.0}};
    for (int k = 0; k + 1 < columns; ++k) flat.sigma[k] = ts_random_between(random, 0.5, 2.0);
    for (int k = first; k < first + 2; ++k) line->parameters[k] = ts_random_log(random, 1.0, 1e12);
    compose_path(random, &flat, &rest, line);
    line->nearest = 1e-12;
}

static void path_stvk(ts_random *random, ts_term_line *line) {
    line->parameters[0] = ts_random_log(random, 1e-12, 1.0);
    path_element(random, 2, 1, line);
}

static void path_membrane(ts_random *random, ts_term_line *line) {
    path_element(random, 2, 0, line);
}

static void path_tet(ts_random *random, ts_term_line *line) {
    path_element(random, 3, 0, line);
}

static const ts_term_path LIMIT = {path_limit, 2.0, true}, LIMIT_2x2 = {path_limit_2x2, 2.0, true},
                          LIMIT_3x2 = {path_limit_3x2, 2.0, true}, ETA = {path_eta, 2.0, true},
                          WOVEN = {path_woven, 2.0, true}, STVK = {path_stvk, 10.0, true},
                          MEMBRANE = {path_membrane, 10.0, true}, TET = {path_tet, 10.0, true};

static const ts_term_sweep SWEEPS[] = {
    TS_SWEEP_ALONG("strain-limit", "stretch", "room to the limit", fill_limit, &LIMIT),
    TS_SWEEP_ALONG("strain-limit-2x2", "stretch", "room to the limit", fill_limit_2x2, &LIMIT_2x2),
    TS_SWEEP_ALONG("strain-limit-3x2", "stretch", "room to the limit", fill_limit_3x2, &LIMIT_3x2),
    TS_SWEEP_ALONG("membrane-stvk", "stretch", "distance from rest", fill_stvk, &STVK),
    TS_SWEEP_ALONG("membrane-neo-hookean", "rest", "distance from rest", fill_near_rest_membrane, &MEMBRANE),
    TS_SWEEP("membrane-neo-hookean", "flat", "least singular value", fill_flat_membrane),
    TS_SWEEP_ALONG("membrane-corotated", "rest", "distance from rest", fill_near_rest_membrane, &MEMBRANE),
    TS_SWEEP("membrane-corotated", "flat", "least singular value", fill_flat_membrane),
    TS_SWEEP_ALONG("orthotropic-eta", "stretch", "room to the limit over it", fill_eta, &ETA),
    TS_SWEEP_ALONG("membrane-orthotropic", "stretch", "room to the limit over it", fill_woven, &WOVEN),
    TS_SWEEP_ALONG("fixed-corotated", "rest", "distance from rest", fill_near_rest, &TET),
    TS_SWEEP("fixed-corotated", "inverted", "least singular value", fill_inverted),
    TS_SWEEP_ALONG("neo-hookean", "rest", "distance from rest", fill_near_rest, &TET),
    TS_SWEEP("neo-hookean", "flat", "least singular value", fill_flat),
};

const ts_term_sweep_list ts_stretch_sweeps = TS_SWEEP_LIST(SWEEPS);
