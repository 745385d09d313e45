/* SPDX-License-Identifier: MIT
 * The search finds what is known to be there, twice the same; the minimiser keeps the failure and takes the rest. */
#include "tests/support.h"

#include <math.h>
#include <string.h>

#include "benches/hunt.h"
#include "benches/hunt_minimise.h"
#include "benches/hunt_mutate.h"
#include "benches/verdict.h"
#include "ccd/registry.h"
#include "core/random.h"

static ts_ccd_method method;

static void open_method(const char *name, const char *options) {
    ts_error error;
    ck_assert_msg(ts_ccd_method_init(&method, name, options, &error) == TS_OK, "%s", error.message);
}

/* Near-parallel edges only: the published weakness of ACCD. */
static ts_hunt_results hunt(ts_hunt_goal goal, const char *family, uint64_t seed, uint64_t tries) {
    const ts_family *const families[] = {ts_family_find(family)};
    const ts_hunt_options options = {.method = &method,
                                     .goal = goal,
                                     .families = families,
                                     .family_count = 1,
                                     .kinds = TS_CCD_CAN_EDGE_EDGE,
                                     .seed = seed,
                                     .tries = tries,
                                     .count = 20};
    ts_hunt_results results;
    ts_error error;
    ck_assert_msg(ts_hunt(&options, &results, &error) == TS_OK, "%s", error.message);
    return results;
}

/* Sine of the angle of the two edges at the time of contact. */
static double sine_at(const ts_ccd_query *query, double t) {
    double u[3], v[3], across2 = 0.0, u2 = 0.0, v2 = 0.0;
    for (int c = 0; c < 3; ++c) {
        u[c] = (1.0 - t) * (query->x0[1][c] - query->x0[0][c]) + t * (query->x1[1][c] - query->x1[0][c]);
        v[c] = (1.0 - t) * (query->x0[3][c] - query->x0[2][c]) + t * (query->x1[3][c] - query->x1[2][c]);
        u2 += u[c] * u[c];
        v2 += v[c] * v[c];
    }
    for (int c = 0; c < 3; ++c) {
        const double w = u[c] * v[(c + 1) % 3] - u[(c + 1) % 3] * v[c];
        across2 += w * w;
    }
    return sqrt(across2 / (u2 * v2));
}

/* By the exact stage and the referee, not by what the hunt says. */
static ts_judgement judge(const ts_ccd_query *query) {
    ts_known_truth known = {.source = TS_TRUTH_BRACKET};
    ts_ccd_result answer;
    ts_judgement judgement;
    ck_assert_int_eq(ts_oracle_toi(query, TS_ORACLE_EXACT, &known.truth), TS_OK);
    ts_ccd_answer(&method, query, &answer);
    ts_judge(query, &known, &answer, ts_judged(&method), &judgement);
    return judgement;
}

