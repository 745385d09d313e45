/* SPDX-License-Identifier: MIT
 * Energies that are wrong in one place or at one time (barrier.c), through the built command at its default settings:
 * the dense scan finds each, and the one that is right passes. docs/barrier-accuracy.md. */
#include "tests/cli/command.h"

#define BARRIER(way) TS_BINARY_DIR "/plugins/hostile_barrier_" way ".so"

static void judge(const char *plugin, const char *options) {
    shell("touchstone barrier --plugin %s --threads 2 %s", plugin, options);
}

START_TEST(the_right_one_passes) {
    judge(BARRIER("is_right"), "");
    expect(0, "Every bound is kept.", "");
}
END_TEST

START_TEST(what_is_wrong_on_a_window_is_found) {
    judge(BARRIER("turns_its_gradient"), "");
    expect(1, "gradient: ", "");
    expect(1, "wrong sign", "");
    judge(BARRIER("turns_its_hessian"), "");
    expect(1, "Hessian: ", "");
    expect(1, "wrong sign", "");
    judge(BARRIER("doubles_its_gradient"), "");
    expect(1, "gradient: ", "");
    judge(BARRIER("has_a_nan"), "");
    expect(1, "NaN: at ", "");
    judge(BARRIER("bends_by_a_billionth"), "");
    expect(1, "Hessian: ", "");
}
END_TEST

START_TEST(what_is_wrong_at_the_end_of_the_range_is_found) {
    judge(BARRIER("ends_early"), "");
    expect(1, "value: ", "");
    judge(BARRIER("is_one_beyond"), "");
    expect(1, "value: ", "");
}
END_TEST

START_TEST(parameters_beyond_the_sweeps_are_asked) {
    judge(BARRIER("is_wrong_for_wide_ranges"), "");
    expect(1, "value: ", "");
    judge(BARRIER("is_wrong_for_thickness_one_half"), "");
    expect(1, "gradient: ", "");
}
END_TEST

START_TEST(what_depends_on_more_than_the_question_is_found) {
    judge(BARRIER("doubles_later"), "");
    expect(1, "answers otherwise when asked again", "");
    judge(BARRIER("remembers"), "");
    expect(1, "answers otherwise when asked again", "");
}
END_TEST

/* The point that it prints is wrong there. */
START_TEST(what_is_found_is_shown_by_its_command) {
    shell("line=$(touchstone barrier --plugin %s --samples 1 | grep -m 1 -o 'touchstone barrier .*--term .*'); "
          "eval \"$line\"",
          BARRIER("turns_its_gradient"));
    expect(1, "wrong sign", "");
}
END_TEST

/* Without the scan most of them pass, as they did before there was one. */
START_TEST(sweeps_alone_do_not_see_it) {
    static const char *const PLUGINS[] = {BARRIER("turns_its_gradient"),   BARRIER("turns_its_hessian"),
                                          BARRIER("doubles_its_gradient"), BARRIER("has_a_nan"),
                                          BARRIER("ends_early"),           BARRIER("is_one_beyond"),
                                          BARRIER("doubles_later")};
    for (size_t k = 0; k < sizeof PLUGINS / sizeof *PLUGINS; ++k) {
        judge(PLUGINS[k], "--scan 0");
        expect(0, "Every bound is kept.", "");
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("wrong energies");
    tcase_add_checked_fixture(cases, command_setup, command_teardown);
    tcase_add_test(cases, the_right_one_passes);
    tcase_add_test(cases, what_is_wrong_on_a_window_is_found);
    tcase_add_test(cases, what_is_wrong_at_the_end_of_the_range_is_found);
    tcase_add_test(cases, parameters_beyond_the_sweeps_are_asked);
    tcase_add_test(cases, what_depends_on_more_than_the_question_is_found);
    tcase_add_test(cases, what_is_found_is_shown_by_its_command);
    tcase_add_test(cases, sweeps_alone_do_not_see_it);
    Suite *suite = suite_create("wrong energies");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
