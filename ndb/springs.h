/* SPDX-License-Identifier: GPL-2.0-or-later
 * Membranes of springs, for ndb/elastic.c. */
#ifndef TS_NDB_SPRINGS_H
#define TS_NDB_SPRINGS_H

#include "ndb/rows.h"
#include "scenes/bodies.h"

/* weight/2 (|x_a - x_b| - length)^2 */
typedef struct ts_ndb_spring {
    int32_t node[2];
    double length, weight; /* m, N/m */
} ts_ndb_spring;

/* Springs on the edges of the triangles `which`, weighted so that an isotropic stretch costs what the membrane says of
 * it without lambda. *list is to be freed. */
ts_status ts_ndb_springs_find(const ts_bodies *bodies, const size_t *which, size_t count, ts_ndb_spring **list,
                              size_t *springs, ts_error *error);
/* A local step: two slots of each spring become the forces on its nodes, N. Returns their energy, J. */
double ts_ndb_springs_local(const ts_ndb_spring *spring, size_t count, const ts_ndb_row *x, ts_ndb_row *slot);
/* Widens [least, most] by their lengths over those at rest. */
void ts_ndb_springs_extent(const ts_ndb_spring *spring, size_t count, const double (*x)[3], double *most,
                           double *least);

#endif
