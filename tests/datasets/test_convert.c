/* SPDX-License-Identifier: MIT
 * CSV to HDF5 to CSV and back, bit for bit; targets that appear whole or not at all. */
#include "core/random.h"
#include "tests/comma.h"
#include "tests/datasets/scratch.h"

/* ---- A data set of all kinds and extreme numbers ---- */

static double random_coordinate(ts_random *random) {
    static const double extremes[] = {
        0.0,       -0.0, 5e-324, -5e-324, 2.2250738585072014e-308, 1e-200, 1e150, -1.7976931348623157e308,
        1e7 + 0.1, 0.1,  -3.0};
    if (ts_random_below(random, 2)) return extremes[ts_random_below(random, sizeof extremes / sizeof *extremes)];
    return ts_random_between(random, -1.0, 1.0);
}

static void random_query(ts_random *random, ts_ccd_query *query, ts_query_note *note) {
    *query = (ts_ccd_query){.kind = (ts_ccd_kind)ts_random_below(random, TS_CCD_KINDS)};
    for (int v = 0; v < ts_ccd_vertices(query->kind); ++v) {
        for (int c = 0; c < 3; ++c) {
            query->x0[v][c] = random_coordinate(random);
            query->x1[v][c] = random_coordinate(random);
        }
    }
    query->min_distance = ts_random_below(random, 2) ? ts_random_log(random, 5e-324, 1e10) : 0.0;
    query->t_max = ts_random_below(random, 2) ? 1.0 : ts_random_log(random, 1e-300, 1.0);
    *note = (ts_query_note){.contact = (int8_t)((int)ts_random_below(random, 3) - 1), .truth_lo = NAN, .truth_hi = NAN};
    if (note->contact == 1 && ts_random_below(random, 2)) {
        note->truth_lo = nextafter(query->t_max, 0.0) * ts_random_unit(random); /* and the double above, up to t_max */
        note->truth_hi = nextafter(note->truth_lo, 1.0);
        note->truth_feature = 3;
    }
    note->scene = (uint32_t)ts_random_below(random, 3);
    note->step = (uint32_t)ts_random_below(random, UINT64_C(1) << 32);
    note->iteration = (uint32_t)ts_random_below(random, 100);
}

static const ts_query_meta described = {.about = (char *)"two\nlines, \\ and a comma",
                                        .generator = (char *)"family --option",
                                        .seed = UINT64_C(12345678901234567890),
                                        .has_truth = true,
                                        .scenes = (char *[]){(char *)"a,b", (char *)"", (char *)"\\n"},
                                        .scene_count = 3};

static ts_query_chunk random_queries(size_t count) {
    ts_random random;
    ts_query_chunk chunk;
    ts_random_init(&random, ts_test_seed(), 1);
    check_ok(ts_query_chunk_init(&chunk, count, error));
    chunk.count = count;
    for (size_t i = 0; i < count; ++i) random_query(&random, &chunk.queries[i], &chunk.notes[i]);
    return chunk;
}

static void write_set(const char *path, ts_query_format format, const ts_query_meta *meta,
                      const ts_query_chunk *chunk) {
    ts_query_writer *writer;
    check_ok(ts_query_writer_create(path, format, false, meta, &writer, error));
    check_ok(ts_query_writer_append(writer, chunk, error));
    check_ok(ts_query_writer_finish(writer, error));
}

static ts_convert_result convert(const char *from, const char *to, ts_query_format format) {
    const ts_convert_options options = {.format = format};
    ts_convert_result result = {0};
    check_ok(ts_query_convert(from, to, &options, &result, error));
    return result;
}

static void check_meta(const ts_query_meta *a, const ts_query_meta *b) {
    ck_assert_pstr_eq(a->about, b->about);
    ck_assert_pstr_eq(a->generator, b->generator);
    ck_assert_uint_eq(a->seed, b->seed);
    ck_assert_int_eq(a->has_truth, b->has_truth);
    ck_assert_uint_eq(a->scene_count, b->scene_count);
    for (size_t i = 0; i < a->scene_count; ++i) ck_assert_str_eq(a->scenes[i], b->scenes[i]);
}

static void check_file_holds(const char *path, const ts_query_chunk *expected, const ts_query_meta *meta) {
    ts_error why;
    ts_query_chunk read = read_queries(path, 100, false, &why);
    ck_assert_msg(why.status == TS_OK, "%s", why.message);
    ck_assert_uint_eq(read.count, expected->count);
    for (size_t i = 0; i < read.count; ++i) {
        check_same_query(&read.queries[i], &expected->queries[i]);
        check_same_note(&read.notes[i], &expected->notes[i]);
        ck_assert_uint_eq(read.notes[i].scene, expected->notes[i].scene);
    }
    ts_query_chunk_clear(&read);
    ts_query_reader *reader;
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    check_meta(ts_query_reader_meta(reader), meta);
    ts_query_reader_close(reader);
}

