/* SPDX-License-Identifier: MIT
 * Pairs of primitives that touch exactly: every pair of features, every kind. Two convex sets on the two
 * sides of a plane that meet at the origin stay at the distance m * length when moved apart across it. */
#include <string.h>

#include "core/vec3.h"
#include "datasets/generate/touch.h"

enum { MOST = 8 }; /* coordinates of a touch are multiples of 4 up to 4 * MOST */

static double positive(ts_random *random) {
    return 4.0 * ts_sample_integer(random, 1, MOST);
}

static double any(ts_random *random) {
    return 4.0 * ts_sample_integer(random, -MOST, MOST);
}

/* Normals with integer lengths; the first four are perpendicular to x. */
static void sample_normal(ts_random *random, bool perpendicular_to_x, ts_touch *touch) {
    static const double normals[][4] = {{0, 0, 1, 1}, {0, 3, 4, 5}, {0, 4, 3, 5}, {0, 5, 12, 13},
                                        {1, 2, 2, 3}, {2, 3, 6, 7}, {1, 4, 8, 9}, {4, 4, 7, 9}};
    const double *normal = normals[ts_random_below(random, perpendicular_to_x ? 4 : 8)];
    memcpy(touch->normal, normal, sizeof touch->normal);
    touch->length = normal[3];
}

/* A vector on the far side: every component <= 0 and the product with any normal above < 0. */
static void sample_below(ts_random *random, double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = -positive(random);
}

/* Triangle in the plane z = 0 around the origin, which has the weights 1/4, 1/4, 1/2. */
static void touch_face(ts_random *random, ts_touch *touch) {
    double u[3] = {0.0, 0.0, 0.0}, v[3] = {0.0, 0.0, 0.0};
    u[0] = positive(random);
    u[1] = any(random);
    v[0] = any(random);
    v[1] = positive(random);
    ts_scale(2.0, u, touch->x[1]);
    ts_scale(2.0, v, touch->x[2]);
    ts_add(u, v, touch->x[3]);
    ts_scale(-1.0, touch->x[3], touch->x[3]);
    touch->normal[2] = touch->length = 1.0;
}

/* Rows first and first + 1 along x, the origin inside. */
static void put_edge_along_x(ts_random *random, int first, ts_touch *touch) {
    touch->x[first][0] = -positive(random);
    touch->x[first + 1][0] = positive(random);
}

static void touch_triangle_border(ts_random *random, ts_touch *touch) {
    const bool edge = ts_sample_one_in(random, 2);
    sample_normal(random, edge, touch);
    if (edge) {
        put_edge_along_x(random, 1, touch);
        sample_below(random, touch->x[3]);
        touch->x[3][0] = any(random);
    } else {
        sample_below(random, touch->x[2]);
        sample_below(random, touch->x[3]);
    }
}

/* Edges along x and y that cross, or both along x. */
static void touch_edge_insides(ts_random *random, ts_touch *touch) {
    put_edge_along_x(random, 0, touch);
    if (ts_sample_one_in(random, 2)) {
        touch->x[2][1] = -positive(random);
        touch->x[3][1] = positive(random);
        touch->normal[2] = touch->length = 1.0;
    } else {
        put_edge_along_x(random, 2, touch);
        sample_normal(random, true, touch);
    }
}

/* The first edge leaves the origin upwards; the second runs along x, or leaves the origin downwards. */
static void touch_edge_ends(ts_random *random, ts_touch *touch) {
    const bool inside = ts_sample_one_in(random, 2);
    sample_normal(random, inside, touch);
    sample_below(random, touch->x[1]);
    ts_scale(-1.0, touch->x[1], touch->x[1]);
    if (inside) {
        touch->x[1][0] = any(random);
        put_edge_along_x(random, 2, touch);
    } else {
        sample_below(random, touch->x[3]);
    }
}

static void touch_point_edge(ts_random *random, ts_touch *touch) {
    const bool inside = ts_sample_one_in(random, 2);
    sample_normal(random, inside, touch);
    if (inside) {
        put_edge_along_x(random, 1, touch);
    } else {
        sample_below(random, touch->x[2]);
    }
}

void ts_sample_touch(ts_random *random, ts_ccd_kind kind, bool isolated, ts_touch *touch) {
    memset(touch, 0, sizeof *touch);
    const bool inner = !isolated && ts_sample_one_in(random, 2);
    switch (kind) {
    case TS_POINT_TRIANGLE:
        if (inner)
            touch_face(random, touch);
        else
            touch_triangle_border(random, touch);
        break;
    case TS_EDGE_EDGE:
        if (inner)
            touch_edge_insides(random, touch);
        else
            touch_edge_ends(random, touch);
        break;
    case TS_POINT_EDGE: touch_point_edge(random, touch); break;
    case TS_POINT_POINT: sample_normal(random, false, touch); break;
    }
}
