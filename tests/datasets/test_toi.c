/* SPDX-License-Identifier: MIT
 * The Time of Impact data set: a small scene in its layout (tests/datasets/toi/make.py) whose roots were computed in
 * rationals by other code, held against the oracle; and everything malformed. */
#include <math.h>

#include <touchstone/dataset.h>
#include <touchstone/oracle.h>

#include "datasets/exact_number.h"
#include "tests/datasets/scratch.h"

/* ---- The sample ---- */

static const char *sample(const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/tests/datasets/toi/sample/queries/%s", TS_SOURCE_DIR, name);
    return path;
}

static void read_all(const char *path, size_t expected, ts_query_chunk *chunk) {
    ts_query_reader *reader;
    check_ok(ts_query_chunk_init(chunk, 64, error));
    check_ok(ts_query_reader_open(path, NULL, &reader, error));
    check_ok(ts_query_reader_next(reader, chunk, error));
    ck_assert_uint_eq(chunk->count, expected);
    const ts_query_meta *meta = ts_query_reader_meta(reader);
    ck_assert_uint_eq(meta->scene_count, 1);
    ck_assert_str_eq(meta->scenes[0], "sample");
    ck_assert(!meta->has_truth);
    ts_query_reader_close(reader);
}

/* The last four queries of each file are wrong on purpose: free labelled contact, contact labelled free, another root,
 * a root that is no number. All else agrees with the oracle, to the doubles around the exact time. */
static void check_sample(const char *name, ts_ccd_kind kind, size_t count) {
    ts_query_chunk chunk;
    read_all(sample(name), count, &chunk);
    for (size_t k = 0; k < count; ++k) {
        const ts_query_note *note = &chunk.notes[k];
        const size_t wrong = k + 4 - count; /* huge before them */
        ts_oracle_truth truth;
        ck_assert_int_eq(chunk.queries[k].kind, kind);
        ck_assert_uint_eq(note->step, 12);
        ck_assert_int_eq(ts_oracle_toi(&chunk.queries[k], TS_ORACLE_ALL, &truth), TS_OK);
        if (wrong < 2) {
            ck_assert_int_eq(note->contact, wrong == 0);
            ck_assert(truth.contact == (wrong == 1) && isnan(note->truth_lo) && isnan(note->truth_hi));
            continue;
        }
        ck_assert_msg(note->contact == truth.contact, "query %zu", k);
        if (!truth.contact || wrong == 3) {
            ck_assert(isnan(note->truth_lo) && isnan(note->truth_hi));
        } else if (wrong == 2) {
            ck_assert(note->truth_lo < 1.0 / 7.0 + 1e-15 && note->truth_hi == nextafter(note->truth_lo, 1.0));
            ck_assert(note->truth_lo != truth.lo);
        } else {
            ck_assert_msg(note->truth_lo == truth.lo && note->truth_hi == truth.hi, "query %zu: %.17g, %.17g", k,
                          note->truth_lo, truth.lo);
        }
    }
    ts_query_chunk_clear(&chunk);
}

START_TEST(roots_are_those_of_the_oracle) {
    check_sample("12vf.csv", TS_POINT_TRIANGLE, 28);
    check_sample("12ee.csv", TS_EDGE_EDGE, 22);
}
END_TEST

START_TEST(any_query_can_be_sought) {
    ts_query_chunk all, one;
    ts_query_reader *reader;
    read_all(sample("12vf.csv"), 28, &all);
    check_ok(ts_query_chunk_init(&one, 1, error));
    check_ok(ts_query_reader_open(sample("12vf.csv"), NULL, &reader, error));
    static const size_t ORDER[] = {5, 27, 0, 26, 12};
    for (size_t k = 0; k < 5; ++k) {
        check_ok(ts_query_reader_seek(reader, ORDER[k], error));
        check_ok(ts_query_reader_next(reader, &one, error));
        ck_assert_mem_eq(&one.queries[0], &all.queries[ORDER[k]], sizeof *one.queries);
        ck_assert_int_eq(one.notes[0].contact, all.notes[ORDER[k]].contact);
        ck_assert_mem_eq(&one.notes[0].truth_lo, &all.notes[ORDER[k]].truth_lo, sizeof(double));
    }
    ts_query_reader_close(reader);
    ts_query_chunk_clear(&one);
    ts_query_chunk_clear(&all);
}
END_TEST

