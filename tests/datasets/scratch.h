/* SPDX-License-Identifier: MIT
 * A scratch folder per program for tests that write files, and what those tests check again and again. */
#ifndef TS_TESTS_DATASETS_SCRATCH_H
#define TS_TESTS_DATASETS_SCRATCH_H

#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <touchstone/dataset.h>

#include "tests/support.h"

static char scratch_folder[128];

/* Fixtures of every case: an empty folder before a test, none after it. */
static inline void scratch_setup(void) {
    snprintf(scratch_folder, sizeof scratch_folder, "%s/scratch-%ld", TS_BINARY_DIR, (long)getpid());
    ck_assert_int_eq(mkdir(scratch_folder, 0777), 0);
}

static inline void scratch_teardown(void) {
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", scratch_folder);
    ck_assert_int_eq(system(command), 0);
}

/* A path below the scratch folder, in one of a few static buffers; folders on the way are made. */
static inline const char *scratch(const char *format, ...) {
    static char paths[8][512];
    static int next;
    char *path = paths[next++ % 8], below[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(below, sizeof below, format, arguments);
    va_end(arguments);
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, below);
    for (char *slash = path + strlen(scratch_folder) + 1; (slash = strchr(slash, '/')); ++slash) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    return path;
}

static inline void write_bytes(const char *path, const void *bytes, size_t count) {
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    ck_assert_int_eq(fclose(file), 0);
}

static inline void write_file(const char *path, const char *text) {
    write_bytes(path, text, strlen(text));
}

/* All bytes of a file, ended by a 0; the caller frees them. */
static inline char *read_bytes(const char *path, size_t *count) {
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    const long length = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)length + 1);
    ck_assert_uint_eq(fread(bytes, 1, (size_t)length, file), (size_t)length);
    bytes[length] = '\0';
    fclose(file);
    *count = (size_t)length;
    return bytes;
}

static inline void check_same_file(const char *a, const char *b) {
    size_t na, nb;
    char *pa = read_bytes(a, &na), *pb = read_bytes(b, &nb);
    ck_assert_msg(na == nb && memcmp(pa, pb, na) == 0, "%s and %s differ", a, b);
    free(pa);
    free(pb);
}

/* Number of entries of the scratch folder itself: nothing temporary may be left there. */
static inline int scratch_entries(void) {
    struct stat status;
    ck_assert_int_eq(stat(scratch_folder, &status), 0);
    char command[256];
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", scratch_folder);
    FILE *pipe = popen(command, "r");
    int count = -1;
    ck_assert_int_eq(fscanf(pipe, "%d", &count), 1);
    pclose(pipe);
    return count;
}

#define check_ok(call)                                                                                                 \
    do {                                                                                                               \
        ts_error check_error = {0};                                                                                    \
        ts_error *const error = &check_error;                                                                          \
        const ts_status check_status = (call);                                                                         \
        ck_assert_msg(check_status == TS_OK, "%s: %s", #call, error->message);                                         \
    } while (0)

/* The error has the status and its message all of `parts` (ended by NULL). */
static inline void check_error(const ts_error *error, ts_status status, const char *const *parts) {
    ck_assert_msg(error->status == status, "status %d, expected %d: %s", error->status, status, error->message);
    for (; *parts; ++parts) {
        ck_assert_msg(strstr(error->message, *parts) != NULL, "\"%s\" is not in \"%s\"", *parts, error->message);
    }
}

#define check_fails(call, status, ...)                                                                                 \
    do {                                                                                                               \
        ts_error check_why = {0};                                                                                      \
        ts_error *const error = &check_why;                                                                            \
        ck_assert_int_eq((call), (status));                                                                            \
        check_error(error, (status), (const char *const[]){__VA_ARGS__, NULL});                                        \
    } while (0)

/* ---- Whole files ---- */

/* Reads a file through chunks of the capacity; the caller clears the chunk that holds it all. Stops at an
 * error, which `failure` then tells (TS_OK: none). */
static inline ts_query_chunk read_queries(const char *path, size_t capacity, bool round, ts_error *failure) {
    ts_query_chunk all = {0}, part;
    ts_query_reader *reader = NULL;
    const ts_reader_options options = {.round = round};
    *failure = (ts_error){0};
    if (ts_query_reader_open(path, &options, &reader, failure) != TS_OK) return all;
    check_ok(ts_query_chunk_init(&part, capacity, error));
    while (ts_query_reader_next(reader, &part, failure) == TS_OK && part.count) {
        ck_assert_uint_eq(part.first, all.count);
        ck_assert_uint_le(part.count, capacity);
        if (all.count + part.count > all.capacity) {
            all.capacity = 2 * all.capacity + part.count;
            all.queries = realloc(all.queries, all.capacity * sizeof *all.queries);
            all.notes = realloc(all.notes, all.capacity * sizeof *all.notes);
        }
        memcpy(all.queries + all.count, part.queries, part.count * sizeof *all.queries);
        memcpy(all.notes + all.count, part.notes, part.count * sizeof *all.notes);
        all.count += part.count;
    }
    ts_query_chunk_clear(&part);
    ts_query_reader_close(reader);
    return all;
}

static inline bool same_bits(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Bit for bit, scenes and origins apart. */
static inline void check_same_query(const ts_ccd_query *a, const ts_ccd_query *b) {
    ck_assert_int_eq(a->kind, b->kind);
    ck_assert_mem_eq(a->x0, b->x0, sizeof a->x0);
    ck_assert_mem_eq(a->x1, b->x1, sizeof a->x1);
    ck_assert(same_bits(a->min_distance, b->min_distance));
    ck_assert(same_bits(a->t_max, b->t_max));
}

static inline void check_same_note(const ts_query_note *a, const ts_query_note *b) {
    ck_assert_int_eq(a->contact, b->contact);
    ck_assert_int_eq(a->truth_feature, b->truth_feature);
    ck_assert(same_bits(a->truth_lo, b->truth_lo));
    ck_assert(same_bits(a->truth_hi, b->truth_hi));
    ck_assert_uint_eq(a->step, b->step);
    ck_assert_uint_eq(a->iteration, b->iteration);
}

#endif
