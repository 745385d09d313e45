/* SPDX-License-Identifier: MIT
 * The methods that bear the names of published programs answer as those do: tests/datasets/published.csv, facts about
 * queries of datasets/recorded. scripts/compare-published.sh compares many more. */
#include <touchstone/dataset.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

enum { METHODS = 5 };

static const char *const NAMES[METHODS] = {"cubic", "minsep", "root-parity", "bsc", "tbsc"};

/* bsc: the sign of what is left of a number below the smallest double (docs/backends/bsc.md). */
static const int MOST_DIFFERENT[METHODS] = {0, 0, 0, 1, 0};

static ts_ccd_method methods[METHODS];
static int asked[METHODS], different[METHODS];

static const char *published_name(ts_ccd_status status) {
    return status == TS_CCD_LIMIT ? "hang" : status == TS_CCD_FAILED ? "error" : ts_ccd_status_name(status);
}

/* fact: "free", "hang", "error" or "hit TOI". */
static bool is_as_published(const char *fact, const ts_ccd_result *result) {
    const char *name = published_name(result->status);
    if (result->status != TS_CCD_HIT) return strcmp(fact, name) == 0;
    if (strncmp(fact, "hit ", 4) != 0) return false;
    const double toi = strtod(fact + 4, NULL);
    return fabs(result->toi - toi) <= 1e-9 * fmax(result->toi, toi);
}

static void check_query(const char *name, size_t index, const ts_ccd_query *query, char *facts) {
    for (int m = 0; m < METHODS; ++m) {
        char *fact = facts;
        facts += strcspn(facts, ",\n");
        *facts++ = '\0';
        if (*fact == '\0') continue;
        ts_ccd_result result;
        ts_ccd_answer(&methods[m], query, &result);
        ++asked[m];
        if (is_as_published(fact, &result)) continue;
        ++different[m];
        printf("%s %zu: %s answers %s %.17g, published %s\n", name, index, NAMES[m], published_name(result.status),
               result.toi, fact);
    }
}

/* A file stays open from line to line: its facts stand together. */
static ts_query_reader *reader;
static char opened[512];

static void open_recorded(const char *name) {
    char path[1024];
    ts_error error;
    if (strcmp(name, opened) == 0) return;
    ts_query_reader_close(reader);
    snprintf(opened, sizeof opened, "%s", name);
    snprintf(path, sizeof path, TS_SOURCE_DIR "/datasets/recorded/%s", name);
    ck_assert_int_eq(ts_query_reader_open(path, &(ts_reader_options){0}, &reader, &error), TS_OK);
}

static void check_line(char *line) {
    char *comma = strchr(line, ','), *facts;
    *comma = '\0';
    const size_t index = strtoul(comma + 1, &facts, 10);
    ts_error error;
    ts_query_chunk chunk;
    open_recorded(line);
    ck_assert_int_eq(ts_query_chunk_init(&chunk, 1, &error), TS_OK);
    ck_assert_int_eq(ts_query_reader_seek(reader, index, &error), TS_OK);
    ck_assert_int_eq(ts_query_reader_next(reader, &chunk, &error), TS_OK);
    check_query(line, index, &chunk.queries[0], facts + 1);
    ts_query_chunk_clear(&chunk);
}

START_TEST(recorded_queries_are_answered_as_published) {
    char line[512];
    ts_error error;
    FILE *file = fopen(TS_SOURCE_DIR "/tests/datasets/published.csv", "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(ts_ccd_register_builtin(&error), TS_OK);
    for (int m = 0; m < METHODS; ++m) ck_assert_int_eq(ts_ccd_method_init(&methods[m], NAMES[m], NULL, &error), TS_OK);
    while (fgets(line, sizeof line, file)) {
        if (line[0] != '#') check_line(line);
    }
    fclose(file);
    ts_query_reader_close(reader);
    for (int m = 0; m < METHODS; ++m) {
        ck_assert_int_gt(asked[m], 200);
        ck_assert_int_le(different[m], MOST_DIFFERENT[m]);
        ts_ccd_method_clear(&methods[m]);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("published");
    TCase *tests = tcase_create("published");
    tcase_add_test(tests, recorded_queries_are_answered_as_published);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
