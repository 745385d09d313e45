/* SPDX-License-Identifier: MIT
 * A flag set by SIGINT and SIGTERM; the second signal exits with 130. */
#include "core/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

enum { EXIT_INTERRUPTED = 130 };

static volatile sig_atomic_t received;

static void handle(int signal_number) {
    (void)signal_number;
    if (received) _exit(EXIT_INTERRUPTED);
    received = 1;
}

void ts_interrupt_install(void) {
    struct sigaction action = {.sa_handler = handle};
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART; /* a read or write under way is finished, not torn */
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool ts_interrupted(void) {
    return received != 0;
}