/* ---- Labels ---- */

#define ROW "0,1,0,1,0,1\n"
#define QUERY ROW ROW ROW ROW ROW ROW ROW ROW

static ts_status read_scene(size_t *count, int8_t *label, ts_error *error) {
    ts_query_reader *reader;
    ts_query_chunk chunk;
    ck_assert_int_eq(ts_query_chunk_init(&chunk, 8, NULL), TS_OK);
    ts_status status = ts_query_reader_open(scratch("s/queries/7vf.csv"), NULL, &reader, error);
    if (status == TS_OK) {
        status = ts_query_reader_next(reader, &chunk, error);
        if (status == TS_OK && chunk.count) *label = chunk.notes[0].contact;
        *count = chunk.count;
        if (status == TS_OK) status = ts_query_reader_next(reader, &chunk, error); /* an error behind the good ones */
        ts_query_reader_close(reader);
    }
    ts_query_chunk_clear(&chunk);
    return status;
}

START_TEST(labels_may_be_missing) {
    size_t count = 0;
    int8_t label = 5;
    write_file(scratch("s/queries/7vf.csv"), QUERY QUERY);
    check_ok(read_scene(&count, &label, error));
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(label, -1);
    write_file(scratch("s/mma_bool/7vf_mma_bool.json"), " [ true ,\nfalse ] \n");
    check_ok(read_scene(&count, &label, error));
    ck_assert_int_eq(label, 1);
}
END_TEST

START_TEST(malformed_files_are_refused) {
    static const struct {
        const char *rows, *labels, *reason;
    } CASES[] = {
        {QUERY, "[true, false]", "has 2 labels, but"},
        {QUERY QUERY, "[true]", "has 1 labels; expected one for each query"},
        {QUERY, "", ":1: expected an array '[' after 0 labels, found the end of the file"},
        {QUERY, "[\n1]", ":2: expected true or false after 0 labels"},
        {QUERY, "[true", ":1: expected ',' or ']' after 1 labels, found the end of the file"},
        {QUERY, "[true,]", ":1: expected true or false after 1 labels"},
        {QUERY, "[true] 1", ":1: expected the end of the file after 1 labels"},
        {"0,1,0,1,0,1,0\n", "[true]", "7vf.csv:1: expected 6 columns, found 7"},
        {ROW ROW, "[true]", "the file ends inside query 0"},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        size_t count = 0;
        int8_t label;
        write_file(scratch("s/queries/7vf.csv"), CASES[k].rows);
        write_file(scratch("s/mma_bool/7vf_mma_bool.json"), CASES[k].labels);
        check_fails(read_scene(&count, &label, error), TS_ERROR_DATA, CASES[k].reason);
    }
    write_file(scratch("s/queries/7.csv"), QUERY);
    ts_query_reader *reader;
    check_fails(ts_query_reader_open(scratch("s/queries/7.csv"), NULL, &reader, error), TS_ERROR_DATA, "12ee.csv");
}
END_TEST

/* ---- Archives ---- */

/* A tar archive of one file, not compressed. */
static size_t make_tar(const char *name, const char *data, size_t size, unsigned char tar[2048]) {
    unsigned sum = 0;
    memset(tar, 0, 2048);
    snprintf((char *)tar, 100, "%s", name);
    snprintf((char *)tar + 124, 12, "%011zo", size);
    tar[156] = '0';
    memset(tar + 148, ' ', 8);
    for (int k = 0; k < 512; ++k) sum += tar[k];
    snprintf((char *)tar + 148, 8, "%06o", sum);
    memcpy(tar + 512, data, size);
    return 2048;
}

