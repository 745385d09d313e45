/* SPDX-License-Identifier: MIT
 * As many hosts of one plug-in as threads ask it at once, each brought back after a failure, until there were too many.
 */
#ifndef TS_CORE_HOST_POOL_H
#define TS_CORE_HOST_POOL_H

#include <pthread.h>

#include "core/host/channel.h"

enum { TS_HOST_MOST = 64 };

typedef struct ts_host_pool {
    ts_host_load load; /* its path is owned */
    char *options;     /* for TS_HOST_CREATE, owned; NULL: nothing is created */
    pthread_mutex_t lock;
    pthread_cond_t given;
    ts_channel channels[TS_HOST_MOST];
    bool busy[TS_HOST_MOST];
    unsigned failures, failures_timed; /* hosts that ended on their own; those that did while they were timed */
    bool timing;
} ts_host_pool;

ts_status ts_host_pool_init(ts_host_pool *pool, const ts_host_load *load, const char *options, ts_error *error);
void ts_host_pool_clear(ts_host_pool *pool);

/* A host for the calling thread alone, until it is given back; waits when all are taken. */
ts_channel *ts_host_pool_take(ts_host_pool *pool);
void ts_host_pool_give(ts_host_pool *pool, ts_channel *channel);

/* Makes sure that the host runs and has loaded the plug-in. TS_ERROR_DATA: it cannot, or the plug-in is given up.
 * TS_ERROR_INTERRUPTED: it hung or failed when the user wanted to stop. */
ts_status ts_host_pool_ready(ts_host_pool *pool, ts_channel *channel, ts_error *error);
/* ts_channel_ask of a host that is ready; counts its end. */
ts_channel_end ts_host_pool_ask(ts_host_pool *pool, ts_channel *channel, const ts_host_request *request, size_t *at);

/* Whether it is timed from now on, by one thread. Failures meanwhile have a count and a limit of their own: how often a
 * plug-in is timed must not decide which of its answers are heard. */
void ts_host_pool_set_timing(ts_host_pool *pool, bool timing);

/* "crashed", "ended the process (by exit)", "took too long" */
const char *ts_channel_end_words(ts_channel_end end);

#endif
