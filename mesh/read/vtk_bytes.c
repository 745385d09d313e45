/* SPDX-License-Identifier: MIT
 * Bytes of VTK XML files. A length, or for compressed data the sizes of the blocks, stands in front of them. What a
 * file announces is believed only as far as its own length allows. */
#include "mesh/read/vtk_bytes.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/* Deflate makes at most so many bytes of one (RFC 1951: 258 bytes by two bits), and zlib's frame takes a few. */
enum { MOST_RATIO = 1032, FRAME_BYTES = 16 };

static const char NO_MEMORY[] = "there is not enough memory for it";
static const char TOO_SHORT[] = "it ends before the number of values that the file announces";
static const char TOO_LONG[] = "it holds more than the number of values that the file announces";

/* ---- Raw or base64 ---- */

static int base64_digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* The next four digits: 1 to 3 bytes. 0 where the text is no base64, or ends. */
static size_t decode_group(ts_vtk_source *source, unsigned char out[3]) {
    uint32_t bits = 0;
    size_t digits = 0, padding = 0;
    for (; digits + padding < 4; ++source->at) {
        if (source->at >= source->end) return 0;
        const char c = *source->at;
        if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
        const int digit = base64_digit(c);
        if (c == '=') {
            ++padding;
        } else if (digit < 0 || padding > 0) {
            return 0;
        } else {
            ++digits;
        }
        bits = bits << 6 | (uint32_t)(digit > 0 ? digit : 0);
    }
    for (size_t k = 0; k + 1 < digits; ++k) out[k] = (unsigned char)(bits >> (16 - 8 * k));
    return digits >= 2 ? digits - 1 : 0;
}

/* Writers encode lengths and data apart from each other or together: padding may stand anywhere. */
static bool take_base64(ts_vtk_source *source, unsigned char *out, size_t count) {
    size_t made = 0;
    while (made < count && source->carried > 0) {
        out[made++] = source->carry[0];
        source->carry[0] = source->carry[1];
        --source->carried;
    }
    while (made < count) {
        unsigned char group[3];
        const size_t got = decode_group(source, group);
        if (got == 0) return false;
        for (size_t k = 0; k < got; ++k) {
            if (made < count) {
                out[made++] = group[k];
            } else {
                source->carry[source->carried++] = group[k];
            }
        }
    }
    return true;
}

static bool take(ts_vtk_source *source, unsigned char *out, size_t count) {
    if (!source->raw) return take_base64(source, out, count);
    if ((size_t)(source->end - source->at) < count) return false;
    memcpy(out, source->at, count);
    source->at += count;
    return true;
}

/* Can the rest of the file hold so many bytes? */
static bool has_room(const ts_vtk_source *source, uint64_t count) {
    const uint64_t left = (uint64_t)(source->end - source->at);
    return count <= (source->raw ? left : left / 4 * 3 + 3 + source->carried);
}

static bool take_length(ts_vtk_source *source, const ts_vtk_head *head, uint64_t *length) {
    unsigned char bytes[8];
    const size_t size = head->wide ? 8 : 4;
    if (!take(source, bytes, size)) return false;
    *length = 0;
    for (size_t k = 0; k < size; ++k) *length = *length << 8 | bytes[head->big_endian ? k : size - 1 - k];
    return true;
}

/* ---- Compressed blocks ---- */

/* The sizes in front of compressed data. */
typedef struct block_list {
    uint64_t count, size,
        last;         /* blocks, their bytes when decompressed, and those of the last one (0: as the others) */
    uint64_t *packed; /* bytes of each in the file; owned */
} block_list;

static const char *take_list(ts_vtk_source *source, const ts_vtk_head *head, block_list *list) {
    const bool there = take_length(source, head, &list->count) && take_length(source, head, &list->size) &&
                       take_length(source, head, &list->last);
    if (!there || list->count > SIZE_MAX / 16 || !has_room(source, list->count * (head->wide ? 8 : 4))) {
        return "the sizes of its compressed blocks end early";
    }
    if (list->last > list->size) return "its last compressed block is said to be larger than the others";
    list->packed = malloc((size_t)list->count * sizeof *list->packed + 1);
    if (!list->packed) return NO_MEMORY;
    for (uint64_t k = 0; k < list->count; ++k) {
        if (!take_length(source, head, &list->packed[k])) return "the sizes of its compressed blocks end early";
    }
    return NULL;
}

/* What comes out of the blocks. */
typedef struct unpacked {
    unsigned char *bytes; /* owned */
    size_t count, capacity;
} unpacked;

static bool make_room(unpacked *out, size_t more) {
    if (out->capacity - out->count >= more) return true;
    const size_t wanted = out->count + more, doubled = 2 * out->capacity;
    const size_t capacity = wanted > doubled ? wanted : doubled;
    unsigned char *grown = realloc(out->bytes, capacity);
    if (!grown) return false;
    out->bytes = grown;
    out->capacity = capacity;
    return true;
}

static const char *inflate_block(ts_vtk_source *source, uint64_t packed, uint64_t size, unpacked *out) {
    if (!has_room(source, packed)) return "a compressed block goes beyond the end of the file";
    if (size > packed * MOST_RATIO + FRAME_BYTES) return "a compressed block is said to hold more than it can";
    unsigned char *from = malloc((size_t)packed + 1);
    const bool room = from && make_room(out, (size_t)size);
    const bool there = room && take(source, from, (size_t)packed);
    uLongf made = size;
    const bool done = there && uncompress(out->bytes + out->count, &made, from, packed) == Z_OK && made == size;
    free(from);
    if (!room) return NO_MEMORY;
    if (!done) return "a compressed block is damaged (zlib), or of another length than it is said to have";
    out->count += (size_t)size;
    return NULL;
}

static const char *take_blocks(ts_vtk_source *source, const block_list *list, size_t need, unpacked *out) {
    const char *fault = NULL;
    uint64_t k = 0;
    for (; !fault && out->count < need; ++k) {
        if (k == list->count) return TOO_SHORT;
        const uint64_t size = k + 1 == list->count && list->last > 0 ? list->last : list->size;
        if (size == 0) return TOO_SHORT;
        fault = inflate_block(source, list->packed[k], size, out);
    }
    return !fault && (out->count > need || k < list->count) ? TOO_LONG : fault;
}

static const char *take_compressed(ts_vtk_source *source, const ts_vtk_head *head, size_t need, unsigned char **bytes) {
    block_list list = {0};
    unpacked out = {0};
    const char *fault = make_room(&out, 1) ? take_list(source, head, &list) : NO_MEMORY;
    if (!fault) fault = take_blocks(source, &list, need, &out);
    free(list.packed);
    if (fault) {
        free(out.bytes);
        return fault;
    }
    *bytes = out.bytes;
    return NULL;
}

/* ---- Plain ---- */

static const char *take_plain(ts_vtk_source *source, const ts_vtk_head *head, size_t need, unsigned char **bytes) {
    uint64_t length;
    if (!take_length(source, head, &length) || length < need || !has_room(source, need)) return TOO_SHORT;
    if (length > need) return TOO_LONG;
    unsigned char *made = malloc(need + 1);
    if (!made) return NO_MEMORY;
    if (!take(source, made, need)) {
        free(made);
        return TOO_SHORT;
    }
    *bytes = made;
    return NULL;
}

const char *ts_vtk_take_bytes(ts_vtk_source *source, const ts_vtk_head *head, size_t need, unsigned char **bytes) {
    return head->zlib ? take_compressed(source, head, need, bytes) : take_plain(source, head, need, bytes);
}
