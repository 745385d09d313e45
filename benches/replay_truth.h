/* SPDX-License-Identifier: GPL-2.0-or-later
 * What is known of a query: from its file, as far as the file speaks of the question that the run asks. */
#ifndef TS_BENCHES_REPLAY_TRUTH_H
#define TS_BENCHES_REPLAY_TRUTH_H

#include "benches/replay_source.h"

/* Query number q of the block by its label and bracket. A label made for a smaller min_distance or a longer
 * time says less: then only what follows from it. */
void ts_truth_from_note(const ts_replay_block *block, size_t q, ts_known_truth *said);

/* Does the file contradict the oracle's truth? */
bool ts_truth_contradicts(const ts_known_truth *said, const ts_oracle_truth *truth);

/* Adds a conflict to the data set: counted, and listed while the list has room. */
ts_status ts_replay_record_conflict(ts_replay_data_set *data_set, const ts_label_conflict *conflict, ts_error *error);

#endif
