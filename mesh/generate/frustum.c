/* SPDX-License-Identifier: MIT
 * Open shells about y: of a cone frustum, and of a pleated skirt, a frustum whose radius goes in and out. */
#include <assert.h>
#include <math.h>

#include "core/error.h"
#include "mesh/generate.h"
#include "mesh/generate/disturb.h"
#include "mesh/generate/limit.h"
#include "mesh/surface/circle.h"
#include "mesh/surface/strip.h"

/* ---- Frustum ---- */

static void disturb_frustum(const ts_frustum_parameters *frustum, ts_mesh *mesh) {
    if (!frustum->disturb.used) return;
    const double least = fmin(frustum->radius_top, frustum->radius_bottom);
    const ts_disturbance by = ts_disturbance_of_cone(&frustum->disturb, least, frustum->segments);
    ts_random random;
    ts_random_init(&random, frustum->disturb.seed, 1);
    ts_disturb_cone(&by, &random, mesh->nodes, mesh->x);
}

ts_status ts_generate_frustum(const ts_frustum_parameters *frustum, ts_mesh *mesh, ts_error *error) {
    const size_t segments = frustum->segments, rings = frustum->rings;
    assert(segments >= 3 && rings >= 2);
    ts_status status = ts_generate_limit("frustum: segments", (double)segments * (double)rings, error);
    if (status != TS_OK) return status;
    ts_mesh made;
    status = ts_strip_mesh(&(ts_strip){.columns = segments, .rows = rings, .closed = true}, &made, error);
    if (status != TS_OK) return status;
    for (size_t n = 0; n < made.nodes; ++n) {
        const size_t ring_of = n / segments;
        const double up = (double)ring_of / (double)(rings - 1);
        const double radius = frustum->radius_bottom + up * (frustum->radius_top - frustum->radius_bottom);
        double ring[2];
        ts_circle((double)(n % segments) / (double)segments, ring);
        made.x[n][0] = radius * ring[0];
        made.x[n][1] = up * frustum->height;
        made.x[n][2] = radius * ring[1];
    }
    disturb_frustum(frustum, &made);
    *mesh = made;
    return TS_OK;
}

/* ---- Pleated skirt ---- */

static ts_status check_skirt(const ts_pleated_skirt_parameters *skirt, ts_error *error) {
    assert(skirt->pleats >= 1 && skirt->rings >= 2);
    if (skirt->depth >= skirt->radius_bottom) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "pleated-skirt: depth: %.15g is deeper than the radius %.15g at the bottom", skirt->depth,
                       skirt->radius_bottom);
    }
    if (skirt->segments < 4 * skirt->pleats) {
        return ts_fail(error, TS_ERROR_USAGE, "pleated-skirt: segments: %zu are too few for %zu pleats; each needs 4",
                       skirt->segments, skirt->pleats);
    }
    return ts_generate_limit("pleated-skirt: segments", (double)skirt->segments * (double)skirt->rings, error);
}

/* The pleats begin at nothing in the waistband and open downwards. */
static void place_pleat(const ts_pleated_skirt_parameters *skirt, size_t segment, size_t ring, double x[3]) {
    const double up = (double)ring / (double)(skirt->rings - 1), turns = (double)segment / (double)skirt->segments;
    double wave[2], direction[2];
    ts_circle(turns * (double)skirt->pleats, wave);
    ts_circle(turns, direction);
    const double straight = skirt->radius_bottom + up * (skirt->radius_top - skirt->radius_bottom);
    const double radius = straight + (1.0 - up) * skirt->depth * wave[0];
    x[0] = radius * direction[0];
    x[1] = up * skirt->height;
    x[2] = radius * direction[1];
}

ts_status ts_generate_pleated_skirt(const ts_pleated_skirt_parameters *skirt, ts_mesh *mesh, ts_error *error) {
    ts_pleated_skirt_parameters sewn = *skirt;
    if (sewn.segments == 0) sewn.segments = 8 * sewn.pleats;
    ts_status status = check_skirt(&sewn, error);
    if (status != TS_OK) return status;
    ts_mesh made;
    status = ts_strip_mesh(&(ts_strip){.columns = sewn.segments, .rows = sewn.rings, .closed = true}, &made, error);
    if (status != TS_OK) return status;
    for (size_t n = 0; n < made.nodes; ++n) place_pleat(&sewn, n % sewn.segments, n / sewn.segments, made.x[n]);
    *mesh = made;
    return TS_OK;
}
