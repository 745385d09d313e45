/* SPDX-License-Identifier: GPL-2.0-or-later
 * What the solver ndb refuses, with the member of the scene or the option that asks for it. */
#include <check.h>

#include "core/share.h"
#include "tests/ndb/ndb_scenes.h"

static ts_setup falling_cloth(int n) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.contact = false;
    ts_test_add_cloth(&setup, "cloth", n, 0.0, ts_test_cloth());
    return setup;
}

/* Of a complete setup. */
static void expect_refusal_of(ts_setup *setup, const char *options, const char *words) {
    ts_ccd_method method;
    ts_simulation *simulation;
    ts_error error;
    ts_test_certified(&method);
    ts_test_choose_ndb(setup, options);
    ck_assert_int_ne(ts_simulation_create(setup, &(ts_simulation_hooks){.method = &method}, &simulation, &error),
                     TS_OK);
    ck_assert_msg(strstr(error.message, words) != NULL, "%s", error.message);
    ts_setup_clear(setup);
    ts_ccd_method_clear(&method);
}

static void expect_refusal(ts_setup *setup, const char *options, const char *words) {
    ts_test_complete(setup, 0.0);
    expect_refusal_of(setup, options, words);
}

START_TEST(what_it_lacks_is_refused) {
    const ts_new_body body = {.body = {.material = ts_test_material()}};
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_test_add(&setup, "rod", ts_test_rod(4, 0.05, 0.03), &body);
    expect_refusal(&setup, NULL, "objects 'rod'.mesh: the solver ndb steps shells and obstacles, no rods");
    setup = (ts_setup){.settings = ts_simulation_standard()};
    ts_test_add(&setup, "seed", ts_test_particle(0, 0, 0), &body);
    expect_refusal(&setup, NULL, "objects 'seed'.mesh: the solver ndb steps shells and obstacles, no particles");
    setup = (ts_setup){.settings = ts_simulation_standard()};
    ts_test_add(&setup, "cube", ts_test_cube(0.05, (const double[3]){0, 0, 0}), &body);
    expect_refusal(&setup, NULL, "cube");
    setup = falling_cloth(2);
    setup.settings.integrator = TS_BDF2;
    expect_refusal(&setup, NULL, "integrator: the solver ndb steps by implicit-euler, not by bdf2");
    setup = falling_cloth(2);
    setup.bodies.body[0].material.strain_limit.upper = 1.1;
    expect_refusal(&setup, NULL, "objects 'cloth'.material.strain_limit: the solver ndb keeps no limit of the strain");
    setup = falling_cloth(2);
    setup.bodies.body[0].material.membrane = (ts_model_choice){.name = "orthotropic"};
    expect_refusal(&setup, NULL, "orthotropic");
    setup = falling_cloth(2);
    setup.settings.contact = true;
    setup.settings.asking = TS_ASK_PUBLISHED;
    expect_refusal(&setup, NULL, "contact.ask: the solver ndb asks all pairs");
}
END_TEST

/* With the member of the scene, as they would be refused by parts that do not know it. */
START_TEST(what_is_out_of_range_is_refused_by_its_member) {
    ts_setup setup = falling_cloth(2);
    setup.settings.contact = true;
    setup.settings.dhat = 1e-9;
    expect_refusal(&setup, NULL, "contact.dhat is 1e-09 m; the solver ndb takes");
    setup = falling_cloth(2);
    setup.settings.contact = true;
    setup.settings.h = 1e-13;
    expect_refusal(&setup, NULL, "time_step is 1e-13 s; the solver ndb takes");
    setup = falling_cloth(2);
    setup.settings.contact = true;
    expect_refusal(&setup, "{\"samples\": 2}", "solver.samples is 2; partial CCD takes 1, 3, 6, 10");
    setup = falling_cloth(2);
    expect_refusal(&setup, "{\"subspace\": 0, \"sweeps\": 0}", "solver.subspace and solver.sweeps are both 0");
    setup = falling_cloth(2);
    setup.settings.contact = true;
    setup.settings.eps_v = 1e-13;
    ts_test_complete(&setup, 0.3);
    expect_refusal_of(&setup, NULL, "friction.eps_v is 1e-13 m/s; the solver ndb takes");
}
END_TEST

/* Samples that nobody takes, and a speed of friction that there is none of. */
START_TEST(what_does_not_count_is_not_refused) {
    ts_setup setup = falling_cloth(2);
    setup.settings.contact = true;
    setup.settings.eps_v = 1e-13;
    ts_ccd_method method;
    ts_simulation *s = NULL;
    ts_error error;
    const ts_status status = ts_test_start_ndb(&setup, "{\"samples\": 2, \"bernstein\": true}", &method,
                                               (ts_simulation_hooks){0}, &s, &error);
    ck_assert_msg(status == TS_OK, "%s", error.message);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    ts_share_everything(true);
    Suite *suite = suite_create("refusals of ndb");
    TCase *tests = tcase_create("refusals");
    tcase_add_test(tests, what_it_lacks_is_refused);
    tcase_add_test(tests, what_is_out_of_range_is_refused_by_its_member);
    tcase_add_test(tests, what_does_not_count_is_not_refused);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
