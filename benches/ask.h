/* SPDX-License-Identifier: GPL-2.0-or-later
 * Asking twice: a method from outside gives one answer to one query, in a batch and alone, or none. */
#ifndef TS_BENCHES_ASK_H
#define TS_BENCHES_ASK_H

#include "benches/verdict.h"

/* Queries and what was said to them in a batch. All borrowed. */
typedef struct ts_asked_block {
    size_t count;
    const ts_ccd_query *queries;
    ts_ccd_result *results;   /* one that fails when it is asked again has failed */
    ts_ccd_failure *failures; /* why */
    ts_ccd_result *others;    /* what it said as well, where it `differs` */
    bool *differs;            /* set, never cleared */
} ts_asked_block;

/* One answer more to query q, which may fail it or differ from the first. */
void ts_ask_compare(const ts_asked_block *block, size_t q, const ts_ccd_result *other, ts_ccd_failure failure);
/* Asks a method from outside once more, each query by a call of its own; not those that have failed, or are not for it.
 * The last first: answers that come from a count of calls, whatever its period, are others then.
 * Methods of our own are not asked. */
void ts_ask_again(const ts_ccd_method *method, const ts_asked_block *block);

/* One query, asked so and judged. */
typedef struct ts_asked {
    ts_ccd_result result;
    ts_ccd_result other; /* where it `differs` */
    bool differs;
    ts_judgement judged;
} ts_asked;

void ts_ask(const ts_ccd_method *method, const ts_ccd_query *query, const ts_known_truth *known, ts_asked *asked);

#endif