START_TEST(finds_accd_late_on_near_parallel_edges) {
    open_method("accd", "{\"max_iterations\": 2000}");
    ts_hunt_results found = hunt(TS_HUNT_LATE, "needle", 1, 3000);
    ck_assert_uint_gt(found.count, 0);
    ck_assert_uint_le(found.tries, 3000);
    for (size_t i = 0; i < found.count; ++i) {
        ck_assert(ts_verdict_is_unsafe(judge(&found.finds[i].query).verdict));
        if (i > 0) ck_assert_double_le(found.finds[i].trial.score, found.finds[i - 1].trial.score);
    }
    const ts_hunt_find *worst = &found.finds[0];
    ck_assert_double_gt(worst->trial.score, 0.1);
    ck_assert_double_lt(sine_at(&worst->query, worst->trial.truth.hi), 1e-6);
    ts_hunt_results_clear(&found);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(finds_slow_and_stalled_answers) {
    open_method("accd", "{\"max_iterations\": 5000}");
    ts_hunt_results slow = hunt(TS_HUNT_SLOW, "cloth", 3, 600);
    ck_assert_uint_gt(slow.count, 0);
    ck_assert_double_ge(slow.finds[0].trial.score, 1000.0);
    ts_hunt_results_clear(&slow);
    ts_ccd_method_clear(&method);

    open_method("lower-bound", NULL);
    ts_hunt_results stalled = hunt(TS_HUNT_STALL, "sliding", 3, 600);
    ck_assert_uint_gt(stalled.count, 0);
    ck_assert(judge(&stalled.finds[0].query).stall);
    ts_hunt_results_clear(&stalled);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(the_same_seed_finds_the_same) {
    open_method("cubic", NULL);
    ts_hunt_results first = hunt(TS_HUNT_LATE, "cloth", 7, 800), again = hunt(TS_HUNT_LATE, "cloth", 7, 800);
    ts_hunt_results other = hunt(TS_HUNT_LATE, "cloth", 8, 800);
    ck_assert_uint_gt(first.count, 0);
    ck_assert_uint_eq(first.tries, 800);
    ck_assert_uint_eq(first.count, again.count);
    ck_assert_uint_eq(first.restarts, again.restarts);
    for (size_t i = 0; i < first.count; ++i) {
        ck_assert_mem_eq(first.finds[i].query.x0, again.finds[i].query.x0, sizeof first.finds[i].query.x0);
        ck_assert_mem_eq(first.finds[i].query.x1, again.finds[i].query.x1, sizeof first.finds[i].query.x1);
    }
    ck_assert_mem_ne(first.finds[0].query.x0, other.finds[0].query.x0, sizeof first.finds[0].query.x0);
    ts_hunt_results_clear(&first);
    ts_hunt_results_clear(&again);
    ts_hunt_results_clear(&other);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(refuses_kinds_that_the_method_lacks) {
    open_method("bsc", NULL);
    const ts_family *const families[] = {ts_family_find("cloth")};
    const ts_hunt_options options = {.method = &method,
                                     .families = families,
                                     .family_count = 1,
                                     .kinds = TS_CCD_CAN_POINT_POINT,
                                     .tries = 10,
                                     .count = 1};
    ts_hunt_results results;
    ts_error error;
    ck_assert_int_eq(ts_hunt(&options, &results, &error), TS_ERROR_USAGE);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(mutations_keep_queries_valid) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    int changed = 0;
    const int cases = ts_test_cases(20000);
    ts_ccd_query query;
    for (int i = 0; i < cases; ++i) {
        if (i % 100 == 0) {
            const ts_family *family = ts_family_at(ts_random_below(&random, ts_family_count()));
            family->generate(1, (uint64_t)i, (ts_ccd_kind)(i / 100 % TS_CCD_KINDS), &query);
            query.min_distance = 0.0;
        }
        const ts_ccd_query before = query;
        ts_hunt_mutate(&random, false, &query);
        ck_assert_int_eq(ts_ccd_query_check(&query, NULL), TS_OK);
        ck_assert_double_eq(query.min_distance, 0.0);
        ck_assert_int_eq(query.kind, before.kind);
        for (int row = ts_ccd_vertices(query.kind); row < 4; ++row) {
            for (int c = 0; c < 3; ++c) ck_assert(query.x0[row][c] == 0.0 && query.x1[row][c] == 0.0);
        }
        changed +=
            memcmp(before.x0, query.x0, sizeof query.x0) != 0 || memcmp(before.x1, query.x1, sizeof query.x1) != 0;
    }
    ck_assert_int_gt(changed, cases / 2);
}
END_TEST

START_TEST(bits_are_counted) {
    ts_ccd_query query = {.kind = TS_POINT_POINT, .t_max = 1.0};
    ck_assert_int_eq(ts_query_bits(&query), 1);
    query.x0[0][0] = query.x1[0][0] = -3.0; /* stands still: once */
    ck_assert_int_eq(ts_query_bits(&query), 3);
    query.x1[0][1] = 0x1.5p-30;
    ck_assert_int_eq(ts_query_bits(&query), 6);
    query.min_distance = 0x1.fffffffffffffp3;
    ck_assert_int_eq(ts_query_bits(&query), 59);
}
END_TEST

START_TEST(minimised_queries_fail_alike_with_fewer_bits) {
    open_method("accd", "{\"max_iterations\": 2000}");
    ts_hunt_results found = hunt(TS_HUNT_LATE, "parallel", 1, 1500);
    const ts_minimise_options options = {.method = &method, .goal = TS_HUNT_LATE, .tries = 5000};
    ck_assert_uint_gt(found.count, 0);
    for (size_t i = 0; i < found.count && i < 3; ++i) {
        const ts_ccd_query *query = &found.finds[i].query;
        ts_minimised least;
        ts_error error;
        ck_assert_msg(ts_minimise(&options, query, &least, &error) == TS_OK, "%s", error.message);
        ck_assert_int_eq(judge(&least.query).verdict, judge(query).verdict);
        ck_assert_int_eq(least.bits_before, ts_query_bits(query));
        ck_assert_int_eq(least.bits_after, ts_query_bits(&least.query));
        ck_assert_int_lt(least.bits_after, least.bits_before / 2);
        ck_assert_uint_le(least.tries, options.tries);
    }
    ts_hunt_results_clear(&found);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(minimising_keeps_limits_and_half_of_the_iterations) {
    open_method("accd", "{\"max_iterations\": 500}");
    ts_ccd_query query;
    ts_minimised least;
    const ts_minimise_options options = {.method = &method, .goal = TS_HUNT_SLOW, .tries = 3000};
    int limits = 0, slow = 0;
    for (uint64_t i = 0; i < 40; ++i) {
        ts_family_find("sliding")->generate(11, i, TS_EDGE_EDGE, &query);
        ck_assert_int_eq(ts_minimise(&options, &query, &least, NULL), TS_OK);
        ts_ccd_result answer;
        ts_ccd_answer(&method, &least.query, &answer);
        ck_assert_int_eq(answer.status == TS_CCD_LIMIT, least.before.answer.status == TS_CCD_LIMIT);
        ck_assert_uint_ge(2 * answer.iterations, least.before.answer.iterations);
        ck_assert_int_lt(least.bits_after, least.bits_before);
        limits += answer.status == TS_CCD_LIMIT;
        slow += answer.status != TS_CCD_LIMIT && answer.iterations > 10;
    }
    ck_assert_int_gt(limits, 0);
    ck_assert_int_gt(slow, 0);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Stopped by its tries it says so, and takes no more of them. */
START_TEST(minimising_ends_with_its_tries) {
    open_method("accd", "{\"max_iterations\": 500}");
    ts_ccd_query query;
    ts_family_find("sliding")->generate(11, 0, TS_EDGE_EDGE, &query);
    for (uint64_t tries = 0; tries < 5; ++tries) {
        const ts_minimise_options options = {.method = &method, .goal = TS_HUNT_SLOW, .tries = tries};
        ts_minimised least;
        ck_assert_int_eq(ts_minimise(&options, &query, &least, NULL), TS_OK);
        ck_assert_uint_eq(least.tries, tries);
        ck_assert(!least.complete);
    }
    const ts_minimise_options options = {.method = &method, .goal = TS_HUNT_SLOW, .tries = 1000000};
    ts_minimised least;
    ck_assert_int_eq(ts_minimise(&options, &query, &least, NULL), TS_OK);
    ck_assert(least.complete && least.tries < options.tries);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A method of this test, which says what it is told to. */
static void (*say)(const ts_ccd_query *query, ts_ccd_result *result);

static ts_status create(const char *options, void **self) {
    (void)options;
    *self = NULL;
    return TS_OK;
}

static void destroy(void *self) {
    (void)self;
}

static void query_said(void *self, const ts_ccd_query *query, ts_ccd_result *result) {
    (void)self;
    say(query, result);
}

static const ts_ccd_backend SAYS = {.abi = TS_CCD_ABI,
                                    .name = "says",
                                    .summary = "what it is told to",
                                    .source = "a test",
                                    .capabilities = TS_CCD_CAN_ALL_KINDS | TS_CCD_CAN_MIN_DISTANCE,
                                    .create = create,
                                    .query = query_said,
                                    .destroy = destroy};

static double said; /* of every query */

static void say_the_same(const ts_ccd_query *query, ts_ccd_result *result) {
    (void)query;
    *result = (ts_ccd_result){.status = said > 1.0 ? TS_CCD_FREE : TS_CCD_HIT, .toi = said};
}

/* Points that meet at 1/3, which is no double: within the bracket an answer is not late, beyond it by how much it is,
 * and where it is said that there is no contact, by all that is left. Before them is a find, early as it may be. */
START_TEST(scores_begin_behind_the_bracket) {
    say = say_the_same;
    open_method("says", NULL);
    const ts_ccd_query query = {.kind = TS_POINT_POINT, .x0 = {{1.0}}, .x1 = {{-2.0}}, .t_max = 1.0};
    ts_oracle_truth truth;
    ck_assert_int_eq(ts_oracle_toi(&query, TS_ORACLE_ALL, &truth), TS_OK);
    ck_assert_double_lt(truth.lo, truth.hi);
    const double times[] = {0.25, truth.lo, truth.hi, nextafter(truth.hi, 1.0), 0.5, 2.0};
    for (size_t k = 0; k < sizeof times / sizeof *times; ++k) {
        ts_trial trial;
        said = times[k];
        ck_assert_int_eq(ts_hunt_try(&method, TS_HUNT_LATE, &query, &trial), TS_OK);
        ck_assert_int_eq(trial.failure, k < 3 ? TS_FAILURE_NONE : k < 5 ? TS_FAILURE_LATE : TS_FAILURE_MISSED);
        ck_assert_msg((trial.score >= 0.0) == (k >= 3), "%zu: %g", k, trial.score);
        if (k >= 3) ck_assert_double_eq(trial.score, (k < 5 ? said : 1.0) - truth.hi);
        if (k == 0) ck_assert_double_eq_tol(trial.score, -0.25, 1e-15);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

/* Right where the points begin in contact, and nowhere else. */
static void say_free(const ts_ccd_query *query, ts_ccd_result *result) {
    *result = (ts_ccd_result){.status = query->x0[0][0] == query->x0[1][0] ? TS_CCD_HIT : TS_CCD_FREE};
}

/* No time at all where anything is no whole number, and a failure of its own elsewhere. */
static void say_nothing(const ts_ccd_query *query, ts_ccd_result *result) {
    bool whole = true;
    for (int i = 0; i < 24; ++i) {
        const double x = (i < 12 ? query->x0 : query->x1)[i % 12 / 3][i % 3];
        whole = whole && x == floor(x);
    }
    *result = (ts_ccd_result){.status = whole ? TS_CCD_FAILED : TS_CCD_HIT, .toi = NAN};
}

static ts_minimised minimise(ts_hunt_goal goal, const ts_ccd_query *query) {
    const ts_minimise_options options = {.method = &method, .goal = goal, .tries = 10000};
    ts_minimised least = {0};
    ck_assert_int_eq(ts_minimise(&options, query, &least, NULL), TS_OK);
    ck_assert(least.complete);
    return least;
}

/* Whole numbers would be simpler, but the method fails on them for another reason. */
START_TEST(minimising_keeps_the_reason_of_an_error) {
    const ts_ccd_query query = {.kind = TS_POINT_POINT, .x0 = {{1.5}}, .x1 = {{-1.5}}, .t_max = 1.0};
    open_method("says", NULL);
    say = say_nothing;
    const ts_minimised least = minimise(TS_HUNT_LATE, &query);
    ck_assert_int_eq(least.before.reason, TS_CCD_FAILURE_NAN);
    ck_assert_int_eq(least.after.reason, TS_CCD_FAILURE_NAN);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A contact at 2/1000 is missed, and one at 1/2000: the one stays as late, the other as early, though one at the end
 * would be simpler. */
START_TEST(minimising_keeps_late_contacts_and_early_ones) {
    static const ts_ccd_query LATER = {.kind = TS_POINT_POINT, .x0 = {{2.0}}, .x1 = {{-998.0}}, .t_max = 1.0},
                              EARLY = {.kind = TS_POINT_POINT, .x0 = {{1.0}}, .x1 = {{-1999.0}}, .t_max = 1.0};
    open_method("says", NULL);
    say = say_free;
    for (int early = 0; early < 2; ++early) {
        const ts_minimised least = minimise(TS_HUNT_LATE, early ? &EARLY : &LATER);
        ck_assert_int_eq(least.before.failure, TS_FAILURE_MISSED);
        ck_assert_int_eq(least.after.failure, TS_FAILURE_MISSED);
        ck_assert_int_eq(ts_is_early(&least.before.truth), early);
        ck_assert_int_eq(ts_is_early(&least.after.truth), early);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

/* Nothing but the scale is too much here: from 4 to 0, at 2 from it in between, is from 1 to 0 and 1/2. */
START_TEST(minimising_scales_the_minimum_distance_along) {
    const ts_ccd_query query = {.kind = TS_POINT_POINT, .x0 = {{4.0}}, .min_distance = 2.0, .t_max = 1.0};
    open_method("says", NULL);
    say = say_the_same;
    said = 0.75;
    const ts_minimised least = minimise(TS_HUNT_LATE, &query);
    ck_assert_double_eq(least.query.x0[0][0], 1.0);
    ck_assert_double_eq(least.query.x1[0][0], 0.0);
    ck_assert_double_eq(least.query.min_distance, 0.5);
    ck_assert_double_eq(least.after.score, 0.25);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Points that meet halfway, or at once; each pair at another place, or all at one. */
static struct {
    bool at_once, one_place;
    int drawn;
} pairs;

static void draw_pair(uint64_t seed, uint64_t index, ts_ccd_kind kind, ts_ccd_query *query) {
    (void)seed, (void)index;
    const double from = pairs.at_once ? 0.0 : 1.0, place = pairs.one_place ? 0.0 : pairs.drawn++;
    *query = (ts_ccd_query){.kind = kind, .x0 = {{from, place}, {0.0, place}}, .t_max = 1.0};
    query->x1[0][0] = -1.0;
    query->x1[0][1] = query->x1[1][1] = place;
}

/* Misses the contacts of those pairs alone. */
static void say_free_of_pairs(const ts_ccd_query *query, ts_ccd_result *result) {
    const double place = query->x0[1][1];
    ts_ccd_query pair = {.kind = TS_POINT_POINT, .x0 = {{pairs.at_once ? 0.0 : 1.0, place}, {0.0, place}}};
    pair.x1[0][0] = -1.0;
    pair.x1[0][1] = pair.x1[1][1] = place;
    const bool is_one = memcmp(pair.x0, query->x0, sizeof pair.x0) == 0 &&
                        memcmp(pair.x1, query->x1, sizeof pair.x1) == 0 && query->t_max == 1.0 &&
                        query->min_distance == 0.0 && place == floor(place);
    *result = (ts_ccd_result){.status = is_one ? TS_CCD_FREE : TS_CCD_HIT, .toi = 0.0};
}

static ts_hunt_results hunt_pairs(uint64_t tries) {
    static const ts_family FAMILY = {.name = "pairs", .stresses = "nothing", .generate = draw_pair};
    static const ts_family *const FAMILIES[] = {&FAMILY};
    const ts_hunt_options options = {.method = &method,
                                     .families = FAMILIES,
                                     .family_count = 1,
                                     .kinds = TS_CCD_CAN_POINT_POINT,
                                     .tries = tries,
                                     .count = 20};
    ts_hunt_results results = {0};
    say = say_free_of_pairs;
    ck_assert_int_eq(ts_hunt(&options, &results, NULL), TS_OK);
    return results;
}

/* Several restarts end in finds as bad as each other: of the same query one is kept, of others all, the first first. */
START_TEST(a_find_is_kept_once_and_equal_ones_in_order) {
    open_method("says", NULL);
    for (int one_place = 0; one_place < 2; ++one_place) {
        pairs.at_once = false;
        pairs.one_place = one_place;
        pairs.drawn = 0;
        ts_hunt_results found = hunt_pairs(400);
        ck_assert_uint_gt(found.restarts, 1);
        ck_assert_uint_eq(found.failures, found.restarts);
        ck_assert_uint_eq(found.count, one_place ? 1 : found.restarts);
        for (size_t i = 0; i < found.count; ++i) {
            ck_assert_double_eq(found.finds[i].trial.score, 0.5);
            if (i > 0) ck_assert_double_gt(found.finds[i].query.x0[1][1], found.finds[i - 1].query.x0[1][1]);
        }
        ts_hunt_results_clear(&found);
    }
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(a_missed_contact_at_the_start_is_a_find) {
    open_method("says", NULL);
    pairs.at_once = pairs.one_place = true;
    ts_hunt_results found = hunt_pairs(1);
    ck_assert(found.restarts == 1 && found.failures == 1 && found.count == 1);
    ck_assert_int_eq(found.finds[0].trial.failure, TS_FAILURE_MISSED);
    ck_assert_double_eq(found.finds[0].trial.score, 0.0);
    ts_hunt_results_clear(&found);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(there_is_nothing_to_minimise_in_a_right_answer) {
    open_method("exact", NULL);
    ts_ccd_query query = {.kind = TS_POINT_POINT, .t_max = 1.0};
    query.x0[0][0] = 1.0;
    query.x1[0][0] = -1.0;
    const ts_minimise_options options = {.method = &method, .goal = TS_HUNT_LATE, .tries = 10};
    ts_minimised least = {.tries = 77};
    ts_error error;
    ck_assert_int_eq(ts_minimise(&options, &query, &least, &error), TS_ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(error.message, "does not fail"));
    ck_assert_uint_eq(least.tries, 77);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    ts_error error;
    if (ts_ccd_register_builtin(&error) != TS_OK || ts_oracle_register_backend(&error) != TS_OK) return EXIT_FAILURE;
    if (ts_ccd_register(&SAYS, &error) != TS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("benches/hunt");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, finds_accd_late_on_near_parallel_edges);
    tcase_add_test(cases, finds_slow_and_stalled_answers);
    tcase_add_test(cases, the_same_seed_finds_the_same);
    tcase_add_test(cases, refuses_kinds_that_the_method_lacks);
    tcase_add_test(cases, mutations_keep_queries_valid);
    tcase_add_test(cases, bits_are_counted);
    tcase_add_test(cases, minimised_queries_fail_alike_with_fewer_bits);
    tcase_add_test(cases, minimising_keeps_limits_and_half_of_the_iterations);
    tcase_add_test(cases, minimising_ends_with_its_tries);
    tcase_add_test(cases, scores_begin_behind_the_bracket);
    tcase_add_test(cases, minimising_keeps_the_reason_of_an_error);
    tcase_add_test(cases, minimising_keeps_late_contacts_and_early_ones);
    tcase_add_test(cases, minimising_scales_the_minimum_distance_along);
    tcase_add_test(cases, a_find_is_kept_once_and_equal_ones_in_order);
    tcase_add_test(cases, a_missed_contact_at_the_start_is_a_find);
    tcase_add_test(cases, there_is_nothing_to_minimise_in_a_right_answer);
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
