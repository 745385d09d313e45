/* SPDX-License-Identifier: MIT
 * The HDF5 reader on files made with HDF5 itself: foreign layouts, every malformed file, streaming; the writer's
 * file as another program sees it. */
#include <zlib.h>

#include "tests/datasets/hdf5_files.h"

/* ---- Good files ---- */

START_TEST(test_foreign_layouts) {
    array arrays[PARTS];
    standard(arrays);
    /* Rows that are one chunk, the last four, are unpacked without HDF5. */
    const hsize_t chunks[][3] = {{0, 0, 0},    {1, 1, 1},    {2, 1, 1},    {3, 2, 2},   {ROWS, 3, 1},
                                 {ROWS, 4, 3}, {ROWS, 4, 3}, {ROWS, 4, 3}, {ROWS, 4, 3}};
    const hid_t reals[] = {H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_IEEE_F32LE, H5T_IEEE_F32BE};
    for (size_t c = 0; c < sizeof chunks / sizeof *chunks; ++c) {
        ts_error error;
        memcpy(arrays[X0].chunk, chunks[c], sizeof chunks[c]);
        arrays[X0].file_type = reals[c % 4];
        shuffle_chunks = c % 3 != 0;
        arrays[KIND].file_type = c % 2 ? H5T_STD_I64BE : H5T_STD_U8LE;
        ts_query_chunk all = read_queries(make(arrays, NULL), 3, false, &error);
        ck_assert_msg(error.status == TS_OK, "%s", error.message);
        ck_assert_uint_eq(all.count, ROWS);
        for (int i = 0; i < ROWS; ++i) {
            const int vertices[] = {4, 4, 3, 2};
            const double zero[4][3] = {{0}};
            const size_t used = (size_t)vertices[kinds[i]];
            const ts_ccd_query *query = &all.queries[i];
            ck_assert_int_eq(query->kind, kinds[i]);
            ck_assert_mem_eq(query->x0, positions[0][i], used * sizeof zero[0]);
            ck_assert_mem_eq(query->x1, positions[1][i], used * sizeof zero[0]);
            ck_assert_mem_eq(query->x0[used], zero, (4 - used) * sizeof zero[0]);
            ck_assert_mem_eq(query->x1[used], zero, (4 - used) * sizeof zero[0]);
            ck_assert(query->min_distance == min_distances[i] && query->t_max == t_maxes[i]);
            ck_assert_int_eq(all.notes[i].contact, -1);
            ck_assert(isnan(all.notes[i].truth_lo) && all.notes[i].truth_feature == 0);
            ck_assert_uint_eq(all.notes[i].origin, (uint64_t)i);
        }
        ts_query_chunk_clear(&all);
    }
    shuffle_chunks = false;
}
END_TEST

/* A minimum distance of -0 is 0, as answers and digests see it. */
START_TEST(test_no_negative_zero) {
    array arrays[PARTS];
    ts_error error;
    standard(arrays);
    min_distances[1] = -0.0;
    ts_query_chunk all = read_queries(make(arrays, NULL), 3, false, &error);
    ck_assert_msg(error.status == TS_OK, "%s", error.message);
    ck_assert(all.queries[1].min_distance == 0.0 && !signbit(all.queries[1].min_distance));
    ts_query_chunk_clear(&all);
}
END_TEST

START_TEST(test_optional) {
    array arrays[PARTS];
    standard(arrays);
    arrays[MIN_DISTANCE].name = arrays[T_MAX].name = NULL;
    positions[0][2][3][1] = NAN; /* unused by a point-edge query */
    positions[1][3][2][0] = INFINITY;
    const char *path = make(arrays, NULL);
    ts_query_reader *reader;
    ts_query_chunk chunk;
    size_t count = 0;
    check_ok(ts_query_chunk_init(&chunk, ROWS, error));
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    ck_assert_int_eq(ts_query_reader_format(reader), TS_FORMAT_HDF5);
    ck_assert(!ts_query_reader_has_min_distance(reader) && !ts_query_reader_has_t_max(reader));
    check_ok(ts_query_reader_count(reader, &count, error));
    ck_assert_uint_eq(count, ROWS);
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.count, ROWS);
    ck_assert(chunk.queries[4].min_distance == 0.0 && chunk.queries[4].t_max == 1.0);
    ck_assert(chunk.queries[2].x0[3][1] == 0.0 && chunk.queries[3].x1[2][0] == 0.0);
    check_ok(ts_query_reader_seek(reader, 3, error));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert(chunk.first == 3 && chunk.count == 2 && chunk.queries[0].kind == TS_POINT_POINT);
    check_fails(ts_query_reader_seek(reader, ROWS, error), TS_ERROR_DATA, "no query 5", "0 to 4");
    ts_query_reader_close(reader);
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* ---- Malformed files ---- */

