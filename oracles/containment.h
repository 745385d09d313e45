/* SPDX-License-Identifier: MIT
 * Pieces of a mesh that lie wholly inside solid matter: no triangle need cross another for that. */
#ifndef TS_ORACLES_CONTAINMENT_H
#define TS_ORACLES_CONTAINMENT_H

#include <touchstone/verify.h>

typedef struct ts_containment ts_containment;

/* Finds the pieces that hang together, and which surfaces of solids are closed; NULL in *containment when none is.
 * The mesh (borrowed) has been checked. */
ts_status ts_containment_create(const ts_verify_mesh *mesh, ts_containment **containment, ts_error *error);
void ts_containment_destroy(ts_containment *containment);

/* Adds an offence for every piece one of whose nodes lies inside an odd number of closed surfaces other than those of
 * its own body: by the parity of crossings of a ray, all signs exact. Pieces that cross a surface are left to the
 * check of intersections. NULL: nothing. */
ts_status ts_containment_check(const ts_containment *containment, const double (*x)[3], ts_verify_report *report,
                               ts_error *error);

#endif
