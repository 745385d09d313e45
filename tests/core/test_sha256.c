/* SPDX-License-Identifier: MIT
 * SHA-256 against the answers that NIST publishes (FIPS 180-4 examples, CAVP), and at the lengths where padding turns.
 */
#include <string.h>

#include "core/sha256.h"
#include "tests/support.h"

static const char *digest_of(const void *bytes, size_t count) {
    static char text[2 * TS_SHA256_BYTES + 1];
    unsigned char digest[TS_SHA256_BYTES];
    ts_sha256(bytes, count, digest);
    for (size_t k = 0; k < TS_SHA256_BYTES; ++k) snprintf(text + 2 * k, 3, "%02x", digest[k]);
    return text;
}

START_TEST(test_published_answers) {
    static const struct {
        const char *text, *digest;
    } KNOWN[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqr"
         "stu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN; ++k) {
        ck_assert_str_eq(digest_of(KNOWN[k].text, strlen(KNOWN[k].text)), KNOWN[k].digest);
    }
}
END_TEST

/* A million times "a" (FIPS 180-4); and of zeros, 55 bytes are the most that fit one block, 56 the least of two. */
START_TEST(test_lengths) {
    static char many[1000000], zeros[64];
    memset(many, 'a', sizeof many);
    ck_assert_str_eq(digest_of(many, sizeof many), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    ck_assert_str_eq(digest_of(zeros, 55), "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7");
    ck_assert_str_eq(digest_of(zeros, 56), "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb");
    ck_assert_str_eq(digest_of(zeros, 64), "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sha256");
    TCase *tests = tcase_create("sha256");
    tcase_add_test(tests, test_published_answers);
    tcase_add_test(tests, test_lengths);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
