/* SPDX-License-Identifier: MIT
 * Finding processes in /proc by a mark in their environment. */
#include "core/host/descendants.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

ts_mark ts_mark_make(void) {
    static _Atomic unsigned made;
    struct timespec now;
    ts_mark mark;
    clock_gettime(CLOCK_REALTIME, &now);
    snprintf(mark.text, sizeof mark.text, "TOUCHSTONE_CHILD=%ld-%u-%lx%09lx", (long)getpid(),
             atomic_fetch_add(&made, 1u), (long)now.tv_sec, (long)now.tv_nsec);
    return mark;
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

/* Is the mark one of the zero-terminated texts in the process's environment? Of a process of another user nothing can
 * be read. */
static bool has_mark(long process, const ts_mark *mark) {
    char path[64], *line = NULL;
    size_t capacity = 0;
    snprintf(path, sizeof path, "/proc/%ld/environ", process);
    FILE *file = fopen(path, "re");
    if (!file) return false;
    bool found = false;
    while (!found && getdelim(&line, &capacity, '\0', file) > 0) found = strcmp(line, mark->text) == 0;
    free(line);
    fclose(file);
    return found;
}

static bool kill_marked(const ts_mark *mark) {
    DIR *folder = opendir("/proc");
    if (!folder) return false;
    bool found = false;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (!isdigit((unsigned char)entry->d_name[0])) continue;
        const long process = strtol(entry->d_name, NULL, 10);
        if (process == (long)getpid() || !has_mark(process, mark)) continue;
        found |= kill((pid_t)process, SIGKILL) == 0;
    }
    closedir(folder);
    return found;
}

void ts_kill_descendants(pid_t leader, const ts_mark *mark) {
    enum { MOST_ROUNDS = 8 }; /* what forks while we look is found in the next round */
    kill(-leader, SIGKILL);
    kill(leader, SIGKILL);
    for (int round = 0; round < MOST_ROUNDS && kill_marked(mark); ++round) continue;
}
