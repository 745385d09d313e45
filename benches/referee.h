/* SPDX-License-Identifier: GPL-2.0-or-later
 * A referee in the line search: every CCD answer of a running simulation is judged by the oracle. */
#ifndef TS_BENCHES_REFEREE_H
#define TS_BENCHES_REFEREE_H

#include <stddef.h>
#include <stdint.h>

#include "benches/verdict.h"
#include "scenes/collision/ccd_filter.h"

typedef struct ts_referee {
    const ts_ccd_method *method;        /* borrowed; from outside it is asked again */
    uint64_t counts[TS_VERDICTS];       /* of all answers */
    uint64_t failures[TS_CCD_FAILURES]; /* the reasons of the errors */
    uint64_t stalls;
    uint64_t step_counts[TS_VERDICTS]; /* since the last ts_referee_begin_step */
    uint64_t step_stalls;
    bool has_worst; /* the first unsafe answer, for `show` */
    ts_ccd_query worst;
    ts_ccd_result worst_answer;
    ts_verdict worst_verdict;
} ts_referee;

void ts_referee_init(ts_referee *referee, const ts_ccd_method *method);
void ts_referee_begin_step(ts_referee *referee);
/* A ts_ccd_listener's listen; self is a ts_referee. Judges in parallel, counts in order. */
void ts_referee_listen(void *self, const ts_ccd_block *block);
uint64_t ts_referee_unsafe(const ts_referee *referee);

#endif
