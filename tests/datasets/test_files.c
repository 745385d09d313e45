/* SPDX-License-Identifier: MIT
 * Finding the files of a data set; outputs that appear complete or not at all. */
#include "core/files.h"

#include <dirent.h>
#include <fcntl.h>

#include "tests/datasets/scratch.h"

static void check_found(const char *path, const char *const *expected) {
    ts_query_files files;
    check_ok(ts_query_files_find(path, &files, error));
    size_t count = 0;
    for (; expected[count]; ++count) {
        ck_assert_msg(count < files.count, "%s was not found", expected[count]);
        char *full = *expected[count] ? ts_path_join(path, expected[count]) : strdup(path);
        ck_assert_str_eq(files.paths[count], full);
        free(full);
    }
    ck_assert_uint_eq(files.count, count);
    ts_query_files_clear(&files);
}

START_TEST(test_find) {
    write_file(scratch("data/b/edge-edge/x.csv"), "");
    write_file(scratch("data/b/edge-edge/x.min_distance"), "");
    write_file(scratch("data/b/vertex-face/x.csv"), "");
    write_file(scratch("data/a.h5"), "");
    write_file(scratch("data/Z.hdf5"), "");
    write_file(scratch("data/a.h5.part-1-0"), "");
    write_file(scratch("data/README.md"), "");
    const char *const all[] = {"Z.hdf5", "a.h5", "b/edge-edge/x.csv", "b/vertex-face/x.csv", NULL};
    char *slash = ts_text("%s///", scratch("data"));
    check_found(scratch("data"), all);
    check_found(slash, all);
    check_found(scratch("data/b/edge-edge"), (const char *[]){"x.csv", NULL});
    check_found(scratch("data/README.md"), (const char *[]){"", NULL});
    free(slash);
}
END_TEST

/* Links upwards are not followed round and round; a link to another folder or file is. */
START_TEST(test_find_links) {
    write_file(scratch("data/edge-edge/x.csv"), "");
    write_file(scratch("other/y.h5"), "");
    ck_assert_int_eq(symlink("..", scratch("data/edge-edge/up")), 0);
    ck_assert_int_eq(symlink("self", scratch("data/self")), 0);
    ck_assert_int_eq(symlink("../other", scratch("data/link")), 0);
    ck_assert_int_eq(symlink("../other/y.h5", scratch("data/z.h5")), 0);
    check_found(scratch("data"), (const char *[]){"edge-edge/x.csv", "link/y.h5", "z.h5", NULL});
}
END_TEST

static void check_not_found(const char *name, const char *why) {
    ts_query_files files;
    check_fails(ts_query_files_find(scratch("data"), &files, error), TS_ERROR_DATA, name, why);
    ck_assert_int_eq(remove(scratch("data/%s", name)), 0);
}

/* What is named as a query file and is none is not left out without a word; other things are. */
START_TEST(a_query_file_that_is_none_is_said_to_be_none) {
    write_file(scratch("data/edge-edge/x.csv"), "");
    ck_assert_int_eq(symlink("me@here.42", scratch("data/.#a.csv")), 0); /* an editor's mark */
    ck_assert_int_eq(symlink("nowhere.csv", scratch("data/broken.csv")), 0);
    check_not_found("broken.csv", "No such file");
    ck_assert_int_eq(symlink("nowhere", scratch("data/vertex-face")), 0);
    check_not_found("vertex-face", "No such file");
    ck_assert_int_eq(symlink("self.h5", scratch("data/self.h5")), 0);
    check_not_found("self.h5", "Too many levels");
    ck_assert_int_eq(symlink(".", scratch("data/up.hdf5")), 0);
    check_not_found("up.hdf5", "a folder that it lies in");
    ck_assert_int_eq(mkdir(scratch("data/empty.h5"), 0700), 0);
    check_not_found("empty.h5", "holds no query file");
    ck_assert_int_eq(mkfifo(scratch("data/pipe.csv"), 0600), 0);
    check_not_found("pipe.csv", "not a regular file");
    ck_assert_int_eq(mkfifo(scratch("data/pipe"), 0600), 0);
    write_file(scratch("data/folder.csv/edge-edge/y.csv"), "");
    check_found(scratch("data"), (const char *[]){"edge-edge/x.csv", "folder.csv/edge-edge/y.csv", NULL});
}
END_TEST

