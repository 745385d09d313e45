/* SPDX-License-Identifier: MIT
 * Corrected increments: what contact, friction and turning segments are above their quadratic models, against their
 * energies; the increment that follows; what limits leave of it; and Newton's method with it, also where filters cut,
 * which ends in the same minimum. */
#include "cipc/contact/friction.h"
#include "cipc/contact/pair.h"
#include "cipc/contact/resistance.h"
#include "cipc/correction.h"
#include "cipc/solver_parts.h"
#include "cipc/turning.h"
#include "core/random.h"
#include "core/vec3.h"
#include "tests/cipc/small_scenes.h"

typedef double (*rows)[3];

static rows new_rows(size_t nodes) {
    return calloc(nodes + 1, sizeof(double[3]));
}

static const ts_potential *term_named(const ts_cipc *s, const char *name) {
    for (size_t k = 0; k < s->objective.terms; ++k) {
        if (strcmp(s->objective.term[k].potential.name, name) == 0) return &s->objective.term[k].potential;
    }
    ck_abort_msg("the scene has no such term");
}

static ts_objective_value energy_at(ts_cipc *s, rows x) {
    ts_error error;
    ck_assert_int_eq(ts_objective_update(&s->objective, (const double(*)[3])x, &error), TS_OK);
    return ts_objective_evaluate(&s->objective, (const double(*)[3])x);
}

/* ---- Contact ---- */

enum { GRAIN = 0 }; /* the node that falls */

/* A grain over the middle of a board at y = 0, which it may not come nearer than by its thickness; at this gap. */
static ts_simulation *drop_grain(double gap, double speed, ts_ccd_method *method) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_new_body grain = {.body = {.material = ts_test_material(), .offset = 2e-3}};
    grain.velocity[1] = -speed;
    ts_test_add(&setup, "grain", ts_test_particle(0.013, 2e-3 + gap, 0.004), &grain);
    const ts_new_body board = ts_test_obstacle(2e-3);
    ts_test_add(&setup, "board", ts_test_sheet(2, 0.2, 0.0), &board);
    return ts_test_start(&setup, 0.0, method);
}

/* kappa b with its first two derivatives by height, of the one pair that is active at this height, or zeros. */
static void barrier_at(ts_cipc *s, rows x, double height, double out[3]) {
    double value, gradient[12], hessian[144], corner[4][3];
    x[GRAIN][1] = height;
    energy_at(s, x);
    const ts_contact_pair *pair;
    memset(out, 0, 3 * sizeof *out);
    if (ts_contact_pairs(s->contact, &pair) == 0) return;
    for (int i = 0; i < 4; ++i) memcpy(corner[i], x[pair->node[i]], sizeof corner[i]);
    ts_barrier_scale scale = ts_contact_scale(s->contact);
    scale.unprojected = true;
    ts_contact_pair_evaluate(pair, &scale, (const double(*)[3])corner, &value, gradient, hessian);
    out[0] = value, out[1] = gradient[1], out[2] = hessian[13];
}

