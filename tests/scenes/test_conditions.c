/* SPDX-License-Identifier: MIT
 * Prescribed nodes over time: against closed forms of the motion. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/conditions.h"
#include "tests/support.h"

enum { NODES = 4 };

static const double X[NODES][3] = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 1, 1}};

static ts_condition about(int32_t node, double start, double end) {
    ts_condition condition = {.count = 1, .start = start, .end = end};
    condition.node = malloc(sizeof *condition.node);
    condition.node[0] = node;
    return condition;
}

static ts_conditions list(ts_condition first, ts_condition second) {
    ts_conditions conditions = {.count = 2, .condition = malloc(2 * sizeof(ts_condition))};
    conditions.condition[0] = first;
    conditions.condition[1] = second;
    return conditions;
}

START_TEST(nodes_turn_move_and_are_released) {
    ts_condition turning = about(0, 0.0, 1.0), moving = about(1, 0.5, INFINITY);
    turning.axis[2] = 1.0;
    turning.rate = M_PI / 2.0;
    turning.centre[1] = 1.0;
    turning.velocity[2] = 0.5;
    moving.velocity[0] = 2.0;
    ts_conditions conditions = list(turning, moving);
    uint8_t prescribed[NODES];
    double target[NODES][3];
    ts_error error;
    double x[NODES][3];
    memcpy(x, X, sizeof x);
    for (int step = 1; step <= 20; ++step) {
        const double t0 = 0.1 * (step - 1), t1 = 0.1 * step;
        ck_assert_int_eq(ts_conditions_at(&conditions, t0, t1, (const double(*)[3])x,
                                          &(ts_prescribed){NODES, prescribed, target}, &error),
                         TS_OK);
        ck_assert_int_eq(prescribed[0], step <= 10);
        ck_assert_int_eq(prescribed[1], step > 5);
        ck_assert(!prescribed[2] && !prescribed[3]);
        if (prescribed[0]) { /* from (1, 0, 0) about (0, 1, .): radius sqrt 2, starting at -45 degrees */
            const double angle = -M_PI / 4.0 + M_PI / 2.0 * t1;
            ck_assert_double_eq_tol(target[0][0], sqrt(2.0) * cos(angle), 1e-12);
            ck_assert_double_eq_tol(target[0][1], 1.0 + sqrt(2.0) * sin(angle), 1e-12);
            ck_assert_double_eq_tol(target[0][2], 0.5 * t1, 1e-12);
        }
        if (prescribed[1]) {
            ck_assert_double_eq_tol(target[1][0], 2.0 * (t1 - 0.5), 1e-12);
            ck_assert_double_eq(target[1][1], 2.0);
        }
    }
    ts_conditions_clear(&conditions);
}
END_TEST

/* A third of a turn about (1, 1, 1) takes x to y, y to z and z to x: what is along the axis stays. */
START_TEST(nodes_turn_about_any_axis) {
    ts_condition turning = about(0, 0.0, INFINITY), also = about(2, 0.0, INFINITY);
    for (int c = 0; c < 3; ++c) turning.axis[c] = also.axis[c] = 1.0 / sqrt(3.0);
    turning.rate = also.rate = 2.0 * M_PI / 3.0;
    ts_conditions conditions = list(turning, also);
    uint8_t prescribed[NODES] = {0};
    double target[NODES][3] = {{0.0}};
    ts_error error;
    ck_assert_int_eq(ts_conditions_at(&conditions, 0.0, 1.0, X, &(ts_prescribed){NODES, prescribed, target}, &error),
                     TS_OK);
    for (int c = 0; c < 3; ++c) {
        ck_assert_double_eq_tol(target[0][c], c == 1 ? 1.0 : 0.0, 1e-12); /* of (1, 0, 0) */
        ck_assert_double_eq_tol(target[2][c], c == 0 ? 3.0 : 0.0, 1e-12); /* of (0, 0, 3) */
    }
    ts_conditions_clear(&conditions);
}
END_TEST

