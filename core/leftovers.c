/* SPDX-License-Identifier: MIT
 * Finding leftovers by their names. The number of a process says nothing on another machine or in another container;
 * what its writer holds locked is in use wherever that is. */
#include "core/leftovers.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files.h"

/* A run that writes many files to a folder looks through it for each. */
enum { MOST_ENTRIES = 20000 };

static bool read_number(const char **text, long *number) {
    char *end;
    if (!isdigit((unsigned char)**text)) return false;
    errno = 0;
    *number = strtol(*text, &end, 10);
    *text = end;
    return errno == 0;
}

/* ".part-PID-N", also of a file that was a target itself: ".part-PID-N.part-PID-N". 0 for any other text. */
static long writer_of(const char *suffix) {
    long writer = 0, attempt;
    while (strncmp(suffix, ".part-", strlen(".part-")) == 0) {
        suffix += strlen(".part-");
        if (!read_number(&suffix, &writer) || *suffix++ != '-' || !read_number(&suffix, &attempt)) return 0;
    }
    return *suffix || writer > INT_MAX ? 0 : writer;
}

static bool is_gone(long writer) {
    return writer > 0 && kill((pid_t)writer, 0) != 0 && errno == ESRCH;
}

static void remove_unheld(const char *path, void (*remove)(const char *leftover)) {
    struct stat status;
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    const bool ours = fstat(file, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
    if (ours && flock(file, LOCK_EX | LOCK_NB) == 0) remove(path);
    close(file);
}

static void look_through(const char *folder, const char *name, void (*remove)(const char *leftover)) {
    DIR *directory = opendir(folder);
    const size_t length = strlen(name);
    const struct dirent *entry;
    for (int i = 0; directory && i < MOST_ENTRIES && (entry = readdir(directory)); ++i) {
        if (strncmp(entry->d_name, name, length) != 0 || !is_gone(writer_of(entry->d_name + length))) continue;
        char *path = ts_path_join(folder, entry->d_name);
        if (path) remove_unheld(path, remove);
        free(path);
    }
    if (directory) closedir(directory);
}

void ts_leftovers_remove(const char *path, void (*remove)(const char *leftover)) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') --length;
    char *target = strndup(path, length), *folder = target ? ts_path_folder(target) : NULL;
    if (folder) look_through(folder, ts_path_name(target), remove);
    free(folder);
    free(target);
}

static void remove_file(const char *leftover) {
    unlink(leftover);
}

char *ts_temporary_name(const char *path) {
    ts_leftovers_remove(path, remove_file);
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') --length;
    for (unsigned attempt = 0;; ++attempt) {
        char *name = ts_text("%.*s.part-%ld-%u", (int)length, path, (long)getpid(), attempt);
        if (!name || !ts_path_exists(name)) return name;
        free(name);
    }
}

void ts_temporary_hold(int file) {
    (void)flock(file, LOCK_EX | LOCK_NB); /* without locks the number of the process is all there is to go by */
}
