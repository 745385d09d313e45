/* SPDX-License-Identifier: GPL-2.0-or-later
 * One kappa for the whole run. */
#include "cipc/stiffness/stiffness.h"

/* At half its range a pair's second derivative by the gap is so many times the mean mass of a node: in static rest a
 * contact carries its own node's weight in a small part of its range, and a finite barrier a thousand of them. */
static const double TIMES_INERTIA = 1e3;

static double stiffest_modulus(const ts_bodies *bodies) {
    double most = 0.0;
    for (size_t i = 0; i < bodies->bodies; ++i) {
        if (!bodies->body[i].obstacle) most = fmax(most, bodies->body[i].material.young);
    }
    return most;
}

/* Where kappa is a pressure, Young's modulus of the stiffest body: contact is a layer of that stuff, dhat thick. */
static double start(const ts_stiffness_scene *scene) {
    const ts_bodies *bodies = scene->bodies;
    const double modulus = scene->barrier->by_area ? stiffest_modulus(bodies) : 0.0;
    if (modulus > 0.0) return modulus * scene->h * scene->h;
    double mass = 0.0, xi = 0.0;
    for (size_t i = 0; i < bodies->nodes; ++i) mass += bodies->mass[i];
    for (size_t i = 0; i < bodies->bodies; ++i) xi = fmax(xi, bodies->body[i].offset);
    const double mean = bodies->nodes ? mass / (double)bodies->nodes : 0.0;
    const double bend = ts_barrier_bend(scene->barrier, xi, scene->dhat, scene->parameter);
    return TIMES_INERTIA * mean / (bend * scene->weight);
}

const ts_stiffness_rule ts_constant_stiffness = {
    .model = {.role = TS_MODEL_STIFFNESS,
              .name = "constant",
              .about = "the scene's kappa; else 1000 times the mean inertia, or a pressure by Young's modulus"},
    .start = start,
    .way = TS_STIFFNESS_STAYS,
};
