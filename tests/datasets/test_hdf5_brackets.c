/* SPDX-License-Identifier: MIT
 * Brackets of the time of impact in HDF5 files: those that say less than they promise are refused. */
#include "tests/datasets/hdf5_files.h"

/* A file with labels and brackets. */
static const char *with_brackets(const double lows[ROWS], const double highs[ROWS]) {
    static const int64_t contacts[ROWS] = {1, 1, 1, 1, 1};
    array arrays[PARTS];
    standard(arrays);
    arrays[MIN_DISTANCE] = (array){"contact", H5T_STD_I64LE, H5T_NATIVE_INT64, 1, {ROWS}, {0}, contacts};
    arrays[T_MAX] = (array){"truth_lo", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, {ROWS}, {0}, lows};
    const array last = {"truth_hi", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, {ROWS}, {0}, highs};
    return make(arrays, &last);
}

/* Which side of it a time lies on is asked of a bracket: it has no double inside. */
START_TEST(test_wide_brackets) {
    const double next = nextafter(0.5, 1.0), least = nextafter(0.0, 1.0);
    const double lows[ROWS] = {0.0, 0.5, 0.25, NAN, 1.0};
    double highs[ROWS] = {least, next, 0.25, NAN, 1.0};
    ts_error error = {0};
    ts_query_chunk all = read_queries(with_brackets(lows, highs), 16, false, &error);
    ck_assert_msg(error.status == TS_OK && all.count == ROWS, "%s", error.message);
    ts_query_chunk_clear(&all);
    highs[1] = nextafter(next, 1.0);
    refused(with_brackets(lows, highs), "query 1", "truth_lo is 0.5 and truth_hi 0.5000000000000002;",
            "expected equal or adjacent doubles");
    highs[1] = next;
    highs[0] = 1.0;
    refused(with_brackets(lows, highs), "query 0", "truth_lo is 0 and truth_hi 1;");
}
END_TEST

/* A contact later than the end of time that the file has itself. */
START_TEST(test_brackets_beyond_t_max) {
    const double lows[ROWS] = {NAN, 0.5, NAN, NAN, NAN};
    for (int beyond = 0; beyond < 2; ++beyond) {
        const double ends[ROWS] = {1.0, beyond ? 0.3 : 0.5, 1.0, 1.0, 1.0};
        const array t_max = {"t_max", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, {ROWS}, {0}, ends};
        const char *path = with_brackets(lows, lows);
        const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
        ck_assert_int_ge(file, 0);
        put(file, &t_max);
        ck_assert_int_ge(H5Fclose(file), 0);
        if (beyond) {
            refused(path, "query 1", "truth_hi 0.5, but t_max is 0.3");
            continue;
        }
        ts_error error = {0};
        ts_query_chunk all = read_queries(path, 16, false, &error);
        ck_assert_msg(error.status == TS_OK && all.count == ROWS, "%s", error.message);
        ts_query_chunk_clear(&all);
    }
}
END_TEST

int main(void) {
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, scratch_setup, scratch_teardown);
    tcase_add_test(files, test_wide_brackets);
    tcase_add_test(files, test_brackets_beyond_t_max);
    Suite *suite = suite_create("HDF5 brackets");
    suite_add_tcase(suite, files);
    return ts_run_suite(suite);
}
