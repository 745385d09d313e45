/* SPDX-License-Identifier: MIT
 * The NYU CSV reader: values against GMP's rationals, every malformed file, streaming, sidecars. */
#include <gmp.h>
#include <limits.h>

#include "core/random.h"
#include "datasets/rational.h"
#include "tests/datasets/scratch.h"

/* ---- Rationals ---- */

static ts_rational_result convert(const char *numerator, const char *denominator, double *value) {
    ts_integer n, d;
    ck_assert_ptr_nonnull(ts_integer_scan(numerator, &n));
    ck_assert_ptr_nonnull(ts_integer_scan(denominator, &d));
    return ts_rational_to_double(&n, &d, value);
}

/* Is no double nearer to q, and `value` even if another is as near? */
static void check_nearest(const mpq_t q, double value) {
    const double others[] = {nextafter(value, -INFINITY), nextafter(value, INFINITY)};
    uint64_t bits;
    mpq_t distance, other;
    mpq_inits(distance, other, NULL);
    mpq_set_d(distance, value);
    mpq_sub(distance, distance, q);
    mpq_abs(distance, distance);
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 2; ++i) {
        if (isinf(others[i])) continue;
        mpq_set_d(other, others[i]);
        mpq_sub(other, other, q);
        mpq_abs(other, other);
        const int compare = mpq_cmp(distance, other);
        ck_assert_msg(compare < 0 || (compare == 0 && bits % 2 == 0), "%.17g is not the nearest double", value);
    }
    mpq_clears(distance, other, NULL);
}

static double random_double(ts_random *random) {
    for (;;) {
        const uint64_t bits = ts_random_bits(random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) return value;
    }
}

/* Every double, written with a common factor, is read back; GMP says what the text is. */
START_TEST(test_rational_exact) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int i = 0; i < ts_test_cases(3000); ++i) {
        const double value = i % 3 ? random_double(&random) : ts_random_between(&random, -2, 2);
        double got = NAN;
        mpq_t q;
        mpq_init(q);
        mpq_set_d(q, value);
        const unsigned long factor = i % 2 ? 1 + ts_random_below(&random, 1000000) : 1;
        mpz_mul_ui(mpq_numref(q), mpq_numref(q), factor);
        mpz_mul_ui(mpq_denref(q), mpq_denref(q), factor);
        char *n = mpz_get_str(NULL, 10, mpq_numref(q)), *d = mpz_get_str(NULL, 10, mpq_denref(q));
        ck_assert_msg(convert(n, d, &got) == TS_RATIONAL_EXACT, "%s/%s is %a", n, d, value);
        ck_assert_msg(got == value, "%s/%s is %a, not %a", n, d, value, got);
        free(n);
        free(d);
        mpq_clear(q);
    }
}
END_TEST

/* What the writer prints is the double, in lowest terms, over a power of two. */
START_TEST(test_rational_print) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    const double extremes[] = {
        0.0,     5e-324, -5e-324, 2.2250738585072009e-308, 1e-200, 1e150,  1.7976931348623157e308,
        1.0,     -1.0,   0.1,     9007199254740993.0,      4.6e18, 0x1p62, 0x1p-62,
        0x1p-63, 0x1p63};
    for (int i = 0; i < ts_test_cases(3000); ++i) {
        const double value = i < (int)(sizeof extremes / sizeof *extremes) ? extremes[i] : random_double(&random);
        char text[TS_RATIONAL_LENGTH];
        ck_assert_uint_eq(ts_rational_print(value, text), strlen(text));
        mpq_t expected, printed;
        mpq_inits(expected, printed, NULL);
        mpq_set_d(expected, value);
        *strchr(text, ',') = '/';
        ck_assert_int_eq(mpq_set_str(printed, text, 10), 0);
        ck_assert_msg(mpz_cmp(mpq_numref(expected), mpq_numref(printed)) == 0 &&
                          mpz_cmp(mpq_denref(expected), mpq_denref(printed)) == 0,
                      "%a was printed as %s", value, text);
        mpq_clears(expected, printed, NULL);
    }
    char text[TS_RATIONAL_LENGTH];
    double zero = 1.0;
    ts_rational_print(-0.0, text);
    ck_assert_str_eq(text, "-0,1");
    ck_assert_int_eq(convert("-0", "1", &zero), TS_RATIONAL_EXACT);
    ck_assert(zero == 0.0 && signbit(zero));
}
END_TEST