/* Ways straight down that begin out of range, at its end and within it. */
START_TEST(a_pair_resists_by_what_its_barrier_is_above_the_model) {
    ts_ccd_method method;
    ts_simulation *simulation = drop_grain(0.01, 0.0, &method);
    ts_cipc *s = simulation->self;
    const double dhat = simulation->settings.dhat, xi = 2e-3;
    rows x = ts_test_copy(simulation->state.x, simulation->bodies.nodes * sizeof *x);
    rows way = new_rows(simulation->bodies.nodes);
    const ts_step_trial trial_to = {(const double(*)[3])x, (const double(*)[3])way, 1.0, 1.0, false};
    ts_resistances seen = {0};
    ts_error error;
    for (int trial = 0; trial < 3; ++trial) {
        const double from = xi + dhat * (const double[]){1.7, 0.9, 0.5}[trial], to = xi + 0.1 * dhat;
        double before[3], after[3];
        barrier_at(s, x, from, before);
        barrier_at(s, x, to, after);
        way[GRAIN][1] = to - from;
        seen.count = 0;
        ck_assert_int_eq(ts_contact_resist(s->contact, &trial_to, &seen, &error), TS_OK);
        ck_assert_uint_eq(seen.count, 1);
        const double gone = to - from, excess = after[0] - before[0] - gone * (before[1] + 0.5 * before[2] * gone);
        ck_assert_double_eq_tol(seen.at->excess / excess, 1.0, 1e-9);
        for (int k = 1; k <= 8; ++k) {
            double there[3];
            const double delta = gone * k / 8.0;
            barrier_at(s, x, from + delta, there);
            const double force = there[1] - before[1] - before[2] * delta;
            double bend;
            ck_assert_double_eq_tol(ts_resistance_force(seen.at, delta, &bend), force, 1e-9 * fabs(after[1]));
            const double wanted = force < 0.0 ? there[2] - before[2] : 0.0;
            if (fabs(force) > 1e-9 * fabs(after[1])) ck_assert_double_eq_tol(bend, wanted, 1e-9 * after[2]);
        }
        ck_assert(ts_resistance_force(seen.at, 1e-3 * dhat, NULL) == 0.0);
        ck_assert(ts_resistance_force(seen.at, -(from - xi), NULL) == -INFINITY);
    }
    way[GRAIN][1] = 1e-3; /* away from the board */
    seen.count = 0;
    ck_assert_int_eq(ts_contact_resist(s->contact, &trial_to, &seen, &error), TS_OK);
    ck_assert_uint_eq(seen.count, 0);
    ts_resistances_clear(&seen), free(x), free(way);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
}
END_TEST

/* One grain, one pair: the increment that is corrected for it is the minimum. */
START_TEST(a_grain_lands_in_fewer_iterations) {
    int iterations[2];
    double height[2];
    for (int corrected = 0; corrected < 2; ++corrected) {
        ts_ccd_method method;
        ts_simulation *simulation = drop_grain(0.01, 2.0, &method);
        ts_newton_settings *settings = ts_test_as_published(simulation);
        settings->corrected = corrected;
        settings->tolerance = 1e-8;
        iterations[corrected] = ts_test_step(simulation).iterations;
        height[corrected] = simulation->state.x[GRAIN][1];
        ts_test_verify(simulation);
        ts_simulation_destroy(simulation);
        ts_ccd_method_clear(&method);
    }
    printf("a grain: %d iterations, %d corrected\n", iterations[0], iterations[1]);
    ck_assert_double_eq_tol(height[0], height[1], 1e-9);
    ck_assert_int_le(iterations[1], 5); /* two that reach it, three that confirm */
    ck_assert_int_lt(iterations[1], iterations[0]);
}
END_TEST

/* ---- Friction ---- */

/* Weights of a point and a segment, two directions across a normal, and what it presses with. */
static ts_friction_pair draw_friction(ts_random *random) {
    ts_friction_pair pair = {.weight = {1.0, 0.0, 0.0, 0.0}, .force = ts_random_between(random, 0.1, 2.0)};
    pair.weight[1] = -ts_random_between(random, 0.2, 0.8);
    pair.weight[2] = -1.0 - pair.weight[1];
    const double angle = ts_random_between(random, 0.0, 6.0), lean = ts_random_between(random, -1.0, 1.0);
    const double first[3] = {cos(angle), sin(angle), 0.0};
    const double second[3] = {-sin(angle) * cos(lean), cos(angle) * cos(lean), sin(lean)};
    memcpy(pair.tangent[0], first, sizeof first);
    memcpy(pair.tangent[1], second, sizeof second);
    return pair;
}

static double dot12(const double (*a)[3], const double *b) {
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) sum += ts_dot(a[i], b + 3 * i);
    return sum;
}

/* D at moved + share way, and its derivative along way. */
static double friction_at(const ts_friction_pair *pair, double e, const double (*moved)[3], const double (*way)[3],
                          double share, double *slope) {
    double at[4][3], value, gradient[12];
    for (int i = 0; i < 4; ++i) ts_axpy(moved[i], share, way[i], at[i]);
    ts_friction_pair_evaluate(pair, (ts_friction_form){e, false}, (const double(*)[3])at, &value, gradient, NULL);
    *slope = dot12(way, gradient);
    return value;
}

