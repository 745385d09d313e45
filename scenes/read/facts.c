/* SPDX-License-Identifier: MIT
 * A scene's settings, and the extents of those of its bodies. */
#include "scenes/read/facts.h"

#include <math.h>

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
