/* SPDX-License-Identifier: GPL-2.0-or-later
 * The operations of the parts of an iteration, made one by one and counted: their results are those of the solver, and
 * their numbers those that bench-ndb takes its limits from. */
#include <math.h>

#include "benches/ndb/costs.h"
#include "benches/solvers.h"
#include "ccd/partial.h"
#include "ccd/registry.h"
#include "core/vec3.h"
#include "ndb/contact/state.h"
#include "ndb/iterate.h"
#include "scenes/read/scene.h"
#include "tests/support.h"

/* ---- Arithmetic that counts ---- */

static size_t flops, divisions, roots;

static void begin(void) {
    flops = divisions = roots = 0;
}

static double add(double a, double b) {
    ++flops;
    return a + b;
}

static double sub(double a, double b) {
    ++flops;
    return a - b;
}

static double mul(double a, double b) {
    ++flops;
    return a * b;
}

static double over(double a, double b) {
    ++divisions;
    return a / b;
}

static double root(double a) {
    ++roots;
    return sqrt(a);
}

static double dot(const double a[3], const double b[3]) {
    return add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]));
}

/* a p + b q */
static void combine(double a, const double p[3], double b, const double q[3], double out[3]) {
    for (int i = 0; i < 3; ++i) out[i] = add(mul(a, p[i]), mul(b, q[i]));
}

static void add_row(double to[3], const double what[3]) {
    for (int i = 0; i < 3; ++i) to[i] = add(to[i], what[i]);
}

static void check(const ts_ndb_cost *cost) {
    ck_assert_uint_eq((size_t)cost->flops, flops);
    ck_assert_uint_eq((size_t)cost->divisions, divisions);
    ck_assert_uint_eq((size_t)cost->roots, roots);
}

static void check_rows(const ts_ndb_row *found, const ts_ndb_row *wanted, size_t n) {
    double size = 0.0, off = 0.0;
    for (size_t i = 0; i < n; ++i) {
        for (int c = 0; c < 3; ++c) {
            size = fmax(size, fabs(wanted[i][c]));
            off = fmax(off, fabs(found[i][c] - wanted[i][c]));
        }
    }
    ck_assert_double_gt(size, 0.0);
    ck_assert_double_le(off, 1e-10 * size);
}

/* ---- A scene in contact ---- */

typedef struct running {
    ts_scene scene;
    ts_ccd_method method;
    ts_simulation *simulation;
    ts_ndb *s;
    size_t n;
} running;

static void start(running *run, const char *scene, int steps) {
    char path[512];
    ts_error error;
    const ts_scene_options options = {.solver = "ndb", .size = TS_SCENE_SIZES[TS_SCENE_TINY]};
    ck_assert_int_eq(ts_ccd_method_init(&run->method, "certified", NULL, &error), TS_OK);
    snprintf(path, sizeof path, TS_SOURCE_DIR "/datasets/scenes/%s.json", scene);
    ck_assert_msg(ts_scene_read(path, &options, &run->scene, &error) == TS_OK, "%s", error.message);
    const ts_simulation_hooks hooks = {.method = &run->method};
    ck_assert_int_eq(ts_simulation_create(&run->scene.setup, &hooks, &run->simulation, &error), TS_OK);
    for (int k = 0; k < steps; ++k) {
        ts_step_report report;
        ck_assert_int_eq(ts_simulation_step(run->simulation, &report, &error), TS_OK);
    }
    run->s = run->simulation->self;
    run->n = run->s->bodies->nodes;
}

static void stop(running *run) {
    ts_simulation_destroy(run->simulation);
    ts_scene_clear(&run->scene);
    ts_ccd_method_clear(&run->method);
}

/* ---- The parts ---- */

