/* SPDX-License-Identifier: MIT
 * Ctrl-C: the first asks the work to stop and say what is done, a second, a quarter of a
 * second later or more, ends the process at once. */
#ifndef TS_CORE_INTERRUPT_H
#define TS_CORE_INTERRUPT_H

#include <stdbool.h>

/* Catches SIGINT and SIGTERM. */
void ts_interrupt_install(void);
/* Has one arrived? Cheap; ask between chunks. */
bool ts_interrupted(void);

#endif
