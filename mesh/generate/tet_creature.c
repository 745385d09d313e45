/* SPDX-License-Identifier: MIT
 * A creature on two legs of tets: a crouching figure with ears, snout and tail. */
#include <math.h>

#include "core/vec3.h"
#include "mesh/generate/tet_figure.h"

/* Of height 1. */
static const ts_tapered_capsule PARTS[] = {
    {{{0.0, 0.36, -0.04}, {0.0, 0.62, 0.02}}, {0.17, 0.15}},   /* trunk */
    {{{0.0, 0.76, 0.08}, {0.0, 0.78, 0.12}}, {0.12, 0.11}},    /* head */
    {{{0.0, 0.75, 0.20}, {0.0, 0.73, 0.30}}, {0.06, 0.035}},   /* snout */
    {{{0.07, 0.83, 0.06}, {0.16, 0.965, 0.02}}, {0.05, 0.03}}, /* ears */
    {{{-0.07, 0.83, 0.06}, {-0.16, 0.965, 0.02}}, {0.05, 0.03}},
    {{{0.14, 0.62, 0.04}, {0.33, 0.52, 0.12}}, {0.065, 0.05}}, /* arms */
    {{{-0.14, 0.62, 0.04}, {-0.33, 0.52, 0.12}}, {0.065, 0.05}},
    {{{0.33, 0.52, 0.12}, {0.37, 0.66, 0.25}}, {0.05, 0.042}},
    {{{-0.33, 0.52, 0.12}, {-0.37, 0.66, 0.25}}, {0.05, 0.042}},
    {{{0.37, 0.66, 0.25}, {0.36, 0.73, 0.28}}, {0.055, 0.035}}, /* hands */
    {{{-0.37, 0.66, 0.25}, {-0.36, 0.73, 0.28}}, {0.055, 0.035}},
    {{{0.11, 0.30, 0.0}, {0.22, 0.20, 0.10}}, {0.10, 0.075}}, /* legs */
    {{{-0.11, 0.30, 0.0}, {-0.22, 0.20, 0.10}}, {0.10, 0.075}},
    {{{0.22, 0.20, 0.10}, {0.20, 0.07, 0.0}}, {0.07, 0.055}},
    {{{-0.22, 0.20, 0.10}, {-0.20, 0.07, 0.0}}, {0.07, 0.055}},
    {{{0.20, 0.055, -0.01}, {0.24, 0.045, 0.13}}, {0.055, 0.045}}, /* feet */
    {{{-0.20, 0.055, -0.01}, {-0.24, 0.045, 0.13}}, {0.055, 0.045}},
    {{{0.0, 0.30, -0.16}, {0.0, 0.16, -0.32}}, {0.09, 0.055}}, /* tail */
    {{{0.0, 0.16, -0.32}, {0.0, 0.14, -0.48}}, {0.055, 0.025}},
};

static const double BLEND = 0.06; /* in heights */

static void stand_on_ground(ts_mesh *mesh) {
    double lowest = INFINITY;
    for (size_t n = 0; n < mesh->nodes; ++n) lowest = fmin(lowest, mesh->x[n][1]);
    for (size_t n = 0; n < mesh->nodes; ++n) mesh->x[n][1] -= lowest;
}

ts_status ts_generate_tet_creature(const ts_tet_creature_parameters *creature, ts_mesh *mesh, ts_error *error) {
    enum { COUNT = sizeof PARTS / sizeof *PARTS };
    const double height = creature->height;
    ts_tapered_capsule part[COUNT];
    for (size_t k = 0; k < 2 * COUNT; ++k) {
        ts_scale(height, PARTS[k / 2].end[k % 2], part[k / 2].end[k % 2]);
        part[k / 2].radius[k % 2] = height * PARTS[k / 2].radius[k % 2];
    }
    const ts_tet_figure_parameters figure = {
        .nodes = creature->nodes, .parts = COUNT, .part = part, .blend = BLEND * height, .surface = creature->surface};
    ts_mesh made = {0};
    const ts_status status = ts_figure_make("tet-creature", &figure, &made, error);
    if (status != TS_OK) return status;
    stand_on_ground(&made);
    *mesh = made;
    return TS_OK;
}
