/* SPDX-License-Identifier: GPL-2.0-or-later
 * kappa by the mean mass of a node (docs/method.md, 5.4): so that without thickness, at a gap of 1e-8 m, the barrier's
 * second derivative is a fixed multiple of the inertia's. As the C-IPC authors' program has it: obstacles' nodes count.
 * It is also the least of the rule that balances forces (Li et al. 2020, IPC). */
#include "cipc/stiffness/stiffness.h"

/* 1e11 mbar / (4e-16 b''(1e-16)), mbar three times the mean mass. */
static double by_mean_mass(const ts_stiffness_scene *scene, double mass, size_t nodes) {
    const ts_barrier_value b =
        ts_barrier_evaluate(scene->barrier, (const double[2]){1e-16, 0.0}, 0.0, scene->dhat, scene->parameter);
    return nodes ? 1e11 * 3.0 * mass / (double)nodes / (4e-16 * b.d2b) / scene->weight : 0.0;
}

static double of_nodes(const ts_stiffness_scene *scene, bool with_obstacles) {
    const ts_bodies *bodies = scene->bodies;
    double mass = 0.0;
    size_t nodes = 0;
    for (size_t i = 0; i < bodies->nodes; ++i) {
        if (!with_obstacles && bodies->body[bodies->body_of[i]].obstacle) continue;
        mass += bodies->mass[i];
        ++nodes;
    }
    return by_mean_mass(scene, mass, nodes);
}

static double of_all(const ts_stiffness_scene *scene) {
    return of_nodes(scene, true);
}

static double of_moving(const ts_stiffness_scene *scene) {
    return of_nodes(scene, false);
}

const ts_stiffness_rule ts_mass_stiffness = {
    .model = {.role = TS_MODEL_STIFFNESS,
              .name = "mass",
              .about = "by the mean mass of all nodes; doubled while gaps below 1e-9 of the scene's diagonal close"},
    .start = of_all,
    .way = TS_STIFFNESS_GROWS,
    .closing = 1e-9,
};

const ts_stiffness_rule ts_moving_mass_stiffness = {
    .model = {.role = TS_MODEL_STIFFNESS,
              .name = "moving-mass",
              .about = "by the mean mass of nodes that are no obstacle's; doubled while D below 1e-18 m^2 falls"},
    .start = of_moving,
    .way = TS_STIFFNESS_GROWS,
};

const ts_stiffness_rule ts_balanced_stiffness = {
    .model = {.role = TS_MODEL_STIFFNESS,
              .name = "balanced",
              .about = "balances all other forces at the first contact; 1 to 100 times that of mass, and grows as it"},
    .start = of_all,
    .way = TS_STIFFNESS_BALANCES,
    .closing = 1e-9,
};
