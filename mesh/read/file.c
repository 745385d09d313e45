/* SPDX-License-Identifier: MIT
 * A mesh file held in memory, read word by word with its lines counted. */
#include "mesh/read/file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Opening ---- */

static bool read_whole(int from, char *text, size_t size, size_t *got) {
    *got = 0;
    while (*got < size) {
        const ssize_t more = read(from, text + *got, size - *got);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return false;
        if (more == 0) break;
        *got += (size_t)more;
    }
    return true;
}

static void load(ts_mesh_file *file, int from) {
    struct stat status;
    if (fstat(from, &status) != 0 || !S_ISREG(status.st_mode)) {
        file->status = ts_fail(file->error, TS_ERROR_DATA, "%s is not a regular file; expected a mesh", file->path);
        return;
    }
    file->text = malloc((size_t)status.st_size + 1);
    if (!file->text) {
        ts_mesh_no_memory(file);
    } else if (!read_whole(from, file->text, (size_t)status.st_size, &file->size)) {
        file->status = ts_fail(file->error, TS_ERROR_DATA, "%s: reading failed: %s", file->path, strerror(errno));
    } else {
        file->text[file->size] = '\0';
    }
}

/* A byte order mark, which editors put before a text, is no part of its first word. */
static void skip_mark(ts_mesh_file *file) {
    static const char MARK[] = "\xEF\xBB\xBF";
    if (strncmp(file->text, MARK, sizeof MARK - 1) == 0) file->at = sizeof MARK - 1;
}

void ts_mesh_file_open(ts_mesh_file *file, const char *path, ts_error *error) {
    *file = (ts_mesh_file){.path = path, .line = 1, .said_line = 1, .error = error};
    if (!ts_c_locale_enter(&file->locale)) {
        ts_mesh_no_memory(file);
        return;
    }
    const int from = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (from < 0) {
        file->status = ts_fail(error, TS_ERROR_DATA, "%s cannot be read: %s", path, strerror(errno));
        return;
    }
    load(file, from);
    close(from);
    if (file->status == TS_OK) skip_mark(file);
}

void ts_mesh_file_close(ts_mesh_file *file) {
    ts_c_locale_leave(&file->locale);
    free(file->text);
    *file = (ts_mesh_file){0};
}

/* ---- Complaints ---- */

size_t ts_mesh_place(const ts_mesh_file *file) {
    return file->binary ? file->at : file->said_line;
}

static void complain(ts_mesh_file *file, size_t place, const char *format, va_list arguments) {
    if (file->status != TS_OK) return;
    char what[TS_ERROR_LENGTH];
    vsnprintf(what, sizeof what, format, arguments);
    const char *between = file->binary ? " at byte " : ":";
    file->status = ts_fail(file->error, TS_ERROR_DATA, "%s%s%zu: %s", file->path, between, place, what);
}

void ts_mesh_complain(ts_mesh_file *file, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(file, ts_mesh_place(file), format, arguments);
    va_end(arguments);
}

void ts_mesh_complain_at(ts_mesh_file *file, size_t place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    complain(file, place, format, arguments);
    va_end(arguments);
}

void ts_mesh_expected(ts_mesh_file *file, const char *what, ts_word found) {
    char excerpt[40];
    size_t length = 0;
    for (; length < found.length && length < sizeof excerpt - 4; ++length) {
        const char c = found.text[length];
        excerpt[length] = (c >= ' ' && c <= '~') ? c : '?';
    }
    strcpy(excerpt + length, length < found.length ? "..." : "");
    if (found.length) {
        ts_mesh_complain(file, "expected %s, found \"%s\"", what, excerpt);
    } else {
        ts_mesh_complain(file, "expected %s, found the end of the %s", what, file->at < file->size ? "line" : "file");
    }
}

void ts_mesh_no_memory(ts_mesh_file *file) {
    if (file->status == TS_OK) file->status = ts_fail_memory(file->error, "a mesh");
}

/* ---- Words ---- */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* A newline, with a carriage return before it or not, or a carriage return alone. */
static bool ends_line(const ts_mesh_file *file, size_t at) {
    const char *text = file->text + at;
    return text[0] == '\n' || (text[0] == '\r' && text[1] != '\n');
}

bool ts_mesh_word_on_line(ts_mesh_file *file, ts_word *word) {
    *word = (ts_word){0};
    if (file->status != TS_OK) return false;
    size_t at = file->at;
    while (at < file->size && is_blank(file->text[at]) && !ends_line(file, at)) ++at;
    file->said_line = file->line;
    word->text = file->text + at;
    while (at < file->size && !is_blank(file->text[at]) && file->text[at] != '\n') ++at;
    file->at = at;
    word->length = (size_t)(file->text + at - word->text);
    return word->length > 0;
}

