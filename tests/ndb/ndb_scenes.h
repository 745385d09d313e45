/* SPDX-License-Identifier: GPL-2.0-or-later
 * Small setups that the solver ndb steps. */
#ifndef TS_TESTS_NDB_SCENES_H
#define TS_TESTS_NDB_SCENES_H

#include <string.h>

#include "ndb/solver_parts.h"
#include "tests/scenes/run_scene.h"

/* Cloth of n x n squares of 1 cm at height y, held by nothing. */
static inline void ts_test_add_cloth(ts_setup *setup, const char *name, int n, double y, ts_material material) {
    const ts_new_body body = {.body = {.material = material}};
    ts_test_add(setup, name, ts_test_sheet(n, 0.01 * n, y), &body);
}

/* 0.3 kg/m^2, 200 N/m, nu 0.25. */
static inline ts_material ts_test_cloth(void) {
    ts_material material = ts_test_material();
    material.density = 300.0;
    material.young = 2e5;
    material.poisson = 0.25;
    material.membrane = (ts_model_choice){.name = "corotated"};
    return material;
}

static inline void ts_test_choose_ndb(ts_setup *setup, const char *options) {
    ts_error error;
    ck_assert_int_eq(ts_solver_register(&ts_ndb_solver, &error), TS_OK);
    ck_assert_msg(ts_solver_choose("ndb", options, &setup->solver, &error) == TS_OK, "%s", error.message);
}

/* Completes the setup and makes it run by ndb with the certified method. */
static inline ts_status ts_test_start_ndb(ts_setup *setup, const char *options, ts_ccd_method *method,
                                          ts_simulation_hooks hooks, ts_simulation **simulation, ts_error *error) {
    ts_test_complete(setup, 0.0);
    ts_test_certified(method);
    ts_test_choose_ndb(setup, options);
    hooks.method = method;
    return ts_simulation_create(setup, &hooks, simulation, error);
}

static inline const ts_ndb *ts_test_ndb_of(const ts_simulation *simulation) {
    return simulation->self;
}

/* What an iteration tells under that name; `without` where it does not. */
static inline double ts_test_figure_in(const ts_iteration *iteration, const char *name, double without) {
    for (size_t k = 0; k < iteration->figures; ++k)
        if (strcmp(iteration->figure[k].name, name) == 0) return iteration->figure[k].value;
    return without;
}

#endif
