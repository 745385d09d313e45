/* SPDX-License-Identifier: MIT
 * Sharing hosts among threads and bringing them back. */
#include "core/host/pool.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"

static const double LOADING = 10.0; /* queries' time that constructors and the making of a method may take */

const char *ts_channel_end_words(ts_channel_end end) {
    switch (end) {
    case TS_CHANNEL_ANSWERED: return "answered";
    case TS_CHANNEL_CRASHED: return "crashed";
    case TS_CHANNEL_EXITED: return "ended its process";
    case TS_CHANNEL_TIMED_OUT: break;
    }
    return "took too long";
}

ts_status ts_host_pool_init(ts_host_pool *pool, const ts_host_load *load, const char *options, ts_error *error) {
    *pool = (ts_host_pool){.load = *load};
    char *path = strdup(load->path);
    pool->options = options ? strdup(options) : NULL;
    pool->load.path = path;
    if (!path || (options && !pool->options)) {
        free(path);
        free(pool->options);
        return ts_fail_memory(error, "a plug-in's hosts");
    }
    if (options && strlen(options) >= TS_HOST_IN_BYTES) pool->options[TS_HOST_IN_BYTES - 1] = '\0';
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->given, NULL);
    return TS_OK;
}

void ts_host_pool_clear(ts_host_pool *pool) {
    for (int c = 0; c < TS_HOST_MOST; ++c) ts_channel_clear(&pool->channels[c]);
    pthread_cond_destroy(&pool->given);
    pthread_mutex_destroy(&pool->lock);
    free((char *)pool->load.path);
    free(pool->options);
}

/* One that runs before one that has to be started; TS_HOST_MOST: all are taken. */
static int find_free(const ts_host_pool *pool) {
    int found = TS_HOST_MOST;
    for (int c = TS_HOST_MOST - 1; c >= 0; --c) {
        if (pool->busy[c]) continue;
        if (pool->channels[c].id != 0) return c;
        found = c;
    }
    return found;
}

ts_channel *ts_host_pool_take(ts_host_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    int c = find_free(pool);
    for (; c == TS_HOST_MOST; c = find_free(pool)) pthread_cond_wait(&pool->given, &pool->lock);
    pool->busy[c] = true;
    pthread_mutex_unlock(&pool->lock);
    return &pool->channels[c];
}

void ts_host_pool_give(ts_host_pool *pool, ts_channel *channel) {
    pthread_mutex_lock(&pool->lock);
    pool->busy[channel - pool->channels] = false;
    pthread_cond_signal(&pool->given);
    pthread_mutex_unlock(&pool->lock);
}

void ts_host_pool_set_timing(ts_host_pool *pool, bool timing) {
    pthread_mutex_lock(&pool->lock);
    pool->timing = timing;
    pthread_mutex_unlock(&pool->lock);
}

static void count_failure(ts_host_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    ++*(pool->timing ? &pool->failures_timed : &pool->failures);
    pthread_mutex_unlock(&pool->lock);
}

static bool is_given_up(ts_host_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    const bool given_up = (pool->timing ? pool->failures_timed : pool->failures) > pool->load.limits.restarts;
    pthread_mutex_unlock(&pool->lock);
    return given_up;
}

ts_channel_end ts_host_pool_ask(ts_host_pool *pool, ts_channel *channel, const ts_host_request *request, size_t *at) {
    const ts_channel_end end = ts_channel_ask(channel, request, at);
    if (end != TS_CHANNEL_ANSWERED) count_failure(pool);
    return end;
}

static ts_status prepare(ts_host_pool *pool, ts_channel *channel, ts_host_word word, const char *doing,
                         ts_error *error) {
    const ts_host_request request = {.word = word, .count = 1, .seconds = LOADING * pool->load.limits.query_seconds};
    size_t at;
    const ts_channel_end end = ts_host_pool_ask(pool, channel, &request, &at);
    if (end != TS_CHANNEL_ANSWERED) {
        return ts_fail(error, TS_ERROR_DATA, "plug-in %s: it %s while %s", pool->load.path, ts_channel_end_words(end),
                       doing);
    }
    const ts_status status = ts_channel_refusal(channel, error);
    if (status != TS_OK) ts_channel_end_process(channel);
    return status;
}

ts_status ts_host_pool_ready(ts_host_pool *pool, ts_channel *channel, ts_error *error) {
    if (channel->id != 0) return TS_OK;
    if (channel->stopped) {
        return ts_fail(error, TS_ERROR_INTERRUPTED, "plug-in %s: not asked again, as the run is to stop",
                       pool->load.path);
    }
    if (is_given_up(pool)) {
        return ts_fail(error, TS_ERROR_DATA, "plug-in %s: given up after %u failures", pool->load.path,
                       pool->load.limits.restarts);
    }
    ts_status status = ts_channel_start(channel, &pool->load, error);
    if (status == TS_OK) status = prepare(pool, channel, TS_HOST_LOAD, "being loaded", error);
    if (status != TS_OK || !pool->options) return status;
    strcpy((char *)channel->page->in, pool->options);
    return prepare(pool, channel, TS_HOST_CREATE, "a method was created", error);
}
