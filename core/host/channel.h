/* SPDX-License-Identifier: MIT
 * One process with a plug-in in it: started, asked within limits, ended. A request that goes wrong ends it. */
#ifndef TS_CORE_HOST_CHANNEL_H
#define TS_CORE_HOST_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <touchstone/limits.h>

#include "core/host/descendants.h"
#include "core/host/page.h"

/* What the host is to load. All borrowed. */
typedef struct ts_host_load {
    const char *kind; /* "ccd" or "term" */
    const char *path;
    ts_plugin_limits limits;
} ts_host_load;

typedef enum ts_channel_end {
    TS_CHANNEL_ANSWERED = 0,
    TS_CHANNEL_CRASHED, /* a signal ended it */
    TS_CHANNEL_EXITED,  /* it ended itself */
    TS_CHANNEL_TIMED_OUT
} ts_channel_end;

typedef struct ts_channel {
    pid_t id;           /* 0: not running */
    int life;           /* our end of the socket that the host waits at */
    ts_host_page *page; /* stays readable after the end, until the next start; NULL before the first */
    uint32_t number;    /* of the last request */
    bool follows;       /* it was sent to the processors of the thread that asked it last */
    bool stopped;       /* a request failed, or was cut short, when the user wanted to stop */
    ts_patience patience;
    ts_mark mark;
} ts_channel;

/* channel: zero, or ended. Loads nothing yet. */
ts_status ts_channel_start(ts_channel *channel, const ts_host_load *load, ts_error *error);

/* A request whose questions are in page->in. */
typedef struct ts_host_request {
    ts_host_word word;
    size_t count;   /* items */
    unsigned pass;  /* of TS_HOST_TIME */
    double seconds; /* that it may stay at one item */
} ts_host_request;

/* Waits for the answer. A request for times is answered on the processors that the calling thread may use
 * (core/processor.h), which both are then timed on. After anything but TS_CHANNEL_ANSWERED the process is gone, and *at
 * is the item that it was at: what stands before it in page->out is answered. */
ts_channel_end ts_channel_ask(ts_channel *channel, const ts_host_request *request, size_t *at);
/* TS_OK, or why the host refused a request that it answered. */
ts_status ts_channel_refusal(const ts_channel *channel, ts_error *error);
/* Ends it and all that it started; the memory stays. */
void ts_channel_end_process(ts_channel *channel);
/* Gives the memory back, too. */
void ts_channel_clear(ts_channel *channel);

#endif
