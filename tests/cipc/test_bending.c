/* SPDX-License-Identifier: MIT
 * Bending of shells against its definition in MPFR, its Hessian against clamped eigenvalues; a strip bent to a
 * cylinder against the energy that theory gives it. */
#include <math.h>

#include "cipc/potentials/hinge.h"
#include "cipc/potentials/table.h"
#include "core/random.h"
#include "tests/cipc/differences.h"
#include "tests/cipc/precise.h"
#include "tests/support.h"

PRECISE_BINARY(arc_tangent2, mpfr_atan2)

static const ts_stencil HINGE_NODES = {0, 1, 2, 3};

/* ---- The definition ---- */

typedef struct real3 {
    precise c[3];
} real3;

static real3 minus3(real3 a, real3 b) {
    return (real3){{sub(a.c[0], b.c[0]), sub(a.c[1], b.c[1]), sub(a.c[2], b.c[2])}};
}

static precise dot3(real3 a, real3 b) {
    return add(mul(a.c[0], b.c[0]), add(mul(a.c[1], b.c[1]), mul(a.c[2], b.c[2])));
}

static real3 cross3(real3 a, real3 b) {
    real3 out;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out.c[i] = sub(mul(a.c[j], b.c[k]), mul(a.c[k], b.c[j]));
    }
    return out;
}

/* tan theta = |e| e.(N2 x N1) / |e|^2 (N1.N2) of the area normals N1 = e x d1, N2 = d2 x e. */
static precise angle_of(const real3 x[4]) {
    const real3 e = minus3(x[1], x[0]);
    const real3 n1 = cross3(e, minus3(x[2], x[0])), n2 = cross3(minus3(x[3], x[0]), e);
    return arc_tangent2(dot3(e, cross3(n2, n1)), mul(root(dot3(e, e)), dot3(n1, n2)));
}

static void hinge_energy(const void *self, mpfr_t *x, mpfr_t out) {
    const ts_hinge *hinge = self;
    const int mark = precise_used;
    real3 at[4];
    for (int k = 0; k < 12; ++k) {
        at[k / 3].c[k % 3] = precise_new();
        mpfr_set(at[k / 3].c[k % 3], x[k], MPFR_RNDN);
    }
    const precise bend = sub(angle_of(at), number(hinge->rest_angle));
    mpfr_set(out, times(hinge->weight, mul(bend, bend)), MPFR_RNDN);
    precise_reset(mark);
}

/* ---- One hinge ---- */

typedef struct hinge_answer {
    double value, gradient[12], hessian[144];
} hinge_answer;

static void answer_of(ts_hinge_evaluate *evaluate, const ts_hinge *hinge, const double x[4][3], hinge_answer *out) {
    const ts_locals locals = {.value = &out->value, .gradient = &out->gradient, .hessian = &out->hessian};
    evaluate(hinge, &HINGE_NODES, x, 1, &locals);
}

/* tolerance: of the result against its largest entry. */
static void check_hinge(const ts_hinge *hinge, const double x[4][3], double tolerance) {
    const reference_function f = {hinge_energy, hinge, 12};
    reference_point expected;
    hinge_answer found;
    double hessian[144];
    reference_evaluate(&f, x[0], &expected);
    answer_of(ts_hinge_evaluate_all, hinge, x, &found);
    memcpy(hessian, expected.hessian, sizeof hessian);
    reference_project(12, hessian);
    const double bend = sqrt(expected.value / hinge->weight);
    ck_assert_double_le(fabs(found.value - expected.value), tolerance * hinge->weight * (bend * bend + bend));
    const double gradient_error = reference_error(1, 12, found.gradient, expected.gradient);
    ck_assert_msg(gradient_error <= tolerance * (1.0 + 1.0 / (bend + 1e-300)), "gradient off by %g (bend %g)",
                  gradient_error, bend);
    const double hessian_error = reference_error(12, 12, found.hessian, hessian);
    ck_assert_msg(hessian_error <= tolerance, "projected Hessian off by %g (bend %g)", hessian_error, bend);
    double again[144];
    memcpy(again, found.hessian, sizeof again);
    double largest = 0.0;
    for (int i = 0; i < 144; ++i) largest = fmax(largest, fabs(again[i]));
    ck_assert_double_ge(reference_project(12, again), -1e-13 * largest);
    for (int i = 0; i < 144; ++i) ck_assert(found.hessian[i] == found.hessian[i % 12 * 12 + i / 12]);
}

