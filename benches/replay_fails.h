/* SPDX-License-Identifier: GPL-2.0-or-later
 * What may make a run fail, and which methods of a replay do it. */
#ifndef TS_BENCHES_REPLAY_FAILS_H
#define TS_BENCHES_REPLAY_FAILS_H

#include "benches/replay.h"

typedef enum ts_fail_word {
    TS_FAIL_UNSAFE = 0, /* an answer, or a certificate that does not hold */
    TS_FAIL_INCONSISTENT,
    TS_FAIL_UNANSWERED, /* not one answer in a data set that asks for what the method says it can */
    TS_FAIL_ERROR,
    TS_FAIL_STALL,
    TS_FAIL_LIMIT,
    TS_FAIL_WORDS
} ts_fail_word;

/* "unsafe", "inconsistent", "unanswered", "error", "stall", "limit". */
extern const char *const TS_FAIL_WORD_NAMES[TS_FAIL_WORDS];

/* Sets of words have bit w for word w. */
#define TS_FAIL_BIT(word) (1u << (word))
#define TS_FAIL_STANDARD                                                                                               \
    (TS_FAIL_BIT(TS_FAIL_UNSAFE) | TS_FAIL_BIT(TS_FAIL_INCONSISTENT) | TS_FAIL_BIT(TS_FAIL_UNANSWERED))

/* How often a method fails by each word: answers and certificates, but data sets for `unanswered`. */
typedef struct ts_fail_counts {
    uint64_t of[TS_FAIL_WORDS];
    uint64_t proofs; /* of what is unsafe: certificates; the answer may be unsafe besides */
} ts_fail_counts;

/* Of the method on all data sets. */
ts_fail_counts ts_replay_count_fails(const ts_replay_results *results, size_t method);
/* Is it asked in that data set, and answers nothing? kinds: its cells there, TS_CCD_KINDS of them. */
bool ts_replay_is_unanswered(const ts_replay_cell *kinds);
/* The words by which any method fails. */
unsigned ts_replay_fails(const ts_replay_results *results);

#endif
