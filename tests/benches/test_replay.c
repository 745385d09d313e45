/* SPDX-License-Identifier: MIT
 * Replays of small files: counts, sampling, labels, bad files, interruption, the per-query file. */
#include "tests/benches/replay_fixture.h"

#include <hdf5.h>
#include <sys/resource.h>

#include "benches/replay_source.h"

static fixture_methods methods;

static void setup(void) {
    scratch_setup();
    fixture_methods_init(&methods);
}

static void teardown(void) {
    fixture_methods_clear(&methods);
    scratch_teardown();
}

static fixture_file plain(const char *family, size_t count) {
    return (fixture_file){.family = family, .count = count, .wrong = SIZE_MAX, .shifted = SIZE_MAX};
}

static fixture_file unlabelled(const char *family, size_t count) {
    return (fixture_file){.family = family, .count = count, .unlabelled = true};
}

static uint64_t sum_of_verdicts(const ts_replay_cell *cell) {
    uint64_t sum = 0;
    for (int v = 0; v < TS_VERDICTS; ++v) sum += cell->verdicts[v];
    return sum;
}

/* ---- Counts ---- */

START_TEST(every_query_is_answered_and_judged_once) {
    const char *path = scratch("a.h5");
    fixture_write(path, plain("lattice", 203));
    const ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results results;
    check_ok(ts_replay(&options, &results, error));
    const ts_replay_data_set *set = &results.data_sets[0];
    ck_assert_uint_eq(results.data_set_count, 1);
    ck_assert_uint_eq(set->queries, 203);
    ck_assert_uint_eq(set->labelled, 203);
    ck_assert_uint_eq(set->conflict_count, 0);
    ck_assert_uint_eq(set->failure_count, 0);
    ck_assert_uint_eq(set->stages[0] + set->stages[1] + set->stages[2], 203);
    ck_assert_uint_gt(set->contacts, 0);
    for (size_t m = 0; m < 2; ++m) {
        uint64_t queries = 0, contacts = 0;
        for (int k = 0; k < TS_CCD_KINDS; ++k) {
            const ts_replay_cell *cell = ts_replay_cell_at(set, m, (ts_ccd_kind)k);
            ck_assert_uint_eq(cell->queries, set->kinds[k]);
            ck_assert_uint_eq(sum_of_verdicts(cell), cell->queries);
            queries += cell->queries;
            contacts += cell->contacts;
        }
        ts_replay_cell sum;
        ck_assert_int_eq(ts_replay_sum_kinds(&results, 0, m, &sum), TS_OK);
        ck_assert_uint_eq(sum.queries, queries);
        ck_assert_uint_eq(sum.contacts, contacts);
        ck_assert_uint_eq(contacts, set->contacts);
        ck_assert_uint_eq(sum_of_verdicts(&sum), 203);
        ck_assert_uint_eq(sum.iterations.count, 203 - sum.verdicts[TS_VERDICT_UNSUPPORTED]);
        ts_replay_cell_clear(&sum);
    }
    ts_replay_results_clear(&results);
}
END_TEST

START_TEST(timing_covers_every_query_and_changes_no_verdict) {
    const char *path = scratch("a.h5");
    fixture_write(path, plain("cloth", 20));
    ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results untimed, timed;
    check_ok(ts_replay(&options, &untimed, error));
    options.repetitions = 2;
    check_ok(ts_replay(&options, &timed, error));
    for (size_t c = 0; c < 2 * TS_CCD_KINDS; ++c) {
        const ts_replay_cell *a = &untimed.data_sets[0].cells[c], *b = &timed.data_sets[0].cells[c];
        ck_assert_mem_eq(a->verdicts, b->verdicts, sizeof a->verdicts);
        ck_assert_uint_eq(a->nanoseconds.count, 0);
        ck_assert_uint_eq(b->nanoseconds.count, b->queries);
        ck_assert(b->repetition_sum[0] > 0.0 && b->repetition_sum[1] > 0.0);
    }
    ck_assert(timed.timing_seconds > 0.0);
    ts_replay_results_clear(&untimed);
    ts_replay_results_clear(&timed);
}
END_TEST