/* Random fractions of 1 to 60 digits, and halves between neighbours (ties) of all magnitudes. */
START_TEST(test_rational_rounding) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int i = 0; i < ts_test_cases(3000); ++i) {
        mpq_t q, half;
        mpq_inits(q, half, NULL);
        if (i % 2) {
            const double value = i % 4 == 1 ? random_double(&random) : random_double(&random) * 0x1p-1000;
            mpq_set_d(q, value);
            mpq_set_d(half, nextafter(value, 0.0));
            mpq_add(q, q, half);
            mpq_div_2exp(q, q, 1);
        } else {
            const mpz_ptr parts[] = {mpq_numref(q), mpq_denref(q)};
            for (int p = 0; p < 2; ++p) {
                char digits[64] = "";
                const size_t count = 1 + ts_random_below(&random, 60);
                for (size_t k = 0; k < count; ++k) digits[k] = (char)('1' + ts_random_below(&random, 9));
                mpz_set_str(parts[p], digits, 10);
            }
        }
        char *n = mpz_get_str(NULL, 10, mpq_numref(q)), *d = mpz_get_str(NULL, 10, mpq_denref(q));
        double got = NAN;
        const ts_rational_result result = convert(n, d, &got);
        mpq_canonicalize(q);
        ck_assert(result == TS_RATIONAL_EXACT || result == TS_RATIONAL_ROUNDED);
        check_nearest(q, got);
        mpq_set_d(half, got);
        ck_assert_int_eq(mpq_equal(q, half) != 0, result == TS_RATIONAL_EXACT);
        free(n);
        free(d);
        mpq_clears(q, half, NULL);
    }
}
END_TEST

START_TEST(test_rational_limits) {
    double value = 7.0;
    char large[400];
    memset(large, '9', 309);
    large[309] = '\0';
    ck_assert_int_eq(convert(large, "1", &value), TS_RATIONAL_TOO_LARGE);
    ck_assert_int_eq(convert(large, "0", &value), TS_RATIONAL_BAD_DENOMINATOR);
    ck_assert_int_eq(convert("1", "-8", &value), TS_RATIONAL_BAD_DENOMINATOR);
    ck_assert_int_eq(convert("1", "-0", &value), TS_RATIONAL_BAD_DENOMINATOR);
    ck_assert_int_eq(convert("1", "0000000000000000000000000000000000000000000000000", &value),
                     TS_RATIONAL_BAD_DENOMINATOR);
    ck_assert_int_eq(convert("0", "0", &value), TS_RATIONAL_BAD_DENOMINATOR);
    ck_assert(value == 7.0);
    ck_assert_int_eq(convert("1", large, &value), TS_RATIONAL_ROUNDED);
    ck_assert_int_eq(convert("-0", "3", &value), TS_RATIONAL_EXACT);
    ck_assert(value == 0.0 && signbit(value));
    ck_assert_int_eq(convert("9007199254740993", "1", &value), TS_RATIONAL_ROUNDED);
    ck_assert(value == 9007199254740992.0);
    /* 10 2^126 has 39 digits; without the last one it is 2^126 */
    ck_assert_int_eq(convert("850705917302346158658436518579420528640", "1", &value), TS_RATIONAL_EXACT);
    ck_assert(value == 0x1.4p129);
    ck_assert_int_eq(convert("1", "850705917302346158658436518579420528640", &value), TS_RATIONAL_ROUNDED);
    ck_assert(value == 0.1 * 0x1p-126);
    ts_integer integer;
    ck_assert_ptr_null(ts_integer_scan("", &integer));
    ck_assert_ptr_null(ts_integer_scan("-", &integer));
    ck_assert_ptr_null(ts_integer_scan("+1", &integer));
    ck_assert_ptr_null(ts_integer_scan("x", &integer));
}
END_TEST

