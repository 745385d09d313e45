/* SPDX-License-Identifier: MIT
 * The radii of what is to be proven. */
#include <math.h>

#include "scenes/proof/shape.h"
#include "tests/support.h"

START_TEST(two_radii_are_the_thickness_or_more) {
    static const double THICKNESS[] = {
        0.0,  0x1p-1074, 0x1.8p-1073, 0x1p-1073, 5 * 0x1p-1074, 0x1.fffffffffffffp-1022, 1e-3, 0x1.00000000001p-1022,
        1e150};
    double x[2][3] = {{0, 0, 0}, {1, 0, 0}};
    int32_t particle[2] = {0, 1};
    const ts_mesh mesh = {.nodes = 2, .x = x, .particles = 2, .particle = particle};
    for (size_t i = 0; i < sizeof THICKNESS / sizeof *THICKNESS; ++i) {
        ts_prover_shape shape;
        ts_error error;
        ck_assert_int_eq(ts_prover_shape_of_mesh(&mesh, THICKNESS[i], &shape, &error), TS_OK);
        const double both = shape.radius[0] + shape.radius[1];
        ck_assert(both == THICKNESS[i] || both == THICKNESS[i] + 0x1p-1074);
        ts_prover_shape_clear(&shape);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("prover shape");
    tcase_add_test(cases, two_radii_are_the_thickness_or_more);
    Suite *suite = suite_create("prover shape");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
