/* SPDX-License-Identifier: GPL-2.0-or-later
 * The clock of told nodes. */
#include "ndb/told.h"
#include "tests/ndb/ndb_scenes.h"

/* Half as fast where nearly nothing was free, twice as fast again where more than half of it was, within bounds. */
START_TEST(told_nodes_slow_down_and_recover) {
    static const struct {
        double fraction, time, stride;
    } PARTS[] = {{1.0, 2.0, 4.0},     {0.0625, 1.0625, 2.0}, {0.0, 1.0, 1.0},     {0.09375, 1.09375, 0.5},
                 {0.0, 1.0, 0.25},    {0.0, 1.0, 0.25},      {0.25, 1.25, 0.25},  {0.5, 1.5, 0.25},
                 {0.625, 1.625, 0.5}, {0.75, 1.75, 1.0},     {0.875, 1.875, 2.0}, {1.0, 2.0, 4.0}};
    ts_ndb s = {.clock = {.stride = 4.0}};
    for (size_t k = 0; k < sizeof PARTS / sizeof *PARTS; ++k) {
        s.clock.time = 1.0, s.clock.end = 2.0;
        ts_ndb_told_end(&s, PARTS[k].fraction);
        ck_assert_double_eq(s.clock.time, PARTS[k].time);
        ck_assert_double_eq(s.clock.stride, PARTS[k].stride);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told");
    TCase *tests = tcase_create("told");
    tcase_add_test(tests, told_nodes_slow_down_and_recover);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