/* ---- Files ---- */

/* Two point-point queries: free and in contact. */
#define FREE "0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,0,1,0,1,0\n1,2,0,1,0,1,0\n"
#define CONTACT "0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,0,1,0,1,1\n-1,4,0,1,0,1,1\n"
#define CSV "point-point/data.csv"

static ts_query_chunk read_text(const char *text, ts_error *error) {
    const char *path = scratch(CSV);
    write_file(path, text);
    return read_queries(path, 16, false, error);
}

START_TEST(test_kinds) {
    const char *const folders[] = {"vertex-face", "edge-edge", "point-edge", "point-point"};
    const int vertices[] = {4, 4, 3, 2};
    for (int kind = 0; kind < 4; ++kind) {
        const char *path = scratch("%s/some.csv", folders[kind]);
        FILE *file = fopen(path, "w");
        for (int query = 0; query < 2; ++query) {
            for (int row = 0; row < 2 * vertices[kind]; ++row) {
                fprintf(file, "%d,2,%d,4,-%d,8,%d\n", 100 * query + row, row + 1, row + 2, query);
            }
        }
        fclose(file);
        ts_error error;
        ts_query_chunk all = read_queries(path, 16, false, &error);
        ck_assert_uint_eq(all.count, 2);
        ck_assert_int_eq(error.status, TS_OK);
        for (int query = 0; query < 2; ++query) {
            const ts_ccd_query *q = &all.queries[query];
            ck_assert_int_eq(q->kind, kind);
            ck_assert(q->min_distance == 0.0 && q->t_max == 1.0);
            ck_assert_int_eq(all.notes[query].contact, query);
            ck_assert(isnan(all.notes[query].truth_lo) && isnan(all.notes[query].truth_hi));
            ck_assert_uint_eq(all.notes[query].origin, (uint64_t)query);
            for (int row = 0; row < 8; ++row) {
                const double *x = row < 4 ? q->x0[row] : q->x1[row - 4];
                const int line = row < 4 ? row : row - 4 + vertices[kind];
                const bool used = row % 4 < vertices[kind];
                ck_assert(x[0] == (used ? (100 * query + line) / 2.0 : 0.0));
                ck_assert(x[1] == (used ? (line + 1) / 4.0 : 0.0));
                ck_assert(x[2] == (used ? -(line + 2) / 8.0 : 0.0));
            }
        }
        ts_query_chunk_clear(&all);
    }
}
END_TEST

START_TEST(test_line_ends) {
    const char *const texts[] = {FREE CONTACT, FREE CONTACT "\n\n  \n\r\n",
                                 "0,1,0,1,0,1,0\r\n1,1,0,1,0,1,0\r\n"
                                 "0,1,0,1,0,1,0\r\n1,2,0,1,0,1,0\r\n" CONTACT,
                                 FREE "0,1,0,1,0,1,1\n1,1,0,1,0,1,1\n0,1,0,1,0,1,1\n-1,4,0,1,0,1,1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        ts_error error;
        ts_query_chunk all = read_text(texts[i], &error);
        ck_assert_msg(error.status == TS_OK, "text %zu: %s", i, error.message);
        ck_assert_uint_eq(all.count, 2);
        ck_assert(all.queries[0].x1[1][0] == 0.5 && all.queries[1].x1[1][0] == -0.25);
        ck_assert_int_eq(all.notes[1].contact, 1);
        ts_query_chunk_clear(&all);
    }
}
END_TEST

