/* SPDX-License-Identifier: MIT
 * A scene's settings, and the extents of those of its bodies. */
#include "scenes/read/facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <touchstone/distance.h>

#include "core/vec3.h"

static const ts_extent NONE = {NAN, NAN};

static void extend(ts_extent *extent, double value) {
    extent->least = fmin(extent->least, value); /* of a NaN and a number: the number */
    extent->most = fmax(extent->most, value);
}

static ts_extent friction_of(const ts_bodies *bodies) {
    ts_extent mu = NONE;
    for (size_t a = 0; a < bodies->bodies; ++a) {
        for (size_t b = a; b < bodies->bodies; ++b) {
            const bool can_meet = !bodies->body[a].obstacle || !bodies->body[b].obstacle;
            if (can_meet && bodies->friction) extend(&mu, bodies->friction[a * bodies->bodies + b]);
        }
    }
    return mu;
}

ts_scene_facts ts_scene_facts_of(const ts_scene *scene) {
    const ts_simulation_settings *settings = &scene->setup.settings;
    const ts_bodies *bodies = &scene->setup.bodies;
    ts_scene_facts facts = {
        .nodes = bodies->nodes,
        .h = settings->h,
        .dhat = settings->dhat,
        .offset = NONE,
        .strain_limit = NONE,
        .mu = friction_of(bodies),
        .eps_v = settings->eps_v,
        .straight = scene->straight,
        .disturbed = scene->disturbed,
    };
    for (size_t b = 0; b < bodies->bodies; ++b) {
        const double upper = bodies->body[b].material.strain_limit.upper;
        extend(&facts.offset, bodies->body[b].offset);
        if (upper > 0.0) extend(&facts.strain_limit, upper);
    }
    return facts;
}

/* ---- Elements against the range of contact ---- */

/* Of a triangle how near a corner is to the edge across: as near as it is to the triangle beyond. */
static double height_of(const ts_bodies *bodies, const int32_t node[3]) {
    double least = INFINITY;
    for (int k = 0; k < 3; ++k) {
        double x[4][3] = {{0.0}};
        for (int i = 0; i < 3; ++i) memcpy(x[i], bodies->rest[node[(k + i) % 3]], sizeof x[i]);
        least = fmin(least, ts_distance2(TS_POINT_EDGE, (const double(*)[3])x));
    }
    return sqrt(least);
}

static double length_of(const ts_bodies *bodies, const int32_t node[2]) {
    double along[3];
    ts_sub(bodies->rest[node[1]], bodies->rest[node[0]], along);
    return sqrt(ts_norm2(along));
}

/* Of each body; INFINITY where it has no such element. */
static void find_smallest(const ts_bodies *bodies, double *least) {
    for (size_t b = 0; b < bodies->bodies; ++b) least[b] = INFINITY;
    for (size_t k = 0; k < bodies->triangles + bodies->boundary_triangles; ++k) {
        const int32_t *node = k < bodies->triangles ? bodies->triangle[k] : bodies->boundary[k - bodies->triangles];
        double *const mine = &least[bodies->body_of[node[0]]];
        *mine = fmin(*mine, height_of(bodies, node));
    }
    for (size_t k = 0; k < bodies->segments; ++k) {
        double *const mine = &least[bodies->body_of[bodies->segment[k][0]]];
        *mine = fmin(*mine, length_of(bodies, bodies->segment[k]));
    }
}

ts_tight_bodies ts_scene_tight_bodies(const ts_scene *scene) {
    enum { ALL_SHARE = 3 }; /* of a body of so many nodes nearly all primitives share one */
    const ts_bodies *bodies = &scene->setup.bodies;
    ts_tight_bodies tight = {0};
    double *least = malloc((bodies->bodies + 1) * sizeof *least), most = 1.0;
    if (!least || !scene->setup.settings.contact) {
        free(least);
        return tight;
    }
    find_smallest(bodies, least);
    for (size_t b = 0; b < bodies->bodies; ++b) {
        const ts_body *body = &bodies->body[b];
        const double range = scene->setup.settings.dhat + body->offset;
        if (body->obstacle || body->node_count <= ALL_SHARE || !(range > least[b])) continue;
        ++tight.count;
        if (range / least[b] <= most) continue;
        most = range / least[b];
        tight = (ts_tight_bodies){tight.count, b, least[b], range};
    }
    free(least);
    return tight;
}
