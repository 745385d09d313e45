/* SPDX-License-Identifier: MIT
 * Scenes whose answer is known: beams, hanging rods, elastic waves, rigid motion, slots, stacks, strain limits. */
#include "core/random.h"
#include "core/vec3.h"
#include "tests/cipc/small_scenes.h"

#include <touchstone/distance.h>

static ts_material rod_of(double young, double diameter) {
    ts_material material = ts_test_material();
    material.young = young;
    material.thickness = diameter;
    return material;
}

static ts_setup still(double gravity_y) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.integrator = TS_QUASI_STATIC;
    setup.settings.contact = false;
    setup.settings.tolerance = 1e-9;
    setup.settings.gravity[1] = gravity_y;
    return setup;
}

/* ---- Rods ---- */

/* How far the tip of a horizontal rod of `n` free segments sinks whose first segment is held. */
static double sag_of_tip(int n, double segment, const ts_material *material) {
    ts_setup setup = still(-9.81);
    ts_test_add(&setup, "rod", ts_test_rod(n + 1, segment * (n + 1), 0.0), &(ts_new_body){.body.material = *material});
    ts_test_tell(&setup, 2, (const int32_t[]){0, 1});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_test_step(s);
    const double sag = -s->state.x[n + 1][1];
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    return sag;
}

/* Euler and Bernoulli: w L^4 / (8 E I). The curvature of the first free joint covers half a segment on either side, so
 * that is where the beam is clamped. The joints' rotations summed give n^2 (n + 1)^2 / (n + 1/2)^4 of it. */
START_TEST(a_cantilever_sags_as_a_beam) {
    const ts_material material = rod_of(2e10, 2e-3);
    const double length = 0.2, r = 0.5 * material.thickness, area = M_PI * r * r;
    const double weight = material.density * area * 9.81, stiffness = material.young * M_PI * pow(r, 4.0) / 4.0;
    const double beam = weight * pow(length, 4.0) / (8.0 * stiffness);
    double error[3];
    ck_assert_double_lt(beam, 0.01 * length); /* where the theory of small deflections holds */
    for (int k = 0; k < 3; ++k) {
        const int n = 4 << k;
        const double sag = sag_of_tip(n, length / (n + 0.5), &material);
        ck_assert_double_eq_tol(sag / beam, pow(n * (n + 1.0), 2.0) / pow(n + 0.5, 4.0), 1e-4);
        error[k] = fabs(sag / beam - 1.0);
    }
    ck_assert_double_lt(error[0], 0.03);
    ck_assert_double_lt(error[1], 0.3 * error[0]); /* second order: a quarter */
    ck_assert_double_lt(error[2], 0.3 * error[1]);
}
END_TEST

