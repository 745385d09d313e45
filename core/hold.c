/* SPDX-License-Identifier: MIT
 * Locks that end with their process, whatever ends it. */
#include "core/hold.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/files.h"

/* False: another process has it. */
static bool lock(int file) {
    return flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

static ts_status fail_taken(const char *path, const char *kind, const char *what, ts_error *error) {
    return ts_fail(error, TS_ERROR_USAGE, "another process is %s %s: wait for its end, or name another %s", what, path,
                   kind);
}

ts_status ts_hold_folder(ts_hold *hold, const char *folder, const char *what, ts_error *error) {
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) {
        return ts_fail(error, TS_ERROR_USAGE, "the folder %s cannot be opened: %s", folder, strerror(errno));
    }
    if (!lock(file)) {
        close(file);
        return fail_taken(folder, "folder", what, error);
    }
    *hold = (ts_hold){.file = file};
    return TS_OK;
}

/* Its last holder may have removed the file between the opening and the lock. */
static bool is_at(int file, const char *path) {
    struct stat of_file, of_path;
    return fstat(file, &of_file) == 0 && stat(path, &of_path) == 0 && of_file.st_dev == of_path.st_dev &&
           of_file.st_ino == of_path.st_ino;
}

ts_status ts_hold_file(ts_hold *hold, const char *path, const char *what, ts_error *error) {
    char *beside = ts_text("%s.lock", path);
    if (!beside) return ts_fail_memory(error, "a path");
    for (;;) {
        const int file = open(beside, O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
        const bool ours = file >= 0 && lock(file);
        if (ours && is_at(file, beside)) {
            *hold = (ts_hold){file, beside};
            return TS_OK;
        }
        const int reason = errno;
        if (file >= 0) close(file);
        if (ours) continue;
        free(beside);
        if (file >= 0) return fail_taken(path, "file", what, error);
        return ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: %s.lock: %s", path, path, strerror(reason));
    }
}

void ts_hold_end(ts_hold *hold) {
    if (hold->path) unlink(hold->path); /* while nobody else can hold it */
    if (hold->file > 0) close(hold->file);
    free(hold->path);
    *hold = (ts_hold){0};
}
