/* SPDX-License-Identifier: GPL-2.0-or-later
 * The weights of P. */
#ifndef TS_NDB_CONTACT_WEIGHTS_H
#define TS_NDB_CONTACT_WEIGHTS_H

#include "ndb/contact/state.h"

/* The weight of every pair, from its a; to be called when P has been rebuilt. */
void ts_ndb_weights_set(ts_ndb_contact *contact);

#endif