START_TEST(test_values) {
    array arrays[PARTS];
    standard(arrays);
    const double keep = positions[1][4][2][1];
    positions[1][4][2][1] = NAN;
    refused(make(arrays, NULL), "x1[4][2][1] is nan", "a finite number");
    positions[1][4][2][1] = -INFINITY;
    refused(make(arrays, NULL), "x1[4][2][1] is -inf");
    positions[1][4][2][1] = keep;
    kinds[3] = 4;
    refused(make(arrays, NULL), "kind[3] is 4", "0 to 3");
    kinds[3] = 3;
    min_distances[2] = -1e-9;
    refused(make(arrays, NULL), "min_distance[2] is -1e-09", "a finite number >= 0");
    min_distances[2] = NAN;
    refused(make(arrays, NULL), "min_distance[2] is nan");
    min_distances[2] = 0.0;
    t_maxes[1] = 0.0;
    refused(make(arrays, NULL), "t_max[1] is 0", "(0, 1]");
    t_maxes[1] = 1.5;
    refused(make(arrays, NULL), "t_max[1] is 1.5");
    t_maxes[1] = nextafter(1.0, 2.0);
    refused(make(arrays, NULL), "t_max[1] is 1.0000000000000002;");
    t_maxes[1] = 1.0;
    ts_error error;
    ts_query_chunk all = read_queries(make(arrays, NULL), 16, false, &error);
    ck_assert_uint_eq(all.count, ROWS);
    ts_query_chunk_clear(&all);
}
END_TEST

START_TEST(test_notes) {
    array arrays[PARTS];
    standard(arrays);
    const int64_t contacts[ROWS] = {1, 0, -1, 1, 2}, wide[ROWS] = {0, 0, 0, 4, 0}, beyond[ROWS] = {0, 0, 16, 0, 0},
                  big[ROWS] = {INT64_C(1) << 32};
    const double lows[ROWS] = {NAN, 0.5, NAN, NAN, NAN};
    array extra = {"contact", H5T_STD_I64LE, H5T_NATIVE_INT64, 1, {ROWS}, {0}, contacts};
    refused(make(arrays, &extra), "contact[4] is 2", "1, 0, or -1");
    extra = (array){"truth_feature", H5T_STD_I32LE, H5T_NATIVE_INT64, 1, {ROWS}, {0}, wide};
    refused(make(arrays, &extra), "query 3", "truth_feature is 4", "point-point");
    extra.values = beyond;
    refused(make(arrays, &extra), "truth_feature[2] is 16", "0 to 15");
    extra = (array){"scene", H5T_STD_U32LE, H5T_NATIVE_INT64, 1, {ROWS}, {0}, wide};
    refused(make(arrays, &extra), "query 3", "scene is 4", "0 scene names");
    extra = (array){"step", H5T_STD_I64LE, H5T_NATIVE_INT64, 1, {ROWS}, {0}, big};
    refused(make(arrays, &extra), "step[0] is 4294967296");
    extra = (array){"truth_lo", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, {ROWS}, {0}, lows};
    refused(make(arrays, &extra), "query 1", "truth_lo is 0.5 without a contact");
}
END_TEST

