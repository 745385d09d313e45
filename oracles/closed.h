/* SPDX-License-Identifier: MIT
 * Which triangles of a mesh are closed surfaces. */
#ifndef TS_ORACLES_CLOSED_H
#define TS_ORACLES_CLOSED_H

#include <touchstone/verify.h>

/* closed[i]: 1 where solid triangle i (of the mesh, which has been checked) is of a closed surface, else 0. Triangles
 * with a side that no other one of the rest has are left out, one after the other; of what remains and hangs together
 * by its sides, all is closed when every side is one of an even number of triangles, else nothing. */
ts_status ts_closed_triangles(const ts_verify_mesh *mesh, unsigned char *closed, ts_error *error);

#endif
