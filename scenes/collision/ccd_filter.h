/* SPDX-License-Identifier: MIT
 * How far a step may go: the candidates' CCD queries, asked of a backend in blocks. */
#ifndef TS_SCENES_COLLISION_CCD_FILTER_H
#define TS_SCENES_COLLISION_CCD_FILTER_H

#include "scenes/collision/candidates.h"

/* CCD queries that a step asked, with the answers. All borrowed. */
typedef struct ts_ccd_block {
    size_t count;
    const ts_ccd_query *queries;
    const ts_ccd_result *results;
    const ts_ccd_failure *failures; /* why a result is TS_CCD_FAILED */
} ts_ccd_block;

/* Which questions a step asks (docs/simulation.md). */
typedef enum ts_ccd_asking {
    TS_ASK_ALL = 0,  /* of every kind of pair; each block with the shortest step known before it */
    TS_ASK_PUBLISHED /* those that the C-IPC authors' program asks */
} ts_ccd_asking;

enum { TS_CCD_ASKINGS = TS_ASK_PUBLISHED + 1 };

/* "all", "published"; ended by NULL. */
extern const char *const TS_CCD_ASKING_NAMES[TS_CCD_ASKINGS + 1];

/* As published, ACCD answers the kinds that a method lacks. */
bool ts_ccd_leaves_to_accd(ts_ccd_asking asking, const ts_ccd_method *method, ts_ccd_kind kind);
/* Is the answer ACCD's? Those kinds, and as published point-edge and point-point of `minsep`, which is ACCD there. */
bool ts_ccd_is_by_accd(ts_ccd_asking asking, const ts_ccd_method *method, ts_ccd_kind kind);

/* Told of every block; called by one thread, in order. */
typedef struct ts_ccd_listener {
    void (*listen)(void *self, const ts_ccd_block *block);
    void *self;
} ts_ccd_listener;

/* What was asked of the backend. */
typedef struct ts_ccd_filter_report {
    size_t queries;
    size_t statuses[5]; /* answers by ts_ccd_status */
    double seconds;     /* in the backend, and nothing else, by ts_ccd_filter_clock */
} ts_ccd_filter_report;

struct ts_published_queries;

typedef struct ts_ccd_filter {
    const ts_ccd_method *method; /* borrowed */
    ts_ccd_listener listener;
    double (*x1)[3];     /* of each node: the end of the whole step */
    ts_ccd_query *query; /* of a block */
    ts_ccd_result *result;
    ts_ccd_failure *failure;
    struct ts_published_queries *published; /* NULL: TS_ASK_ALL */
    bool was_cut;                           /* the last step */
} ts_ccd_filter;

/* method: borrowed. listener->listen NULL: none. */
ts_status ts_ccd_filter_init(ts_ccd_filter *filter, const ts_ccd_method *method, const ts_ccd_listener *listener,
                             size_t nodes, ts_error *error);
void ts_ccd_filter_clear(ts_ccd_filter *filter);
/* From now on TS_ASK_PUBLISHED, of these candidates alone, whose lists it widens to what boxes cover. */
ts_status ts_ccd_filter_ask_published(ts_ccd_filter *filter, ts_candidates *candidates, ts_error *error);

/* Of one thread alone what it was given of a core, else the wall's. */
double ts_ccd_filter_clock(void);

/* *step: the part of motion->alpha that the backend allows (p not NULL). The candidates follow the motion, at least
 * that far: where the last step was cut, those that are known are asked first, and what they leave is followed. Adds to
 * the report. HIT and LIMIT allow their toi; UNSUPPORTED and FAILED allow nothing: a pair without an answer is not
 * passed. Within a block all queries have the t_max known before it, so that the result does not depend on who answers
 * first; TS_ASK_PUBLISHED has rules of its own (scenes/collision/published_queries.h). */
ts_status ts_ccd_filter_step(ts_ccd_filter *filter, ts_candidates *candidates, const ts_sweep *motion,
                             ts_ccd_filter_report *report, double *step, ts_error *error);
/* The next step is asked as the first one is. */
void ts_ccd_filter_forget(ts_ccd_filter *filter);

/* ---- What all ways of asking share ---- */

enum { TS_CCD_BLOCK = 32 * TS_CANDIDATE_CHUNK };

/* Rows of a query: nodes at x and at x1, exactly as the line search takes them. */
void ts_ccd_filter_write(const ts_ccd_filter *filter, const ts_sweep *motion, const ts_stencil node,
                         ts_ccd_query *query);
/* Answers the first queries of the block, in parallel; adds the seconds of that alone. */
void ts_ccd_filter_answer(ts_ccd_filter *filter, size_t count, ts_ccd_filter_report *report);
/* The step that an answer allows of t_max. */
double ts_ccd_filter_allowed(const ts_ccd_result *result, double t_max);

#endif
