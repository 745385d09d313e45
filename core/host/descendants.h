/* SPDX-License-Identifier: MIT
 * Ending a program with all that it started, also what has left its process group: every one of them carries a mark in
 * its environment, which is handed down. Where the program is given an end of a socket that it does not know of, that
 * is handed down as well, and tells of those that have another environment. */
#ifndef TS_CORE_HOST_DESCENDANTS_H
#define TS_CORE_HOST_DESCENDANTS_H

#include <stdbool.h>
#include <sys/types.h>

enum { TS_MARK_LENGTH = 64 };

typedef struct ts_mark {
    char text[TS_MARK_LENGTH]; /* "TOUCHSTONE_CHILD=..." */
    unsigned long socket;      /* number of the end that the program is given; 0: none */
} ts_mark;

/* A mark that no other process has. */
ts_mark ts_mark_make(void);
/* The program is given this end of a socket, which nobody else keeps. Not one that it knows, its output, say: that may
 * be handed to processes which it has not started. */
void ts_mark_socket(ts_mark *mark, int file);
/* Our environment with the mark added, for exec; the caller frees the list, not its texts. NULL without memory. */
char **ts_mark_environment(ts_mark *mark);
/* A child of ours is looked at but not reaped, so that its number, and its group's, cannot have gone to another. */
bool ts_child_has_ended(pid_t id);
/* Ends the process group of `leader` and every process with the mark. Reaps nothing. */
void ts_kill_descendants(pid_t leader, const ts_mark *mark);

#endif
