/* SPDX-License-Identifier: MIT
 * Things that go over and under each other: a net of woven rods, the half of a reef knot of ribbons. */
#include <math.h>

#include "mesh/generate/build.h"
#include "mesh/generate/generators.h"

/* ---- Net: rods along x and along z, over and under each other in turn ---- */

typedef struct net {
    size_t rods, segments; /* rods of a direction; segments from one crossing to the next */
    double spacing, lift;  /* height of a crossing's middle line, above and below y = 0 */
    size_t beyond;         /* spacings that a rod goes on beyond its last crossing */
} net;

static ts_status read_net(const cJSON *json, net *made, ts_error *error) {
    static const char *const NAMES[] = {"rods", "spacing", "segments", "lift", "beyond", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "net", json, NAMES, error);
    made->rods = ts_parameter_count(&parameters, "rods", 20, 1);
    made->spacing = ts_parameter_length(&parameters, "spacing", 0.04);
    made->segments = ts_parameter_count(&parameters, "segments", 2, 1);
    made->lift = ts_parameter_length(&parameters, "lift", 2e-3);
    made->beyond = ts_parameter_count(&parameters, "beyond", 1, 0);
    ts_parameters_limit(&parameters, "rods",
                        2.0 * (double)made->rods * (double)((made->rods + 2 * made->beyond) * made->segments));
    return ts_parameters_status(&parameters);
}

/* Node `at` of a rod: from one crossing to the next its height goes to the other side along half a cosine. */
static void place_net_node(const net *made, size_t rod, size_t at, bool along_x, double x[3]) {
    const double middle = 0.5 * (double)(made->rods - 1), crossing = (double)at / (double)made->segments;
    double wave[2];
    ts_circle(0.5 * (crossing - (double)made->beyond + (double)rod), wave);
    x[along_x ? 0 : 2] = (crossing - (double)made->beyond - middle) * made->spacing;
    x[1] = (along_x ? made->lift : -made->lift) * wave[0];
    x[along_x ? 2 : 0] = ((double)rod - middle) * made->spacing;
}

ts_status ts_generate_net(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    net made;
    ts_status status = read_net(json, &made, error);
    if (status != TS_OK) return status;
    const size_t edges = (made.rods - 1 + 2 * made.beyond) * made.segments;
    ts_mesh out = {.nodes = 2 * made.rods * (edges + 1), .segments = 2 * made.rods * edges};
    status = ts_mesh_make_room(&out, error);
    if (status != TS_OK) return status;
    for (size_t n = 0; n < out.nodes; ++n) {
        const size_t rod = n / (edges + 1);
        place_net_node(&made, rod % made.rods, n % (edges + 1), rod < made.rods, out.x[n]);
    }
    for (size_t s = 0; s < out.segments; ++s) {
        const size_t first = s / edges * (edges + 1) + s % edges;
        out.segment[s][0] = (int32_t)first;
        out.segment[s][1] = (int32_t)first + 1;
    }
    *mesh = out;
    return TS_OK;
}

/* ---- Knot: a ribbon that is one half of a reef knot; turned half about y it is the other half ---- */

/* In the plane z = 0 the ribbon comes along y = narrow, widens to y = wide = 2 narrow between x = -pitch and pitch by
 * two arcs, goes round in a half circle and back. It crosses the other ribbon three times on each side: over its bend,
 * under its leg, over the leg again with its own bend. It stands upright on the plane, so that bends do not stretch it;
 * over and under it gets by climbing along itself. */
typedef struct knot {
    size_t columns, rows;
    double width, pitch, leg, lift;
    double narrow, wide, arc, angle; /* arcs that widen: radius, radians */
    double crossing[3], half;        /* along the ribbon, metres: as far as the crossings, and the middle of the bend */
    bool flat;                       /* the rest shape is wanted */
} knot;

static const double WIDENING = 1.0 / 18.0; /* turns of each arc */

static void derive_knot(knot *made) {
    double ring[2];
    ts_circle(WIDENING, ring);
    made->angle = 2.0 * TS_PI * WIDENING;
    made->arc = made->pitch / ring[1];
    made->narrow = 2.0 * made->arc * (1.0 - ring[0]);
    made->wide = 2.0 * made->narrow;
    const double widened = made->leg + 2.0 * made->arc * made->angle;
    made->crossing[0] = made->leg - sqrt(0.75) * made->wide; /* the other's bend, at the height narrow = wide / 2 */
    made->crossing[1] = made->leg + made->arc * made->angle;
    made->crossing[2] = widened + TS_PI / 3.0 * made->wide;
    made->half = widened + 0.5 * TS_PI * made->wide;
}

