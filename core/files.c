/* SPDX-License-Identifier: MIT
 * Paths, and output files that appear complete or not at all. */
#include "core/files.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/leftovers.h"

char *ts_text(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *ts_path_join(const char *folder, const char *name) {
    size_t length = strlen(folder);
    while (length > 0 && folder[length - 1] == '/') --length;
    return ts_text("%.*s/%s", (int)length, folder, name);
}

const char *ts_path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool ts_path_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool ts_path_exists(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}

bool ts_path_same(const char *a, const char *b) {
    struct stat at_a, at_b;
    return stat(a, &at_a) == 0 && stat(b, &at_b) == 0 && at_a.st_dev == at_b.st_dev && at_a.st_ino == at_b.st_ino;
}

char *ts_path_folder(const char *path) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') --length;
    while (length > 0 && path[length - 1] != '/') --length;
    if (length == 0) return strdup(".");
    while (length > 1 && path[length - 1] == '/') --length;
    return strndup(path, length);
}

/* The number of the descriptor that it names, which is open before: /dev/stdout, /dev/fd/63. -1: none. */
static int descriptor_of(const char *path) {
    static const char *const standard[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (int i = 0; i < 3; ++i) {
        if (strcmp(path, standard[i]) == 0) return i;
    }
    for (int f = 0; f < 2; ++f) {
        const char *number = path + strlen(folders[f]);
        if (strncmp(path, folders[f], strlen(folders[f])) != 0 || !isdigit((unsigned char)*number)) continue;
        char *end;
        const long descriptor = strtol(number, &end, 10);
        if (*end == '\0' && descriptor <= INT_MAX) return (int)descriptor;
    }
    return -1;
}

static ts_status check_folder(const char *path, ts_error *error) {
    char *folder = ts_path_folder(path);
    if (!folder) return ts_fail_memory(error, "a path");
    struct stat status;
    ts_status result = TS_OK;
    if (stat(folder, &status) != 0) {
        result = ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: folder %s: %s; create it first", path, folder,
                         strerror(errno));
    } else if (!S_ISDIR(status.st_mode)) {
        result = ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: %s is not a folder", path, folder);
    } else if (access(folder, W_OK | X_OK) != 0) {
        result = ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: folder %s: %s; choose another", path, folder,
                         strerror(errno));
    }
    free(folder);
    return result;
}

static ts_status fail_dangling(const char *path, ts_error *error) {
    return ts_fail(error, TS_ERROR_USAGE, "%s is a symbolic link to nothing; remove it or choose another path", path);
}

/* Pipes of a shell have names there: /dev/stdout, /dev/fd/63. */
static bool is_open_already(const char *path) {
    return strncmp(path, "/dev/", strlen("/dev/")) == 0 || strncmp(path, "/proc/", strlen("/proc/")) == 0;
}

/* Of what exists and is no regular file: a named pipe would be waited for until somebody reads it. */
static ts_status check_special(const char *path, const struct stat *status, ts_error *error) {
    if (S_ISCHR(status->st_mode) || (S_ISFIFO(status->st_mode) && is_open_already(path))) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s is no regular file; name a file to write", path);
}

static ts_status check_descriptor(const char *path, int descriptor, ts_error *error) {
    const int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: %s; choose another path", path,
                   flags < 0 ? strerror(errno) : "it is open for reading only");
}

/* The temporary file, made and removed: root may write to any folder by its rights, and yet not to those of /proc. */
static ts_status try_folder(const char *path, ts_error *error) {
    char *name = ts_temporary_name(path);
    if (!name) return ts_fail_memory(error, "a path");
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const int why = errno;
    if (file >= 0) {
        unlink(name);
        close(file);
    }
    free(name);
    if (file >= 0 || why == EEXIST) return TS_OK; /* somebody else was faster, and could write */
    return ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: its folder takes no new file: %s; choose another path",
                   path, strerror(why));
}

static ts_status check_place(const char *path, ts_error *error) {
    const ts_status status = check_folder(path, error);
    return status == TS_OK ? try_folder(path, error) : status;
}

static ts_status check_name(const char *path, ts_error *error) {
    struct stat status;
    if (lstat(path, &status) == 0 || errno != ENAMETOOLONG) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: %s; choose a shorter name", path, strerror(errno));
}

static ts_status check_new(const char *path, ts_error *error) {
    const ts_status named = check_name(path, error);
    if (named != TS_OK) return named;
    if (ts_path_exists(path)) return fail_dangling(path, error);
    if (path[strlen(path) - 1] != '/') return check_place(path, error);
    return ts_fail(error, TS_ERROR_USAGE, "%s is the name of a folder; name a file to write", path);
}