/* A start that rounding has put before the step's own: the first step is a whole one, and no more. */
START_TEST(a_condition_begins_with_its_first_step) {
    ts_condition moving = about(0, 1.0 - 0x1p-21, INFINITY);
    moving.velocity[1] = 1.0;
    ts_conditions conditions = list(moving, about(1, 0.0, INFINITY));
    uint8_t prescribed[NODES] = {0};
    double target[NODES][3] = {{0.0}};
    ts_error error;
    for (int step = 0; step < 4; ++step) {
        ck_assert_int_eq(
            ts_conditions_at(&conditions, step, step + 1, X, &(ts_prescribed){NODES, prescribed, target}, &error),
            TS_OK);
        ck_assert_int_eq(prescribed[0], step > 0);
        if (step > 0) ck_assert_double_eq(target[0][1], step);
    }
    ts_conditions_clear(&conditions);
}
END_TEST

START_TEST(a_held_node_stays_to_the_bit) {
    ts_conditions conditions = list(about(2, 0.0, INFINITY), about(3, 0.0, INFINITY));
    uint8_t prescribed[NODES];
    double target[NODES][3];
    ts_error error;
    ck_assert_int_eq(ts_conditions_at(&conditions, 0.0, 0.3, X, &(ts_prescribed){NODES, prescribed, target}, &error),
                     TS_OK);
    ck_assert_mem_eq(target[2], X[2], sizeof X[2]);
    ck_assert_mem_eq(target[3], X[3], sizeof X[3]);
    ts_conditions_clear(&conditions);
}
END_TEST

/* From the first step on, and from the one that follows a rounded decimal; to the step that ends where it ends. */
START_TEST(any_time_step_tells_its_steps_apart) {
    static const double H[] = {1e-10, 1e-6, 0.01, 1.0 / 3.0, 10.0};
    for (size_t k = 0; k < sizeof H / sizeof *H; ++k) {
        const double h = H[k], rounded = 3.0 * h * (1.0 + (_i == 0 ? 3e-10 : -3e-10));
        ts_conditions conditions = list(about(0, 0.0, rounded), about(1, rounded, INFINITY));
        for (int step = 0; step < 6; ++step) {
            uint8_t prescribed[NODES], held[NODES];
            double target[NODES][3];
            ts_error error;
            const double t0 = step * h, t1 = (step + 1) * h;
            ck_assert_int_eq(
                ts_conditions_at(&conditions, t0, t1, X, &(ts_prescribed){NODES, prescribed, target}, &error), TS_OK);
            ck_assert_uint_eq(prescribed[0], step < 3);
            ck_assert_uint_eq(prescribed[1], step >= 3);
            ts_conditions_hold(&conditions, t0, t1, NODES, held);
            ck_assert_mem_eq(held, prescribed, NODES);
        }
        ts_conditions_clear(&conditions);
    }
}
END_TEST

/* Beside a walk through the steps, also where times are multiples of the step up to rounding. */
START_TEST(whether_any_step_ends_within_a_condition) {
    static const double STEPS[] = {0.01, 0.04, 1.0 / 150.0, 1.0 / 3.0}, OFF[] = {0.0, 1e-9, -1e-9, 0.3, 0.7};
    int never = 0, cases = 0;
    for (size_t s = 0; s < 4; ++s) {
        for (int from = 0; from < 200; ++from) {
            for (int k = 0; k < 25; ++k) {
                const double h = STEPS[s], start = fmax(h * (from + OFF[k % 5]), 0.0);
                const ts_condition condition = {.start = start, .end = fmax(start, h * (from + OFF[k / 5]))};
                bool held = false;
                for (int step = from > 2 ? from - 2 : 1; step < from + 3; ++step) {
                    uint8_t is_set = 0;
                    ts_condition one = condition;
                    one.count = 1;
                    one.node = (int32_t[]){0};
                    ts_conditions_hold(&(ts_conditions){1, &one}, h * (step - 1), h * step, 1, &is_set);
                    held |= is_set != 0;
                }
                ck_assert_int_eq(ts_condition_ever_holds(&condition, h), held);
                never += !held;
                ++cases;
            }
        }
    }
    ck_assert_msg(never > 0, "of %d cases none never holds", cases);
    ck_assert(ts_condition_ever_holds(&(ts_condition){.start = 1e300, .end = INFINITY}, 0.01));
    ck_assert(!ts_condition_ever_holds(&(ts_condition){.start = 1e300, .end = 1e300}, 0.01));
}
END_TEST