START_TEST(a_batch_of_its_own_is_timed_beside_single_queries) {
    const char *path = scratch("a.h5");
    fixture_write(path, plain("cloth", 40));
    ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results results;
    options.repetitions = 3;
    options.block = 16;
    check_ok(ts_replay(&options, &results, error));
    for (int k = 0; k < TS_CCD_KINDS; ++k) {
        const ts_histogram *accd = &ts_replay_cell_at(&results.data_sets[0], 0, (ts_ccd_kind)k)->batch_nanoseconds;
        const ts_histogram *minsep = &ts_replay_cell_at(&results.data_sets[0], 1, (ts_ccd_kind)k)->batch_nanoseconds;
        ck_assert_uint_eq(accd->count, 10);
        ck_assert(ts_histogram_mean(accd) > 0.0 && ts_histogram_mean(accd) < 1e6);
        ck_assert_uint_eq(minsep->count, 0); /* it has none */
    }
    ts_replay_results_clear(&results);
}
END_TEST

static bool same_histogram(const ts_histogram *a, const ts_histogram *b) {
    return a->count == b->count && a->zeros == b->zeros && memcmp(&a->sum, &b->sum, sizeof a->sum) == 0;
}

START_TEST(results_do_not_depend_on_the_block) {
    static const size_t blocks[] = {1, 7, 256, 0};
    const char *path = scratch("a.h5");
    fixture_write(path, unlabelled("cloth-thick", 600));
    fixture_methods three = methods;
    check_ok(ts_ccd_method_init(&three.items[1], "certified", NULL, error));
    ts_replay_options options[4];
    ts_replay_results results[4];
    for (int b = 0; b < 4; ++b) {
        options[b] = fixture_options(&three, &path, 1);
        options[b].block = blocks[b];
        options[b].jobs = 1 + b % 2;
        check_ok(ts_replay(&options[b], &results[b], error));
        const ts_replay_data_set *one = &results[0].data_sets[0], *other = &results[b].data_sets[0];
        ck_assert_uint_eq(other->blocks, (600 + (blocks[b] ? blocks[b] : 600) - 1) / (blocks[b] ? blocks[b] : 600));
        ck_assert(one->hash == other->hash && one->contacts == other->contacts);
        for (size_t m = 0; m < 2; ++m) {
            ck_assert_uint_eq(one->digests[m].count, other->digests[m].count);
            ck_assert_mem_eq(one->digests[m].groups, other->digests[m].groups,
                             one->digests[m].count * sizeof *one->digests[m].groups);
        }
        for (size_t c = 0; c < 2 * TS_CCD_KINDS; ++c) {
            ck_assert_mem_eq(one->cells[c].verdicts, other->cells[c].verdicts, sizeof one->cells[c].verdicts);
            ck_assert(same_histogram(&one->cells[c].toi_error, &other->cells[c].toi_error));
            ck_assert(same_histogram(&one->cells[c].iterations, &other->cells[c].iterations));
        }
    }
    check_fails(ts_replay_merge(&results[0], &results[1], error), TS_ERROR_DATA, "blocks of");
    for (int b = 0; b < 4; ++b) ts_replay_results_clear(&results[b]);
    ts_ccd_method_clear(&three.items[1]);
}
END_TEST

/* By whatever name. A copy is another data set. */
START_TEST(a_data_set_that_is_given_twice_is_refused) {
    const char *path = scratch("set/a.h5"), *copy = scratch("b.h5"), *link = scratch("c.h5");
    fixture_write(path, plain("generic", 12));
    fixture_write(copy, plain("generic", 12));
    ck_assert_int_eq(symlink(path, link), 0);
    const char *const pairs[][2] = {
        {path, path}, {path, scratch("set/./a.h5")}, {path, link}, {scratch("set"), scratch("set/")}};
    ts_replay_results results;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; ++p) {
        const ts_replay_options options = fixture_options(&methods, pairs[p], 2);
        check_fails(ts_replay(&options, &results, error), TS_ERROR_USAGE, "is given twice");
    }
    const char *const paths[] = {path, copy};
    const ts_replay_options options = fixture_options(&methods, paths, 2);
    check_ok(ts_replay(&options, &results, error));
    ck_assert_uint_eq(results.data_set_count, 2);
    ck_assert_uint_eq(results.data_sets[0].hash, results.data_sets[1].hash);
    ts_replay_results_clear(&results);
}
END_TEST