/* What follows one good query, and what the message must say. */
static const struct {
    const char *text, *parts[5]; /* ended by NULL */
} malformed[] = {
    {"0,1,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,0,1,0,1,0\n", {":7:", "ends inside query 1", "expected 4 rows", "found 3"}},
    {"0,1,0,1,0,1,0\n\n0,1,0,1,0,1,0\n1,2,0,1,0,1,0\n", {":6:", "expected 7 columns", "found 1"}},
    {"0,1,0,1,0,1\n", {":5:", "expected 7 columns", "found 6"}},
    {"0,1,0,1,0,1,0,0\n", {":5:", "expected 7 columns", "found 8"}},
    {"0,1,0,1,0,1,\n", {":5:", "an integer in column 7", "found \"\""}},
    {"0,1,x,1,0,1,0\n", {":5:", "an integer in column 3", "found \"x\""}},
    {"0,1,0.5,1,0,1,0\n", {":5:", "an integer in column 3", "found \"0.5\""}},
    {"0,1,1e3,1,0,1,0\n", {":5:", "an integer in column 3", "found \"1e3\""}},
    {"0,1,+1,1,0,1,0\n", {":5:", "an integer in column 3"}},
    {"0, 1,0,1,0,1,0\n", {":5:", "an integer in column 2", "found \" 1\""}},
    {"nan,1,0,1,0,1,0\n", {":5:", "an integer in column 1", "found \"nan\""}},
    {"0,1,0,0,0,1,0\n", {":5:", "a denominator > 0", "found \"0\""}},
    {"0,1,1,-2,0,1,0\n", {":5:", "a denominator > 0", "found \"-2\""}},
    {"0,1,0,1,0,1,2\n", {":5:", "the label 0 or 1", "found \"2\""}},
    {"0,1,0,1,0,1,-1\n", {":5:", "the label 0 or 1", "found \"-1\""}},
    {"0,1,0,1,0,1,00\n", {":5:", "the label 0 or 1", "found \"00\""}},
    {"0,1,0,1,0,1,0\n0,1,0,1,0,1,1\n", {":6:", "expected the label 0", "found 1"}},
    {"1,3,0,1,0,1,0\n", {":5:", "a rational that is a double", "1/3", "--round"}},
    {"0,1,9007199254740993,1,0,1,0\n", {":5:", "9007199254740993/1", "--round"}},
    {"\n0,1,0,1,0,1,0\n", {":6:", "blank line"}},
    {"\xff\xfe\x1b[2J,1,0,1,0,1,0\n", {":5:", "found \"???[2J\""}},
};

START_TEST(test_malformed) {
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; ++i) {
        char text[512];
        ts_error error;
        snprintf(text, sizeof text, "%s%s", FREE, malformed[i].text);
        ts_query_chunk all = read_text(text, &error);
        ck_assert_msg(all.count == 1, "malformed %zu: %zu queries before the error", i, all.count);
        ck_assert(all.queries[0].x1[1][0] == 0.5);
        ck_assert_ptr_nonnull(strstr(error.message, scratch(CSV)));
        check_error(&error, TS_ERROR_DATA, malformed[i].parts);
        ts_query_chunk_clear(&all);
    }
}
END_TEST

START_TEST(test_zero_byte) {
    const char text[] = "0,1,0,1,0,1,0\0001\n";
    const char *path = scratch(CSV);
    ts_error error;
    write_bytes(path, text, sizeof text - 1);
    read_queries(path, 4, false, &error);
    check_error(&error, TS_ERROR_DATA, (const char *[]){":1:", "a zero byte", NULL});
}
END_TEST

