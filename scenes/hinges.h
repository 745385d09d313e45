/* SPDX-License-Identifier: MIT
 * The edges at which shells bend: those that two triangles of a shell share. */
#ifndef TS_SCENES_HINGES_H
#define TS_SCENES_HINGES_H

#include "scenes/bodies.h"
#include "scenes/stencil.h"

/* Of every pair of triangles that share an edge and bend: the edge's lower node, its upper, the nodes opposite to it;
 * by edge, then by triangle. *list is to be freed. */
ts_status ts_hinges_find(const ts_bodies *bodies, ts_stencil **list, size_t *count, ts_error *error);

#endif