/* ---- Limit and sample ---- */

/* The per-query file of a run, without its first line. */
static char *answers_of(const ts_replay_options *base, const char *name) {
    ts_replay_options options = *base;
    ts_replay_results results;
    size_t length;
    options.per_query = scratch("%s", name);
    check_ok(ts_replay(&options, &results, error));
    ts_replay_results_clear(&results);
    return read_bytes(options.per_query, &length);
}

static size_t count_lines(const char *text) {
    size_t lines = 0;
    for (; *text; ++text) lines += *text == '\n';
    return lines;
}

START_TEST(a_sample_is_reproducible_exact_in_size_and_from_all_files) {
    const char *folder = scratch("set");
    fixture_write(scratch("set/a.h5"), unlabelled("generic", 1500));
    fixture_write(scratch("set/b.h5"), unlabelled("generic", 500));
    ts_replay_options options = fixture_options(&methods, &folder, 1);
    options.sample = 100;
    options.seed = 7;
    char *first = answers_of(&options, "1.csv"), *again = answers_of(&options, "2.csv");
    options.jobs = 2;
    char *parallel = answers_of(&options, "3.csv");
    options.seed = 8;
    char *other = answers_of(&options, "4.csv");
    ck_assert_uint_eq(count_lines(first), 1 + 2 * 100);
    ck_assert_str_eq(first, again);
    ck_assert_str_eq(first, parallel);
    ck_assert_str_ne(first, other);
    ck_assert_ptr_nonnull(strstr(first, "set/a.h5,"));
    ck_assert_ptr_nonnull(strstr(first, "set/b.h5,"));
    free(first);
    free(again);
    free(parallel);
    free(other);
}
END_TEST

START_TEST(a_sample_larger_than_the_data_is_all_of_it) {
    const char *path = scratch("a.h5");
    fixture_write(path, plain("generic", 30));
    ts_replay_options options = fixture_options(&methods, &path, 1);
    char *all = answers_of(&options, "all.csv");
    options.sample = 1000;
    char *sample = answers_of(&options, "sample.csv");
    ck_assert_str_eq(all, sample);
    options.sample = 0;
    options.limit = 1000;
    char *limited = answers_of(&options, "limited.csv");
    ck_assert_str_eq(all, limited);
    free(all);
    free(sample);
    free(limited);
}
END_TEST

START_TEST(a_limit_takes_the_first_and_a_sample_keeps_within_it) {
    const char *path = scratch("a.h5");
    fixture_write(path, plain("generic", 60));
    ts_replay_options options = fixture_options(&methods, &path, 1);
    char *all = answers_of(&options, "all.csv");
    options.limit = 10;
    char *limited = answers_of(&options, "limited.csv");
    ck_assert_uint_eq(count_lines(limited), 1 + 2 * 10);
    ck_assert_int_eq(strncmp(all, limited, strlen(limited)), 0);
    options.sample = 10; /* of 10: all of them */
    char *sample = answers_of(&options, "sample.csv");
    ck_assert_str_eq(limited, sample);
    free(all);
    free(limited);
    free(sample);
}
END_TEST

