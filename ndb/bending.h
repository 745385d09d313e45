/* SPDX-License-Identifier: GPL-2.0-or-later
 * Hinges of shells, for ndb/elastic.c. */
#ifndef TS_NDB_BENDING_H
#define TS_NDB_BENDING_H

#include "ndb/rows.h"
#include "scenes/bodies.h"
#include "scenes/stencil.h"

/* weight/2 (s - rest)^2, s = |sum share x|, negative where the sum is against m, the mean of the two triangles' unit
 * normals, made a unit vector. The sum is the edge's length times 2 sin(theta/2) along m where the triangles keep their
 * shapes (Bergou et al. 2006, A quadratic bending model for inextensible surfaces). */
typedef struct ts_ndb_hinge {
    ts_stencil node;
    double share[TS_STENCIL_NODES], weight, rest;
} ts_ndb_hinge;

/* The hinges of a list, those that are curved at rest first. *hinge is to be freed. */
typedef struct ts_ndb_hinges {
    size_t count, curved;
    ts_ndb_hinge *hinge;
} ts_ndb_hinges;

ts_status ts_ndb_hinges_find(const ts_bodies *bodies, ts_ndb_hinges *hinges, ts_error *error);
/* A local step of curved hinges: four slots of each become what their targets add to the forces on its nodes, N.
 * Returns what they add to the energy of |sum|^2, J. */
double ts_ndb_hinges_local(const ts_ndb_hinge *hinge, size_t count, const ts_ndb_row *x, ts_ndb_row *slot);

/* The four shares of Bergou's row at the edge of nodes 0 and 1 with the nodes 2 and 3 across it. Returns the sum of the
 * areas of both triangles, m^2. */
double ts_ndb_hinge_row(const double *const rest[TS_STENCIL_NODES], double share[TS_STENCIL_NODES]);
/* The unit vector m. */
void ts_ndb_hinge_normal(const double *const x[TS_STENCIL_NODES], double m[3]);

#endif