/* Two triangles at the angle theta, feet and heights given, turned at random. */
static void fold(ts_random *random, double theta, const double foot[2], const double height[2], double x[4][3]) {
    const double flat[4][3] = {
        {0, 0, 0}, {1, 0, 0}, {foot[0], height[0] * cos(theta), height[0] * sin(theta)}, {foot[1], -height[1], 0}};
    double q[4], n = 0.0;
    for (int i = 0; i < 4; ++i) q[i] = ts_random_between(random, -1.0, 1.0), n += q[i] * q[i];
    for (int i = 0; i < 4; ++i) q[i] /= sqrt(n);
    const double r[3][3] = {
        {1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]), 2 * (q[1] * q[3] + q[0] * q[2])},
        {2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]), 2 * (q[2] * q[3] - q[0] * q[1])},
        {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]), 1 - 2 * (q[1] * q[1] + q[2] * q[2])}};
    for (int a = 0; a < 4; ++a)
        for (int i = 0; i < 3; ++i)
            x[a][i] = r[i][0] * flat[a][0] + r[i][1] * flat[a][1] + r[i][2] * flat[a][2] + 0.1 * i;
}

START_TEST(agrees_with_the_definition) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    const int cases = ts_test_cases(60);
    for (int k = 0; k < cases; ++k) {
        double x[4][3];
        for (int i = 0; i < 12; ++i) x[i / 3][i % 3] = ts_random_between(&random, -1.0, 1.0);
        const ts_hinge hinge = {ts_random_between(&random, -3.0, 3.0), ts_random_between(&random, 0.1, 10.0)};
        check_hinge(&hinge, (const double(*)[3])x, 1e-10);
    }
}
END_TEST

/* Flat, nearly flat, folded to almost pi on both sides, bent by next to nothing, slivers. */
START_TEST(agrees_at_extremes) {
    static const struct extreme {
        double theta, rest, foot[2], height[2], tolerance;
    } extremes[] = {
        {0.0, 0.0, {0.3, 0.6}, {0.8, 0.9}, 1e-12},         {0.0, 0.7, {0.3, 0.6}, {0.8, 0.9}, 1e-10},
        {1e-9, 0.0, {0.5, 0.5}, {0.8, 0.8}, 1e-10},        {0.4, 0.4 - 1e-12, {0.2, 0.5}, {0.8, 0.6}, 1e-10},
        {M_PI - 1e-7, 0.0, {0.3, 0.6}, {0.8, 0.9}, 1e-10}, {-M_PI + 1e-7, 0.0, {0.3, 0.6}, {0.8, 0.9}, 1e-10},
        {M_PI / 2, 0.0, {0.5, 0.5}, {0.8, 0.8}, 1e-10},    {1.0, 0.0, {0.5, 0.4}, {1e-4, 0.7}, 1e-9},
        {-1.0, 0.5, {9.0, -7.0}, {0.01, 0.02}, 1e-9},      {2.0, 0.0, {0.5, 0.5}, {1e3, 1e-3}, 1e-9},
    };
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (size_t k = 0; k < sizeof extremes / sizeof *extremes; ++k) {
        const struct extreme *at = &extremes[k];
        double x[4][3];
        fold(&random, at->theta, at->foot, at->height, x);
        check_hinge(&(ts_hinge){at->rest, 2.0}, (const double(*)[3])x, at->tolerance);
        ck_assert_double_eq_tol(ts_hinge_angle((const double(*)[3])x, HINGE_NODES), at->theta, 1e-10);
    }
}
END_TEST

/* Flat hinges of a symmetric skirt: what rounding leaves of entries that are 0 has squares that underflow. */
START_TEST(agrees_where_squares_underflow) {
    static const double skirt[2][4][3] = {{{0, 0.52384615384615385, 0.3248076923076923},
                                           {-0.010202456169799756, 0.52384615384615385, 0.32464741931879243},
                                           {0, 0.51897435897435895, 0.32705128205128203},
                                           {0, 0.52871794871794875, 0.32256410256410256}},
                                          {{0, 0.52384615384615385, -0.3248076923076923},
                                           {0.010202456169799756, 0.52384615384615385, -0.32464741931879243},
                                           {0, 0.51897435897435895, -0.32705128205128203},
                                           {0, 0.52871794871794875, -0.32256410256410256}}};
    for (int k = 0; k < 2; ++k) {
        const double rest = ts_hinge_angle(skirt[k], HINGE_NODES);
        for (int off = -1; off <= 1; ++off) {
            check_hinge(&(ts_hinge){rest + 0x1p-53 * off * fabs(rest), 2.0}, skirt[k], 1e-10);
        }
    }
}
END_TEST

enum { HINGES = 13 };

typedef struct hinges {
    double x[4 * HINGES][3];
    ts_hinge hinge[HINGES];
    ts_stencil stencil[HINGES];
} hinges;

