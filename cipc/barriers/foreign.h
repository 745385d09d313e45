/* SPDX-License-Identifier: GPL-2.0-or-later
 * A barrier that is somebody else's term (<touchstone/term.h>), such as touchstone barrier judges: a function of d2
 * with the parameters xi and dhat. */
#ifndef TS_CIPC_BARRIERS_FOREIGN_H
#define TS_CIPC_BARRIERS_FOREIGN_H

#include "cipc/barriers/barrier.h"

/* Is it a function of d2 with the parameters xi and dhat? */
bool ts_foreign_barrier_fits(const ts_term *term);

/* Asks the term at gaps all over the range, with thickness and without: it is to be positive and falling within, and
 * finite. TS_ERROR_USAGE with the point where it is not, or what else makes it no barrier (its inputs, its parameters,
 * its name). */
ts_status ts_foreign_barrier_check(const ts_term *term, ts_error *error);

/* Adds the term to the table of barriers, under its own name and with the rule "constant"; it lives as long as the
 * program, as the term has to. Before threads start. TS_ERROR_USAGE: as above, the name is taken, or there are too
 * many. */
ts_status ts_foreign_barrier_add(const ts_term *term, ts_error *error);

#endif
