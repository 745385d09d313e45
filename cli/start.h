/* SPDX-License-Identifier: GPL-2.0-or-later
 * What has to be said to libraries before they begin. */
#ifndef TS_CLI_START_H
#define TS_CLI_START_H

/* Starts the program again with what OpenMP and OpenBLAS are to find in its environment, unless it is there. Returns
 * when it is, or when the program cannot be started again. */
void ts_start_again(char **argv, char **environment);

/* Where address space is limited: ends the program, and says why, when libraries spend seconds on beginning. */
void ts_watch_start(void);
/* They have begun. */
void ts_has_started(void);

#endif
