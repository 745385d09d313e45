/* SPDX-License-Identifier: MIT
 * Starting, asking and ending a program. Its input and output are a socket, so that writing to a program that
 * is gone is an error code and no SIGPIPE, whatever the process we live in does with signals. */
#include "ccd/plugin_process.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/interrupt.h"

enum { MOST_PER_LINE = 1024 }; /* bytes of an answer, on average over a block */

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- Starting ---- */

/* The signals of our process are not the program's business: it gets the default handlers, none blocked. */
static int set_attributes(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    const short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    return posix_spawnattr_setpgroup(attributes, 0) | posix_spawnattr_setsigdefault(attributes, &all) |
           posix_spawnattr_setsigmask(attributes, &none) | posix_spawnattr_setflags(attributes, flags);
}

static bool spawn_shell(ts_process *process, pid_t *id, const char *command, int socket) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    process->mark = ts_mark_make();
    char **environment = ts_mark_environment(&process->mark);
    if (!environment) return false;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        free(environment);
        return false;
    }
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        free(environment);
        return false;
    }
    char shell[] = "sh", option[] = "-c";
    char *const arguments[] = {shell, option, (char *)command, NULL}; /* which it does not write to */
    const bool spawned = posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO) == 0 &&
                         posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO) == 0 &&
                         set_attributes(&attributes) == 0 &&
                         posix_spawn(id, "/bin/sh", &actions, &attributes, arguments, environment) == 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    free(environment);
    return spawned;
}

bool ts_process_start(ts_process *process, const char *command) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    pid_t id = 0;
    const bool started = spawn_shell(process, &id, command, ends[1]);
    close(ends[1]);
    if (!started) {
        close(ends[0]);
        return false;
    }
    process->id = id;
    process->fresh = true;
    process->socket = ends[0];
    return true;
}

/* ---- Asking ---- */

static bool reserve(ts_process *process, size_t capacity) {
    if (capacity <= process->capacity) return true;
    char *answer = realloc(process->answer, capacity);
    if (!answer) return false;
    process->answer = answer;
    process->capacity = capacity;
    return true;
}

/* Whether the program is there is looked at this often while it says nothing. */
enum { LOOK_MILLISECONDS = 100 };

/* Milliseconds for poll until the next look, rounded up so that it does not wake before the deadline; 0 when it is
 * past. */
static int time_left(double deadline) {
    const double milliseconds = ceil(1e3 * (deadline - seconds_now()));
    return milliseconds <= 0.0 ? 0 : milliseconds > LOOK_MILLISECONDS ? LOOK_MILLISECONDS : (int)milliseconds;
}

/* A program that no longer reads may still have answered: what cannot be sent is given up, not complained of. */
static void send_some(const ts_process *process, const char **text, size_t *left) {
    const ssize_t sent = send(process->socket, *text, *left, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
        *text += sent;
        *left -= (size_t)sent;
    } else if (errno != EAGAIN && errno != EINTR) {
        *left = 0;
    }
}

/* Number of lines in what was read; -1 at the end of the output, on an error, or when the room is used up. */
static int read_some(ts_process *process) {
    const size_t room = process->capacity - process->length - 1;
    const ssize_t got = room > 0 ? read(process->socket, process->answer + process->length, room) : 0;
    if (got < 0 && errno == EINTR) return 0;
    if (got <= 0) return -1;
    int lines = 0;
    for (ssize_t i = 0; i < got; ++i) lines += process->answer[process->length + (size_t)i] == '\n';
    process->length += (size_t)got;
    process->answer[process->length] = '\0';
    return lines;
}

/* It has said something unasked, or has ended. */
static bool is_out_of_step(const ts_process *process) {
    struct pollfd file = {.fd = process->socket, .events = POLLIN};
    return poll(&file, 1, 0) > 0;
}

/* Waits until there is something to read or, where text is left, to write. False when there will not be: the time is
 * over, the user wants to stop, or the program has ended and nothing came from one look to the next. What it has
 * started may hold its output open for ever. */
static bool wait_for_program(ts_process *process, struct pollfd *file, double deadline) {
    for (bool ended = false;; ended = ts_child_has_ended(process->id)) {
        const int ready = poll(file, 1, time_left(deadline));
        if (ready > 0) return !ts_interrupted();
        if (ready == 0 && seconds_now() >= deadline) process->silence = TS_PROCESS_TIMED_OUT;
        if ((ready < 0 && errno != EINTR) || process->silence == TS_PROCESS_TIMED_OUT || ts_interrupted()) return false;
        if (ready == 0 && ended) return false;
    }
}

bool ts_process_ask(ts_process *process, const char *text, size_t lines, double seconds) {
    if (!reserve(process, (lines + 4) * MOST_PER_LINE)) return false;
    process->silence = TS_PROCESS_ENDED;
    process->length = 0;
    process->answer[0] = '\0';
    if (!process->fresh && is_out_of_step(process)) return false;
    process->fresh = false;
    const double deadline = seconds_now() + seconds;
    size_t left = strlen(text), got = 0;
    while (got < lines) {
        struct pollfd file = {.fd = process->socket, .events = (short)(left > 0 ? POLLIN | POLLOUT : POLLIN)};
        if (!wait_for_program(process, &file, deadline)) return false;
        if (file.revents & POLLOUT) send_some(process, &text, &left);
        if (file.revents & ~POLLOUT) {
            const int more = read_some(process);
            if (more < 0 && process->length + 1 == process->capacity) process->silence = TS_PROCESS_TALKED;
            if (more < 0) return false;
            got += (size_t)more;
        }
    }
    if (got > lines) process->silence = TS_PROCESS_TALKED;
    return got == lines && process->answer[process->length - 1] == '\n';
}

/* ---- Ending ---- */

int ts_process_stop(ts_process *process, double seconds) {
    if (process->id == 0) return 0;
    close(process->socket);
    const double deadline = seconds_now() + seconds;
    const struct timespec nap = {.tv_nsec = 1000000};
    bool ended;
    while (!(ended = ts_child_has_ended(process->id)) && seconds_now() < deadline) nanosleep(&nap, NULL);
    ts_kill_descendants(process->id, &process->mark);
    int status = 0;
    while (waitpid(process->id, &status, 0) < 0 && errno == EINTR) continue;
    process->id = 0;
    if (!ended) return TS_PROCESS_KILLED;
    return WIFEXITED(status) ? WEXITSTATUS(status) : TS_PROCESS_SIGNALLED;
}