START_TEST(test_shapes_and_types) {
    array arrays[PARTS];
    for (int i = 0; i < 3; ++i) {
        standard(arrays);
        const char *name = arrays[i].name;
        arrays[i].name = NULL;
        refused(make(arrays, NULL), "data set", name, "expected it to be there");
    }
    standard(arrays);
    arrays[X0] = (array){"x0", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 2, {ROWS, 12}, {0}, positions[0]};
    refused(make(arrays, NULL), "data set x0", "[n,4,3]", "[5,12]");
    standard(arrays);
    arrays[X1] = (array){"x1", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 3, {ROWS, 3, 4}, {0}, positions[1]};
    refused(make(arrays, NULL), "data set x1", "[n,4,3]", "[5,3,4]");
    standard(arrays);
    arrays[X1].dims[0] = ROWS - 1;
    arrays[X1].chunk[0] = 2;
    refused(make(arrays, NULL), "data set x1", "expected 5 rows", "found 4");
    standard(arrays);
    arrays[T_MAX].dims[0] = 2;
    refused(make(arrays, NULL), "data set t_max", "expected 5 rows", "found 2");
    standard(arrays);
    arrays[KIND] = (array){"kind", H5T_IEEE_F64LE, H5T_NATIVE_UINT8, 1, {ROWS}, {0}, kinds};
    refused(make(arrays, NULL), "data set kind", "integers", "floating-point numbers of 8 bytes");
    standard(arrays);
    arrays[X0].file_type = H5T_STD_I64LE;
    refused(make(arrays, NULL), "data set x0", "floating-point", "integers of 8 bytes");
    standard(arrays);
    arrays[KIND].rank = 0;
    refused(make(arrays, NULL), "data set kind", "[n]", "no array");
    standard(arrays);
    for (int i = 0; i < PARTS; ++i) {
        arrays[i].dims[0] = 0;
        arrays[i].chunk[0] = 0;
        arrays[i].values = NULL;
    }
    refused(make(arrays, NULL), "empty");
}
END_TEST

/* A few bytes that claim 10^12 queries, chunks of gigabytes, values in another file. */
START_TEST(test_hostile) {
    array arrays[PARTS];
    standard(arrays);
    for (int i = 0; i < PARTS; ++i) {
        arrays[i].dims[0] = UINT64_C(1000000000000);
        arrays[i].chunk[0] = 1000;
        if (arrays[i].rank == 3) arrays[i].chunk[1] = arrays[i].chunk[2] = 3;
        arrays[i].values = NULL;
    }
    refused(make(arrays, NULL), "data set x0", "storage for 1000000000000 rows", "0 bytes");
    standard(arrays);
    arrays[X0].dims[0] = arrays[X0].chunk[0] = 10000000;
    arrays[X0].chunk[1] = arrays[X0].chunk[2] = 1;
    arrays[X0].values = NULL;
    refused(make(arrays, NULL), "data set x0", "chunks of at most 256 MiB");
    standard(arrays);
    arrays[X0].name = "elsewhere";
    const char *path = make(arrays, NULL);
    hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Lcreate_external("other.h5", "/x0", file, "x0", H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    refused(path, "data set x0", "a link");
    standard(arrays);
    arrays[X0].name = NULL;
    path = make(arrays, NULL);
    file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Gclose(H5Gcreate2(file, "x0", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    H5Fclose(file);
    refused(path, "data set x0", "another object");
}
END_TEST

/* ---- Values that are fewer than they are said to be ---- */

/* The data set min_distance, of 64 KiB a chunk, stored as the caller says. */
static const char *with_chunk(bool deflated, uint32_t mask, const void *stored, size_t bytes) {
    array arrays[PARTS];
    standard(arrays);
    arrays[MIN_DISTANCE].name = NULL;
    const char *path = make(arrays, NULL);
    const hsize_t rows = ROWS, chunk = 8192, most = H5S_UNLIMITED, at = 0;
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), space = H5Screate_simple(1, &rows, &most);
    const hid_t plist = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(plist, 1, &chunk);
    if (deflated) H5Pset_deflate(plist, 4);
    const hid_t dataset = H5Dcreate2(file, "min_distance", H5T_IEEE_F64LE, space, H5P_DEFAULT, plist, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite_chunk(dataset, H5P_DEFAULT, mask, &at, bytes, stored), 0);
    H5Dclose(dataset);
    H5Pclose(plist);
    H5Sclose(space);
    H5Fclose(file);
    return path;
}

static void check_read(const char *path) {
    ts_error error;
    ts_query_chunk all = read_queries(path, 3, false, &error);
    ck_assert_msg(error.status == TS_OK, "%s", error.message);
    ts_query_chunk_clear(&all);
}

/* HDF5 1.10 would copy from beyond the buffer of each. */
START_TEST(test_short_chunks) {
    enum { CHUNK = 65536 };
    unsigned char *plain = calloc(1, 2 * CHUNK), packed[1024];
    const size_t lengths[] = {1, 100, CHUNK - 1, CHUNK + 1};
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; ++k) {
        uLongf length = sizeof packed;
        ck_assert_int_eq(compress2(packed, &length, plain, lengths[k], 9), Z_OK);
        refused(with_chunk(true, 0, packed, length), "data set min_distance", "does not unpack to its length");
        refused(with_chunk(true, 0, packed, length / 2), "data set min_distance", "does not unpack to its length");
        refused(with_chunk(true, 1, plain, lengths[k]), "data set min_distance", "does not unpack to its length");
        refused(with_chunk(false, 0, plain, lengths[k]), "data set min_distance is damaged at rows 0 to 4");
    }
    uLongf length = sizeof packed;
    ck_assert_int_eq(compress2(packed, &length, plain, CHUNK, 9), Z_OK);
    check_read(with_chunk(true, 0, packed, length));
    check_read(with_chunk(true, 1, plain, CHUNK));
    check_read(with_chunk(false, 0, plain, CHUNK));
    free(plain);
}
END_TEST

/* A good file but for how t_max is stored, which `plist` says. It is closed. */
static const char *with_t_max_as(hid_t plist) {
    array arrays[PARTS];
    standard(arrays);
    arrays[T_MAX].name = NULL;
    const char *path = make(arrays, NULL);
    const hsize_t rows = ROWS;
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), space = H5Screate_simple(1, &rows, NULL);
    const hid_t dataset = H5Dcreate2(file, "t_max", H5T_IEEE_F64LE, space, H5P_DEFAULT, plist, H5P_DEFAULT);
    ck_assert_int_ge(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, t_maxes), 0);
    H5Dclose(dataset);
    H5Pclose(plist);
    H5Sclose(space);
    H5Fclose(file);
    return path;
}

