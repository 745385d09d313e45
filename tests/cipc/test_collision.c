/* SPDX-License-Identifier: MIT
 * Two elastic balls that collide off centre without gravity: what every integrator keeps of linear momentum, angular
 * momentum and energy (docs/simulation.md has the table that this prints). */
#include "core/vec3.h"
#include "mesh/generate.h"
#include "tests/cipc/small_scenes.h"

/* Parts of what there was: of angular momentum what may be lost or won, of energy between which bounds it changes. */
static const struct {
    ts_integrator integrator;
    const char *name;
    double angular, least_energy, most_energy;
} RULES[] = {
    {TS_IMPLICIT_EULER, "implicit Euler", 0.1, -0.6, -0.2},
    {TS_IMPLICIT_MIDPOINT, "implicit midpoint", 0.07, -0.03, 0.03},
    {TS_NEWMARK, "Newmark", 0.1, -0.03, INFINITY}, /* wins energy while there is contact, more by shorter steps */
    {TS_BDF2, "BDF2", 0.003, -0.15, -0.01},
};

typedef struct motion {
    double linear[3], angular[3], size, energy; /* size: the sum of m |v| */
} motion;

static motion motion_of(ts_simulation *s) {
    const ts_bodies *b = &s->bodies;
    const ts_energies e = s->choice.solver->energies(s->self);
    motion m = {.energy = e.kinetic + e.elastic + e.contact};
    ts_test_momentum(s, m.linear, m.angular);
    for (size_t i = 0; i < b->nodes; ++i) m.size += b->mass[i] * sqrt(ts_norm2(s->state.v[i]));
    return m;
}

static double length_of_difference(const double a[3], const double b[3]) {
    double d[3];
    ts_sub(a, b, d);
    return sqrt(ts_norm2(d));
}

static void add_ball(ts_setup *setup, const char *name, double x, double y, double velocity) {
    ts_mesh mesh;
    ts_error error;
    const ts_tet_ball_parameters ball = {.nodes = 60, .radius = 0.05};
    ck_assert_int_eq(ts_generate_tet_ball(&ball, &mesh, &error), TS_OK);
    ts_test_shift(&mesh, x, y, 0.0);
    ts_test_add(setup, name, mesh, &(ts_new_body){.body.material = ts_test_material(), .velocity = {velocity, 0, 0}});
}

/* They touch after 0.01 s and are apart again at the end, 0.06 s. */
static void collide(ts_integrator integrator, double h, motion *before, motion *after) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    setup.settings.integrator = integrator;
    setup.settings.h = h;
    setup.settings.tolerance = 1e-7;
    add_ball(&setup, "left", -0.06, -0.01, 1.0);
    add_ball(&setup, "right", 0.06, 0.01, -1.0);
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    *before = motion_of(s);
    const int steps = (int)(0.06 / h + 0.5);
    for (int k = 0; k < steps; ++k) ts_test_step(s);
    *after = motion_of(s);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}

START_TEST(what_a_collision_keeps) {
    static const double steps[] = {2e-3, 1e-3, 5e-4};
    for (int k = 0; k < ts_test_cases(1) && k < 3; ++k) {
        motion before, after;
        collide(RULES[_i].integrator, steps[k], &before, &after);
        const double linear = length_of_difference(after.linear, before.linear) / before.size,
                     angular = length_of_difference(after.angular, before.angular) / sqrt(ts_norm2(before.angular)),
                     energy = after.energy / before.energy - 1.0;
        printf("| %s | %g | %.2g | %.2g | %+.2g |\n", RULES[_i].name, steps[k], linear, angular, energy);
        ck_assert_double_lt(linear, 1e-13);
        ck_assert_double_lt(angular, RULES[_i].angular);
        ck_assert_double_gt(energy, RULES[_i].least_energy);
        ck_assert_double_lt(energy, RULES[_i].most_energy);
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("collision");
    tcase_add_loop_test(cases, what_a_collision_keeps, 0, sizeof RULES / sizeof *RULES);
    Suite *suite = suite_create("collision");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
