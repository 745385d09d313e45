/* SPDX-License-Identifier: GPL-2.0-or-later
 * Which CCD query let two primitives through: the first way of the step on which they meet in exact arithmetic is
 * asked about once more, and what the method says of their points, edges and faces is heard. */
#ifndef TS_CIPC_CULPRIT_H
#define TS_CIPC_CULPRIT_H

#include <touchstone/verify.h>

#include "cipc/trail.h"

enum { TS_CULPRIT_QUERIES = 15 }; /* of two triangles: 6 point-triangle, 9 edge-edge */

typedef struct ts_culprit {
    ts_way way; /* of the trail; the share that was gone */
    int iteration;
    size_t count; /* pairs of features that meet on the way */
    ts_ccd_query query[TS_CULPRIT_QUERIES];
    double truth[TS_CULPRIT_QUERIES]; /* when they meet: a lower bound within an ulp */
    size_t chosen;                    /* of the queries: the first to meet of those that were asked */
    bool asked;                       /* was any of them? */
    ts_ccd_result answer;             /* to the chosen one */
} ts_culprit;

/* Finds the way and the pairs; false when the parts meet on none of the ways. `thickness` is that of the pair. */
bool ts_culprit_find(const ts_offence *offence, const ts_trail *trail, double thickness, ts_culprit *culprit);
/* A ts_ccd_listener's listen, while the way is asked about again. */
void ts_culprit_listen(void *culprit, size_t n, const ts_ccd_query *queries, const ts_ccd_result *results);

#endif
