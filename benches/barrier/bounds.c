/* SPDX-License-Identifier: GPL-2.0-or-later
 * The bounds; a test holds docs/barrier-accuracy.md to this table. */
#include "benches/barrier/bounds.h"

#include <string.h>

#define ULPS(most)                                                                                                     \
    { TS_MEASURE_ULPS, most }
#define NORM(most)                                                                                                     \
    { TS_MEASURE_NORM, most }
#define INPUT(most)                                                                                                    \
    { TS_MEASURE_INPUT, most }

static const ts_barrier_bound BOUNDS[] = {
    {"barrier", "gap", {ULPS(8), ULPS(8), ULPS(8)}, 0, "the aim: every sum is of terms of one sign"},
};

size_t ts_barrier_bound_count(void) {
    return sizeof BOUNDS / sizeof *BOUNDS;
}

const ts_barrier_bound *ts_barrier_bound_at(size_t index) {
    return index < ts_barrier_bound_count() ? &BOUNDS[index] : NULL;
}

const ts_barrier_bound *ts_barrier_bound_of(const ts_term_sweep *sweep) {
    for (size_t i = 0; i < ts_barrier_bound_count(); ++i) {
        if (strcmp(BOUNDS[i].reference, sweep->reference) == 0 && strcmp(BOUNDS[i].sweep, sweep->name) == 0) {
            return &BOUNDS[i];
        }
    }
    return NULL;
}