/* The forces of one triangle (ndb/strain_lanes.inc); returns its energy. */
static double triangle(const ts_ndb_strain *strain, size_t k, const ts_ndb_row *x, double force[3][3]) {
    const int32_t *node = strain->node[k];
    const double along = strain->shape[0][k], aslant = strain->shape[1][k], across = strain->shape[2][k];
    double edge[2][3], f[2][3];
    for (int a = 0; a < 2; ++a)
        for (int i = 0; i < 3; ++i) edge[a][i] = sub(x[node[a + 1]][i], x[node[0]][i]);
    for (int i = 0; i < 3; ++i) f[0][i] = mul(along, edge[0][i]);
    combine(aslant, edge[0], across, edge[1], f[1]);
    const double first = dot(f[0], f[0]), cosine = dot(f[0], f[1]), second = dot(f[1], f[1]);
    const double product = mul(first, second), square = sub(product, mul(cosine, cosine));
    ck_assert_double_gt(square, mul(0x1p-8, product)); /* else its normal is found */
    const double area = root(square), sum = root(add(add(first, second), mul(2.0, area)));
    const double per_both = over(1.0, mul(area, sum)), excess = sub(sum, 2.0), press = mul(strain->area[k], excess);
    const double turn = mul(sub(strain->shear[k], press), per_both), both = sub(mul(turn, area), strain->shear[k]);
    const double m[3] = {add(both, mul(turn, second)), mul(-turn, cosine), add(both, mul(turn, first))};
    combine(add(mul(along, m[0]), mul(aslant, m[1])), f[0], add(mul(along, m[1]), mul(aslant, m[2])), f[1], force[1]);
    combine(mul(across, m[1]), f[0], mul(across, m[2]), f[1], force[2]);
    for (int i = 0; i < 3; ++i) force[0][i] = -add(force[1][i], force[2][i]);
    const double uneven = sub(first, second), twice = mul(2.0, cosine), per_sum = mul(area, per_both);
    const double apart = mul(add(mul(uneven, uneven), mul(twice, twice)), mul(per_sum, per_sum));
    const double off = add(mul(excess, excess), apart);
    return mul(0.5, add(mul(mul(0.5, strain->shear[k]), off), mul(press, excess)));
}

/* to -= row i of the matrix, off its diagonal, by x. */
static void subtract_row(const ts_ndb_matrix *m, size_t i, const ts_ndb_row *x, double to[3]) {
    for (size_t k = m->first[i]; k < m->first[i + 1]; ++k)
        for (int c = 0; c < 3; ++c) to[c] = sub(to[c], mul(m->value[k], x[m->column[k]][c]));
}

START_TEST(a_local_step_costs_what_it_says) {
    running run = {0};
    start(&run, "ndb-drape", 4);
    ts_ndb *s = run.s;
    const ts_ndb_strain *strain = &s->elastic.strain;
    const ts_ndb_matrix *m = &s->elastic.constant;
    const ts_ndb_row *x = (const ts_ndb_row *)s->x;
    ts_ndb_row *wanted = calloc(run.n, sizeof *wanted);
    double energy = 0.0;
    begin();
    for (size_t i = 0; i < run.n; ++i) {
        double off[3];
        for (size_t k = m->first[i]; k < m->first[i + 1]; ++k) {
            const double *other = x[m->column[k]];
            for (int c = 0; c < 3; ++c) wanted[i][c] = sub(wanted[i][c], mul(m->value[k], sub(other[c], x[i][c])));
        }
        for (int c = 0; c < 3; ++c) off[c] = sub(x[i][c], x[0][c]);
        energy = sub(energy, dot(off, wanted[i]));
    }
    energy *= 0.5;
    for (size_t k = 0; k < strain->count; ++k) {
        double force[3][3];
        energy = add(energy, triangle(strain, k, x, force));
        for (int a = 0; a < 3; ++a) add_row(wanted[strain->node[k][a]], force[a]);
    }
    const ts_ndb_cost cost = ts_ndb_cost_of(s, TS_NDB_WORK_LOCAL, 0);
    check(&cost);
    ck_assert_double_eq_tol(ts_ndb_elastic_local(&s->elastic, x, s->r), energy, 1e-9 * energy);
    check_rows((const ts_ndb_row *)s->r, (const ts_ndb_row *)wanted, run.n);
    free(wanted);
    stop(&run);
}
END_TEST

