/* SPDX-License-Identifier: GPL-2.0-or-later
 * One term at one point: every number beside that of the reference. */
#ifndef TS_CLI_BARRIER_AT_H
#define TS_CLI_BARRIER_AT_H

#include "benches/barrier/barrier.h"
#include "cli/arguments.h"

/* Inputs and then parameters, as text. TS_ERROR_USAGE: not as many as the term has, or one that is not finite. */
ts_status ts_barrier_read_point(const ts_term *term, const ts_text_list *numbers, ts_term_point *at, ts_error *error);
/* *wrong: a flaw, or derivatives of a term without a reference that are none. */
ts_status ts_barrier_print_at(const ts_barrier_subject *subject, const ts_term_point *at, bool *wrong, ts_error *error);

#endif
