/* SPDX-License-Identifier: MIT
 * Walking through a .tar.gz: a header of 512 bytes for each file, then its bytes, filled up to 512; a block of zeros
 * ends it. Long names and extended headers belong to files that nobody asks for here. */
#include "datasets/tar_gz.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "core/error.h"
#include "core/files.h"

enum { BLOCK = 512, NAME_BYTES = 100, SIZE_AT = 124, SIZE_BYTES = 12, SUM_AT = 148, SUM_BYTES = 8, TYPE_AT = 156 };

#define MOST_BYTES ((size_t)1 << 20)

typedef struct archive {
    const char *path;
    gzFile file;
    unsigned char *data; /* owned, for one file */
    uint64_t at;         /* the header being read */
} archive;

static ts_status fail(const archive *a, const char *what, ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s at byte %" PRIu64 " of the tar archive: %s", a->path, a->at, what);
}

/* Octal digits, then a blank or a 0. */
static bool parse_octal(const unsigned char *text, size_t length, uint64_t *value) {
    size_t k = 0;
    *value = 0;
    while (k < length && text[k] == ' ') ++k;
    const size_t first = k;
    for (; k < length && text[k] >= '0' && text[k] <= '7'; ++k) *value = *value << 3 | (uint64_t)(text[k] - '0');
    return k > first && (k == length || text[k] == ' ' || text[k] == '\0');
}

/* The sum of the header's bytes, that of the sum itself taken as blanks. */
static bool has_its_sum(const unsigned char header[BLOCK]) {
    uint64_t said, sum = 0;
    for (int k = 0; k < BLOCK; ++k) sum += k >= SUM_AT && k < SUM_AT + SUM_BYTES ? ' ' : header[k];
    return parse_octal(header + SUM_AT, SUM_BYTES, &said) && said == sum;
}

static bool read_exactly(const archive *a, void *to, size_t bytes) {
    return gzread(a->file, to, (unsigned)bytes) == (int)bytes;
}

static bool skip(const archive *a, uint64_t bytes) {
    unsigned char block[BLOCK];
    for (; bytes > 0; bytes -= BLOCK) {
        if (!read_exactly(a, block, BLOCK)) return false;
    }
    return true;
}

static bool ends_with(const char *name, const char *ending) {
    const size_t length = strlen(name), tail = strlen(ending);
    return length >= tail && strcmp(name + length - tail, ending) == 0;
}

static ts_status take_file(archive *a, const unsigned char header[BLOCK], const char *ending, ts_tar_visitor *visit,
                           void *self, ts_error *error) {
    char name[NAME_BYTES + 1] = "";
    uint64_t size;
    memcpy(name, header, NAME_BYTES);
    if (!has_its_sum(header)) return fail(a, "expected a header with its checksum", error);
    if (!parse_octal(header + SIZE_AT, SIZE_BYTES, &size)) return fail(a, "expected the size of a file", error);
    const uint64_t filled = (size + BLOCK - 1) / BLOCK * BLOCK;
    const bool is_file = header[TYPE_AT] == '0' || header[TYPE_AT] == '\0';
    ts_status status = TS_OK;
    if (!is_file || !ends_with(name, ending) || size > MOST_BYTES) {
        if (!skip(a, filled)) return fail(a, "the archive is damaged or cut inside this file", error);
    } else {
        if (!read_exactly(a, a->data, (size_t)filled)) {
            return fail(a, "the archive is damaged or cut inside this file", error);
        }
        const ts_tar_member member = {ts_path_name(name), a->data, (size_t)size};
        status = visit(self, &member, error);
    }
    a->at += BLOCK + filled;
    return status;
}

static ts_status walk(archive *a, const char *ending, ts_tar_visitor *visit, void *self, ts_error *error) {
    static const unsigned char ZERO[BLOCK];
    unsigned char header[BLOCK];
    for (;;) {
        const int got = gzread(a->file, header, BLOCK);
        if (got == 0) return TS_OK; /* without a block of zeros */
        if (got != BLOCK) return fail(a, "the archive is damaged or cut in front of a file", error);
        if (memcmp(header, ZERO, BLOCK) == 0) return TS_OK;
        const ts_status status = take_file(a, header, ending, visit, self, error);
        if (status != TS_OK) return status;
    }
}

ts_status ts_tar_gz_each(const char *path, const char *ending, ts_tar_visitor *visit, void *self, ts_error *error) {
    archive a = {.path = path, .file = gzopen(path, "rb")};
    if (!a.file) return ts_fail(error, TS_ERROR_DATA, "%s cannot be read: %s", path, strerror(errno));
    a.data = malloc(MOST_BYTES + BLOCK);
    const ts_status status = a.data ? walk(&a, ending, visit, self, error) : ts_fail_memory(error, "an archive");
    free(a.data);
    gzclose(a.file);
    return status;
}