START_TEST(a_subspace_costs_what_it_says) {
    running run = {0};
    start(&run, "ndb-drape", 4);
    ts_ndb *s = run.s;
    const size_t modes = s->subspace.count, stride = s->subspace.stride;
    ts_ndb_row *wanted = calloc(run.n, sizeof *wanted), *q = calloc(modes, sizeof *q);
    begin();
    for (size_t k = 0; k < modes; ++k) {
        for (int c = 0; c < 3; ++c) {
            for (size_t i = 0; i < run.n; ++i)
                q[k][c] = add(q[k][c], mul(s->subspace.vector[i * stride + k], s->r[i][c]));
            q[k][c] = over(q[k][c], s->subspace.value[k]);
        }
    }
    for (size_t i = 0; i < run.n; ++i)
        for (int c = 0; c < 3; ++c)
            for (size_t k = 0; k < modes; ++k)
                wanted[i][c] = add(wanted[i][c], mul(s->subspace.vector[i * stride + k], q[k][c]));
    const ts_ndb_cost cost = ts_ndb_cost_of(s, TS_NDB_WORK_SUBSPACE, 0);
    check(&cost);
    ts_ndb_subspace_set(&s->subspace, &(ts_ndb_added){0});
    ts_ndb_subspace_solve(&s->subspace, (const ts_ndb_row *)s->r, s->dx);
    check_rows((const ts_ndb_row *)s->dx, (const ts_ndb_row *)wanted, run.n);
    free(wanted);
    free(q);
    stop(&run);
}
END_TEST

START_TEST(sweeps_cost_what_they_say) {
    enum { SWEEPS = 3 };
    running run = {0};
    start(&run, "ndb-drape", 4);
    ts_ndb *s = run.s;
    ts_ndb_smoothing_set(&s->smoothing, NULL);
    const double alpha = s->smoothing.lambda_max > 1.9 ? 1.9 / s->smoothing.lambda_max : 1.0, beta = 0.0;
    ts_ndb_row *row[2] = {calloc(run.n, sizeof *row[0]), calloc(run.n, sizeof *row[1])};
    memset(s->dx, 0, run.n * sizeof *s->dx);
    begin();
    for (int k = 0; k < SWEEPS; ++k) {
        const ts_ndb_row *from = (const ts_ndb_row *)row[k % 2];
        ts_ndb_row *to = row[(k + 1) % 2];
        for (size_t i = 0; i < run.n; ++i) {
            double sum[3];
            memcpy(sum, s->r[i], sizeof sum);
            subtract_row(&s->matrix, i, from, sum);
            for (int c = 0; c < 3; ++c) {
                const double pull = mul(alpha, sub(mul(s->smoothing.inverse[i], sum[c]), from[i][c]));
                to[i][c] = add(add(from[i][c], pull), mul(beta, sub(from[i][c], to[i][c])));
            }
        }
    }
    const ts_ndb_cost cost = ts_ndb_cost_of(s, TS_NDB_WORK_SWEEPS, SWEEPS);
    check(&cost);
    ts_ndb_smooth(&s->smoothing, TS_NDB_DAMPED, SWEEPS, (const ts_ndb_row *)s->r, s->dx);
    check_rows((const ts_ndb_row *)s->dx, (const ts_ndb_row *)row[SWEEPS % 2], run.n);
    free(row[0]);
    free(row[1]);
    stop(&run);
}
END_TEST

/* w = H u; returns u . w. */
static double product(const ts_ndb *s, const ts_ndb_row *u, ts_ndb_row *w) {
    double sum = 0.0;
    for (size_t i = 0; i < s->bodies->nodes; ++i) {
        double image[3];
        for (int c = 0; c < 3; ++c) image[c] = -mul(s->smoothing.full[i], u[i][c]);
        subtract_row(&s->matrix, i, u, image);
        for (int c = 0; c < 3; ++c) w[i][c] = -image[c];
        sum = add(sum, dot(u[i], w[i]));
    }
    return sum;
}