static void make_hinges(hinges *h) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 0);
    for (int i = 0; i < 12 * HINGES; ++i) h->x[i / 3][i % 3] = ts_random_between(&random, -1.0, 1.0);
    for (int k = 0; k < HINGES; ++k) {
        for (int a = 0; a < 4; ++a) h->stencil[k][a] = 4 * k + a;
        const double angle = ts_hinge_angle((const double(*)[3])h->x, h->stencil[k]);
        h->hinge[k] = (ts_hinge){k % 3 ? angle + pow(10.0, -k) : angle, 1.0};
    }
}

static void check_lanes_of(ts_hinge_evaluate *evaluate, const hinges *h) {
    hinge_answer alone;
    static double value[HINGES], gradient[HINGES][12], hessian[HINGES][144];
    const ts_locals together = {.value = value, .gradient = gradient, .hessian = hessian};
    evaluate(h->hinge, (const ts_stencil *)h->stencil, (const double(*)[3])h->x, HINGES, &together);
    for (int k = 0; k < HINGES; ++k) {
        answer_of(ts_hinge_evaluate_portable, &h->hinge[k], (const double(*)[3])h->x + (4 * k), &alone);
        ck_assert(memcmp(&alone.value, &value[k], sizeof value[k]) == 0);
        ck_assert(memcmp(alone.gradient, gradient[k], sizeof gradient[k]) == 0);
        ck_assert(memcmp(alone.hessian, hessian[k], sizeof hessian[k]) == 0);
        if (k % 3 == 0) ck_assert_double_eq(value[k], 0.0);
    }
}

/* Neighbours in the lanes, and how many lanes there are, change no bit. */
START_TEST(lanes_do_not_meet) {
    static ts_hinge_evaluate *const of_width[TS_TEST_WIDTHS] = {ts_hinge_evaluate_portable, ts_hinge_evaluate_avx2,
                                                                ts_hinge_evaluate_avx512};
    hinges h;
    make_hinges(&h);
    check_lanes_of(ts_hinge_evaluate_all, &h);
    for (int w = 0; w < TS_TEST_WIDTHS; ++w) {
        if (ts_test_has_width(w)) check_lanes_of(of_width[w], &h);
    }
}
END_TEST

/* ---- Shells ---- */

enum { MOST_CELLS = 64, MOST_NODES = (MOST_CELLS + 1) * (MOST_CELLS + 1) };

typedef struct shell {
    ts_bodies bodies;
    ts_body body;
    double rest[MOST_NODES][3], x[MOST_NODES][3];
    int32_t body_of[MOST_NODES], triangle[2 * MOST_CELLS * MOST_CELLS][3];
} shell;

static const ts_material PAPER = {.thickness = 3e-4,
                                  .young = 3e9,
                                  .poisson = 0.3,
                                  .membrane_scale = 1.0,
                                  .bending_scale = 0.5,
                                  .membrane = {.name = "stvk"},
                                  .bends = true};

/* n x n cells of width 1/n in rows `rise`/n high; `slant` moves every other row by that part of a cell. */
static void make_sheet(shell *s, int n, double slant, double rise) {
    memset(s, 0, sizeof *s);
    s->body = (ts_body){.name = "sheet", .material = PAPER, .node_count = (size_t)((n + 1) * (n + 1))};
    size_t triangles = 0;
    for (int j = 0; j <= n; ++j) {
        for (int i = 0; i <= n; ++i) {
            double *node = s->rest[j * (n + 1) + i];
            node[0] = (i + slant * (j % 2)) / n;
            node[1] = rise * j / n;
            if (i == n || j == n) continue;
            const int32_t a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
            const int32_t even[2][3] = {{a, b, c}, {b, d, c}}, odd[2][3] = {{a, b, d}, {a, d, c}};
            memcpy(s->triangle[triangles], j % 2 ? odd : even, sizeof even);
            triangles += 2;
        }
    }
    s->bodies = (ts_bodies){.bodies = 1,
                            .body = &s->body,
                            .nodes = s->body.node_count,
                            .rest = s->rest,
                            .body_of = s->body_of,
                            .triangles = triangles,
                            .triangle = s->triangle};
}

static double energy_of(const ts_potential *potential, const double (*x)[3]) {
    double sum = 0.0;
    for (size_t k = 0; k < potential->count; ++k) {
        double value;
        potential->evaluate(potential->self, x, k, 1, &(ts_locals){.value = &value});
        sum += value;
    }
    return sum;
}

/* What a plate of unit area stores at unit curvature. */
static double plate_energy(void) {
    const ts_material *m = &PAPER;
    return m->bending_scale * m->young * pow(m->thickness, 3.0) / (24.0 * (1.0 - m->poisson * m->poisson));
}

