/* SPDX-License-Identifier: MIT
 * Forces between pairs that resist a step: against those that one pair after the other comes to in the end, each by
 * bisection. */
#include <math.h>
#include <stdlib.h>

#include "cipc/balance.h"
#include "core/random.h"
#include "tests/support.h"

enum { MOST = 24 };

static uint64_t seed;

/* -(d - 1)^2 ln d below 1. */
static ts_resistance_value law(const ts_resistance *resistance, double d) {
    if (d >= 1.0) return (ts_resistance_value){0};
    if (!(d > resistance->least)) return (ts_resistance_value){INFINITY, -INFINITY, 0};
    const double u = d - 1.0, l = log(d);
    return (ts_resistance_value){-u * u * l, -2.0 * u * l - u * u / d, -2.0 * l - 4.0 * u / d + u * u / (d * d)};
}

typedef struct balance_case {
    size_t pairs;
    ts_resistance pair[MOST];
    double compliance[MOST * MOST], alone[MOST], delta[MOST], force[MOST], scratch[TS_BALANCE_SCRATCH(MOST)];
} balance_case;

/* Pairs of which `alike` sets the part of their compliance that they share, within the range of their barriers and out
 * of it, soft and stiff. */
static void draw(balance_case *c, ts_random *random, size_t pairs, double alike) {
    double own[MOST];
    c->pairs = pairs;
    for (size_t a = 0; a < pairs; ++a) {
        own[a] = ts_random_between(random, 0.5, 2.0);
        c->pair[a] = (ts_resistance){.law = law,
                                     .weight = pow(10.0, ts_random_between(random, -2.0, 4.0)),
                                     .distance = ts_random_between(random, 0.2, 1.5)};
        const ts_resistance_value model = law(&c->pair[a], c->pair[a].distance);
        c->pair[a].slope = c->pair[a].weight * model.slope;
        c->pair[a].bend = c->pair[a].weight * model.bend;
        c->alone[a] = ts_random_between(random, -2.0, 0.5);
        c->force[a] = 0.0;
    }
    for (size_t a = 0; a < pairs; ++a) {
        const double sign = a % 3 ? 1.0 : -1.0;
        for (size_t b = 0; b < pairs; ++b)
            c->compliance[a * pairs + b] =
                a == b ? own[a] * own[a] : alike * sign * (b % 3 ? 1.0 : -1.0) * own[a] * own[b];
    }
}

static bool settle(balance_case *c) {
    for (size_t a = 0; a < c->pairs; ++a) c->delta[a] = c->alone[a];
    return ts_balance_settle(&(ts_balance){c->pairs, c->pair, c->compliance, c->delta, c->force, c->scratch});
}

/* The force of pair a where it would be `alone` without it. */
static double bisect(const balance_case *c, size_t a, double alone) {
    const double own = c->compliance[a * c->pairs + a];
    if (alone >= 0.0) return 0.0;
    double low = alone, high = 0.0;
    for (int k = 0; k < 100; ++k) {
        const double middle = 0.5 * (low + high);
        *(middle + own * ts_resistance_force(&c->pair[a], middle, NULL) > alone ? &high : &low) = middle;
    }
    return ts_resistance_force(&c->pair[a], high, NULL);
}

/* Sweeps until forces change by less than `least` of the largest; how many. */
static int sweep(const balance_case *c, double least, int most, double force[MOST]) {
    for (size_t a = 0; a < c->pairs; ++a) force[a] = 0.0;
    for (int k = 1; k <= most; ++k) {
        double change = 0.0, size = 0.0;
        for (size_t a = 0; a < c->pairs; ++a) {
            double alone = c->alone[a];
            for (size_t b = 0; b < c->pairs; ++b)
                if (b != a) alone -= c->compliance[a * c->pairs + b] * force[b];
            const double now = bisect(c, a, alone);
            change = fmax(change, fabs(now - force[a]));
            size = fmax(size, fabs(now));
            force[a] = now;
        }
        if (change <= least * size) return k;
    }
    return most + 1;
}

/* More and more alike: with so much of their compliance in common, sweeps alone are slow. Again from its own result it
 * stays there. */
START_TEST(forces_are_in_balance) {
    static const double ALIKE[] = {0.0, 0.5, 0.9, 0.97};
    enum { SWEEPS = 100000 };
    ts_random random;
    ts_random_init(&random, seed, (uint64_t)_i);
    balance_case c;
    size_t wrong = 0, slow = 0, pushed = 0;
    for (int round = 0; round < 12; ++round) {
        double wanted[MOST], before[MOST], size = 0.0;
        draw(&c, &random, (size_t)(1 + 2 * round), ALIKE[_i]);
        ck_assert_int_le(sweep(&c, 1e-10, SWEEPS, wanted), SWEEPS);
        wrong += !settle(&c);
        for (size_t a = 0; a < c.pairs; ++a) size = fmax(size, fabs(wanted[a]));
        for (size_t a = 0; a < c.pairs; ++a) {
            double delta = c.alone[a];
            for (size_t b = 0; b < c.pairs; ++b) delta -= c.compliance[a * c.pairs + b] * c.force[b];
            wrong += !(fabs(c.force[a] - wanted[a]) <= 2e-3 * size);
            wrong += !(fabs(c.delta[a] - delta) <= 1e-9 * (1.0 + fabs(delta)));
            pushed += c.force[a] < 0.0;
            before[a] = c.force[a];
        }
        slow += sweep(&c, 1e-4, 60, wanted) > 60;
        wrong += !settle(&c);
        for (size_t a = 0; a < c.pairs; ++a) wrong += !(fabs(c.force[a] - before[a]) <= 1e-3 * size);
    }
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_gt(pushed, 12);
    if (_i == 3) ck_assert_uint_gt(slow, 2);
}
END_TEST

/* What nothing can move has no force, and does not stop the others. */
START_TEST(a_pair_without_compliance_has_no_force) {
    enum { PAIRS = 21, STUCK = 2 };
    ts_random random;
    ts_random_init(&random, seed, 77);
    balance_case c;
    draw(&c, &random, PAIRS, 0.97);
    for (size_t b = 0; b < PAIRS; ++b) c.compliance[STUCK * PAIRS + b] = c.compliance[b * PAIRS + STUCK] = 0.0;
    c.alone[STUCK] = -0.5;
    c.pair[STUCK] = (ts_resistance){.law = law, .weight = 1.0, .distance = 1.0};
    ck_assert(ts_resistance_force(&c.pair[STUCK], -0.5, NULL) < 0.0);
    ck_assert(settle(&c));
    ck_assert_double_eq(c.force[STUCK], 0.0);
    double wanted[MOST], size = 0.0;
    c.alone[STUCK] = 1.0;
    ck_assert_int_le(sweep(&c, 1e-10, 100000, wanted), 100000);
    for (size_t a = 0; a < PAIRS; ++a) size = fmax(size, fabs(wanted[a]));
    for (size_t a = 0; a < PAIRS; ++a) ck_assert_double_eq_tol(c.force[a], wanted[a], 2e-3 * size);
}
END_TEST

int main(void) {
    seed = ts_test_seed();
    Suite *suite = suite_create("balance");
    TCase *tests = tcase_create("balance");
    tcase_add_loop_test(tests, forces_are_in_balance, 0, 4);
    tcase_add_test(tests, a_pair_without_compliance_has_no_force);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