/* Chronopoulos and Gear 1989, from x = 0 at first. */
START_TEST(gradients_cost_what_they_say) {
    enum { STEPS = 3, X = 0, LEFT, U, W, P, S, ROWS };
    running run = {0};
    start(&run, "ndb-drape", 4);
    ts_ndb *s = run.s;
    ts_ndb_smoothing_set(&s->smoothing, NULL);
    ts_ndb_row *row[ROWS];
    for (int k = 0; k < ROWS; ++k) row[k] = calloc(run.n, sizeof *row[k]);
    memset(s->dx, 0, run.n * sizeof *s->dx);
    double size = 0.0, alpha = 1.0, beta = 0.0;
    begin();
    product(s, (const ts_ndb_row *)row[X], row[W]);
    for (size_t i = 0; i < run.n; ++i) {
        for (int c = 0; c < 3; ++c) row[LEFT][i][c] = sub(s->r[i][c], row[W][i][c]);
        for (int c = 0; c < 3; ++c) row[U][i][c] = mul(s->smoothing.inverse[i], row[LEFT][i][c]);
        size = add(size, dot(row[LEFT][i], row[U][i]));
    }
    for (int k = 0; k < STEPS; ++k) {
        alpha = size / (product(s, (const ts_ndb_row *)row[U], row[W]) - beta * size / alpha);
        double now = 0.0;
        for (size_t i = 0; i < run.n; ++i) {
            for (int c = 0; c < 3; ++c) {
                row[P][i][c] = add(row[U][i][c], mul(beta, row[P][i][c]));
                row[S][i][c] = add(row[W][i][c], mul(beta, row[S][i][c]));
                row[X][i][c] = add(row[X][i][c], mul(alpha, row[P][i][c]));
                row[LEFT][i][c] = sub(row[LEFT][i][c], mul(alpha, row[S][i][c]));
                row[U][i][c] = mul(s->smoothing.inverse[i], row[LEFT][i][c]);
            }
            now = add(now, dot(row[LEFT][i], row[U][i]));
        }
        beta = now / size;
        size = now;
    }
    const ts_ndb_cost cost = ts_ndb_cost_of(s, TS_NDB_WORK_GRADIENTS, STEPS);
    check(&cost);
    ts_ndb_smooth(&s->smoothing, TS_NDB_PCG, STEPS, (const ts_ndb_row *)s->r, s->dx);
    check_rows((const ts_ndb_row *)s->dx, (const ts_ndb_row *)row[X], run.n);
    for (int k = 0; k < ROWS; ++k) free(row[k]);
    stop(&run);
}
END_TEST

/* ---- Partial CCD ---- */

/* F of two primitives that weights make points of. */
static void offset(const ts_ndb_probe *probe, const double (*x)[3], const double weight[4], double f[3]) {
    const int rows = ts_ccd_vertices(probe->kind), first = ts_ccd_first_vertices(probe->kind);
    for (int c = 0; c < 3; ++c) f[c] = mul(weight[0], x[probe->node[0]][c]);
    for (int i = 1; i < rows; ++i) {
        const double share = i < first ? weight[i] : -weight[i];
        for (int c = 0; c < 3; ++c) f[c] = add(f[c], mul(share, x[probe->node[i]][c]));
    }
}

static bool meets(const ts_ndb *s, const ts_ndb_probe *probe, const double weight[4]) {
    double start[3], end[3];
    offset(probe, (const double(*)[3])s->minus, weight, start);
    offset(probe, (const double(*)[3])s->plus, weight, end);
    return !(dot(start, end) > mul(probe->separation, root(dot(start, start))));
}

/* The middles of four triangles' corners, or of four squares; the closest points too. */
static bool meets_anywhere(const ts_ndb *s, const ts_ndb_probe *probe) {
    bool any = meets(s, probe, probe->projection);
    for (int k = 0; k < 4; ++k) {
        const double u = (k / 2 + 1.0 / 3.0) / 2.0, v = (k % 2 + 1.0 / 3.0) / 2.0;
        const double p = (k / 2 + 0.5) / 2.0, q = (k % 2 + 0.5) / 2.0;
        const double on_triangle[4] = {1.0, 1.0 - u - v, u, v}, on_edges[4] = {1.0 - p, p, 1.0 - q, q};
        if (probe->kind == TS_POINT_TRIANGLE && k < 3) any |= meets(s, probe, on_triangle);
        if (probe->kind == TS_EDGE_EDGE) any |= meets(s, probe, on_edges);
    }
    return any;
}