START_TEST(test_empty_and_elsewhere) {
    ts_query_reader *reader;
    ts_error why;
    read_text("", &why);
    check_error(&why, TS_ERROR_DATA, (const char *[]){CSV ":1:", "empty", "expected 4 rows", NULL});
    read_text("\n\n", &why);
    check_error(&why, TS_ERROR_DATA, (const char *[]){CSV, "empty", NULL});
    write_file(scratch("elsewhere/data.csv"), FREE);
    check_fails(ts_query_reader_open(scratch("elsewhere/data.csv"), NULL, &reader, error), TS_ERROR_DATA,
                "elsewhere/data.csv", "vertex-face", "point-point");
    check_fails(ts_query_reader_open(scratch("point-point/no.csv"), NULL, &reader, error), TS_ERROR_DATA,
                "point-point/no.csv", "No such file");
    scratch("point-point/folder.csv/x");
    check_fails(ts_query_reader_open(scratch("point-point/folder.csv"), NULL, &reader, error), TS_ERROR_DATA,
                "not a regular file");
    write_file(scratch("point-point/data.txt"), FREE);
    check_fails(ts_query_reader_open(scratch("point-point/data.txt"), NULL, &reader, error), TS_ERROR_DATA, "data.txt",
                ".csv, .h5 or .hdf5");
    if (geteuid() != 0) {
        ck_assert_int_eq(chmod(scratch(CSV), 0), 0);
        check_fails(ts_query_reader_open(scratch(CSV), NULL, &reader, error), TS_ERROR_DATA, "Permission denied");
    }
}
END_TEST

/* The kind is the folder's name also when the path does not show it. */
START_TEST(test_bare_name) {
    char before[PATH_MAX];
    ts_error error;
    write_file(scratch(CSV), FREE);
    ck_assert_ptr_nonnull(getcwd(before, sizeof before));
    ck_assert_int_eq(chdir(scratch("point-point")), 0);
    ts_query_chunk all = read_queries("data.csv", 4, false, &error);
    ck_assert_int_eq(chdir(before), 0);
    ck_assert_uint_eq(all.count, 1);
    ts_query_chunk_clear(&all);
}
END_TEST

START_TEST(test_round) {
    const char *path = scratch(CSV);
    ts_query_reader *reader;
    ts_query_chunk chunk;
    const ts_reader_options options = {.round = true};
    write_file(path, "1,3,2,3,0,1,0\n1,1,0,1,0,1,0\n0,1,3,6,0,1,0\n1,10,0,1,0,1,0\n");
    check_ok(ts_query_chunk_init(&chunk, 4, error));
    check_ok(ts_query_reader_open(path, &options, &reader, error));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.count, 1);
    ck_assert(chunk.queries[0].x0[0][0] == 1.0 / 3.0 && chunk.queries[0].x0[0][1] == 2.0 / 3.0);
    ck_assert(chunk.queries[0].x1[0][1] == 0.5 && chunk.queries[0].x1[1][0] == 0.1);
    ck_assert_uint_eq(ts_query_reader_rounded(reader), 3);
    ts_query_reader_close(reader);
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* A number of 200,000 digits is read; a line without an end is refused before it fills the memory. */
START_TEST(test_long_lines) {
    const size_t digits = 200000;
    char *text = malloc(3 * digits);
    memset(text, '0', digits);
    snprintf(text + digits, 256, "7,2,0,1,0,1,0\n1,1,0,1,0,1,0\n0,1,0,1,0,1,0\n1,2,0,1,0,1,0\n");
    ts_error error;
    ts_query_chunk all = read_text(text, &error);
    ck_assert_uint_eq(all.count, 1);
    ck_assert(all.queries[0].x0[0][0] == 3.5);
    ts_query_chunk_clear(&all);
    free(text);
    const size_t endless = ((size_t)1 << 20) + 10;
    text = malloc(endless + 1);
    memset(text, '1', endless);
    text[endless] = '\0';
    read_text(text, &error);
    check_error(&error, TS_ERROR_DATA, (const char *[]){":1:", "longer than 1048576 bytes", NULL});
    free(text);
}
END_TEST

/* ---- Streaming ---- */

static void write_numbered(const char *path, int count) {
    FILE *file = fopen(path, "w");
    for (int query = 0; query < count; ++query) {
        for (int row = 0; row < 4; ++row) fprintf(file, "%d,%d,0,1,0,1,%d\n", query, 1 << row, query % 2);
    }
    fclose(file);
}

