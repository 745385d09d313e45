/* SPDX-License-Identifier: GPL-2.0-or-later
 * Labels: what they say of the question asked, and whether the oracle agrees. */
#include "benches/replay_truth.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"

void ts_truth_from_note(const ts_replay_block *block, size_t q, ts_known_truth *said) {
    const ts_query_note *note = &block->notes[q];
    const double t_max = block->queries[q].t_max;
    *said = (ts_known_truth){.source = TS_TRUTH_NONE, .truth = {.lo = NAN, .hi = NAN}};
    if (note->contact < 0) return;
    if (note->contact == 0) {
        /* Free for longer is free; free at a smaller distance says nothing. */
        said->source = block->wider ? TS_TRUTH_NONE : TS_TRUTH_LABEL;
    } else if (isnan(note->truth_lo) || isnan(note->truth_hi) || block->wider) {
        said->source = block->shorter ? TS_TRUTH_NONE : TS_TRUTH_LABEL;
        said->truth.contact = true;
    } else if (note->truth_hi > t_max) {
        /* The user's t_max ends the time before that; a file's own never does. The bracket holds no double but its
         * ends, so it does not straddle t_max: the contact is later. */
        said->source = TS_TRUTH_LABEL;
    } else {
        said->source = TS_TRUTH_BRACKET;
        said->truth = (ts_oracle_truth){
            .contact = true, .lo = note->truth_lo, .hi = note->truth_hi, .feature = note->truth_feature};
    }
}

bool ts_truth_contradicts(const ts_known_truth *said, const ts_oracle_truth *truth) {
    if (said->source == TS_TRUTH_NONE) return false;
    if (said->truth.contact != truth->contact) return true;
    return said->source == TS_TRUTH_BRACKET && (said->truth.lo != truth->lo || said->truth.hi != truth->hi);
}

ts_status ts_replay_record_conflict(ts_replay_data_set *data_set, const ts_label_conflict *conflict, ts_error *error) {
    if (!data_set->conflicts) data_set->conflicts = calloc(TS_MAX_CONFLICTS, sizeof *data_set->conflicts);
    if (!data_set->conflicts) return ts_fail_memory(error, "the list of label conflicts");
    if (data_set->conflict_count < TS_MAX_CONFLICTS) data_set->conflicts[data_set->conflict_count] = *conflict;
    ++data_set->conflict_count;
    return TS_OK;
}