START_TEST(frames_are_joined_by_straight_lines_and_the_last_holds) {
    ts_condition following = about(0, 0.0, INFINITY);
    following.frames = 3;
    following.frame_seconds = 0.5;
    following.frame = calloc(3, sizeof *following.frame);
    following.frame[1][0] = 1.0;
    following.frame[2][1] = 4.0;
    following.frame[2][2] = 0.1;
    ts_conditions conditions = list(following, about(1, 0.0, 1.0));
    const struct {
        double t, x, y;
    } expected[] = {{0.25, 0.5, 0.0}, {0.5, 1.0, 0.0}, {0.75, 0.5, 2.0}, {1.0, 0.0, 4.0}, {7.0, 0.0, 4.0}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; ++k) {
        uint8_t prescribed[NODES];
        double target[NODES][3];
        ts_error error;
        ck_assert_int_eq(
            ts_conditions_at(&conditions, 0.0, expected[k].t, X, &(ts_prescribed){NODES, prescribed, target}, &error),
            TS_OK);
        ck_assert_double_eq_tol(target[0][0], expected[k].x, 1e-12);
        ck_assert_double_eq_tol(target[0][1], expected[k].y, 1e-12);
        if (expected[k].t >= 1.0) ck_assert_double_eq(target[0][2], 0.1); /* to the bit, however long it holds */
    }
    ts_conditions_clear(&conditions);
}
END_TEST

/* One after the other is none, whichever of them is listed first. */
START_TEST(contradictions_are_named) {
    ts_error error;
    ts_conditions conditions = list(about(2, 0.0, 1.0), about(2, 0.9, 2.0));
    ck_assert_int_eq(ts_conditions_check(&conditions, NODES, &error), TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "node 2"));
    ts_conditions_clear(&conditions);
    conditions = list(about(2, 0.0, 1.0), about(2, 1.0, 2.0));
    ck_assert_int_eq(ts_conditions_check(&conditions, NODES, &error), TS_OK);
    ts_conditions_clear(&conditions);
    conditions = list(about(2, 1.0, 2.0), about(2, 0.0, 1.0));
    ck_assert_int_eq(ts_conditions_check(&conditions, NODES, &error), TS_OK);
    ts_conditions_clear(&conditions);
}
END_TEST

/* The second is compared with both others, which tell the same node where to be one after the other. */
START_TEST(conditions_are_compared_pair_by_pair) {
    ts_error error;
    ts_conditions conditions = {.count = 3, .condition = malloc(3 * sizeof(ts_condition))};
    conditions.condition[0] = about(0, 0.0, 1.0);
    conditions.condition[1] = about(1, 0.0, 2.0);
    conditions.condition[2] = about(0, 1.0, 2.0);
    ck_assert_int_eq(ts_conditions_check(&conditions, NODES, &error), TS_OK);
    conditions.condition[2].node[0] = 1;
    ck_assert_int_eq(ts_conditions_check(&conditions, NODES, &error), TS_ERROR_DATA);
    ck_assert_ptr_nonnull(strstr(error.message, "conditions 1 and 2 both tell node 1"));
    ts_conditions_clear(&conditions);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("conditions");
    TCase *tests = tcase_create("conditions");
    tcase_add_loop_test(tests, any_time_step_tells_its_steps_apart, 0, 2);
    tcase_add_test(tests, whether_any_step_ends_within_a_condition);
    tcase_add_test(tests, nodes_turn_move_and_are_released);
    tcase_add_test(tests, nodes_turn_about_any_axis);
    tcase_add_test(tests, a_condition_begins_with_its_first_step);
    tcase_add_test(tests, a_held_node_stays_to_the_bit);
    tcase_add_test(tests, frames_are_joined_by_straight_lines_and_the_last_holds);
    tcase_add_test(tests, contradictions_are_named);
    tcase_add_test(tests, conditions_are_compared_pair_by_pair);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
