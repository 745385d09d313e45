/* SPDX-License-Identifier: MIT
 * Trying a container in a process of its own. */
#include "datasets/hdf5_trial.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/error.h"

#define TRIAL_SECONDS 60 /* of processor time; opening takes some milliseconds */

/* That the child came to its end a byte says: a host may have asked the system not to keep exit codes (SIGCHLD). */
enum { PIPE_READ, PIPE_WRITE, PIPE_ENDS };

_Noreturn static void run_child(const char *path, void (*attempt)(const char *path), int done) {
    const struct rlimit time = {TRIAL_SECONDS, TRIAL_SECONDS}, core = {0, 0};
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO); /* the words of an allocator or a sanitizer */
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &core);
    attempt(path);
    _exit(write(done, "", 1) == 1 ? 0 : 1);
}

/* Did the child come to its end? */
static bool await(pid_t child, int done) {
    char byte;
    ssize_t got;
    do got = read(done, &byte, 1);
    while (got < 0 && errno == EINTR);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    return got == 1;
}

ts_status ts_hdf5_try(const char *path, void (*attempt)(const char *path), ts_error *error) {
    int ends[PIPE_ENDS];
    if (pipe(ends) != 0) {
        return ts_fail(error, TS_ERROR_MEMORY, "%s cannot be tried in a process of its own: no pipe: %s", path,
                       strerror(errno));
    }
    const pid_t child = fork();
    if (child == 0) run_child(path, attempt, ends[PIPE_WRITE]);
    const int reason = errno;
    close(ends[PIPE_WRITE]);
    const bool ended = child > 0 && await(child, ends[PIPE_READ]);
    close(ends[PIPE_READ]);
    if (child < 0) {
        return ts_fail(error, TS_ERROR_MEMORY, "%s cannot be tried in a process of its own: %s; end other programs",
                       path, strerror(reason));
    }
    if (ended) return TS_OK;
    return ts_fail(error, TS_ERROR_DATA,
                   "%s is a damaged HDF5 file: the HDF5 library fails on opening it; make it anew", path);
}