START_TEST(test_find_nothing) {
    ts_query_files files;
    scratch("empty/below/x");
    write_file(scratch("empty/notes.txt"), "");
    check_fails(ts_query_files_find(scratch("empty"), &files, error), TS_ERROR_DATA, scratch("empty"),
                "holds no query file");
    check_fails(ts_query_files_find(scratch("missing"), &files, error), TS_ERROR_DATA, scratch("missing"),
                "No such file");
    if (geteuid() != 0) {
        ck_assert_int_eq(chmod(scratch("empty/below"), 0), 0);
        check_fails(ts_query_files_find(scratch("empty"), &files, error), TS_ERROR_DATA, "empty/below",
                    "Permission denied");
        ck_assert_int_eq(chmod(scratch("empty/below"), 0700), 0);
    }
}
END_TEST

START_TEST(test_paths) {
    const char *const folders[][2] = {{"a/b", "a"}, {"a", "."}, {"/a", "/"}, {"a/b/", "a"}, {"a//b", "a"}, {"/", "/"}};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i) {
        char *folder = ts_path_folder(folders[i][0]);
        ck_assert_str_eq(folder, folders[i][1]);
        free(folder);
    }
    ck_assert_str_eq(ts_path_name("a/b.c"), "b.c");
    ck_assert_str_eq(ts_path_name("b"), "b");
}
END_TEST

