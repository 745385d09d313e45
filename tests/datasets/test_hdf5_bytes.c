/* SPDX-License-Identifier: MIT
 * Deflate and shuffle undone, beside zlib and a plain loop. */
#include <zlib.h>

#include "core/random.h"
#include "datasets/hdf5_bytes.h"
#include "tests/datasets/scratch.h"

enum { MOST = 1 << 18 };

static unsigned char plain[MOST], packed[2 * MOST], unpacked[MOST + 1];

/* high: bytes up to this one, which are the hardest for sums when all are 255. */
static void fill(size_t length, unsigned low, unsigned high, uint64_t seed) {
    ts_random random;
    ts_random_init(&random, seed, 0);
    for (size_t i = 0; i < length; ++i) plain[i] = (unsigned char)(low + ts_random_below(&random, high - low + 1));
}

static size_t pack(size_t length) {
    uLongf packed_length = sizeof packed;
    ck_assert_int_eq(compress2(packed, &packed_length, plain, length, 4), Z_OK);
    return packed_length;
}

START_TEST(test_inflate) {
    static const size_t lengths[] = {0, 1, 15, 16, 17, 100, 65535, 65536, 65537, 131072, 200000, MOST};
    static const unsigned lows[] = {0, 255, 250, 0}, highs[] = {255, 255, 255, 0};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; ++l) {
        for (size_t k = 0; k < 4; ++k) {
            const size_t length = lengths[l];
            fill(length, lows[k], highs[k], k);
            const size_t stored = pack(length);
            ck_assert_uint_eq(ts_inflate(packed, stored, unpacked, length + 1), length);
            ck_assert_mem_eq(unpacked, plain, length);
            ck_assert_uint_eq(ts_inflate(packed, stored, unpacked, length), length);
            ck_assert_uint_eq(ts_inflate(packed, stored + 3, unpacked, length), length); /* what follows is not its */
            if (length > 0) ck_assert_uint_eq(ts_inflate(packed, stored, unpacked, length - 1), SIZE_MAX);
        }
    }
}
END_TEST

/* Broken off anywhere, or with any bit of the header or the checksum turned, it is refused as zlib refuses it. */
START_TEST(test_refused) {
    fill(1000, 0, 255, 7);
    const size_t stored = pack(1000);
    for (size_t length = 0; length < stored; ++length) {
        ck_assert_uint_eq(ts_inflate(packed, length, unpacked, MOST), SIZE_MAX);
    }
    for (size_t bit = 0; bit < 8 * stored; ++bit) {
        uLongf room = MOST;
        packed[bit / 8] ^= (unsigned char)(1u << bit % 8);
        const bool good = uncompress(unpacked, &room, packed, stored) == Z_OK;
        ck_assert_uint_eq(ts_inflate(packed, stored, unpacked, MOST), good ? room : SIZE_MAX);
        packed[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    ck_assert_uint_eq(ts_inflate(packed, (size_t)UINT32_MAX + 1, unpacked, MOST), SIZE_MAX);
}
END_TEST

START_TEST(test_headers) {
    fill(10, 0, 255, 8);
    const size_t stored = pack(10);
    for (unsigned header = 0; header < 65536; ++header) {
        uLongf room = MOST;
        packed[0] = (unsigned char)(header >> 8);
        packed[1] = (unsigned char)header;
        const bool good = uncompress(unpacked, &room, packed, stored) == Z_OK;
        ck_assert_uint_eq(ts_inflate(packed, stored, unpacked, MOST), good ? 10 : SIZE_MAX);
    }
}
END_TEST

START_TEST(test_unshuffle) {
    fill(MOST, 0, 255, 9);
    for (size_t size = 1; size <= 9; ++size) {
        for (size_t values = 0; values < 70; ++values) {
            for (size_t wanted = 0; wanted <= values; ++wanted) {
                memset(unpacked, 0, size * values + 1);
                ts_unshuffle(plain, values, wanted, size, unpacked);
                for (size_t i = 0; i < wanted * size; ++i) {
                    ck_assert_uint_eq(unpacked[i], plain[i % size * values + i / size]);
                }
                ck_assert_uint_eq(unpacked[wanted * size], 0);
            }
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hdf5 bytes");
    TCase *cases = tcase_create("bytes");
    tcase_add_test(cases, test_inflate);
    tcase_add_test(cases, test_refused);
    tcase_add_test(cases, test_headers);
    tcase_add_test(cases, test_unshuffle);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
