/* SPDX-License-Identifier: MIT
 * What a cell of a replay keeps: the worst queries, numbers of those that were answered, sums of parts. */
#include <math.h>

#include "benches/replay_cell.h"
#include "tests/support.h"

/* The earlier a contact is that was missed, the worse; elsewhere what is larger. A number is worse than none, and of
 * the same the earlier query. */
START_TEST(the_worst_of_two) {
    const ts_query_place none = {TS_NO_FILE, 0, NAN}, small = {1, 7, 0.25}, large = {0, 9, 0.5}, later = {1, 8, 0.25},
                         next = {2, 0, 0.25}, unknown = {0, 1, NAN}, other = {0, 2, NAN};
    for (int k = 0; k < TS_WORST_KINDS; ++k) {
        const ts_worst kind = (ts_worst)k;
        ck_assert_int_eq(ts_is_worse(kind, &small, &large), kind == TS_WORST_FALSE_NEGATIVE);
        ck_assert_int_eq(ts_is_worse(kind, &large, &small), kind != TS_WORST_FALSE_NEGATIVE);
        ck_assert(ts_is_worse(kind, &small, &later) && !ts_is_worse(kind, &later, &small));
        ck_assert(ts_is_worse(kind, &later, &next) && !ts_is_worse(kind, &next, &later));
        ck_assert(ts_is_worse(kind, &next, &unknown) && !ts_is_worse(kind, &unknown, &next));
        ck_assert(ts_is_worse(kind, &unknown, &other) && !ts_is_worse(kind, &other, &unknown));
        ck_assert(ts_is_worse(kind, &unknown, &none) && !ts_is_worse(kind, &none, &unknown));
        ck_assert(!ts_is_worse(kind, &none, &none));
    }
}
END_TEST

static const ts_ccd_query QUERY = {.kind = TS_POINT_POINT, .t_max = 1.0};

static void add(ts_replay_cell *cell, ts_verdict verdict, ts_ccd_failure failure) {
    const ts_known_truth known = {.source = TS_TRUTH_BRACKET, .truth = {.contact = true, .lo = 0.5, .hi = 0.5}};
    const ts_ccd_result result = {.status = TS_CCD_HIT, .toi = 0.25, .iterations = 5};
    const ts_judgement judgement = {.verdict = verdict,
                                    .failure = failure,
                                    .toi_error = NAN,
                                    .time_lost = NAN,
                                    .kept_gap = NAN,
                                    .closest_gap = NAN,
                                    .step_lost = NAN,
                                    .bound_missed = NAN};
    const ts_replay_answer answer = {.query = &QUERY,
                                     .known = &known,
                                     .asked = verdict != TS_VERDICT_UNSUPPORTED,
                                     .result = &result,
                                     .judgement = &judgement,
                                     .nanoseconds = NAN,
                                     .batch_nanoseconds = NAN};
    ck_assert_int_eq(ts_replay_cell_add(cell, &answer, NULL), TS_OK);
}

START_TEST(what_is_unsupported_has_no_iterations) {
    ts_replay_cell cell;
    ck_assert_int_eq(ts_replay_cell_init(&cell, 1, NULL), TS_OK);
    add(&cell, TS_VERDICT_SAFE, TS_CCD_FAILURE_NONE);
    add(&cell, TS_VERDICT_UNSUPPORTED, TS_CCD_FAILURE_NONE);
    ck_assert_uint_eq(cell.iterations.count, 1);
    ck_assert(cell.queries == 2 && cell.asked == 1 && cell.contacts == 2);
    ts_replay_cell_clear(&cell);
}
END_TEST

START_TEST(parts_add_up_whatever_they_count) {
    ts_replay_cell whole, part;
    ck_assert_int_eq(ts_replay_cell_init(&whole, 2, NULL), TS_OK);
    ck_assert_int_eq(ts_replay_cell_init(&part, 2, NULL), TS_OK);
    for (int v = 0; v < TS_VERDICTS; ++v) add(&part, (ts_verdict)v, TS_CCD_FAILURE_NONE);
    for (int f = TS_CCD_FAILURE_OWN; f < TS_CCD_FAILURES; ++f) add(&part, TS_VERDICT_ERROR, (ts_ccd_failure)f);
    part.repetition_sum[0] = 3.0, part.repetition_sum[1] = 4.0;
    for (uint64_t times = 1; times < 3; ++times) {
        ck_assert_int_eq(ts_replay_cell_merge(&whole, &part, 2), TS_OK);
        for (int v = 0; v < TS_VERDICTS; ++v) ck_assert_uint_eq(whole.verdicts[v], times * part.verdicts[v]);
        for (int f = 0; f < TS_CCD_FAILURES; ++f) ck_assert_uint_eq(whole.failures[f], times * part.failures[f]);
        for (int f = TS_CCD_FAILURE_OWN; f < TS_CCD_FAILURES; ++f) ck_assert_uint_eq(part.failures[f], 1);
        ck_assert_uint_eq(whole.iterations.count, times * part.iterations.count);
        ck_assert(whole.repetition_sum[0] == 3.0 * (double)times && whole.repetition_sum[1] == 4.0 * (double)times);
    }
    ts_replay_cell_clear(&whole);
    ts_replay_cell_clear(&part);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("replay cell");
    TCase *cases = tcase_create("replay cell");
    tcase_add_test(cases, the_worst_of_two);
    tcase_add_test(cases, what_is_unsupported_has_no_iterations);
    tcase_add_test(cases, parts_add_up_whatever_they_count);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
