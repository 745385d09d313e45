/* SPDX-License-Identifier: MIT
 * How far a step may go: the candidates' CCD queries, asked of a backend in blocks. */
#ifndef TS_SCENES_COLLISION_CCD_FILTER_H
#define TS_SCENES_COLLISION_CCD_FILTER_H

#include "scenes/collision/candidates.h"

/* Told of every block of CCD queries that a step asked, with the answers; called by one thread, in order. */
typedef struct ts_ccd_listener {
    void (*listen)(void *self, size_t n, const ts_ccd_query *queries, const ts_ccd_result *results);
    void *self;
} ts_ccd_listener;

/* What was asked of the backend. */
typedef struct ts_ccd_filter_report {
    size_t queries;
    size_t statuses[5]; /* answers by ts_ccd_status */
    double seconds;     /* in the backend, and nothing else; of one thread alone, what it was given of a core */
} ts_ccd_filter_report;

typedef struct ts_ccd_filter {
    const ts_ccd_method *method; /* borrowed */
    ts_ccd_listener listener;
    double (*x1)[3];     /* of each node: the end of the whole step */
    ts_ccd_query *query; /* of a block */
    ts_ccd_result *result;
} ts_ccd_filter;

/* method: borrowed. listener->listen NULL: none. */
ts_status ts_ccd_filter_init(ts_ccd_filter *filter, const ts_ccd_method *method, const ts_ccd_listener *listener,
                             size_t nodes, ts_error *error);
void ts_ccd_filter_clear(ts_ccd_filter *filter);

/* The part of motion->alpha that the backend allows for all candidates, which are those of this motion (p not NULL).
 * Adds to the report. HIT and LIMIT allow their toi; UNSUPPORTED and FAILED allow nothing: a pair
 * without an answer is not passed. Within a block all queries have the t_max known before it, so that the result does
 * not depend on who answers first. */
double ts_ccd_filter_step(ts_ccd_filter *filter, ts_candidates *candidates, const ts_sweep *motion,
                          ts_ccd_filter_report *report);

#endif
