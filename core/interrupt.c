/* SPDX-License-Identifier: MIT
 * A flag set by SIGINT and SIGTERM; a second request exits with 130. */
#include "core/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_INTERRUPTED = 130 };
/* One request may come as several signals: timeout(1), make and shells send it to the process and once more to its
   group. What follows the first within this time is no second request; nobody presses a key twice as fast and means
   another thing by it. */
static const double SAME_REQUEST = 0.25; /* seconds */

static volatile sig_atomic_t received;
static struct timespec first;

static void handle(int signal_number) {
    (void)signal_number;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now); /* may be called by a handler (signal-safety) */
    if (!received) {
        first = now;
        received = 1;
        return;
    }
    const double since = (double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec);
    if (since > SAME_REQUEST) _exit(EXIT_INTERRUPTED);
}

void ts_interrupt_install(void) {
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT); /* one after the other, whichever of the two they are */
    sigaddset(&action.sa_mask, SIGTERM);
    action.sa_flags = SA_RESTART; /* a read or write under way is finished, not torn */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool ts_interrupted(void) {
    return received != 0;
}