/* Under its own weight: u(s) = w (L s - s^2 / 2) / (E A), exact at the nodes. */
START_TEST(a_hanging_rod_stretches_as_theory_says) {
    const int n = 10;
    const double length = 1.0;
    const ts_material material = rod_of(1e5, 1e-2);
    ts_setup setup = still(-9.81);
    ts_mesh rod = ts_test_rod(n, length, 0.0);
    for (int i = 0; i <= n; ++i) rod.x[i][1] = -rod.x[i][0], rod.x[i][0] = 0.0;
    ts_test_add(&setup, "rod", rod, &(ts_new_body){.body.material = material});
    ts_test_tell(&setup, 1, (const int32_t[]){0});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_test_step(s);
    for (int i = 0; i <= n; ++i) {
        const double along = length * i / n;
        const double u = material.density * 9.81 * (length * along - 0.5 * along * along) / material.young;
        ck_assert_double_eq_tol(s->state.x[i][1], -along - u, 1e-8);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* A straight rod whose ends are held on a circle along its tangents: the rest settles on the circle, with the energy
 * E I L / (2 R^2) of constant curvature. */
START_TEST(a_clamped_bow_is_an_arc) {
    const int N = 24;
    const double radius = 0.1, angle = 2.0, segment = 2.0 * radius * sin(0.5 * angle / N), length = segment * N;
    const ts_material material = rod_of(1e8, 2e-3);
    const ts_mesh rest = ts_test_rod(N, length, 0.0);
    ts_mesh bow = ts_test_rod(N, length, 0.0);
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 7);
    for (int i = 0; i <= N; ++i) {
        const double off = i > 1 && i < N - 1 ? 0.01 : 0.0;
        bow.x[i][0] = radius * sin(angle * i / N) + off * segment * ts_random_between(&random, -1, 1);
        bow.x[i][1] = radius * cos(angle * i / N) + off * segment * ts_random_between(&random, -1, 1);
        bow.x[i][2] = off * segment * ts_random_between(&random, -1, 1);
    }
    ts_setup setup = still(0.0);
    ts_test_add(&setup, "bow", bow, &(ts_new_body){.body.material = material, .rest = (const double(*)[3])rest.x});
    ts_test_tell(&setup, 4, (const int32_t[]){0, 1, N - 1, N});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_test_step(s);
    for (int i = 0; i <= N; ++i) {
        const double *x = s->state.x[i];
        ck_assert_double_eq_tol(sqrt(ts_norm2(x)), radius, 1e-4 * radius);
        ck_assert_double_eq_tol(x[2], 0.0, 1e-6 * radius);
    }
    const double inertia = M_PI * pow(0.5 * material.thickness, 4.0) / 4.0;
    const double theory = material.young * inertia * length * (N - 1) / N / (2.0 * radius * radius); /* N - 1 joints */
    ck_assert_double_eq_tol(s->choice.solver->energies(s->self).elastic / theory, 1.0, 2.0 / N / N);
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    free(rest.x);
    free(rest.segment);
}
END_TEST

/* ---- Integrators ---- */

enum { WAVE = 8 };

/* A rod that swings along itself in its first mode, one end held: for lumped masses
 * x_j(t) = a sin(pi j / 2N) cos(w t), w = 2 sqrt(k / m) sin(pi / 4N). Its largest error at time 1/w after `steps`. */
static double wave_error(ts_integrator integrator, int steps, double *energy_change) {
    const double length = 1.0, segment = length / (double)WAVE;
    const ts_material material = rod_of(1e4, 1e-2);
    const double w = 2.0 * sqrt(material.young / material.density) / segment * sin(M_PI / (4.0 * (double)WAVE));
    ts_setup setup = still(0.0);
    setup.settings.integrator = integrator;
    setup.settings.h = 1.0 / w / steps;
    setup.settings.tolerance = 1e-11;
    const ts_mesh rest = ts_test_rod(WAVE, length, 0.0);
    ts_mesh swung = ts_test_rod(WAVE, length, 0.0);
    const double amplitude = 0.01;
    for (int j = 0; j <= WAVE; ++j) swung.x[j][0] += amplitude * sin(M_PI * j / (2.0 * (double)WAVE));
    ts_new_body body = {.body.material = material, .rest = (const double(*)[3])rest.x};
    body.body.material.bends = false;
    ts_test_add(&setup, "rod", swung, &body);
    ts_test_tell(&setup, 1, (const int32_t[]){0});
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_energies e = s->choice.solver->energies(s->self);
    const double before = e.elastic;
    for (int k = 0; k < steps; ++k) ts_test_step(s);
    e = s->choice.solver->energies(s->self);
    *energy_change = (e.elastic + e.kinetic) / before - 1.0;
    double worst = 0.0;
    for (int j = 0; j <= WAVE; ++j) {
        const double exact = segment * j + amplitude * sin(M_PI * j / (2.0 * (double)WAVE)) * cos(1.0);
        worst = fmax(worst, fabs(s->state.x[j][0] - exact) / amplitude);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    free(rest.x);
    free(rest.segment);
    return worst;
}

static const struct {
    ts_integrator integrator;
    double order;
    bool keeps_energy;
} ORDERS[] = {
    {TS_IMPLICIT_EULER, 1.0, false}, {TS_IMPLICIT_MIDPOINT, 2.0, true}, {TS_NEWMARK, 2.0, true}, {TS_BDF2, 2.0, false}};

START_TEST(waves_converge_with_the_integrators_order) {
    double error[3], energy;
    for (int k = 0; k < 3; ++k) error[k] = wave_error(ORDERS[_i].integrator, 10 << k, &energy);
    ck_assert_double_lt(error[0], 0.1);
    for (int k = 0; k < 2; ++k) {
        const double order = log2(error[k] / error[k + 1]);
        ck_assert_msg(fabs(order - ORDERS[_i].order) < 0.25, "%s: order %.3f instead of %g",
                      TS_INTEGRATOR_NAMES[ORDERS[_i].integrator], order, ORDERS[_i].order);
    }
    if (ORDERS[_i].keeps_energy)
        ck_assert_double_eq_tol(energy, 0.0, 1e-6);
    else
        ck_assert_double_lt(energy, 0.0);
}
END_TEST

/* A node that was prescribed to move flies on with the speed it had, whatever the integrator. */
START_TEST(released_nodes_fly_on) {
    ts_setup setup = still(0.0);
    setup.settings.integrator = ORDERS[_i].integrator;
    ts_test_add(&setup, "particle", ts_test_particle(0, 0, 0), &(ts_new_body){.body.material = ts_test_material()});
    ts_condition *prescribed = ts_test_tell(&setup, 1, (const int32_t[]){0});
    prescribed->velocity[2] = 0.5;
    prescribed->end = 0.07;
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    for (int k = 1; k <= 20; ++k) {
        ts_test_step(s);
        ck_assert_double_eq_tol(s->state.x[0][2], 0.5 * 0.01 * k, 1e-9);
        ck_assert_double_eq_tol(s->state.v[0][2], 0.5, 1e-6);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* ---- Rigid motion ---- */

static void add_one_of_each(ts_setup *setup) {
    const ts_model_choice membranes[] = {
        {.name = "stvk"}, {.name = "neo-hookean"}, {.name = "orthotropic"}, {.name = "corotated"}};
    ts_new_body body = {.body.material = ts_test_material()};
    for (int k = 0; k < 2; ++k) {
        body.body.material.tet = (ts_model_choice){.name = "fixed-corotated"};
        if (k == 0) body.body.material.tet = (ts_model_choice){.name = "neo-hookean"};
        ts_test_add(setup, "cube", ts_test_cube(0.1, (const double[3]){0.3 * k, 0, 0}), &body);
    }
    for (int k = 0; k < 4; ++k) {
        body.body.material.membrane = membranes[k];
        body.body.material.strain_limit =
            (ts_strain_limit){.upper = k == 0 ? 1.05 : 0.0, .upper_start = 1.0, .stiffness = 1e3};
        body.body.material.orthotropy = (ts_orthotropy){
            .a11 = 1e5, .a12 = 1e4, .a22 = 8e4, .g12 = 2e4, .l1 = 0.2, .l2 = 0.2, .l12 = 0.2, .warp = {1, 0, 0}};
        ts_test_add(setup, "cloth", ts_test_sheet(4, 0.2, 0.2 + 0.0005 * k), &body);
    }
    body.body.material = ts_test_material();
    ts_test_add(setup, "rod", ts_test_rod(6, 0.2, 0.4), &body);
    ts_test_add(setup, "particle", ts_test_particle(0, 0.4005, 0), &body);
    setup->bodies.stitch = malloc(sizeof *setup->bodies.stitch); /* a node of the rod to its neighbours' middle */
    const int32_t end = (int32_t)setup->bodies.nodes - 2;
    *setup->bodies.stitch = (ts_stitch){.a = end - 1, .b = end - 2, .c = end, .weight = 0.5, .stiffness = 1e3};
    setup->bodies.stitches = 1;
}

static void turn_all(double (*x)[3], size_t nodes, const double rotation[3][3], const double shift[3]) {
    for (size_t i = 0; i < nodes; ++i) {
        double turned[3];
        for (int r = 0; r < 3; ++r) turned[r] = ts_dot(rotation[r], x[i]) + shift[r];
        memcpy(x[i], turned, sizeof turned);
    }
}

START_TEST(rigid_motion_costs_nothing) {
    static const double AXIS[3] = {0.3, -0.5, 0.8}, SHIFT[3] = {1.5, -0.75, 0.25};
    double contact[2];
    for (int moved = 0; moved < 2; ++moved) {
        ts_setup setup = {.settings = ts_simulation_standard()};
        add_one_of_each(&setup);
        double rotation[3][3];
        ts_rotation(AXIS, 131.0, rotation);
        if (moved) turn_all(setup.x, setup.bodies.nodes, (const double(*)[3])rotation, SHIFT);
        ts_ccd_method method;
        ts_simulation *s = ts_test_start(&setup, 0.0, &method);
        const ts_energies e = s->choice.solver->energies(s->self);
        ck_assert_double_lt(fabs(e.elastic), 1e-20); /* J; a strain of 1e-3 would be 1e-4 J */
        contact[moved] = e.contact;
        ts_simulation_destroy(s);
        ts_ccd_method_clear(&method);
    }
    ck_assert_double_gt(contact[0], 0.0);
    ck_assert_double_eq_tol(contact[1] / contact[0], 1.0, 1e-9);
}
END_TEST

/* ---- Contact ---- */

/* A cube of 1 m falls into a slot that leaves a micrometre on either side, drifting towards one of its walls. */
START_TEST(a_cube_falls_through_a_slot_of_two_micrometres_more) {
    const double room = 1e-6;
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.dhat = 1e-6;
    setup.settings.tolerance = 1e-6;
    ts_new_body cube = {.body.material = ts_test_material(), .velocity = {1e-5, -2, 0}};
    cube.body.material.young = 1e7;
    ts_test_add(&setup, "cube", ts_test_cube(1.0, (const double[3]){0, 0.6, 0}), &cube);
    for (int side = -1; side <= 1; side += 2) {
        ts_mesh wall = ts_test_sheet(2, 4.0, 0.0);
        ts_test_turn(&wall, 1); /* now in the plane of y and z */
        ts_test_shift(&wall, side * (0.5 + room), -2.0, 0.0);
        const ts_new_body board = ts_test_obstacle(0.0);
        ts_test_add(&setup, "wall", wall, &board);
    }
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    double least_gap = 1.0;
    for (int k = 0; k < 50; ++k) {
        const ts_step_report report = ts_test_step(s);
        least_gap = fmin(least_gap, report.least_gap);
        ts_test_verify(s);
        for (int i = 0; i < 8; ++i) {
            const double *x = s->state.x[i];
            if (x[1] < 0.0) ck_assert_double_lt(fabs(x[0]), 0.5 + room);
        }
    }
    ck_assert_double_lt(least_gap, room);                      /* it did touch */
    const double fallen = 2.0 * 0.5 + 0.5 * 9.81 * 0.5 * 0.51; /* implicit Euler's sum; the walls have no friction */
    for (int i = 0; i < 8; ++i) {
        const double start = 0.6 + ((i >> 1 & 1) - 0.5);
        ck_assert_double_eq_tol(s->state.x[i][1], start - fallen, 1e-3);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* Smallest distance of the nodes of body a to the triangles of body b. */
static double least_distance(const ts_simulation *s, size_t a, size_t b) {
    const ts_bodies *bodies = &s->bodies;
    const ts_body *from = &bodies->body[a];
    const double(*x)[3] = (const double(*)[3])s->state.x;
    double least2 = INFINITY, rows[4][3];
    for (size_t i = from->node_first; i < from->node_first + from->node_count; ++i) {
        for (size_t t = 0; t < bodies->triangles; ++t) {
            const int32_t *corner = bodies->triangle[t];
            if ((size_t)bodies->body_of[corner[0]] != b) continue;
            memcpy(rows[0], x[i], sizeof rows[0]);
            for (int c = 0; c < 3; ++c) memcpy(rows[c + 1], x[corner[c]], sizeof rows[0]);
            least2 = fmin(least2, ts_distance2(TS_POINT_TRIANGLE, (const double(*)[3])rows));
        }
    }
    return sqrt(least2);
}

/* Layers of different thickness: each rests between the mean of its and the next one's and dhat more. */
START_TEST(a_stack_keeps_its_thickness) {
    enum { LAYERS = 4 };
    const double xi[LAYERS + 1] = {1e-3, 2e-3, 4e-3, 1e-3, 3e-3}; /* the board's first */
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.dhat = 5e-4;
    const ts_new_body board = ts_test_obstacle(xi[0]);
    ts_test_add(&setup, "board", ts_test_sheet(2, 0.4, 0.0), &board);
    ts_new_body plate = {.body.material = ts_test_material()};
    plate.body.material.young = 1e7;
    double y = 0.0;
    for (int k = 1; k <= LAYERS; ++k) {
        y += 0.5 * (xi[k - 1] + xi[k]) + 3e-4;
        plate.body.offset = xi[k];
        ts_test_add(&setup, "plate", ts_test_sheet(3 + k % 2, 0.1, y), &plate);
    }
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.1, &method);
    for (int k = 0; k < 60; ++k) {
        ts_test_step(s);
        ts_test_verify(s);
    }
    for (size_t k = 1; k <= LAYERS; ++k) {
        const double d = fmin(least_distance(s, k, k - 1), least_distance(s, k - 1, k));
        const double thickness = 0.5 * (xi[k - 1] + xi[k]);
        ck_assert_double_gt(d, thickness);
        ck_assert_double_lt(d, thickness + 5e-4);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

/* ---- Strain limits ---- */

/* Largest singular value over all triangles, from the lengths of the edges of each: the largest root of
 * det(I - s^2 Ibar) = 0 for the first fundamental forms I and Ibar, in extended precision. */
static long double largest_stretch(const ts_simulation *s) {
    const ts_bodies *b = &s->bodies;
    const double(*x)[3] = (const double(*)[3])s->state.x;
    long double most = 0.0L;
    for (size_t t = 0; t < b->triangles; ++t) {
        const int32_t *n = b->triangle[t];
        long double form[2][3] = {{0.0L}}; /* now, at rest: 11, 12, 22 */
        for (int c = 0; c < 3; ++c) {
            const long double u = (long double)x[n[1]][c] - x[n[0]][c], v = (long double)x[n[2]][c] - x[n[0]][c];
            const long double ur = (long double)b->rest[n[1]][c] - b->rest[n[0]][c];
            const long double vr = (long double)b->rest[n[2]][c] - b->rest[n[0]][c];
            form[0][0] += u * u, form[0][1] += u * v, form[0][2] += v * v;
            form[1][0] += ur * ur, form[1][1] += ur * vr, form[1][2] += vr * vr;
        }
        const long double *i = form[0], *r = form[1];
        const long double determinant = r[0] * r[2] - r[1] * r[1];
        const long double half_trace = 0.5L * (i[0] * r[2] + i[2] * r[0] - 2.0L * i[1] * r[1]) / determinant;
        const long double ratio = (i[0] * i[2] - i[1] * i[1]) / determinant;
        const long double square = half_trace + sqrtl(fmaxl(half_trace * half_trace - ratio, 0.0L));
        most = fmaxl(most, sqrtl(square));
    }
    return most;
}

static ts_simulation *hang(ts_integrator integrator, double tolerance, const ts_strain_limit *limit,
                           ts_ccd_method *method) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.integrator = integrator;
    setup.settings.tolerance = tolerance;
    setup.settings.h = 0.02;
    const ts_new_body cloth = ts_test_limited_cloth(limit);
    ts_test_add(&setup, "cloth", ts_test_sheet(5, 0.5, 0.0), &cloth);
    ts_test_tell(&setup, 2, (const int32_t[]){0, 5});
    return ts_test_start(&setup, 0.0, method);
}

enum { HUNG_STEPS = 25 };

static long double stretch_without_limit(ts_integrator integrator) {
    ts_ccd_method method;
    ts_simulation *s = hang(integrator, 1e-3, &(ts_strain_limit){0}, &method);
    long double most = 0.0L;
    for (int k = 0; k < HUNG_STEPS; ++k) {
        const ts_step_report report = ts_test_step(s);
        const long double stretch = largest_stretch(s);
        ck_assert_double_eq_tol(report.most_stretch, (double)stretch, 1e-12);
        most = fmaxl(most, stretch);
    }
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    return most;
}

/* Where gravity, elasticity and the limit are in balance without inertia, no integrator moves the cloth. */
START_TEST(a_cloth_that_hangs_at_its_limit_stays_there) {
    static const ts_integrator INTEGRATORS[] = {TS_IMPLICIT_EULER, TS_IMPLICIT_MIDPOINT, TS_NEWMARK, TS_BDF2};
    const ts_strain_limit limit = {.upper = 1.01, .upper_start = 1.0, .stiffness = 1e3};
    ts_ccd_method methods[2];
    ts_simulation *still = hang(TS_QUASI_STATIC, 1e-7, &limit, &methods[0]),
                  *s = hang(INTEGRATORS[_i], 1e-7, &limit, &methods[1]);
    ts_test_step(still);
    ck_assert(largest_stretch(still) > 1.0005L); /* the limit begins at 1 */
    memcpy(s->state.x, still->state.x, s->bodies.nodes * sizeof *s->state.x);
    memset(s->state.a, 0, s->bodies.nodes * sizeof *s->state.a);
    for (int k = 0; k < 2; ++k) ts_test_step(s);
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        for (int c = 0; c < 3; ++c) ck_assert_double_eq_tol(s->state.x[i][c], still->state.x[i][c], 1e-7);
    }
    for (int k = 0; k < 2; ++k) {
        ts_simulation_destroy(k == 0 ? still : s);
        ts_ccd_method_clear(&methods[k]);
    }
}
END_TEST

/* Hung from two corners, the cloth of the standard stiffness (docs/method.md, 4) and one that comes much closer to its
 * limit. */
START_TEST(a_hung_cloth_keeps_its_strain_limit) {
    static const ts_strain_limit LIMITS[] = {{.upper = 1.01, .upper_start = 1.0, .stiffness = 1e3},
                                             {.upper = 1.001, .upper_start = 1.0, .stiffness = 1e3},
                                             {.upper = 1.01, .upper_start = 1.0, .stiffness = 1.0}};
    static const ts_integrator INTEGRATORS[] = {TS_IMPLICIT_EULER, TS_IMPLICIT_MIDPOINT, TS_BDF2};
    const ts_strain_limit *limit = &LIMITS[_i % 3];
    const ts_integrator integrator = INTEGRATORS[_i / 3];
    ck_assert(stretch_without_limit(integrator) > (long double)limit->upper);
    ts_ccd_method method;
    ts_simulation *s = hang(integrator, 1e-3, limit, &method);
    long double most = 0.0L;
    double lowest = 0.0;
    for (int k = 0; k < HUNG_STEPS; ++k) {
        const ts_step_report report = ts_test_step(s);
        const long double stretch = largest_stretch(s);
        ck_assert(stretch < (long double)limit->upper);
        ck_assert_double_eq_tol(report.most_stretch, (double)stretch, 1e-12);
        most = fmaxl(most, stretch);
        lowest = fmin(lowest, s->state.x[35][1]);
        ts_test_verify(s);
    }
    ck_assert(most > 1.0L);
    ck_assert_double_lt(lowest, -0.4); /* it swings down */
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("known answers");
    TCase *tests = tcase_create("known answers");
    tcase_add_test(tests, a_cantilever_sags_as_a_beam);
    tcase_add_test(tests, a_hanging_rod_stretches_as_theory_says);
    tcase_add_test(tests, a_clamped_bow_is_an_arc);
    tcase_add_loop_test(tests, waves_converge_with_the_integrators_order, 0, 4);
    tcase_add_loop_test(tests, released_nodes_fly_on, 0, 4);
    tcase_add_test(tests, rigid_motion_costs_nothing);
    tcase_add_test(tests, a_cube_falls_through_a_slot_of_two_micrometres_more);
    tcase_add_test(tests, a_stack_keeps_its_thickness);
    tcase_add_loop_test(tests, a_cloth_that_hangs_at_its_limit_stays_there, 0, 4);
    tcase_add_loop_test(tests, a_hung_cloth_keeps_its_strain_limit, 0, 9);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