/* Slips that stop, turn and go on, from rest and from sliding, over a few e and over many. */
START_TEST(friction_resists_by_what_it_is_above_its_model) {
    enum { TRIALS = 400 };
    const double e = 1e-3;
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    int resist = 0, wrong = 0;
    for (int trial = 0; trial < TRIALS; ++trial) {
        const ts_friction_pair pair = draw_friction(&random);
        const double far = trial % 2 ? 3.0 * e : 100.0 * e;
        double moved[4][3] = {{0}}, end[4][3] = {{0}}, way[4][3] = {{0}}, gradient[12], hessian[144], slope, value;
        for (int k = 0; k < 9; ++k) {
            moved[k / 3][k % 3] = trial % 3 ? ts_random_between(&random, -far, far) : 0.0;
            way[k / 3][k % 3] = ts_random_between(&random, -far, far);
            end[k / 3][k % 3] = moved[k / 3][k % 3] + way[k / 3][k % 3];
        }
        ts_friction_pair_evaluate(&pair, (ts_friction_form){e, false}, (const double(*)[3])moved, &value, gradient,
                                  hessian);
        double bend = 0.0;
        for (int r = 0; r < 12; ++r) bend += way[r / 3][r % 3] * dot12((const double(*)[3])way, hessian + 12 * r);
        const double before = dot12((const double(*)[3])way, gradient);
        const double excess = friction_at(&pair, e, (const double(*)[3])moved, (const double(*)[3])way, 1.0, &slope) -
                              value - before - 0.5 * bend;
        ts_resistance seen = {.node = {0, 1, 2, -1}};
        const ts_step_trial to = {(const double(*)[3])end, (const double(*)[3])way, 1.0, 0.5, false};
        const double back = ts_friction_pair_resist(&pair, &e, (const double(*)[3])end, (const double(*)[3])way, &seen);
        const double tiny = 1e-9 * pair.force * far;
        if (!ts_resistance_rises(&seen, back, &to)) {
            wrong += excess > tiny;
            continue;
        }
        resist += excess > tiny;
        wrong += fabs(seen.excess - fmax(0.5 * excess, 0.0)) > tiny || seen.when != INFINITY;
        double gone = 0.0;
        for (int i = 0; i < 3; ++i) gone += ts_dot(seen.row[i], way[i]);
        for (int k = 1; k <= 8; ++k) {
            const double share = k / 8.0;
            friction_at(&pair, e, (const double(*)[3])moved, (const double(*)[3])way, share, &slope);
            const double above = 0.5 * (slope - before - share * bend) / gone;
            const double force = ts_resistance_force(&seen, share * gone, NULL);
            wrong += fabs(force - fmin(above, 0.0)) > 1e-8 * pair.force;
        }
    }
    printf("%d of %d slips resist\n", resist, TRIALS);
    ck_assert_int_eq(wrong, 0);
    ck_assert_int_gt(resist, TRIALS / 8);
    ck_assert_int_lt(resist, TRIALS);
}
END_TEST

/* Grains that lie on a board and slide at up to 0.3 m/s come to rest within a step, or nearly. */
static ts_simulation *slide_grains(ts_ccd_method *method) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.eps_v = 1e-6;
    ts_new_body grain = {.body = {.material = ts_test_material(), .offset = 2e-3}};
    for (int k = 0; k < 12; ++k) {
        grain.velocity[0] = 0.025 * k;
        grain.velocity[2] = 0.01 * k - 0.05;
        ts_test_add(&setup, "grain", ts_test_particle(0.013 * k - 0.07, 2e-3 + 2e-4 + 5e-5 * k, 0.004 * k), &grain);
    }
    const ts_new_body board = ts_test_obstacle(2e-3);
    ts_test_add(&setup, "board", ts_test_sheet(2, 0.2, 0.0), &board);
    return ts_test_start(&setup, 0.5, method);
}

static int stop_grains(bool corrected, double *left) {
    ts_ccd_method method;
    ts_simulation *simulation = slide_grains(&method);
    ts_test_as_published(simulation)->corrected = corrected;
    int iterations = 0;
    for (int k = 0; k < 3; ++k) iterations += ts_test_step(simulation).iterations;
    ts_test_verify(simulation);
    *left = simulation->state.x[5][0];
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
    return iterations;
}