static size_t count_in(const char *folder) {
    size_t count = 0;
    DIR *directory = opendir(folder);
    ck_assert_ptr_nonnull(directory);
    for (const struct dirent *entry; (entry = readdir(directory));) count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

START_TEST(test_output_check) {
    write_file(scratch("old.txt"), "old");
    check_ok(ts_output_check(scratch("new.txt"), false, error));
    ck_assert(!ts_path_exists(scratch("new.txt")));
    check_ok(ts_output_check(scratch("old.txt"), true, error));
    check_ok(ts_output_check("/dev/null", false, error));
    check_fails(ts_output_check(scratch("old.txt"), false, error), TS_ERROR_USAGE, "old.txt", "exists");
    check_fails(ts_output_check("", false, error), TS_ERROR_USAGE, "empty");
    check_fails(ts_output_check("-", true, error), TS_ERROR_USAGE, "names no file", "/dev/stdout");
    check_fails(ts_output_check(scratch_folder, true, error), TS_ERROR_USAGE, "is a folder");
    char *slash = ts_text("%s/", scratch("fresh"));
    check_fails(ts_output_check(slash, true, error), TS_ERROR_USAGE, "is the name of a folder");
    check_ok(ts_output_folder_check(slash, error));
    free(slash);
    ck_assert_int_eq(mkfifo(scratch("pipe"), 0600), 0);
    check_fails(ts_output_check(scratch("pipe"), true, error), TS_ERROR_USAGE, "pipe", "no regular file");
    char *below = ts_path_join(scratch_folder, "missing/new.txt");
    check_fails(ts_output_check(below, false, error), TS_ERROR_USAGE, "missing", "No such file");
    free(below);
    below = ts_path_join(scratch_folder, "old.txt/new.txt");
    check_fails(ts_output_check(below, false, error), TS_ERROR_USAGE, "old.txt", "not a folder");
    free(below);
    ck_assert_int_eq(symlink("nowhere", scratch("dangling")), 0);
    check_fails(ts_output_check(scratch("dangling"), true, error), TS_ERROR_USAGE, "symbolic link to nothing");
    check_fails(ts_output_check("/proc/x.json", true, error), TS_ERROR_USAGE, "/proc/x.json cannot be written");
    ck_assert_uint_eq(count_in(scratch_folder), 3); /* old.txt, pipe, dangling, and no temporary file */
    if (geteuid() != 0) {
        scratch("locked/x");
        ck_assert_int_eq(chmod(scratch("locked"), 0500), 0);
        check_fails(ts_output_check(scratch("locked/new.txt"), false, error), TS_ERROR_USAGE, "Permission denied");
        ck_assert_int_eq(chmod(scratch("locked"), 0700), 0);
    }
}
END_TEST

static void check_content(const char *path, const char *expected) {
    size_t length;
    char *bytes = read_bytes(path, &length);
    ck_assert_str_eq(bytes, expected);
    free(bytes);
}

START_TEST(test_output) {
    ts_output output;
    const char *path = scratch("out.txt");
    check_ok(ts_output_open(&output, path, false, error));
    fputs("first", output.stream);
    ck_assert(!ts_path_exists(path));
    check_ok(ts_output_close(&output, error));
    check_content(path, "first");
    check_fails(ts_output_open(&output, path, false, error), TS_ERROR_USAGE, "exists");
    check_ok(ts_output_open(&output, path, true, error));
    fputs("second", output.stream);
    ts_output_abandon(&output);
    check_content(path, "first");
    ck_assert_int_eq(symlink("out.txt", scratch("link.txt")), 0);
    check_ok(ts_output_open(&output, scratch("link.txt"), true, error));
    fputs("third", output.stream);
    check_ok(ts_output_close(&output, error));
    check_content(path, "third");
    ck_assert_int_eq(scratch_entries(), 2);
    check_ok(ts_output_open(&output, scratch("race.txt"), false, error));
    write_file(scratch("race.txt"), "theirs");
    check_fails(ts_output_close(&output, error), TS_ERROR_USAGE, "has appeared meanwhile");
    check_content(scratch("race.txt"), "theirs");
    ck_assert_int_eq(scratch_entries(), 3);
}
END_TEST

/* A shell names its pipes by descriptors, which lead to no path. */
START_TEST(a_pipe_that_is_open_is_written_to) {
    ts_output output;
    int ends[2];
    char read_back[16] = "";
    ck_assert_int_eq(pipe(ends), 0);
    char *path = ts_text("/dev/fd/%d", ends[1]), *back = ts_text("/dev/fd/%d", ends[0]);
    check_fails(ts_output_check(back, true, error), TS_ERROR_USAGE, "open for reading only");
    check_ok(ts_output_open(&output, path, false, error));
    fputs("piped", output.stream);
    check_ok(ts_output_close(&output, error));
    ck_assert_int_eq(read(ends[0], read_back, sizeof read_back - 1), 5);
    ck_assert_str_eq(read_back, "piped");
    close(ends[0]);
    close(ends[1]);
    check_fails(ts_output_check(path, true, error), TS_ERROR_USAGE, path, "Bad file descriptor");
    free(back);
    free(path);
}
END_TEST

/* Another writer of it would write to a file that nobody finds any more, were it replaced. */
START_TEST(a_file_that_is_open_is_written_to_where_it_stands) {
    ts_output output;
    const int file = open(scratch("open.txt"), O_WRONLY | O_CREAT, 0600);
    ck_assert_int_eq(write(file, "before ", 7), 7);
    char *path = ts_text("/dev/fd/%d", file);
    check_ok(ts_output_open(&output, path, false, error));
    fputs("between ", output.stream);
    check_ok(ts_output_close(&output, error));
    ck_assert_int_eq(write(file, "behind", 6), 6);
    check_content(scratch("open.txt"), "before between behind");
    ck_assert_int_eq(scratch_entries(), 1);
    close(file);
    free(path);
}
END_TEST

/* A full device is found out at the end at the latest. */
START_TEST(test_output_full) {
    ts_output output;
    if (!ts_path_exists("/dev/full")) return;
    check_ok(ts_output_open(&output, "/dev/full", true, error));
    fputs("no room", output.stream);
    check_fails(ts_output_close(&output, error), TS_ERROR_USAGE, "/dev/full", "No space left");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("files");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, scratch_setup, scratch_teardown);
    tcase_add_test(files, test_find);
    tcase_add_test(files, test_find_links);
    tcase_add_test(files, a_query_file_that_is_none_is_said_to_be_none);
    tcase_add_test(files, test_find_nothing);
    tcase_add_test(files, test_paths);
    tcase_add_test(files, test_output_check);
    tcase_add_test(files, test_output);
    tcase_add_test(files, a_pipe_that_is_open_is_written_to);
    tcase_add_test(files, a_file_that_is_open_is_written_to_where_it_stands);
    tcase_add_test(files, test_output_full);
    suite_add_tcase(suite, files);
    return ts_run_suite(suite);
}
