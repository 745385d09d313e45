/* SPDX-License-Identifier: GPL-2.0-or-later
 * Phrases that the terminal, Markdown and JSON reports share. */
#ifndef TS_REPORTS_REPLAY_WORDS_H
#define TS_REPORTS_REPLAY_WORDS_H

#include "benches/replay.h"

/* All return text for the caller to free; NULL without memory. */

/* "touchstone show FILE INDEX", with what the run changed of the query and, unless method is NULL, of the
 * method's options; fit for a shell. */
char *ts_show_command(const ts_replay_options *options, const ts_ccd_method *method, const char *file, uint64_t index);
/* What it says after FILE INDEX, each option with a blank before it. */
char *ts_show_options(const ts_replay_options *options, const ts_ccd_method *method);
/* The command of a query, given those. */
char *ts_show_query(const char *file, uint64_t index, const char *options);
/* The path for a shell: in single quotes when a character asks for it. */
char *ts_quoted(const char *path);
/* "passes 1.2e-05 after the contact": what is bad about the worst query of that kind. */
char *ts_worst_phrase(ts_worst kind, double value);
/* "253 queries (100 point-triangle, 153 edge-edge), 170 contacts; 253 labels, 2 wrong; oracle: 200 float, ...". */
char *ts_data_set_phrase(const ts_replay_results *results, const ts_replay_data_set *data_set);

#endif
