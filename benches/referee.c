/* SPDX-License-Identifier: GPL-2.0-or-later
 * Judging the answers of a line search while it runs. */
#include "benches/referee.h"

#include <string.h>

#include "benches/ask.h"

enum { BLOCK = 256 };

void ts_referee_init(ts_referee *referee, const ts_ccd_method *method) {
    *referee = (ts_referee){.method = method};
}

void ts_referee_begin_step(ts_referee *referee) {
    memset(referee->step_counts, 0, sizeof referee->step_counts);
    referee->step_stalls = 0;
}

uint64_t ts_referee_unsafe(const ts_referee *referee) {
    return referee->counts[TS_VERDICT_FALSE_NEGATIVE] + referee->counts[TS_VERDICT_LATE];
}

/* A block, copied: asking again may change what counts. */
typedef struct heard_block {
    ts_ccd_result results[BLOCK], others[BLOCK];
    ts_ccd_failure failures[BLOCK];
    bool differs[BLOCK];
    ts_judgement judgements[BLOCK];
} heard_block;

static void judge(const ts_ccd_query *query, heard_block *heard, size_t k) {
    ts_known_truth known = {.source = TS_TRUTH_BRACKET};
    ts_judgement *judgement = &heard->judgements[k];
    if (ts_oracle_toi(query, TS_ORACLE_ALL, &known.truth) != TS_OK) known.source = TS_TRUTH_NONE;
    ts_judge_kind(query, &known, &heard->results[k], judgement);
    if (heard->failures[k] != TS_CCD_FAILURE_NONE) judgement->failure = heard->failures[k];
    if (heard->differs[k]) ts_judge_inconsistent(judgement);
}

static void count(ts_referee *referee, const ts_ccd_query *query, const ts_ccd_result *answer,
                  const ts_judgement *judgement) {
    ++referee->counts[judgement->verdict];
    ++referee->step_counts[judgement->verdict];
    referee->failures[judgement->failure] += judgement->failure != TS_CCD_FAILURE_NONE;
    referee->stalls += judgement->stall;
    referee->step_stalls += judgement->stall;
    if (referee->has_worst || !ts_verdict_is_unsafe(judgement->verdict)) return;
    referee->has_worst = true;
    referee->worst = *query;
    referee->worst_answer = *answer;
    referee->worst_verdict = judgement->verdict;
}

static void hear(ts_referee *referee, const ts_ccd_block *block, size_t first, size_t here) {
    heard_block heard;
    const ts_ccd_query *queries = block->queries + first;
    const ts_asked_block asked = {here, queries, heard.results, heard.failures, heard.others, heard.differs};
    memcpy(heard.results, block->results + first, here * sizeof *heard.results);
    memcpy(heard.failures, block->failures + first, here * sizeof *heard.failures);
    memset(heard.differs, 0, sizeof heard.differs);
    ts_ask_again(referee->method, &asked);
#pragma omp parallel for schedule(dynamic, 8)
    for (size_t k = 0; k < here; ++k) judge(&queries[k], &heard, k);
    for (size_t k = 0; k < here; ++k) count(referee, &queries[k], &heard.results[k], &heard.judgements[k]);
}

void ts_referee_listen(void *self, const ts_ccd_block *block) {
    for (size_t first = 0; first < block->count; first += BLOCK) {
        const size_t left = block->count - first;
        hear(self, block, first, left < BLOCK ? left : BLOCK);
    }
}
