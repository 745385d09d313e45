/* SPDX-License-Identifier: MIT
 * The split model: one triangle against minima of one variable found apart from the solver; the same as the coupled one
 * where no limit is at work; limits and contact kept by every step, whatever the first solve finds; what it refuses. */
#include "cipc/potentials/extent.h"
#include "cipc/solver_parts.h"
#include "tests/cipc/mixed_scene.h"

static ts_status try_start(ts_setup *setup, const char *options, ts_simulation_hooks hooks, ts_simulation **simulation,
                           ts_error *error) {
    const ts_status status = ts_solver_choose("cipc", options, &setup->solver, error);
    return status == TS_OK ? ts_simulation_create(setup, &hooks, simulation, error) : status;
}

static ts_simulation *start_with(ts_setup *setup, const char *options, ts_simulation_hooks hooks) {
    ts_simulation *simulation = NULL;
    ts_error error;
    ts_test_complete(setup, 0.2);
    ck_assert_msg(try_start(setup, options, hooks, &simulation, &error) == TS_OK, "%s", error.message);
    return simulation;
}

static const char *const SPLIT = "{\"split_limits\": true}";

/* ---- One triangle ---- */

/* An even stretch of it, from 1. */
typedef struct triangle {
    double inertia;               /* sum of m r^2, kg m^2 */
    double volume, h, mu, lambda; /* m^3, s, Pa */
    ts_strain_limit limit;
    double target; /* stretch that the inertia's term is least at */
    bool has_elasticity, has_limit;
} triangle;

static double energy(const triangle *t, double stretch) {
    const ts_strain_limit *limit = &t->limit;
    const double m = stretch * stretch - 1.0, away = stretch - t->target;
    double density = 0.0;
    if (t->has_elasticity) density += 0.25 * (0.5 * t->lambda * 4.0 * m * m + t->mu * 2.0 * m * m);
    if (t->has_limit) {
        const double bound = limit->upper > 0.0 ? limit->upper : limit->lower;
        const double from = limit->upper > 0.0 ? limit->upper_start : limit->lower_start;
        const double y = (from - stretch) / (bound - from);
        if (y < 0.0) density += y > -1.0 ? 2.0 * limit->stiffness * -y * y * log1p(y) : INFINITY;
    }
    return 0.5 * t->inertia * away * away + t->h * t->h * t->volume * density;
}

/* By golden sections. */
static double minimum(const triangle *t) {
    const double share = 0.5 * (sqrt(5.0) - 1.0);
    double lo = 0.2, hi = 3.0;
    for (int k = 0; k < 80; ++k) {
        const double left = hi - share * (hi - lo), right = lo + share * (hi - lo);
        const double at_left = energy(t, left), at_right = energy(t, right);
        const bool goes_left = isinf(at_left) && isinf(at_right) ? left > 1.0 : at_left < at_right;
        *(goes_left ? &hi : &lo) = goes_left ? right : left;
    }
    return 0.5 * (lo + hi);
}

static double next_stretch(triangle t, double target, bool is_split) {
    t.target = target;
    t.has_elasticity = true;
    t.has_limit = !is_split;
    const double first = minimum(&t);
    if (!is_split) return first;
    t.target = first;
    t.has_elasticity = false;
    t.has_limit = true;
    return minimum(&t);
}

static const double RADIUS = 0.1;

static ts_mesh equilateral(void) {
    ts_mesh mesh = {.nodes = 3, .triangles = 1};
    mesh.x = calloc(3, sizeof *mesh.x);
    mesh.triangle = ts_test_copy((const int32_t[3]){0, 1, 2}, sizeof(int32_t[3]));
    for (int i = 0; i < 3; ++i) {
        mesh.x[i][0] = RADIUS * cos(2.0 * M_PI * i / 3.0);
        mesh.x[i][2] = RADIUS * sin(2.0 * M_PI * i / 3.0);
    }
    return mesh;
}