/* Values within the header of the data set, whose length a hostile hand has made less. */
START_TEST(test_short_compact) {
    const hid_t plist = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_layout(plist, H5D_COMPACT);
    const char *path = with_t_max_as(plist);
    check_read(path);
    size_t length, at = 0;
    char *bytes = read_bytes(path, &length);
    const char layout[] = {3, 0, ROWS * 8, 0}; /* version, compact, bytes */
    while (memcmp(bytes + at, layout, 4) != 0 || memcmp(bytes + at + 4, t_maxes, 8 * ROWS) != 0) ++at;
    for (char fewer = 0; fewer < ROWS * 8; fewer = (char)(fewer + 13)) {
        bytes[at + 2] = fewer;
        write_bytes(path, bytes, length);
        refused(path, "data set t_max", "t_max"); /* by us, or by HDF5 since 1.14 */
    }
    free(bytes);
}
END_TEST

/* A row of filters longer than what hdf5_chunks.c undoes. */
START_TEST(test_many_filters) {
    for (int filters = 8; filters <= 9; ++filters) {
        const hsize_t rows = ROWS;
        const hid_t plist = H5Pcreate(H5P_DATASET_CREATE);
        H5Pset_chunk(plist, 1, &rows);
        for (int f = 0; f < filters; ++f) H5Pset_fletcher32(plist);
        const char *path = with_t_max_as(plist);
        if (filters == 8) check_read(path);
        if (filters == 9) refused(path, "data set t_max", "at most 8 filters");
    }
}
END_TEST

/* Chunks of fewer dimensions than their data set: HDF5 1.10.8 divides by the length that is not there. */
START_TEST(test_chunks_of_another_shape) {
    unsigned char bytes[64] = {0};
    const char *path = with_chunk(true, 1, bytes, sizeof bytes);
    size_t length, at = 0;
    char *file = read_bytes(path, &length);
    const char layout[] = {3, 2, 2}, chunk[] = {0, 32, 0, 0, 8, 0, 0, 0}; /* version, chunked, rank; 8192 of 8 bytes */
    while (memcmp(file + at, layout, sizeof layout) != 0 || memcmp(file + at + 11, chunk, sizeof chunk) != 0) ++at;
    file[at + 2] = 0;
    write_bytes(path, file, length);
    refused(path, "made.h5"); /* by us, or by an HDF5 that looks */
    file[at + 2] = 1;
    write_bytes(path, file, length);
    refused(path, "data set min_distance: expected");
    free(file);
}
END_TEST

static const char *with_attribute(const char *name, hid_t type, const void *value) {
    array arrays[PARTS];
    standard(arrays);
    const char *path = make(arrays, NULL);
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ck_assert_int_ge(H5Awrite(attribute, type, value), 0);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Fclose(file);
    return path;
}

