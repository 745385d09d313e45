/* SPDX-License-Identifier: GPL-2.0-or-later
 * Work that runs code of others in its own process, with ours beside it: what that code does to the process does not
 * pass for the end of the work. */
#ifndef TS_CLI_ATTENDED_H
#define TS_CLI_ATTENDED_H

/* Runs the work in a child, for its exit code, which is returned in both processes: the child is to exit with it. A
 * child that ends without having come to the end of the work is told of, exit code 5. Ctrl-C and SIGTERM are handed on,
 * and where a call of ts_call_begins then takes longer than a second the child is ended, exit code 130.
 * what: whose code, for messages. */
int ts_attended(int (*work)(void *self), void *self, const char *what);

#endif