/* It flies apart, or together. Three steps: the velocity is that of both solves together. */
static void follow_triangle(ts_strain_limit limit, double rate, bool is_split) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_new_body body = {.body = {.material = ts_test_material()}};
    body.body.material.strain_limit = limit;
    memset(setup.settings.gravity, 0, sizeof setup.settings.gravity);
    setup.settings.contact = false;
    setup.settings.tolerance = 1e-9;
    ts_test_add(&setup, "triangle", equilateral(), &body);
    for (int i = 0; i < 3; ++i) ts_scale(rate, setup.x[i], setup.v[i]);
    ts_simulation *s = start_with(&setup, is_split ? SPLIT : "{}", (ts_simulation_hooks){0});
    const ts_material *m = &s->bodies.body[0].material;
    const double area = 0.75 * sqrt(3.0) * RADIUS * RADIUS;
    const triangle t = {
        .inertia = m->density * m->thickness * area * RADIUS * RADIUS,
        .volume = m->thickness * area,
        .h = s->settings.h,
        .mu = 0.5 * m->young / (1.0 + m->poisson),
        .lambda = m->young * m->poisson / (1.0 - m->poisson * m->poisson),
        .limit = limit,
    };
    double now = 1.0, before = 1.0 - t.h * rate;
    for (int k = 0; k < 3; ++k) {
        const double next = next_stretch(t, 2.0 * now - before, is_split);
        const double other = next_stretch(t, 2.0 * now - before, !is_split);
        before = now, now = next;
        ck_assert_int_eq(ts_test_step(s).minimisations, is_split ? 2 : 1);
        for (int i = 0; i < 3; ++i) ck_assert_double_eq_tol(sqrt(ts_norm2(s->state.x[i])), next * RADIUS, 1e-8);
        if (k == 0) ck_assert_double_gt(fabs(next - other), 1e-3);
    }
    ts_simulation_destroy(s);
}

START_TEST(a_triangle_goes_where_two_minima_say) {
    const ts_strain_limit limits[2] = {{.upper = 1.1, .upper_start = 1.0, .stiffness = 1e4},
                                       {.lower = 0.9, .lower_start = 0.97, .stiffness = 1e4}};
    for (int split = 0; split < 2; ++split) {
        follow_triangle(limits[0], 30.0, split);
        follow_triangle(limits[1], -25.0, split);
    }
}
END_TEST

/* ---- Where no limit is at work ---- */

static ts_simulation *hang(double upper, double upper_start, const char *options) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_new_body body = {.body = {.material = ts_test_material()}};
    body.body.material.strain_limit = (ts_strain_limit){.upper = upper, .upper_start = upper_start, .stiffness = 1e3};
    setup.settings.contact = false;
    setup.settings.tolerance = 1e-8;
    ts_test_add(&setup, "cloth", ts_test_sheet(5, 0.3, 0.0), &body);
    ts_test_tell(&setup, 2, (const int32_t[]){0, 5});
    return start_with(&setup, options, (ts_simulation_hooks){0});
}

START_TEST(without_an_active_limit_it_is_the_coupled_model) {
    ts_simulation *coupled = hang(3.0, 2.5, "{}"), *split = hang(3.0, 2.5, SPLIT);
    ts_simulation *limited = hang(1.02, 1.0, "{}"), *split_limited = hang(1.02, 1.0, SPLIT);
    double away = 0.0, apart = 0.0;
    for (int k = 0; k < 8; ++k) {
        ts_simulation *const all[] = {coupled, split, limited, split_limited};
        for (int i = 0; i < 4; ++i) ts_test_step(all[i]);
        away = fmax(away, ts_test_apart(36, coupled->state.x, split->state.x));
        apart = fmax(apart, ts_test_apart(36, limited->state.x, split_limited->state.x));
    }
    ck_assert_double_lt(away, 1e-8);
    ck_assert_double_gt(apart, 1e-5); /* with a limit they differ */
    ts_simulation_destroy(coupled);
    ts_simulation_destroy(split);
    ts_simulation_destroy(limited);
    ts_simulation_destroy(split_limited);
}
END_TEST

