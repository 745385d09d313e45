/* SPDX-License-Identifier: GPL-2.0-or-later
 * --part, --resume and --shard: replays that are cut into pieces, or stopped and taken up again. */
#ifndef TS_CLI_REPLAY_PART_H
#define TS_CLI_REPLAY_PART_H

#include "core/hold.h"
#include "results/replay_state.h"

typedef struct ts_replay_part {
    /* From the command line. */
    const char *path, *shard; /* NULL: not given; shard "2/8" */
    bool resume;
    double seconds; /* between two writings */
    /* Owned. */
    char *own_path; /* of this rank */
    ts_hold hold;   /* of that file */
    ts_replay_state state;
} ts_replay_part;

/* Their rows in a subcommand's table. */
#define TS_PART_ARGUMENTS(part)                                                                                        \
    {"part", TS_ARGUMENT_STRING, "FILE", "keep what is done in FILE, now and then and at the end",                     \
     .to.string = &(part)->path},                                                                                      \
        {"part-every",                                                                                                 \
         TS_ARGUMENT_REAL,                                                                                             \
         "S",                                                                                                          \
         "seconds between two writings of it (default: {default})",                                                    \
         .to.real = {&(part)->seconds, 0.0, 1e9, false},                                                               \
         .needs = "part"},                                                                                             \
        {"resume", TS_ARGUMENT_FLAG, NULL, "go on from the file of --part, where there is one",                        \
         .to.flag = &(part)->resume},                                                                                  \
    {                                                                                                                  \
        "shard", TS_ARGUMENT_STRING, "I/N", "do the I-th of N shares, for 'touchstone merge'; needs --part",           \
            .to.string = &(part)->shard                                                                                \
    }

/* Sets shard and checkpoint of the options; among several ranks each does a share of its own and its file gets the
 * rank as a suffix. The part must stay where it is until the run is over. TS_ERROR_USAGE, TS_ERROR_DATA. */
ts_status ts_replay_part_prepare(ts_replay_part *part, int rank, int ranks, ts_replay_options *options,
                                 ts_error *error);
void ts_replay_part_clear(ts_replay_part *part);

#endif
