/* SPDX-License-Identifier: GPL-2.0-or-later
 * A child does the work; its last word goes through a pipe, which no process of its own has a part in. */
#define _GNU_SOURCE
#include "cli/attended.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/common.h"
#include "core/calls.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/say.h"

/* A call that four looks in a row have found is no call that is about to return. */
enum { LOOK_MILLISECONDS = 250, LOOKS = 4 };

typedef struct attended {
    pid_t child;
    int from; /* the end of the pipe that is read */
    const char *what;
    bool finished, hung;
} attended;

static int do_work(int (*work)(void *self), void *self, int to) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a second Ctrl-C ends the parent at once */
    const int code = work(self);
    const bool told = write(to, "", 1) == 1;
    close(to);
    return told ? code : TS_EXIT_INTERNAL;
}

/* Until the child has said that it is at the end, or has gone, or hangs. */
static void wait_for_word(attended *of) {
    int looks = 0;
    bool handed_on = false;
    for (;;) {
        struct pollfd pipe_end = {.fd = of->from, .events = POLLIN};
        const int ready = poll(&pipe_end, 1, LOOK_MILLISECONDS);
        if (ready > 0) {
            char word;
            of->finished = read(of->from, &word, 1) == 1;
            return;
        }
        if (!ts_interrupted()) continue;
        if (!handed_on) kill(of->child, SIGTERM);
        handed_on = true;
        if (ready < 0) continue; /* a signal: no time has passed */
        looks = ts_calls_same_as_before() ? looks + 1 : 0;
        if (looks > LOOKS) {
            of->hung = true;
            kill(of->child, SIGKILL);
            return;
        }
    }
}

static int code_of(const attended *of, int status) {
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (of->finished && code >= 0) return code;
    if (of->hung) {
        ts_say(stderr,
               "touchstone: a call of %s did not return; it was ended, and all since the last checkpoint is lost\n",
               of->what);
        return TS_EXIT_INTERRUPTED;
    }
    if (code == TS_EXIT_INTERRUPTED && ts_interrupted()) return code;
    if (code == TS_EXIT_INTERNAL) return code; /* it has said why */
    if (code >= 0)
        ts_say(stderr,
               "touchstone: %s has ended the run, by exit or _exit: nothing that follows its last output is known\n",
               of->what);
    else
        ts_say(stderr, "touchstone: the run with %s was ended by signal %d\n", of->what, WTERMSIG(status));
    return TS_EXIT_INTERNAL;
}

static int fail_to_start(const char *what) {
    ts_error error;
    ts_fail(&error, TS_ERROR_MEMORY, "the run with %s needs a process of its own, which cannot be started: %s", what,
            strerror(errno));
    return ts_complain(&error);
}

int ts_attended(int (*work)(void *self), void *self, const char *what) {
    int ends[2], status;
    fflush(NULL); /* what is waiting would be written twice */
    if (!ts_calls_show() || pipe2(ends, O_CLOEXEC) != 0) return fail_to_start(what);
    attended of = {.child = fork(), .from = ends[0], .what = what};
    if (of.child == 0) {
        close(ends[0]);
        if (!ts_calls_return_here_only()) return fail_to_start(what);
        return do_work(work, self, ends[1]);
    }
    const int code = of.child < 0 ? fail_to_start(what) : TS_EXIT_FINE;
    close(ends[1]);
    if (of.child > 0) {
        wait_for_word(&of);
        while (waitpid(of.child, &status, 0) < 0 && errno == EINTR) {}
    }
    close(ends[0]);
    return of.child > 0 ? code_of(&of, status) : code;
}
