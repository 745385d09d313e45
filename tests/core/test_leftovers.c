/* SPDX-License-Identifier: MIT
 * What killed runs leave beside a target: the next one removes it, and nothing else. */
#include "core/leftovers.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>

#include "core/files.h"
#include "tests/datasets/scratch.h"

/* The number of a process that has ended. */
static long dead(void) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    return (long)child;
}

static const char *plant(const char *format, long process) {
    char name[64];
    snprintf(name, sizeof name, format, process);
    const char *path = scratch("%s", name);
    write_file(path, "half");
    return path;
}

static void write_target(void) {
    ts_output output;
    check_ok(ts_output_open(&output, scratch("x.json"), true, error));
    fputs("{}\n", output.stream);
    check_ok(ts_output_close(&output, error));
}

START_TEST(the_next_run_of_a_target_removes_them) {
    const char *const gone[] = {plant("x.json.part-%ld-0", dead()), plant("x.json.part-%ld-17", dead())};
    const long process = dead();
    char name[64];
    snprintf(name, sizeof name, "x.json.part-%ld-0.part-%ld-3", process, process);
    const char *nested = plant(name, 0);
    write_target();
    for (int i = 0; i < 2; ++i) ck_assert_msg(!ts_path_exists(gone[i]), "%s is still there", gone[i]);
    ck_assert(!ts_path_exists(nested));
    ck_assert_int_eq(scratch_entries(), 1);
}
END_TEST

START_TEST(what_is_in_use_or_of_others_stays) {
    const char *const kept[] = {
        plant("x.json.part-%ld-0", (long)getpid()), /* ours */
        plant("x.json.part-%ld-0", 1),              /* of a process that lives */
        plant("y.json.part-%ld-0", dead()),         /* of another target */
        plant("x.json.part-%ld-0.txt", dead()),
        plant("x.json.part-%ld", dead()),
        plant("x.json.part- %ld-0", dead()),
        plant("x.json.part--%ld-0", dead()),
    };
    write_target();
    for (size_t i = 0; i < sizeof kept / sizeof *kept; ++i) {
        ck_assert_msg(ts_path_exists(kept[i]), "%s was removed", kept[i]);
    }
}
END_TEST

/* A name of 255 bytes leaves no room, and many names can begin alike. */
START_TEST(a_name_of_any_length_has_temporary_ones) {
    for (int length = 190; length <= 255; length += 5) {
        ts_output output, other;
        char *name = ts_text("%0*d", length, 1), *alike = ts_text("%0*d", length, 2);
        const char *path = scratch("%s", name);
        check_ok(ts_output_open(&output, path, true, error));
        check_ok(ts_output_open(&other, scratch("%s", alike), true, error));
        char *nested = ts_temporary_name(output.temporary);
        write_file(nested, "half");
        check_ok(ts_output_close(&other, error));
        check_ok(ts_output_close(&output, error));
        ck_assert(ts_path_exists(path) && ts_path_exists(nested));
        free(nested);
        free(alike);
        free(name);
    }
    char *too_long = ts_text("%s/%0*d", scratch_folder, 256, 1);
    check_fails(ts_output_check(too_long, true, error), TS_ERROR_USAGE, "File name too long", "a shorter name");
    check_fails(ts_output_folder_check(too_long, error), TS_ERROR_USAGE, "File name too long");
    free(too_long);
}
END_TEST

/* A child leaves a file half written, and one of that as a target; another of a name that begins alike. */
static void leave_half(const char *path, const char *alike) {
    ts_error error;
    ts_output output, other;
    if (ts_output_open(&output, path, true, &error) != TS_OK || ts_output_open(&other, alike, true, &error) != TS_OK)
        _exit(1);
    char *nested = ts_temporary_name(output.temporary);
    write_file(nested, "half");
    _exit(0);
}

START_TEST(leftovers_of_long_names_are_known) {
    char *name = ts_text("%0*d", 250, 1), *alike = ts_text("%0*d", 250, 2);
    const char *path = scratch("%s", name), *beside = scratch("%s", alike);
    const pid_t child = fork();
    ts_output output;
    if (child == 0) leave_half(path, beside);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    ck_assert_int_eq(scratch_entries(), 3);
    check_ok(ts_output_open(&output, path, true, error));
    check_ok(ts_output_close(&output, error));
    ck_assert_int_eq(scratch_entries(), 2); /* what is whole, and what is of the other target */
    check_ok(ts_output_open(&output, beside, true, error));
    check_ok(ts_output_close(&output, error));
    ck_assert_int_eq(scratch_entries(), 2);
    free(alike);
    free(name);
}
END_TEST

/* Of a process on another machine or in another container this one knows no number. */
START_TEST(what_somebody_holds_stays) {
    const char *path = plant("x.json.part-%ld-0", dead());
    const int file = open(path, O_RDWR);
    ts_temporary_hold(file);
    write_target();
    ck_assert(ts_path_exists(path));
    close(file);
    write_target();
    ck_assert(!ts_path_exists(path));
}
END_TEST

/* A writer holds its file from the beginning. */
START_TEST(an_output_is_held) {
    ts_output output;
    check_ok(ts_output_open(&output, scratch("x.json"), true, error));
    const int file = open(output.temporary, O_RDONLY);
    ck_assert_int_ne(flock(file, LOCK_EX | LOCK_NB), 0);
    close(file);
    ts_output_abandon(&output);
}
END_TEST

static void check_writer(ts_query_format format) {
    const ts_query_note note = {.contact = -1, .truth_lo = NAN, .truth_hi = NAN};
    ts_ccd_query query = {.kind = TS_POINT_POINT, .t_max = 1.0, .x1 = {{1.0}}};
    const ts_query_chunk chunk = {.count = 1, .capacity = 1, .queries = &query, .notes = (ts_query_note *)&note};
    ts_query_writer *writer;
    const pid_t child = fork(); /* killed while it writes */
    if (child == 0) {
        ts_error error;
        if (ts_query_writer_create(scratch("q"), format, true, NULL, &writer, &error) == TS_OK)
            ts_query_writer_append(writer, &chunk, &error);
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    ck_assert_int_eq(scratch_entries(), 1);
    check_ok(ts_query_writer_create(scratch("q"), format, true, NULL, &writer, error));
    check_ok(ts_query_writer_append(writer, &chunk, error));
    check_ok(ts_query_writer_finish(writer, error));
    ck_assert(ts_path_exists(scratch("q")));
    ck_assert_int_eq(scratch_entries(), 1);
}

START_TEST(so_do_writers_of_queries) {
    check_writer(TS_FORMAT_HDF5);
    ck_assert_int_eq(unlink(scratch("q")), 0);
    check_writer(TS_FORMAT_CSV);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("leftovers");
    TCase *tests = tcase_create("leftovers");
    tcase_add_checked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, the_next_run_of_a_target_removes_them);
    tcase_add_test(tests, what_is_in_use_or_of_others_stays);
    tcase_add_test(tests, a_name_of_any_length_has_temporary_ones);
    tcase_add_test(tests, leftovers_of_long_names_are_known);
    tcase_add_test(tests, what_somebody_holds_stays);
    tcase_add_test(tests, an_output_is_held);
    tcase_add_test(tests, so_do_writers_of_queries);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
