/* SPDX-License-Identifier: MIT
 * Turning and jittering what a generator has laid out straight and round. */
#ifndef TS_MESH_GENERATE_DISTURB_H
#define TS_MESH_GENERATE_DISTURB_H

#include "core/random.h"
#include "mesh/generate.h"

/* The amounts, those that are left to the generator filled in: of rods side by side, of a cone's rings. */
ts_disturbance ts_disturbance_of_rods(const ts_disturbance *wanted, double spacing, double length);
ts_disturbance ts_disturbance_of_cone(const ts_disturbance *wanted, double least_radius, size_t segments);

/* The nodes of one rod along the axis. */
void ts_disturb_rod(const ts_disturbance *by, ts_random *random, int axis, size_t nodes, double (*x)[3]);
/* The nodes of a cone about y, which keep their heights. */
void ts_disturb_cone(const ts_disturbance *by, ts_random *random, size_t nodes, double (*x)[3]);

#endif
