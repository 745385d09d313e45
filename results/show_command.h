/* SPDX-License-Identifier: GPL-2.0-or-later
 * The command that shows a query, in results and in everything made of them. */
#ifndef TS_RESULTS_SHOW_COMMAND_H
#define TS_RESULTS_SHOW_COMMAND_H

#include "benches/replay.h"

/* All return text for the caller to free; NULL without memory. */

/* "touchstone show FILE INDEX", with what the run changed of the query and, unless method is NULL, the method; fit for
 * a shell. */
char *ts_show_command(const ts_replay_options *options, const ts_ccd_method *method, const char *file, uint64_t index);
/* What it says after FILE INDEX, each option with a blank before it. */
char *ts_show_options(const ts_replay_options *options, const ts_ccd_method *method);
/* Of those what names the method: where it comes from, its name, its options that are not standard. */
char *ts_show_method(const ts_ccd_method *method);
/* The command of a query, given those. */
char *ts_show_query(const char *file, uint64_t index, const char *options);
/* The path for a shell: in single quotes when a character asks for it. */
char *ts_quoted(const char *path);

#endif