/* Three of the numbers of each query are no doubles; only queries that were read count. */
START_TEST(rounded_numbers_count_wherever_a_run_ends) {
    const char *path = scratch("set/point-point/thirds.csv");
    const char *query = "1,3,0,1,0,1,1\n1,1,0,1,0,1,1\n1,3,0,1,0,1,1\n-1,3,0,1,0,1,1\n";
    char text[1024] = "";
    for (int q = 0; q < 4; ++q) strcat(text, query);
    write_file(path, text);
    const char *const paths[] = {path};
    const struct {
        uint64_t limit, sample, rounded;
    } runs[] = {{0, 0, 12}, {9, 0, 12}, {4, 0, 12}, {3, 0, 9}, {0, 4, 12}, {2, 2, 6}};
    for (size_t r = 0; r < sizeof runs / sizeof *runs; ++r) {
        ts_replay_options options = fixture_options(&methods, paths, 1);
        options.reading.round = true;
        options.limit = runs[r].limit;
        options.sample = runs[r].sample;
        ts_replay_results results;
        check_ok(ts_replay(&options, &results, error));
        ck_assert_uint_eq(results.data_sets[0].rounded, runs[r].rounded);
        ts_replay_results_clear(&results);
    }
}
END_TEST

START_TEST(a_broken_file_costs_a_sample_nothing_else) {
    const char *folder = scratch("set");
    fixture_write(scratch("set/a.h5"), plain("generic", 40));
    fixture_write_broken(scratch("set/point-point/bad.csv"));
    ts_replay_options options = fixture_options(&methods, &folder, 1);
    ts_replay_results results;
    options.sample = 1000;
    check_ok(ts_replay(&options, &results, error));
    ck_assert_uint_ge(results.data_sets[0].queries, 40);
    ck_assert_uint_eq(results.data_sets[0].failure_count, 1);
    ts_replay_results_clear(&results);
}
END_TEST

/* ---- Labels ---- */

/* SHIFTED is a query with a contact after 0. */
enum { WRONG = 5, SHIFTED = 8 };

START_TEST(a_wrong_label_and_a_wrong_bracket_are_listed) {
    const char *path = scratch("a.h5");
    fixture_write(path,
                  (fixture_file){.family = "touching", .count = 40, .timed = true, .wrong = WRONG, .shifted = SHIFTED});
    const ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results results;
    check_ok(ts_replay(&options, &results, error));
    const ts_replay_data_set *set = &results.data_sets[0];
    ck_assert_uint_eq(set->conflict_count, 2);
    ck_assert_uint_eq(set->conflicts[0].index, WRONG);
    ck_assert_int_ne(set->conflicts[0].label, set->conflicts[0].truth);
    ck_assert_uint_eq(set->conflicts[1].index, SHIFTED);
    ck_assert(set->conflicts[1].label && set->conflicts[1].truth);
    ck_assert(set->conflicts[1].label_lo < set->conflicts[1].truth_lo);
    ts_replay_results_clear(&results);
}
END_TEST

/* Two points 1 apart, free: no label applies at a min_distance of 2, where they are in contact at once. */
START_TEST(a_label_says_nothing_of_a_larger_min_distance) {
    const char *path = scratch("point-point/a.csv");
    write_file(path, "0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n");
    ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results results;
    options.min_distance = 2.0;
    check_ok(ts_replay(&options, &results, error));
    ck_assert_uint_eq(results.data_sets[0].contacts, 1);
    ck_assert_uint_eq(results.data_sets[0].labelled, 0);
    ck_assert_uint_eq(results.data_sets[0].conflict_count, 0);
    ts_replay_results_clear(&results);
    options.min_distance = 0.5;
    check_ok(ts_replay(&options, &results, error));
    ck_assert_uint_eq(results.data_sets[0].contacts, 0);
    ts_replay_results_clear(&results);
}
END_TEST

/* They meet at t = 1/2, which is beyond a t_max of 1/4. */
START_TEST(a_label_says_nothing_of_a_shorter_time) {
    const char *path = scratch("point-point/a.csv");
    write_file(path, "0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,0,1,0,1,1\n-1,1,0,1,0,1,1\n");
    ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results results;
    options.t_max = 0.25;
    check_ok(ts_replay(&options, &results, error));
    ck_assert_uint_eq(results.data_sets[0].contacts, 0);
    ck_assert_uint_eq(results.data_sets[0].conflict_count, 0);
    ts_replay_results_clear(&results);
    options.t_max = 1.0;
    check_ok(ts_replay(&options, &results, error));
    ck_assert_uint_eq(results.data_sets[0].contacts, 1);
    ts_replay_results_clear(&results);
}
END_TEST

