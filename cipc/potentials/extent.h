/* SPDX-License-Identifier: GPL-2.0-or-later
 * How far the bodies of a scene are stretched, whatever their model, with or without a limit. */
#ifndef TS_CIPC_POTENTIALS_EXTENT_H
#define TS_CIPC_POTENTIALS_EXTENT_H

#include "scenes/bodies.h"

/* Largest and smallest stretch over the elements that are not of obstacles: singular values of F of tets and of shells,
 * lengths of segments over those at rest. Both are 1 without any such element. */
void ts_stretch_extent(const ts_bodies *bodies, const double (*x)[3], double *most, double *least);

#endif
