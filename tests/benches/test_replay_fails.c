/* SPDX-License-Identifier: MIT
 * What each word of --fail-on counts, and when a method has not answered. */
#include <string.h>

#include "benches/replay_fails.h"
#include "tests/support.h"

enum { METHODS = 2, SETS = 2, CELLS = METHODS * TS_CCD_KINDS };

/* Two methods on two data sets; nothing counted. */
typedef struct fake {
    ts_replay_options options;
    ts_replay_cell cells[SETS][CELLS];
    ts_replay_data_set sets[SETS];
    ts_replay_results results;
} fake;

static void make(fake *f) {
    *f = (fake){.options.method_count = METHODS};
    for (int d = 0; d < SETS; ++d) f->sets[d].cells = f->cells[d];
    f->results = (ts_replay_results){.options = &f->options, .data_set_count = SETS, .data_sets = f->sets};
}

/* The second method on the second data set: so many queries of that kind that it says it can, with that verdict. */
static ts_replay_cell *add(fake *f, ts_ccd_kind kind, ts_verdict verdict, uint64_t count) {
    ts_replay_cell *cell = &f->cells[1][TS_CCD_KINDS + (size_t)kind];
    cell->queries += count;
    cell->asked += count;
    cell->verdicts[verdict] += count;
    return cell;
}

START_TEST(each_word_counts_what_it_names) {
    static const struct {
        ts_verdict verdict;
        unsigned words; /* beside an answer that is fine */
    } verdicts[] = {
        {TS_VERDICT_TRUE_NEGATIVE, 0},
        {TS_VERDICT_SAFE, 0},
        {TS_VERDICT_TOUCHING, 0},
        {TS_VERDICT_FALSE_POSITIVE, 0},
        {TS_VERDICT_FALSE_NEGATIVE, TS_FAIL_BIT(TS_FAIL_UNSAFE)},
        {TS_VERDICT_LATE, TS_FAIL_BIT(TS_FAIL_UNSAFE)},
        {TS_VERDICT_LIMIT, TS_FAIL_BIT(TS_FAIL_LIMIT)},
        {TS_VERDICT_UNSUPPORTED, 0},
        {TS_VERDICT_ERROR, TS_FAIL_BIT(TS_FAIL_ERROR)},
        {TS_VERDICT_UNVERIFIED, 0},
        {TS_VERDICT_INCONSISTENT, TS_FAIL_BIT(TS_FAIL_INCONSISTENT)},
    };
    static fake f;
    ck_assert_uint_eq(sizeof verdicts / sizeof *verdicts, TS_VERDICTS);
    for (size_t v = 0; v < TS_VERDICTS; ++v) {
        make(&f);
        add(&f, TS_EDGE_EDGE, TS_VERDICT_SAFE, 1);
        add(&f, TS_POINT_EDGE, verdicts[v].verdict, 3);
        ck_assert_uint_eq(ts_replay_fails(&f.results), verdicts[v].words);
        const ts_fail_counts first = ts_replay_count_fails(&f.results, 0),
                             counts = ts_replay_count_fails(&f.results, 1);
        for (int w = 0; w < TS_FAIL_WORDS; ++w) {
            ck_assert_uint_eq(first.of[w], 0);
            ck_assert_uint_eq(counts.of[w], verdicts[v].words & TS_FAIL_BIT(w) ? 3 : 0);
        }
    }
    make(&f);
    add(&f, TS_EDGE_EDGE, TS_VERDICT_SAFE, 2)->stalls = 1;
    ck_assert_uint_eq(ts_replay_fails(&f.results), TS_FAIL_BIT(TS_FAIL_STALL));
    make(&f);
    add(&f, TS_EDGE_EDGE, TS_VERDICT_SAFE, 2)->certificates_failed = 1;
    ck_assert_uint_eq(ts_replay_fails(&f.results), TS_FAIL_BIT(TS_FAIL_UNSAFE));
}
END_TEST

START_TEST(a_method_is_unanswered_where_it_is_asked_and_answers_nothing) {
    static fake f;
    make(&f);
    ck_assert_uint_eq(ts_replay_fails(&f.results), 0); /* no queries: it is not asked */
    add(&f, TS_POINT_EDGE, TS_VERDICT_ERROR, 1);
    add(&f, TS_POINT_POINT, TS_VERDICT_LIMIT, 1);
    ck_assert(ts_replay_is_unanswered(&f.cells[1][TS_CCD_KINDS]));
    ck_assert(!ts_replay_is_unanswered(&f.cells[0][TS_CCD_KINDS]) && !ts_replay_is_unanswered(f.cells[1]));
    ck_assert_uint_eq(ts_replay_count_fails(&f.results, 1).of[TS_FAIL_UNANSWERED], 1);

    f.cells[0][TS_CCD_KINDS].queries = f.cells[0][TS_CCD_KINDS].asked = 1;
    f.cells[0][TS_CCD_KINDS].verdicts[TS_VERDICT_SAFE] = 1; /* an answer in another data set does not help */
    ck_assert_uint_eq(ts_replay_count_fails(&f.results, 1).of[TS_FAIL_UNANSWERED], 1);
    add(&f, TS_EDGE_EDGE, TS_VERDICT_UNVERIFIED, 1); /* one of any kind in this one does */
    ck_assert_uint_eq(ts_replay_count_fails(&f.results, 1).of[TS_FAIL_UNANSWERED], 0);

    make(&f);
    add(&f, TS_POINT_EDGE, TS_VERDICT_UNSUPPORTED, 5)->asked = 0; /* by its capabilities */
    ck_assert_uint_eq(ts_replay_fails(&f.results), 0);
    add(&f, TS_POINT_EDGE, TS_VERDICT_UNSUPPORTED, 1); /* against them */
    ck_assert_uint_eq(ts_replay_fails(&f.results), TS_FAIL_BIT(TS_FAIL_UNANSWERED));
}
END_TEST

/* Names are tables: a reason that is added must be in each. */
START_TEST(every_reason_has_its_worst_query_and_a_name) {
    int reasons = 0;
    for (int w = 0; w < TS_WORST_KINDS; ++w) {
        const ts_ccd_failure failure = ts_worst_failure((ts_worst)w);
        char name[64];
        snprintf(name, sizeof name, "error_%s", ts_ccd_failure_name(failure));
        ck_assert_ptr_nonnull(ts_worst_name((ts_worst)w));
        ck_assert_int_eq(strcmp(ts_worst_name((ts_worst)w), name) == 0, failure != TS_CCD_FAILURE_NONE);
        if (failure != TS_CCD_FAILURE_NONE) ck_assert_int_eq(failure, TS_CCD_FAILURE_OWN + reasons++);
    }
    ck_assert_int_eq(reasons, TS_CCD_FAILURES - TS_CCD_FAILURE_OWN);
    for (int f = 0; f < TS_FAULTS; ++f) ck_assert_ptr_nonnull(ts_fault_name((ts_fault)f));
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("fails");
    tcase_add_test(cases, each_word_counts_what_it_names);
    tcase_add_test(cases, a_method_is_unanswered_where_it_is_asked_and_answers_nothing);
    tcase_add_test(cases, every_reason_has_its_worst_query_and_a_name);
    Suite *suite = suite_create("what fails a run");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
