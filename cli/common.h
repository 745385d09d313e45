/* SPDX-License-Identifier: GPL-2.0-or-later
 * What every subcommand needs: complaining, exit codes, outputs checked before the work. */
#ifndef TS_CLI_COMMON_H
#define TS_CLI_COMMON_H

#include <stdbool.h>

#include <touchstone/status.h>

/* The exit codes of the command (docs/commands.md). */
typedef enum ts_exit {
    TS_EXIT_FINE = 0,
    TS_EXIT_UNSAFE = 1, /* an unsafe or failed verdict */
    TS_EXIT_USAGE = 2,
    TS_EXIT_SLOWER = 3, /* slower than the baseline allows */
    TS_EXIT_DATA = 4,   /* data missing or malformed */
    TS_EXIT_INTERNAL = 5,
    TS_EXIT_INTERRUPTED = 130
} ts_exit;

int ts_exit_code(ts_status status);
/* Prints "touchstone: MESSAGE" on stderr; returns the exit code of error->status. */
int ts_complain(const ts_error *error);

/* Can a file be written at `path` (NULL: nothing to check)? TS_ERROR_USAGE if not: a folder, no such
 * folder above it, no permission, or it exists already and `replace` is false. Leaves nothing behind. */
ts_status ts_check_output_file(const char *path, bool replace, ts_error *error);
/* The same for a folder that is to be made, or to be filled. */
ts_status ts_check_output_folder(const char *path, ts_error *error);

#endif
