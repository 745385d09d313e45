/* SPDX-License-Identifier: GPL-2.0-or-later
 * Values that jump: no derivative is that of such a value, however right it is on either side. */
#ifndef TS_BENCHES_BARRIER_SCAN_JUMP_H
#define TS_BENCHES_BARRIER_SCAN_JUMP_H

#include <stdbool.h>

#include "benches/barrier/sweep.h"

/* Between two points that differ in inputs alone: does the value jump from a double to the next by more than
 * TS_OWN_TOLERANCE of it, and by far more than what it is off its gradient by beside that, at any distance up to that
 * of the points? Such as rounding makes show there as well. `where`: the point on this side of it. */
bool ts_scan_jumps(const ts_term *term, const ts_term_point *from, const ts_term_point *to, ts_term_point *where);

#endif
