/* SPDX-License-Identifier: MIT
 * Factors of earlier Hessians: when one is used again, by hand; and Newton's method with them, which ends in the same
 * minimum (their conjugate gradients: test_trust_region.c). */
#include "cipc/older_factor.h"

#include "tests/cipc/falling_sheets.h"

/* A factor costs 1, a turn 1/16. */
static const double TURN = 0.0625;

START_TEST(a_factor_is_kept_while_its_increments_cost_less_than_their_mean) {
    ts_older_factor older = {0};
    ck_assert_int_eq(ts_older_most_turns(&older, TURN), 0); /* there is none */
    ts_older_renewed(&older);
    ck_assert_int_eq(ts_older_most_turns(&older, INFINITY), 0);
    ck_assert_int_eq(ts_older_most_turns(&older, 0.9), 0); /* one turn and its start are thought to cost 1.8 */
    ck_assert_int_eq(ts_older_most_turns(&older, TURN), 15);
    ts_older_used(&older, TURN, 3, true); /* (1 + 1/4) / 2 */
    ck_assert_int_eq(ts_older_most_turns(&older, TURN), 9);
    ts_older_used(&older, TURN, 7, true); /* (1 + 1/4 + 1/2) / 3: as much again would be no gain worth having */
    ck_assert_double_eq(older.work, 1.75);
    ck_assert_int_eq(older.increments, 3);
    ck_assert_int_eq(ts_older_most_turns(&older, TURN * 0.9), 9);
    ck_assert_int_eq(ts_older_most_turns(&older, TURN), 0);
    ts_older_used(&older, TURN, 9, false);
    ck_assert_int_eq(older.increments, 3);
    ts_older_renewed(&older); /* the first by it is thought to take what the first took by the one before: 3 */
    ck_assert_int_eq(ts_older_most_turns(&older, TURN), 15);
    ck_assert_int_eq(ts_older_most_turns(&older, 0.199), 4);
    ck_assert_int_eq(ts_older_most_turns(&older, 0.201), 0);
}
END_TEST

/* Factorizations until an older factor is allowed turns again. */
static int wait_of(ts_older_factor *older) {
    int made = 0;
    do {
        ts_older_renewed(older);
        ++made;
    } while (ts_older_most_turns(older, TURN) == 0);
    return made;
}

START_TEST(what_gains_nothing_is_not_tried_again_soon) {
    ts_older_factor older = {0};
    ck_assert_int_eq(wait_of(&older), 1);
    static const int waits[] = {4, 16, 64, 64};
    for (size_t k = 0; k < sizeof waits / sizeof *waits; ++k) {
        ts_older_used(&older, TURN, 14, k % 2); /* not enough, or nearly as much as a factorization */
        ck_assert_int_eq(wait_of(&older), waits[k]);
    }
    ts_older_used(&older, TURN, 11, true); /* 3/4 of one */
    ck_assert_int_eq(wait_of(&older), 1);
    ts_older_used(&older, TURN, 5, false); /* given up soon */
    ck_assert_int_eq(wait_of(&older), 4);
    ts_older_used(&older, TURN, 2, true);
    ts_older_used(&older, TURN, 11, false); /* a later one that fails says only that the factor is too old */
    ck_assert_int_eq(wait_of(&older), 1);
}
END_TEST

/* ---- In Newton's method ---- */

static fall own, older, again;

static void drop_two(bool older_factor, bool trust_region, int threads, fall *made) {
    drop_sheets((fall_options){.older_factor = older_factor,
                               .trust_region = trust_region,
                               .threads = threads,
                               .sheets = 2,
                               .squares = MOST_SQUARES,
                               .dhat = 1e-3,
                               .bending_scale = 1.0},
                made);
}

START_TEST(the_minimum_is_the_same) {
    for (int trust_region = ts_test_is_sanitized(); trust_region < 2; ++trust_region) {
        drop_two(false, trust_region, 1, &own);
        drop_two(true, trust_region, 1, &older);
        ck_assert_int_eq(own.turned, 0);
        double away = 0.0;
        for (int k = 0; k < STEPS; ++k) away = fmax(away, ts_test_apart(MOST_NODES, own.x[k], older.x[k]));
        printf("%d iterations, %d of %d by older factors, %d of them in a region, %d last ones; apart %.1e m\n",
               own.iterations, older.turned, older.iterations, older.in_region, older.last_turned, away);
        ck_assert_int_gt(3 * older.turned, older.iterations);
        ck_assert(trust_region || older.last_turned > 0);
        ck_assert(trust_region ? older.in_region > 0 : older.in_region == 0);
        ck_assert_double_le(away, trust_region ? 1e-10 : 1e-7); /* as far as own increments end from the minimum */
    }
}
END_TEST

START_TEST(the_bits_are_those_of_any_number_of_threads) {
    drop_two(true, true, 1, &older);
    drop_two(true, true, 2, &again);
    ck_assert_int_eq(older.iterations, again.iterations);
    ck_assert_mem_eq(older.x, again.x, sizeof older.x);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("older factor");
    TCase *policy = tcase_create("when");
    tcase_add_test(policy, a_factor_is_kept_while_its_increments_cost_less_than_their_mean);
    tcase_add_test(policy, what_gains_nothing_is_not_tried_again_soon);
    suite_add_tcase(suite, policy);
    TCase *newton = tcase_create("Newton");
    tcase_add_test(newton, the_minimum_is_the_same);
    if (!ts_test_is_sanitized()) tcase_add_test(newton, the_bits_are_those_of_any_number_of_threads);
    suite_add_tcase(suite, newton);
    return ts_run_suite(suite);
}
