/* SPDX-License-Identifier: GPL-2.0-or-later
 * The modes of H at rest with the smallest eigenvalues, over nodes that are not told where to be: each serves x, y
 * and z (Lan et al. 2024, section 5). Found once per mesh and time step. */
#ifndef TS_NDB_MODES_H
#define TS_NDB_MODES_H

#include <stdint.h>

#include "ndb/matrix.h"

/* Owned. */
typedef struct ts_ndb_modes {
    size_t nodes;
    int count, stride; /* stride: count, rounded up to whole vectors of the machine; what is beyond is 0 */
    double *value;     /* ascending, N/m; `stride` of them, 1 beyond */
    double *vector;    /* vector[stride * node + k]: of length 1 over the nodes, its largest entry above 0; 0 at told */
} ts_ndb_modes;

/* `count` of them, or as many as there are nodes that are not told. Shift-invert Lanczos in blocks, with one factor of
 * H, to 1e-8 of the eigenvalues; small matrices densely. The same bits for any number of threads. */
ts_status ts_ndb_modes_find(const ts_ndb_matrix *matrix, const uint8_t *told, int count, ts_ndb_modes *modes,
                            ts_error *error);
void ts_ndb_modes_clear(ts_ndb_modes *modes);

#endif
