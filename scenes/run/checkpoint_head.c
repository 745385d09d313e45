/* SPDX-License-Identifier: MIT
 * The head is made anew from what follows it, and compared byte for byte: its own damage shows as well. */
#include "scenes/run/checkpoint_head.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "core/files.h"
#include "core/hash.h"

#define MARK "touchstone checkpoint, format "

static uint64_t word_of(const unsigned char *bytes, size_t count) {
    uint64_t word = 0;
    for (size_t k = 0; k < count; ++k) word |= (uint64_t)bytes[k] << (8 * k);
    return word;
}

/* From where the file stands to its end, 8 bytes at a time, and how many there were. */
static uint64_t hash_rest(FILE *file) {
    unsigned char bytes[1 << 13];
    uint64_t hash = TS_HASH_START, length = 0;
    for (size_t count; (count = fread(bytes, 1, sizeof bytes, file)) > 0; length += count) {
        for (size_t at = 0; at < count; at += 8) {
            hash = ts_hash_word(hash, word_of(bytes + at, count - at < 8 ? count - at : 8));
        }
    }
    return ts_hash_word(hash, length);
}

/* False when the file cannot be read. */
static bool make_head(FILE *file, char head[TS_CHECKPOINT_HEAD]) {
    if (fseek(file, TS_CHECKPOINT_HEAD, SEEK_SET) != 0) return false;
    const uint64_t checksum = hash_rest(file);
    if (ferror(file)) return false;
    memset(head, 0, TS_CHECKPOINT_HEAD);
    snprintf(head, TS_CHECKPOINT_HEAD, MARK "%d, checksum %016" PRIx64 "\n", TS_CHECKPOINT_FORMAT, checksum);
    return true;
}

ts_status ts_checkpoint_head_write(const char *path, ts_error *error) {
    char head[TS_CHECKPOINT_HEAD];
    FILE *file = fopen(path, "r+b");
    bool written = file && make_head(file, head) && fseek(file, 0, SEEK_SET) == 0 &&
                   fwrite(head, 1, sizeof head, file) == sizeof head;
    if (file) written = fclose(file) == 0 && written;
    return written ? TS_OK : ts_fail(error, TS_ERROR_USAGE, "%s could not be written", path);
}

/* found: the first bytes of the file, with 0 after them. */
static ts_status compare_heads(const char *path, const char *head, const char *found, ts_error *error) {
    if (memcmp(head, found, TS_CHECKPOINT_HEAD) == 0) return TS_OK;
    const size_t format = (size_t)(strstr(head, ", checksum") - head);
    if (strncmp(found, MARK, sizeof MARK - 1) != 0) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s is no checkpoint, or one of an earlier version without a checksum: start the run anew",
                       path);
    }
    if (strncmp(found, head, format) != 0) {
        return ts_fail(error, TS_ERROR_DATA,
                       "%s has another checkpoint format than this program reads, which is %d: resume with the version "
                       "it was made by, or start the run anew",
                       path, TS_CHECKPOINT_FORMAT);
    }
    return ts_fail(
        error, TS_ERROR_DATA,
        "%s is damaged: its content does not fit its checksum; take an undamaged copy, or start the run anew", path);
}

ts_status ts_checkpoint_head_check(const char *path, ts_error *error) {
    char head[TS_CHECKPOINT_HEAD], found[TS_CHECKPOINT_HEAD + 1] = "";
    const char *why;
    FILE *file = ts_regular_open(path, &why);
    if (!file) return ts_fail(error, TS_ERROR_DATA, "%s is missing or cannot be opened: %s", path, why);
    const size_t count = fread(found, 1, TS_CHECKPOINT_HEAD, file);
    const bool read = make_head(file, head);
    fclose(file);
    if (!read) return ts_fail(error, TS_ERROR_DATA, "%s cannot be read", path);
    if (count < TS_CHECKPOINT_HEAD) return ts_fail(error, TS_ERROR_DATA, "%s is no checkpoint, or cut off", path);
    return compare_heads(path, head, found, error);
}
