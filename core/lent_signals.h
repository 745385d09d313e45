/* SPDX-License-Identifier: MIT
 * Signals around calls of METIS, which catches SIGTERM and SIGABRT while it orders: it jumps out of its work at one, in
 * whichever thread that comes to, and what it puts back are handlers that are good for one signal (GKlib's gk_sigtrap).
 * A second SIGTERM, as timeout(1) sends two, then ended the process at once. */
#ifndef TS_CORE_LENT_SIGNALS_H
#define TS_CORE_LENT_SIGNALS_H

#include <signal.h>

typedef struct ts_lent_signals {
    struct sigaction terminate, abort;
    sigset_t mask; /* of the calling thread */
} ts_lent_signals;

/* SIGTERM waits until ts_signals_take_back, in this thread and in those that it shares work with. */
void ts_signals_lend(ts_lent_signals *lent);
/* Handlers and masks as they were; what has come meanwhile is handled. */
void ts_signals_take_back(const ts_lent_signals *lent);

#endif
