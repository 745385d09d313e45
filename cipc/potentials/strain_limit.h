/* SPDX-License-Identifier: GPL-2.0-or-later
 * How far shells with a strain limit are stretched. */
#ifndef TS_CIPC_POTENTIALS_STRAIN_LIMIT_H
#define TS_CIPC_POTENTIALS_STRAIN_LIMIT_H

#include "scenes/bodies.h"

/* Largest stretch (singular value of F) over these shells, and the smallest; 1 without any. */
void ts_strain_extent(const ts_bodies *bodies, const double (*x)[3], double *most, double *least);

#endif