START_TEST(partial_ccd_costs_what_it_says) {
    running run = {0};
    start(&run, "ndb-stack", 16);
    ts_ndb *s = run.s;
    const ts_ndb_pairs *pairs = &s->contact->pairs;
    ck_assert_uint_gt(pairs->count, 20);
    size_t wanted = 0;
    begin();
    for (size_t k = 0; k < pairs->count; ++k) wanted += meets_anywhere(s, &pairs->probe[k]);
    const ts_ndb_cost cost = ts_ndb_cost_of(s, TS_NDB_WORK_PARTIAL, 0);
    check(&cost);
    ck_assert_double_ge(cost.bytes, (double)pairs->count * sizeof *pairs->probe);
    const size_t active = ts_ndb_contact_partial(s->contact, (const double(*)[3])s->minus, (const double(*)[3])s->plus);
    ck_assert_uint_eq(active, wanted);
    stop(&run);
}
END_TEST

/* ---- Limits ---- */

START_TEST(the_slower_unit_sets_the_limit) {
    const ts_machine_rates rates = {.flops = 100.0, .divisions = 10.0, .roots = 5.0};
    const ts_ndb_cost plain = {.flops = 300.0, .divisions = 10.0, .roots = 5.0};
    const ts_ndb_cost divided = {.flops = 300.0, .divisions = 30.0, .roots = 5.0};
    ck_assert_double_eq_tol(ts_ndb_arithmetic_seconds(&plain, &rates), 3.0, 1e-12);
    ck_assert_double_eq_tol(ts_ndb_arithmetic_seconds(&divided, &rates), 4.0, 1e-12);
}
END_TEST

/* Loops make what they say; no machine divides faster than it multiplies: 13 times slower here, but 1.1 times under
 * sanitizers, which is no comparison to hold a test to. */
START_TEST(a_machine_is_measured) {
    const ts_machine_loops *loops = &ts_machine_portable;
    double product = 0.0, quotient = 0.0, roots_of = 0.0;
    for (int c = 0; c < TS_MACHINE_ROUND; ++c) {
        product += c < TS_MACHINE_ROUND / 2 ? (1.0 + c) * 0.125 : 1.0 + c + 6.0;
        quotient += 0.5 / (0.5 / (0.5 / (2.0 + c)));
        roots_of += sqrt(sqrt(sqrt(0.5 + c + 2.0) + 2.0) + 2.0);
    }
    const double lanes = (double)loops->lanes;
    ck_assert_double_eq_tol(loops->flops(3, 0.5, 2.0), lanes * product, 1e-9);
    ck_assert_double_eq_tol(loops->divisions(3, 0.5, 2.0), lanes * quotient, 1e-9);
    ck_assert_double_eq_tol(loops->roots(3, 0.5, 2.0), lanes * roots_of, 1e-9);
    const ts_machine_rates rates = ts_machine_measure();
    ck_assert_double_gt(rates.divisions, 0.0);
    ck_assert_double_gt(rates.roots, 0.0);
    ck_assert_double_gt(rates.flops, ts_test_is_sanitized() ? 0.0 : rates.divisions);
    ck_assert_double_gt(ts_machine_bandwidth(1e5), 0.0);
}
END_TEST

int main(void) {
    ts_error error;
    if (ts_ccd_register_builtin(&error) != TS_OK || ts_solvers_register_builtin(&error) != TS_OK) return EXIT_FAILURE;
    Suite *suite = suite_create("costs of the solver ndb");
    TCase *tests = tcase_create("costs");
    tcase_add_test(tests, a_local_step_costs_what_it_says);
    tcase_add_test(tests, a_subspace_costs_what_it_says);
    tcase_add_test(tests, sweeps_cost_what_they_say);
    tcase_add_test(tests, gradients_cost_what_they_say);
    tcase_add_test(tests, partial_ccd_costs_what_it_says);
    tcase_add_test(tests, the_slower_unit_sets_the_limit);
    tcase_add_test(tests, a_machine_is_measured);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
