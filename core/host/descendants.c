/* SPDX-License-Identifier: MIT
 * Finding processes in /proc by a mark in their environment, or a socket that they hold. */
#include "core/host/descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

ts_mark ts_mark_make(void) {
    static _Atomic unsigned made;
    struct timespec now;
    ts_mark mark = {.socket = 0};
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(mark.text, sizeof mark.text, "TOUCHSTONE_CHILD=%ld-%u-%lx%09lx", (long)getpid(),
             atomic_fetch_add(&made, 1u), (long)now.tv_sec, (long)now.tv_nsec);
    return mark;
}

void ts_mark_socket(ts_mark *mark, int file) {
    struct stat about;
    mark->socket = fstat(file, &about) == 0 && S_ISSOCK(about.st_mode) ? (unsigned long)about.st_ino : 0;
}

char **ts_mark_environment(ts_mark *mark) {
    const size_t name = strcspn(mark->text, "=") + 1;
    size_t count = 0, kept = 0;
    while (environ[count]) ++count;
    char **list = calloc(count + 2, sizeof *list);
    if (!list) return NULL;
    for (size_t i = 0; i < count; ++i) {
        if (strncmp(environ[i], mark->text, name) != 0) list[kept++] = environ[i];
    }
    list[kept] = mark->text;
    return list;
}

typedef enum marked { UNMARKED, MARKED, UNKNOWN } marked;

/* While a program is being started by exec its process has a program, but no environment yet that could be read. What
 * runs in the kernel, or has ended, has no program. */
static bool is_starting(long process) {
    char path[64], program;
    snprintf(path, sizeof path, "/proc/%ld/exe", process);
    return readlink(path, &program, 1) > 0;
}

/* Does the process hold that end of a socket? */
static bool holds(long process, unsigned long socket) {
    char path[320], link[64], wanted[64];
    snprintf(wanted, sizeof wanted, "socket:[%lu]", socket);
    snprintf(path, sizeof path, "/proc/%ld/fd", process);
    DIR *folder = socket != 0 ? opendir(path) : NULL;
    if (!folder) return false;
    bool found = false;
    for (const struct dirent *entry; !found && (entry = readdir(folder));) {
        snprintf(path, sizeof path, "/proc/%ld/fd/%s", process, entry->d_name);
        const ssize_t length = readlink(path, link, sizeof link - 1);
        link[length > 0 ? length : 0] = '\0';
        found = strcmp(link, wanted) == 0;
    }
    closedir(folder);
    return found;
}

/* Is the mark one of the zero-terminated texts in the process's environment? Of a process of another user nothing can
 * be read. */
static marked look_for_mark(long process, const ts_mark *mark) {
    char path[64], *line = NULL;
    size_t capacity = 0, lines = 0;
    snprintf(path, sizeof path, "/proc/%ld/environ", process);
    FILE *file = fopen(path, "re");
    if (!file) return UNMARKED;
    bool found = false;
    for (; !found && getdelim(&line, &capacity, '\0', file) > 0; ++lines) found = strcmp(line, mark->text) == 0;
    free(line);
    fclose(file);
    if (found || holds(process, mark->socket)) return MARKED;
    return lines == 0 && is_starting(process) ? UNKNOWN : UNMARKED;
}

/* Kills what has the mark. Is another look needed? */
static bool kill_marked(const ts_mark *mark) {
    DIR *folder = opendir("/proc");
    if (!folder) return false;
    bool look_again = false;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (!isdigit((unsigned char)entry->d_name[0])) continue;
        const long process = strtol(entry->d_name, NULL, 10);
        if (process == (long)getpid()) continue;
        const marked found = look_for_mark(process, mark);
        look_again |= found == UNKNOWN || (found == MARKED && kill((pid_t)process, SIGKILL) == 0);
    }
    closedir(folder);
    return look_again;
}

bool ts_child_has_ended(pid_t id) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)id, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

void ts_kill_descendants(pid_t leader, const ts_mark *mark) {
    /* What forks while we look, or is being started, can be missed by one look: two that follow each other, a pause
     * between them, have to find nothing. A process that has no environment at all is waited for in vain. */
    enum { MOST_LOOKS = 50, QUIET_LOOKS = 2 };
    static const struct timespec pause = {.tv_nsec = 1000000};
    kill(-leader, SIGKILL);
    kill(leader, SIGKILL);
    for (int looks = 0, quiet = 0; looks < MOST_LOOKS; ++looks) {
        quiet = kill_marked(mark) ? 0 : quiet + 1;
        if (quiet == QUIET_LOOKS) return;
        nanosleep(&pause, NULL);
    }
}
