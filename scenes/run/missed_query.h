/* SPDX-License-Identifier: MIT
 * Which CCD query let two primitives through: the first displacement of the step on which they meet in exact arithmetic
 * is asked about once more, and what the method says of their points, edges and faces is heard. */
#ifndef TS_SCENES_RUN_MISSED_QUERY_H
#define TS_SCENES_RUN_MISSED_QUERY_H

#include <touchstone/verify.h>

#include "scenes/run/history.h"

enum { TS_MISSED_QUERIES = 15 }; /* of two triangles: 6 point-triangle, 9 edge-edge */

typedef struct ts_missed_query {
    ts_displacement displacement; /* of the history; the fraction that was gone */
    int iteration;
    size_t count; /* pairs of features that meet on the way */
    ts_ccd_query query[TS_MISSED_QUERIES];
    double truth[TS_MISSED_QUERIES]; /* when they meet: a lower bound within an ulp */
    size_t chosen;                   /* of the queries: the first to meet of those that were asked */
    bool asked;                      /* was any of them? */
    ts_ccd_result answer;            /* to the chosen one */
} ts_missed_query;

/* Finds the displacement and the pairs; false when the parts meet on none of the displacements. `thickness` is that of
 * the pair. */
bool ts_missed_query_find(const ts_offence *offence, const ts_step_history *history, double thickness,
                          ts_missed_query *missed);
/* A ts_ccd_listener's listen; self: a ts_missed_query. While the displacement is asked about again. */
void ts_missed_query_listen(void *self, const ts_ccd_block *block);

#endif
