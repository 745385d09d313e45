/* SPDX-License-Identifier: MIT
 * How a global solve of the solver ndb converges: what must hold of any such system, and that the subspace pays. */
#include <math.h>

#include "benches/ndb/convergence.h"
#include "benches/solvers.h"
#include "scenes/read/scene.h"
#include "tests/support.h"

static void converge(const char *name, size_t step, ts_ndb_convergence *out) {
    char path[512];
    ts_error error;
    snprintf(path, sizeof path, TS_SOURCE_DIR "/datasets/scenes/%s.json", name);
    ck_assert_msg(ts_ndb_converge(path, TS_SCENE_SIZES[TS_SCENE_TINY], step, out, &error) == TS_OK, "%s",
                  error.message);
    for (int c = 0; c < TS_NDB_CURVES; ++c) {
        printf("%s, %s:", name, TS_NDB_CURVE_NAMES[c]);
        for (int k = 0; k < TS_NDB_POINTS; ++k) printf(" %.1e", out->error[c][k]);
        printf("; 5 %% after %.1f\n", out->sweeps[c]);
    }
}

/* An energy norm: no correction by a subspace and no damped sweep makes the error larger, nor do conjugate gradients.
 * What is left in the span of the modes after their solve is nothing, with contact or without. */
static void check_any(const ts_ndb_convergence *found) {
    for (int c = 0; c < TS_NDB_CURVES; ++c) {
        ck_assert_double_le(found->error[c][0], 1.0 + 1e-12);
        for (int k = 1; k < TS_NDB_POINTS; ++k) {
            ck_assert_double_le(found->error[c][k], found->error[c][k - 1] * (1.0 + 1e-6) + 1e-9);
        }
    }
    ck_assert_double_eq_tol(found->error[TS_NDB_CURVE_DAMPED][0], 1.0, 1e-12);
    ck_assert(found->error[TS_NDB_CURVE_DAMPED_MODES][0] == found->error[TS_NDB_CURVE_PCG_MODES][0]);
    ck_assert_double_lt(found->error[TS_NDB_CURVE_PCG][TS_NDB_POINTS - 1], 1e-6);
    ck_assert_uint_ge(found->modes, 60);
    double most = 0.0;
    for (size_t k = 0; k < found->modes; ++k) most = fmax(most, found->residual[TS_NDB_STAGE_START][k]);
    for (size_t k = 0; k < 30; ++k) ck_assert_double_lt(found->residual[TS_NDB_STAGE_MODES][k], 1e-9 * most);
}

START_TEST(the_strip_needs_the_subspace) {
    ts_ndb_convergence found;
    converge("ndb-strip", 5, &found);
    check_any(&found);
    ck_assert_uint_eq(found.touched, 0);
    /* Without contact the modes are those of the system: sweeps leave the soft ones nearly as they are. */
    ck_assert_double_lt(found.error[TS_NDB_CURVE_DAMPED_MODES][1], 0.5 * found.error[TS_NDB_CURVE_DAMPED][5]);
    ck_assert(!(found.sweeps[TS_NDB_CURVE_DAMPED] <= 10.0 * found.sweeps[TS_NDB_CURVE_DAMPED_MODES]));
}
END_TEST

START_TEST(the_subspace_is_reused_in_contact) {
    ts_ndb_convergence found;
    converge("ndb-drape", 15, &found);
    check_any(&found);
    ck_assert_uint_gt(found.touched, 0);
    ck_assert(!(found.sweeps[TS_NDB_CURVE_DAMPED] <= 2.5 * found.sweeps[TS_NDB_CURVE_DAMPED_MODES]));
}
END_TEST

int main(void) {
    if (ts_solvers_register_builtin(NULL) != TS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("ndb convergence");
    TCase *tests = tcase_create("ndb convergence");
    tcase_add_test(tests, the_strip_needs_the_subspace);
    tcase_add_test(tests, the_subspace_is_reused_in_contact);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
