/* SPDX-License-Identifier: GPL-2.0-or-later
 * The elements of projective dynamics: each pulls what it sees of x to the nearest place without energy, so that
 * Psi(x) = sum w/2 |A x - p(x)|^2. Those whose p is 0 make up a constant matrix; the others write the forces of a local
 * step into slots, from which nodes gather theirs. */
#ifndef TS_NDB_ELASTIC_H
#define TS_NDB_ELASTIC_H

#include "ndb/bending.h"
#include "ndb/matrix.h"
#include "ndb/springs.h"
#include "ndb/strain.h"

typedef struct ts_ndb_elastic {
    size_t nodes;
    ts_ndb_strain strain;
    size_t springs, stitches;
    ts_ndb_spring *spring;
    ts_ndb_hinges bending;
    ts_ndb_square *stitch;  /* of weight/2 |s|^2 */
    ts_ndb_matrix constant; /* hinges and stitches, without the targets of curved ones */
    ts_ndb_row *slot;       /* 3 of each padded triangle, 2 of each spring, 4 of each curved hinge */
    uint32_t *slot_first;   /* of each place of the matrix's packed rows, in slot_offset; one more */
    uint32_t *slot_offset;  /* as in ts_ndb_gather */
    size_t pieces;          /* of slots' elements */
    double *piece_energy;   /* of each */
} ts_ndb_elastic;

/* bodies: borrowed for the call. Takes no obstacles. TS_ERROR_DATA naming a triangle without area, or beyond 2^30
 * slots. */
ts_status ts_ndb_elastic_init(ts_ndb_elastic *elastic, const ts_bodies *bodies, ts_error *error);
void ts_ndb_elastic_clear(ts_ndb_elastic *elastic);

/* Adds the elements' terms of H. */
ts_status ts_ndb_elastic_squares(const ts_ndb_elastic *elastic, ts_ndb_squares *squares, ts_error *error);

/* A local step: force becomes -dPsi/dx at x, N. Returns Psi(x), J, as the sum of what each element finds. */
double ts_ndb_elastic_local(ts_ndb_elastic *elastic, const ts_ndb_row *x, ts_ndb_row *force);

/* Largest and smallest stretch of all membranes: singular values of triangles, springs along their edges; 1 without
 * any. */
void ts_ndb_elastic_extent(const ts_ndb_elastic *elastic, const double (*x)[3], double *most, double *least);

#endif