/* What lies above a model that is nowhere below friction: nothing. */
START_TEST(majorized_friction_does_not_resist) {
    ts_ccd_method method;
    ts_simulation *simulation = slide_grains(&method);
    const ts_cipc *s = simulation->self;
    ts_test_step(simulation);
    const ts_potential *friction = term_named(s, "friction");
    const size_t nodes = simulation->bodies.nodes;
    rows y = ts_test_copy(simulation->state.x, nodes * sizeof *y), way = new_rows(nodes);
    for (size_t i = 0; i < nodes; ++i) way[i][0] = s->held[i] ? 0.0 : -1e-3;
    ts_add(y[0], way[0], y[0]);
    ts_resistances seen = {0};
    ts_error error;
    for (int majorized = 0; majorized < 2; ++majorized) {
        const ts_step_trial trial = {(const double(*)[3])y, (const double(*)[3])way, 1.0, 1.0, majorized};
        seen.count = 0;
        ck_assert_int_eq(friction->resist(friction, &trial, &seen, &error), TS_OK);
        ck_assert(majorized ? seen.count == 0 : seen.count > 0);
    }
    ts_resistances_clear(&seen), free(y), free(way);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(grains_stop_in_fewer_iterations) {
    double left[2];
    const int plain = stop_grains(false, &left[0]), corrected = stop_grains(true, &left[1]);
    printf("sliding grains: %d iterations, %d corrected\n", plain, corrected);
    ck_assert_double_eq_tol(left[0], left[1], 1e-5);
    ck_assert_int_lt(corrected, plain);
}
END_TEST

/* ---- Turning ---- */

static ts_simulation *spin_rod(double speed, ts_ccd_method *method) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    ts_new_body rod = {.body = {.material = ts_test_material(), .offset = 0.0}};
    rod.body.material.thickness = 5e-3;
    rod.body.material.young = 1e9;
    rod.angular[1] = speed;
    ts_test_add(&setup, "rod", ts_test_rod(1, 0.2, 0.0), &rod);
    return ts_test_start(&setup, 0.0, method);
}

/* Of the rod's stretch by its length, from the energies of segments along an axis. */
static double slope_at(const ts_potential *stretch, double length) {
    const double step = 1e-6 * length;
    double energy[2];
    for (int k = 0; k < 2; ++k) {
        const double x[2][3] = {{0.3, 0.1, -0.2}, {0.3, 0.1 + length + (k ? step : -step), -0.2}};
        energy[k] = ts_potential_value(stretch, x);
    }
    return (energy[1] - energy[0]) / (2.0 * step);
}

START_TEST(a_segment_is_pulled_back_along_itself_by_what_turning_lengthens_it) {
    ts_ccd_method method;
    ts_simulation *simulation = spin_rod(1.0, &method);
    ts_cipc *s = simulation->self;
    ts_objective *objective = &s->objective;
    const ts_potential *stretch = term_named(s, "rod stretch");
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    objective->elastic_weight = 4e-4;
    ts_turning turning = {0};
    ts_error error;
    ck_assert_int_eq(ts_turning_take(&turning, objective, &error), TS_OK);
    for (int trial = 0; trial < 50; ++trial) {
        double x[2][3], p[2][3], gone[2][3], pull[2][3], e[3], d[3], turned[3];
        const double reach = trial % 2 ? 1.0 : ts_random_between(&random, 0.1, 1.0);
        for (int k = 0; k < 6; ++k) {
            x[k / 3][k % 3] = ts_random_between(&random, -0.2, 0.2);
            p[k / 3][k % 3] = ts_random_between(&random, -0.02, 0.02);
        }
        for (int k = 0; k < 2; ++k) ts_scale(reach, p[k], gone[k]);
        ts_sub(x[1], x[0], e), ts_sub(gone[1], gone[0], d), ts_add(e, d, turned);
        const double length = sqrt(ts_norm2(e)), real = sqrt(ts_norm2(turned)), model = length + ts_dot(e, d) / length;
        if (length < 0.1) continue;
        const double force = 4e-4 * (slope_at(stretch, real) - slope_at(stretch, model)) / reach;
        ts_turning_pull(&turning, (const double(*)[3])x, (const double(*)[3])p, reach, pull);
        for (int c = 0; c < 3; ++c) {
            ck_assert_double_eq_tol(pull[1][c], force * e[c] / length, 1e-5 * fabs(force) + 1e-12);
            ck_assert_double_eq_tol(pull[0][c], -pull[1][c], 1e-15);
        }
        const double end[2][3] = {{0, 0, 0}, {real, 0, 0}}, seen[2][3] = {{0, 0, 0}, {model, 0, 0}};
        const double excess = 4e-4 * (ts_potential_value(stretch, end) - ts_potential_value(stretch, seen));
        ck_assert_double_eq_tol(ts_turning_excess(&turning, (const double(*)[3])x, (const double(*)[3])gone), excess,
                                1e-9 * fabs(excess));
    }
    ts_turning_clear(&turning);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
}
END_TEST

