/* SPDX-License-Identifier: GPL-2.0-or-later
 * Sweeps of what depends on the points of two features: distances, their excess over the thickness, barriers.
 *
 * A draft lies in coordinates (a, b, c): the first feature at c = gap, the second at c = -xi, so that the distance is
 * gap + xi exactly although no double holds that sum. Laid along the axes it stays exact down to gaps of 1e-16; turned
 * and moved anywhere it is rounded like the positions of a simulation. */

#include "benches/barrier/sweep.h"
#include "benches/barrier/sweep_parts.h"
#include <touchstone/ccd.h>

typedef struct draft {
    ts_ccd_kind kind;
    double x[4][3]; /* rows as in ts_ccd_query */
} draft;

/* What is drawn: features of that size, tangents at an angle of that sine. */
typedef struct shape {
    double size, sine, gap;
} shape;

static double part(ts_random *random) {
    return ts_random_between(random, 0.3, 1.0);
}

/* ---- drafts ---- */

static void set(double x[3], double a, double b, double c) {
    x[0] = a, x[1] = b, x[2] = c;
}

static void draft_second(ts_random *random, const shape *wanted, double xi, draft *made) {
    const double size = wanted->size, thin = size * wanted->sine;
    switch (made->kind) {
    case TS_POINT_POINT: set(made->x[1], 0.0, 0.0, -xi); break;
    case TS_POINT_EDGE:
        set(made->x[1], -size * part(random), 0.0, -xi);
        set(made->x[2], size * part(random), 0.0, -xi);
        break;
    case TS_POINT_TRIANGLE:
        set(made->x[1], -size * part(random), -thin * part(random), -xi);
        set(made->x[2], size * part(random), -thin * part(random), -xi);
        set(made->x[3], size * ts_random_between(random, -0.3, 0.3), thin * part(random), -xi);
        break;
    case TS_EDGE_EDGE: /* the lines cross within both edges */
        set(made->x[2], -size * part(random), -thin * part(random), -xi);
        set(made->x[3], size * part(random), thin * part(random), -xi);
        break;
    }
}

static void draft_first(ts_random *random, const shape *wanted, draft *made) {
    set(made->x[0], 0.0, 0.0, wanted->gap);
    if (made->kind != TS_EDGE_EDGE) return;
    made->x[0][0] = -2.0 * wanted->size * part(random);
    set(made->x[1], 2.0 * wanted->size * part(random), 0.0, wanted->gap);
}

static draft make_draft(ts_random *random, ts_ccd_kind kind, const shape *wanted, double xi) {
    draft made = {.kind = kind};
    draft_first(random, wanted, &made);
    draft_second(random, wanted, xi, &made);
    return made;
}

/* ---- where it lies ---- */

static void along_axes(ts_random *random, const draft *made, double *inputs) {
    const int turn = (int)ts_random_below(random, 3);
    double sign[3];
    for (int c = 0; c < 3; ++c) sign[c] = ts_random_below(random, 2) == 0 ? 1.0 : -1.0;
    for (int i = 0; i < ts_ccd_vertices(made->kind); ++i) {
        for (int c = 0; c < 3; ++c) inputs[3 * i + (c + turn) % 3] = sign[c] * made->x[i][c];
    }
}

static void anywhere(ts_random *random, const draft *made, double size, double *inputs) {
    double frame[3][3], origin[3];
    ts_draw_frame(random, frame);
    ts_draw_unit(random, origin);
    for (int i = 0; i < ts_ccd_vertices(made->kind); ++i) {
        double *at = inputs + 3 * i;
        ts_scale(size, origin, at);
        for (int c = 0; c < 3; ++c) ts_axpy(at, made->x[i][c], frame[c], at);
    }
}

/* ---- sweeps ---- */

/* eps of the mollifier around (|u x v|)^2 of edges at a sine of 0.03, as in IPC for edges of these lengths. */
static void set_mollifier(ts_random *random, double size, double *parameters) {
    const double length2 = size * size;
    parameters[2] = 1e-3 * ts_random_between(random, 1.0, 8.0) * length2 * length2;
}

/* Gaps from 1e-9 m between features of ordinary shape and size, turned and moved: what the aim of 1e-12 is about. */
static void well_shaped(ts_random *random, ts_ccd_kind kind, ts_term_point *point) {
    const double gap = fmax(ts_draw_range(random, point), ts_random_log(random, 1e-9, 1e-4));
    const shape wanted = {ts_random_log(random, 1e-2, 1.0), part(random), gap};
    const draft made = make_draft(random, kind, &wanted, point->parameters[0]);
    anywhere(random, &made, wanted.size, point->inputs);
    set_mollifier(random, wanted.size, point->parameters);
    point->variable = wanted.gap;
}