START_TEST(test_attributes) {
    const int number = 2;
    refused(with_attribute("touchstone_format", H5T_NATIVE_INT, &number), "touchstone_format is 2", "reads 1");
    refused(with_attribute("about", H5T_NATIVE_INT, &number), "attribute about", "strings");
    refused(with_attribute("scenes", H5T_NATIVE_INT, &number), "attribute scenes", "strings");
    const double real = 1.5;
    refused(with_attribute("seed", H5T_NATIVE_DOUBLE, &real), "attribute seed", "one integer");
    const hid_t fixed = H5Tcopy(H5T_C_S1);
    H5Tset_size(fixed, 4);
    H5Tset_strpad(fixed, H5T_STR_NULLPAD);
    ts_query_reader *reader;
    check_ok(ts_query_reader_open(with_attribute("about", fixed, "four"), NULL, &reader, error));
    ck_assert_str_eq(ts_query_reader_meta(reader)->about, "four");
    ts_query_reader_close(reader);
    H5Tset_size(fixed, H5T_VARIABLE);
    const char *const text = "some text";
    check_ok(ts_query_reader_open(with_attribute("about", fixed, &text), NULL, &reader, error));
    ck_assert_ptr_null(ts_query_reader_meta(reader)->about); /* left out, see hdf5_meta.c */
    ts_query_reader_close(reader);
    refused(with_attribute("scenes", fixed, &text), "attribute scenes", "fixed length");
    H5Tclose(fixed);
}
END_TEST

/* Cut anywhere, the file is refused or (cut within bytes that nobody needs) read; never a crash. */
START_TEST(test_damaged_files) {
    array arrays[PARTS];
    standard(arrays);
    size_t length;
    char *bytes = read_bytes(make(arrays, NULL), &length);
    const char *path = scratch("cut.h5");
    for (size_t cut = 0; cut < length; cut += cut < 64 ? 8 : 97) {
        write_bytes(path, bytes, cut);
        refused(path, cut < 8 ? "not an HDF5 file" : "HDF5");
    }
    free(bytes);
    write_file(path, "");
    refused(path, "not an HDF5 file");
    write_file(path, "0,1,0,1,0,1,0\n");
    refused(path, "not an HDF5 file");
    refused(scratch("missing.h5"), "No such file");
}
END_TEST

/* ---- Streaming, and files of the size of real ones ---- */

static void write_many(const char *path, size_t count) {
    ts_query_chunk chunk;
    ts_query_writer *writer;
    check_ok(ts_query_chunk_init(&chunk, 777, error));
    check_ok(ts_query_writer_create(path, TS_FORMAT_HDF5, false, NULL, &writer, error));
    for (size_t done = 0; done < count; done += chunk.count) {
        chunk.count = count - done < chunk.capacity ? count - done : chunk.capacity;
        for (size_t i = 0; i < chunk.count; ++i) {
            const double place = (double)(done + i);
            chunk.queries[i] = (ts_ccd_query){.kind = (ts_ccd_kind)((done + i) % 4), .t_max = 1.0};
            for (int v = 0; v < ts_ccd_vertices(chunk.queries[i].kind); ++v) {
                for (int c = 0; c < 3; ++c) chunk.queries[i].x0[v][c] = place + v * 0.25 + c * 0.0625;
            }
            chunk.notes[i] = (ts_query_note){.contact = -1, .truth_lo = NAN, .truth_hi = NAN};
            chunk.notes[i].step = done + i >= 6000 ? 7 : 0; /* a column that begins late */
        }
        check_ok(ts_query_writer_append(writer, &chunk, error));
    }
    check_ok(ts_query_writer_finish(writer, error));
    ts_query_chunk_clear(&chunk);
}

START_TEST(test_streaming) {
    const size_t count = 10001;
    const char *path = scratch("many.h5");
    ts_error error;
    write_many(path, count);
    ts_query_chunk whole = read_queries(path, 4096, false, &error);
    ck_assert_uint_eq(whole.count, count);
    for (size_t i = 0; i < count; ++i) {
        ck_assert(whole.queries[i].x0[1][2] == (double)i + 0.375);
        ck_assert_uint_eq(whole.notes[i].step, i >= 6000 ? 7 : 0);
    }
    for (size_t capacity = 1; capacity <= 7; capacity += 6) {
        ts_query_chunk parts = read_queries(path, capacity, false, &error);
        ck_assert_uint_eq(parts.count, count);
        ck_assert_mem_eq(parts.queries, whole.queries, count * sizeof *whole.queries);
        ts_query_chunk_clear(&parts);
    }
    ts_query_chunk_clear(&whole);
}
END_TEST

