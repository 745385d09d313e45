/* SPDX-License-Identifier: MIT
 * ts_contact_pair_evaluate against kappa b(D) e(c) in MPFR: every kind, gaps from 1e-12 metres to the range, no
 * thickness to a metre of it, edges nearly parallel; its Hessian against the nearest semi-definite matrix of the
 * differences. */
#include "cipc/contact/pair.h"

#include <math.h>

#include "cipc/contact/feature_distance.h"
#include "tests/cipc/contact_reference.h"
#include "tests/support.h"

typedef struct pair_case {
    ts_contact_pair pair;
    ts_barrier_scale scale;
    double x[4][3];
} pair_case;

static int case_rows(const pair_case *c) {
    return c->pair.mollified ? 4 : ts_ccd_vertices(c->pair.kind);
}

/* c/eps (2 - c/eps) of rows (0, 1) and (2, 3), 1 from c = eps on. */
static void mollifier(mpfr_t *x, double eps, mpfr_t out) {
    reference_vec u, v, n;
    vec_init(&u);
    vec_init(&v);
    vec_init(&n);
    vec_difference(x, 1, 0, &u);
    vec_difference(x, 3, 2, &v);
    vec_cross(&u, &v, &n);
    vec_dot(&n, &n, out);
    mpfr_div_d(out, out, eps, MPFR_RNDN);
    if (mpfr_cmp_ui(out, 1) > 0) mpfr_set_ui(out, 1, MPFR_RNDN);
    mpfr_ui_sub(n.c[0], 2, out, MPFR_RNDN);
    mpfr_mul(out, out, n.c[0], MPFR_RNDN);
    vec_clear(&u);
    vec_clear(&v);
    vec_clear(&n);
}

static void distance2(const ts_contact_pair *pair, mpfr_t *x, mpfr_t out) {
    int row[4] = {0, 1, 2, 3};
    mpfr_t rows[12];
    const ts_ccd_kind kind = pair->mollified ? ts_feature_rows(pair->feature, row) : pair->kind;
    const int count = 3 * ts_ccd_vertices(kind);
    for (int i = 0; i < count; ++i) {
        mpfr_init2(rows[i], REFERENCE_BITS);
        mpfr_set(rows[i], x[3 * row[i / 3] + i % 3], MPFR_RNDN);
    }
    reference_distance2(kind, rows, out);
    for (int i = 0; i < count; ++i) mpfr_clear(rows[i]);
}

/* kappa m e(c) (-(D - Dhat)^2 ln(D / Dhat)), D = d^2 - xi^2, Dhat = dhat^2 + 2 xi dhat */
static void energy(const void *self, mpfr_t *x, mpfr_t out) {
    const pair_case *c = self;
    mpfr_t D, D_hat, t;
    mpfr_inits2(REFERENCE_BITS, D, D_hat, t, (mpfr_ptr)0);
    distance2(&c->pair, x, D);
    mpfr_set_d(t, c->pair.xi, MPFR_RNDN);
    mpfr_sqr(t, t, MPFR_RNDN);
    mpfr_sub(D, D, t, MPFR_RNDN);
    mpfr_set_d(D_hat, c->scale.dhat, MPFR_RNDN);
    mpfr_add_d(D_hat, D_hat, c->pair.xi, MPFR_RNDN);
    mpfr_sqr(D_hat, D_hat, MPFR_RNDN);
    mpfr_sub(D_hat, D_hat, t, MPFR_RNDN);
    if (mpfr_cmp(D, D_hat) >= 0) {
        mpfr_set_zero(out, 1);
    } else {
        mpfr_div(out, D, D_hat, MPFR_RNDN);
        mpfr_log(out, out, MPFR_RNDN);
        mpfr_sub(D, D_hat, D, MPFR_RNDN);
        mpfr_sqr(D, D, MPFR_RNDN);
        mpfr_mul(out, out, D, MPFR_RNDN);
        mpfr_mul_d(out, out, -c->scale.kappa, MPFR_RNDN);
        mpfr_mul_d(out, out, c->pair.multiplicity, MPFR_RNDN);
        if (c->pair.mollified) mollifier(x, c->pair.mollifier, t);
        if (c->pair.mollified) mpfr_mul(out, out, t, MPFR_RNDN);
    }
    mpfr_clears(D, D_hat, t, (mpfr_ptr)0);
}

/* ---- Random pairs ---- */

static const double THICKNESS[] = {0.0, 1e-4, 1e-3, 1.0};

