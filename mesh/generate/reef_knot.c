/* SPDX-License-Identifier: MIT
 * The half of a reef knot: a ribbon that goes over and under another one like it. */
#include <assert.h>
#include <math.h>

#include "core/error.h"
#include "mesh/generate.h"
#include "mesh/generate/limit.h"
#include "mesh/surface/circle.h"
#include "mesh/surface/strip.h"

/* In the plane z = 0 the ribbon comes along y = narrow, widens to y = wide = 2 narrow between x = -pitch and pitch by
 * two arcs, goes round in a half circle and back. It crosses the other ribbon three times on each side: over its bend,
 * under its leg, over the leg again with its own bend. It stands upright on the plane, so that bends do not stretch it;
 * over and under it gets by climbing along itself. */
typedef struct knot {
    size_t columns, rows;
    double width, pitch, leg, lift;
    double narrow, wide, arc, angle; /* arcs that widen: radius, radians */
    double crossing[3], half;        /* along the ribbon, metres: as far as the crossings, and the middle of the bend */
} knot;

static const double WIDENING = 1.0 / 18.0; /* turns of each arc */

static double chosen(double value, double standard) {
    return value > 0.0 ? value : standard;
}

static knot knot_of(const ts_reef_knot_parameters *wanted) {
    knot made = {.columns = wanted->columns, .rows = wanted->rows, .width = wanted->width};
    made.pitch = chosen(wanted->pitch, 5.0 * made.width);
    made.leg = chosen(wanted->leg, 2.0 * made.pitch);
    made.lift = chosen(wanted->lift, 0.6 * made.width);
    double ring[2];
    ts_circle(WIDENING, ring);
    made.angle = 2.0 * TS_PI * WIDENING;
    made.arc = made.pitch / ring[1];
    made.narrow = 2.0 * made.arc * (1.0 - ring[0]);
    made.wide = 2.0 * made.narrow;
    const double widened = made.leg + 2.0 * made.arc * made.angle;
    made.crossing[0] = made.leg - sqrt(0.75) * made.wide; /* the other's bend, at the height narrow = wide / 2 */
    made.crossing[1] = made.leg + made.arc * made.angle;
    made.crossing[2] = widened + TS_PI / 3.0 * made.wide;
    made.half = widened + 0.5 * TS_PI * made.wide;
    return made;
}

static ts_status check(const knot *made, ts_error *error) {
    assert(made->columns >= 2 && made->rows >= 2);
    if (made->crossing[0] < 0.0) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "reef-knot: leg: %.15g does not reach beyond the other ribbon; %.15g is needed", made->leg,
                       made->leg - made->crossing[0]);
    }
    if (2.0 * made->lift <= made->width) {
        return ts_fail(error, TS_ERROR_USAGE, "reef-knot: lift: %.15g lets ribbons of width %.15g meet", made->lift,
                       made->width);
    }
    return ts_generate_limit("reef-knot: columns", (double)made->columns * (double)made->rows, error);
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
        const double length = made->crossing[k + 1] - made->crossing[k];
        if (there <= made->crossing[k] || there >= made->crossing[k + 1]) continue;
        double wave[2];
        ts_circle(0.5 * (there - made->crossing[k]) / length + 0.5 * k, wave);
        *height = made->lift * wave[0];
        *slope = -made->lift * wave[1] * TS_PI / length * (back ? -1.0 : 1.0);
    }
}

/* A node across the ribbon's middle line, in the cylinder over the line in the plane. */
static void place_node(const knot *made, double along, double across, double x[3]) {
    double height, slope;
    knot_height(made, along, &height, &slope);
    const double cosine = 1.0 / sqrt(1.0 + slope * slope);
    knot_point(made, along - across * slope * cosine, x);
    x[2] = height + across * cosine;
}

/* In the plane, from one column of nodes to the next. */
static double ribbon_step(const knot *made) {
    return 2.0 * made->half / (double)(made->columns - 1);
}

/* Sets the column of nodes that is `reached` along the ribbon at rest, `along` in the knot's plane. */
static void place_column(const knot *made, size_t column, double reached, bool flat, ts_mesh *mesh) {
    const double along = (double)column * ribbon_step(made);
    for (size_t j = 0; j < made->rows; ++j) {
        const double across = ((double)j / (double)(made->rows - 1) - 0.5) * made->width;
        double *x = mesh->x[j * made->columns + column];
        if (flat) {
            x[0] = reached;
            x[2] = across;
        } else {
            place_node(made, along, across, x);
        }
    }
}

ts_status ts_generate_reef_knot(const ts_reef_knot_parameters *wanted, ts_mesh *mesh, ts_error *error) {
    const knot made = knot_of(wanted);
    ts_status status = check(&made, error);
    if (status != TS_OK) return status;
    ts_mesh ribbon;
    status = ts_strip_mesh(&(ts_strip){.columns = made.columns, .rows = made.rows}, &ribbon, error);
    if (status != TS_OK) return status;
    const double step = ribbon_step(&made);
    double reached = 0.0, slope; /* length of the ribbon, and its slope half a step before */
    for (size_t i = 0; i < made.columns; ++i) {
        double height;
        if (i > 0) {
            knot_height(&made, ((double)i - 0.5) * step, &height, &slope);
            reached += step * sqrt(1.0 + slope * slope);
        }
        place_column(&made, i, reached, wanted->flat, &ribbon);
    }
    *mesh = ribbon;
    return TS_OK;
}
