/* SPDX-License-Identifier: MIT
 * `dataset generate --against` and `dataset minimise` as their users meet them: what is written, what is refused. */
#include "tests/datasets/scratch.h"

#include <sys/wait.h>

static const char HUNT[] = "dataset generate needle --kind edge-edge --against accd --backend-option "
                           "accd.max_iterations=2000 --tries 1500 --count 4";

static int code;
static char *out, *err;

static void forget(void) {
    free(out);
    free(err);
    out = err = NULL;
}

/* Runs "touchstone ARGUMENTS" in the scratch folder. */
__attribute__((format(printf, 1, 2))) static void run(const char *format, ...) {
    char arguments[1024], command[2048];
    size_t length;
    va_list list;
    va_start(list, format);
    vsnprintf(arguments, sizeof arguments, format, list); /* NOLINT(clang-analyzer-valist.Uninitialized) */
    va_end(list);
    snprintf(command, sizeof command, "cd '%s' && '%s/touchstone' %s >out.txt 2>err.txt </dev/null", scratch_folder,
             TS_BINARY_DIR, arguments);
    const int status = system(command); /* NOLINT(cert-env33-c): the commands are this file's */
    code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    forget();
    out = read_bytes(scratch("out.txt"), &length);
    err = read_bytes(scratch("err.txt"), &length);
}

static void expect(int expected, const char *text) {
    ck_assert_msg(code == expected, "exit code %d, expected %d\n%s%s", code, expected, out, err);
    ck_assert_msg(strstr(expected == 0 ? out : err, text) != NULL, "'%s' is not in:\n%s%s", text, out, err);
}

START_TEST(the_stored_command_is_one_that_the_command_takes) {
    static const char COMMAND[] = "dataset generate generic,needle --against accd --goal slow --tries 40 "
                                  "--kind edge-edge --seed 4 --count 2";
    run("%s --out kept.h5", COMMAND);
    expect(0, "kept.h5");
    run("dataset info kept.h5 --json");
    expect(0, COMMAND);
}
END_TEST

/* Also with options of the method. */
START_TEST(the_stored_command_finds_the_same_again) {
    ts_error failure;
    run("dataset generate needle --against accd --backend-option accd.max_iterations=50 --goal slow --tries 300 "
        "--seed 3 --count 4 --out kept.h5");
    expect(0, "kept.h5");
    run("dataset info kept.h5 --json");
    char *command = strstr(out, "dataset generate");
    ck_assert_ptr_nonnull(command);
    command = strndup(command, strcspn(command, "\""));
    run("%s --out again.h5", command);
    free(command);
    expect(0, "again.h5");
    ts_query_chunk first = read_queries(scratch("kept.h5"), 100, false, &failure);
    ts_query_chunk again = read_queries(scratch("again.h5"), 100, false, &failure);
    ck_assert_uint_gt(first.count, 0);
    ck_assert_uint_eq(again.count, first.count);
    ck_assert_mem_eq(again.queries, first.queries, first.count * sizeof *first.queries);
    ts_query_chunk_clear(&first);
    ts_query_chunk_clear(&again);
}
END_TEST

START_TEST(finds_are_stored_with_truth_and_reason) {
    run("%s --out finds.h5", HUNT);
    expect(0, "accd, goal late, seed 1: 1500 tries");
    expect(0, "finds.h5: 4 queries; the worst, late: missed by ");
    run("dataset info finds.h5 --json");
    expect(0, "\"truths\":\t4");
    expect(0, "--against accd --goal late --tries 1500 --kind edge-edge --seed 1 --count 4");
    expect(0, "(from needle)");
    run("show finds.h5 0 --backend accd");
    expect(0, "scene late: missed by ");
    run("replay finds.h5 --backend accd");
    ck_assert_int_eq(code, 1); /* unsafe */
    run("%s --out again.h5", HUNT);
    expect(0, "again.h5");
    ts_error failure;
    ts_query_chunk first = read_queries(scratch("finds.h5"), 100, false, &failure);
    ts_query_chunk again = read_queries(scratch("again.h5"), 100, false, &failure);
    ck_assert_uint_eq(first.count, 4);
    ck_assert_uint_eq(again.count, 4);
    for (size_t i = 0; i < first.count; ++i) {
        check_same_query(&first.queries[i], &again.queries[i]);
        ck_assert_int_eq(first.notes[i].contact, 1);
    }
    ts_query_chunk_clear(&first);
    ts_query_chunk_clear(&again);
    forget();
}
END_TEST

START_TEST(minimise_prints_and_stores_a_simpler_query) {
    run("%s --out finds.h5", HUNT);
    run("dataset minimise finds.h5 0 --backend accd --out least.h5");
    expect(0, "before ");
    expect(0, "\nedge-edge,");
    expect(0, ",hunt accd missed\n");
    run("replay least.h5 --backend accd");
    ck_assert_int_eq(code, 1);
    run("dataset info least.h5 --json");
    expect(0, "minimised against accd");
    run("dataset minimise finds.h5 0 --against accd --out least.h5");
    expect(2, "least.h5");
    run("dataset minimise finds.h5 0 --against exact");
    expect(2, "exact does not fail on this query");
    run("dataset minimise finds.h5 99 --against accd");
    expect(4, "99");
    forget();
}
END_TEST

START_TEST(what_makes_no_sense_is_refused) {
    run("dataset generate cloth --goal stall --out a.h5");
    expect(2, "need --against BACKEND");
    run("dataset generate cloth --against accd --out folder");
    expect(2, "ending in .h5");
    run("dataset generate cloth --against acdc --out a.h5");
    expect(2, "accd");
    run("dataset generate cloth --against bsc --kind point-point --out a.h5");
    expect(2, "bsc answers no query of the kind asked for");
    run("dataset generate cloth --against exact --tries 200 --out a.h5");
    expect(0, "a.h5 was not written");
    run("dataset minimise a.h5 0");
    expect(2, "--backend is missing");
    run("dataset minimise a.h5 first --against accd");
    expect(2, "expected a whole number");
    ck_assert_int_eq(scratch_entries(), 2); /* out.txt, err.txt */
    forget();
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cli/hunt");
    TCase *cases = tcase_create("all");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, finds_are_stored_with_truth_and_reason);
    tcase_add_test(cases, the_stored_command_is_one_that_the_command_takes);
    tcase_add_test(cases, the_stored_command_finds_the_same_again);
    tcase_add_test(cases, minimise_prints_and_stores_a_simpler_query);
    tcase_add_test(cases, what_makes_no_sense_is_refused);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