START_TEST(malformed_archives_are_refused) {
    static const struct {
        const char *name, *data;
        size_t size, cut; /* cut: bytes of the archive */
        int spoil;        /* a byte to change, or -1 */
        const char *reason;
    } CASES[] = {
        {"7vf_q0_roots.wxf", "8:C\0", 4, 2048, -1, NULL},
        {"7vf_q1_roots.wxf", "8:C\0", 4, 2048, -1, "7vf_q1_roots.wxf is of query 1"},
        {"8vf_q1_roots.wxf", "8:C\0", 4, 2048, -1, NULL}, /* of another file */
        {"readme", "8:", 2, 2048, -1, NULL},
        {"7vf_q0_roots.wxf", "9:C\0", 4, 2048, -1, "no complete WXF"},
        {"7vf_q0_roots.wxf", "8:C\0C\0", 6, 2048, -1, "no complete WXF"},
        {"7vf_q0_roots.wxf", "8:f\5s\4List", 10, 2048, -1, "no complete WXF"},
        {"7vf_q0_roots.wxf", "8C:", 3, 2048, -1, "no complete WXF"},
        {"7vf_q0_roots.wxf", "8:\301\0\1\1\0", 7, 2048, -1, NULL}, /* an array: no root */
        {"7vf_q0_roots.wxf", "8:C\0", 4, 600, -1, "cut inside this file"},
        {"7vf_q0_roots.wxf", "8:C\0", 4, 300, -1, "in front of a file"},
        {"7vf_q0_roots.wxf", "8:C\0", 4, 2048, 3, "its checksum"},
        {"7vf_q0_roots.wxf", "8:C\0", 4, 2048, 124, "its checksum"},
    };
    write_file(scratch("s/queries/7vf.csv"), QUERY);
    write_file(scratch("s/mma_bool/7vf_mma_bool.json"), "[true]");
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        unsigned char tar[2048];
        size_t count = 0;
        int8_t label;
        make_tar(CASES[k].name, CASES[k].data, CASES[k].size, tar);
        if (CASES[k].spoil >= 0) tar[CASES[k].spoil] ^= 1;
        mkdir(scratch("s/roots"), 0755);
        write_bytes(scratch("s/roots/7vf_roots.tar.gz"), tar, CASES[k].cut);
        if (CASES[k].reason) {
            check_fails(read_scene(&count, &label, error), TS_ERROR_DATA, "7vf_roots.tar.gz", CASES[k].reason);
        } else {
            check_ok(read_scene(&count, &label, error));
        }
    }
}
END_TEST

/* ---- Numbers ---- */

/* Tokens after "8:", by hand. */
#define CALL(COUNT, LENGTH, HEAD) "f" COUNT "s" LENGTH HEAD
#define INT(BYTE) "C" BYTE
#define HALF CALL("\2", "\10", "Rational") INT("\1") INT("\2")
#define SLOT CALL("\1", "\4", "Slot") INT("\1")
#define ROOT(BODY, K) CALL("\3", "\4", "Root") CALL("\1", "\10", "Function") BODY INT(K) INT("\0")

#define TERM(LENGTH, DIGITS, POWER)                                                                                    \
    CALL("\2", "\5", "Times") "I" LENGTH DIGITS CALL("\2", "\5", "Power") SLOT INT(POWER)
#define README_CUBIC                                                                                                   \
    CALL("\4", "\4", "Plus")                                                                                           \
    "I\53"                                                                                                             \
    "4378223306655280691504420565761527705374864" TERM("\54", "-9544535075583226097920264671275704925744443", "\1")    \
        TERM("\53", "5201746432656463262747693410436504932105911", "\2")                                               \
            TERM("\46", "13645803353680734592999942957915267612", "\3")

