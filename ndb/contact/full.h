/* SPDX-License-Identifier: GPL-2.0-or-later
 * What ways that need no method share with full CCD. */
#ifndef TS_NDB_CONTACT_FULL_H
#define TS_NDB_CONTACT_FULL_H

#include "ndb/contact/state.h"

/* The way of all nodes; borrows contact->p. */
void ts_ndb_contact_set_way(const ts_ndb_contact *contact, const double (*from)[3], const double (*to)[3],
                            ts_ccd_way *way);
/* P at the accepted point from all candidates and the hits of the survey of a way, of which found->fraction was taken;
 * tells found what it finds. */
ts_status ts_ndb_contact_rebuild(ts_ndb_contact *contact, const ts_ccd_way *way, ts_ndb_way *found, ts_error *error);

#endif
