/* SPDX-License-Identifier: GPL-2.0-or-later
 * Complaints, exit codes, and output paths tried before the work. */
#include "cli/common.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"

int ts_exit_code(ts_status status) {
    switch (status) {
    case TS_OK: return TS_EXIT_FINE;
    case TS_ERROR_USAGE: return TS_EXIT_USAGE;
    case TS_ERROR_DATA: return TS_EXIT_DATA;
    case TS_ERROR_INTERRUPTED: return TS_EXIT_INTERRUPTED;
    case TS_ERROR_MEMORY:
    case TS_ERROR_UNDECIDED:
    case TS_ERROR_INTERNAL: break;
    }
    return TS_EXIT_INTERNAL;
}

int ts_complain(const ts_error *error) {
    fflush(stdout);
    fprintf(stderr, "touchstone: %s\n", error->message);
    return ts_exit_code(error->status);
}

static ts_status fail_output(const char *path, const char *why, ts_error *error) {
    return ts_fail(error, TS_ERROR_USAGE, "cannot write %s: %s; choose another output path", path, why);
}

/* Permission bits do not tell all (read-only file systems, quotas), so a file is made and removed. */
static ts_status try_folder(const char *folder, const char *path, ts_error *error) {
    char probe[PATH_MAX];
    const int length = snprintf(probe, sizeof probe, "%s/.touchstone-probe-%ld", folder, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof probe) return fail_output(path, "the path is too long", error);
    const int file = open(probe, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0) return fail_output(path, strerror(errno), error);
    close(file);
    unlink(probe);
    return TS_OK;
}

static ts_status try_parent(const char *path, ts_error *error) {
    char folder[PATH_MAX];
    if (strlen(path) >= sizeof folder) return fail_output(path, "the path is too long", error);
    strcpy(folder, path);
    char *end = folder + strlen(folder);
    while (end > folder + 1 && end[-1] == '/') *--end = '\0';
    char *slash = strrchr(folder, '/');
    if (!slash) return try_folder(".", path, error);
    if (slash == folder) ++slash;
    *slash = '\0';
    return try_folder(folder, path, error);
}

ts_status ts_check_output_file(const char *path, bool replace, ts_error *error) {
    struct stat found;
    if (!path) return TS_OK;
    if (stat(path, &found) != 0) return try_parent(path, error);
    if (S_ISDIR(found.st_mode)) return fail_output(path, "it is a folder", error);
    if (access(path, W_OK) != 0) return fail_output(path, strerror(errno), error);
    if (!S_ISREG(found.st_mode)) return TS_OK; /* a terminal, a pipe, /dev/null */
    if (!replace) {
        return ts_fail(error, TS_ERROR_USAGE, "%s exists already; choose another output path or say --replace", path);
    }
    return try_parent(path, error);
}

ts_status ts_check_output_folder(const char *path, ts_error *error) {
    struct stat found;
    if (stat(path, &found) != 0) return try_parent(path, error);
    if (!S_ISDIR(found.st_mode)) return fail_output(path, "it is a file, a folder was expected", error);
    return try_folder(path, path, error);
}
