/* SPDX-License-Identifier: GPL-2.0-or-later
 * One query with all that `touchstone show` tells of it: the exact truth, every method's answer and what it
 * is worth. */
#ifndef TS_BENCHES_SHOWN_QUERY_H
#define TS_BENCHES_SHOWN_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "benches/ask.h"
#include "benches/proof.h"
#include "benches/reading.h"

/* Where the query is. */
typedef struct ts_shown_place {
    const char *path;
    uint64_t index;             /* within the file */
    double min_distance, t_max; /* if the file says none */
    ts_reading reading;
} ts_shown_place;

typedef struct ts_shown_answer {
    const char *backend;
    ts_asked asked;
    ts_proof proof;
    ts_ccd_certificate *certificate; /* owned; NULL: no proof */
    ts_error refusal;                /* of a proof that failed */
} ts_shown_answer;

typedef struct ts_shown_query {
    ts_shown_place place;
    ts_ccd_query query;
    ts_query_note note;
    char *scene; /* owned; NULL: not said */
    ts_known_truth known;
    ts_oracle_distance_result start; /* at t = 0, against min_distance */
    double distance;                 /* at t = 0, metres; its square may be out of range */
    double bound;                    /* of t*, eq. 10 of C-IPC */
    ts_shown_answer *answers;        /* owned */
    size_t answer_count;
} ts_shown_query;

/* Asks the oracle and the methods. TS_ERROR_DATA: no such query. */
ts_status ts_shown_query_init(ts_shown_query *shown, const ts_shown_place *place, const ts_ccd_method *methods,
                              size_t count, ts_error *error);
void ts_shown_query_clear(ts_shown_query *shown);
/* How many pieces of its certificate there are to show; one that failed may say anything. */
size_t ts_shown_pieces(const ts_shown_answer *answer);

#endif
