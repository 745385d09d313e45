/* SPDX-License-Identifier: GPL-2.0-or-later
 * --fail-on and --allow-unsafe: which findings of a replay are an exit code of 1. */
#ifndef TS_CLI_REPLAY_FAIL_ON_H
#define TS_CLI_REPLAY_FAIL_ON_H

#include "benches/replay_fails.h"

/* From the command line. */
typedef struct ts_fail_on {
    unsigned words; /* a set of ts_fail_word */
    bool allow_unsafe;
} ts_fail_on;

#define TS_FAIL_ON_DEFAULT                                                                                             \
    (ts_fail_on) {                                                                                                     \
        .words = TS_FAIL_STANDARD                                                                                      \
    }

/* Their rows in a subcommand's table. */
#define TS_FAIL_ON_ARGUMENTS(on)                                                                                       \
    {"fail-on", TS_ARGUMENT_WORDS, "WORD[,WORD]", "what makes the exit code 1: {names}; or none (default: {default})", \
     .to.words = {&(on)->words, TS_FAIL_WORD_NAMES, TS_FAIL_WORDS}},                                                   \
    {                                                                                                                  \
        "allow-unsafe", TS_ARGUMENT_FLAG, NULL, "takes unsafe and inconsistent off --fail-on",                         \
            .to.flag = &(on)->allow_unsafe                                                                             \
    }

/* Does the run fail? Says by which methods on the standard error, a line for each word. */
bool ts_fail_on_tell(const ts_fail_on *on, const ts_replay_results *results);

#endif
