/* SPDX-License-Identifier: GPL-2.0-or-later
 * Ranks by MPI, where it was built in. */
#include "cli/replay/ranks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"

#ifdef TOUCHSTONE_MPI

#include <mpi.h>

enum { TAG = 1 };

ts_status ts_ranks_begin(ts_ranks *ranks, ts_error *error) {
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS) return ts_fail(error, TS_ERROR_INTERNAL, "MPI does not start");
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks->count);
    return TS_OK;
}

void ts_ranks_end(const ts_ranks *ranks) {
    (void)ranks;
    MPI_Finalize();
}

/* The text of that rank; NULL without memory. */
static char *receive(int rank) {
    MPI_Status status;
    int length;
    MPI_Probe(rank, TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &length);
    char *text = malloc((size_t)length + 1);
    if (!text) return NULL;
    MPI_Recv(text, length, MPI_CHAR, rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    text[length] = '\0';
    return text;
}

ts_status ts_ranks_gather(const ts_ranks *ranks, const char *text, char ***texts, ts_error *error) {
    *texts = NULL;
    if (ranks->rank > 0) {
        MPI_Send(text, (int)strlen(text), MPI_CHAR, 0, TAG, MPI_COMM_WORLD);
        return TS_OK;
    }
    char **made = calloc((size_t)ranks->count, sizeof *made);
    if (!made) return ts_fail_memory(error, "the ranks' results");
    made[0] = strdup(text);
    bool whole = made[0] != NULL;
    for (int r = 1; r < ranks->count; ++r) whole = (made[r] = receive(r)) && whole;
    *texts = made;
    return whole ? TS_OK : ts_fail_memory(error, "the ranks' results");
}

#else

ts_status ts_ranks_begin(ts_ranks *ranks, ts_error *error) {
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    *ranks = (ts_ranks){.rank = 0, .count = 1};
    if (!size || strtol(size, NULL, 10) < 2) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE,
                   "started by mpirun, but built without MPI: each rank would do all the work. Build with "
                   "-DTOUCHSTONE_MPI=ON, or use --shard and 'touchstone merge'");
}

void ts_ranks_end(const ts_ranks *ranks) {
    (void)ranks;
}

ts_status ts_ranks_gather(const ts_ranks *ranks, const char *text, char ***texts, ts_error *error) {
    (void)ranks;
    *texts = calloc(1, sizeof **texts);
    if (*texts) (*texts)[0] = strdup(text);
    return *texts && (*texts)[0] ? TS_OK : ts_fail_memory(error, "the ranks' results");
}

#endif
