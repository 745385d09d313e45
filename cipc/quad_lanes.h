/* SPDX-License-Identifier: GPL-2.0-or-later
 * Four doubles side by side, whatever the machine has; what is included for several of them includes this. */
#ifndef TS_CIPC_QUAD_LANES_H
#define TS_CIPC_QUAD_LANES_H

#include <string.h>

typedef double quad_lanes __attribute__((vector_size(32)));

/* By pointers: a vector that is returned is passed otherwise where there is AVX. */
static inline __attribute__((always_inline)) void quad_load(const double *from, quad_lanes *to) {
    memcpy(to, from, sizeof *to);
}

#endif
