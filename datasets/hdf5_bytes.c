/* SPDX-License-Identifier: MIT
 * Deflate and shuffle, undone. */
#include "datasets/hdf5_bytes.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

/* ---- Deflate ---- */

typedef unsigned char bytes8 __attribute__((vector_size(8)));
typedef uint16_t pairs8 __attribute__((vector_size(16)));

enum { HEADER_BYTES = 2, CHECKSUM_BYTES = 4, ADLER_BASE = 65521, LANES = 8 };

/* Of a row of 8 bytes a lane takes one. So many rows at a time have sums within 16 bits: 255 n (n + 1) / 2 < 2^16. */
enum { ROWS = 22, BLOCK = ROWS * LANES };

/* The lanes' sums, and those of all values that the sums take. */
static void sum_rows(const unsigned char *bytes, uint16_t sums[LANES], uint16_t sums_of_sums[LANES]) {
    pairs8 s = {0}, t = {0};
    for (size_t r = 0; r < ROWS; ++r) {
        bytes8 row;
        memcpy(&row, bytes + r * LANES, sizeof row);
        s += __builtin_convertvector(row, pairs8);
        t += s;
    }
    memcpy(sums, &s, sizeof s);
    memcpy(sums_of_sums, &t, sizeof t);
}

/* Adler-32 of RFC 1950: a is 1 and the sum of all bytes, b the sum of all values that a takes. zlib adds byte after
 * byte, which is a tenth of its time. Byte j of a row is in one value of a fewer than byte 0 for each j. */
static uint32_t adler32_in_lanes(const unsigned char *bytes, size_t length) {
    uint64_t a = 1, b = 0;
    for (; length >= BLOCK; bytes += BLOCK, length -= BLOCK) {
        uint16_t sums[LANES], sums_of_sums[LANES];
        sum_rows(bytes, sums, sums_of_sums);
        b += BLOCK * a;
        for (unsigned j = 0; j < LANES; ++j) {
            a += sums[j];
            b += (unsigned)LANES * sums_of_sums[j] - j * sums[j];
        }
        a %= ADLER_BASE;
        b %= ADLER_BASE;
    }
    for (; length > 0; --length) {
        a += *bytes++;
        b += a;
    }
    return (uint32_t)(b % ADLER_BASE << 16 | a % ADLER_BASE);
}

/* Deflated, with a window of at most 32 KB, and no dictionary (RFC 1950). */
static bool is_header(const unsigned char *bytes) {
    return (bytes[0] & 15) == Z_DEFLATED && bytes[0] >> 4 <= MAX_WBITS - 8 && (bytes[1] & 32) == 0 &&
           (256 * bytes[0] + bytes[1]) % 31 == 0;
}

size_t ts_inflate(const unsigned char *from, size_t length, unsigned char *to, size_t room) {
    if (length > UINT32_MAX || room > UINT32_MAX || length < HEADER_BYTES + CHECKSUM_BYTES || !is_header(from)) {
        return SIZE_MAX;
    }
    z_stream stream = {.next_in = (z_const Bytef *)from + HEADER_BYTES,
                       .avail_in = (uInt)(length - HEADER_BYTES),
                       .next_out = to,
                       .avail_out = (uInt)room};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return SIZE_MAX; /* without header and checksum */
    const int end = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (end != Z_STREAM_END || stream.avail_in < CHECKSUM_BYTES) return SIZE_MAX;
    const unsigned char *sum = stream.next_in;
    const uint32_t stored = (uint32_t)sum[0] << 24 | (uint32_t)sum[1] << 16 | (uint32_t)sum[2] << 8 | sum[3];
    const size_t unpacked = room - stream.avail_out;
    return adler32_in_lanes(to, unpacked) == stored ? unpacked : SIZE_MAX;
}

/* ---- Shuffle ---- */

typedef unsigned char bytes16 __attribute__((vector_size(16)));
typedef uint32_t fours4 __attribute__((vector_size(16)));

/* The first halves of a and b in turn, and the second ones. */
#define BYTES_LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define BYTES_HIGH(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define PAIRS_LOW(a, b) ((bytes16)__builtin_shufflevector((pairs8)(a), (pairs8)(b), 0, 8, 1, 9, 2, 10, 3, 11))
#define PAIRS_HIGH(a, b) ((bytes16)__builtin_shufflevector((pairs8)(a), (pairs8)(b), 4, 12, 5, 13, 6, 14, 7, 15))
#define FOURS_LOW(a, b) ((bytes16)__builtin_shufflevector((fours4)(a), (fours4)(b), 0, 4, 1, 5))
#define FOURS_HIGH(a, b) ((bytes16)__builtin_shufflevector((fours4)(a), (fours4)(b), 2, 6, 3, 7))

enum { DOUBLE = 8, TOGETHER = 16 };

/* Sixteen values of eight bytes. */
static void unshuffle_doubles(const unsigned char *from, size_t values, unsigned char *to) {
    bytes16 rows[DOUBLE], pairs[DOUBLE], fours[DOUBLE], whole[DOUBLE];
    for (size_t k = 0; k < DOUBLE; ++k) memcpy(&rows[k], from + k * values, TOGETHER);
    for (size_t k = 0; k < 4; ++k) { /* bytes 2k and 2k + 1 of eight values each */
        pairs[2 * k] = BYTES_LOW(rows[2 * k], rows[2 * k + 1]);
        pairs[2 * k + 1] = BYTES_HIGH(rows[2 * k], rows[2 * k + 1]);
    }
    for (size_t h = 0; h < 2; ++h) { /* bytes 0 to 3, then 4 to 7, of four values each */
        for (size_t v = 0; v < 2; ++v) {
            fours[4 * h + 2 * v] = PAIRS_LOW(pairs[4 * h + v], pairs[4 * h + 2 + v]);
            fours[4 * h + 2 * v + 1] = PAIRS_HIGH(pairs[4 * h + v], pairs[4 * h + 2 + v]);
        }
    }
    for (size_t v = 0; v < 4; ++v) {
        whole[2 * v] = FOURS_LOW(fours[v], fours[4 + v]);
        whole[2 * v + 1] = FOURS_HIGH(fours[v], fours[4 + v]);
    }
    memcpy(to, whole, sizeof whole);
}

void ts_unshuffle(const unsigned char *from, size_t values, size_t wanted, size_t size, unsigned char *to) {
    size_t i = 0;
    for (; size == DOUBLE && i + TOGETHER <= wanted; i += TOGETHER)
        unshuffle_doubles(from + i, values, to + i * DOUBLE);
    for (; i < wanted; ++i) {
        for (size_t k = 0; k < size; ++k) to[i * size + k] = from[k * values + i];
    }
}