static void random_case(ts_random *random, ts_ccd_kind kind, double sine, pair_case *c) {
    memset(c, 0, sizeof *c);
    c->scale = (ts_barrier_scale){.barrier = &ts_cipc_barrier, .kappa = ts_random_log(random, 1.0, 1e6), .dhat = 1e-3};
    c->pair.kind = kind;
    c->pair.feature = (ts_feature)((1u << ts_ccd_vertices(kind)) - 1u);
    c->pair.xi = THICKNESS[ts_random_below(random, 4)];
    c->pair.multiplicity = (double)(1 + ts_random_below(random, 3));
    for (int i = 0; i < 4; ++i) c->pair.node[i] = i < ts_ccd_vertices(kind) ? i : -1;
    const random_features wanted = {
        .kind = kind,
        .size = c->pair.xi > 0.1 ? 1.0 : ts_random_log(random, 2e-3, 0.1),
        .distance = c->pair.xi + ts_random_log(random, 1e-12, 1e-3),
        .sine = sine,
    };
    random_pair(random, &wanted, c->x);
}

/* Edges of nearly one direction, near the given feature of theirs. */
static void random_mollified(ts_random *random, ts_feature feature, double sine, pair_case *c) {
    int row[4];
    pair_case part;
    const ts_ccd_kind kind = ts_feature_rows(feature, row);
    random_case(random, TS_EDGE_EDGE, sine, c);
    c->pair.mollified = true;
    c->pair.feature = feature;
    double u[3], v[3];
    ts_sub(c->x[1], c->x[0], u);
    ts_sub(c->x[3], c->x[2], v);
    c->pair.mollifier = 1e-3 * ts_norm2(u) * ts_norm2(v);
    if (kind == TS_EDGE_EDGE) return;
    random_case(random, kind, sine, &part);
    c->pair.xi = part.pair.xi;
    double place[4][3];
    for (int i = 0; i < ts_ccd_vertices(kind); ++i) memcpy(place[row[i]], part.x[i], sizeof place[0]);
    for (int i = 0; i < 4; ++i) {
        if (feature >> i & 1) {
            memcpy(c->x[i], place[i], sizeof place[i]);
        } else { /* the other end: its partner moved along the edge as it was */
            const int other = i ^ 1;
            ts_axpy(place[other], i > other ? 1.0 : -1.0, i < 2 ? u : v, c->x[i]);
        }
    }
    if (kind != TS_POINT_EDGE) return;
    double along[3]; /* the lone edge follows the whole one */
    const int whole = (feature & 3) == 3 ? 0 : 2, lone = 2 - whole;
    const int fixed = feature >> lone & 1 ? lone : lone + 1;
    ts_sub(c->x[whole + 1], c->x[whole], along);
    for (int k = 0; k < 3; ++k) along[k] += sine * (lone ? v[k] : u[k]);
    ts_axpy(c->x[fixed], fixed == lone ? 1.0 : -1.0, along, c->x[fixed ^ 1]);
    c->pair.mollifier = 1e-3 * ts_norm2(along) * ts_norm2(along);
}

/* ---- Checks ---- */

typedef struct errors {
    double value, gradient, hessian, least;
} errors;

static errors errors_of(const pair_case *c) {
    const int n = 3 * case_rows(c);
    const reference_function f = {energy, c, n};
    reference_point expected;
    double x[4][3], value, gradient[12], hessian[144];
    reference_evaluate(&f, c->x[0], &expected);
    memcpy(x, c->x, sizeof x);
    ts_contact_pair_evaluate(&c->pair, &c->scale, x, &value, gradient, hessian);
    const double *size = expected.hessian;
    double largest = 0.0;
    for (int i = 0; i < 144; ++i) largest = fmax(largest, fabs(size[i]));
    reference_project(n, expected.hessian);
    errors out = {
        .value = fabs(value - expected.value) / expected.value,
        .gradient = reference_error(1, n, gradient, expected.gradient),
    };
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) {
            const double off = fabs(hessian[12 * i + j] - expected.hessian[12 * i + j]) / largest;
            out.hessian = off > out.hessian || isnan(off) ? off : out.hessian;
        }
    }
    out.least = reference_project(n, hessian) / largest;
    return out;
}

static void keep_worst(errors *worst, const errors *seen) {
    ck_assert(!isnan(seen->value) && !isnan(seen->gradient) && !isnan(seen->hessian));
    worst->value = fmax(worst->value, seen->value);
    worst->gradient = fmax(worst->gradient, seen->gradient);
    worst->hessian = fmax(worst->hessian, seen->hessian);
    worst->least = fmin(worst->least, seen->least);
}

static void print(const char *what, const errors *worst) {
    printf("%s: errors of value %.2g, gradient %.2g, Hessian %.2g; least eigenvalue %.2g\n", what, worst->value,
           worst->gradient, worst->hessian, worst->least);
}