START_TEST(judging_by_labels_and_by_nothing) {
    const char *path = scratch("a.h5");
    fixture_write(path, plain("generic", 80));
    ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results exact, label, none;
    check_ok(ts_replay(&options, &exact, error));
    options.oracle = TS_ORACLE_MODE_LABEL;
    check_ok(ts_replay(&options, &label, error));
    options.oracle = TS_ORACLE_MODE_NONE;
    check_ok(ts_replay(&options, &none, error));
    ck_assert_uint_eq(label.data_sets[0].contacts, exact.data_sets[0].contacts);
    ck_assert_uint_eq(none.data_sets[0].contacts, 0);
    for (size_t m = 0; m < 2; ++m) {
        const ts_verdict same[] = {TS_VERDICT_TRUE_NEGATIVE, TS_VERDICT_FALSE_POSITIVE, TS_VERDICT_FALSE_NEGATIVE};
        ts_replay_cell by_truth, by_label, by_nothing;
        ts_replay_sum_kinds(&exact, 0, m, &by_truth);
        ts_replay_sum_kinds(&label, 0, m, &by_label);
        ts_replay_sum_kinds(&none, 0, m, &by_nothing);
        for (int v = 0; v < 3; ++v) ck_assert_uint_eq(by_truth.verdicts[same[v]], by_label.verdicts[same[v]]);
        ck_assert_uint_eq(by_label.verdicts[TS_VERDICT_SAFE], 0);
        ck_assert_uint_eq(by_nothing.verdicts[TS_VERDICT_UNVERIFIED], 80);
        ts_replay_cell_clear(&by_truth);
        ts_replay_cell_clear(&by_label);
        ts_replay_cell_clear(&by_nothing);
    }
    ts_replay_results_clear(&exact);
    ts_replay_results_clear(&label);
    ts_replay_results_clear(&none);
}
END_TEST

/* ---- What goes wrong ---- */

START_TEST(a_bad_file_costs_only_itself) {
    const char *good = scratch("good.h5"), *bad = scratch("point-point/bad.csv"), *missing = scratch("missing.h5");
    fixture_write(good, plain("generic", 25));
    fixture_write_broken(bad);
    const char *const paths[] = {bad, missing, good};
    const ts_replay_options options = fixture_options(&methods, paths, 3);
    ts_replay_results results;
    check_ok(ts_replay(&options, &results, error));
    ck_assert(ts_replay_any_failure(&results));
    ck_assert_uint_eq(results.data_sets[0].failure_count, 1);
    ck_assert_ptr_nonnull(strstr(results.data_sets[0].failures[0].error.message, "bad.csv"));
    ck_assert_uint_eq(results.data_sets[1].failures[0].file, TS_NO_FILE);
    ck_assert_uint_eq(results.data_sets[2].failure_count, 0);
    ck_assert_uint_eq(results.data_sets[2].queries, 25);
    ts_replay_results_clear(&results);
}
END_TEST

static void put_column(hid_t file, const char *name, hid_t type, int rank, hid_t plist) {
    const hsize_t size[] = {4, 4, 3};
    const hid_t space = H5Screate_simple(rank, size, NULL);
    const hid_t made = H5Dcreate2(file, name, type, space, H5P_DEFAULT, plist, H5P_DEFAULT);
    ck_assert_int_ge(made, 0);
    H5Dclose(made);
    H5Sclose(space);
}

