/* SPDX-License-Identifier: MIT
 * The recorded queries that come with Touchstone: all there, labelled, by the truth; and no unsafe answer of
 * `certified` among them. */
#include <sys/stat.h>

#include "benches/verdict.h"
#include "core/random.h"
#include "tests/datasets/scratch.h"

static const char *const SCENES[] = {"braids",  "card-shuffle", "hair-clusters", "kick",      "needle-bed",
                                     "noodles", "sprinkles",    "stack-10mm",    "stack-1mm", "stack-5mm"};
enum { SCENE_COUNT = sizeof SCENES / sizeof *SCENES };

/* Of all files. */
static struct { uint64_t bytes, queries, kinds[TS_CCD_KINDS], contacts, thick; } sum;
static ts_random chance;

static const char *path_of(const char *scene) {
    static char path[512];
    snprintf(path, sizeof path, "%s/datasets/recorded/%s.h5", TS_SOURCE_DIR, scene);
    return path;
}

static void check_meta(const char *scene) {
    ts_query_reader *reader;
    check_ok(ts_query_reader_open(path_of(scene), NULL, &reader, error));
    const ts_query_meta *meta = ts_query_reader_meta(reader);
    ck_assert(meta->has_truth);
    ck_assert_uint_eq(meta->scene_count, 1);
    ck_assert_str_eq(meta->scenes[0], scene);
    ck_assert_ptr_nonnull(strstr(meta->generator, "dataset select"));
    ts_query_reader_close(reader);
}

/* The note against the oracle. */
static void check_truth(const ts_ccd_query *query, const ts_query_note *note) {
    ts_oracle_truth truth;
    ck_assert_int_eq(ts_oracle_toi(query, TS_ORACLE_ALL, &truth), TS_OK);
    ck_assert_int_eq(note->contact, truth.contact);
    ck_assert(same_bits(note->truth_lo, truth.contact ? truth.lo : NAN));
    ck_assert(same_bits(note->truth_hi, truth.contact ? truth.hi : NAN));
}

static void check_answer(const ts_ccd_method *method, const ts_ccd_query *query, const ts_query_note *note) {
    const ts_known_truth known = {.source = TS_TRUTH_BRACKET,
                                  .truth = {.contact = note->contact == 1, .lo = note->truth_lo, .hi = note->truth_hi}};
    ts_ccd_result answer;
    ts_judgement judged;
    ts_ccd_answer(method, query, &answer);
    ts_judge_kind(query, &known, &answer, &judged);
    ck_assert_msg(!ts_verdict_is_unsafe(judged.verdict), "%s is %s", method->backend->name,
                  ts_verdict_name(judged.verdict));
}

START_TEST(every_query_is_labelled_and_answered_safely) {
    const char *scene = SCENES[_i];
    struct stat file;
    ck_assert_int_eq(stat(path_of(scene), &file), 0);
    sum.bytes += (uint64_t)file.st_size;
    check_meta(scene);
    ts_error failure;
    ts_ccd_method certified;
    check_ok(ts_ccd_method_init(&certified, "certified", NULL, error));
    ts_query_chunk all = read_queries(path_of(scene), TS_QUERY_CHUNK, false, &failure);
    ck_assert_int_eq(failure.status, TS_OK);
    ck_assert_uint_gt(all.count, 1000);
    for (size_t i = 0; i < all.count; ++i) {
        const ts_ccd_query *query = &all.queries[i];
        const ts_query_note *note = &all.notes[i];
        ck_assert_msg(note->contact >= 0 && note->step > 0, "%s: query %zu is not labelled", scene, i);
        if (ts_random_below(&chance, 10) == 0) check_truth(query, note);
        check_answer(&certified, query, note);
        ++sum.kinds[query->kind];
        sum.contacts += note->contact == 1;
        sum.thick += query->min_distance > 0.0;
    }
    sum.queries += all.count;
    ts_query_chunk_clear(&all);
    ts_ccd_method_clear(&certified);
}
END_TEST

/* Runs after the loop above. */
START_TEST(there_is_enough_of_everything) {
    ck_assert_uint_lt(sum.bytes, 10000000);
    ck_assert_uint_ge(sum.queries, 20000);
    ck_assert_uint_ge(sum.contacts, 3000);
    ck_assert_uint_ge(sum.thick, 3000);
    ck_assert_uint_gt(sum.queries - sum.thick, 0);
    for (int k = TS_POINT_TRIANGLE; k <= TS_POINT_EDGE; ++k) ck_assert_uint_ge(sum.kinds[k], 3000);
}
END_TEST

int main(void) {
    ts_random_init(&chance, ts_test_seed(), 0);
    if (ts_ccd_register_builtin(NULL) != TS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("recorded");
    TCase *cases = tcase_create("recorded");
    tcase_add_loop_test(cases, every_query_is_labelled_and_answered_safely, 0, SCENE_COUNT);
    tcase_add_test(cases, there_is_enough_of_everything);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
