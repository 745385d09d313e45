/* SPDX-License-Identifier: GPL-2.0-or-later
 * Rows of a node each, and how loops over nodes are cut so that sums have the same bits for any number of threads. */
#ifndef TS_NDB_ROWS_H
#define TS_NDB_ROWS_H

#include <stddef.h>

/* Three components and one unused, so that a row is a vector of the machine (ccd/lanes.h). */
typedef double ts_ndb_row[4];

/* `count` rows of zeros that begin at lines of the cache, so that no row lies across two; NULL without memory. The
 * caller frees them. */
ts_ndb_row *ts_ndb_rows_create(size_t count);

/* Nodes, or elements, of a piece of a loop: what one thread does at a time, and what is summed by itself. */
enum { TS_NDB_PIECE = 512 };

static inline size_t ts_ndb_pieces(size_t count) {
    return (count + TS_NDB_PIECE - 1) / TS_NDB_PIECE;
}

/* Where piece `piece` ends. */
static inline size_t ts_ndb_piece_end(size_t piece, size_t count) {
    return (piece + 1) * TS_NDB_PIECE < count ? (piece + 1) * TS_NDB_PIECE : count;
}

#endif
