/* SPDX-License-Identifier: MIT
 * A file of a proof in memory. */
#include "oracles/proof/bytes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"

enum { MAGIC = 8 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "numbers are taken as they lie in the file");

ts_status ts_proof_malformed(const ts_proof_bytes *bytes, const char *what, ts_error *error) {
    return ts_fail(error, TS_ERROR_DATA, "%s is malformed: %s (docs/proof-format.md)", bytes->name, what);
}

/* Size unknown beforehand: the file may grow or be a pipe. */
static ts_status read_all(FILE *file, ts_proof_bytes *bytes, ts_error *error) {
    size_t room = 0;
    for (;;) {
        if (bytes->size == room) {
            room = room ? 2 * room : (size_t)1 << 16;
            unsigned char *more = realloc(bytes->data, room);
            if (!more) return ts_fail_memory(error, bytes->name);
            bytes->data = more;
        }
        const size_t got = fread(bytes->data + bytes->size, 1, room - bytes->size, file);
        bytes->size += got;
        if (got == 0) break;
    }
    return ferror(file) ? ts_fail(error, TS_ERROR_DATA, "%s cannot be read to its end", bytes->name) : TS_OK;
}

static ts_status open_and_read(const char *folder, const char *magic, ts_proof_bytes *bytes, ts_error *error) {
    char *path = ts_path_join(folder, bytes->name);
    if (!path) return ts_fail_memory(error, "a path");
    const char *why;
    FILE *file = ts_regular_open(path, &why);
    ts_status status = TS_OK;
    if (file) {
        status = read_all(file, bytes, error);
        fclose(file);
    } else {
        status = ts_fail(error, TS_ERROR_DATA, "%s cannot be read: %s", path, why);
    }
    free(path);
    if (status == TS_OK && (bytes->size < MAGIC || memcmp(bytes->data, magic, MAGIC) != 0)) {
        status = ts_proof_malformed(bytes, "it does not begin as such a file does", error);
    }
    return status;
}

ts_status ts_proof_bytes_read(const char *folder, const char *name, const char *magic, ts_proof_bytes *bytes,
                              ts_error *error) {
    *bytes = (ts_proof_bytes){.name = ts_text("%s", name), .at = MAGIC};
    if (!bytes->name) return ts_fail_memory(error, "a name");
    const ts_status status = open_and_read(folder, magic, bytes, error);
    if (status == TS_OK)
        ts_sha256(bytes->data, bytes->size, bytes->digest);
    else
        ts_proof_bytes_clear(bytes);
    return status;
}

void ts_proof_bytes_clear(ts_proof_bytes *bytes) {
    free(bytes->name);
    free(bytes->data);
    *bytes = (ts_proof_bytes){0};
}

ts_status ts_proof_take(ts_proof_bytes *bytes, size_t count, size_t size, void *to, ts_error *error) {
    if (count > (bytes->size - bytes->at) / size) return ts_proof_malformed(bytes, "it is too short", error);
    if (count > 0) memcpy(to, bytes->data + bytes->at, count * size);
    bytes->at += count * size;
    return TS_OK;
}

ts_status ts_proof_take_doubles(ts_proof_bytes *bytes, size_t count, double *to, ts_error *error) {
    ts_status status = ts_proof_take(bytes, count, sizeof *to, to, error);
    for (size_t k = 0; status == TS_OK && k < count; ++k) {
        if (!isfinite(to[k])) status = ts_proof_malformed(bytes, "a number is not finite", error);
    }
    return status;
}

ts_status ts_proof_take_end(const ts_proof_bytes *bytes, ts_error *error) {
    return bytes->at == bytes->size ? TS_OK : ts_proof_malformed(bytes, "it is longer than its contents", error);
}