/* Energy of a sheet rolled along `axis` to a cylinder of radius 1, over the plate's. */
static double rolled_energy(shell *s, int n, bool equilateral, int axis) {
    const double rise = equilateral ? sqrt(0.75) : 1.0;
    ts_potential potential;
    ts_error error;
    make_sheet(s, n, equilateral ? 0.5 : 0.0, rise);
    ck_assert_int_eq(ts_bending_potential.init(&s->bodies, &potential, &error), TS_OK);
    ck_assert_uint_eq(potential.count, (size_t)(3 * n * n - 2 * n)); /* inner edges */
    for (size_t i = 0; i < s->bodies.nodes; ++i) {
        s->x[i][axis] = sin(s->rest[i][axis]);
        s->x[i][1 - axis] = s->rest[i][1 - axis];
        s->x[i][2] = 1.0 - cos(s->rest[i][axis]);
    }
    ck_assert_double_eq(energy_of(&potential, (const double(*)[3])s->rest), 0.0);
    const double energy = energy_of(&potential, (const double(*)[3])s->x);
    potential.clear(&potential);
    return energy / (rise * plate_energy());
}

/* The energy of docs/method.md, 3.4, concentrates curvature on a third of the triangles' height: three times the
 * plate's energy where one family of edges does all the bending, and as much on equilateral triangles, rolled in either
 * direction. */
START_TEST(cylinder_stores_three_times_a_plates_energy) {
    static shell s;
    for (int mesh = 0; mesh < 4; ++mesh) {
        const bool equilateral = mesh / 2;
        const double coarse = rolled_energy(&s, 16, equilateral, mesh % 2);
        const double fine = rolled_energy(&s, 64, equilateral, mesh % 2);
        ck_assert_double_eq_tol(fine, 3.0, 0.1);
        ck_assert(fabs(fine - 3.0) < 0.4 * fabs(coarse - 3.0));
    }
}
END_TEST

START_TEST(rigid_motions_cost_nothing) {
    static shell s;
    ts_potential potential;
    ts_error error;
    make_sheet(&s, 8, 0.3, 0.8);
    for (size_t i = 0; i < s.bodies.nodes; ++i) s.rest[i][2] = 0.1 * sin(7.0 * s.rest[i][0]) * s.rest[i][1];
    ck_assert_int_eq(ts_bending_potential.init(&s.bodies, &potential, &error), TS_OK);
    for (size_t i = 0; i < s.bodies.nodes; ++i) {
        const double *at = s.rest[i];
        const double turned[3] = {0.6 * at[0] - 0.8 * at[1] + 5.0, 0.8 * at[0] + 0.6 * at[1], at[2] - 2.0};
        memcpy(s.x[i], turned, sizeof turned);
    }
    ck_assert_double_le(energy_of(&potential, (const double(*)[3])s.x), 1e-25 * plate_energy());
    potential.clear(&potential);
}
END_TEST

START_TEST(who_has_hinges) {
    static shell s;
    ts_potential potential;
    ts_error error;
    make_sheet(&s, 1, 0.0, 1.0);
    s.bodies.nodes = 5; /* a third triangle on the edge of nodes 1 and 2 */
    memcpy(s.rest[4], (double[3]){0.5, 0.5, 1.0}, sizeof s.rest[4]);
    memcpy(s.triangle[2], (int32_t[3]){1, 2, 4}, sizeof s.triangle[2]);
    s.bodies.triangles = 3;
    ck_assert_int_eq(ts_bending_potential.init(&s.bodies, &potential, &error), TS_OK);
    ck_assert_uint_eq(potential.count, 3);
    potential.clear(&potential);
    s.body.material.membrane = (ts_model_choice){.name = "none"}; /* how it responds in its plane is another matter */
    ck_assert_int_eq(ts_bending_potential.init(&s.bodies, &potential, &error), TS_OK);
    ck_assert_uint_eq(potential.count, 3);
    potential.clear(&potential);
    s.body.obstacle = true;
    ck_assert_int_eq(ts_bending_potential.init(&s.bodies, &potential, &error), TS_OK);
    ck_assert_uint_eq(potential.count, 0);
    potential.clear(&potential);
    s.body.obstacle = false;
    memcpy(s.rest[4], (double[3]){2.0, -1.0, 0.0}, sizeof s.rest[4]); /* on the line of the edge */
    ck_assert_int_eq(ts_bending_potential.init(&s.bodies, &potential, &error), TS_ERROR_DATA);
    ck_assert(strstr(error.message, "no area") != NULL);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("bending");
    TCase *tests = tcase_create("hinges");
    tcase_add_test(tests, agrees_with_the_definition);
    tcase_add_test(tests, agrees_at_extremes);
    tcase_add_test(tests, agrees_where_squares_underflow);
    tcase_add_test(tests, lanes_do_not_meet);
    tcase_add_test(tests, cylinder_stores_three_times_a_plates_energy);
    tcase_add_test(tests, rigid_motions_cost_nothing);
    tcase_add_test(tests, who_has_hinges);
    suite_add_tcase(suite, tests);
    const int status = ts_run_suite(suite);
    precise_free();
    return status;
}
