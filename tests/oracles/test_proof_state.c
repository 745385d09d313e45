/* SPDX-License-Identifier: MIT
 * Reading a state of a proof. */
#include "oracles/proof/way.h"
#include "tests/datasets/scratch.h"

/* A state gives its digest when it was read whole; what is malformed leaves it alone. */
START_TEST(a_malformed_state_gives_no_digest) {
    static const double AT[3] = {1.0, 2.0, 3.0};
    char bytes[8 + sizeof AT] = {'T', 'S', 'P', 'S', 'T', 'A', 'T', '1'};
    memcpy(bytes + 8, AT, sizeof AT);
    for (size_t missing = 0; missing < 2; ++missing) {
        const unsigned char none[TS_SHA256_BYTES] = {0};
        unsigned char digest[TS_SHA256_BYTES] = {0};
        double(*x)[3] = NULL;
        ts_error error;
        write_bytes(scratch("state_000000.tsp"), bytes, sizeof bytes - missing);
        const ts_status status = ts_proof_state_read(scratch_folder, 0, 1, &x, digest, &error);
        ck_assert_int_eq(status, missing ? TS_ERROR_DATA : TS_OK);
        ck_assert_int_eq(memcmp(digest, none, sizeof digest) == 0, missing > 0);
        ck_assert(missing ? !x : memcmp(x, AT, sizeof AT) == 0);
        free(x);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("proof state");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, a_malformed_state_gives_no_digest);
    Suite *suite = suite_create("proof state");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
