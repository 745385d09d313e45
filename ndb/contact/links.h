/* SPDX-License-Identifier: GPL-2.0-or-later
 * Pairs of P across two free bodies, or one and what is held, as what acts between these bodies. */
#ifndef TS_NDB_CONTACT_LINKS_H
#define TS_NDB_CONTACT_LINKS_H

#include "core/keyed.h"
#include "ndb/rigid.h"

/* Pairs of one link, at most TS_NDB_PIECE of them, and their sums. */
typedef struct ts_ndb_link_piece {
    size_t link, first, end; /* of links.pairs */
    ts_ndb_rigid_block block;
    double pull[6];
} ts_ndb_link_piece;

/* Starts as zeros. */
typedef struct ts_ndb_links {
    size_t count, pieces, capacity; /* capacity: of both */
    ts_ndb_link *link;
    ts_ndb_link_piece *piece;
    ts_keyed_list pairs; /* by bodies; the value is a pair's number */
} ts_ndb_links;

typedef struct ts_ndb_pairs ts_ndb_pairs;

/* Of all pairs that act. body_of: of each node; NULL: there are no bodies. */
ts_status ts_ndb_links_find(ts_ndb_pairs *pairs, const int32_t *body_of, ts_error *error);
void ts_ndb_links_clear(ts_ndb_links *links);

#endif
