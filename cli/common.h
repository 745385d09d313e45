/* SPDX-License-Identifier: GPL-2.0-or-later
 * What every subcommand needs: complaining, exit codes, JSON on the standard output. */
#ifndef TS_CLI_COMMON_H
#define TS_CLI_COMMON_H

#include <touchstone/status.h>

#include "core/json_build.h"
#include "core/text_list.h"

/* The exit codes of the command (docs/commands.md). */
typedef enum ts_exit {
    TS_EXIT_FINE = 0,
    TS_EXIT_UNSAFE = 1, /* an unsafe or failed verdict */
    TS_EXIT_USAGE = 2,
    TS_EXIT_SLOWER = 3, /* slower than the baseline allows */
    TS_EXIT_DATA = 4,   /* data missing or malformed */
    TS_EXIT_INTERNAL = 5,
    TS_EXIT_ON_THE_WAY = 6, /* frames that met on the straight way between them, not shown to intersect */
    TS_EXIT_INTERRUPTED = 130
} ts_exit;

/* Prints "touchstone: MESSAGE" on stderr; returns the exit code of error->status. */
int ts_complain(const ts_error *error);

/* Says on stderr which of these results files have no checksum: older versions wrote none. */
void ts_note_no_checksum(const ts_text_list *paths);

/* Says which frames lack among those that an operand stands for, by their numbers; returns how many. */
uint64_t ts_say_missing_frames(const char *operand, char *const *path, size_t count);
/* Says on stderr what is judged where `single` of `frames` frames store their coordinates as 32-bit numbers. */
void ts_note_single_precision(size_t single, size_t frames);

/* Prints the tree on stdout with a line break after it, and frees it; complains when it is not complete. */
int ts_print_json(ts_json_builder *builder, cJSON *tree);

#endif
