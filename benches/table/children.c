/* SPDX-License-Identifier: GPL-2.0-or-later
 * Starting, watching and ending child processes. */
#include "benches/table/children.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/error.h"

enum { NOT_EXECUTED = 127, WATCH_MILLISECONDS = 20 };

/* Seconds that a child has to end by itself when its time is over: some, and a share of the time it had. */
static const double GRACE = 5.0, GRACE_SHARE = 0.1;

typedef struct child {
    pid_t process; /* 0: the place is free */
    size_t job;
    double started;
    ts_child_end reason; /* why it was stopped; TS_CHILD_EXITED: it was not */
    uint64_t bytes;      /* that it had when it was stopped for them */
} child;

/* ---- Starting ---- */

/* In the child, between fork and exec: only calls that are safe there. */
static void become(const ts_child_job *job, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);                      /* whatever this process does with it */
    if (getppid() != parent) _exit(NOT_EXECUTED); /* it died before the line above */
    const int output = open(job->output, O_WRONLY | O_CREAT | O_TRUNC, 0666), input = open("/dev/null", O_RDONLY);
    if (output < 0 || input < 0) _exit(NOT_EXECUTED);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    close(output);
    close(input);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    execv(job->arguments[0], job->arguments);
    _exit(NOT_EXECUTED);
}

static bool start(const ts_children_options *options, size_t job, child *place) {
    const pid_t parent = getpid(), process = fork();
    if (process < 0) return false;
    if (process == 0) become(&options->jobs[job], parent);
    setpgid(process, process); /* in both, so that it holds for whoever comes first */
    *place = (child){.process = process, .job = job, .started = ts_seconds()};
    return true;
}

/* ---- Watching ---- */

/* Bytes of memory in use; 0 when the process is gone. Watched and not left to setrlimit, which counts what is reserved
 * as well and lets the child fail in ways that look like something else. */
static uint64_t resident_bytes(pid_t process) {
    char path[64];
    unsigned long long size = 0, pages = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)process);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    const bool is_read = fscanf(file, "%llu %llu", &size, &pages) == 2;
    fclose(file);
    return is_read ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* To the whole group: a child may have children of its own (plug-ins that are programs). */
static void stop(const child *watched, int signal) {
    kill(-watched->process, signal);
}

static void keep_within_limits(const ts_child_job *job, child *watched) {
    const double seconds = ts_seconds() - watched->started;
    const bool is_watched = job->bytes > 0 && watched->reason != TS_CHILD_OUT_OF_MEMORY;
    const uint64_t bytes = is_watched ? resident_bytes(watched->process) : 0;
    if (bytes > job->bytes) {
        watched->reason = TS_CHILD_OUT_OF_MEMORY;
        watched->bytes = bytes;
        stop(watched, SIGKILL);
    }
    if (job->seconds <= 0.0 || seconds <= job->seconds) return;
    if (watched->reason == TS_CHILD_EXITED) {
        watched->reason = TS_CHILD_OUT_OF_TIME;
        stop(watched, SIGINT);
    } else if (seconds > job->seconds * (1.0 + GRACE_SHARE) + GRACE) {
        stop(watched, SIGKILL);
    }
}

static ts_child_report report_of(const child *ended, int status, const struct rusage *usage) {
    ts_child_report report = {.end = ended->reason,
                              .seconds = ts_seconds() - ended->started,
                              .most_bytes = (uint64_t)usage->ru_maxrss * 1024};
    /* the system counts roughly, and not at the same moment: not less than what it was killed for */
    if (report.most_bytes < ended->bytes) report.most_bytes = ended->bytes;
    if (WIFEXITED(status)) report.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) report.code = WTERMSIG(status);
    if (report.end == TS_CHILD_EXITED && WIFSIGNALED(status)) report.end = TS_CHILD_SIGNALLED;
    return report;
}

/* Did the child of this place end? The place is free then. */
static bool reap(child *watched, ts_child_report *report) {
    int status;
    struct rusage usage;
    siginfo_t state = {0};
    if (waitid(P_PID, (id_t)watched->process, &state, WEXITED | WNOHANG | WNOWAIT) != 0 || state.si_pid == 0) {
        return false;
    }
    stop(watched, SIGKILL); /* what it may have left running; before its number is free for another */
    if (wait4(watched->process, &status, 0, &usage) != watched->process) return false;
    *report = report_of(watched, status, &usage);
    watched->process = 0;
    return true;
}

/* ---- The run ---- */

typedef struct running {
    const ts_children_options *options;
    child *places;
    size_t started, ended;
} running;

static ts_status fill_place(running *run, child *place, ts_error *error) {
    const size_t job = run->started++;
    if (start(run->options, job, place)) return TS_OK;
    const ts_child_report report = {.end = TS_CHILD_NOT_STARTED, .code = errno};
    ++run->ended;
    return run->options->ended(run->options->self, job, &report, error);
}

static ts_status look_at(running *run, child *place, ts_error *error) {
    const ts_children_options *options = run->options;
    ts_child_report report;
    if (place->process == 0) return run->started < options->count ? fill_place(run, place, error) : TS_OK;
    if (!reap(place, &report)) {
        keep_within_limits(&options->jobs[place->job], place);
        return TS_OK;
    }
    ++run->ended;
    return options->ended(options->self, place->job, &report, error);
}

static void kill_all(const running *run) {
    for (size_t p = 0; p < run->options->at_once; ++p) {
        if (run->places[p].process == 0) continue;
        stop(&run->places[p], SIGKILL);
        waitpid(run->places[p].process, NULL, 0);
    }
}

ts_status ts_children_run(const ts_children_options *options, ts_error *error) {
    const struct timespec pause = {.tv_nsec = WATCH_MILLISECONDS * 1000000L};
    running run = {.options = options, .places = calloc(options->at_once, sizeof *run.places)};
    if (!run.places) return ts_fail_memory(error, "the child processes");
    ts_status status = TS_OK;
    while (status == TS_OK && run.ended < options->count) {
        for (size_t p = 0; status == TS_OK && p < options->at_once; ++p) status = look_at(&run, &run.places[p], error);
        if (status == TS_OK && options->interrupted && options->interrupted(options->self)) {
            status =
                ts_fail(error, TS_ERROR_INTERRUPTED, "interrupted after %zu of %zu runs", run.ended, options->count);
        }
        if (options->waiting) options->waiting(options->self);
        if (status == TS_OK && run.ended < options->count) nanosleep(&pause, NULL);
    }
    kill_all(&run);
    free(run.places);
    return status;
}