START_TEST(test_streaming) {
    const char *path = scratch(CSV);
    ts_error error;
    write_numbered(path, 10000);
    ts_query_chunk whole = read_queries(path, 4096, false, &error);
    ck_assert_uint_eq(whole.count, 10000);
    for (size_t capacity = 1; capacity <= 7; capacity += 6) {
        ts_query_chunk parts = read_queries(path, capacity, false, &error);
        ck_assert_uint_eq(parts.count, whole.count);
        ck_assert_mem_eq(parts.queries, whole.queries, whole.count * sizeof *whole.queries);
        ts_query_chunk_clear(&parts);
    }
    ts_query_chunk_clear(&whole);
}
END_TEST

START_TEST(test_seek_and_count) {
    const char *path = scratch(CSV);
    ts_query_reader *reader;
    ts_query_chunk chunk;
    size_t count = 0;
    write_numbered(path, 5000);
    FILE *sidecar = fopen(scratch("point-point/data.min_distance"), "w");
    for (int i = 0; i < 5000; ++i) fprintf(sidecar, "%d\n", i);
    fclose(sidecar);
    check_ok(ts_query_chunk_init(&chunk, 3, error));
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    check_ok(ts_query_reader_count(reader, &count, error));
    ck_assert_uint_eq(count, 5000);
    const size_t places[] = {17, 4321, 4999, 0, 17, 16, 19};
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        check_ok(ts_query_reader_seek(reader, places[i], error));
        check_ok(ts_query_reader_next(reader, &chunk, error));
        ck_assert_uint_eq(chunk.first, places[i]);
        ck_assert(chunk.queries[0].x0[0][0] == (double)places[i]);
        ck_assert(chunk.queries[0].min_distance == (double)places[i]);
        ck_assert_uint_eq(chunk.count, places[i] == 4999 ? 1 : 3);
        ck_assert_uint_eq(chunk.notes[0].origin, places[i]);
    }
    check_fails(ts_query_reader_seek(reader, 5000, error), TS_ERROR_DATA, CSV, "no query 5000", "0 to 4999");
    check_fails(ts_query_reader_next(reader, &chunk, error), TS_ERROR_DATA, "no query 5000");
    check_ok(ts_query_reader_seek(reader, 4999, error));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.count, 0);
    ts_query_reader_close(reader);
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* An error stays until a seek; what was delivered before it is untouched. */
START_TEST(test_error_is_sticky) {
    const char *path = scratch(CSV);
    ts_query_reader *reader;
    ts_query_chunk chunk;
    write_file(path, FREE CONTACT "0,1,0,1,0,1,7\n");
    check_ok(ts_query_chunk_init(&chunk, 8, error));
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.count, 2);
    for (int i = 0; i < 2; ++i) {
        check_fails(ts_query_reader_next(reader, &chunk, error), TS_ERROR_DATA, CSV ":9:", "label");
        ck_assert_uint_eq(chunk.count, 2);
    }
    check_ok(ts_query_reader_seek(reader, 1, error));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.first, 1);
    ck_assert_uint_eq(chunk.count, 1);
    ts_query_reader_close(reader);
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* The first row of the second query is wrong: whoever seeks it again finds that again, and not the end. */
START_TEST(test_error_can_be_sought) {
    const char *path = scratch(CSV);
    ts_query_reader *reader;
    ts_query_chunk chunk;
    write_file(path, FREE "0,1,0,1,0,1,7\n1,1,0,1,0,1,0\n0,1,0,1,0,1,0\n1,2,0,1,0,1,0\n");
    check_ok(ts_query_chunk_init(&chunk, 8, error));
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.count, 1);
    for (int i = 0; i < 2; ++i) {
        check_fails(ts_query_reader_next(reader, &chunk, error), TS_ERROR_DATA, CSV ":5:", "label");
        check_ok(ts_query_reader_seek(reader, 1, error));
    }
    ts_query_reader_close(reader);
    ts_query_chunk_clear(&chunk);
}
END_TEST

/* ---- Sidecars ---- */

#define NOTES_HEAD "touchstone-notes,1\nabout,two\\nlines, one \\\\\nseed,77\nhas_truth,1\nscene,a,b\nscene,c\n"
#define NOTES_COLUMNS "origin,contact,truth_lo,truth_hi,truth_feature,scene,step,iteration\n"