START_TEST(pairs_are_as_defined) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 1);
    for (int kind = 0; kind < TS_CCD_KINDS; ++kind) {
        errors worst = {0};
        for (int i = 0; i < ts_test_cases(60); ++i) {
            pair_case c;
            random_case(&random, (ts_ccd_kind)kind, ts_random_between(&random, 0.1, 1.0), &c);
            const errors seen = errors_of(&c);
            keep_worst(&worst, &seen);
        }
        print(ts_ccd_kind_name((ts_ccd_kind)kind), &worst);
        ck_assert_double_le(worst.value, 4e-15);
        ck_assert_double_le(worst.gradient, 4e-15);
        ck_assert_double_le(worst.hessian, 1e-14);
        ck_assert_double_ge(worst.least, -1e-14);
    }
}
END_TEST

static const ts_feature FEATURES[] = {0xf, 0x7, 0xb, 0xd, 0xe, 0x5, 0x6, 0x9, 0xa};

START_TEST(mollified_pairs_are_as_defined) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 2);
    for (double sine = 1e-2; sine > 1e-13; sine *= 1e-2) {
        errors worst = {0};
        for (int i = 0; i < ts_test_cases(27); ++i) {
            pair_case c;
            random_mollified(&random, FEATURES[i % 9], sine, &c);
            const errors seen = errors_of(&c);
            keep_worst(&worst, &seen);
        }
        char what[32];
        snprintf(what, sizeof what, "sine %g", sine);
        print(what, &worst);
        ck_assert_double_le(worst.value, 4e-15);
        ck_assert_double_le(worst.gradient, 4e-15);
        ck_assert_double_le(worst.hessian, 1e-14);
        ck_assert_double_ge(worst.least, -1e-14);
    }
}
END_TEST

/* No force on the whole and no torque: gradients sum to zero, so do their moments. */
START_TEST(momentum_is_kept) {
    ts_random random;
    ts_random_init(&random, ts_test_seed(), 3);
    for (int i = 0; i < ts_test_cases(2000); ++i) {
        pair_case c;
        if (i % 2)
            random_case(&random, (ts_ccd_kind)(i / 2 % TS_CCD_KINDS), ts_random_between(&random, 0.1, 1.0), &c);
        else
            random_mollified(&random, FEATURES[i % 9], ts_random_log(&random, 1e-6, 1e-2), &c);
        double x[4][3], gradient[12], force[3] = {0}, torque[3] = {0}, most = 0.0;
        memcpy(x, c.x, sizeof x);
        ts_contact_pair_evaluate(&c.pair, &c.scale, x, NULL, gradient, NULL);
        for (int k = 0; k < case_rows(&c); ++k) {
            double moment[3];
            ts_add(force, gradient + 3 * k, force);
            ts_cross(x[k], gradient + 3 * k, moment);
            ts_add(torque, moment, torque);
            most = fmax(most, sqrt(ts_norm2(gradient + 3 * k)));
        }
        ck_assert_double_le(sqrt(ts_norm2(force)), 1e-14 * most);
        ck_assert_double_le(sqrt(ts_norm2(torque)), 1e-14 * most * sqrt(ts_norm2(x[0]) + 1.0));
    }
}
END_TEST

START_TEST(outside_its_range_a_pair_is_silent_and_inside_the_thickness_refused) {
    pair_case c = {.pair = {.kind = TS_POINT_POINT, .feature = 3, .xi = 0.5, .multiplicity = 1.0},
                   .scale = {.barrier = &ts_cipc_barrier, .kappa = 1.0, .dhat = 0.5}};
    double x[4][3] = {{1.0, 0, 0}}, value, gradient[12], hessian[144];
    ts_contact_pair_evaluate(&c.pair, &c.scale, x, &value, gradient, hessian);
    ck_assert(value == 0.0 && gradient[0] == 0.0 && hessian[0] == 0.0);
    x[0][0] = 0.5;
    ts_contact_pair_evaluate(&c.pair, &c.scale, x, &value, gradient, hessian);
    ck_assert(value == INFINITY && gradient[0] == 0.0 && hessian[0] == 0.0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pair");
    TCase *tests = tcase_create("pair");
    tcase_add_test(tests, pairs_are_as_defined);
    tcase_add_test(tests, mollified_pairs_are_as_defined);
    tcase_add_test(tests, momentum_is_kept);
    tcase_add_test(tests, outside_its_range_a_pair_is_silent_and_inside_the_thickness_refused);
    suite_add_tcase(suite, tests);
    return ts_run_suite(suite);
}