START_TEST(numbers_are_exact) {
    static const struct {
        const char *data;
        size_t size;
        double lo; /* NAN: no number that is read */
        bool exact;
    } CASES[] = {
#define CASE(DATA, LO, EXACT) {DATA, sizeof(DATA) - 1, LO, EXACT}
        CASE(INT("\0"), 0.0, true), CASE(INT("\1"), 1.0, true), CASE(INT("\2"), NAN, false),
        CASE(INT("\377"), NAN, false),
        CASE("I\3"
             "001",
             1.0, true),
        CASE("I\0", NAN, false),
        CASE("I\2"
             "1x",
             NAN, false),
        CASE(HALF, 0.5, true), CASE(CALL("\2", "\17", "System`Rational") INT("\1") INT("\2"), 0.5, true),
        CASE(CALL("\2", "\10", "Rational") INT("\1") INT("\3"), 0x1.5555555555555p-2, false),
        CASE(CALL("\2", "\10", "Rational") INT("\1") INT("\0"), NAN, false),
        CASE(CALL("\2", "\10", "Rational") INT("\1") "S\1"
                                                     "3",
             NAN, false),
        /* 1 / sqrt(2), as 2^(-1/2) and as half of sqrt(2) */
        CASE(CALL("\2", "\5", "Power") INT("\2") CALL("\2", "\10", "Rational") INT("\377") INT("\2"),
             0x1.6a09e667f3bccp-1, false),
        CASE(CALL("\2", "\5", "Times") HALF CALL("\2", "\5", "Power") INT("\2") HALF, 0x1.6a09e667f3bccp-1, false),
        /* sqrt(2) - 1, and 1 / (1 + sqrt(2)), which is the same */
        CASE(CALL("\2", "\4", "Plus") INT("\377") CALL("\2", "\5", "Power") INT("\2") HALF, 0x1.a827999fcef32p-2,
             false),
        CASE(CALL("\2", "\5", "Power") CALL("\2", "\4", "Plus") INT("\1") CALL("\2", "\5", "Power") INT("\2")
                 HALF INT("\377"),
             0x1.a827999fcef32p-2, false),
        /* sqrt(4) / 4 is exact; the root of -2 and two roots are not read */
        CASE(CALL("\2", "\5", "Times") CALL("\2", "\5", "Power") INT("\4") HALF CALL("\2", "\10", "Rational") INT("\1")
                 INT("\4"),
             0.5, true),
        CASE(CALL("\2", "\5", "Power") INT("\376") HALF, NAN, false),
        CASE(CALL("\2", "\5", "Times") CALL("\2", "\5", "Power") INT("\2") HALF CALL("\2", "\5", "Power") INT("\3")
                 HALF,
             NAN, false),
        /* Roots of 2 x^2 - 1: the second is 1 / sqrt(2); the first is negative, there is no third */
        CASE(ROOT(CALL("\2", "\4", "Plus") INT("\377") CALL("\2", "\5", "Times") INT("\2") CALL("\2", "\5", "Power")
                      SLOT INT("\2"),
                  "\2"),
             0x1.6a09e667f3bccp-1, false),
        CASE(ROOT(CALL("\2", "\4", "Plus") INT("\377") CALL("\2", "\5", "Times") INT("\2") CALL("\2", "\5", "Power")
                      SLOT INT("\2"),
                  "\1"),
             NAN, false),
        CASE(ROOT(CALL("\2", "\4", "Plus") INT("\377") CALL("\2", "\5", "Times") INT("\2") CALL("\2", "\5", "Power")
                      SLOT INT("\2"),
                  "\3"),
             NAN, false),
        /* x, and 2 x - 1: exact; x^2: twice; no polynomial */
        CASE(ROOT(SLOT, "\1"), 0.0, true),
        CASE(ROOT(CALL("\2", "\4", "Plus") INT("\377") CALL("\2", "\5", "Times") INT("\2") SLOT, "\1"), 0.5, true),
        CASE(ROOT(CALL("\2", "\5", "Power") SLOT INT("\2"), "\1"), NAN, false),
        CASE(ROOT(CALL("\2", "\5", "Power") SLOT INT("\11"), "\1"), NAN, false),
        /* The example of the data set's README: a cubic whose least root is below 0; the doubles by halving in
           rationals */
        CASE(ROOT(README_CUBIC, "\1"), NAN, false), CASE(ROOT(README_CUBIC, "\2"), 0x1.d4df380cf448ep-1, false),
        CASE(ROOT(README_CUBIC, "\3"), 0x1.d69428e503395p-1, false), CASE(ROOT(INT("\1"), "\1"), NAN, false),
        CASE(ROOT("s\1x", "\1"), NAN, false), CASE(SLOT, NAN, false),
        CASE(CALL("\1", "\5", "First") "s\5"
                                       "False",
             NAN, false),
        CASE("S\1t", NAN, false), CASE("r\0\0\0\0\0\0\340\77", NAN, false), /* 0.5, which is no exact number */
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; ++k) {
        unsigned char data[512] = "8:";
        double lo = -1.0, hi = -1.0;
        ts_wxf expression;
        memcpy(data + 2, CASES[k].data, CASES[k].size);
        ck_assert_msg(ts_wxf_parse(data, CASES[k].size + 2, &expression) == TS_WXF_READ, "case %zu", k);
        const ts_number_result result = ts_exact_number(&expression, 0, &lo, &hi);
        ts_wxf_clear(&expression);
        ck_assert_msg(result == (isnan(CASES[k].lo) ? TS_NUMBER_UNKNOWN : TS_NUMBER_FOUND), "case %zu", k);
        if (result != TS_NUMBER_FOUND) continue;
        ck_assert_msg(lo == CASES[k].lo, "case %zu: %a", k, lo);
        ck_assert_msg(hi == (CASES[k].exact ? lo : nextafter(lo, 2.0)), "case %zu: %a", k, hi);
    }
}
END_TEST