START_TEST(test_sidecars) {
    const char *path = scratch(CSV);
    ts_query_reader *reader;
    ts_query_chunk chunk;
    write_file(path, FREE CONTACT);
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    ck_assert(!ts_query_reader_has_min_distance(reader) && !ts_query_reader_has_t_max(reader));
    ts_query_reader_close(reader);
    write_file(scratch("point-point/data.min_distance"), "0.0\r\n1e-4\r\n\r\n");
    write_file(scratch("point-point/data.t_max"), "1\n0.75");
    write_file(scratch("point-point/data.notes"),
               NOTES_HEAD NOTES_COLUMNS "5,-1,,,0,0,0,0\n9,1,0.5,0.50000000000000011,3,1,20,4294967295\n");
    check_ok(ts_query_chunk_init(&chunk, 8, error));
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    ck_assert(ts_query_reader_has_min_distance(reader) && ts_query_reader_has_t_max(reader));
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.count, 2);
    ck_assert(chunk.queries[0].min_distance == 0.0 && chunk.queries[1].min_distance == 1e-4);
    ck_assert(chunk.queries[0].t_max == 1.0 && chunk.queries[1].t_max == 0.75);
    const ts_query_note *note = &chunk.notes[1];
    ck_assert_int_eq(chunk.notes[0].contact, -1);
    ck_assert(isnan(chunk.notes[0].truth_lo));
    ck_assert_uint_eq(chunk.notes[0].origin, 5);
    ck_assert(note->contact == 1 && note->truth_lo == 0.5 && note->truth_hi == nextafter(0.5, 1.0));
    ck_assert(note->truth_feature == 3 && note->scene == 1 && note->step == 20 && note->iteration == UINT32_MAX);
    const ts_query_meta *meta = ts_query_reader_meta(reader);
    ck_assert_str_eq(meta->about, "two\nlines, one \\");
    ck_assert_uint_eq(meta->seed, 77);
    ck_assert(meta->has_truth && meta->scene_count == 2);
    ck_assert_str_eq(meta->scenes[0], "a,b");
    check_ok(ts_query_reader_next(reader, &chunk, error));
    ck_assert_uint_eq(chunk.count, 0);
    ts_query_reader_close(reader);
    ts_query_chunk_clear(&chunk);
}
END_TEST

