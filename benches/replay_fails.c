/* SPDX-License-Identifier: GPL-2.0-or-later
 * Counting what may make a run fail. */
#include "benches/replay_fails.h"

const char *const TS_FAIL_WORD_NAMES[TS_FAIL_WORDS] = {"unsafe", "inconsistent", "unanswered",
                                                       "error",  "stall",        "limit"};

bool ts_replay_is_unanswered(const ts_replay_cell *kinds) {
    uint64_t asked = 0, answers = 0;
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        asked += kinds[k].asked;
        answers += ts_replay_answers(&kinds[k]);
    }
    return asked > 0 && answers == 0;
}

ts_fail_counts ts_replay_count_fails(const ts_replay_results *results, size_t method) {
    ts_fail_counts counts = {0};
    for (size_t d = 0; d < results->data_set_count; ++d) {
        const ts_replay_cell *kinds = &results->data_sets[d].cells[method * TS_CCD_KINDS];
        for (int k = 0; k < TS_CCD_KINDS; ++k) {
            counts.of[TS_FAIL_UNSAFE] += ts_replay_unsafe(&kinds[k]) + kinds[k].certificates_failed;
            counts.proofs += kinds[k].certificates_failed;
            counts.of[TS_FAIL_INCONSISTENT] += kinds[k].verdicts[TS_VERDICT_INCONSISTENT];
            counts.of[TS_FAIL_ERROR] += kinds[k].verdicts[TS_VERDICT_ERROR];
            counts.of[TS_FAIL_STALL] += kinds[k].stalls;
            counts.of[TS_FAIL_LIMIT] += kinds[k].verdicts[TS_VERDICT_LIMIT];
        }
        counts.of[TS_FAIL_UNANSWERED] += ts_replay_is_unanswered(kinds);
    }
    return counts;
}

unsigned ts_replay_fails(const ts_replay_results *results) {
    unsigned words = 0;
    for (size_t m = 0; m < results->options->method_count; ++m) {
        const ts_fail_counts counts = ts_replay_count_fails(results, m);
        for (int w = 0; w < TS_FAIL_WORDS; ++w) words |= counts.of[w] > 0 ? TS_FAIL_BIT(w) : 0;
    }
    return words;
}
