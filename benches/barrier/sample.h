/* SPDX-License-Identifier: GPL-2.0-or-later
 * The reference beside a point, where rounding may have put it. */
#ifndef TS_BENCHES_BARRIER_SAMPLE_H
#define TS_BENCHES_BARRIER_SAMPLE_H

#include "benches/barrier/judge.h"
#include "benches/barrier/sweep.h"

/* Every number moved by a unit in its last place, in one of TS_MOVED ways that no point singles out. */
ts_term_point ts_barrier_move(const ts_term *term, const ts_term_point *at, int way);
/* The references there. False where a moved point has none. */
bool ts_barrier_evaluate_moved(const ts_term *term, const ts_term_point *at, ts_term_value moved[TS_MOVED]);

#endif
