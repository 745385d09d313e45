/* SPDX-License-Identifier: MIT
 * The CCD queries of a step as the C-IPC authors' program asks them: for the CCD filter only.
 *
 * Point-triangle of every node, point-edge and point-point of particles alone, edge-edge of every edge; all pairs whose
 * boxes over the whole displacement come within the thickness, also when the step has been cut. Each node, and after
 * all nodes each edge, asks one query after the other, with the shortest step that its own have left as t_max; edges
 * begin with what the nodes have left. ACCD answers the kinds that the method lacks. */
#ifndef TS_SCENES_COLLISION_PUBLISHED_QUERIES_H
#define TS_SCENES_COLLISION_PUBLISHED_QUERIES_H

#include "scenes/collision/ccd_filter.h"

typedef struct ts_published_queries ts_published_queries;

/* surface: borrowed. */
ts_status ts_published_queries_create(const ts_surface *surface, ts_published_queries **queries, ts_error *error);
void ts_published_queries_destroy(ts_published_queries *queries);

/* Room for the pairs of any kind. */
ts_status ts_published_queries_reserve(ts_published_queries *queries, const ts_candidates *candidates, ts_error *error);
/* ts_ccd_filter_step of a filter that has its ends x1; room has been made. */
double ts_published_queries_step(ts_ccd_filter *filter, const ts_candidates *candidates, const ts_sweep *motion,
                                 ts_ccd_filter_report *report);

#endif
