/* SPDX-License-Identifier: MIT
 * Containers in several threads at a time: to open one forks, and what is forked off while another thread is in HDF5
 * would wait for its lock for ever. */
#include "tests/datasets/scratch.h"

/* One by one under the address sanitizer: that of GCC 12 does not free the lock of its allocator in a child that is
 * forked off while another thread holds it, as the allocator of glibc does, and the child waits at its first malloc. */
#if defined(__SANITIZE_ADDRESS__)
enum { THREADS = 1 };
#else
enum { THREADS = 4 };
#endif
enum { ROUNDS = 12, QUERIES = 64 };

/* Queries of the file, or 0. Nothing of it may end the test from within a thread. */
static size_t count_queries(const char *path) {
    ts_query_reader *reader = NULL;
    ts_query_chunk chunk = {0};
    ts_error error;
    size_t count = 0;
    if (ts_query_reader_open(path, &(ts_reader_options){0}, &reader, &error) != TS_OK) return 0;
    if (ts_query_chunk_init(&chunk, 7, &error) == TS_OK) {
        while (ts_query_reader_next(reader, &chunk, &error) == TS_OK && chunk.count) count += chunk.count;
    }
    ts_query_chunk_clear(&chunk);
    ts_query_reader_close(reader);
    return count;
}

static bool writes(const char *path, const ts_query_chunk *queries) {
    ts_query_writer *writer = NULL;
    ts_error error;
    const ts_query_meta meta = {0};
    if (ts_query_writer_create(path, TS_FORMAT_HDF5, true, &meta, &writer, &error) != TS_OK) return false;
    if (ts_query_writer_append(writer, queries, &error) == TS_OK)
        return ts_query_writer_finish(writer, &error) == TS_OK;
    ts_query_writer_abandon(writer);
    return false;
}

START_TEST(threads_read_and_write_containers) {
    ts_query_chunk queries = {0};
    int wrong = 0;
    check_ok(ts_query_chunk_init(&queries, QUERIES, error));
    queries.count = QUERIES;
    for (int i = 0; i < QUERIES; ++i) {
        queries.queries[i] = (ts_ccd_query){.kind = TS_POINT_POINT, .t_max = 1.0, .x0 = {{i}, {i + 1.0}}};
        queries.notes[i] = (ts_query_note){.contact = -1, .truth_lo = NAN, .truth_hi = NAN, .origin = (uint64_t)i};
    }
    const char *path[THREADS] = {NULL};
    for (int k = 0; k < THREADS; ++k) path[k] = scratch("%d.h5", k);
#pragma omp parallel for num_threads(THREADS) schedule(static, 1) reduction(+ : wrong)
    for (int k = 0; k < THREADS; ++k) {
        for (int round = 0; round < ROUNDS; ++round) {
            wrong += !writes(path[k], &queries);
            wrong += count_queries(path[k]) != QUERIES;
        }
    }
    ts_query_chunk_clear(&queries);
    ck_assert_int_eq(wrong, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hdf5 threads");
    TCase *tests = tcase_create("threads");
    tcase_add_unchecked_fixture(tests, scratch_setup, scratch_teardown);
    tcase_add_test(tests, threads_read_and_write_containers);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
