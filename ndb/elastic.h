/* SPDX-License-Identifier: GPL-2.0-or-later
 * The elements of projective dynamics: each pulls what it sees of x to the nearest place without energy, so that
 * Psi(x) = sum w/2 |A x - p(x)|^2. Those whose p is 0 make up a constant matrix; the others write the forces of a local
 * step into slots, from which nodes gather theirs. */
#ifndef TS_NDB_ELASTIC_H
#define TS_NDB_ELASTIC_H

#include "ndb/matrix.h"
#include "ndb/strain.h"

/* weight/2 (|x_a - x_b| - length)^2 */
typedef struct ts_ndb_spring {
    int32_t node[2];
    double length, weight; /* m, N/m */
} ts_ndb_spring;

/* weight/2 |sum share x - rest m|^2, m the mean of the two triangles' unit normals, made a unit vector. The sum is the
 * edge's length times 2 sin(theta/2) along m where the triangles keep their shapes (Bergou et al. 2006, A quadratic
 * bending model for inextensible surfaces). */
typedef struct ts_ndb_hinge {
    ts_stencil node;
    double share[TS_STENCIL_NODES], weight, rest;
} ts_ndb_hinge;

typedef struct ts_ndb_elastic {
    size_t nodes;
    ts_ndb_strain strain;
    size_t springs, hinges, curved, stitches;
    ts_ndb_spring *spring;
    ts_ndb_hinge *hinge;         /* the curved ones come first */
    ts_ndb_square *stitch;       /* of weight/2 |s|^2 */
    ts_ndb_matrix constant;      /* hinges and stitches, without the targets of curved ones */
    ts_ndb_row *slot;            /* 3 of each triangle, 2 of each spring, 4 of each curved hinge */
    size_t *slot_first;          /* of each node, in slot_of */
    size_t *slot_of;             /* ascending */
    size_t pieces;               /* of slots' elements */
    double *piece_energy;        /* of each */
} ts_ndb_elastic;

/* bodies: borrowed for the call. Takes no obstacles. TS_ERROR_DATA naming a triangle without area. */
ts_status ts_ndb_elastic_init(ts_ndb_elastic *elastic, const ts_bodies *bodies, ts_error *error);
void ts_ndb_elastic_clear(ts_ndb_elastic *elastic);

/* Adds the elements' terms of H. */
ts_status ts_ndb_elastic_squares(const ts_ndb_elastic *elastic, ts_ndb_squares *squares, ts_error *error);

/* A local step: force becomes -dPsi/dx at x, N. Returns Psi(x), J, as the sum of what each element finds. */
double ts_ndb_elastic_local(ts_ndb_elastic *elastic, const ts_ndb_row *x, ts_ndb_row *force);

/* ---- Single elements, for their own files and tests ---- */

/* The four shares of Bergou's row at the edge of nodes 0 and 1 with the nodes 2 and 3 across it, and the sum of the
 * areas of both triangles; positions in the stencil's order. */
double ts_ndb_hinge_row(const double *const rest[TS_STENCIL_NODES], double share[TS_STENCIL_NODES]);
/* The unit vector m. */
void ts_ndb_hinge_normal(const double *const x[TS_STENCIL_NODES], double m[3]);
/* springs on the edges of the triangles `which`, weighted so that an isotropic stretch costs what `strain` says of it
 * without lambda. */
ts_status ts_ndb_springs_find(const ts_bodies *bodies, const size_t *which, size_t count, ts_ndb_elastic *elastic,
                              ts_error *error);
ts_status ts_ndb_hinges_find(const ts_bodies *bodies, ts_ndb_elastic *elastic, ts_error *error);
/* Of the elements [first, end) of its kind; slot: theirs. Returns their energy. */
double ts_ndb_springs_local(const ts_ndb_elastic *elastic, size_t first, size_t end, const ts_ndb_row *x,
                            ts_ndb_row *slot);
double ts_ndb_hinges_local(const ts_ndb_elastic *elastic, size_t first, size_t end, const ts_ndb_row *x,
                           ts_ndb_row *slot);

#endif