/* Chunks of fewer dimensions than their data set: HDF5 1.10.8 divides by the length that is not there. */
static void write_one_that_crashes(const char *path) {
    const hsize_t chunk_rows = 4;
    const hid_t file = H5Fcreate(path, H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t plist = H5Pcreate(H5P_DATASET_CREATE);
    put_column(file, "kind", H5T_STD_U8LE, 1, H5P_DEFAULT);
    put_column(file, "x0", H5T_IEEE_F64LE, 3, H5P_DEFAULT);
    put_column(file, "x1", H5T_IEEE_F64LE, 3, H5P_DEFAULT);
    H5Pset_chunk(plist, 1, &chunk_rows);
    put_column(file, "min_distance", H5T_IEEE_F64LE, 1, plist);
    H5Pclose(plist);
    H5Fclose(file);
    const char layout[] = {3, 2, 2}, chunk[] = {4, 0, 0, 0, 8, 0, 0, 0}; /* version, chunked, rank; 4 of 8 bytes */
    size_t length, at = 0;
    char *bytes = read_bytes(path, &length);
    while (memcmp(bytes + at, layout, sizeof layout) != 0 || memcmp(bytes + at + 11, chunk, sizeof chunk) != 0) ++at;
    bytes[at + 2] = 0;
    write_bytes(path, bytes, length);
    free(bytes);
}

/* The files of a folder are tried in one process, and the others in another when it ends. */
START_TEST(a_file_that_brings_its_reader_down_costs_only_itself) {
    fixture_write(scratch("set/a.h5"), unlabelled("generic", 10));
    write_one_that_crashes(scratch("set/b.h5"));
    write_one_that_crashes(scratch("set/c.h5"));
    fixture_write(scratch("set/d.h5"), unlabelled("generic", 13));
    fixture_write(scratch("set/e.h5"), unlabelled("generic", 14));
    const char *const path = scratch("set");
    const ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results results;
    check_ok(ts_replay(&options, &results, error));
    ck_assert_uint_eq(results.data_sets[0].failure_count, 2);
    for (size_t f = 0; f < 2; ++f) ck_assert_uint_eq(results.data_sets[0].failures[f].file, f + 1);
    ck_assert_uint_eq(results.data_sets[0].queries, 10 + 13 + 14);
    ts_replay_results_clear(&results);
}
END_TEST

/* What was tried before is closed again: the process has files left for the next. */
START_TEST(a_file_is_tried_after_many_others) {
    enum { FILES = 60, OPEN = 40 };
    char name[32];
    for (int f = 0; f < FILES; ++f) {
        snprintf(name, sizeof name, "set/%02d.h5", f);
        fixture_write(scratch(name), unlabelled("generic", 1));
    }
    write_one_that_crashes(scratch("set/last.h5"));
    const char *const path = scratch("set");
    const ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results results;
    struct rlimit limit, few;
    getrlimit(RLIMIT_NOFILE, &limit);
    few = limit;
    few.rlim_cur = OPEN;
    setrlimit(RLIMIT_NOFILE, &few);
    check_ok(ts_replay(&options, &results, error));
    setrlimit(RLIMIT_NOFILE, &limit);
    ck_assert_uint_eq(results.data_sets[0].queries, FILES);
    ck_assert_uint_eq(results.data_sets[0].failure_count, 1);
    ts_replay_results_clear(&results);
}
END_TEST

START_TEST(nothing_but_missing_paths_is_an_error) {
    const char *missing = scratch("missing");
    const ts_replay_options options = fixture_options(&methods, &missing, 1);
    ts_replay_results results;
    check_fails(ts_replay(&options, &results, error), TS_ERROR_DATA, "missing");
}
END_TEST

START_TEST(a_per_query_file_that_cannot_be_written_is_an_error) {
    const char *path = scratch("a.h5");
    fixture_write(path, plain("generic", 4));
    ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results results;
    options.per_query = "/nonexistent/folder/answers.csv";
    check_fails(ts_replay(&options, &results, error), TS_ERROR_USAGE, "/nonexistent/folder");
}
END_TEST

static bool after_1500_asks(void *self) {
    return ++*(int *)self > 1500;
}

START_TEST(an_interrupted_run_keeps_what_is_done) {
    const char *path = scratch("a.h5");
    fixture_write(path, unlabelled("generic", 2500));
    ts_replay_options options = fixture_options(&methods, &path, 1);
    ts_replay_results results;
    int asked = 0;
    options.block = 256;
    options.progress.interrupted = after_1500_asks;
    options.progress.self = &asked;
    check_ok(ts_replay(&options, &results, error));
    ck_assert(results.interrupted);
    /* Whole blocks; the one under way is dropped. Each asks once, for every piece of a method (accd has one of all,
     * minsep pieces of 16), and for each query. */
    const uint64_t done = 1500 / (1 + 1 + 256 / 16 + 256) * 256;
    ck_assert_uint_eq(results.data_sets[0].queries, done);
    ck_assert_uint_eq(ts_replay_cell_at(&results.data_sets[0], 0, TS_EDGE_EDGE)->queries, done / 4);
    ts_replay_results_clear(&results);
}
END_TEST

/* ---- The per-query file ---- */

START_TEST(the_per_query_file_reads_as_documented) {
    const char *path = scratch("with, comma/point-point/a.csv");
    /* Meets at 1/2; then static and apart. */
    write_file(path, "0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,0,1,0,1,1\n-1,1,0,1,0,1,1\n"
                     "0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n");
    const ts_replay_options options = fixture_options(&methods, &path, 1);
    char *text = answers_of(&options, "answers.csv");
    char expected[1024];
    const char *header = "dataset,query,kind,backend,status,toi,truth,truth_lo,truth_hi,verdict,iterations,reason,"
                         "other_status,other_toi\n";
    ck_assert_int_eq(strncmp(text, header, strlen(header)), 0);
    ck_assert_uint_eq(count_lines(text), 1 + 2 * 2);
    snprintf(expected, sizeof expected, "\n\"%s\",0,point-point,accd,hit,0.", path);
    ck_assert_ptr_nonnull(strstr(text, expected));
    ck_assert_ptr_nonnull(strstr(text, ",contact,0.5,0.5,safe,"));
    snprintf(expected, sizeof expected, "\n\"%s\",1,point-point,minsep,free,,free,,,true_negative,", path);
    ck_assert_ptr_nonnull(strstr(text, expected));
    free(text);
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("replay");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, every_query_is_answered_and_judged_once);
    tcase_add_test(cases, timing_covers_every_query_and_changes_no_verdict);
    tcase_add_test(cases, a_batch_of_its_own_is_timed_beside_single_queries);
    tcase_add_test(cases, results_do_not_depend_on_the_block);
    tcase_add_test(cases, a_data_set_that_is_given_twice_is_refused);
    tcase_add_test(cases, a_sample_is_reproducible_exact_in_size_and_from_all_files);
    tcase_add_test(cases, a_sample_larger_than_the_data_is_all_of_it);
    tcase_add_test(cases, a_limit_takes_the_first_and_a_sample_keeps_within_it);
    tcase_add_test(cases, rounded_numbers_count_wherever_a_run_ends);
    tcase_add_test(cases, a_broken_file_costs_a_sample_nothing_else);
    tcase_add_test(cases, a_wrong_label_and_a_wrong_bracket_are_listed);
    tcase_add_test(cases, a_label_says_nothing_of_a_larger_min_distance);
    tcase_add_test(cases, a_label_says_nothing_of_a_shorter_time);
    tcase_add_test(cases, judging_by_labels_and_by_nothing);
    tcase_add_test(cases, a_bad_file_costs_only_itself);
    tcase_add_test(cases, a_file_that_brings_its_reader_down_costs_only_itself);
    tcase_add_test(cases, a_file_is_tried_after_many_others);
    tcase_add_test(cases, nothing_but_missing_paths_is_an_error);
    tcase_add_test(cases, a_per_query_file_that_cannot_be_written_is_an_error);
    tcase_add_test(cases, an_interrupted_run_keeps_what_is_done);
    tcase_add_test(cases, the_per_query_file_reads_as_documented);
    Suite *suite = suite_create("replay");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