/* The first solve gets too few iterations, the second, which finds no limit in its way, enough. */
START_TEST(a_first_solve_at_its_limit_is_told) {
    ts_simulation *s = hang(3.0, 2.5, SPLIT);
    ts_step_report report;
    ((ts_cipc *)s->self)->newton_settings.most_iterations = 2;
    ck_assert_int_eq(ts_simulation_step(s, &report, NULL), TS_OK);
    ck_assert_int_eq(report.minimisations, 2);
    ck_assert_int_eq(report.outcome, TS_STEP_LIMIT);
    ts_simulation_destroy(s);
}
END_TEST

/* ---- What every step keeps ---- */

/* Where the displacements that were told of have led. */
typedef struct way {
    size_t nodes;
    double (*x)[3];
    double gap; /* between the end of one and the start of the next, the most */
} way;

static void go(void *self, int iteration, const ts_displacement *displacement) {
    way *gone = self;
    (void)iteration;
    for (size_t i = 0; i < gone->nodes; ++i) {
        for (int c = 0; c < 3; ++c) gone->gap = fmax(gone->gap, fabs(gone->x[i][c] - displacement->from[i][c]));
        ts_axpy(displacement->from[i], displacement->fraction, displacement->p[i], gone->x[i]);
    }
}

/* What the first solve found: its largest stretch and how near it comes to the ball's centre. */
static void look_at_first(const ts_simulation *s, double *stretch, double *nearest) {
    const ts_cipc *solver = s->self;
    const ts_body *cloth = &s->bodies.body[0];
    double most, least;
    ts_stretch_extent(&s->bodies, (const double(*)[3])solver->unlimited, &most, &least);
    *stretch = fmax(*stretch, most);
    for (size_t i = cloth->node_first; i < cloth->node_first + cloth->node_count; ++i)
        *nearest = fmin(*nearest, sqrt(ts_norm2(solver->unlimited[i])));
}

/* A soft cloth whose limit is 1.1 hangs over a ball of 0.1 m at the origin, a corner is led away, particles fall. */
static ts_setup cloth_on_ball(void) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_new_body body = {.body = {.material = ts_test_material(), .offset = 1e-3}, .velocity = {0.0, -0.5, 0.0}};
    body.body.material.membrane = (ts_model_choice){.name = "neo-hookean"};
    body.body.material.membrane_scale = 0.01;
    body.body.material.strain_limit = (ts_strain_limit){.upper = 1.1, .upper_start = 1.0, .stiffness = 1e3};
    ts_test_add(&setup, "cloth", ts_test_sheet(14, 0.3, 0.102), &body);
    body.body.material.strain_limit = (ts_strain_limit){0};
    const ts_new_body board = ts_test_obstacle(0.0);
    ts_test_add(&setup, "ball", ts_test_ball(120, 0.1), &board);
    for (int k = 0; k < 6; ++k)
        ts_test_add(&setup, "particle", ts_test_particle(-0.06 - 0.005 * k, 0.106, 0.03 + 0.002 * k), &body);
    ts_test_tell(&setup, 1, (const int32_t[]){0})->velocity[0] = -0.2;
    return setup;
}

