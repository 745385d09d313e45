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
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files.h"
#include "core/hash.h"

enum {
    MOST_ENTRIES = 20000,             /* a run that writes many files to a folder looks through it for each */
    LONGEST_STEM = NAME_MAX - 2 * 28, /* ".part-PID-N" has to fit behind it, twice */
    KEPT_OF_STEM = LONGEST_STEM - 17
};

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

/* The bytes in front of the first ".part-PID-N". */
static size_t own_length(const char *name) {
    const char *at = strstr(name, ".part-");
    while (at && writer_of(at) == 0) at = strstr(at + 1, ".part-");
    return at ? (size_t)(at - name) : strlen(name);
}

/* What the temporary names of a target begin with: its name, or where that leaves no room, its beginning and a
 * fingerprint. The caller frees it; NULL without memory. */
static char *stem_of(const char *name) {
    const size_t length = own_length(name);
    if (length <= LONGEST_STEM) return ts_text("%s", name);
    uint64_t hash = TS_HASH_START;
    for (size_t i = 0; i < length; ++i) hash = ts_hash_word(hash, (unsigned char)name[i]);
    int kept = KEPT_OF_STEM;
    while (kept > 0 && ((unsigned char)name[kept] & 0xc0) == 0x80) --kept; /* not amid a letter of UTF-8 */
    return ts_text("%.*s~%016llx%s", kept, name, (unsigned long long)hash, name + length);
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

static void look_through(const char *folder, const char *stem, void (*remove)(const char *leftover)) {
    DIR *directory = opendir(folder);
    const size_t length = strlen(stem);
    const struct dirent *entry;
    for (int i = 0; directory && i < MOST_ENTRIES && (entry = readdir(directory)); ++i) {
        if (strncmp(entry->d_name, stem, length) != 0 || !is_gone(writer_of(entry->d_name + length))) continue;
        char *path = ts_path_join(folder, entry->d_name);
        if (path) remove_unheld(path, remove);
        free(path);
    }
    if (directory) closedir(directory);
}

/* Without the slashes at its end; the caller frees it. NULL without memory. */
static char *target_of(const char *path) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') --length;
    return strndup(path, length);
}

void ts_leftovers_remove(const char *path, void (*remove)(const char *leftover)) {
    char *target = target_of(path), *folder = target ? ts_path_folder(target) : NULL;
    char *stem = folder ? stem_of(ts_path_name(target)) : NULL;
    if (stem) look_through(folder, stem, remove);
    free(stem);
    free(folder);
    free(target);
}

static void remove_file(const char *leftover) {
    unlink(leftover);
}

/* `before`: what stands in front of the target's name, with its '/'. */
static char *free_name(const char *before, int length, const char *stem) {
    for (unsigned attempt = 0;; ++attempt) {
        char *name = ts_text("%.*s%s.part-%ld-%u", length, before, stem, (long)getpid(), attempt);
        if (!name || !ts_path_exists(name)) return name;
        free(name);
    }
}

char *ts_temporary_name(const char *path) {
    ts_leftovers_remove(path, remove_file);
    char *target = target_of(path), *stem = target ? stem_of(ts_path_name(target)) : NULL;
    char *name = stem ? free_name(target, (int)(ts_path_name(target) - target), stem) : NULL;
    free(stem);
    free(target);
    return name;
}

void ts_temporary_hold(int file) {
    (void)flock(file, LOCK_EX | LOCK_NB); /* without locks the number of the process is all there is to go by */
}
