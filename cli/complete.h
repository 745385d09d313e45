/* SPDX-License-Identifier: GPL-2.0-or-later
 * What may stand next on a command line: the answer to `touchstone --complete WORD...`, which the shells' completion
 * functions ask (cli/shells). The last word is the one under the cursor.
 * A line for each candidate, a tab and its meaning behind it; the line TS_COMPLETE_FILES: paths, which the shell knows.
 */
#ifndef TS_CLI_COMPLETE_H
#define TS_CLI_COMPLETE_H

#include "cli/arguments.h"

#define TS_COMPLETE_FILES ":files"

/* Prints `word` when it begins with what is typed. */
void ts_complete_offer(const char *typed, const char *word, const char *meaning);
/* words: those behind the command's name. */
void ts_complete(const ts_syntax *syntax, int count, char **words);

#endif