START_TEST(every_step_keeps_limits_and_contact) {
    static const char *const OPTIONS[] = {"{\"split_limits\": true}", "{\"split_limits\": true, \"corrected\": true}"};
    ts_setup setup = cloth_on_ball();
    ts_ccd_method method;
    ts_test_certified(&method);
    way gone = {.nodes = setup.bodies.nodes};
    gone.x = ts_test_copy(setup.x, gone.nodes * sizeof *gone.x);
    ts_simulation *s =
        start_with(&setup, OPTIONS[_i], (ts_simulation_hooks){.method = &method, .displacements = {go, &gone}});
    double stretch = 0.0, nearest = INFINITY;
    size_t contacts = 0;
    for (int k = 0; k < 8; ++k) {
        contacts += ts_test_step(s).contacts;
        ts_test_verify(s);
        ck_assert_double_lt(ts_test_apart(gone.nodes, gone.x, s->state.x), 1e-15);
        look_at_first(s, &stretch, &nearest);
    }
    ck_assert_double_lt(gone.gap, 1e-15);
    ck_assert_uint_gt(contacts, 0);
    ck_assert_double_gt(stretch, 1.1);
    ck_assert_double_lt(nearest, 0.0985); /* the ball has flat sides */
    printf("first solves: stretch %.4g, %.4g m from the ball's centre\n", stretch, nearest);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    free(gone.x);
}
END_TEST

/* ---- What it lacks ---- */

static void check_refused(ts_setup *setup, const char *message) {
    ts_simulation *simulation = NULL;
    ts_error error;
    setup->settings.contact = false;
    ts_test_complete(setup, 0.0);
    ck_assert_int_eq(try_start(setup, SPLIT, (ts_simulation_hooks){0}, &simulation, &error), TS_ERROR_USAGE);
    ck_assert_msg(strstr(error.message, message) == error.message, "%s", error.message);
    ts_setup_clear(setup);
}

static void check_refused_cloth(ts_integrator integrator, double limit, const char *membrane, const char *message) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_new_body body = {.body = {.material = ts_test_material()}};
    ts_material *material = &body.body.material;
    snprintf(material->membrane.name, sizeof material->membrane.name, "%s", membrane);
    material->orthotropy = (ts_orthotropy){1e5, 1e4, 1e5, 1e4, 0.1, 0.1, 0.1, {1.0, 0.0, 0.0}};
    material->strain_limit = (ts_strain_limit){.upper = limit, .upper_start = 1.0, .stiffness = 1.0};
    setup.settings.integrator = integrator;
    ts_test_add(&setup, "cloth", ts_test_sheet(2, 0.1, 0.0), &body);
    check_refused(&setup, message);
}

START_TEST(what_cannot_be_split_is_refused) {
    check_refused_cloth(TS_BDF2, 1.1, "stvk",
                        "integrator: split_limits of the solver splits steps of implicit-euler, ");
    check_refused_cloth(TS_QUASI_STATIC, 1.1, "stvk", "integrator: ");
    check_refused_cloth(TS_IMPLICIT_EULER, 0.0, "stvk", "solver.split_limits: no object has a strain limit");
    check_refused_cloth(TS_IMPLICIT_EULER, 1.1, "orthotropic", "objects 'cloth'.material.membrane: an orthotropic ");
    const ts_mesh meshes[2] = {ts_test_rod(2, 0.1, 0.0), ts_test_cube(0.1, (const double[3]){0.0, 0.0, 0.0})};
    for (int k = 0; k < 2; ++k) {
        ts_setup setup = cloth_on_ball();
        ts_test_add(&setup, "other", meshes[k], &(ts_new_body){.body.material = ts_test_material()});
        check_refused(&setup, "objects 'other'.mesh: split_limits of the solver is for shells");
    }
}
END_TEST

int main(void) {
    TCase *cases = tcase_create("split");
    tcase_add_test(cases, a_triangle_goes_where_two_minima_say);
    tcase_add_test(cases, without_an_active_limit_it_is_the_coupled_model);
    tcase_add_test(cases, a_first_solve_at_its_limit_is_told);
    tcase_add_loop_test(cases, every_step_keeps_limits_and_contact, 0, 2);
    tcase_add_test(cases, what_cannot_be_split_is_refused);
    Suite *suite = suite_create("split");
    suite_add_tcase(suite, cases);
    return ts_run_suite(suite);
}
