/* SPDX-License-Identifier: GPL-2.0-or-later
 * The files that a command writes: tried before the work, each its own, and never one of those it reads. */
#ifndef TS_CLI_OUTPUTS_H
#define TS_CLI_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include <touchstone/status.h>

/* Do both paths lead to one regular file, or to the same place for one that is not there yet? */
bool ts_outputs_meet(const char *a, const char *b);

/* TS_ERROR_USAGE: `output` is `input`, or one of the files that the run in the folder `input` has left. Either may be
 * NULL. */
ts_status ts_output_is_no_input(const char *output, const char *input, ts_error *error);

/* Is `output` a folder that the file `input` lies in, or in one of its folders? */
bool ts_output_holds(const char *output, const char *input);

/* Those that are NULL are not asked for. TS_ERROR_USAGE: one cannot be written, two are the same file, or one is an
 * input. */
ts_status ts_outputs_check(const char *const *output, size_t outputs, const char *const *input, size_t inputs,
                           ts_error *error);

/* A report takes the place of an earlier one, and of nothing else. path: as above. TS_ERROR_USAGE: what is there holds
 * binary data, such as recorded queries, or is JSON where the report is not, or the other way round. */
ts_status ts_output_replaces_report(const char *path, bool is_json, ts_error *error);

#endif
