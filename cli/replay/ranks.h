/* SPDX-License-Identifier: GPL-2.0-or-later
 * Several processes of one run under mpirun (built with -DTOUCHSTONE_MPI=ON); without, one rank. */
#ifndef TS_CLI_REPLAY_RANKS_H
#define TS_CLI_REPLAY_RANKS_H

#include <touchstone/status.h>

typedef struct ts_ranks {
    int rank, count; /* rank 0 speaks for all */
} ts_ranks;

/* TS_ERROR_USAGE: started by mpirun, but built without MPI. */
ts_status ts_ranks_begin(ts_ranks *ranks, ts_error *error);
void ts_ranks_end(const ts_ranks *ranks);

/* Every rank gives a text; rank 0 gets all of them in order, each to be freed; the others get NULL. The texts must be
 * shorter than 2 GB. TS_ERROR_MEMORY. */
ts_status ts_ranks_gather(const ts_ranks *ranks, const char *text, char ***texts, ts_error *error);

#endif
