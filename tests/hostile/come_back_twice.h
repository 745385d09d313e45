/* SPDX-License-Identifier: MIT
 * As of a child that was to start a program which there is not: it returns like its parent. */
#ifndef TS_TESTS_HOSTILE_COME_BACK_TWICE_H
#define TS_TESTS_HOSTILE_COME_BACK_TWICE_H

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Forks once. A child that is asked again shows: it ends its parent. */
static inline void come_back_twice(void) {
    static pid_t child = -1;
    if (child == 0) {
        kill(getppid(), SIGKILL);
        _exit(1);
    }
    if (child > 0) return;
    child = fork();
    if (child > 0) waitpid(child, NULL, 0);
}

#endif