/* Gaps from 1e-16 m at all sizes. */
static void thin_gap(ts_random *random, ts_ccd_kind kind, ts_term_point *point) {
    const shape wanted = {ts_random_log(random, 1e-6, 1e3), part(random), ts_draw_range(random, point)};
    const draft made = make_draft(random, kind, &wanted, point->parameters[0]);
    along_axes(random, &made, point->inputs);
    set_mollifier(random, wanted.size, point->parameters);
    point->variable = wanted.gap;
}

/* Tangents from 1e-16 rad. Turned and moved, rounding changes an angle below 1e-15 as it likes. */
static void thin_angle(ts_random *random, ts_ccd_kind kind, ts_term_point *point) {
    const double gap = fmax(ts_draw_range(random, point), 1e-3 * point->parameters[1]);
    const shape wanted = {ts_random_log(random, 1e-6, 1e3), ts_random_log(random, 1e-16, 1.0), gap};
    const draft made = make_draft(random, kind, &wanted, point->parameters[0]);
    if (ts_random_below(random, 2) == 0) {
        along_axes(random, &made, point->inputs);
    } else {
        anywhere(random, &made, wanted.size, point->inputs);
    }
    set_mollifier(random, wanted.size, point->parameters);
    point->variable = wanted.sine;
}

static void eps_alone(ts_term_point *point) {
    point->parameters[0] = point->parameters[2];
}

/* fill_SWEEP_KIND for the table */
#define FILL(sweep, kind, KIND)                                                                                        \
    static void sweep##_##kind(ts_random *random, ts_term_point *point) {                                              \
        sweep(random, KIND, point);                                                                                    \
    }
FILL(well_shaped, points, TS_POINT_POINT)
FILL(well_shaped, line, TS_POINT_EDGE)
FILL(well_shaped, plane, TS_POINT_TRIANGLE)
FILL(well_shaped, lines, TS_EDGE_EDGE)
FILL(thin_gap, points, TS_POINT_POINT)
FILL(thin_gap, line, TS_POINT_EDGE)
FILL(thin_gap, plane, TS_POINT_TRIANGLE)
FILL(thin_gap, lines, TS_EDGE_EDGE)
FILL(thin_angle, plane, TS_POINT_TRIANGLE)
FILL(thin_angle, lines, TS_EDGE_EDGE)

static void crossing_well_shaped(ts_random *random, ts_term_point *point) {
    well_shaped(random, TS_EDGE_EDGE, point);
    eps_alone(point);
}

static void crossing_thin_angle(ts_random *random, ts_term_point *point) {
    thin_angle(random, TS_EDGE_EDGE, point);
    eps_alone(point);
}

/* ---- paths ---- */

/* Half of them along the axes, where what is laid out is exact; turned ones move as well. */
static void place_path(ts_random *random, const draft made[2], double size, ts_term_line *line) {
    double frame[3][3] = {{0}}, origin[2][3] = {{0}};
    if (ts_random_below(random, 2) == 0) {
        const int turn = (int)ts_random_below(random, 3);
        for (int c = 0; c < 3; ++c) frame[c][(c + turn) % 3] = ts_random_below(random, 2) == 0 ? 1.0 : -1.0;
    } else {
        ts_draw_frame(random, frame);
        for (int end = 0; end < 2; ++end) ts_draw_unit(random, origin[end]);
    }
    for (int end = 0; end < 2; ++end) {
        for (int i = 0; i < ts_ccd_vertices(made->kind); ++i) {
            double *at = (end == 0 ? line->from : line->to) + 3 * i;
            ts_scale(size, origin[end], at);
            for (int c = 0; c < 3; ++c) ts_axpy(at, made[end].x[i][c], frame[c], at);
        }
    }
}

/* u = gap/dhat: the planes of the features part, in which each node has a way of its own. */
static void opening(ts_random *random, ts_ccd_kind kind, ts_term_line *line) {
    double *p = line->parameters;
    ts_draw_wide_range(random, p);
    const double size = ts_random_log(random, 1e-2, 1.0) * fmax(1.0, p[1]), sine = part(random);
    draft made[2];
    for (int end = 0; end < 2; ++end) made[end] = make_draft(random, kind, &(shape){size, sine, end * p[1]}, p[0]);
    place_path(random, made, size, line);
    set_mollifier(random, size, p);
    line->nearest = fmax(1e-12, 1e-9 / p[1]);
}

