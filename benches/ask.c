/* SPDX-License-Identifier: GPL-2.0-or-later
 * Asking in a batch and alone: an answer that fails in either has failed, one that differs is inconsistent. */
#include "benches/ask.h"

void ts_ask_compare(const ts_asked_block *block, size_t q, const ts_ccd_result *other, ts_ccd_failure failure) {
    if (block->failures[q] != TS_CCD_FAILURE_NONE || block->differs[q]) return;
    if (failure != TS_CCD_FAILURE_NONE) {
        block->results[q] = (ts_ccd_result){.status = TS_CCD_FAILED};
        block->failures[q] = failure;
    } else if (!ts_ccd_same_answer(&block->results[q], other)) {
        block->others[q] = *other;
        block->differs[q] = true;
    }
}

enum { TOGETHER = 16 };

/* Queries from .. end - 1 of the block, at most TOGETHER, the last first. */
static void ask_some_again(const ts_ccd_method *method, const ts_asked_block *block, size_t from, size_t end) {
    ts_ccd_query queries[TOGETHER];
    ts_ccd_result results[TOGETHER];
    ts_ccd_failure failures[TOGETHER];
    size_t at[TOGETHER], asked = 0;
    for (size_t q = end; q-- > from;) {
        if (block->failures[q] != TS_CCD_FAILURE_NONE || block->results[q].status == TS_CCD_UNSUPPORTED) continue;
        queries[asked] = block->queries[q];
        at[asked++] = q;
    }
    if (asked == 0) return;
    ts_ccd_answer_apart(method, asked, queries, results, failures);
    for (size_t i = 0; i < asked; ++i) ts_ask_compare(block, at[i], &results[i], failures[i]);
}

void ts_ask_again(const ts_ccd_method *method, const ts_asked_block *block) {
    if (!ts_ccd_is_foreign(method->backend)) return;
    for (size_t end = block->count; end > 0; end -= end < TOGETHER ? end : TOGETHER)
        ask_some_again(method, block, end < TOGETHER ? 0 : end - TOGETHER, end);
}

void ts_ask(const ts_ccd_method *method, const ts_ccd_query *query, const ts_known_truth *known, ts_asked *asked) {
    ts_asked made = {0};
    ts_ccd_failure failure;
    const ts_asked_block block = {1, query, &made.result, &failure, &made.other, &made.differs};
    ts_ccd_answer_batch_why(method, 1, query, &made.result, &failure);
    ts_ask_again(method, &block);
    ts_judge(query, known, &made.result, ts_judged(method), &made.judged);
    if (failure != TS_CCD_FAILURE_NONE) made.judged.failure = failure;
    if (made.differs) ts_judge_inconsistent(&made.judged);
    *asked = made;
}