static double length_after(const ts_cipc *s, rows p, double reach) {
    double at[2][3], e[3];
    for (int k = 0; k < 2; ++k) ts_axpy(s->state->x[k], reach, p[k], at[k]);
    ts_sub(at[1], at[0], e);
    return sqrt(ts_norm2(e));
}

/* Of its first increment towards where it would have turned by 0.4, and of the same a fifth as far. */
START_TEST(a_corrected_segment_is_as_long_as_it_was) {
    ts_ccd_method method;
    ts_simulation *simulation = spin_rod(0.0, &method);
    ts_cipc *s = simulation->self;
    ts_objective *objective = &s->objective;
    ts_error error;
    double gradient[2][3], p[2][3], first[2][3];
    ts_block_matrix hessian = {0};
    ts_linear_solver *solver;
    ts_correction *correction;
    const ts_derivatives to = {gradient, &hessian, TS_HESSIAN_PROJECTED};
    ck_assert_int_eq(ts_linear_solver_create(&solver, &error), TS_OK);
    ck_assert_int_eq(ts_correction_create(2, &correction, &error), TS_OK);
    const double length = length_after(s, s->state->x, 0.0);
    s->xtilde[0][2] -= 0.5 * length * tan(0.4), s->xtilde[1][2] += 0.5 * length * tan(0.4); /* the rod lies along x */
    ck_assert_int_eq(ts_objective_assemble(objective, (const double(*)[3])s->state->x, &to, &error), TS_OK);
    for (int k = 0; k < 2; ++k) ts_scale(-1.0, gradient[k], first[k]);
    bool solved;
    ck_assert_int_eq(ts_linear_solve(solver, &hessian, *first, *first, &solved, &error), TS_OK);
    ck_assert(solved);
    const double fall = -0.5 * (ts_dot(gradient[0], first[0]) + ts_dot(gradient[1], first[1]));
    const ts_correction_model model = {objective, solver, (const double(*)[3])s->state->x, false, fall};
    ck_assert_int_eq(ts_correction_begin(correction, &model, (const double(*)[3])first, &error), TS_OK);
    const double plain = length_after(s, first, 1.0) / length - 1.0;
    ck_assert_double_gt(plain, 0.08);
    for (int k = 0; k < 2; ++k) {
        const double reach = k ? 0.2 : 1.0;
        ck_assert_int_eq(ts_correction_increment(correction, 1.0, p, &error), TS_OK);
        if (reach < 1.0) ck_assert_int_eq(ts_correction_reach(correction, reach, p, &error), TS_OK);
        ck_assert(ts_correction_turns(correction));
        ck_assert_double_eq_tol(length_after(s, p, reach) / length, 1.0, 1e-3 * plain);
        /* what a trial shows of it does not pull twice, at the same length or at another */
        for (int trial = 0; trial < 4; ++trial) {
            const double share = trial < 2 ? 1.0 : 0.5;
            double y[2][3], explained;
            for (int i = 0; i < 2; ++i) ts_axpy(s->state->x[i], 0.9, p[i], y[i]);
            energy_at(s, y);
            ck_assert_int_eq(
                ts_correction_learn(correction, (const double(*)[3])y, 0.9, (const double(*)[3])p, &explained, &error),
                TS_OK);
            ck_assert_int_eq(ts_correction_increment(correction, share, p, &error), TS_OK);
            ck_assert_double_eq_tol(length_after(s, p, 1.0) / length, 1.0, 1e-3 * plain);
            ck_assert(ts_correction_turns(correction));
        }
    }
    /* a thousandth of it turns by too little to depend on its reach */
    ck_assert_int_eq(ts_correction_increment(correction, 1e-3, p, &error), TS_OK);
    ck_assert(!ts_correction_turns(correction));
    ts_correction_destroy(correction);
    ts_linear_solver_destroy(solver);
    ts_block_matrix_clear(&hessian);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A stiff rod turns by 0.4 in a step. */
START_TEST(a_rod_turns_in_fewer_iterations) {
    int iterations[2];
    double end[2][3];
    for (int corrected = 0; corrected < 2; ++corrected) {
        ts_ccd_method method;
        ts_simulation *simulation = spin_rod(0.4 / ts_simulation_standard().h, &method);
        ts_newton_settings *settings = ts_test_as_published(simulation);
        settings->corrected = corrected;
        settings->tolerance = 1e-8;
        iterations[corrected] = ts_test_step(simulation).iterations;
        memcpy(end[corrected], simulation->state.x[1], sizeof end[corrected]);
        ts_simulation_destroy(simulation);
        ts_ccd_method_clear(&method);
    }
    printf("a rod: %d iterations, %d corrected\n", iterations[0], iterations[1]);
    for (int c = 0; c < 3; ++c) ck_assert_double_eq_tol(end[0][c], end[1][c], 1e-9);
    ck_assert_int_lt(3 * iterations[1], 2 * iterations[0]);
}
END_TEST

/* ---- Newton's method ---- */

/* What an iteration says of its line search. */
typedef struct search_figures {
    int minimisation, number, corrections, halvings;
    double energy, fall, max_step, alpha; /* before it, J s^2; p.Hp over mass and h^2 */
    double reached;                       /* energy where it led, by x */
} search_figures;

enum { MOST_ITERATIONS = 1000 };

typedef struct outcome {
    ts_cipc *solver;
    size_t nodes;
    rows x;
    int iterations;
    double mass_h2; /* kg s^2, of what moves */
    search_figures at[MOST_ITERATIONS];
    int logged;
} outcome;

static bool note(void *self, const ts_iteration *iteration, const double (*x)[3]) {
    outcome *made = self;
    ck_assert_int_lt(made->logged, MOST_ITERATIONS);
    const double energy_residual = ts_test_figure(iteration, "energy_residual");
    made->at[made->logged++] = (search_figures){
        .minimisation = iteration->minimisation,
        .number = iteration->number,
        .corrections = (int)ts_test_figure(iteration, "corrections"),
        .halvings = (int)ts_test_figure(iteration, "halvings"),
        .energy = ts_test_figure(iteration, "energy"),
        .fall = energy_residual * energy_residual,
        .max_step = ts_test_figure(iteration, "max_step"),
        .alpha = ts_test_figure(iteration, "alpha"),
        .reached = ts_objective_evaluate(&made->solver->objective, x).value,
    };
    return true;
}

/* Rods laid crosswise over each other and grains between them, all falling onto a board. */
static void land(bool corrected, outcome *made) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.tolerance = 1e-8;
    ts_new_body body = {.body = {.material = ts_test_material(), .offset = 2e-3}};
    body.body.material.thickness = 2e-3;
    body.body.material.young = 1e8;
    body.velocity[1] = -0.6;
    for (int k = 0; k < 6; ++k) {
        ts_mesh rod = ts_test_rod(6, 0.1, 0.0);
        if (k % 2) ts_test_turn(&rod, 2), ts_test_turn(&rod, 2);
        ts_test_shift(&rod, k % 2 ? 0.02 * k - 0.04 : -0.05, 5e-3 + 2.5e-3 * k, k % 2 ? -0.05 : 0.02 * k - 0.04);
        ts_test_add(&setup, "rod", rod, &body);
        ts_test_add(&setup, "grain", ts_test_particle(0.013 * k - 0.03, 4e-3 + 1e-3 * k, 0.031 - 0.01 * k), &body);
    }
    const ts_new_body board = ts_test_obstacle(2e-3);
    ts_test_add(&setup, "board", ts_test_sheet(8, 0.4, 0.0), &board);
    ts_ccd_method method;
    ts_simulation *simulation = ts_test_start(&setup, 0.0, &method);
    ts_newton_settings *settings = ts_test_as_published(simulation);
    settings->corrected = corrected;
    settings->exact_below = 1e-2; /* else most iterations go to the last digits */
    *made = (outcome){.solver = simulation->self, .nodes = simulation->bodies.nodes};
    simulation->hooks.observer = (ts_iteration_observer){.observe = note, .self = made};
    for (int k = 0; k < 3; ++k) made->iterations += ts_test_step(simulation).iterations;
    const uint8_t *held = ((ts_cipc *)simulation->self)->held;
    const double h = simulation->settings.h;
    for (size_t i = 0; i < made->nodes; ++i) made->mass_h2 += held[i] ? 0.0 : simulation->bodies.mass[i] * h * h;
    ck_assert_uint_gt(((ts_cipc *)simulation->self)->most_contacts, 10);
    ts_test_verify(simulation);
    made->x = ts_test_copy(simulation->state.x, made->nodes * sizeof *made->x);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
}

