/* SPDX-License-Identifier: MIT
 * A text file read line by line in bounded memory. */
#include "datasets/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"

#define FIRST_CAPACITY ((size_t)1 << 16)

static ts_status open_regular(const char *path, int *file, ts_error *error) {
    struct stat status;
    const int opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened < 0) return ts_fail(error, TS_ERROR_DATA, "%s cannot be read: %s", path, strerror(errno));
    if (fstat(opened, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(opened);
        return ts_fail(error, TS_ERROR_DATA, "%s is not a regular file; expected a file of queries", path);
    }
    *file = opened;
    return TS_OK;
}

ts_status ts_lines_open(ts_lines *lines, const char *path, ts_error *error) {
    ts_lines made = {.capacity = FIRST_CAPACITY};
    const ts_status opened = open_regular(path, &made.file, error);
    if (opened != TS_OK) return opened;
    made.path = strdup(path);
    made.buffer = malloc(made.capacity + 1); /* one more: the 0 after a last line without LF */
    if (!made.path || !made.buffer) {
        ts_lines_close(&made);
        return ts_fail_memory(error, "a line buffer");
    }
    *lines = made;
    return TS_OK;
}

void ts_lines_close(ts_lines *lines) {
    if (lines->path || lines->buffer) close(lines->file);
    free(lines->path);
    free(lines->buffer);
    *lines = (ts_lines){0};
}

/* Moves the unread bytes to the front, grows the buffer when it is full of one line, and reads on. */
static ts_status refill(ts_lines *lines, ts_error *error) {
    const size_t unread = lines->end - lines->begin;
    memmove(lines->buffer, lines->buffer + lines->begin, unread);
    lines->begin = 0;
    lines->end = unread;
    if (unread == lines->capacity) {
        if (unread >= TS_LINE_LIMIT) {
            return ts_fail(error, TS_ERROR_DATA, "%s:%zu: line longer than %zu bytes; is this a text file?",
                           lines->path, lines->number + 1, TS_LINE_LIMIT);
        }
        char *larger = realloc(lines->buffer, 2 * lines->capacity + 1);
        if (!larger) return ts_fail_memory(error, "a line buffer");
        lines->buffer = larger;
        lines->capacity *= 2;
    }
    ssize_t got;
    do got = read(lines->file, lines->buffer + lines->end, lines->capacity - lines->end);
    while (got < 0 && errno == EINTR);
    if (got < 0) {
        return ts_fail(error, TS_ERROR_DATA, "%s:%zu: reading failed: %s", lines->path, lines->number + 1,
                       strerror(errno));
    }
    lines->end += (size_t)got;
    lines->at_end = got == 0;
    return TS_OK;
}

ts_status ts_lines_next(ts_lines *lines, char **text, size_t *length, ts_error *error) {
    size_t searched = 0;
    char *newline;
    while (!(newline = memchr(lines->buffer + lines->begin + searched, '\n', lines->end - lines->begin - searched)) &&
           !lines->at_end) {
        searched = lines->end - lines->begin;
        const ts_status filled = refill(lines, error);
        if (filled != TS_OK) return filled;
    }
    char *line = lines->buffer + lines->begin;
    char *end = newline ? newline : lines->buffer + lines->end;
    lines->begin = (size_t)(end - lines->buffer) + (newline ? 1 : 0);
    if (!newline && end == line) {
        *text = NULL;
        *length = 0;
        return TS_OK;
    }
    if (end > line && end[-1] == '\r') --end;
    *end = '\0';
    ++lines->number;
    *text = line;
    *length = (size_t)(end - line);
    return TS_OK;
}

ts_status ts_lines_skip(ts_lines *lines, size_t count, size_t *skipped, ts_error *error) {
    char *text;
    size_t length, done = 0;
    for (; done < count; ++done) {
        const ts_status status = ts_lines_next(lines, &text, &length, error);
        if (status != TS_OK) return status;
        if (!text) break;
    }
    *skipped = done;
    return TS_OK;
}

ts_status ts_lines_expect_end(ts_lines *lines, const char *expected, ts_error *error) {
    char *text;
    size_t length;
    for (;;) {
        const ts_status status = ts_lines_next(lines, &text, &length, error);
        if (status != TS_OK || !text) return status;
        if (!ts_line_is_blank(text, length)) {
            char excerpt[TS_EXCERPT_LENGTH];
            return ts_fail(error, TS_ERROR_DATA, "%s:%zu: %s, found \"%s\"", lines->path, lines->number, expected,
                           ts_excerpt(text, excerpt));
        }
    }
}

ts_status ts_lines_rewind(ts_lines *lines, ts_error *error) {
    if (lseek(lines->file, 0, SEEK_SET) < 0) {
        return ts_fail(error, TS_ERROR_DATA, "%s cannot be read again from its start: %s", lines->path,
                       strerror(errno));
    }
    lines->begin = lines->end = lines->number = 0;
    lines->at_end = false;
    return TS_OK;
}

bool ts_line_is_blank(const char *text, size_t length) {
    return strspn(text, " \t") == length;
}

const char *ts_excerpt(const char *text, char excerpt[TS_EXCERPT_LENGTH]) {
    size_t length = 0;
    for (; text[length] && text[length] != ',' && length < TS_EXCERPT_LENGTH - 4; ++length) {
        const char c = text[length];
        excerpt[length] = (c >= ' ' && c <= '~') ? c : '?';
    }
    strcpy(excerpt + length, text[length] && text[length] != ',' ? "..." : "");
    return excerpt;
}