#define SOLUTION(VALUE) CALL("\1", "\4", "List") CALL("\2", "\4", "Rule") "S\1t" VALUE
#define JUST_AFTER_HALF                                                                                                \
    CALL("\2", "\10", "Rational")                                                                                      \
    "I\23"                                                                                                             \
    "1152921504606846977"                                                                                              \
    "I\23"                                                                                                             \
    "2305843009213693952"

/* 1/2, and 1/2 + 2^-61, which has the same double below it: the least is exact, whichever comes first. Of a query that
 * is labelled free there is no time. */
START_TEST(the_least_root_is_that_of_a_contact) {
    static const struct {
        const char *data;
        size_t size;
    } CASES[] = {
#define SOLUTIONS(A, B)                                                                                                \
    {"8:" CALL("\2", "\4", "List") SOLUTION(A) SOLUTION(B),                                                            \
     sizeof("8:" CALL("\2", "\4", "List") SOLUTION(A) SOLUTION(B)) - 1}
        SOLUTIONS(HALF, JUST_AFTER_HALF),
        SOLUTIONS(JUST_AFTER_HALF, HALF),
    };
    write_file(scratch("s/queries/7vf.csv"), QUERY);
    mkdir(scratch("s/roots"), 0755);
    for (size_t k = 0; k < 4; ++k) {
        const bool contact = k < 2;
        unsigned char tar[2048];
        ts_query_reader *reader;
        ts_query_chunk chunk;
        const size_t size = make_tar("7vf_q0_roots.wxf", CASES[k % 2].data, CASES[k % 2].size, tar);
        write_bytes(scratch("s/roots/7vf_roots.tar.gz"), tar, size);
        write_file(scratch("s/mma_bool/7vf_mma_bool.json"), contact ? "[true]" : "[false]");
        check_ok(ts_query_chunk_init(&chunk, 8, error));
        check_ok(ts_query_reader_open(scratch("s/queries/7vf.csv"), NULL, &reader, error));
        check_ok(ts_query_reader_next(reader, &chunk, error));
        ck_assert_uint_eq(chunk.count, 1);
        ck_assert_int_eq(chunk.notes[0].contact, contact);
        ck_assert(contact ? chunk.notes[0].truth_lo == 0.5 : isnan(chunk.notes[0].truth_lo));
        ck_assert(contact ? chunk.notes[0].truth_hi == 0.5 : isnan(chunk.notes[0].truth_hi));
        ts_query_reader_close(reader);
        ts_query_chunk_clear(&chunk);
    }
}
END_TEST

/* Functions and associations that announce more than they hold, nested: no more memory than a few times their size. */
START_TEST(nested_announcements_cost_nothing) {
    static unsigned char data[1 << 18];
    static const unsigned char LENGTH[3] = {255, 255, 3}; /* 65535 */
    data[0] = '8';
    data[1] = ':';
    for (int letter = 0; letter < 2; ++letter) {
        for (size_t k = 2; k + 4 <= sizeof data; k += 4) {
            data[k] = letter ? 'A' : 'f';
            memcpy(data + k + 1, LENGTH, sizeof LENGTH);
        }
        ts_wxf expression;
        const ts_wxf_result result = ts_wxf_parse(data, sizeof data, &expression);
        ck_assert(result == TS_WXF_BROKEN || result == TS_WXF_UNKNOWN);
        ck_assert_uint_le(expression.capacity, 4 * sizeof data + 64);
        ts_wxf_clear(&expression);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("toi");
    tcase_add_checked_fixture(cases, scratch_setup, scratch_teardown);
    tcase_add_test(cases, roots_are_those_of_the_oracle);
    tcase_add_test(cases, any_query_can_be_sought);
    tcase_add_test(cases, labels_may_be_missing);
    tcase_add_test(cases, malformed_files_are_refused);
    tcase_add_test(cases, malformed_archives_are_refused);
    tcase_add_test(cases, numbers_are_exact);
    tcase_add_test(cases, the_least_root_is_that_of_a_contact);
    tcase_add_test(cases, nested_announcements_cost_nothing);
    Suite *suite = suite_create("toi");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
