/* SPDX-License-Identifier: GPL-2.0-or-later
 * The results of a replay for people (terminal, Markdown, LaTeX) and for spreadsheets (CSV). */
#ifndef TS_REPORTS_REPLAY_REPLAY_H
#define TS_REPORTS_REPLAY_REPLAY_H

#include <stdio.h>

#include "benches/context.h"
#include "benches/replay.h"
#include "core/text_list.h"

/* The whole report as text, about 110 columns wide. */
ts_status ts_replay_print(const ts_replay_results *results, FILE *out, ts_error *error);

/* Each file appears complete or not at all; one that exists is replaced. */
ts_status ts_replay_write_csv(const ts_replay_results *results, const char *path, ts_error *error);
/* A table of the rows of all kinds with the columns of these names (those of CSV); NULL or none: what fits a column of
 * text. TS_ERROR_USAGE naming one that is not there. */
ts_status ts_replay_write_latex(const ts_replay_results *results, const ts_text_list *columns, const char *path,
                                ts_error *error);
ts_status ts_replay_write_markdown(const ts_replay_results *results, const ts_context *context, const char *path,
                                   ts_error *error);

#endif
