/* SPDX-License-Identifier: MIT
 * The progress line's text, and the flag that a signal sets. */
#include "tests/support.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/interrupt.h"
#include "core/progress.h"

static const char *text_of(uint64_t done, uint64_t total, double seconds) {
    static char text[120];
    const ts_progress_state state = {"file.h5", done, total, seconds, 0};
    ts_progress_format(&state, text, (int)sizeof text);
    return text;
}

START_TEST(the_line_tells_share_rate_and_time_left) {
    ck_assert_str_eq(text_of(250, 1000, 10.0), "file.h5:  25 % (250 of 1.0k), 25/s, 0:30 left");
    ck_assert_str_eq(text_of(1000, 1000, 10.0), "file.h5: 100 % (1.0k of 1.0k), 100/s, 0:00 left");
    ck_assert_str_eq(text_of(1000000, 9000000000, 1.0), "file.h5:   0 % (1.0M of 9.0G), 1.0M/s, 2:29:59 left");
    ck_assert_str_eq(text_of(12345, 0, 0.5), "file.h5: 12k, 25k/s");
}
END_TEST

START_TEST(nothing_is_known_at_the_start) {
    ck_assert_str_eq(text_of(0, 100, 0.0), "file.h5:   0 % (0 of 100), 0/s, ? left");
    ck_assert_str_eq(text_of(200, 100, 1.0), "file.h5: 100 % (200 of 100), 200/s, 0:00 left");
}
END_TEST

/* What a resumed run finds done says nothing of how long the rest takes. */
START_TEST(only_what_was_done_meanwhile_has_a_rate) {
    char text[120];
    ts_progress_state state = {"runs", 60, 100, 20.0, 50};
    ts_progress_format(&state, text, (int)sizeof text);
    ck_assert_str_eq(text, "runs:  60 % (60 of 100), 0.5/s, 1:20 left");
    state.first = 60;
    ts_progress_format(&state, text, (int)sizeof text);
    ck_assert_str_eq(text, "runs:  60 % (60 of 100), 0/s, ? left");
}
END_TEST

/* The last line on the terminal, read from where stderr goes. */
static void read_line(FILE *terminal, char text[200]) {
    char all[2000];
    rewind(terminal);
    const size_t count = fread(all, 1, sizeof all - 1, terminal);
    all[count] = '\0';
    const char *last = strrchr(all, '\r');
    snprintf(text, 200, "%.199s", last ? last + 1 : all);
}

START_TEST(lines_in_between_stop_no_clock) {
    FILE *terminal = tmpfile();
    char text[200];
    const int before = dup(STDERR_FILENO);
    ck_assert_ptr_nonnull(terminal);
    dup2(fileno(terminal), STDERR_FILENO);
    ts_progress progress;
    ts_progress_init(&progress);
    progress.shown = true;
    ts_progress_update(&progress, "steps", 90, 100); /* of a resumed run */
    usleep(120000);
    ts_progress_finish(&progress); /* the line of a step */
    ts_progress_update(&progress, "steps", 91, 100);
    dup2(before, STDERR_FILENO);
    close(before);
    read_line(terminal, text);
    fclose(terminal);
    ck_assert_msg(strstr(text, "(91 of 100)") != NULL, "%s", text);
    ck_assert_msg(strstr(text, "? left") == NULL, "%s", text);
    ck_assert_msg(strstr(text, " 0:00 left") == NULL, "%s", text); /* 9 more, 0.12 s or longer each */
}
END_TEST

START_TEST(the_line_keeps_within_its_size) {
    char text[16];
    memset(text, 'x', sizeof text);
    const ts_progress_state state = {"a name that is longer than all of it", 1, 2, 1.0, 0};
    ts_progress_format(&state, text, 8);
    ck_assert_uint_eq(strlen(text), 7);
    ck_assert_int_eq(text[8], 'x');
}
END_TEST

START_TEST(the_line_fits_in_the_terminal) {
    static const char *const text = "a/b\xC3\xA4.h5:  25 % (1 of 4)";
    ck_assert_str_eq(ts_progress_fitting(text, 0), text);
    ck_assert_str_eq(ts_progress_fitting(text, 80), text);
    ck_assert_str_eq(ts_progress_fitting(text, 14), "25 % (1 of 4)");
    ck_assert_str_eq(ts_progress_fitting(text, (int)strlen(text) - 3), ".h5:  25 % (1 of 4)"); /* half a character */
}
END_TEST

START_TEST(a_signal_sets_the_flag) {
    ts_interrupt_install();
    ck_assert(!ts_interrupted());
    raise(SIGTERM);
    ck_assert(ts_interrupted());
    raise(SIGINT); /* the same request, sent to the group as well */
    raise(SIGTERM);
}
END_TEST

START_TEST(a_later_signal_ends_the_process) {
    const pid_t child = fork();
    if (child == 0) {
        ts_interrupt_install();
        raise(SIGINT);
        usleep(300000);
        raise(SIGINT);
        _exit(EXIT_SUCCESS);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    ck_assert_int_eq(WEXITSTATUS(status), 130);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("progress and interrupt");
    TCase *all = tcase_create("all");
    tcase_add_test(all, the_line_tells_share_rate_and_time_left);
    tcase_add_test(all, nothing_is_known_at_the_start);
    tcase_add_test(all, only_what_was_done_meanwhile_has_a_rate);
    tcase_add_test(all, lines_in_between_stop_no_clock);
    tcase_add_test(all, the_line_keeps_within_its_size);
    tcase_add_test(all, the_line_fits_in_the_terminal);
    tcase_add_test(all, a_signal_sets_the_flag);
    tcase_add_test(all, a_later_signal_ends_the_process);
    suite_add_tcase(suite, all);
    return ts_run_suite(suite);
}
