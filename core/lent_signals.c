/* SPDX-License-Identifier: MIT */
#include "core/lent_signals.h"

#include <stddef.h>

/* In each thread of the pool: the mask is a thread's own, and a signal to the process goes to any that takes it. */
static void set_masks(int how) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
#pragma omp parallel
    pthread_sigmask(how, &set, NULL);
}

void ts_signals_lend(ts_lent_signals *lent) {
    pthread_sigmask(SIG_SETMASK, NULL, &lent->mask);
    sigaction(SIGTERM, NULL, &lent->terminate);
    sigaction(SIGABRT, NULL, &lent->abort);
    set_masks(SIG_BLOCK);
}

void ts_signals_take_back(const ts_lent_signals *lent) {
    sigaction(SIGTERM, &lent->terminate, NULL);
    sigaction(SIGABRT, &lent->abort, NULL);
    if (!sigismember(&lent->mask, SIGTERM)) set_masks(SIG_UNBLOCK);
}