/* An iteration whose first corrections all failed at a length took half of it, as it is, before it corrected a quarter:
 * because the energy fell by as much as the model says, or nearly. How many were so. */
static int check_halves(const outcome *made) {
    enum { TRIALS = 4 }; /* at each length, as cipc/newton_corrected.c has it */
    int halves = 0;
    for (int k = 0; k + 1 < made->logged; ++k) {
        const search_figures *here = &made->at[k], *next = &made->at[k + 1];
        const bool follows = next->minimisation == here->minimisation && next->number == here->number + 1;
        const int lengths = (here->halvings + 1) / 2;
        if (here->halvings % 2 != 1 || here->corrections != TRIALS * lengths - 1 || !follows) continue;
        ck_assert_double_eq(here->alpha, ldexp(here->max_step, -here->halvings));
        const double modelled = here->alpha * (1.0 - 0.5 * here->alpha) * here->fall * made->mass_h2;
        ck_assert_double_ge(here->energy - next->energy, 0.8 * modelled * (1.0 - 1e-9));
        ++halves;
    }
    return halves;
}

/* What the line search says of the energy is that of where it led, with the pairs of there, and it never rises. How
 * many steps were cut and corrected, and taken at once. */
static int check_energies(const outcome *made) {
    int lengthened = 0;
    for (int k = 0; k + 1 < made->logged; ++k) {
        const search_figures *here = &made->at[k], *next = &made->at[k + 1];
        if (next->minimisation != here->minimisation || next->number != here->number + 1) continue;
        ck_assert_double_eq_tol(here->reached, next->energy, 1e-12 * fabs(next->energy));
        ck_assert_double_le(next->energy, here->energy * (1.0 + 1e-12));
        lengthened += here->corrections > 0 && here->halvings == 0;
    }
    return lengthened;
}

