/* SPDX-License-Identifier: MIT
 * What every mesh of a file must be. */
#ifndef TS_MESH_READ_CHECK_H
#define TS_MESH_READ_CHECK_H

#include "mesh/read/draft.h"

/* Complains about a mesh without elements, indices out of range and nodes that an element has twice; for more than a
 * frame also about repeated elements, elements without size, inverted tets, edges of more than two triangles, faces of
 * more than two tets. */
void ts_draft_check(ts_mesh_draft *draft, ts_draft_use use);

#endif