/* The parts of a CSV folder that exist are those of the other, byte for byte. */
static void check_same_folder(const char *a, const char *b) {
    static const char *const kinds[] = {"vertex-face", "edge-edge", "point-edge", "point-point"};
    static const char *const parts[] = {"csv", "min_distance", "t_max", "notes"};
    for (int i = 0; i < 16; ++i) {
        char pa[600], pb[600];
        snprintf(pa, sizeof pa, "%s/%s/data.%s", a, kinds[i / 4], parts[i % 4]);
        snprintf(pb, sizeof pb, "%s/%s/data.%s", b, kinds[i / 4], parts[i % 4]);
        ck_assert_int_eq(access(pa, F_OK), access(pb, F_OK));
        if (access(pa, F_OK) == 0) check_same_file(pa, pb);
    }
}

START_TEST(test_round_trip) {
    ts_query_chunk chunk = random_queries(9001);
    write_set(scratch("a.h5"), TS_FORMAT_HDF5, &described, &chunk);
    check_file_holds(scratch("a.h5"), &chunk, &described);
    const ts_convert_result result = convert(scratch("a.h5"), scratch("b"), TS_FORMAT_CSV);
    ck_assert(result.files == 1 && result.queries == chunk.count && result.rounded == 0);
    ck_assert_uint_eq(convert(scratch("b"), scratch("c.h5"), TS_FORMAT_HDF5).files, 4);
    check_same_file(scratch("a.h5"), scratch("c.h5"));
    convert(scratch("c.h5"), scratch("d"), TS_FORMAT_CSV);
    check_same_folder(scratch("b"), scratch("d"));
    ck_assert_int_eq(scratch_entries(), 4);
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* The same files where a comma is the decimal sign, and they are read there. */
START_TEST(test_language) {
    ts_query_chunk chunk = random_queries(200);
    write_set(scratch("a.h5"), TS_FORMAT_HDF5, &described, &chunk);
    convert(scratch("a.h5"), scratch("b"), TS_FORMAT_CSV);
    if (ts_test_begin_comma()) {
        convert(scratch("a.h5"), scratch("c"), TS_FORMAT_CSV);
        convert(scratch("b"), scratch("d.h5"), TS_FORMAT_HDF5);
        ck_assert_double_eq(strtod("0,5", NULL), 0.5);
        setlocale(LC_ALL, "C");
        check_same_folder(scratch("b"), scratch("c"));
        check_same_file(scratch("a.h5"), scratch("d.h5"));
    }
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* A CSV of others, without sidecars, comes back as it was, and still leaves min_distance to the user. */
START_TEST(test_plain_csv) {
    const char *path = scratch("plain/edge-edge/data.csv");
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 8 * 20; ++i) fprintf(file, "%d,1,-3,4,1,1024,%d\n", i, i / 8 % 2);
    fclose(file);
    convert(scratch("plain"), scratch("plain.h5"), TS_FORMAT_HDF5);
    convert(scratch("plain.h5"), scratch("back"), TS_FORMAT_CSV);
    check_same_file(path, scratch("back/edge-edge/data.csv"));
    check_same_folder(scratch("plain"), scratch("back"));
    ts_query_reader *reader;
    check_ok(ts_query_reader_open(scratch("plain.h5"), NULL, &reader, error));
    ck_assert(!ts_query_reader_has_min_distance(reader) && !ts_query_reader_has_t_max(reader));
    ts_query_reader_close(reader);
    write_file(scratch("plain/edge-edge/data.min_distance"),
               "0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n");
    convert(scratch("plain"), scratch("said.h5"), TS_FORMAT_HDF5);
    convert(scratch("said.h5"), scratch("said"), TS_FORMAT_CSV);
    check_same_folder(scratch("plain"), scratch("said"));
}
END_TEST

/* Of several files each becomes a scene; scenes that files name are matched by name. */
START_TEST(test_many_files) {
    ts_query_chunk chunk = random_queries(50);
    for (size_t i = 0; i < chunk.count; ++i) chunk.notes[i].scene %= 2;
    ts_query_meta first = {.about = (char *)"x", .scenes = (char *[]){(char *)"p", (char *)"q"}, .scene_count = 2};
    ts_query_meta second = {.about = (char *)"y", .scenes = (char *[]){(char *)"q", (char *)"r"}, .scene_count = 2};
    write_set(scratch("set/1.h5"), TS_FORMAT_HDF5, &first, &chunk);
    write_set(scratch("set/2.h5"), TS_FORMAT_HDF5, &second, &chunk);
    for (size_t i = 0; i < chunk.count; ++i) chunk.notes[i].scene = 0;
    write_set(scratch("set/3.h5"), TS_FORMAT_HDF5, NULL, &chunk);
    const ts_convert_result result = convert(scratch("set"), scratch("all.h5"), TS_FORMAT_HDF5);
    ck_assert(result.files == 3 && result.queries == 150);
    ts_error why;
    ts_query_chunk all = read_queries(scratch("all.h5"), 64, false, &why);
    ts_query_reader *reader;
    check_ok(ts_query_reader_open(scratch("all.h5"), NULL, &reader, error));
    const ts_query_meta merged = {.scenes = (char *[]){(char *)"p", (char *)"q", (char *)"r", (char *)"3.h5"},
                                  .scene_count = 4};
    check_meta(ts_query_reader_meta(reader), &merged);
    ts_query_reader_close(reader);
    ts_query_chunk original = random_queries(50);
    for (size_t i = 0; i < 150; ++i) {
        const uint32_t scene = original.notes[i % 50].scene % 2;
        check_same_query(&all.queries[i], &original.queries[i % 50]);
        ck_assert_uint_eq(all.notes[i].scene, i < 50 ? scene : i < 100 ? scene + 1 : 3);
    }
    ts_query_chunk_clear(&original);
    ts_query_chunk_clear(&all);
    ts_query_chunk_clear(&chunk);
}
END_TEST

START_TEST(test_rounded) {
    const ts_convert_options plain = {.format = TS_FORMAT_HDF5}, round = {.format = TS_FORMAT_HDF5, .round = true};
    ts_convert_result result = {0};
    write_file(scratch("in/point-point/data.csv"), "1,3,0,1,0,1,0\n0,1,0,1,0,1,0\n1,3,0,1,0,1,0\n0,1,2,7,0,1,0\n");
    check_fails(ts_query_convert(scratch("in"), scratch("out.h5"), &plain, &result, error), TS_ERROR_DATA,
                "in/point-point/data.csv:1:", "--round");
    ck_assert_int_eq(scratch_entries(), 1);
    check_ok(ts_query_convert(scratch("in"), scratch("out.h5"), &round, &result, error));
    ck_assert_uint_eq(result.rounded, 3);
}
END_TEST

/* ---- Targets ---- */

START_TEST(test_existing_target) {
    ts_query_chunk chunk = random_queries(20);
    ts_query_writer *writer;
    for (int format = 0; format < 2; ++format) {
        const char *path = scratch(format == TS_FORMAT_CSV ? "set" : "set.h5");
        write_set(path, (ts_query_format)format, &described, &chunk);
        check_fails(ts_query_writer_create(path, (ts_query_format)format, false, NULL, &writer, error), TS_ERROR_USAGE,
                    path, "exists");
        check_ok(ts_query_writer_create(path, (ts_query_format)format, true, &described, &writer, error));
        check_ok(ts_query_writer_append(writer, &chunk, error));
        check_ok(ts_query_writer_append(writer, &chunk, error));
        check_ok(ts_query_writer_finish(writer, error));
    }
    convert(scratch("set"), scratch("check.h5"), TS_FORMAT_HDF5);
    check_same_file(scratch("check.h5"), scratch("set.h5"));
    ck_assert_int_eq(scratch_entries(), 3);
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* A folder that holds anything else is never replaced, nor a device. */
START_TEST(test_foreign_target) {
    ts_query_writer *writer;
    write_file(scratch("mine/vertex-face/data.csv"), "");
    write_file(scratch("mine/vertex-face/thesis.txt"), "years of work");
    write_file(scratch("file"), "x");
    check_fails(ts_query_writer_create(scratch("mine"), TS_FORMAT_CSV, true, NULL, &writer, error), TS_ERROR_USAGE,
                "mine", "is not a folder written by touchstone");
    check_fails(ts_query_writer_create(scratch("file"), TS_FORMAT_CSV, true, NULL, &writer, error), TS_ERROR_USAGE,
                "is not a folder written by touchstone");
    check_fails(ts_query_writer_create(scratch("mine"), TS_FORMAT_HDF5, true, NULL, &writer, error), TS_ERROR_USAGE,
                "is a folder");
    check_fails(ts_query_writer_create("/dev/null", TS_FORMAT_HDF5, true, NULL, &writer, error), TS_ERROR_USAGE,
                "/dev/null", "no regular file");
    char missing[300];
    snprintf(missing, sizeof missing, "%s/no/where", scratch_folder);
    for (int format = 0; format < 2; ++format) {
        check_fails(ts_query_writer_create(missing, (ts_query_format)format, false, NULL, &writer, error),
                    TS_ERROR_USAGE, "no/where", "No such file");
    }
    ck_assert_int_eq(access(scratch("mine/vertex-face/thesis.txt"), F_OK), 0);
    ck_assert_int_eq(scratch_entries(), 2);
}
END_TEST

START_TEST(test_failed_writer) {
    ts_query_chunk chunk = random_queries(3);
    ts_query_writer *writer;
    const double keep = chunk.queries[1].x0[0][0];
    for (int format = 0; format < 2; ++format) {
        const char *path = scratch("none");
        check_ok(ts_query_writer_create(path, (ts_query_format)format, false, NULL, &writer, error));
        check_fails(ts_query_writer_finish(writer, error), TS_ERROR_DATA, "none", "no query");
        check_ok(ts_query_writer_create(path, (ts_query_format)format, false, &described, &writer, error));
        chunk.queries[1].x0[0][0] = NAN;
        check_fails(ts_query_writer_append(writer, &chunk, error), TS_ERROR_DATA, "query 1", "x0[0][0]", "nan");
        chunk.queries[1].x0[0][0] = keep;
        check_fails(ts_query_writer_finish(writer, error), TS_ERROR_USAGE, "an earlier write failed");
        check_ok(ts_query_writer_create(path, (ts_query_format)format, false, &described, &writer, error));
        check_ok(ts_query_writer_append(writer, &chunk, error));
        ts_query_writer_abandon(writer);
        check_ok(ts_query_writer_create(path, (ts_query_format)format, false, &described, &writer, error));
        chunk.notes[0].scene = 3;
        check_fails(ts_query_writer_append(writer, &chunk, error), TS_ERROR_DATA, "query 0", "scene is 3");
        chunk.notes[0].scene = 2;
        ts_query_writer_abandon(writer);
        ck_assert_int_eq(scratch_entries(), 0);
    }
    check_fails(ts_query_writer_create(scratch("none"), (ts_query_format)9, false, NULL, &writer, error),
                TS_ERROR_USAGE, "format is 9");
    ck_assert_int_eq(scratch_entries(), 0);
    ck_assert_str_eq(ts_query_format_name((ts_query_format)9), "unknown");
    ts_query_chunk_clear(&chunk);
}
END_TEST

static bool stop(void *self) {
    return --*(int *)self < 0;
}

START_TEST(test_interrupted) {
    ts_query_chunk chunk = random_queries(9000);
    int flushes = 1;
    const ts_convert_options options = {.format = TS_FORMAT_CSV, .interrupted = stop, .self = &flushes};
    write_set(scratch("a.h5"), TS_FORMAT_HDF5, &described, &chunk);
    check_fails(ts_query_convert(scratch("a.h5"), scratch("b"), &options, NULL, error), TS_ERROR_INTERRUPTED,
                "nothing was written");
    ck_assert_int_eq(scratch_entries(), 1);
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* The published and the recorded queries: there and back. */
START_TEST(test_real_data) {
    const char *const folders[] = {"sample-queries", "nasty", "recorded"};
    for (int i = 0; i < 3; ++i) {
        char from[512];
        snprintf(from, sizeof from, TS_SOURCE_DIR "/../shared/data/%s", folders[i]);
        if (access(from, R_OK) != 0) {
            printf("skipped: no %s\n", from);
            continue;
        }
        const size_t queries = convert(from, scratch("%d-a.h5", i), TS_FORMAT_HDF5).queries;
        ck_assert_uint_gt(queries, 200);
        convert(scratch("%d-a.h5", i), scratch("%d-b", i), TS_FORMAT_CSV);
        ck_assert_uint_eq(convert(scratch("%d-b", i), scratch("%d-c.h5", i), TS_FORMAT_HDF5).queries, queries);
        check_same_file(scratch("%d-a.h5", i), scratch("%d-c.h5", i));
        if (strcmp(folders[i], "nasty") != 0) continue;
        char part[600];
        snprintf(part, sizeof part, "%s/edge-edge/data.csv", from);
        check_same_file(part, scratch("%d-b/edge-edge/data.csv", i));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("convert");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, scratch_setup, scratch_teardown);
    tcase_add_test(files, test_round_trip);
    tcase_add_test(files, test_language);
    tcase_add_test(files, test_plain_csv);
    tcase_add_test(files, test_many_files);
    tcase_add_test(files, test_rounded);
    tcase_add_test(files, test_existing_target);
    tcase_add_test(files, test_foreign_target);
    tcase_add_test(files, test_failed_writer);
    tcase_add_test(files, test_interrupted);
    tcase_add_test(files, test_real_data);
    suite_add_tcase(suite, files);
    return ts_run_suite(suite);
}