static ts_status read_knot(const cJSON *json, knot *made, ts_error *error) {
    static const char *const NAMES[] = {"columns", "rows", "width", "pitch", "leg", "lift", "flat", NULL};
    ts_parameters parameters;
    ts_parameters_open(&parameters, "reef-knot", json, NAMES, error);
    made->columns = ts_parameter_count(&parameters, "columns", 2700, 20);
    made->rows = ts_parameter_count(&parameters, "rows", 19, 2);
    made->width = ts_parameter_length(&parameters, "width", 0.02);
    made->pitch = ts_parameter_length(&parameters, "pitch", 5.0 * made->width);
    made->leg = ts_parameter_length(&parameters, "leg", 2.0 * made->pitch);
    made->lift = ts_parameter_length(&parameters, "lift", 0.6 * made->width);
    made->flat = ts_json_truth(&parameters.at, "flat", false);
    derive_knot(made);
    const ts_json_at leg = ts_json_member(&parameters.at, "leg"), lift = ts_json_member(&parameters.at, "lift");
    if (made->crossing[0] < 0.0) {
        ts_json_complain(&leg, "%.15g does not reach beyond the other ribbon; %.15g is needed", made->leg,
                         made->leg - made->crossing[0]);
    }
    if (2.0 * made->lift <= made->width) {
        ts_json_complain(&lift, "%.15g lets ribbons of width %.15g meet", made->lift, made->width);
    }
    ts_parameters_limit(&parameters, "columns", (double)made->columns * (double)made->rows);
    return ts_parameters_status(&parameters);
}

/* The point of the middle line in the plane, so far along the ribbon. */
static void knot_point(const knot *made, double along, double x[2]) {
    if (along > made->half) {
        knot_point(made, 2.0 * made->half - along, x);
        x[1] = -x[1];
        return;
    }
    const double bent = made->arc * made->angle, on_ramp = along - made->leg, on_bend = on_ramp - 2.0 * bent;
    double ring[2];
    if (on_ramp < 0.0) {
        x[0] = on_ramp - made->pitch;
        x[1] = made->narrow;
    } else if (on_bend < 0.0) {
        const bool second = on_ramp > bent;
        ts_circle((second ? -on_bend : on_ramp) / (2.0 * TS_PI * made->arc), ring);
        x[0] = second ? made->pitch - made->arc * ring[1] : made->arc * ring[1] - made->pitch;
        x[1] = second ? made->wide - made->arc * (1.0 - ring[0]) : made->narrow + made->arc * (1.0 - ring[0]);
    } else {
        ts_circle(on_bend / (2.0 * TS_PI * made->wide), ring);
        x[0] = made->pitch + made->wide * ring[1];
        x[1] = made->wide * ring[0];
    }
}

/* Height of the middle line, and its slope: half a cosine from one crossing to the next. */
static void knot_height(const knot *made, double along, double *height, double *slope) {
    const bool back = along > made->half;
    const double there = back ? 2.0 * made->half - along : along;
    *height = made->lift;
    *slope = 0.0;
    for (int k = 0; k < 2; ++k) {
        const double way = made->crossing[k + 1] - made->crossing[k];
        if (there <= made->crossing[k] || there >= made->crossing[k + 1]) continue;
        double wave[2];
        ts_circle(0.5 * (there - made->crossing[k]) / way + 0.5 * k, wave);
        *height = made->lift * wave[0];
        *slope = -made->lift * wave[1] * TS_PI / way * (back ? -1.0 : 1.0);
    }
}

/* A node across the ribbon's middle line, in the cylinder over the line in the plane. */
static void place_knot_node(const knot *made, double along, double across, double x[3]) {
    double height, slope;
    knot_height(made, along, &height, &slope);
    const double cosine = 1.0 / sqrt(1.0 + slope * slope);
    knot_point(made, along - across * slope * cosine, x);
    x[2] = height + across * cosine;
}

ts_status ts_generate_reef_knot(const cJSON *json, ts_mesh *mesh, ts_error *error) {
    knot made;
    ts_status status = read_knot(json, &made, error);
    if (status != TS_OK) return status;
    ts_mesh out = {.nodes = made.columns * made.rows, .triangles = 2 * (made.columns - 1) * (made.rows - 1)};
    status = ts_mesh_make_room(&out, error);
    if (status != TS_OK) return status;
    const double step = 2.0 * made.half / (double)(made.columns - 1);
    double reached = 0.0, before = 0.0; /* length of the ribbon, and its slope half a step before */
    for (size_t i = 0; i < made.columns; ++i) {
        double height;
        if (i > 0) knot_height(&made, ((double)i - 0.5) * step, &height, &before);
        if (i > 0) reached += step * sqrt(1.0 + before * before);
        for (size_t j = 0; j < made.rows; ++j) {
            const double across = ((double)j / (double)(made.rows - 1) - 0.5) * made.width;
            double *x = out.x[j * made.columns + i];
            if (made.flat) {
                x[0] = reached;
                x[2] = across;
            } else {
                place_knot_node(&made, (double)i * step, across, x);
            }
        }
    }
    ts_mesh_set_strip(&(ts_strip){.columns = made.columns, .rows = made.rows}, &out);
    *mesh = out;
    return TS_OK;
}
