/* SPDX-License-Identifier: GPL-2.0-or-later
 * Rows of three components as vectors of the machine. Without AVX the compiler makes two halves of them; each component
 * has the same bits either way. */
#ifndef TS_NDB_LANES_H
#define TS_NDB_LANES_H

#include <string.h>

#include "ccd/lanes.h"

typedef double ts_ndb_lane4 __attribute__((vector_size(32)));

LANES_INLINE ts_ndb_lane4 ts_ndb_load(const double *from) {
    ts_ndb_lane4 out;
    memcpy(&out, from, sizeof out);
    return out;
}

LANES_INLINE void ts_ndb_store(double *to, ts_ndb_lane4 value) {
    memcpy(to, &value, sizeof value);
}

#endif
