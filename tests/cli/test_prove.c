/* SPDX-License-Identifier: MIT
 * `touchstone prove` as its users meet it: what is named, exit codes. */
#include "tests/cli/command.h"

/* The unit square as two triangles, and another one at height z that is turned over and moved aside. */
static void write_squares(const char *name, double z) {
    char text[512];
    snprintf(text, sizeof text,
             "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv .1 .2 %.17g\nv .9 .3 %.17g\nv .8 .95 %.17g\nv .15 .85 %.17g\n"
             "f 1 2 3\nf 1 3 4\nf 5 7 6\nf 5 8 7\n",
             z, z, z, z);
    write_file(scratch("%s", name), text);
}

static size_t count_of(const char *words) {
    size_t count = 0;
    for (const char *at = command_out; (at = strstr(at, words)) != NULL; at += strlen(words)) ++count;
    return count;
}

/* Vertices and edges that triangles share are one primitive. */
START_TEST(each_pair_is_named_once) {
    write_squares("a.obj", 1.0);
    write_squares("b.obj", -1.0);
    shell("touchstone prove a.obj b.obj --out proof > all; code=$?; cat all; exit $code");
    expect(1, "step 1: NOT proven\n", "");
    expect(1, " meet at t = 0.5 of piece 1 (exact)\n", "");
    ck_assert_ptr_null(strstr(command_out, "thickness"));
    shell("grep ' meet ' all | sort | uniq -d | grep .");
    expect(1, "", "");
    /* The diagonals, whose ends the triangles beside them have in either order. */
    shell("cat all");
    ck_assert_uint_le(count_of("edge 0 2 and edge 4 6 ") + count_of("edge 2 0 and edge 4 6 ") +
                          count_of("edge 0 2 and edge 6 4 ") + count_of("edge 2 0 and edge 6 4 "),
                      1);
}
END_TEST

START_TEST(a_thickness_is_not_called_a_meeting) {
    write_squares("a.obj", 1.0);
    write_squares("b.obj", 0.0625);
    shell("touchstone prove a.obj b.obj --out proof");
    expect(0, "2 of 2 steps proven", "");
    shell("touchstone prove a.obj b.obj --out thick --thickness 0.25");
    expect(1, " come within their thickness 0.25 m at t = 0.79999999999999993 of piece 1 (exact)\n", "");
    ck_assert_ptr_null(strstr(command_out, " meet "));
    shell("touchstone prove b.obj --out state --thickness 0.25");
    expect(1, " come within their thickness 0.25 m\n", "");
}
END_TEST

START_TEST(missing_frames_are_no_whole_proof) {
    write_squares("run/f_0.obj", 1.0);
    write_squares("run/f_1.obj", 0.9);
    write_squares("run/f_3.obj", 0.8);
    shell("touchstone prove run --out proof");
    expect(1, "run: 1 frame is missing, the first after f_1.obj\n", "");
    expect(1, "3 of 3 steps proven, the first state counted as one, as far as the frames go; ", "");
    shell("touchstone prove run --out proof --replace --allow-gaps");
    expect(0, "run: 1 frame is missing, the first after f_1.obj\n", "");
    shell("touchstone prove run/f_0.obj run/f_1.obj run/f_3.obj --out proof --replace"); /* as was asked */
    expect(0, "3 of 3 steps proven, the first state counted as one; ", "");
}
END_TEST

START_TEST(files_named_as_of_a_proof_stay) {
    static const char *const NAMES[] = {"topology.tsp", "tree.tsp", "state_000007.tsp", "step_000000.tsp"};
    write_squares("a.obj", 1.0);
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; ++k) {
        shell("rm -rf u && mkdir u && echo mine >u/%s && touchstone prove a.obj --out u", NAMES[k]);
        expect(2, "", NAMES[k]);
        shell("grep mine u/%s && touchstone prove a.obj --out u --replace", NAMES[k]);
        expect(0, "mine", "");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("prove");
    TCase *tests = tcase_create("prove");
    tcase_add_checked_fixture(tests, command_setup, command_teardown);
    tcase_add_test(tests, each_pair_is_named_once);
    tcase_add_test(tests, a_thickness_is_not_called_a_meeting);
    tcase_add_test(tests, missing_frames_are_no_whole_proof);
    tcase_add_test(tests, files_named_as_of_a_proof_stay);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