bool ts_mesh_next_line(ts_mesh_file *file) {
    if (file->status != TS_OK || file->at >= file->size) return false;
    const char *from = file->text + file->at, *newline = memchr(from, '\n', file->size - file->at);
    const char *end = newline ? newline : file->text + file->size;
    const char *first = memchr(from, '\r', (size_t)(end - from));
    if (first && first + 1 != newline) end = first;
    file->at = end < file->text + file->size ? (size_t)(end - file->text) + 1 : file->size;
    file->line += file->at < file->size;
    return file->at < file->size;
}

bool ts_mesh_word(ts_mesh_file *file, ts_word *word) {
    while (!ts_mesh_word_on_line(file, word)) {
        if (!ts_mesh_next_line(file)) return false;
    }
    return true;
}

bool ts_mesh_next_words(ts_mesh_file *file, ts_word *word) {
    *word = (ts_word){0};
    return ts_mesh_next_line(file) && ts_mesh_word(file, word);
}

void ts_mesh_begin_line(ts_mesh_file *file) {
    ts_word word;
    if (ts_mesh_word(file, &word)) file->at -= word.length;
}

void ts_mesh_end_line(ts_mesh_file *file) {
    ts_word word;
    if (ts_mesh_word_on_line(file, &word)) ts_mesh_expected(file, "the end of the line", word);
}

bool ts_word_is(ts_word word, const char *text) {
    return strlen(text) == word.length && memcmp(word.text, text, word.length) == 0;
}

/* ---- Numbers ---- */

/* A word is followed by white space, a newline or the 0 byte, so that strtod stops at its end at the latest. */
double ts_mesh_parse_number(ts_mesh_file *file, ts_word word, const char *what) {
    if (file->status != TS_OK) return 0.0;
    char *end = NULL;
    double value = NAN;
    if (word.length && strspn(word.text, "0123456789+-.eE") >= word.length) {
        value = strtod(word.text, &end);
    }
    if (end == word.text + word.length && isfinite(value)) return value;
    ts_mesh_expected(file, what, word);
    return 0.0;
}

int64_t ts_mesh_parse_integer(ts_mesh_file *file, ts_word word, const char *what) {
    if (file->status != TS_OK) return 0;
    const bool negative = word.length && *word.text == '-';
    size_t k = negative;
    int64_t value = 0;
    for (; k < word.length && word.text[k] >= '0' && word.text[k] <= '9'; ++k) {
        const int digit = word.text[k] - '0';
        if (value > (INT64_MAX - digit) / 10) break;
        value = 10 * value + digit;
    }
    if (k == word.length && k > negative) return negative ? -value : value;
    ts_mesh_expected(file, what, word);
    return 0;
}

double ts_mesh_number(ts_mesh_file *file, const char *what) {
    ts_word word;
    ts_mesh_word(file, &word);
    return ts_mesh_parse_number(file, word, what);
}

double ts_mesh_number_on_line(ts_mesh_file *file, const char *what) {
    ts_word word;
    ts_mesh_word_on_line(file, &word);
    return ts_mesh_parse_number(file, word, what);
}

int64_t ts_mesh_integer(ts_mesh_file *file, const char *what) {
    ts_word word;
    ts_mesh_word(file, &word);
    return ts_mesh_parse_integer(file, word, what);
}

int64_t ts_mesh_integer_on_line(ts_mesh_file *file, const char *what) {
    ts_word word;
    ts_mesh_word_on_line(file, &word);
    return ts_mesh_parse_integer(file, word, what);
}

void ts_mesh_expect_room(ts_mesh_file *file, size_t count, size_t bytes, const char *what) {
    const size_t rest = file->size - file->at;
    const size_t newline = file->binary ? 0 : 1; /* that the last line may lack */
    if (count <= (rest + newline) / bytes) return;
    ts_mesh_complain(file, "%s is %zu, but the file ends after %zu bytes more; is it cut short?", what, count, rest);
}

size_t ts_mesh_count(ts_mesh_file *file, const char *what, size_t bytes) {
    ts_word word;
    ts_mesh_word_on_line(file, &word);
    const int64_t count = ts_mesh_parse_integer(file, word, what);
    if (count < 0) ts_mesh_expected(file, what, word);
    if (file->status == TS_OK) ts_mesh_expect_room(file, (size_t)count, bytes, what);
    return file->status == TS_OK ? (size_t)count : 0;
}