START_TEST(the_minimum_is_the_same_and_sooner_found) {
    static outcome plain, corrected;
    land(false, &plain);
    land(true, &corrected);
    const int halves = check_halves(&corrected);
    const int taken = check_energies(&corrected);
    printf("%d halves as modelled, %d corrected increments taken\n", halves, taken);
    ck_assert_int_gt(halves, 0);
    ck_assert_int_gt(taken, 0);
    check_energies(&plain);
    const double away = ts_test_apart(plain.nodes, plain.x, corrected.x);
    printf("rods and grains: %d iterations, %d corrected, %.3g m apart\n", plain.iterations, corrected.iterations,
           away);
    ck_assert_double_le(away, 1e-7);
    ck_assert_int_lt(corrected.iterations, plain.iterations);
    free(plain.x), free(corrected.x);
}
END_TEST

/* ---- Limits of strain ---- */

/* Iterations of a cloth that hangs from two corners and stretches to its limit. */
static int hang(bool corrected, outcome *made) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.tolerance = 1e-5;
    setup.settings.h = 0.02;
    const ts_strain_limit limit = {.upper = 1.002, .upper_start = 1.0, .stiffness = 1e3};
    const ts_new_body cloth = ts_test_limited_cloth(&limit);
    ts_test_add(&setup, "cloth", ts_test_sheet(12, 0.5, 0.0), &cloth);
    ts_test_tell(&setup, 2, (const int32_t[]){0, 12});
    ts_ccd_method method;
    ts_simulation *simulation = ts_test_start(&setup, 0.0, &method);
    ts_test_as_published(simulation)->corrected = corrected;
    *made = (outcome){.solver = simulation->self, .nodes = simulation->bodies.nodes};
    simulation->hooks.observer = (ts_iteration_observer){.observe = note, .self = made};
    for (int k = 0; k < 8; ++k) made->iterations += ts_test_step(simulation).iterations;
    ts_test_verify(simulation);
    made->x = ts_test_copy(simulation->state.x, made->nodes * sizeof *made->x);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
    return made->iterations;
}

