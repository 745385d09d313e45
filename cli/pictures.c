/* SPDX-License-Identifier: GPL-2.0-or-later
 * gnuplot says nothing of writes that failed, and writes in place. So it draws in a folder of its own inside the
 * folder, the pictures are looked at, and those that are whole are moved up. */
#include "cli/pictures.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/gnuplot.h"
#include "core/files.h"
#include "core/leftovers.h"

enum { BEGIN = 8, END = 32 };

/* What the first and the last bytes of a picture hold. */
static const struct {
    const char *first, *last;
} FORMATS[] = {{"<?xml", "</svg>"}, {"%PDF", "%%EOF"}, {"%!PS", "%%EOF"}, {"\x89PNG", "IEND"}};

/* ---- Is a picture whole? ---- */

static bool holds(const char *bytes, size_t length, const char *text) {
    for (; length >= strlen(text); ++bytes, --length) {
        if (memcmp(bytes, text, strlen(text)) == 0) return true;
    }
    return false;
}

/* Of what no format above begins, nothing is known. */
static bool stream_is_whole(FILE *stream) {
    char begin[BEGIN], end[END];
    const size_t first = fread(begin, 1, sizeof begin, stream);
    if (fseek(stream, -(long)END, SEEK_END) != 0) rewind(stream);
    const size_t last = fread(end, 1, sizeof end, stream);
    for (size_t f = 0; f < sizeof FORMATS / sizeof *FORMATS; ++f) {
        const size_t length = strlen(FORMATS[f].first);
        if (first >= length && memcmp(begin, FORMATS[f].first, length) == 0) return holds(end, last, FORMATS[f].last);
    }
    return first > 0;
}

/* gnuplot does not say why it is not: one byte more, to what is not whole anyway, tells. */
static const char *reason_of(const char *path) {
    const int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    const char *reason = "gnuplot left it unfinished";
    if (file < 0 || write(file, "\n", 1) < 0) reason = strerror(errno);
    if (file >= 0) close(file);
    return reason;
}

/* ---- The folder that gnuplot draws in ---- */

typedef struct studio {
    const char *folder; /* where the pictures belong */
    char *path;         /* owned */
    int held;           /* `path`, open; -1: not yet */
} studio;

/* Calls `visit` for each file until one fails. */
static ts_status each(const studio *in, ts_status (*visit)(const studio *in, const char *name, ts_error *error),
                      ts_error *error) {
    DIR *directory = opendir(in->path);
    const struct dirent *entry;
    if (!directory) {
        return ts_fail(error, TS_ERROR_USAGE, "the folder %s cannot be read: %s", in->path, strerror(errno));
    }
    ts_status status = TS_OK;
    while (status == TS_OK && (entry = readdir(directory))) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            status = visit(in, entry->d_name, error);
        }
    }
    closedir(directory);
    return status;
}

static ts_status check(const studio *in, const char *name, ts_error *error) {
    char *path = ts_path_join(in->path, name);
    if (!path) return ts_fail_memory(error, "a path");
    ts_status status = TS_OK;
    const char *why;
    FILE *stream = ts_regular_open(path, &why);
    if (!stream) {
        status = ts_fail(error, TS_ERROR_USAGE, "%s/%s cannot be read: %s", in->folder, name, why);
    } else if (!stream_is_whole(stream)) {
        status = ts_fail(error, TS_ERROR_USAGE, "%s/%s could not be written to its end: %s", in->folder, name,
                         reason_of(path));
    }
    if (stream) fclose(stream);
    free(path);
    return status;
}

/* Before the first of them is moved. */
static ts_status check_target(const studio *in, const char *name, ts_error *error) {
    char *to = ts_path_join(in->folder, name);
    const ts_status status = to ? ts_output_check_regular(to, "a picture", error) : ts_fail_memory(error, "a path");
    free(to);
    return status;
}

/* Where a link is, what it leads to is replaced. */
static ts_status place(const studio *in, const char *name, ts_error *error) {
    char *from = ts_path_join(in->path, name), *to = ts_path_join(in->folder, name);
    char *resolved = to && ts_path_exists(to) ? realpath(to, NULL) : NULL;
    ts_status status = from && to ? TS_OK : ts_fail_memory(error, "a path");
    if (status == TS_OK && rename(from, resolved ? resolved : to) != 0) {
        status = ts_fail(error, TS_ERROR_USAGE, "%s could not be put in place: %s", to, strerror(errno));
    }
    free(resolved);
    free(to);
    free(from);
    return status;
}

static void leave(studio *in) {
    if (in->path) ts_folder_remove(in->path);
    if (in->held >= 0) close(in->held);
    free(in->path);
}

static ts_status enter(studio *in, const char *folder, const char *name, ts_error *error) {
    char *target = ts_path_join(folder, name), *path = NULL;
    *in = (studio){.folder = folder, .held = -1};
    if (target) {
        ts_leftovers_remove(target, ts_folder_remove);
        path = ts_temporary_name(target);
    }
    free(target);
    if (!path) return ts_fail_memory(error, "a path");
    if (mkdir(path, 0777) != 0) {
        const ts_status status =
            ts_fail(error, TS_ERROR_USAGE, "the folder %s could not be made: %s", path, strerror(errno));
        free(path);
        return status;
    }
    in->path = path;
    in->held = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (in->held >= 0) ts_temporary_hold(in->held);
    return TS_OK;
}

ts_status ts_pictures_draw(const char *folder, const char *name, bool *drawn, ts_error *error) {
    studio in;
    *drawn = false;
    char *script = ts_text("%s.gp", name);
    if (!script) return ts_fail_memory(error, "a path");
    ts_status status = enter(&in, folder, name, error);
    if (status == TS_OK) {
        const int code = ts_run_gnuplot(in.path, script);
        *drawn = code != TS_NO_GNUPLOT;
        if (code != 0 && *drawn) {
            status = ts_fail(error, TS_ERROR_USAGE, "gnuplot failed on %s/%s (exit code %d); its message is above",
                             folder, script, code);
        }
    }
    if (status == TS_OK) status = each(&in, check, error);
    if (status == TS_OK) status = each(&in, check_target, error);
    if (status == TS_OK) status = each(&in, place, error);
    leave(&in);
    free(script);
    return status;
}
