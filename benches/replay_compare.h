/* SPDX-License-Identifier: GPL-2.0-or-later
 * Whether a method gives one answer to one query, however it is asked; and telling of it when it does not. */
#ifndef TS_BENCHES_REPLAY_COMPARE_H
#define TS_BENCHES_REPLAY_COMPARE_H

#include "benches/replay_block.h"

/* The judged answers of a method to queries q .. q + count - 1 against what it said while it was
 * timed; a method from outside is asked once more, each query by a call of its own. A query that fails in any of the
 * ways has failed; one that is answered in two ways is noted in `differs` and `others`. */
void ts_compare_answers(ts_replay_work *work, const ts_replay_block *block, size_t method, size_t q, size_t count);

/* Tells the run's listener of an answer that crashed, hung or changed, of the first few of each method. */
void ts_notice_answer(const ts_replay_work *work, const ts_replay_data_set *data_set, const ts_replay_block *block,
                      size_t method, size_t q);

#endif