static const struct {
    const char *suffix, *text, *parts[5];
} bad_sidecars[] = {
    {"min_distance", "0.0\n", {"data.min_distance:2:", "ends after 1 queries"}},
    {"min_distance", "0.0\n1\n2\n", {"data.min_distance:3:", "expected the end", "\"2\""}},
    {"min_distance", "0.0\n-1e-9\n", {"data.min_distance:2:", "min_distance >= 0", "-1e-09"}},
    {"min_distance", "0.0\nnan\n", {"data.min_distance:2:", "one decimal number", "\"nan\""}},
    {"min_distance", "0.0\ninf\n", {"data.min_distance:2:", "one decimal number", "\"inf\""}},
    {"min_distance", "0.0\n1e999\n", {"data.min_distance:2:", "one decimal number", "\"1e999\""}},
    {"min_distance", "0.0\n1 2\n", {"data.min_distance:2:", "one decimal number", "\"1 2\""}},
    {"min_distance", "0.0\n0x1p3\n", {"data.min_distance:2:", "one decimal number"}},
    {"min_distance", "", {"data.min_distance:1:", "ends after 0 queries"}},
    {"t_max", "1\n0\n", {"data.t_max:2:", "t_max in (0, 1]", "found 0"}},
    {"t_max", "1\n1.0000001\n", {"data.t_max:2:", "t_max in (0, 1]", "found 1.0000001"}},
    {"t_max", "1\n1.0000000000000002\n", {"data.t_max:2:", "t_max in (0, 1]", "found 1.0000000000000002"}},
    {"t_max", "1\n\n", {"data.t_max:2:", "one decimal number", "\"\""}},
    {"notes", "", {"data.notes:1:", "ends inside its header"}},
    {"notes", "touchstone-notes,2\n", {"data.notes:1:", "touchstone-notes,1"}},
    {"notes", "touchstone-notes,1\ncolour,red\n", {"data.notes:2:", "about, generator", "\"colour\""}},
    {"notes", "touchstone-notes,1\nseed,-1\n", {"data.notes:2:", "a seed", "\"-1\""}},
    {"notes", "touchstone-notes,1\nseed,18446744073709551616\n", {"data.notes:2:", "a seed"}},
    {"notes", "touchstone-notes,1\nhas_truth,2\n", {"data.notes:2:", "has_truth 0 or 1"}},
    {"notes", NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,0,,,0,0,0,0\n", {":9:", "contact is 0", "label", "is 1"}},
    {"notes", NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,1,,,0,2,0,0\n", {":9:", "scene is 2", "2 scene names"}},
    {"notes", NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,1,,,4,0,0,0\n", {":9:", "truth_feature is 4"}},
    {"notes", NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,1,0.5,0.25,0,0,0,0\n", {":9:", "truth_lo <= truth_hi"}},
    {"notes", NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,1,0.5,,0,0,0,0\n", {":9:", "truth_lo <= truth_hi"}},
    {"notes",
     NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,1,0.2,0.95,0,0,0,0\n",
     {":9:", "truth_lo is 0.2 and truth_hi 0.95", "equal or adjacent doubles"}},
    {"notes",
     NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,1,0.5,0.50000000000000022,0,0,0,0\n",
     {":9:", "truth_hi 0.5000000000000002;", "equal or adjacent doubles"}},
    {"notes", NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,1,,,0,0,0\n", {":9:", "expected numbers for origin"}},
    {"notes", NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,1,,,0,0,0,0,0\n", {":9:", "expected numbers for origin"}},
    {"notes", NOTES_HEAD NOTES_COLUMNS "0,0,,,0,0,0,0\n0,1,,,0,0,4294967296,0\n", {":9:", "expected numbers"}},
};

START_TEST(test_bad_sidecars) {
    for (size_t i = 0; i < sizeof bad_sidecars / sizeof *bad_sidecars; ++i) {
        const char *sidecar = scratch("point-point/data.%s", bad_sidecars[i].suffix);
        ts_error error;
        write_file(sidecar, bad_sidecars[i].text);
        ts_query_chunk all = read_text(FREE CONTACT, &error);
        check_error(&error, TS_ERROR_DATA, bad_sidecars[i].parts);
        ck_assert_ptr_nonnull(strstr(error.message, sidecar));
        ts_query_chunk_clear(&all);
        ck_assert_int_eq(remove(sidecar), 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("csv");
    TCase *rationals = tcase_create("rationals"), *files = tcase_create("files");
    tcase_add_test(rationals, test_rational_exact);
    tcase_add_test(rationals, test_rational_print);
    tcase_add_test(rationals, test_rational_rounding);
    tcase_add_test(rationals, test_rational_limits);
    suite_add_tcase(suite, rationals);
    tcase_add_checked_fixture(files, scratch_setup, scratch_teardown);
    tcase_add_test(files, test_kinds);
    tcase_add_test(files, test_line_ends);
    tcase_add_test(files, test_malformed);
    tcase_add_test(files, test_zero_byte);
    tcase_add_test(files, test_empty_and_elsewhere);
    tcase_add_test(files, test_bare_name);
    tcase_add_test(files, test_round);
    tcase_add_test(files, test_long_lines);
    tcase_add_test(files, test_streaming);
    tcase_add_test(files, test_seek_and_count);
    tcase_add_test(files, test_error_is_sticky);
    tcase_add_test(files, test_error_can_be_sought);
    tcase_add_test(files, test_sidecars);
    tcase_add_test(files, test_bad_sidecars);
    suite_add_tcase(suite, files);
    return ts_run_suite(suite);
}
