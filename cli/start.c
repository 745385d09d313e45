/* SPDX-License-Identifier: GPL-2.0-or-later
 * Threads of libraries, which begin before main does. OpenBLAS starts one for each core, though it is asked by one at a
 * time; where memory does not suffice for their stacks, the program hangs at its end. Threads of OpenMP that wait by
 * spinning for one that has no core make a shared machine many times slower than one thread alone: only `simulate`,
 * whose regions are short and many and which notices that (core/crowd.h), lets them spin, for some 0.2 ms. OpenBLAS
 * 0.3.29 asks for memory again and again, for ever, where there is too little to begin with. `simulate`, which goes
 * through the same long arrays again and again, has them in large pages. */
#include "cli/start.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "cli/common.h"
#include "core/pages.h"

enum { MOST_VARIABLES = 4096 };

static bool has(char *const *environment, const char *name) {
    const size_t length = strlen(name);
    for (; *environment; ++environment) {
        if (strncmp(*environment, name, length) == 0 && (*environment)[length] == '=') return true;
    }
    return false;
}

static bool simulates(char *const *argv) {
    return argv[0] && argv[1] && strcmp(argv[1], "simulate") == 0;
}

/* Does the system tell what is needed to take care of threads that spin? A kernel that does not count begins with 0. */
static bool may_spin(void) {
    char first = '0';
    const int file = open("/proc/self/schedstat", O_RDONLY);
    if (file < 0) return false;
    const bool is_told = read(file, &first, 1) == 1 && first != '0';
    close(file);
    return is_told;
}

void ts_start_again(char **argv, char **environment) {
    static char passive[] = "OMP_WAIT_POLICY=passive", spinning[] = "GOMP_SPINCOUNT=10000",
                alone[] = "OPENBLAS_NUM_THREADS=1", large[] = TS_LARGE_PAGES;
    char *more[MOST_VARIABLES + 4];
    size_t count = 0;
    if (!has(environment, "OMP_WAIT_POLICY") && !has(environment, "GOMP_SPINCOUNT"))
        more[count++] = simulates(argv) && may_spin() ? spinning : passive;
    if (!has(environment, "OPENBLAS_NUM_THREADS")) more[count++] = alone;
    if (simulates(argv) && !has(environment, "GLIBC_TUNABLES")) more[count++] = large;
    if (count == 0) return;
    for (size_t i = 0; environment[i]; ++i) {
        if (i == MOST_VARIABLES) return;
        more[count++] = environment[i];
    }
    more[count] = NULL;
    execve("/proc/self/exe", argv, more);
}

/* ---- Little memory ---- */

enum { START_SECONDS = 5 }; /* of processor time; libraries take some hundredths */

static void give_up(int signal) {
    static const char why[] = "touchstone: a library does not get the memory that it begins with; raise the limit of "
                              "address space (ulimit -v)\n";
    (void)signal;
    const ssize_t said = write(STDERR_FILENO, why, sizeof why - 1);
    (void)said; /* the exit code tells it, too */
    _exit(TS_EXIT_INTERNAL);
}

void ts_watch_start(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
    signal(SIGPROF, give_up);
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = START_SECONDS}}, NULL);
}

void ts_has_started(void) {
    setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
    signal(SIGPROF, SIG_DFL);
}

/* The loader calls this before it lets any library begin. Sanitizers must have begun before any code that they watch:
 * there it is main that starts the program again. */
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
static void before_libraries(int argc, char **argv, char **environment) {
    (void)argc;
    ts_start_again(argv, environment);
    ts_watch_start();
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = before_libraries;
#endif