ts_status ts_output_folder_check(const char *path, ts_error *error) {
    if (!*path) return ts_fail(error, TS_ERROR_USAGE, "the output path is empty; name a folder");
    const ts_status named = check_name(path, error);
    if (named != TS_OK) return named;
    return ts_path_exists(path) ? fail_dangling(path, error) : check_folder(path, error);
}

ts_status ts_output_check(const char *path, bool replace, ts_error *error) {
    if (!*path) return ts_fail(error, TS_ERROR_USAGE, "the output path is empty; name a file");
    if (strcmp(path, "-") == 0) {
        return ts_fail(error, TS_ERROR_USAGE,
                       "'-' names no file; the standard output is /dev/stdout, and has the results in words as well");
    }
    const int descriptor = descriptor_of(path);
    if (descriptor >= 0) return check_descriptor(path, descriptor, error);
    struct stat status;
    if (stat(path, &status) != 0) return check_new(path, error);
    if (S_ISDIR(status.st_mode)) {
        return ts_fail(error, TS_ERROR_USAGE, "%s is a folder; name a file to write", path);
    }
    if (access(path, W_OK) != 0) {
        return ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: %s; choose another path", path, strerror(errno));
    }
    if (!S_ISREG(status.st_mode)) return check_special(path, &status, error);
    if (!replace) {
        return ts_fail(error, TS_ERROR_USAGE, "%s exists; remove it, choose another path or ask to replace it", path);
    }
    char *target = realpath(path, NULL);
    if (!target) return ts_fail(error, TS_ERROR_USAGE, "%s cannot be resolved: %s", path, strerror(errno));
    const ts_status result = check_place(target, error);
    free(target);
    return result;
}

ts_status ts_folder_make(const char *path, ts_error *error) {
    if (mkdir(path, 0777) == 0) return TS_OK;
    const int reason = errno;
    if (ts_path_is_folder(path)) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "the folder %s cannot be made: %s; choose another", path, strerror(reason));
}

void ts_folder_remove(const char *path) {
    DIR *directory = opendir(path);
    const struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        char *file = ts_path_join(path, entry->d_name);
        if (file) unlink(file);
        free(file);
    }
    if (directory) closedir(directory);
    rmdir(path);
}

ts_status ts_output_check_regular(const char *path, const char *what, ts_error *error) {
    struct stat status;
    if (descriptor_of(path) >= 0) {
        return ts_fail(error, TS_ERROR_USAGE, "%s cannot be written to %s, only to a file by its own name", what, path);
    }
    if (stat(path, &status) != 0 || S_ISREG(status.st_mode)) return TS_OK;
    return ts_fail(error, TS_ERROR_USAGE, "%s is no regular file; %s cannot be written to it", path, what);
}

static void output_clear(ts_output *output) {
    free(output->path);
    free(output->temporary);
    *output = (ts_output){0};
}

static bool is_regular(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* What is open already is written to where it stands, also if it is a file: what the program prints goes there too. */
static int open_direct(const char *path) {
    const int descriptor = descriptor_of(path);
    if (descriptor < 0) return open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor == STDOUT_FILENO) fflush(stdout);
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

/* Opens the temporary file, or the target itself when it is a device, a pipe or open already. */
static ts_status open_stream(ts_output *output, bool direct, ts_error *error) {
    if (!direct) {
        output->temporary = ts_temporary_name(output->path);
        if (!output->temporary) return ts_fail_memory(error, "a path");
    }
    const char *name = direct ? output->path : output->temporary;
    const int file = direct ? open_direct(name) : open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 && !direct) ts_temporary_hold(file);
    if (file >= 0) output->stream = fdopen(file, "w");
    if (output->stream) return TS_OK;
    const ts_status result = ts_fail(error, TS_ERROR_USAGE, "%s cannot be written: %s", name, strerror(errno));
    if (file >= 0) {
        close(file);
        if (!direct) unlink(name);
    }
    return result;
}

/* A link is followed, so that what it leads to is replaced. A pipe of a shell leads to no path. */
static ts_status find_target(const char *path, bool direct, char **target, ts_error *error) {
    const bool leads_on = descriptor_of(path) < 0 && ts_path_exists(path);
    char *found = leads_on ? realpath(path, NULL) : strdup(path);
    if (!found && errno != ENOMEM && direct) found = strdup(path);
    if (!found && errno == ENOMEM) return ts_fail_memory(error, "a path");
    if (!found) return ts_fail(error, TS_ERROR_USAGE, "%s cannot be resolved: %s", path, strerror(errno));
    *target = found;
    return TS_OK;
}