/* A limited cloth stretched evenly reaches its bound at a share of the way that is known: what is admitted of it lies
 * below, by up to half of it as the published halving leaves it, by a fifth at most where it goes back. */
START_TEST(limits_leave_most_of_what_they_admit) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    const ts_strain_limit limit = {.upper = 1.1, .upper_start = 1.0, .stiffness = 1e3};
    const ts_new_body cloth = ts_test_limited_cloth(&limit);
    ts_test_add(&setup, "cloth", ts_test_sheet(6, 0.5, 0.0), &cloth);
    ts_ccd_method method;
    ts_simulation *simulation = ts_test_start(&setup, 0.0, &method);
    ts_cipc *s = simulation->self;
    ts_potential potential = *term_named(s, "strain limit");
    ck_assert(potential.bisects); /* by the standard */
    const size_t nodes = simulation->bodies.nodes;
    rows x = simulation->state.x, p = new_rows(nodes);
    ts_error error;
    int lengthened = 0;
    for (int k = 0; k < 12; ++k) {
        const double reach = 0.0625 * pow(1.26, k); /* at which it is 1.1 times as wide */
        for (size_t i = 0; i < nodes; ++i) p[i][0] = 0.1 * x[i][0] / reach;
        double halved = 1.0, left = 1.0, unknown = 1.0;
        potential.bisects = false;
        ck_assert_int_eq(potential.max_step(&potential, (const double(*)[3])x, (const double(*)[3])p, &halved, &error),
                         TS_OK);
        potential.bisects = true;
        ck_assert_int_eq(potential.max_step(&potential, (const double(*)[3])x, (const double(*)[3])p, &left, &error),
                         TS_OK);
        ck_assert_double_eq(halved, reach < 1.0 ? ldexp(1.0, ilogb(reach * (1.0 - 1e-12))) : 1.0);
        ck_assert_double_le(left, fmin(reach * (1.0 + 1e-12), 1.0));
        ck_assert_double_ge(left, fmin(0.8 * reach, 1.0) * (1.0 - 1e-12));
        lengthened += left > halved;
        ts_potential other = potential;
        other.resist = NULL; /* as an orthotropic membrane, which corrections do not know */
        ck_assert_int_eq(other.max_step(&other, (const double(*)[3])x, (const double(*)[3])p, &unknown, &error), TS_OK);
        ck_assert_double_eq(unknown, halved);
    }
    ck_assert_int_gt(lengthened, 4);
    free(p);
    ts_simulation_destroy(simulation);
    ts_ccd_method_clear(&method);
}
END_TEST

START_TEST(a_cloth_reaches_its_limit_in_fewer_iterations) {
    static outcome plain, corrected;
    const int before = hang(false, &plain), now = hang(true, &corrected);
    const double away = ts_test_apart(plain.nodes, plain.x, corrected.x);
    const int taken = check_energies(&corrected);
    printf("a hung cloth: %d iterations, %d corrected, %d such increments taken, %.3g m apart\n", before, now, taken,
           away);
    ck_assert_double_le(away, 1e-7);
    ck_assert_int_gt(taken, 20);
    ck_assert_int_lt(now, before);
    free(plain.x), free(corrected.x);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("corrected increments");
    TCase *tests = tcase_create("corrected increments");
    tcase_add_test(tests, a_pair_resists_by_what_its_barrier_is_above_the_model);
    tcase_add_test(tests, a_grain_lands_in_fewer_iterations);
    tcase_add_test(tests, friction_resists_by_what_it_is_above_its_model);
    tcase_add_test(tests, majorized_friction_does_not_resist);
    tcase_add_test(tests, grains_stop_in_fewer_iterations);
    tcase_add_test(tests, a_segment_is_pulled_back_along_itself_by_what_turning_lengthens_it);
    tcase_add_test(tests, a_corrected_segment_is_as_long_as_it_was);
    tcase_add_test(tests, a_rod_turns_in_fewer_iterations);
    tcase_add_test(tests, the_minimum_is_the_same_and_sooner_found);
    tcase_add_test(tests, limits_leave_most_of_what_they_admit);
    tcase_add_test(tests, a_cloth_reaches_its_limit_in_fewer_iterations);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
