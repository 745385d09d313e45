/* SPDX-License-Identifier: MIT
 * Trying containers in a process of their own. */
#include "datasets/hdf5_trial.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/error.h"
#include "datasets/hdf5_turn.h"

#define TRIAL_SECONDS 60     /* of processor time; opening takes some milliseconds */
#define PATIENCE_SECONDS 600 /* a disk may be slow, and the processor be shared by many */

typedef struct request {
    void (*attempt)(const char *path); /* a child has our code where we have it */
    size_t length;                     /* of the path, which follows with its 0 */
} request;

/* ---- Messages: true when all of it went through. One that has ended is an error to the other and no signal ---- */

static bool give(int link, const void *message, size_t length) {
    const char *left = message;
    while (length > 0) {
        const ssize_t sent = send(link, left, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        left += sent;
        length -= (size_t)sent;
    }
    return true;
}

static bool take(int link, void *message, size_t length) {
    char *left = message;
    while (length > 0) {
        const ssize_t got = recv(link, left, length, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        left += got;
        length -= (size_t)got;
    }
    return true;
}

/* ---- The child ---- */

/* Whoever waits for the end of a pipe of ours must not wait for the child as well. Files stay: HDF5 may have some open,
 * and would take the number of one for another. */
static void close_pipes(int link) {
    DIR *files = opendir("/proc/self/fd");
    if (!files) return;
    for (const struct dirent *file = readdir(files); file; file = readdir(files)) {
        struct stat status;
        const int number = atoi(file->d_name);
        if (number <= STDERR_FILENO || number == link || fstat(number, &status) != 0) continue;
        if (S_ISSOCK(status.st_mode) || S_ISFIFO(status.st_mode)) close(number);
    }
    closedir(files);
}

static void prepare(int link) {
    const struct rlimit core = {0, 0};
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO); /* the words of an allocator or a sanitizer */
    setrlimit(RLIMIT_CORE, &core);
    signal(SIGXCPU, SIG_DFL);
    close_pipes(link);
}

/* A minute from now on. */
static void limit_time(void) {
    struct rusage used;
    struct rlimit time;
    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &time) != 0) return;
    const rlim_t until = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + TRIAL_SECONDS;
    time.rlim_cur = until < time.rlim_max ? until : time.rlim_max;
    setrlimit(RLIMIT_CPU, &time);
}

/* That an attempt came to its end a byte says: a host may have asked the system not to keep exit codes (SIGCHLD). */
static bool serve_one(int link) {
    request asked;
    if (!take(link, &asked, sizeof asked)) return false;
    char *path = malloc(asked.length + 1);
    const bool taken = path && take(link, path, asked.length + 1);
    if (taken) {
        limit_time();
        asked.attempt(path);
    }
    free(path);
    return taken && give(link, "", 1);
}

_Noreturn static void run_child(int link) {
    prepare(link);
    while (serve_one(link)) continue;
    _exit(0);
}

/* ---- Our side ---- */

static ts_status start(ts_hdf5_trial *trial, const char *path, ts_error *error) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return ts_fail(error, TS_ERROR_MEMORY, "%s cannot be tried in a process of its own: no socket: %s", path,
                       strerror(errno));
    }
    const int patience = trial->patience;
    const pid_t child = ts_hdf5_fork();
    const int reason = errno;
    if (child == 0) {
        close(ends[0]);
        run_child(ends[1]);
    }
    close(ends[1]);
    if (child > 0) {
        *trial = (ts_hdf5_trial){.child = child, .link = ends[0], .patience = patience};
        return TS_OK;
    }
    close(ends[0]);
    return ts_fail(error, TS_ERROR_MEMORY, "%s cannot be tried in a process of its own: %s; end other programs", path,
                   strerror(reason));
}

void ts_hdf5_trial_end(ts_hdf5_trial *trial) {
    if (trial->child == 0) return;
    close(trial->link);
    while (waitpid(trial->child, NULL, 0) < 0 && errno == EINTR) continue;
    *trial = (ts_hdf5_trial){.patience = trial->patience};
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Until the other has said something or has ended; false where it has done neither for so long. */
static bool wait_for(int link, double seconds) {
    const double until = now() + seconds;
    struct pollfd other = {.fd = link, .events = POLLIN};
    for (;;) {
        const double left = until - now();
        const int ready = left > 0.0 ? poll(&other, 1, (int)(1e3 * left) + 1) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready != 0 || !(left > 0.0)) return ready != 0;
    }
}

typedef enum outcome { ENDED, DIED, SLEEPS } outcome;

static outcome ask(const ts_hdf5_trial *trial, const char *path, void (*attempt)(const char *path)) {
    const request asking = {attempt, strlen(path)};
    char byte;
    if (!give(trial->link, &asking, sizeof asking) || !give(trial->link, path, asking.length + 1)) return DIED;
    if (!wait_for(trial->link, trial->patience > 0 ? trial->patience : PATIENCE_SECONDS)) return SLEEPS;
    return take(trial->link, &byte, 1) ? ENDED : DIED;
}

/* One that fails after others is tried once more in a new process: what an earlier file did to HDF5 is not its fault.
 */
ts_status ts_hdf5_try(ts_hdf5_trial *trial, const char *path, void (*attempt)(const char *path), ts_error *error) {
    ts_hdf5_trial own = {0}, *used = trial ? trial : &own;
    bool is_new;
    outcome found;
    do {
        is_new = used->child == 0;
        const ts_status status = is_new ? start(used, path, error) : TS_OK;
        if (status != TS_OK) return status;
        found = ask(used, path, attempt);
        if (found == SLEEPS) kill(used->child, SIGKILL);
        if (found != ENDED || !trial) ts_hdf5_trial_end(used);
    } while (found == DIED && !is_new);
    if (found == ENDED) return TS_OK;
    if (found == SLEEPS) {
        return ts_fail(error, TS_ERROR_DATA, "%s cannot be opened: nothing came of it for %d s; is its disk there?",
                       path, used->patience > 0 ? used->patience : PATIENCE_SECONDS);
    }
    return ts_fail(error, TS_ERROR_DATA,
                   "%s is a damaged HDF5 file: the HDF5 library fails on opening it; make it anew", path);
}