ts_status ts_output_open(ts_output *output, const char *path, bool replace, ts_error *error) {
    ts_status status = ts_output_check(path, replace, error);
    if (status != TS_OK) return status;
    ts_output made = {.replace = replace};
    const bool direct = descriptor_of(path) >= 0 || (ts_path_exists(path) && !is_regular(path));
    status = find_target(path, direct, &made.path, error);
    if (status == TS_OK) status = open_stream(&made, direct, error);
    if (status != TS_OK) {
        output_clear(&made);
        return status;
    }
    *output = made;
    return TS_OK;
}

/* A stream says that a write has failed, not why: one more, to what is not whole anyway, tells. */
static int close_stream(ts_output *output) {
    const bool failed = ferror(output->stream) != 0;
    int why = failed ? EIO : 0;
    if (failed && write(fileno(output->stream), "\n", 1) < 0) why = errno;
    if (fclose(output->stream) != 0 && !failed) why = errno;
    return why;
}

ts_status ts_output_close(ts_output *output, ts_error *error) {
    ts_status result = TS_OK;
    const int why = close_stream(output);
    if (why != 0) {
        result = ts_fail(error, TS_ERROR_USAGE, "%s could not be written to its end: %s", output->path, strerror(why));
    } else if (output->temporary && !output->replace && ts_path_exists(output->path)) {
        result = ts_fail(error, TS_ERROR_USAGE, "%s has appeared meanwhile; it was not replaced", output->path);
    } else if (output->temporary && rename(output->temporary, output->path) != 0) {
        result = ts_fail(error, TS_ERROR_USAGE, "%s could not be put in place: %s", output->path, strerror(errno));
    }
    if (result != TS_OK && output->temporary) unlink(output->temporary);
    output_clear(output);
    return result;
}

void ts_output_abandon(ts_output *output) {
    if (output->stream) fclose(output->stream);
    if (output->temporary) unlink(output->temporary);
    output_clear(output);
}

FILE *ts_regular_open(const char *path, const char **why) {
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *stream = NULL;
    if (file >= 0 && fstat(file, &status) == 0 && !S_ISREG(status.st_mode)) {
        *why = "it is not a regular file";
    } else {
        stream = file >= 0 ? fdopen(file, "rb") : NULL;
        *why = stream ? NULL : strerror(errno);
    }
    if (file >= 0 && !stream) close(file);
    return stream;
}

/* All bytes of it and a 0; NULL without memory. `length` is above TS_TEXT_MOST when there are more than that. */
static char *read_bytes(FILE *stream, size_t *length) {
    size_t room = 1 << 16;
    char *made = malloc(room + 1);
    *length = 0;
    while (made) {
        *length += fread(made + *length, 1, room - *length, stream);
        if (*length < room || *length > TS_TEXT_MOST) break;
        char *more = realloc(made, 2 * room + 1);
        if (!more) free(made);
        made = more;
        room *= 2;
    }
    if (made) made[*length] = '\0';
    return made;
}

static ts_status fail_length(const char *path, ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s: too long for a text: more than %zu bytes", path, TS_TEXT_MOST);
}

ts_status ts_text_file_read(const char *path, char **text, ts_error *error) {
    const char *why;
    size_t length;
    struct stat status;
    FILE *stream = ts_regular_open(path, &why);
    if (!stream) return ts_fail(error, TS_ERROR_DATA, "%s: cannot be opened: %s", path, why);
    if (fstat(fileno(stream), &status) == 0 && status.st_size > (off_t)TS_TEXT_MOST) {
        fclose(stream);
        return fail_length(path, error);
    }
    char *made = read_bytes(stream, &length);
    const bool failed = ferror(stream) != 0;
    fclose(stream);
    if (!made) return ts_fail_memory(error, "the text of a file");
    const size_t text_length = strlen(made);
    if (!failed && text_length == length && length <= TS_TEXT_MOST) {
        *text = made;
        return TS_OK;
    }
    free(made);
    if (failed) return ts_fail(error, TS_ERROR_DATA, "%s: cannot be read", path);
    if (length > TS_TEXT_MOST) return fail_length(path, error);
    return ts_fail(error, TS_ERROR_DATA, "%s: not a text: byte %zu is 0", path, text_length);
}

ts_status ts_text_file_write(const char *path, const char *text, ts_error *error) {
    ts_output output = {0};
    ts_status status = ts_output_open(&output, path, true, error);
    if (status == TS_OK) {
        fprintf(output.stream, "%s\n", text);
        status = ts_output_close(&output, error);
    }
    return status;
}
