/* SPDX-License-Identifier: MIT
 * The fingerprint: order matters, every bit matters, and the value is fixed across machines and versions. */
#include "tests/support.h"

#include "core/hash.h"

START_TEST(every_bit_of_a_word_matters) {
    const uint64_t plain = ts_hash_word(TS_HASH_START, 0);
    for (int bit = 0; bit < 64; ++bit) {
        ck_assert_uint_ne(ts_hash_word(TS_HASH_START, UINT64_C(1) << bit), plain);
    }
}
END_TEST

START_TEST(order_and_sign_of_zero_matter) {
    ck_assert_uint_ne(ts_hash_word(ts_hash_word(TS_HASH_START, 1), 2), ts_hash_word(ts_hash_word(TS_HASH_START, 2), 1));
    ck_assert_uint_ne(ts_hash_double(TS_HASH_START, 0.0), ts_hash_double(TS_HASH_START, -0.0));
    ck_assert_uint_eq(ts_hash_double(TS_HASH_START, 1.0), ts_hash_word(TS_HASH_START, UINT64_C(0x3ff0000000000000)));
}
END_TEST

START_TEST(the_value_stays) {
    /* (offset * golden) mod 2^64, folded: computed with arbitrary-precision integers elsewhere. */
    ck_assert_uint_eq(ts_hash_word(TS_HASH_START, 0), UINT64_C(0xf8bb92c91b3f5cc0));
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("hash");
    tcase_add_test(cases, every_bit_of_a_word_matters);
    tcase_add_test(cases, order_and_sign_of_zero_matter);
    tcase_add_test(cases, the_value_stays);
    Suite *suite = suite_create("hash");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
