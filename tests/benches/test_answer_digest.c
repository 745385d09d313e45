/* SPDX-License-Identifier: MIT
 * Digests of answers and lists of faults: parts in any order are the whole, and a change is found where it is. */

#include "benches/answer_digest.h"
#include "benches/fault.h"
#include "tests/support.h"

static ts_ccd_result answer(uint64_t ordinal) {
    return (ts_ccd_result){.status = ordinal % 3 ? TS_CCD_HIT : TS_CCD_FREE, .toi = 1.0 / (double)(ordinal + 2)};
}

static void fill(ts_answer_digest *digest, uint64_t first, uint64_t step, uint64_t end) {
    for (uint64_t i = first; i < end; i += step) {
        const ts_ccd_result result = answer(i);
        ck_assert_int_eq(ts_answer_digest_add(digest, i, &result), TS_OK);
    }
}

START_TEST(test_parts_make_the_whole) {
    for (uint64_t end = 5; end < 100000; end = end * 3 + 7) {
        ts_answer_digest whole = {0}, merged = {0};
        uint64_t ordinal, among;
        fill(&whole, 0, 1, end);
        for (uint64_t p = 0; p < 3; ++p) {
            ts_answer_digest part = {0};
            fill(&part, 2 - p, 3, end);
            ck_assert_int_eq(ts_answer_digest_merge(&merged, &part), TS_OK);
            ts_answer_digest_clear(&part);
        }
        ck_assert_uint_eq(merged.shift, whole.shift);
        ck_assert_uint_eq(merged.count, whole.count);
        ck_assert_mem_eq(merged.groups, whole.groups, whole.count * sizeof *whole.groups);
        ck_assert(!ts_answer_digest_differ(&merged, &whole, &ordinal, &among));
        ts_answer_digest_clear(&whole);
        ts_answer_digest_clear(&merged);
    }
}
END_TEST

START_TEST(test_finds_the_answer_that_changed) {
    static const uint64_t changed[] = {0, 77, 16383, 16384, 49999};
    for (size_t c = 0; c < sizeof changed / sizeof *changed; ++c) {
        ts_answer_digest before = {0}, after = {0};
        uint64_t ordinal, among;
        fill(&before, 0, 1, 50000);
        fill(&after, 0, 1, changed[c]);
        ts_ccd_result other = answer(changed[c]);
        other.status = TS_CCD_HIT;
        other.toi = other.toi * (1.0 + 0x1p-52);
        ck_assert_int_eq(ts_answer_digest_add(&after, changed[c], &other), TS_OK);
        fill(&after, changed[c] + 1, 1, 50000);
        ck_assert(ts_answer_digest_differ(&before, &after, &ordinal, &among));
        ck_assert_uint_le(ordinal, changed[c]);
        ck_assert_uint_gt(ordinal + among, changed[c]);
        ck_assert_uint_eq(among, 4);
        ts_answer_digest_coarsen(&before, 100);
        ck_assert_uint_le(before.count, 100);
        ck_assert(ts_answer_digest_differ(&before, &after, &ordinal, &among));
        ck_assert_uint_le(ordinal, changed[c]);
        ck_assert_uint_gt(ordinal + among, changed[c]);
        ts_answer_digest_clear(&before);
        ts_answer_digest_clear(&after);
    }
}
END_TEST

/* A part of few queries goes into a whole of so many that its groups are of several. */
START_TEST(test_a_fine_part_of_a_coarse_whole) {
    ts_answer_digest whole = {0}, merged = {0}, part = {0};
    uint64_t ordinal, among;
    fill(&whole, 0, 1, 50000);
    fill(&merged, 100, 1, 50000);
    fill(&part, 0, 1, 100);
    ck_assert_uint_gt(merged.shift, part.shift);
    ck_assert_int_eq(ts_answer_digest_merge(&merged, &part), TS_OK);
    ck_assert(!ts_answer_digest_differ(&merged, &whole, &ordinal, &among));
    ts_answer_digest_clear(&whole);
    ts_answer_digest_clear(&merged);
    ts_answer_digest_clear(&part);
}
END_TEST

/* The time counts where there is one. */
START_TEST(test_limits_have_a_time) {
    ts_answer_digest one = {0}, other = {0};
    uint64_t ordinal, among;
    for (int is_limit = 0; is_limit < 2; ++is_limit) {
        const ts_ccd_status status = is_limit ? TS_CCD_LIMIT : TS_CCD_FREE;
        ck_assert_int_eq(ts_answer_digest_add(&one, 7, &(ts_ccd_result){.status = status, .toi = 0.25}), TS_OK);
        ck_assert_int_eq(ts_answer_digest_add(&other, 7, &(ts_ccd_result){.status = status, .toi = 0.5}), TS_OK);
        ck_assert_int_eq(ts_answer_digest_differ(&one, &other, &ordinal, &among), is_limit);
    }
    ts_answer_digest_clear(&one);
    ts_answer_digest_clear(&other);
}
END_TEST

START_TEST(test_lost_answers_differ) {
    ts_answer_digest all = {0}, fewer = {0};
    uint64_t ordinal, among;
    fill(&all, 0, 1, 10);
    fill(&fewer, 0, 1, 9);
    ck_assert(ts_answer_digest_differ(&all, &fewer, &ordinal, &among));
    ck_assert_uint_eq(ordinal, 9);
    ck_assert_uint_eq(among, 1);
    ts_answer_digest_clear(&all);
    ts_answer_digest_clear(&fewer);
}
END_TEST

START_TEST(test_faults_keep_the_first_in_order) {
    ts_fault_list whole = {0}, merged = {0};
    for (size_t file = 0; file < 3; ++file) {
        for (uint64_t i = 0; i < 70; ++i) ts_fault_add(&whole, (ts_place){.file = file, .index = i});
    }
    for (uint64_t p = 3; p-- > 0;) {
        ts_fault_list part = {0};
        for (size_t file = 0; file < 3; ++file) {
            for (uint64_t i = p; i < 70; i += 3) ts_fault_add(&part, (ts_place){.file = file, .index = i});
        }
        ts_fault_merge(&merged, &part);
    }
    ck_assert_uint_eq(merged.count, 210);
    ck_assert_mem_eq(&merged, &whole, sizeof whole);
    ck_assert_uint_eq(whole.first[TS_FAULT_PLACES - 1].file, 1);
    ck_assert_uint_eq(whole.first[TS_FAULT_PLACES - 1].index, 29);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("answer_digest");
    TCase *tests = tcase_create("answer_digest");
    tcase_add_test(tests, test_parts_make_the_whole);
    tcase_add_test(tests, test_finds_the_answer_that_changed);
    tcase_add_test(tests, test_a_fine_part_of_a_coarse_whole);
    tcase_add_test(tests, test_limits_have_a_time);
    tcase_add_test(tests, test_lost_answers_differ);
    tcase_add_test(tests, test_faults_keep_the_first_in_order);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
