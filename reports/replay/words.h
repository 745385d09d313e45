/* SPDX-License-Identifier: GPL-2.0-or-later
 * Phrases that the terminal and Markdown share. */
#ifndef TS_REPORTS_REPLAY_WORDS_H
#define TS_REPORTS_REPLAY_WORDS_H

#include "benches/replay.h"

/* All return text for the caller to free; NULL without memory. */

/* "passes 1.2e-05 after the contact": what is bad about the worst query of that kind. */
char *ts_worst_phrase(ts_worst kind, double value);
/* "253 queries (100 point-triangle, 153 edge-edge), 170 contacts; 253 labels, 2 wrong; oracle: 200 float, ...". */
char *ts_data_set_phrase(const ts_replay_results *results, const ts_replay_data_set *data_set);

#endif
