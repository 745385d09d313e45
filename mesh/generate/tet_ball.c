/* SPDX-License-Identifier: MIT
 * A ball of tets. */
#include <math.h>

#include "mesh/generate.h"
#include "mesh/solid/solid.h"
#include "mesh/surface/circle.h"

static double ball_depth(const ts_solid *ball, const double x[3]) {
    return ball->size - sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

/* |a + t (b - a)| = radius. */
static double ball_cut(const ts_solid *ball, const double a[3], const double b[3]) {
    double dd = 0.0, ad = 0.0, aa = 0.0;
    for (int c = 0; c < 3; ++c) {
        const double d = b[c] - a[c];
        dd += d * d;
        ad += a[c] * d;
        aa += a[c] * a[c];
    }
    const double under = ball->size * ball->size - aa;
    return under / (ad + sqrt(fmax(ad * ad + dd * under, 0.0)));
}

static bool ball_project(const ts_solid *ball, double x[3]) {
    const double scale = ball->size / sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int c = 0; c < 3; ++c) x[c] *= scale;
    return true;
}

ts_status ts_generate_tet_ball(const ts_tet_ball_parameters *ball, ts_mesh *mesh, ts_error *error) {
    const double radius = ball->radius;
    const ts_solid solid = {.lo = {-radius, -radius, -radius},
                            .hi = {radius, radius, radius},
                            .size = radius,
                            .volume = 4.0 / 3.0 * TS_PI * radius * radius * radius,
                            .depth = ball_depth,
                            .cut = ball_cut,
                            .project = ball_project};
    return ts_solid_fill(&solid, ball->nodes, mesh, error);
}
