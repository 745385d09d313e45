/* SPDX-License-Identifier: MIT
 * `dataset select` as its users meet it: what is written and said, the same bytes on any number of threads, refusals.
 */
#include "tests/cli/command.h"

#include <touchstone/oracle.h>

static const char RECORD[] = "touchstone dataset generate cloth,cloth-thick,touching --count 200 --out recorded.h5";

START_TEST(provenance_and_truth_are_written) {
    shell("%s", RECORD);
    expect(0, "", "");
    shell(
        "touchstone dataset select recorded.h5 --out some.h5 --tiny 5 --contacts 10 --closest 15 --random 20 --seed 4");
    expect(0, "point-triangle: ", "");
    expect(0, " 10 contact, 15 closest, 20 rest\n", "");
    shell("touchstone dataset info some.h5 --json");
    expect(0, "select --tiny 5 --contacts 10 --closest 15 --random 20 --seed 4", "");
    expect(0, "selected of 600", "");
    expect(0, "\"cloth-thick\"", "");
    shell("touchstone replay some.h5 --backend certified --repetitions 0");
    expect(0, "", "");
    ck_assert_msg(strstr(command_out, "contradict") == NULL, "a label is wrong:\n%s", command_out);

    /* Every selected query is one of the recording, with its scene. */
    ts_error failure;
    ts_query_chunk from = read_queries(scratch("recorded.h5"), 4096, false, &failure);
    ts_query_chunk some = read_queries(scratch("some.h5"), 4096, false, &failure);
    ck_assert_uint_eq(from.count, 600);
    ck_assert_uint_gt(some.count, 100);
    size_t at = 0;
    for (size_t i = 0; i < some.count; ++i, ++at) {
        while (at < from.count && memcmp(&from.queries[at], &some.queries[i], sizeof *some.queries) != 0) ++at;
        ck_assert_msg(at < from.count, "query %zu is not of the recording, or out of order", i);
        ck_assert_uint_eq(some.notes[i].scene, from.notes[at].scene);
        ts_oracle_truth truth;
        ck_assert_int_eq(ts_oracle_toi(&some.queries[i], TS_ORACLE_ALL, &truth), TS_OK);
        ck_assert_int_eq(some.notes[i].contact, truth.contact);
        ck_assert(same_bits(some.notes[i].truth_lo, truth.contact ? truth.lo : NAN));
        ck_assert(same_bits(some.notes[i].truth_hi, truth.contact ? truth.hi : NAN));
    }
    ts_query_chunk_clear(&from);
    ts_query_chunk_clear(&some);
}
END_TEST

START_TEST(threads_do_not_matter) {
    shell("%s", RECORD);
    shell("export OMP_NUM_THREADS=1; touchstone dataset select recorded.h5 --out one.h5 --closest 20 --random 30");
    expect(0, "one.h5: ", "");
    shell("export OMP_NUM_THREADS=7; touchstone dataset select recorded.h5 --out many.h5 --closest 20 --random 30");
    expect(0, "many.h5: ", "");
    check_same_file(scratch("one.h5"), scratch("many.h5"));
}
END_TEST

/* A folder of files is taken as a whole; a recording goes straight into a selection. */
START_TEST(folders_and_recordings_can_be_selected_from) {
    shell("touchstone dataset generate cloth,touching --count 50 --out folder --seed 3");
    expect(0, "", "");
    shell("touchstone dataset select folder --out all.h5");
    expect(0, "all.h5: 100 queries", "");
    shell("touchstone simulate %s/datasets/scenes/needle-bed.json --size tiny --steps 1 --threads 1 --ccd accd "
          "--record-share 0.3 --record run.h5",
          TS_SOURCE_DIR);
    expect(0, "", "");
    shell("touchstone dataset select run.h5 --out hard.h5 --tiny 9 --contacts 9 --closest 9 --random 9");
    expect(0, "hard.h5: ", "");
    ts_error failure;
    ts_query_chunk hard = read_queries(scratch("hard.h5"), 4096, false, &failure);
    bool later = false;
    for (size_t i = 0; i < hard.count; ++i) {
        ck_assert_uint_eq(hard.notes[i].step, 1);
        later = later || hard.notes[i].iteration > 1;
    }
    ck_assert(later);
    ts_query_chunk_clear(&hard);
}
END_TEST

/* Recorded queries are listed behind the made ones. */
START_TEST(an_installation_lists_both_folders) {
    shell("mkdir -p bin share/touchstone/bundled share/touchstone/recorded && cp '%s/touchstone' bin && "
          "touchstone dataset generate cloth --count 8 --out share/touchstone/bundled/made.h5 && "
          "touchstone dataset generate cloth --count 4 --out share/touchstone/recorded/asked.h5 && "
          "bin/touchstone list datasets",
          TS_BINARY_DIR);
    expect(0, "share/touchstone/bundled/made.h5\n  8 queries", "");
    expect(0, "share/touchstone/recorded/asked.h5\n  4 queries", "");
    shell("bin/touchstone list datasets --json >list.json");
    cJSON *list = read_json("list.json");
    ck_assert_int_eq(cJSON_GetArraySize(list), 2);
    ck_assert_double_eq(number_of(cJSON_GetArrayItem(list, 1), "queries"), 4.0);
    cJSON_Delete(list);
}
END_TEST

START_TEST(what_cannot_be_selected_is_refused) {
    shell("%s", RECORD);
    shell("touchstone dataset select recorded.h5");
    expect(2, "", "--out is missing");
    shell("touchstone dataset select recorded.h5 --out some.h5 --tiny 0 --contacts 0 --closest 0 --random 0");
    expect(2, "", "nothing to select");
    shell("touchstone dataset select recorded.h5 --out recorded.h5");
    expect(2, "", "recorded.h5");
    shell("touchstone dataset select missing.h5 --out some.h5");
    expect(4, "", "missing.h5");
    ck_assert_int_eq(access(scratch("some.h5"), F_OK), -1);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("select command");
    TCase *cases = tcase_create("select command");
    tcase_add_checked_fixture(cases, command_setup, command_teardown);
    tcase_add_test(cases, provenance_and_truth_are_written);
    tcase_add_test(cases, threads_do_not_matter);
    tcase_add_test(cases, folders_and_recordings_can_be_selected_from);
    tcase_add_test(cases, an_installation_lists_both_folders);
    tcase_add_test(cases, what_cannot_be_selected_is_refused);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