/* What another program finds in a file of ours: types, shapes, attributes. */
START_TEST(test_container) {
    ts_query_chunk chunk;
    ts_query_writer *writer;
    ts_query_meta meta = {.about = (char *)"what", .seed = UINT64_MAX, .has_truth = true};
    meta.scenes = (char *[]){(char *)"drape", (char *)"\xc3\xa9"};
    meta.scene_count = 2;
    const char *path = scratch("one.h5");
    check_ok(ts_query_chunk_init(&chunk, 1, error));
    chunk.count = 1;
    chunk.queries[0] = (ts_ccd_query){.kind = TS_POINT_POINT, .t_max = 0.5, .min_distance = 1e-3};
    chunk.queries[0].x0[1][2] = -0.0;
    chunk.notes[0] = (ts_query_note){1, 3, 0.25, 0.25, 1, 2, 3, 0};
    check_ok(ts_query_writer_create(path, TS_FORMAT_HDF5, false, &meta, &writer, error));
    check_ok(ts_query_writer_append(writer, &chunk, error));
    check_ok(ts_query_writer_finish(writer, error));
    ts_query_chunk_clear(&chunk);
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    const struct {
        const char *name;
        hid_t type;
        int rank;
        double value;
    } expected[] = {{"kind", H5T_STD_U8LE, 1, 3},          {"min_distance", H5T_IEEE_F64LE, 1, 1e-3},
                    {"t_max", H5T_IEEE_F64LE, 1, 0.5},     {"contact", H5T_STD_I8LE, 1, 1},
                    {"truth_lo", H5T_IEEE_F64LE, 1, 0.25}, {"truth_hi", H5T_IEEE_F64LE, 1, 0.25},
                    {"truth_feature", H5T_STD_U8LE, 1, 3}, {"scene", H5T_STD_U32LE, 1, 1},
                    {"step", H5T_STD_U32LE, 1, 2},         {"iteration", H5T_STD_U32LE, 1, 3},
                    {"x0", H5T_IEEE_F64LE, 3, 0},          {"x1", H5T_IEEE_F64LE, 3, 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        const hid_t dataset = H5Dopen2(file, expected[i].name, H5P_DEFAULT);
        ck_assert_msg(dataset >= 0, "no data set %s", expected[i].name);
        const hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
        ck_assert_int_gt(H5Tequal(type, expected[i].type), 0);
        ck_assert_int_eq(H5Sget_simple_extent_ndims(space), expected[i].rank);
        double values[12];
        ck_assert_int_ge(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
        ck_assert(values[0] == expected[i].value);
        H5Sclose(space);
        H5Tclose(type);
        H5Dclose(dataset);
    }
    const hid_t attribute = H5Aopen(file, "seed", H5P_DEFAULT);
    uint64_t seed = 0;
    H5Aread(attribute, H5T_NATIVE_UINT64, &seed);
    ck_assert_uint_eq(seed, UINT64_MAX);
    H5Aclose(attribute);
    H5Fclose(file);
    ts_query_reader *reader;
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    ck_assert_str_eq(ts_query_reader_meta(reader)->scenes[1], "\xc3\xa9");
    ck_assert_str_eq(ts_query_reader_meta(reader)->about, "what");
    ck_assert_ptr_null(ts_query_reader_meta(reader)->generator);
    ts_query_reader_close(reader);
}
END_TEST

/* Every number becomes the float next to it; a truth goes only where that changes the query. */
START_TEST(test_floats) {
    const char *path = scratch("floats.h5");
    const ts_query_meta meta = {.seed = 1};
    ts_query_chunk chunk, got;
    ts_query_reader *reader;
    ts_query_writer *writer;
    check_ok(ts_query_chunk_init(&chunk, 3, error));
    chunk.count = 3;
    chunk.queries[0] = (ts_ccd_query){.kind = TS_POINT_POINT, .x0 = {{1, 2, 3}}, .x1 = {{0.5, 0, 0}}, .t_max = 1};
    chunk.queries[1] = (ts_ccd_query){.kind = TS_POINT_POINT, .x0 = {{0.1, 2, 3}}, .min_distance = 0.3, .t_max = 0.7};
    chunk.queries[2] = (ts_ccd_query){.kind = TS_POINT_POINT, .x0 = {{1e39, 2, 3}}, .t_max = 1};
    for (int i = 0; i < 3; ++i) chunk.notes[i] = (ts_query_note){.contact = 0, .truth_lo = NAN, .truth_hi = NAN};
    check_ok(ts_query_writer_create(path, TS_FORMAT_HDF5, false, &meta, &writer, error));
    check_ok(ts_query_writer_append(writer, &chunk, error));
    check_ok(ts_query_writer_finish(writer, error));
    check_ok(ts_query_chunk_init(&got, 3, error));
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    ts_query_reader_use_floats(reader);
    check_ok(ts_query_reader_next(reader, &got, error));
    ck_assert_uint_eq(got.count, 2);
    check_same_query(&got.queries[0], &chunk.queries[0]);
    ck_assert_int_eq(got.notes[0].contact, 0);
    ck_assert_double_eq(got.queries[1].x0[0][0], (double)0.1f);
    ck_assert_double_eq(got.queries[1].min_distance, (double)0.3f);
    ck_assert_double_eq(got.queries[1].t_max, (double)0.7f);
    ck_assert_int_eq(got.notes[1].contact, -1);
    ck_assert_uint_eq(ts_query_reader_rounded(reader), 3);
    check_fails(ts_query_reader_next(reader, &got, error), TS_ERROR_DATA, "floats.h5", "query 2", "single precision");
    ts_query_reader_close(reader);
    ts_query_chunk_clear(&got);
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* The recorded queries read as they are; each file's own numbers are finite and in range by the reader's checks. */
START_TEST(test_recorded) {
    const char *folder = TS_SOURCE_DIR "/../shared/data/recorded";
    ts_query_files files;
    if (ts_query_files_find(folder, &files, NULL) != TS_OK) {
        printf("skipped: no %s\n", folder);
        return;
    }
    for (size_t f = 0; f < files.count; ++f) {
        ts_error why;
        ts_query_reader *reader;
        ts_query_chunk all = read_queries(files.paths[f], 1000, false, &why);
        size_t count = 0;
        ck_assert_msg(why.status == TS_OK, "%s", why.message);
        check_ok(ts_query_reader_open(files.paths[f], NULL, &reader, error));
        check_ok(ts_query_reader_count(reader, &count, error));
        ck_assert(ts_query_reader_has_min_distance(reader) && ts_query_reader_has_t_max(reader));
        ts_query_reader_close(reader);
        ck_assert_uint_eq(all.count, count);
        ck_assert_uint_gt(count, 1000);
        /* against HDF5's own reading of everything at once */
        double(*x1)[4][3] = malloc(count * sizeof *x1);
        const hid_t file = H5Fopen(files.paths[f], H5F_ACC_RDONLY, H5P_DEFAULT);
        const hid_t dataset = H5Dopen2(file, "x1", H5P_DEFAULT);
        ck_assert_int_ge(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x1), 0);
        for (size_t i = 0; i < count; ++i) {
            const size_t used = (size_t)ts_ccd_vertices(all.queries[i].kind);
            ck_assert_mem_eq(all.queries[i].x1, x1[i], used * sizeof x1[i][0]);
        }
        H5Dclose(dataset);
        H5Fclose(file);
        free(x1);
        ts_query_chunk_clear(&all);
    }
    ts_query_files_clear(&files);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hdf5");
    TCase *files = tcase_create("files");
    tcase_add_checked_fixture(files, scratch_setup, scratch_teardown);
    tcase_add_test(files, test_foreign_layouts);
    tcase_add_test(files, test_no_negative_zero);
    tcase_add_test(files, test_optional);
    tcase_add_test(files, test_values);
    tcase_add_test(files, test_notes);
    tcase_add_test(files, test_shapes_and_types);
    tcase_add_test(files, test_hostile);
    tcase_add_test(files, test_short_chunks);
    tcase_add_test(files, test_short_compact);
    tcase_add_test(files, test_chunks_of_another_shape);
    tcase_add_test(files, test_attributes);
    tcase_add_test(files, test_many_filters);
    tcase_add_test(files, test_damaged_files);
    tcase_add_test(files, test_streaming);
    tcase_add_test(files, test_container);
    tcase_add_test(files, test_floats);
    tcase_add_test(files, test_recorded);
    suite_add_tcase(suite, files);
    return ts_run_suite(suite);
}
