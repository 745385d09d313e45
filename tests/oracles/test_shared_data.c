/* SPDX-License-Identifier: MIT
 * The oracle against labelled queries that others recorded, where they lie beside the checkout. */
#include <touchstone/dataset.h>

#include "tests/oracles/truths.h"

#define SHARED TS_SOURCE_DIR "/../shared/data/"

static bool is_there(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file) {
        printf("skipped: %s is not there\n", path);
        return false;
    }
    fclose(file);
    return true;
}

/* Every query of a data set: its label, and all stages alike. Returns how many there were. */
static size_t check_labels(const char *path) {
    ts_query_files files;
    ts_error error = {0};
    ck_assert_msg(ts_query_files_find(path, &files, &error) == TS_OK, "%s", error.message);
    size_t checked = 0;
    for (size_t f = 0; f < files.count; ++f) {
        ts_query_reader *reader;
        ts_query_chunk chunk;
        ck_assert_msg(ts_query_reader_open(files.paths[f], NULL, &reader, &error) == TS_OK, "%s", error.message);
        ck_assert_int_eq(ts_query_chunk_init(&chunk, 512, &error), TS_OK);
        for (;;) {
            ck_assert_msg(ts_query_reader_next(reader, &chunk, &error) == TS_OK, "%s", error.message);
            if (chunk.count == 0) break;
            for (size_t i = 0; i < chunk.count; ++i) {
                const ts_oracle_truth truth = check_stages_agree(&chunk.queries[i], NULL);
                ck_assert_msg(truth.contact == (chunk.notes[i].contact == 1), "%s, query %zu: label %d", files.paths[f],
                              chunk.first + i, chunk.notes[i].contact);
            }
            checked += chunk.count;
        }
        ts_query_chunk_clear(&chunk);
        ts_query_reader_close(reader);
    }
    ts_query_files_clear(&files);
    return checked;
}

START_TEST(test_sample_queries) {
    if (!is_there(SHARED "sample-queries/README.md")) return;
    const size_t checked = check_labels(SHARED "sample-queries");
    printf("%zu sample queries\n", checked);
    ck_assert_uint_eq(checked, 4779);
}
END_TEST

START_TEST(test_nasty_labels) {
    if (!is_there(SHARED "nasty/edge-edge/data.csv")) return;
    ck_assert_uint_eq(check_labels(SHARED "nasty"), 253);
}
END_TEST

/* ---- nasty/KIND/why.tsv: query, category, min_distance, truth, toi_lo, toi_hi, why ---- */

typedef struct reason {
    unsigned long query;
    char category[64];
    double min_distance;
    int truth;
    double lo, hi;
} reason;

static bool read_reason(const char *line, reason *r) {
    const int fields = sscanf(line, "%lu\t%63[^\t]\t%lf\t%d\t%lf\t%lf", &r->query, r->category, &r->min_distance,
                              &r->truth, &r->lo, &r->hi);
    return fields == 6 || (fields == 4 && r->truth == 0);
}

/* The bracket of why.tsv is a decimal enclosure of t*: it must meet ours. */
static void check_reason(const reason *r, const ts_ccd_query *query) {
    const ts_oracle_truth truth = truth_of(query);
    ck_assert_double_eq(query->min_distance, r->min_distance);
    ck_assert_msg(truth.contact == (r->truth == 1), "query %lu (%s)", r->query, r->category);
    if (!truth.contact) return;
    ck_assert_msg(truth.lo <= r->hi && truth.hi >= r->lo, "query %lu (%s): [%a, %a] and [%a, %a]", r->query,
                  r->category, truth.lo, truth.hi, r->lo, r->hi);
}

static void check_reasons(const char *kind) {
    char path[512], line[4096];
    snprintf(path, sizeof path, "%snasty/%s/why.tsv", SHARED, kind);
    if (!is_there(path)) return;
    FILE *reasons = fopen(path, "r");
    snprintf(path, sizeof path, "%snasty/%s/data.csv", SHARED, kind);
    ts_query_reader *reader;
    ts_query_chunk chunk;
    ts_error error = {0};
    ck_assert_msg(ts_query_reader_open(path, NULL, &reader, &error) == TS_OK, "%s", error.message);
    ck_assert_int_eq(ts_query_chunk_init(&chunk, 1, &error), TS_OK);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, reasons)); /* the names of the columns */
    size_t count = 0;
    for (; fgets(line, sizeof line, reasons); ++count) {
        reason r;
        ck_assert_msg(read_reason(line, &r), "%s", line);
        ck_assert_uint_eq(r.query, count);
        ck_assert_msg(ts_query_reader_next(reader, &chunk, &error) == TS_OK, "%s", error.message);
        ck_assert_uint_eq(chunk.count, 1);
        check_reason(&r, &chunk.queries[0]);
    }
    ck_assert_uint_gt(count, 50);
    ts_query_chunk_clear(&chunk);
    ts_query_reader_close(reader);
    fclose(reasons);
}

START_TEST(test_nasty_brackets) {
    check_reasons("edge-edge");
    check_reasons("vertex-face");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("oracles/shared_data");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, test_sample_queries);
    tcase_add_test(cases, test_nasty_labels);
    tcase_add_test(cases, test_nasty_brackets);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