/* u^2 = c/eps: an edge turns from parallel, at a gap amid the range. */
static void turning(ts_random *random, ts_term_line *line) {
    double *p = line->parameters;
    ts_draw_wide_range(random, p);
    const double size = ts_random_log(random, 1e-2, 1.0) * fmax(1.0, p[1]), gap = 0.5 * part(random) * p[1];
    set_mollifier(random, size, p);
    draft made[2] = {make_draft(random, TS_EDGE_EDGE, &(shape){size, 0.0, gap}, p[0])};
    made[1] = made[0];
    const double across = sqrt(p[2]) / (made[0].x[1][0] - made[0].x[0][0]);
    made[1].x[2][1] = -0.5 * across;
    made[1].x[3][1] = 0.5 * across;
    place_path(random, made, size, line);
    line->nearest = 1e-12;
}

static void turning_alone(ts_random *random, ts_term_line *line) {
    turning(random, line);
    line->parameters[0] = line->parameters[2];
}

#define OPENING(kind, KIND)                                                                                            \
    static void opening_##kind(ts_random *random, ts_term_line *line) {                                                \
        opening(random, KIND, line);                                                                                   \
    }                                                                                                                  \
    static const ts_term_path OPENING_##KIND = {opening_##kind, 100.0, true};
OPENING(points, TS_POINT_POINT)
OPENING(line, TS_POINT_EDGE)
OPENING(plane, TS_POINT_TRIANGLE)
OPENING(lines, TS_EDGE_EDGE)

static const ts_term_path TURNING = {turning, 100.0, true}, TURNING_ALONE = {turning_alone, 100.0, true};

/* ---- the table ---- */

#define OF_POINTS(reference)                                                                                           \
    TS_SWEEP_ALONG(reference, "well-shaped", "gap (m)", well_shaped_points, &OPENING_TS_POINT_POINT),                  \
        TS_SWEEP(reference, "gap", "gap (m)", thin_gap_points)
#define OF_LINE(reference)                                                                                             \
    TS_SWEEP_ALONG(reference, "well-shaped", "gap (m)", well_shaped_line, &OPENING_TS_POINT_EDGE),                     \
        TS_SWEEP(reference, "gap", "gap (m)", thin_gap_line)
#define OF_PLANE(reference)                                                                                            \
    TS_SWEEP_ALONG(reference, "well-shaped", "gap (m)", well_shaped_plane, &OPENING_TS_POINT_TRIANGLE),                \
        TS_SWEEP(reference, "gap", "gap (m)", thin_gap_plane),                                                         \
        TS_SWEEP(reference, "sliver", "height over width", thin_angle_plane)
#define OF_LINES(reference, along)                                                                                     \
    TS_SWEEP_ALONG(reference, "well-shaped", "gap (m)", well_shaped_lines, &OPENING_TS_EDGE_EDGE),                     \
        TS_SWEEP(reference, "gap", "gap (m)", thin_gap_lines),                                                         \
        TS_SWEEP_ALONG(reference, "parallel", "angle (rad)", thin_angle_lines, along)

static const ts_term_sweep SWEEPS[] = {
    OF_POINTS("distance-point-point"),
    OF_LINE("distance-point-line"),
    OF_PLANE("distance-point-plane"),
    OF_LINES("distance-line-line", NULL),
    OF_POINTS("excess-point-point"),
    OF_LINE("excess-point-line"),
    OF_PLANE("excess-point-plane"),
    OF_LINES("excess-line-line", NULL),
    OF_POINTS("barrier-point-point"),
    OF_LINE("barrier-point-line"),
    OF_PLANE("barrier-point-plane"),
    OF_LINES("barrier-line-line", NULL),
    OF_LINES("barrier-mollified", &TURNING),
    TS_SWEEP("mollifier-edge-edge", "well-shaped", "gap (m)", crossing_well_shaped),
    TS_SWEEP_ALONG("mollifier-edge-edge", "parallel", "angle (rad)", crossing_thin_angle, &TURNING_ALONE),
};

const ts_term_sweep_list ts_feature_sweeps = TS_SWEEP_LIST(SWEEPS);
