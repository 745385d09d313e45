/* SPDX-License-Identifier: GPL-2.0-or-later
 * Judging the answers of a line search while it runs. */
#include "benches/referee.h"

#include <string.h>

enum { BLOCK = 256 };

void ts_referee_init(ts_referee *referee) {
    *referee = (ts_referee){0};
}

void ts_referee_begin_step(ts_referee *referee) {
    memset(referee->step_counts, 0, sizeof referee->step_counts);
    referee->step_stalls = 0;
}

uint64_t ts_referee_unsafe(const ts_referee *referee) {
    return referee->counts[TS_VERDICT_FALSE_NEGATIVE] + referee->counts[TS_VERDICT_LATE];
}

static void judge(const ts_ccd_query *query, const ts_ccd_result *answer, ts_judgement *judgement) {
    ts_known_truth known = {.source = TS_TRUTH_BRACKET};
    if (ts_oracle_toi(query, TS_ORACLE_ALL, &known.truth) != TS_OK) known.source = TS_TRUTH_NONE;
    ts_judge_kind(query, &known, answer, judgement);
}

static void count(ts_referee *referee, const ts_ccd_query *query, const ts_ccd_result *answer,
                  const ts_judgement *judgement) {
    ++referee->counts[judgement->verdict];
    ++referee->step_counts[judgement->verdict];
    referee->stalls += judgement->stall;
    referee->step_stalls += judgement->stall;
    if (referee->has_worst || !ts_verdict_is_unsafe(judgement->verdict)) return;
    referee->has_worst = true;
    referee->worst = *query;
    referee->worst_answer = *answer;
    referee->worst_verdict = judgement->verdict;
}

void ts_referee_listen(void *self, size_t n, const ts_ccd_query *queries, const ts_ccd_result *results) {
    ts_referee *referee = self;
    for (size_t first = 0; first < n; first += BLOCK) {
        ts_judgement judgements[BLOCK];
        const size_t here = n - first < BLOCK ? n - first : BLOCK;
#pragma omp parallel for schedule(dynamic, 8)
        for (size_t k = 0; k < here; ++k) judge(&queries[first + k], &results[first + k], &judgements[k]);
        for (size_t k = 0; k < here; ++k) count(referee, &queries[first + k], &results[first + k], &judgements[k]);
    }
}
