/* SPDX-License-Identifier: MIT
 * Rods that a clamp holds by a node and a direction: cantilevers against beam theory and against the elastica, whose
 * differential equation is integrated here. */
#include "tests/cipc/small_scenes.h"

static const double LENGTH = 0.2, GRAVITY = 9.81;

typedef enum held { BY_HINGE, BY_CLAMP } held;

static ts_material rod_of(double young, const char *bending) {
    ts_material material = ts_test_material();
    material.young = young;
    material.thickness = 2e-3;
    memset(&material.rod_bending, 0, sizeof material.rod_bending);
    strcpy(material.rod_bending.name, bending);
    return material;
}

static double weight_of(const ts_material *material) {
    return material->density * 0.25 * M_PI * pow(material->thickness, 2.0) * GRAVITY;
}

static double stiffness_of(const ts_material *material) {
    return material->young * M_PI * pow(material->thickness, 4.0) / 64.0;
}

/* How far the tip sinks of `n` free segments behind one of the given length that is held; the mesh may have its
 * segments from behind. */
static double sag_behind(bool from_behind, int n, double held_length, held by, const ts_material *material) {
    ts_setup setup = {.settings = ts_simulation_standard()};
    setup.settings.integrator = TS_QUASI_STATIC;
    setup.settings.contact = false;
    setup.settings.tolerance = 1e-9;
    setup.settings.gravity[1] = -GRAVITY;
    ts_mesh mesh = ts_test_rod(n + 1, LENGTH * (n + 1) / n, 0.0);
    mesh.x[0][0] = mesh.x[1][0] - held_length;
    for (int k = 0; k <= n && from_behind; ++k) mesh.segment[k][0] = n - k, mesh.segment[k][1] = n - k + 1;
    ts_test_add(&setup, "rod", mesh, &(ts_new_body){.body.material = *material});
    ts_test_tell(&setup, 2, (const int32_t[]){0, 1});
    for (int i = 0; i < 2 && by == BY_CLAMP; ++i) setup.bodies.clamped[i] = 1;
    ts_ccd_method method;
    ts_simulation *s = ts_test_start(&setup, 0.0, &method);
    ts_test_step(s);
    const double sag = -s->state.x[n + 1][1];
    ts_simulation_destroy(s);
    ts_ccd_method_clear(&method);
    return sag;
}

static double sag_of(int n, double held_length, held by, const ts_material *material) {
    return sag_behind(false, n, held_length, by, material);
}

/* ---- The elastica: E I theta'' = -w (L - s) cos theta, theta(0) = 0, theta'(L) = 0 ---- */

/* theta, theta', sag */
static void slope(double s, const double y[3], double load, double out[3]) {
    out[0] = y[1];
    out[1] = -load * (LENGTH - s) * cos(y[0]);
    out[2] = sin(y[0]);
}

/* Runge and Kutta's method from the clamp to the tip. */
static void shoot(double curvature, double load, double y[3]) {
    enum { STEPS = 2000 };
    const double h = LENGTH / STEPS;
    y[0] = y[2] = 0.0;
    y[1] = curvature;
    for (int k = 0; k < STEPS; ++k) {
        double d[4][3], at[3];
        slope(k * h, y, load, d[0]);
        for (int stage = 1; stage < 4; ++stage) {
            const double part = stage == 3 ? h : 0.5 * h;
            for (int i = 0; i < 3; ++i) at[i] = y[i] + part * d[stage - 1][i];
            slope(k * h + part, at, load, d[stage]);
        }
        for (int i = 0; i < 3; ++i) y[i] += h / 6.0 * (d[0][i] + 2.0 * d[1][i] + 2.0 * d[2][i] + d[3][i]);
    }
}

static double elastica(const ts_material *material) {
    const double load = weight_of(material) / stiffness_of(material);
    double low = 0.0, high = load * LENGTH * LENGTH, y[3] = {0.0};
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        shoot(middle, load, y);
        if (y[1] > 0.0)
            high = middle;
        else
            low = middle;
    }
    return y[2];
}

/* ---- Tests ---- */

/* The joints' rotations summed: w L^4 / (8 E I) (1 + 1/n^2); by the hinge (1 + 1/n)^2, the more the longer the segment
 * that is held. */
START_TEST(small_deflections_are_those_of_a_beam) {
    const ts_material material = rod_of(2e10, _i == 0 ? "bergou" : "angle");
    const double beam = weight_of(&material) * pow(LENGTH, 4.0) / (8.0 * stiffness_of(&material));
    for (int n = 4; n <= 16; n *= 2) {
        const double segment = LENGTH / n;
        ck_assert_double_eq_tol(sag_of(n, segment, BY_CLAMP, &material) / beam, 1.0 + 1.0 / (n * n), 1e-4);
        ck_assert_double_eq_tol(sag_of(n, 3.0 * segment, BY_CLAMP, &material) / beam, 1.0 + 1.0 / (n * n), 1e-4);
        ck_assert_double_eq_tol(sag_behind(true, n, 3.0 * segment, BY_CLAMP, &material) / beam, 1.0 + 1.0 / (n * n),
                                1e-4);
        ck_assert_double_eq_tol(sag_of(n, segment, BY_HINGE, &material) / beam, pow(1.0 + 1.0 / n, 2.0), 1e-4);
    }
}
END_TEST

/* Moduli that make it sink by 4, 29 and 76 % of its length. */
START_TEST(large_deflections_are_those_of_the_elastica) {
    static const double YOUNG[] = {1e9, 1e8, 1e7};
    for (size_t k = 0; k < sizeof YOUNG / sizeof *YOUNG; ++k) {
        const ts_material material = rod_of(YOUNG[k], _i == 0 ? "bergou" : "angle");
        const double true_sag = elastica(&material);
        double away[2];
        for (int fine = 0; fine < 2; ++fine) {
            const int n = 20 << fine;
            away[fine] = fabs(sag_of(n, LENGTH / n, BY_CLAMP, &material) / true_sag - 1.0);
        }
        ck_assert_double_lt(away[1], 2e-3);
        ck_assert_double_lt(away[1], 0.3 * away[0]); /* second order: a quarter */
    }
}
END_TEST

/* A cantilever of 40 segments: 7.838 mm by the elastica, 8.234 mm when its hinge holds it. */
START_TEST(a_clamp_does_not_lengthen_a_rod) {
    const ts_material material = rod_of(1e9, "bergou");
    const double true_sag = elastica(&material), segment = LENGTH / 40.0;
    ck_assert_double_eq_tol(true_sag, 7.838e-3, 5e-7);
    ck_assert_double_eq_tol(sag_of(40, segment, BY_HINGE, &material), 8.234e-3, 5e-7);
    ck_assert_double_eq_tol(sag_of(40, segment, BY_CLAMP, &material), true_sag * (1.0 + 1.0 / 1600.0), 5e-8);
    ck_assert_double_eq_tol(sag_of(320, LENGTH / 320.0, BY_CLAMP, &material), true_sag, 1.5e-7);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("clamps");
    TCase *tests = tcase_create("clamps");
    tcase_add_loop_test(tests, small_deflections_are_those_of_a_beam, 0, 2);
    tcase_add_loop_test(tests, large_deflections_are_those_of_the_elastica, 0, 2);
    tcase_add_test(tests, a_clamp_does_not_lengthen_a_rod);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
