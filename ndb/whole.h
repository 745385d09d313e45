/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whole bodies that nothing holds, as the matrix knows them: nodes that its entries join, of which none is told.
 *
 * Contact adds to the diagonal of H, and so holds a node in all directions that a pair pushes in one. What moves a body
 * as a whole is inertia and contact alone, for elements see differences. So after each global solve all these bodies
 * are moved by the rigid motions q that lead to where inertia and contact balance, the pairs as they are:
 *     (J^T M/h^2 J + sum G^T P G) q = J^T M/h^2 (z - x - dx) + sum G^T (f - P g),
 *     G = J_a - J_b,  P = s n n^T + w_f (I - n n^T),
 * sums over pairs. J is that of rigid.h at x + dx, f a pair's force at x, g what dx moves its two sides apart. Forces
 * across pairs add up to nothing, and so does what they change by: momentum stays, however early iterations end, where
 * the accepted point goes all of their way. The published method has no such step (docs/ndb.md). */
#ifndef TS_NDB_WHOLE_H
#define TS_NDB_WHOLE_H

#include "ndb/contact/contact.h"
#include "ndb/matrix.h"
#include "ndb/rigid.h"

/* Numbers that are summed over nodes: m, m y, m y y^T as in ts_ndb_moments, the force m (z - x - dx), its moment. */
enum { TS_NDB_WHOLE_PULL = 10, TS_NDB_WHOLE_SUMS = 16 }; /* PULL: where the force begins */
_Static_assert(sizeof(ts_ndb_moments) == TS_NDB_WHOLE_PULL * sizeof(double), "moments are the first of them");

/* Nodes of one body in a row, at most TS_NDB_PIECE. */
typedef struct ts_ndb_run {
    int32_t body;
    size_t first, end;
    double sum[TS_NDB_WHOLE_SUMS]; /* N/m, N, N m; N, N m */
} ts_ndb_run;

/* Owned. */
typedef struct ts_ndb_whole {
    size_t nodes, bodies, runs;
    int32_t *of; /* of each node: its body, or -1 */
    ts_ndb_run *run;
    double (*centre)[3];         /* of each body's mass, from the origin of the motions */
    ts_ndb_rigid_block *inertia; /* of each body */
    double (*motion)[6];
    ts_ndb_rigid_system *system; /* NULL without bodies */
} ts_ndb_whole;

/* No body yet, and `of` has its place for good. */
ts_status ts_ndb_whole_init(ts_ndb_whole *whole, size_t nodes, ts_error *error);
void ts_ndb_whole_clear(ts_ndb_whole *whole);
/* The bodies while `told` is as it is. */
ts_status ts_ndb_whole_find(ts_ndb_whole *whole, const ts_ndb_matrix *matrix, const uint8_t *told, ts_error *error);

/* An iteration under way. All borrowed. */
typedef struct ts_ndb_moving {
    ts_ndb_contact *contact; /* NULL: none */
    const double *inertia;   /* M/h^2, N/m */
    const ts_ndb_row *z, *x;
} ts_ndb_moving;

/* Adds to dx, by which the global solve would move nodes. Bodies turn without a strain: by exp(theta x) about the
 * centre of their mass. Does nothing where the system cannot be solved. */
void ts_ndb_whole_balance(ts_ndb_whole *whole, const ts_ndb_moving *moving, ts_ndb_row *dx);

/* ---- In lanes ---- */

/* y = x + dx - origin. */
typedef struct ts_ndb_whole_rows {
    double origin[3];
    const double *inertia;
    const ts_ndb_row *z, *x;
    ts_ndb_row *dx;
} ts_ndb_whole_rows;

/* dx += gone + turn (x + dx - centre), `turn` by columns; the fourth of each is 0. */
typedef struct ts_ndb_whole_motion {
    double centre[3];
    ts_ndb_row gone, turn[3];
} ts_ndb_whole_motion;

/* Of the nodes [first, end), at least one. */
typedef void ts_ndb_whole_sum(const ts_ndb_whole_rows *rows, size_t first, size_t end, double sum[TS_NDB_WHOLE_SUMS]);
typedef void ts_ndb_whole_move(const ts_ndb_whole_rows *rows, size_t first, size_t end,
                               const ts_ndb_whole_motion *motion);
/* By the widest lanes of this machine; the others are for it to choose from and for tests: all give the same bits. */
ts_ndb_whole_sum ts_ndb_whole_sum_some, ts_ndb_whole_sum_portable, ts_ndb_whole_sum_avx2;
ts_ndb_whole_move ts_ndb_whole_move_some, ts_ndb_whole_move_portable, ts_ndb_whole_move_avx2;

#endif
