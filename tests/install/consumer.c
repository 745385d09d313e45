/* SPDX-License-Identifier: MIT
 * A stranger's program: asks the installed oracle for the time of impact of a point falling on a triangle. */
#include <touchstone/dataset.h>
#include <touchstone/oracle.h>

int main(void) {
    const ts_ccd_query fall = {.kind = TS_POINT_TRIANGLE,
                               .x0 = {{0, 0, 1}, {-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}},
                               .x1 = {{0, 0, -1}, {-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}},
                               .t_max = 1};
    ts_oracle_truth truth;
    const int wrong = ts_oracle_toi(&fall, TS_ORACLE_ALL, &truth) || !truth.contact || truth.lo != 0.5;
    return wrong || ts_family_count() == 0;
}
