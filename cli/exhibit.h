/* SPDX-License-Identifier: GPL-2.0-or-later
 * One query with all that `touchstone show` tells of it: the exact truth, every method's answer and what it
 * is worth. */
#ifndef TS_CLI_EXHIBIT_H
#define TS_CLI_EXHIBIT_H

#include <stdbool.h>
#include <stdint.h>

#include <cJSON.h>

#include "benches/proof.h"
#include "benches/verdict.h"
#include "cli/replay_methods.h"
#include <touchstone/dataset.h>

/* Where the query is. */
typedef struct ts_exhibit_place {
    const char *path;
    uint64_t index;             /* within the file */
    double min_distance, t_max; /* if the file says none */
    bool round;
} ts_exhibit_place;

typedef struct ts_exhibit_answer {
    const char *backend;
    ts_ccd_result result;
    ts_judgement judged;
    ts_proof proof;
    ts_ccd_certificate *certificate; /* owned; NULL: no proof */
    ts_error refusal;                /* of a proof that failed */
} ts_exhibit_answer;

typedef struct ts_exhibit {
    ts_exhibit_place place;
    ts_ccd_query query;
    ts_query_note note;
    char *scene; /* owned; NULL: not said */
    ts_known_truth known;
    ts_oracle_distance_result start; /* at t = 0, against min_distance */
    double distance;                 /* at t = 0, metres; its square may be out of range */
    double bound;                    /* of t*, eq. 10 of C-IPC */
    ts_exhibit_answer *answers;      /* owned */
    size_t answer_count;
} ts_exhibit;

ts_status ts_exhibit_init(ts_exhibit *exhibit, const ts_exhibit_place *place, const ts_method_list *methods,
                          ts_error *error);
void ts_exhibit_clear(ts_exhibit *exhibit);

void ts_exhibit_print(const ts_exhibit *shown);
/* Returns the exit code. */
int ts_exhibit_print_json(const ts_exhibit *shown);

/* The proof of an answer that has one: as text, and as a member of the answer's JSON (false without memory). */
void ts_exhibit_print_proof(ts_ccd_kind kind, const ts_exhibit_answer *answer);
bool ts_exhibit_add_proof(cJSON *object, ts_ccd_kind kind, const ts_exhibit_answer *answer);

#endif
