/* SPDX-License-Identifier: MIT
 * Parts of a replay: their counts and label conflicts together, and the truth that a note tells of a query. */
#include <math.h>

#include "benches/replay.h"
#include "benches/replay_source.h"
#include "benches/replay_truth.h"
#include "tests/datasets/scratch.h"

/* Every third of more conflicts than are listed: those listed are the first ones, whatever part is added first. */
START_TEST(the_first_conflicts_of_all_parts_are_listed) {
    enum { CONFLICTS = 3 * (TS_MAX_CONFLICTS / 2) };
    const ts_replay_options options = {0};
    char path[] = "some";
    ts_replay_data_set whole = {.path = path};
    for (uint64_t p = 3; p-- > 0;) {
        ts_replay_data_set part = {.path = path};
        for (uint64_t i = p; i < CONFLICTS; i += 3) {
            const ts_label_conflict conflict = {.file = (size_t)i / 700, .index = i % 700};
            check_ok(ts_replay_record_conflict(&part, &conflict, error));
        }
        check_ok(ts_replay_merge_data_set(&whole, &part, &options, error));
        free(part.conflicts);
    }
    ck_assert_uint_eq(whole.conflict_count, CONFLICTS);
    for (uint64_t i = 0; i < TS_MAX_CONFLICTS; ++i) {
        ck_assert_uint_eq(whole.conflicts[i].file, i / 700);
        ck_assert_uint_eq(whole.conflicts[i].index, i % 700);
    }
    free(whole.conflicts);
}
END_TEST

/* What every part counts is added up; what each of them reads of every file is not. */
START_TEST(counts_of_parts_are_added_up) {
    const ts_replay_options options = {0};
    char path[] = "some";
    ts_replay_data_set sets[2] = {{.path = path, .rounded = 4}, {.path = path, .rounded = 9}};
    ts_replay_results whole = {.options = &options, .data_set_count = 1, .data_sets = &sets[0], .complete = true};
    const ts_replay_results part = {.options = &options,
                                    .data_set_count = 1,
                                    .data_sets = &sets[1],
                                    .interrupted = true,
                                    .oracle_seconds = 2.0,
                                    .timing_seconds = 3.0};
    sets[1].blocks = 1, sets[1].queries = 20, sets[1].contacts = 3, sets[1].labelled = 5, sets[1].hash = 6;
    sets[1].kinds[TS_CCD_KINDS - 1] = 7;
    sets[1].stages[2] = 8;
    for (uint64_t times = 1; times < 3; ++times) {
        check_ok(ts_replay_merge(&whole, &part, error));
        ck_assert(sets[0].blocks == times && sets[0].queries == 20 * times && sets[0].contacts == 3 * times);
        ck_assert(sets[0].labelled == 5 * times && sets[0].hash == 6 * times && sets[0].stages[2] == 8 * times);
        ck_assert(sets[0].kinds[TS_CCD_KINDS - 1] == 7 * times && sets[0].rounded == 9);
        ck_assert(whole.interrupted && !whole.complete);
        ck_assert(whole.oracle_seconds == 2.0 * (double)times && whole.timing_seconds == 3.0 * (double)times);
    }
}
END_TEST

/* A contact just after the end of the time asked about is none; one at it is. */
START_TEST(a_bracket_around_the_end_is_of_a_later_contact) {
    const double after = nextafter(0.5, 1.0);
    static const double LO[] = {0.5, 0.5, 0.25};
    const double hi[] = {after, 0.5, 0.5};
    for (int k = 0; k < 3; ++k) {
        ts_ccd_query query = {.kind = TS_POINT_POINT, .t_max = 0.5};
        ts_query_note note = {.contact = 1, .truth_lo = LO[k], .truth_hi = hi[k]};
        const ts_replay_block block = {.count = 1, .queries = &query, .notes = &note, .shorter = true};
        ts_known_truth said;
        ts_truth_from_note(&block, 0, &said);
        ck_assert_int_eq(said.source, k == 0 ? TS_TRUTH_LABEL : TS_TRUTH_BRACKET);
        ck_assert_int_eq(said.truth.contact, k > 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("replay parts");
    TCase *cases = tcase_create("replay parts");
    tcase_add_test(cases, the_first_conflicts_of_all_parts_are_listed);
    tcase_add_test(cases, counts_of_parts_are_added_up);
    tcase_add_test(cases, a_bracket_around_the_end_is_of_a_later_contact);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
