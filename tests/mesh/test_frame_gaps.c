/* SPDX-License-Identifier: MIT
 * Numbers in the names of frames: what is missing, and what is no sequence. */
#include "mesh/read/frame_gaps.h"

#include "tests/support.h"

START_TEST(gaps_in_the_numbers) {
    static const struct {
        const char *path[6];
        uint64_t missing;
        size_t first;
    } CASES[] = {
        {{"f_0.obj", "f_1.obj", "f_3.obj"}, 1, 1},
        {{"f_0.obj", "f_1.OBJ", "f_3.obj"}, 1, 1},
        {{"f_0.obj", "f_4.obj", "f_8.obj"}, 0, 0}, /* every fourth step */
        {{"f_0.obj", "f_4.obj", "f_12.obj", "f_16.obj"}, 1, 1},
        {{"f_0.obj", "f_2.obj", "f_3.obj"}, 1, 0}, /* by the least step, wherever it is */
        {{"f_8.obj", "f_9.obj", "f_10.obj"}, 0, 0},
        {{"f_007.obj", "f_008.obj", "f_010.obj", "f_014.obj"}, 4, 1},
        {{"a_0.obj", "a_1.obj", "b_7.obj", "b_9.obj"}, 0, 0}, /* two sequences */
        {{"a_0.obj", "a_1.obj", "b_7.obj", "b_8.obj", "b_11.obj"}, 2, 3},
        {{"in/f1.h5", "in/f2.h5", "in/f4.h5"}, 1, 1},
        {{"a.obj", "b.obj", "c.obj"}, 0, 0},
        {{"f_1.obj", "g_3.obj", "f_5.obj"}, 0, 0},
        {{"f_3.obj", "f_2.obj", "f_2.obj"}, 0, 0},
        {{"f_0.obj", "f_999999999999999999.obj"}, 0, 0},
        {{"f_0.obj", "f_1.obj", "f_9999999999999999999999.obj"}, 0, 0},
        {{""}, 0, 0},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        size_t count = 0;
        while (count < 6 && CASES[k].path[count]) ++count;
        const ts_frame_gaps gaps = ts_frame_gaps_find((char *const *)CASES[k].path, count);
        ck_assert_msg(gaps.missing == CASES[k].missing && gaps.first == CASES[k].first, "case %zu: %llu after %zu", k,
                      (unsigned long long)gaps.missing, gaps.first);
    }
}
END_TEST

START_TEST(a_sequence_may_have_one_file) {
    static const struct {
        const char *path[5];
        bool differ;
        size_t begin[2];
    } CASES[] = {
        {{"ball_000000.obj", "cloth_000000.obj"}, true, {0, 1}},
        {{"ball_000000.obj", "cloth_000000.obj", "cloth_000001.obj"}, true, {0, 1}},
        {{"ball_000000.obj", "ball_000001.obj", "cloth_000001.obj"}, true, {1, 2}},
        {{"ball_0.obj", "ball_1.obj", "ball_2.obj", "cloth_002.obj"}, true, {2, 3}},
        {{"ball_0.obj", "ball_0_skin.obj"}, true, {0, 1}},
        {{"f_1_lod1.obj", "f_1_lod2.obj", "f_2_lod2.obj"}, true, {1, 2}},
        {{"f_1_lod2.obj", "f_2_lod2.obj", "f_3_lod2.obj"}, false, {0}},
        {{"f_0.obj", "f_1.obj", "rest.obj", "v2.obj"}, false, {0}},
        {{"f_0.obj", "f_00.obj", "f_1.obj"}, false, {0}},
        {{"f_0.obj"}, false, {0}},
        {{"after.obj", "before.obj"}, false, {0}},
        {{"cloth.obj", "cloth_0.obj", "cloth_1.obj"}, false, {0}},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        size_t count = 0, begin[2] = {0, 0};
        while (count < 5 && CASES[k].path[count]) ++count;
        const bool differ = ts_frame_sequences_differ((char *const *)CASES[k].path, count, begin);
        ck_assert_msg(differ == CASES[k].differ, "case %zu", k);
        if (!differ) continue;
        const size_t least = begin[0] < begin[1] ? begin[0] : begin[1], most = begin[0] + begin[1] - least;
        ck_assert_msg(least == CASES[k].begin[0] && most == CASES[k].begin[1], "case %zu: %zu and %zu", k, least, most);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("frame gaps");
    tcase_add_test(cases, gaps_in_the_numbers);
    tcase_add_test(cases, a_sequence_may_have_one_file);
    Suite *suite = suite_create("frame gaps");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
